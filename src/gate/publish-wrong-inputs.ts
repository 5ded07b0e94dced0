// The comment of a run whose inputs are wrong: an earlier ✅ must not stay on a pull request whose job is red.
import { fetchIdentity } from '../github/account.ts';
import { toAddress } from '../github/event.ts';
import { type GateInputs, readGateInputs } from '../inputs/gate.ts';
import type { InputError } from '../inputs/table.ts';
import { decideReportWithoutSubject } from '../judgement/judgement.ts';
import { isUnverified, unverified, type Unverified } from '../judgement/unverified.ts';
import { capture } from '../net/abort.ts';
import { type Dependencies, withSession } from '../runner/session.ts';
import { orUnverified } from '../service/to-unverified.ts';
import { fetchConversation, type GateSession, toCommentTarget } from './gather.ts';
import { publishComment } from './publish-comment.ts';
import { toMarker } from './publish.ts';
import { resolveSubject } from './subject.ts';
import { decideTarget } from './target.ts';

/**
 * Updates the comment that an earlier run left on the pull request, and creates none. Does nothing without a token,
 * without a pull request, or with `comment: never`. A refusal becomes a warning.
 */
export async function publishWrongInputs(dependencies: Dependencies, error: InputError): Promise<void> {
  const inputs = readOtherInputs(dependencies, error);
  await withSession(dependencies, { inputs, waitsMs: 0 }, async (session) => {
    await updateComment(session, toFault(error));
  });
}

/** The right inputs, and the defaults of the wrong ones. Without the key: only GitHub is asked. */
function readOtherInputs({ runner, event }: Dependencies, { faults }: InputError): GateInputs {
  const { owner, repo } = event.repository;
  const given: ReadonlyMap<string, string> = new Map([
    ...faults.map(({ input }) => [input, ''] as const),
    ['api-key', ''],
    ['repository', `${owner}/${repo}`],
  ]);
  return readGateInputs((name) => given.get(name) ?? runner.input(name));
}

/** Without what was given: it may come from a secret, which the runner hides in the log alone. */
function toFault({ faults }: InputError): Unverified {
  return unverified('invalid-input', 'Nothing was judged.', [
    ...faults.map(({ input, allowed }) => `In the workflow, set ${input} to ${allowed}.`),
    'The log of the job says what was given.',
  ]);
}

async function updateComment(session: GateSession, fault: Unverified): Promise<void> {
  const { inputs, event, clock, github, signal } = session;
  const target = decideTarget(event, inputs);
  if (github === null || target.kind === 'nothing') return;
  const subject = await orUnverified(resolveSubject(target, event, github));
  if (isUnverified(subject)) return;
  session.beginReporting();
  const commentTarget = toCommentTarget(session, subject, session.publisher);
  if (commentTarget === null) return;
  const report = decideReportWithoutSubject(fault, {
    inputs,
    address: toAddress(event),
    visibility: event.visibility,
    pullRequest: subject.pullRequest,
    repositoryId: null,
    nowMs: clock.now(),
  });
  const [identity, conversation] = await Promise.all([
    fetchIdentity(commentTarget.github, signal),
    capture(fetchConversation(commentTarget, subject.isHead)),
  ]);
  const marker = toMarker(session, { ...report, sha: subject.sha });
  // `never`: updates the comment that is there, and creates none.
  const quiet = { ...session, inputs: { ...inputs, comment: 'never' as const } };
  await publishComment(quiet, report, { ...commentTarget, identity, conversation, marker });
}
