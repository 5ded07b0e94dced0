// This file reads the lists of pending bugs, and compares them with what the scans count.
import { isGone } from './cause.ts';
import type { Finding, FindingKind } from './finding.ts';
import { type BugId, type EpochMs, parseSomeSha } from './identifiers.ts';
import { sum } from './lists.ts';
import type { JudgementInputs, Question } from './question.ts';
import { countMissing, type Scan, type UsableScan } from './scan.ts';
import type { JudgedScan } from './selection.ts';
import type { CountFrom, Tally } from './tally.ts';
import { isUnverified, type Unverified } from './unverified.ts';
import type { BugList, ListedBugs, World } from './world.ts';

export interface PendingBugs {
  readonly selected: JudgedScan;
  readonly countedFrom: CountFrom;
  /** Each bug stands here once. */
  readonly findings: readonly Finding[];
  /** The bugs that the judged scans list. */
  readonly listed: ReadonlySet<BugId>;
  /** The first list was read just after this time. */
  readonly readAt: EpochMs;
  /** The judged scans count so many bugs that no list shows. */
  readonly missing: number;
  /** Both counts are 0 if no report was wanted. */
  readonly settled: SettledCounts;
}

type SettledCounts = Pick<Tally, 'resolved' | 'dismissed'>;

export function decideCountedFrom(
  { countFrom, gateOn }: JudgementInputs,
  { standsIn, isPartial }: JudgedScan,
): CountFrom {
  // Rules `count-from-scan` and `count-from-repository`.
  if (countFrom !== 'auto') return countFrom;
  // Rule `repository-otherwise`.
  return standsIn || isPartial || gateOn !== 'all' ? 'repository' : 'both';
}

/** @throws {Unverified} If a list cannot be read whole, or if the service does not say how many bugs it has. */
export async function fetchPendingBugs(
  world: World,
  question: Question,
  counted: Pick<PendingBugs, 'selected' | 'countedFrom'>,
): Promise<PendingBugs> {
  const lists = await findLists(world, counted);
  const [pending, missing, settled] = await Promise.all([
    fetchFindings(world, lists),
    fetchMissing(world, question, lists),
    fetchSettled(world, question, lists),
  ]);
  return { ...counted, ...pending, missing, settled };
}

interface JudgedLists extends Pick<PendingBugs, 'selected' | 'countedFrom'> {
  /** The scans whose lists the service still has. */
  readonly there: readonly UsableScan[];
  /** The scans whose lists it no longer has. */
  readonly purged: readonly UsableScan[];
}

/** Rule `purged-list`: where the newest full scan's list is gone, that is a fault; for any other the repository's bugs stand in. */
async function findLists(world: World, counted: Pick<PendingBugs, 'selected' | 'countedFrom'>): Promise<JudgedLists> {
  const { scan, judged, isPartial } = counted.selected;
  // The lists of more than ten scans are only compared with what these count.
  const isReadAnyway = !areTooMany(counted.selected);
  const others = judged.filter(
    (each) => readsScans(counted) && (isPartial || each !== scan) && (isReadAnyway || countMissing(each, 0) > 0),
  );
  const found = await Promise.all(
    others.map(async (each) => {
      const list = await (isReadAnyway ? world.bugs(each) : world.totals(each));
      const isPurged = isUnverified(list) && isGone(list.cause);
      return isPurged ? [each] : [];
    }),
  );
  const purged = found.flat();
  return { ...counted, there: judged.filter((each) => !purged.includes(each)), purged };
}

/** A scan that stands in is not read where the repository counts. */
function readsScans({ selected, countedFrom }: Pick<PendingBugs, 'selected' | 'countedFrom'>): boolean {
  return countedFrom !== 'repository' || !selected.standsIn;
}

/** Our own limit: the repository's list shows what is pending, too. */
const MAX_SCAN_LISTS = 10;

/** Rule `ten-scan-lists`. */
function areTooMany({ judged }: JudgedScan): boolean {
  return judged.length > MAX_SCAN_LISTS;
}

async function fetchFindings(
  world: World,
  lists: JudgedLists,
): Promise<Pick<PendingBugs, 'findings' | 'listed' | 'readAt'>> {
  const { selected, countedFrom, purged } = lists;
  const scansLists: readonly BugList[] = areTooMany(selected) ? ['repository'] : lists.there;
  const [scans, repository, standing] = await Promise.all([
    readsScans(lists) ? fetchLists(world, scansLists) : [],
    countedFrom === 'scan' ? [] : fetchLists(world, ['repository']),
    purged.length === 0 ? [] : fetchLists(world, ['repository']),
  ]);
  const toFindings = (some: readonly ListedBugs[]): readonly Finding[] => some.flatMap(({ findings }) => findings);
  const inPlace = toFindings(standing).filter((finding) => purged.some((scan) => isFoundBy(finding, scan)));
  const ofScans = [...toFindings(scans), ...inPlace];
  const readAt = Math.min(...[...scans, ...repository, ...standing].map((list) => list.readAt)) as EpochMs;
  const listed = new Set(ofScans.map(({ id }) => id));
  return { findings: selectGravest([...ofScans, ...toFindings(repository)]), listed, readAt };
}

/** A text that is no SHA may stand for any commit. */
function isFoundBy({ details: { commitSha } }: Finding, { sha }: Scan): boolean {
  if (commitSha === null) return false;
  const known = parseSomeSha(commitSha);
  return known === null || sha?.startsWith(known) === true;
}

const WEIGHTS: Readonly<Record<FindingKind, number>> = { security: 2, unclassified: 1, bug: 0 };

/**
 * Rules `one-bug-of-several-lists` and `classed-differently`: where lists disagree on the kind of a bug, the gravest counts;
 * of equally grave ones the first, which is the newest scan's.
 */
function selectGravest(findings: readonly Finding[]): readonly Finding[] {
  const gravest = new Map<BugId, Finding>();
  for (const finding of findings) {
    const before = gravest.get(finding.id);
    if (before === undefined || WEIGHTS[finding.kind] > WEIGHTS[before.kind]) gravest.set(finding.id, finding);
  }
  return [...gravest.values()];
}

/** Rule `whole-lists`. */
async function fetchLists(world: World, lists: readonly BugList[]): Promise<readonly ListedBugs[]> {
  const read = await Promise.all(lists.map((list) => world.bugs(list)));
  return read.map(requireAnswer);
}

/** @throws {Unverified} If there is no answer. */
function requireAnswer<Answer>(answer: Answer | Unverified): Answer {
  if (isUnverified(answer)) throw answer;
  return answer;
}

const NONE_SETTLED: SettledCounts = { resolved: 0, dismissed: 0 };

/** Rule `settled-of-the-source`. The counts of several scans add up, and may count a bug twice. */
async function fetchSettled(
  world: World,
  { wants }: Question,
  { there, countedFrom }: JudgedLists,
): Promise<SettledCounts> {
  if (wants !== 'report') return NONE_SETTLED;
  const lists: readonly BugList[] = countedFrom === 'repository' ? ['repository'] : there;
  const settled = await Promise.all(
    lists.map(async (list) => {
      const counts = list === 'repository' ? null : list.counts;
      if (counts !== null) return counts;
      const totals = await world.totals(list);
      return isUnverified(totals) && isGone(totals.cause) ? NONE_SETTLED : requireAnswer(totals);
    }),
  );
  return {
    resolved: sum(settled.map(({ resolved }) => resolved)),
    dismissed: sum(settled.map(({ dismissed }) => dismissed)),
  };
}

/**
 * Rule `counts-against-lists`: how many bugs the scans count that their lists do not show.
 * @throws {Unverified} If the service does not say how many it lists.
 */
async function fetchMissing(world: World, { inputs, wants }: Question, lists: JudgedLists): Promise<number> {
  if (inputs.countFrom === 'repository' || !readsScans(lists)) return 0;
  const isReadAnyway = wants !== 'report' && !areTooMany(lists.selected);
  const missing = lists.there.map(async (scan) => {
    // What is pending is often all. For a report, which waits for both, they are asked for together.
    const shown = isReadAnyway ? requireAnswer(await world.bugs(scan)).total : 0;
    if (countMissing(scan, shown) === 0) return 0;
    const { pending, resolved, dismissed } = requireAnswer(await world.totals(scan));
    return countMissing(scan, pending + resolved + dismissed);
  });
  return sum(await Promise.all(missing));
}
