// The pending bugs of a repository and of its new scans, whole or not at all.
import type { Bug, ServiceClient } from '../client/index.ts';
import type { Finding } from '../domain/finding.ts';
import { countOf } from '../domain/format.ts';
import type { RepoId } from '../domain/identifiers.ts';
import type { ScanFindings } from '../domain/new-findings.ts';
import type { UsableScan } from '../domain/scan.ts';
import { unverified, type Unverified } from '../domain/unverified.ts';
import type { Clock } from '../net/clock.ts';
import { fetchCountedScans } from './fetch-watched-scans.ts';
import { OTHER_REPOSITORY_ADVICE } from './other-repository.ts';
import { createInterner, toFinding, type Intern } from './to-finding.ts';
import { UnbelievableAnswerError, unverifiedBy } from './unverified-by.ts';

export interface WatchedFindingsQuery {
  readonly repositoryId: RepoId;
  readonly scans: readonly WatchedScan[];
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly log: (line: string) => void;
}

export interface WatchedScan {
  readonly scan: UsableScan;
  /** All bugs that it found; null when the service does not say. */
  readonly bugTotal: number | null;
}

export interface WatchedFindings {
  readonly kind: 'read';
  /** Of the whole repository. */
  readonly open: readonly Finding[];
  /** Of each scan, in the order of the query. */
  readonly lists: readonly ScanFindings[];
}

/** How often lists that show fewer bugs than their scans counted are read again, and how long apart. */
const MAX_REREADS = 3;
const PAUSE_MS = 10_000;

/** Reads all lists at once. Summaries and linked issues are not kept. */
export async function fetchWatchedFindings(
  service: ServiceClient,
  query: WatchedFindingsQuery,
): Promise<WatchedFindings | Unverified> {
  const source = { service, query, intern: createInterner(), known: new Map<string, Finding>() };
  try {
    const [open, lists] = await Promise.all([fetchPending(source, null), fetchLists(source)]);
    if ('kind' in lists) return lists;
    return { kind: 'read', open: open.filter((finding) => finding !== null), lists };
  } catch (error) {
    return unverifiedBy(error);
  }
}

interface Source {
  readonly service: ServiceClient;
  readonly query: WatchedFindingsQuery;
  readonly intern: Intern;
  /** By id: a bug that is in several lists is held once. */
  readonly known: Map<string, Finding>;
}

/** A scan can be complete a moment before its bugs are listed. */
async function fetchLists(source: Source): Promise<readonly ScanFindings[] | Unverified> {
  const { service, query } = source;
  let { scans } = query;
  for (let rereads = 0; ; rereads += 1) {
    const lists = await Promise.all(scans.map((scan) => fetchList(source, scan)));
    const missing = lists.reduce((sum, list) => sum + list.missing, 0);
    if (missing === 0) return lists;
    if (rereads === MAX_REREADS) return shortListsFault(missing);
    query.log(`The scans count ${missing} more bugs than they list; the lists are read again.`);
    await query.clock.wait(PAUSE_MS, query.signal);
    scans = await fetchTotalsAgain(service, { ...query, scans });
  }
}

async function fetchTotalsAgain(
  service: ServiceClient,
  { repositoryId, scans }: WatchedFindingsQuery,
): Promise<readonly WatchedScan[]> {
  const now = await fetchCountedScans(service, repositoryId);
  const totals = new Map(now.map(({ scan, bugTotal }) => [scan.id, bugTotal]));
  return scans.map(({ scan, bugTotal }) => {
    const total = totals.get(scan.id);
    return { scan, bugTotal: total === undefined ? bugTotal : total };
  });
}

interface List extends ScanFindings {
  /** How many bugs the scan counts that none of its lists shows. */
  readonly missing: number;
}

async function fetchList(source: Source, { scan, bugTotal }: WatchedScan): Promise<List> {
  const [pending, resolved, dismissed] = await Promise.all([
    fetchPending(source, scan),
    bugTotal === null ? 0 : fetchCount(source, scan, 'resolved'),
    bugTotal === null ? 0 : fetchCount(source, scan, 'dismissed'),
  ]);
  const missing = Math.max(0, (bugTotal ?? 0) - pending.length - resolved - dismissed);
  return { scan, findings: pending.filter((finding) => finding !== null), missing };
}

/** An item for each listed bug; null for one that its review settles. Without a scan: of the repository. */
async function fetchPending(
  { service, query: { repositoryId }, intern, known }: Source,
  scan: UsableScan | null,
): Promise<readonly (Finding | null)[]> {
  const select = (bug: Bug): Finding | null => {
    const finding = toFinding({ ...requireOurs(bug, repositoryId), ...LEFT_OUT }, intern);
    if (finding === null) return null;
    const first = known.get(finding.id);
    if (first?.foundAt === finding.foundAt) return first;
    known.set(finding.id, finding);
    return finding;
  };
  return await service.bugs.collect({
    ...{ repoId: repositoryId, scanId: scan?.id, status: 'pending', select },
  });
}

/** What no document of a watch shows, and ten thousand bugs need not hold. */
const LEFT_OUT = { summary: '', linkedIssues: [] } as const;

async function fetchCount(
  { service, query: { repositoryId } }: Source,
  { id: scanId }: UsableScan,
  status: 'resolved' | 'dismissed',
): Promise<number> {
  const { bugs, total } = await service.bugs.list({
    ...{ repoId: repositoryId, scanId, status, limit: 1 },
  });
  for (const bug of bugs) requireOurs(bug, repositoryId);
  return total;
}

function requireOurs(bug: Bug, repositoryId: RepoId): Bug {
  if (bug.repoId === repositoryId) return bug;
  throw new UnbelievableAnswerError(
    `Asked for the bugs of \`${repositoryId}\`, the service sent \`${bug.id}\` of \`${bug.repoId}\`.`,
    OTHER_REPOSITORY_ADVICE,
  );
}

function shortListsFault(missing: number): Unverified {
  return unverified(
    'service-error',
    `${countOf(missing, 'bug', 'bugs')} that the new scans count ${missing === 1 ? 'is' : 'are'} in none of their lists, so it is not known what is new.`,
    [
      'Run this job again later: a scan can be complete a while before its bugs are listed.',
      'If it stays so, ask whoever runs the service why the lists of the scan are short.',
    ],
  );
}
