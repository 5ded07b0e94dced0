// A run with wrong inputs still tells its pull request: an earlier ✅ must not stay beside a red job.
import { findIdentity } from '../github/account.ts';
import type { ActionEvent } from '../github/event.ts';
import { toEnding } from '../github/pull-request.ts';
import { type GateInputs, readContact, readGateInputs } from '../inputs/gate.ts';
import { InputError } from '../inputs/table.ts';
import { toFullName } from '../judgement/identifiers.ts';
import { isUnverified, Unverified } from '../judgement/unverified.ts';
import { capture } from '../net/abort.ts';
import { publishSummary } from '../runner/runner.ts';
import { type Dependencies, withSession } from '../runner/session.ts';
import { orUnverified } from '../service/to-unverified.ts';
import { fetchTimedConversation, findPullThen, toCommentTarget } from './conversation.ts';
import { renderWrongInputs } from './documents/summary.ts';
import { withWords } from './documents/words.ts';
import { awaitBriefly, findIsRequired } from './is-required.ts';
import { publishCheckRun } from './publish-annotations.ts';
import { publishComment } from './publish-comment.ts';
import { summarize, toMarker } from './publish.ts';
import { decideFaultReport, decideReportWithoutSubject } from './report.ts';
import { findSubject } from './subject.ts';

/**
 * Writes the job summary; updates the comment that an earlier run left, and writes the check run, where the inputs about
 * them are right; creates no comment. Only GitHub is asked. A refusal becomes a warning.
 */
export async function publishWrongInputs(dependencies: Dependencies, error: InputError): Promise<void> {
  const { runner } = dependencies;
  const published = await capture(tellPullRequest(dependencies, error));
  if (published.status === 'fulfilled') return;
  if (!(published.reason instanceof InputError)) throw published.reason;
  // No pull request is known without the event, and no way leads to GitHub through a proxy that is none.
  const contact = readContact((name) => runner.input(name));
  await publishSummary(runner, renderWrongInputs(toWrongInputs(error), contact));
}

/** @throws {InputError} If the event cannot be read, or GitHub not be asked. */
async function tellPullRequest(dependencies: Dependencies, error: InputError): Promise<void> {
  const inputs = readOtherInputs(dependencies, await dependencies.findEvent(), error);
  await withSession(dependencies, { inputs, waitsMs: 0 }, async (session) => {
    const subject = await orUnverified(findSubject(session));
    const fault = toWrongInputs(error);
    if (isUnverified(subject) || 'why' in subject) {
      await summarize(session, decideReportWithoutSubject(session, fault));
      return;
    }
    session.beginReporting();
    // Whatever `mode` says, a wrong input turns the job red.
    const enforcing = { ...session, inputs: { ...session.inputs, mode: 'enforce' as const } };
    const target = toCommentTarget(session, subject, session.publisher);
    const asked = target === null ? Promise.resolve(null) : findIdentity(target.github, session.signal);
    const reading = fetchTimedConversation(session, subject, asked);
    const required = findIsRequired(enforcing, subject, reading.then(findPullThen));
    const conversation = await reading;
    const decided = decideFaultReport(session, subject, fault);
    const now = findPullThen(conversation);
    const report = withWords({
      ...decided,
      ending: now === null ? decided.ending : toEnding(now),
      isRequired: await awaitBriefly(session.clock, required),
    });
    await summarize(session, report);
    if (target !== null && conversation !== null) {
      // `never`: updates the comment that is there, and creates none.
      const quiet = { ...session, inputs: { ...session.inputs, comment: 'never' as const } };
      // The marker has no inputs, so that recheck does not judge by wrong ones.
      const marker = { ...toMarker(session, subject, report), inputs: undefined };
      await publishComment(quiet, report, { ...target, conversation: conversation.read, marker });
    }
    await publishCheckRun(session, subject.checkSha, { report, annotations: [] });
  });
}

/** The right inputs, and the defaults of the wrong ones; no key. */
function readOtherInputs(
  { runner, clock }: Dependencies,
  { repository }: ActionEvent,
  { faults }: InputError,
): GateInputs {
  const given: ReadonlyMap<string, string> = new Map([
    ...faults.map(({ input }) => [input, ''] as const),
    ['api-key', ''],
    ['repository', toFullName(repository)],
  ]);
  return readGateInputs((name) => given.get(name) ?? runner.input(name), clock.now());
}

/** The cause does not say what was given: that may come from a secret, which the runner hides in the log alone. */
export function toWrongInputs({ faults }: InputError): Unverified {
  return new Unverified({ kind: 'wrong-inputs', inputs: faults.map(({ input, allowed }) => ({ input, allowed })) });
}
