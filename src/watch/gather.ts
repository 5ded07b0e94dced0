// The evidence of a watch: what the service and GitHub say, read whole or not at all, before anything is written.
import { orInstead } from '../github/failure.ts';
import { isDisclosed } from '../judgement/disclosure.ts';
import type { Finding } from '../judgement/finding.ts';
import type { EpochMs, RepoId } from '../judgement/identifiers.ts';
import { isAbsent } from '../judgement/scan.ts';
import { Unverified } from '../judgement/unverified.ts';
import { isSeveral } from '../sweep/inputs.ts';
import { type AttributionQuery, selectAttributionQueries, toAttributionKey } from './attribution.ts';
import { toLeftOutSentence } from './documents/entry.ts';
import { fetchOrFail } from './fault.ts';
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
  /** Before anything was read. */
  readonly readAt: EpochMs;
  /** Where the watch stands when the new scans have been processed. */
  readonly position: ScanPosition;
  /** Null: there is no issue, as it is not wanted, or issues are switched off. */
  readonly memory: IssueMemory | null;
  /** Why there is no issue though one is wanted; null: there is no such reason. */
  readonly withoutIssues: string | null;
}

/**
 * Reads everything. Null: the service has never scanned one of `all`. Throws what the client of the service throws.
 * @throws {Unverified} If something else could not be read.
 */
export async function gatherEvidence(
  session: WatchSession,
  repository: WatchedRepository,
): Promise<WatchEvidence | null> {
  const { inputs, clock, runner } = session;
  const { address, repositoryId, branch, disclosure } = repository;
  const readAt = clock.now();
  const issues = await findMemory(session, repository);
  const marker = issues.memory?.marker ?? null;
  const found = await findBranchScans(session, repository, { last: marker?.position ?? null, now: readAt });
  const { scans, previous, isIntervalCut, leftOutCommits } = found;
  if (found.isNeverScanned && inputs.repositories === 'all') return null;
  const before = previous === null ? null : marker;
  if (marker !== before) runner.warning(UNKNOWN_SCAN);
  const watched = selectWatchedScans({ scans, previous, now: readAt });
  if (watched === null) throw noScanFault(session, repository, { ...found, now: readAt });
  const { latest: scan, newScans, position, passedOver } = watched;
  const findings = await findFindings(session, repositoryId, newScans);
  const attributed = await attribute(session, repository, findings);
  return {
    ...issues,
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

const FROM_FUTURE =
  'The hidden first line of the issue is dated in the future, so it was not used. Somebody may have edited it, or the clock of an earlier run was wrong.';

const UNKNOWN_SCAN =
  'The hidden first line of the issue is newer than all scans that the service lists, so it was not used. Somebody may have edited it, or the newest scan was deleted.';

async function findMemory(
  { github, identity, inputs, signal, clock, runner }: WatchSession,
  { address, branch, repositoryId, hasIssues }: WatchedRepository,
): Promise<Pick<WatchEvidence, 'memory' | 'withoutIssues'>> {
  if (!inputs.notify.includes('issue')) return { memory: null, withoutIssues: null };
  if (!hasIssues) return { memory: null, withoutIssues: SWITCHED_OFF };
  const question = { doing: 'read the issues', permission: 'issues: write' };
  const issues = await fetchOrFail(signal, question, () =>
    orInstead(null, () => fetchIssues(github, address, identity), isWithoutIssues),
  );
  if (issues === null) return { memory: null, withoutIssues: SWITCHED_OFF };
  const memory = readMemory(
    selectOwnIssues(issues, { identity, title: inputs.issueTitle }),
    { branch, repositoryId },
    clock.now(),
  );
  if (memory.isFromFuture) runner.warning(FROM_FUTURE);
  return { memory, withoutIssues: null };
}

interface NoScan extends Pick<BranchScans, 'scans' | 'leftOutCommits' | 'isWithoutCommits'> {
  readonly now: EpochMs;
}

function noScanFault(
  { inputs }: WatchSession,
  { branch }: WatchedRepository,
  { scans, leftOutCommits, isWithoutCommits, now }: NoScan,
): Unverified {
  // Which scans are of the branch is not known: nothing is said of them.
  if (isWithoutCommits) return new Unverified({ kind: 'no-branch', branch });
  return new Unverified({
    ...{ kind: 'no-scan-of-branch', branch, absent: scans.filter((scan) => isAbsent(scan, now)) },
    leftOut: leftOutCommits > 0 ? toLeftOutSentence(leftOutCommits) : null,
    ...{ scanTypes: inputs.scanTypes, service: inputs.serviceName, isOfSeveral: isSeveral(inputs) },
  });
}

async function findFindings(
  { service, inputs, clock, signal, runner }: WatchSession,
  repositoryId: RepoId,
  newScans: WatchedScans['newScans'],
): Promise<Pick<WatchEvidence, 'open' | 'newFindings' | 'purged'>> {
  const { lists, open, ...rest } = await fetchWatchedFindings(service, {
    repositoryId,
    scans: newScans,
    serviceName: inputs.serviceName,
    clock,
    signal,
    log: (line) => {
      runner.info(line);
    },
  });
  const newFindings = selectNewFindings(lists);
  return { ...rest, open: joinFindings(open, newFindings), newFindings };
}

/** Pull requests and commits that are looked up: those of new bugs, and of old ones those with most bugs. */
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
