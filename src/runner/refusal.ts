// Warns where GitHub refuses something that a run wanted to write.
import { isReadOnly } from '../github/event.ts';
import { explain, explainWithNames, mayLackWorkflowPermission } from '../github/failure.ts';
import type { ConnectionInputs } from '../inputs/connection.ts';
import { isForMembers } from '../judgement/disclosure.ts';
import type { Session } from './session.ts';

type Writer = Pick<Session<Pick<ConnectionInputs, 'githubToken'>>, 'runner' | 'signal' | 'event' | 'inputs'>;

/** A job that was cancelled was refused nothing. `doing` and `permission` are as in `explain`. */
export function warnOfRefusal(
  { runner, signal, event, inputs }: Writer,
  error: unknown,
  { doing, permission }: { readonly doing: string; readonly permission: string },
): void {
  if (signal.aborted) return;
  const isOfFork = !isOfPerson(inputs.githubToken) && mayLackWorkflowPermission(error) && isReadOnly(event);
  const limit = isOfFork ? " On a pull request from a fork, the workflow's token can only read." : '';
  const told = isForMembers(event.visibility)
    ? explainWithNames(error, { doing, permission })
    : explain(error, doing, permission);
  runner.warning(`${told}${limit}`);
}

/** GitHub's tokens of persons have these prefixes, and no event limits them. */
function isOfPerson(token: string | null): boolean {
  return /^(?:ghp|gho|ghu|github_pat)_/.test(token ?? '');
}
