// Gathers what the service and GitHub say, whole or not at all, before anything is written.
import { orInstead } from '../github/failure.ts';
import { askGitHub } from '../github/fault.ts';
import { isDisclosed } from '../judgement/disclosure.ts';
import type { Finding } from '../judgement/finding.ts';
import type { EpochMs, RepoId } from '../judgement/identifiers.ts';
import { isAbsent } from '../judgement/scan.ts';
import { Unverified } from '../judgement/unverified.ts';
import { isSeveral } from '../sweep/inputs.ts';
import { type AttributionQuery, selectAttributionQueries, toAttributionKey } from './attribution.ts';
import { toLeftOutSentence } from './documents/entry.ts';
import { fetchWatchedFindings } from './fetch-watched-findings.ts';
import { findAttributions } from './find-attributions.ts';
import { type BranchScans, findBranchScans } from './find-branch-scans.ts';
import type { WatchSession } from './inputs.ts';
import { type IssueMemory, readMemory, selectOwnIssues } from './issue-plan.ts';
import { fetchIssues, isWithoutIssues } from './issue.ts';
import {
  joinFindings,
  type ScanPosition,
  selectNewFindings,
  selectWatchedScans,
  type WatchedScans,
} from './new-findings.ts';
import type { ReportedEvidence } from './report.ts';
import type { WatchedRepository } from './watched-repository.ts';

export interface WatchEvidence extends Omit<ReportedEvidence, 'announcements'> {
  readonly repositoryId: RepoId;
  /** It is the time before anything was read. */
  readonly readAt: EpochMs;
  /** The watch stands here when the new scans have been processed. */
  readonly position: ScanPosition;
  /** Null: no issue is wanted, or issues are switched off. */
  readonly memory: IssueMemory | null;
}

/**
 * Reads everything. Gives null for one of `all` that the service has never scanned. Throws what the client throws.
 * @throws {Unverified} If something else could not be read.
 */
export async function gatherEvidence(
  session: WatchSession,
  repository: WatchedRepository,
): Promise<WatchEvidence | null> {
  const { inputs, clock, serviceClock, runner } = session;
  const { address, repositoryId, branch, disclosure } = repository;
  const readAt = clock.now();
  // No scan is stuck that is not so by both clocks.
  const now = serviceClock.earlierNow();
  const memory = await findMemory(session, repository);
  const marker = memory?.marker ?? null;
  const found = await findBranchScans(session, repository, { last: marker?.position ?? null, now });
  const { scans, previous, isIntervalCut, leftOutCommits } = found;
  if (found.isNeverScanned && inputs.repositories === 'all') return null;
  const before = previous === null ? null : marker;
  if (marker !== before) runner.warning(UNKNOWN_SCAN);
  const watched = selectWatchedScans({ scans, previous, now });
  if (watched === null) throw noScanFault(session, repository, found);
  const { latest: scan, newScans, position, passedOver } = watched;
  const findings = await findFindings(session, repositoryId, newScans);
  const attributed = await attribute(session, repository, findings);
  return {
    memory,
    ...findings,
    ...attributed,
    repository: address,
    branch,
    disclosure,
    repositoryId,
    scan,
    failedScan: scans[0]?.state === 'failed' ? scans[0] : null,
    newScanCount: newScans.length,
    position,
    passedOver,
    before,
    readAt,
    isBaseline: before === null,
    isIntervalCut,
    leftOutCommits,
    bugUrl: inputs.bugUrl,
    serviceName: inputs.serviceName,
    maxListed: inputs.maxListed,
  };
}

const SWITCHED_OFF =
  'Issues are disabled in this repository. Without an issue, the action has no memory between runs, so it comments on no pull request.';

const UNKNOWN_SCAN =
  'The hidden first line of the issue is newer than all scans that the service lists, so it was not used. Somebody may have edited it, or the newest scan was deleted.';

async function findMemory(
  { github, identity, inputs, signal, runner }: WatchSession,
  { address, branch, repositoryId, hasIssues }: WatchedRepository,
): Promise<IssueMemory | null> {
  if (!inputs.notify.includes('issue')) return null;
  const question = { doing: 'read the issues', permission: 'issues: write' };
  const fetchAll = () => fetchIssues(github, address, identity);
  const issues = hasIssues ? await askGitHub(signal, question, () => orInstead(null, fetchAll, isWithoutIssues)) : null;
  if (issues === null) {
    runner.notice(SWITCHED_OFF);
    return null;
  }
  return readMemory(selectOwnIssues(issues, { identity, title: inputs.issueTitle }), { branch, repositoryId });
}

function noScanFault(
  { inputs, serviceClock }: WatchSession,
  { branch }: WatchedRepository,
  { scans, leftOutCommits, isWithoutCommits }: BranchScans,
): Unverified {
  // Nobody knows which scans are of the branch, so nothing is said about them.
  if (isWithoutCommits) return new Unverified({ kind: 'no-branch', branch });
  return new Unverified({
    ...{ kind: 'no-scan-of-branch', branch, absent: scans.filter((scan) => isAbsent(scan, serviceClock.earlierNow())) },
    leftOut: leftOutCommits > 0 ? toLeftOutSentence(leftOutCommits) : null,
    ...{ scanTypes: inputs.scanTypes, service: inputs.serviceName, isOfSeveral: isSeveral(inputs) },
  });
}

async function findFindings(
  { service, clock, signal, runner }: WatchSession,
  repositoryId: RepoId,
  newScans: WatchedScans['newScans'],
): Promise<Pick<WatchEvidence, 'open' | 'newFindings' | 'purged'>> {
  const query = { clock, signal, runner, repositoryId, scans: newScans };
  const { lists, open, ...rest } = await fetchWatchedFindings(service, query);
  const newFindings = selectNewFindings(lists);
  return { ...rest, open: joinFindings(open, newFindings), newFindings };
}

/** We look up so many pull requests and commits; of old bugs those that brought in most. */
const MAX_NEW_QUERIES = 200;
const MAX_OPEN_QUERIES = 30;

async function attribute(
  session: WatchSession,
  repository: WatchedRepository,
  { open, newFindings }: Pick<WatchEvidence, 'open' | 'newFindings'>,
): Promise<Pick<WatchEvidence, 'attributions' | 'openKeys'>> {
  const isShown = (finding: Finding): boolean => isDisclosed(finding, repository.disclosure);
  const select = (findings: readonly Finding[], max: number): readonly AttributionQuery[] =>
    selectAttributionQueries(findings.filter(isShown), max);
  const openQueries = select(open, MAX_OPEN_QUERIES);
  const queries = [...openQueries, ...select(newFindings, MAX_NEW_QUERIES)];
  return {
    attributions: await findAttributions(session, repository, queries),
    openKeys: new Set(openQueries.map(toAttributionKey)),
  };
}
