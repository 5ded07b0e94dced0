// Looks at one repository: announces what was found, and brings the issue up to date.
import { toWhat } from '../documents/causes.ts';
import { askGitHub, gitHubFault } from '../github/fault.ts';
import { isForbidden } from '../judgement/cause.ts';
import { isFromFuture, scanAgeMs, scanAheadMs } from '../judgement/scan.ts';
import { isUnverified, Unverified } from '../judgement/unverified.ts';
import { announce, type AnnouncementOutcome } from './announce.ts';
import { renderIssue, toIssueMarker } from './documents/issue.ts';
import { gatherEvidence, type WatchEvidence } from './gather.ts';
import type { WatchSession } from './inputs.ts';
import { decideIssueState, type IssueMemory, isUnchanged } from './issue-plan.ts';
import { type IssueAddress, type IssuePublication, upsertIssue } from './issue.ts';
import { decideWatchReport, type WatchReport } from './report.ts';
import type { WatchedRepository } from './watched-repository.ts';
import { withdraw } from './withdraw-announcements.ts';

export interface WatchOutcome {
  readonly report: WatchReport;
  readonly issue: IssueAddress | null;
  /** The issue says all that this run knows. */
  readonly isIssueCurrent: boolean;
  /** Says why the token may not write the issue; null: nothing forbids it. */
  readonly refusal: Unverified | null;
  /** Says why else the job is red although the service was read whole; null: it is not. */
  readonly fault: Unverified | null;
}

/**
 * Reads everything, announces, then writes the issue, whose marker moves last. Gives null for one of `all` that was never
 * scanned. Throws what the client throws; nothing is written then.
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

async function announceIfWanted(session: WatchSession, evidence: WatchEvidence): Promise<AnnouncementOutcome | null> {
  const isWanted = session.inputs.notify.includes('pull-request') && evidence.memory !== null;
  if (!isWanted) return null;
  const outcome = await announce(session, evidence);
  await withdraw(session, evidence);
  return outcome;
}

/** Where a comment failed, the marker does not move, so the next run tries again. */
async function publishReport(
  session: WatchSession,
  evidence: WatchEvidence,
  { report, failure }: Pick<AnnouncementOutcome, 'failure'> & Pick<WatchOutcome, 'report'>,
): Promise<Omit<WatchOutcome, 'report'>> {
  const { memory } = evidence;
  const left = { issue: memory?.issue ?? null, isIssueCurrent: false, refusal: null, fault: failure };
  if (failure !== null || memory === null) return left;
  try {
    return { ...left, issue: await publishIssue(session, evidence, { report, memory }), isIssueCurrent: true };
  } catch (error) {
    if (!isUnverified(error)) throw error;
    return isForbidden(error.cause) ? { ...left, refusal: error } : { ...left, fault: error };
  }
}

/** Writes the issue, whose marker moves with it, where it would change. Rejects with `Unverified`. */
async function publishIssue(
  session: WatchSession,
  evidence: WatchEvidence,
  { report, memory }: { readonly report: WatchReport; readonly memory: IssueMemory },
): Promise<IssueAddress> {
  const { github, identity, inputs, runner, signal, beforeCreation } = session;
  const { issue, duplicates } = memory;
  const marker = toIssueMarker(report, evidence);
  const state = decideIssueState(issue, report.counts);
  if (issue !== null && duplicates.length === 0 && isUnchanged(issue, { marker, state })) return issue;
  const body = runner.scrub(renderIssue(report, marker));
  const publication: IssuePublication = {
    repository: evidence.repository,
    identity,
    draft: { title: inputs.issueTitle, labels: inputs.issueLabels, marker, body, state },
    beforeCreation,
    onFault: (error, doing) => {
      runner.warning(toWhat(gitHubFault(error, { doing, permission: 'issues: write' })));
    },
  };
  const question = { doing: 'write the issue', permission: 'issues: write' };
  return await askGitHub(signal, question, () => upsertIssue(github, publication));
}

function decideAge({ inputs, clock }: WatchSession, { scan, branch }: WatchEvidence): Unverified | null {
  const { maxScanAgeMs, serviceName: service } = inputs;
  const now = clock.now();
  if (maxScanAgeMs === null) return null;
  if (isFromFuture(scan, now)) return new Unverified({ kind: 'scan-ahead', scan, aheadMs: scanAheadMs(scan, now) });
  const ageMs = scanAgeMs(scan, now);
  if (ageMs <= maxScanAgeMs) return null;
  return new Unverified({ kind: 'branch-scan-old', branch, service, ageMs, maxScanAgeMs });
}
