// The watch: after a scan of a branch, comments on the pull requests that introduced new bugs, and keeps one issue up to date.
import { renderFault } from '../documents/fault.ts';
import { findDisclosure } from '../github/visibility.ts';
import { InputError, readInputs } from '../inputs/table.ts';
import { toShownFault } from '../judgement/disclosure.ts';
import { compact } from '../judgement/lists.ts';
import { noCredentialsFault } from '../judgement/reasons.ts';
import type { Unverified } from '../judgement/unverified.ts';
import { createPace } from '../net/pace.ts';
import { PATIENCE_MS } from '../runner/deadline.ts';
import { maskSecrets, publishSummary, writeOutputs } from '../runner/runner.ts';
import { type Dependencies, type Session, withSession } from '../runner/session.ts';
import { unverifiedBy } from '../service/to-unverified.ts';
import { isOwnAlone, requireOwnName } from '../sweep/inputs.ts';
import { SWEEP_MS } from '../sweep/sweep.ts';
import { renderWatchSummary } from './documents/issue.ts';
import { type WatchInputs, watchInputs } from './inputs.ts';
import { toConclusion, toFactLines, toFaultConclusion, toNewLines, toWarnings } from './log.ts';
import type { Look } from './look.ts';
import { toBareOutputs, toManyOutputs, toOutputs } from './outputs.ts';
import { MAX_LISTS_WAIT_MS } from './reread-short-lists.ts';
import { watchMany } from './watch-many.ts';
import { type WatchOutcome, watchRepository } from './watch-repository.ts';
import { findWatched } from './watched-repository.ts';

/** Watches once. Rejects for wrong inputs, a cancelled job or a defect, with the outputs set. */
export async function runWatch(dependencies: Dependencies): Promise<void> {
  const { runner } = dependencies;
  maskSecrets(runner);
  const looks: Look[] = [];
  try {
    const inputs = readInputs(watchInputs, (name) => runner.input(name));
    await withSession(dependencies, { inputs, waitsMs: toWaitsMs(inputs) }, (session) => watch(session, looks));
  } catch (error) {
    const reason = error instanceof InputError ? 'invalid-input' : 'service-error';
    writeOutputs(runner, looks.length === 0 ? toBareOutputs(reason) : toManyOutputs(looks, reason));
    throw error;
  }
}

/** Three seconds a comment: one between two creations, the rest for GitHub's answers. */
function toWaitsMs({ repositories, maxNotified }: WatchInputs): number {
  if (repositories !== null) return SWEEP_MS;
  return PATIENCE_MS + MAX_LISTS_WAIT_MS + Math.min(maxNotified, 500) * 3_000;
}

async function watch(session: Session<WatchInputs>, looks: Look[]): Promise<void> {
  const { runner, github, service, inputs, event } = session;
  if (github === null) throw missingTokenError();
  if (inputs.repositories !== null && !isOwnAlone(inputs.repositories, event.repository)) {
    requireOwnName(inputs.repository, event.repository);
    await watchMany({ ...session, github, inputs: { ...inputs, repositories: inputs.repositories } }, looks);
    return;
  }
  runner.info(`Scan Gate watches ${inputs.repository}.`);
  if (service === null) {
    await endUnverified(session, noCredentialsFault());
    return;
  }
  try {
    const beforeCreation = createPace(session.clock, session.signal);
    const connected = { ...session, github, service };
    const { identity, repository } = await findWatched(connected);
    const outcome = await watchRepository({ ...connected, identity, beforeCreation }, repository);
    await publishOutcome(session, outcome);
  } catch (error) {
    session.signal.throwIfAborted();
    await endUnverified(session, unverifiedBy(error));
  }
}

function missingTokenError(): InputError {
  const allowed = 'a token that may read pull requests and write issues, such as github.token';
  return new InputError([{ input: 'github-token', given: 'empty', allowed }]);
}

async function endUnverified(session: Session<WatchInputs>, given: Unverified): Promise<void> {
  const { runner, signal, event, github, inputs } = session;
  const isQuoting = given.quoted !== undefined;
  // Asks, since what failed may have come before GitHub's answer.
  const fault = isQuoting ? toShownFault(given, await findDisclosure(github, event, inputs.disclosure)) : given;
  await publishSummary(runner, String(renderFault('watch', fault)));
  signal.throwIfAborted();
  const { owner, repo } = event.repository;
  writeOutputs(runner, toBareOutputs(fault.reason, `${owner}/${repo}`));
  runner.fail(toFaultConclusion(fault));
}

/** Says how it went: in the job summary, the outputs and the log. */
async function publishOutcome(
  { runner, signal }: Session<WatchInputs>,
  { refusal, ...outcome }: WatchOutcome,
): Promise<void> {
  const { report, issue } = outcome;
  const fault = refusal ?? outcome.fault;
  await publishSummary(runner, renderWatchSummary(report, fault));
  // What the cancellation cut off has been reported as a warning; without this the job could be green.
  signal.throwIfAborted();
  writeOutputs(runner, toOutputs({ ...outcome, unverified: fault?.reason ?? null }));
  runner.info(toConclusion(report));
  const newLines = toNewLines(report);
  if (newLines.length > 0) runner.group('New bugs', newLines);
  runner.group(
    'What was read',
    compact([...toFactLines(report), issue !== null && `Issue: ${issue.url ?? issue.number}`]),
  );
  for (const warning of toWarnings(report)) runner.warning(warning);
  if (fault !== null) runner.fail(toFaultConclusion(fault));
}
