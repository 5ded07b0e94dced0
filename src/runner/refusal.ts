// Warns where GitHub refuses something that a run wanted to write.
import { toWhat } from '../documents/causes.ts';
import { isReadOnly } from '../github/event.ts';
import { mayLackWorkflowPermission } from '../github/failure.ts';
import { gitHubFault } from '../github/fault.ts';
import type { ConnectionInputs } from '../inputs/connection.ts';
import { toFaultForReaders } from '../judgement/disclosure.ts';
import type { Session } from './session.ts';

type Writer = Pick<Session<Pick<ConnectionInputs, 'githubToken'>>, 'runner' | 'signal' | 'event' | 'inputs'>;

/** A job that was cancelled was refused nothing. `doing` completes "could not …"; `permission` is what it would take. */
export function warnOfRefusal(
  { runner, signal, event, inputs }: Writer,
  error: unknown,
  { doing, permission }: { readonly doing: string; readonly permission: string },
): void {
  if (signal.aborted) return;
  const isOfFork = !isOfPerson(inputs.githubToken) && mayLackWorkflowPermission(error) && isReadOnly(event);
  const limit = isOfFork ? " On a pull request from a fork, the workflow's token can only read." : '';
  const fault = toFaultForReaders(gitHubFault(error, { doing, permission }), {
    ...{ input: 'auto', visibility: event.visibility },
  });
  runner.warning(`${toWhat(fault)}${limit}`);
}

/** GitHub's tokens of persons have these prefixes, and no event limits them. */
function isOfPerson(token: string | null): boolean {
  return /^(?:ghp|gho|ghu|github_pat)_/.test(token ?? '');
}
