// The watch: after a scan of a branch, comments on the pull requests that introduced new bugs, and keeps one issue up to date.
import { renderFault } from '../documents/fault.ts';
import { gitHubFault } from '../github/failure.ts';
import { findVisibility } from '../github/visibility.ts';
import { InputError, readInputs } from '../inputs/table.ts';
import { decideDisclosure, type Disclosure, toShownFault } from '../judgement/disclosure.ts';
import { formatDuration } from '../judgement/format.ts';
import { compact } from '../judgement/lists.ts';
import { unverified, noCredentialsFault } from '../judgement/reasons.ts';
import { isFromFuture, scanAgeMs } from '../judgement/scan.ts';
import { isUnverified, type Unverified } from '../judgement/unverified.ts';
import { createPace } from '../net/pace.ts';
import { PATIENCE_MS } from '../runner/deadline.ts';
import { maskSecrets, publishSummary, writeOutputs } from '../runner/runner.ts';
import { type Dependencies, type Session, withSession } from '../runner/session.ts';
import { unverifiedBy } from '../service/to-unverified.ts';
import { announce, type AnnouncementOutcome } from './announce.ts';
import { renderWatchSummary } from './documents/issue.ts';
import { AGAIN } from './fault.ts';
import { MAX_LISTS_WAIT_MS } from './fetch-watched-findings.ts';
import { gatherEvidence, type WatchEvidence } from './gather.ts';
import { type WatchInputs, watchInputs, type WatchSession } from './inputs.ts';
import type { IssueAddress } from './issue.ts';
import { toConclusion, toFactLines, toFaultConclusion, toNewLines, toWarnings } from './log.ts';
import { toBareOutputs, toOutputs } from './outputs.ts';
import { publishIssue } from './publish-issue.ts';
import { decideWatchReport, type WatchReport } from './report.ts';
import { withdraw } from './withdraw-announcements.ts';

/** Watches once. Rejects for wrong inputs, a cancelled job or a defect, with the outputs set. */
export async function runWatch(dependencies: Dependencies): Promise<void> {
  const { runner } = dependencies;
  maskSecrets(runner);
  try {
    const inputs = readInputs(watchInputs, (name) => runner.input(name));
    await withSession(dependencies, { inputs, waitsMs: toWaitsMs(inputs) }, watch);
  } catch (error) {
    const reason = error instanceof InputError ? 'invalid-input' : 'service-error';
    writeOutputs(runner, toBareOutputs(reason));
    throw error;
  }
}

/** Three seconds a comment: one between two creations, the rest for GitHub's answers. */
function toWaitsMs({ maxNotified }: WatchInputs): number {
  return PATIENCE_MS + MAX_LISTS_WAIT_MS + Math.min(maxNotified, 500) * 3_000;
}

async function watch(session: Session<WatchInputs>): Promise<void> {
  const { runner, github, service, inputs } = session;
  if (github === null) throw missingTokenError();
  runner.info(`Scan Gate watches ${inputs.repository}.`);
  try {
    if (service === null) throw noCredentialsFault();
    const beforeCreation = createPace(session.clock, session.signal);
    const open: WatchSession = { ...session, github, service, beforeCreation };
    await report(open, await gatherEvidence(open));
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
  const { runner, signal } = session;
  const isQuoting = given.quoted !== undefined;
  const fault = isQuoting ? toShownFault(given, await findDisclosure(session)) : given;
  await publishSummary(runner, String(renderFault('watch', fault)));
  signal.throwIfAborted();
  writeOutputs(runner, toBareOutputs(fault.reason));
  runner.fail(toFaultConclusion(fault));
}

/** Asks, since what failed may have come before GitHub's answer. */
async function findDisclosure({ github, event, inputs }: Session<WatchInputs>): Promise<Disclosure> {
  const { disclosure } = inputs;
  return decideDisclosure(disclosure, await findVisibility(github, event, disclosure));
}

/** Announces, then writes the issue, whose marker moves last; then says how it went. */
async function report(session: WatchSession, evidence: WatchEvidence): Promise<void> {
  const outcome = await announceIfWanted(session, evidence);
  const watched = decideWatchReport({ ...evidence, announcements: outcome });
  const written = await publishReport(session, evidence, { watched, failure: outcome?.failure ?? null });
  await end(session, evidence, { watched, ...written });
}

/** Null: announcements are not wanted. */
async function announceIfWanted(session: WatchSession, evidence: WatchEvidence): Promise<AnnouncementOutcome | null> {
  const isWanted = session.inputs.notify.includes('pull-request') && evidence.memory !== null;
  if (!isWanted) return null;
  const outcome = await announce(session, evidence);
  await withdraw(session, evidence);
  return outcome;
}

interface Draft extends Pick<AnnouncementOutcome, 'failure'> {
  readonly watched: WatchReport;
}

interface Written {
  readonly issue: IssueAddress | null;
  readonly fault: Unverified | null;
}

/** Where a comment has failed the marker stays, so that the next run tries again. */
async function publishReport(
  session: WatchSession,
  evidence: WatchEvidence,
  { watched, failure }: Draft,
): Promise<Written> {
  const { memory, withoutIssues } = evidence;
  const { runner } = session;
  if (failure !== null) {
    const doing = `comment on pull request ${failure.pullRequest}`;
    const fault = gitHubFault(failure.error, { doing, permission: 'issues: write', advice: AGAIN });
    return { issue: memory?.issue ?? null, fault };
  }
  if (withoutIssues !== null) runner.notice(withoutIssues);
  if (memory === null) return { issue: null, fault: null };
  try {
    const issue = await publishIssue(session, evidence, { report: watched, memory });
    if (issue === null) runner.notice('Issues are switched off in this repository.');
    return { issue, fault: null };
  } catch (error) {
    if (!isUnverified(error)) throw error;
    return { issue: memory.issue, fault: error };
  }
}

async function end(
  session: WatchSession,
  evidence: WatchEvidence,
  { watched, issue, fault: first }: Pick<Draft, 'watched'> & Written,
): Promise<void> {
  const { runner, signal } = session;
  const fault = first ?? decideAge(session, evidence);
  await publishSummary(runner, renderWatchSummary(watched, fault));
  // What the cancellation cut off has been reported as a warning; without this the job could be green.
  signal.throwIfAborted();
  writeOutputs(runner, toOutputs(watched, fault?.reason ?? null, issue));
  runner.info(toConclusion(watched));
  const newLines = toNewLines(watched);
  if (newLines.length > 0) runner.group('New bugs', newLines);
  runner.group(
    'What was read',
    compact([...toFactLines(watched), issue !== null && `Issue: ${issue.url ?? issue.number}`]),
  );
  for (const warning of toWarnings(watched)) runner.warning(warning);
  if (fault !== null) runner.fail(toFaultConclusion(fault));
}

/** Null: the newest scan is young enough. */
function decideAge({ inputs, clock }: WatchSession, evidence: WatchEvidence): Unverified | null {
  const { maxScanAgeMs } = inputs;
  const { scan, branch } = evidence;
  const now = clock.now();
  if (maxScanAgeMs === null) return null;
  if (isFromFuture(scan, now)) {
    return unverified(
      'stale-scan',
      `The newest complete scan of \`${branch}\` is dated in the future, so \`max-scan-age\` cannot tell how old it is.`,
      ['Ask who runs the service about its clock.'],
    );
  }
  const ageMs = scanAgeMs(scan, now);
  if (ageMs <= maxScanAgeMs) return null;
  return unverified(
    'stale-scan',
    `The newest complete scan of \`${branch}\` is ${formatDuration(ageMs)} old; \`max-scan-age\` allows ${formatDuration(maxScanAgeMs)}. Either scanning has stopped, or its scans fail.`,
    ['Look at the scans of this repository in the service, and start one.'],
  );
}
