// Fetches the pending bugs of a repository and of its new scans, whole or not at all.
import { type Bug, isServiceError, type ServiceClient } from '../client/index.ts';
import { cut } from '../documents/markdown.ts';
import type { Finding } from '../judgement/finding.ts';
import { countOf } from '../judgement/format.ts';
import type { RepoId } from '../judgement/identifiers.ts';
import { sum } from '../judgement/lists.ts';
import { type Scan, scanAgeMs, type UsableScan } from '../judgement/scan.ts';
import { DAY_MS } from '../judgement/time.ts';
import { Unverified } from '../judgement/unverified.ts';
import { fetchScanList, requireOurs, type ScanList } from '../service/fetch-list-totals.ts';
import { createInterner, type Intern, toFinding } from '../service/from-api.ts';
import type { WatchSession } from './inputs.ts';
import type { ScanFindings } from './new-findings.ts';

export interface WatchedFindings {
  readonly open: readonly Finding[];
  readonly lists: readonly ScanFindings[];
  readonly purged: readonly Scan[];
}

export interface WatchedFindingsQuery extends Pick<WatchSession, 'clock' | 'signal' | 'runner'> {
  readonly repositoryId: RepoId;
  readonly scans: readonly UsableScan[];
}

/** Throws what the client throws. @throws {Unverified} If the lists of scans stay short, or an answer cannot be true. */
export async function fetchWatchedFindings(
  service: ServiceClient,
  query: WatchedFindingsQuery,
): Promise<WatchedFindings> {
  const source = { service, query, intern: createInterner(), known: new Map<string, Finding>() };
  const [open, read] = await Promise.all([fetchWatched(source, null), fetchWholeLists(source)]);
  const { missing, ...lists } = read;
  if (missing > 0) throw new Unverified({ kind: 'short-lists', missing, of: 'new' });
  return { open: open.filter((finding) => finding !== null), ...lists };
}

interface ListSource {
  readonly service: ServiceClient;
  readonly query: WatchedFindingsQuery;
  readonly intern: Intern;
  /** Holds a bug that is in several lists once. */
  readonly known: Map<string, Finding>;
}

/** In `missing` are only bugs of lists that may still become whole. */
type ScanLists = Omit<WatchedFindings, 'open'> & Pick<ScanList<Finding>, 'missing'>;

const MAX_REREADS = 3;
const PAUSE_MS = 10_000;
/** Short lists delay a run by at most this long. */
export const MAX_LISTS_WAIT_MS = MAX_REREADS * PAUSE_MS;

/** Reads all lists again where one is short: a scan is often complete a moment before its bugs are listed. */
async function fetchWholeLists(source: ListSource): Promise<ScanLists> {
  const { clock, signal, runner } = source.query;
  for (let rereads = 0; ; rereads += 1) {
    const lists = await fetchAllScanFindings(source);
    if (lists.missing === 0 || rereads === MAX_REREADS) return lists;
    const more = countOf(lists.missing, 'bug', 'bugs');
    runner.info(`The new scans count ${more} more than the service lists. The lists are read again.`);
    await clock.wait(PAUSE_MS, signal);
  }
}

async function fetchAllScanFindings(source: ListSource): Promise<ScanLists> {
  const { service, query } = source;
  // The service may say more about a bug when it is asked again.
  source.known.clear();
  const lists = await Promise.all(
    query.scans.map(async (scan) => {
      const asked = { repoId: query.repositoryId, scan };
      const list = await orPurged(fetchScanList(service, asked, fetchWatched(source, scan)), scan, query);
      return {
        scan,
        findings: list?.listed.filter((finding) => finding !== null) ?? [],
        missing: list?.missing ?? 0,
        isPurged: list === null,
      };
    }),
  );
  const purged = lists.filter(({ isPurged }) => isPurged).map(({ scan }) => scan);
  return { lists, purged, missing: sum(lists.map((list) => list.missing)) };
}

/** Null: a day after the end of a scan its list is gone or empty, and would be so in every run. */
async function orPurged<Item>(
  list: Promise<ScanList<Item>>,
  scan: UsableScan,
  { clock }: Pick<WatchedFindingsQuery, 'clock'>,
): Promise<ScanList<Item> | null> {
  const isOld = scanAgeMs(scan, clock.now()) > DAY_MS;
  try {
    const read = await list;
    return isOld && read.missing > 0 && read.missing === scan.bugTotal ? null : read;
  } catch (error) {
    if (isServiceError(error) && error.status === 404 && isOld) return null;
    throw error;
  }
}

/** Gives an item for each listed bug, null for one that is not pending. Without a scan it lists the repository's bugs. */
async function fetchWatched(
  { service, query: { repositoryId }, intern, known }: ListSource,
  scan: UsableScan | null,
): Promise<readonly (Finding | null)[]> {
  const select = (bug: Bug): Finding | null => {
    const summary = toFirstSentence(bug.summary);
    const finding = toFinding({ ...requireOurs(bug, repositoryId), summary, linkedIssues: [] }, intern);
    if (finding === null) return null;
    const first = known.get(finding.id);
    if (first?.foundAt === finding.foundAt) return first;
    known.set(finding.id, finding);
    return finding;
  };
  return await service.bugs.collect({ repoId: repositoryId, scanId: scan?.id, status: 'pending', select });
}

const MAX_SENTENCE_CHARACTERS = 300;

/** A comment shows this much of a summary, and ten thousand bugs need not hold the rest. */
export function toFirstSentence(summary: string): string {
  const start = summary
    .slice(0, 4 * MAX_SENTENCE_CHARACTERS)
    .trim()
    .replace(/\s+/g, ' ');
  const end = start.search(/[.!?](?= \p{Lu}|$)/u);
  return cut(end < 0 ? start : start.slice(0, end + 1), MAX_SENTENCE_CHARACTERS);
}
