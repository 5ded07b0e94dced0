// One repository, looked at once: what was found is announced, and its issue brought up to date.
import { gitHubFault } from '../github/failure.ts';
import { isForbidden } from '../judgement/cause.ts';
import { isFromFuture, scanAgeMs } from '../judgement/scan.ts';
import { isUnverified, Unverified } from '../judgement/unverified.ts';
import { announce, type AnnouncementOutcome } from './announce.ts';
import { gatherEvidence, type WatchEvidence } from './gather.ts';
import type { WatchSession } from './inputs.ts';
import type { IssueAddress } from './issue.ts';
import { publishIssue } from './publish-issue.ts';
import { decideWatchReport, type WatchReport } from './report.ts';
import type { WatchedRepository } from './watched-repository.ts';
import { withdraw } from './withdraw-announcements.ts';

/** What a look at one repository has led to. */
export interface WatchOutcome {
  readonly report: WatchReport;
  /** Null: there is none. */
  readonly issue: IssueAddress | null;
  /** Whether the issue says all that this run knows. */
  readonly isIssueCurrent: boolean;
  /** Why the token may not write the issue; null: it may, or that is not known. */
  readonly refusal: Unverified | null;
  /** Why else the job is red although the service was read whole; null: it is not. */
  readonly fault: Unverified | null;
}

/**
 * Reads everything, announces, then writes the issue, whose marker moves last. Null: it has never been scanned. Throws what the client of the service throws,
 * and rejects when cancelled, or for a defect; nothing is written then.
 * @throws {Unverified} If something else could not be read.
 */
export async function watchRepository(
  session: WatchSession,
  repository: WatchedRepository,
): Promise<WatchOutcome | null> {
  const evidence = await gatherEvidence(session, repository);
  if (evidence === null) return null;
  const announced = await announceIfWanted(session, evidence);
  const report = decideWatchReport({ ...evidence, announcements: announced });
  const published = await publishReport(session, evidence, { report, failure: announced?.failure ?? null });
  return { ...published, report, fault: published.fault ?? decideAge(session, evidence) };
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
  readonly report: WatchReport;
}

/** Where a comment has failed the marker stays, so that the next run tries again. */
async function publishReport(
  session: WatchSession,
  evidence: WatchEvidence,
  { report, failure }: Draft,
): Promise<Omit<WatchOutcome, 'report'>> {
  const { memory, withoutIssues } = evidence;
  const { runner } = session;
  if (failure !== null) {
    const doing = `comment on pull request ${failure.pullRequest}`;
    const fault = gitHubFault(failure.error, { doing, permission: 'pull-requests: write' });
    return { issue: memory?.issue ?? null, isIssueCurrent: false, refusal: null, fault };
  }
  if (withoutIssues !== null) runner.notice(withoutIssues);
  if (memory === null) return { issue: null, isIssueCurrent: false, refusal: null, fault: null };
  try {
    const issue = await publishIssue(session, evidence, { report, memory });
    if (issue === null) runner.notice('Issues are switched off in this repository.');
    return { issue, isIssueCurrent: issue !== null, refusal: null, fault: null };
  } catch (error) {
    if (!isUnverified(error)) throw error;
    const old = { issue: memory.issue, isIssueCurrent: false };
    return isForbidden(error.cause) ? { ...old, refusal: error, fault: null } : { ...old, refusal: null, fault: error };
  }
}

/** Null: the newest scan is young enough, or may be of any age. */
function decideAge({ inputs, clock }: WatchSession, { scan, branch }: WatchEvidence): Unverified | null {
  const { maxScanAgeMs, serviceName: service } = inputs;
  const now = clock.now();
  if (maxScanAgeMs === null) return null;
  if (isFromFuture(scan, now)) return new Unverified({ kind: 'branch-scan-ahead', branch });
  const ageMs = scanAgeMs(scan, now);
  if (ageMs <= maxScanAgeMs) return null;
  return new Unverified({ kind: 'branch-scan-old', branch, service, ageMs, maxScanAgeMs });
}
