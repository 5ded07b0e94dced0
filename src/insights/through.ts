// What got through: bugs that a merged pull request introduced, each with the first reason for which no gate stopped it. Pure.
import { isMarked } from '../documents/marker.ts';
import { assess } from '../judgement/assessment.ts';
import { createChangedPaths } from '../judgement/changed-paths.ts';
import { isWithin, type Period, toPeriodBefore } from '../judgement/day.ts';
import type { EpochMs } from '../judgement/identifiers.ts';
import { isPending, type ReviewedBug } from '../judgement/reviewed-bug.ts';
import { isComplete, isFullScan, type Scan } from '../judgement/scan.ts';
import { toDigest } from '../net/digest.ts';
import { type CountingInputs, type GateFacts, type GateMark, type MergedPull, selectLastWords } from './gate-facts.ts';
import { createPullFinder } from './introductions.ts';

/**
 * The ways, in the order in which they are asked for: the first that fits is the one. `no-gate`: none judged the merged head
 * before the merge. `seen`: it counted, the gate failed, and the pull request was merged all the same. `stopped`: the gate had
 * been red, and passed once the bug was resolved or dismissed. `limit`: a limit was not exceeded, or there was none for it.
 * `unknown`: the marker does not tell, or not all comments of the pull request were read.
 */
const WAYS = [
  'no-gate',
  'could-not-judge',
  'seen',
  'stopped',
  'dismissed',
  'no-full-scan',
  'found-later',
  'paths',
  'gate-on',
  'found-since',
  'limit',
  'unknown',
] as const;
export type Way = (typeof WAYS)[number];

export interface WayCount {
  readonly way: Way;
  readonly bugs: number;
  /** Security bugs among them. */
  readonly security: number;
  /** Those of them that are pending. */
  readonly pendingSecurity: number;
}

/** Of bugs found in one period. */
export interface ThroughPeriod {
  /** Every way once, in order. */
  readonly ways: readonly WayCount[];
  /** All of them. */
  readonly bugs: number;
  /** Pending security bugs that no gate has stopped or seen, as far as that was read. */
  readonly escaped: number;
  /** Those of which it is not known whether a gate has stopped or seen them, since not everything was read of their pull requests. */
  readonly unread: UnreadBugs;
}

export interface UnreadBugs extends Omit<WayCount, 'way'> {
  /** Of all of these the ones that are in no other count: it was not read whether a merged pull request introduced them. */
  readonly elsewhere: number;
}

export interface Through extends ThroughPeriod {
  /** The same of the period before, of as many days; null: not all of its bugs are known. */
  readonly before: ThroughPeriod | null;
  /** The one change that would have stopped most; null: no change would have stopped any. */
  readonly change: Change | null;
}

export interface Change {
  readonly way: Way;
  readonly bugs: number;
  /** How many got through in all, as far as that was read: those that were stopped did not. */
  readonly of: number;
}

export interface ThroughSource {
  readonly bugs: readonly ReviewedBug[];
  readonly scans: readonly Scan[];
  readonly facts: GateFacts;
}

export interface ThroughQuery {
  readonly sources: readonly ThroughSource[];
  readonly period: Period;
  readonly now: EpochMs;
  /** The first day of which bugs are known; null: there is none. */
  readonly knownFrom: number | null;
}

/** Counts over all of the repositories. Where there was no gate yet in the period before, that is the way of its bugs. */
export function decideThrough({ sources, period, now, knownFrom }: ThroughQuery): Through {
  const found = sources.flatMap(decideWays);
  const decidePeriod = (some: Period): ThroughPeriod =>
    countWays(found.filter(({ bug }) => isWithin(bug.foundAt, some, now)));
  const these = decidePeriod(period);
  const earlier = toPeriodBefore(period);
  const before = decidePeriod(earlier);
  const isKnown = knownFrom !== null && knownFrom <= earlier.first && before.unread.bugs === 0;
  return { ...these, before: isKnown ? before : null, change: decideChange(these) };
}

interface BugThrough {
  readonly bug: ReviewedBug;
  /** Null: it was not read whether a merged pull request introduced it. */
  readonly way: Way | null;
  /** Whether it was read what the gates said. */
  readonly isRead: boolean;
}

function decideWays({ bugs, scans, facts }: ThroughSource): readonly BugThrough[] {
  const scanned = new Set<string | null>(
    scans.filter((scan) => isComplete(scan) && isFullScan(scan)).map(({ sha }) => sha),
  );
  const findPull = createPullFinder(facts);
  return bugs.flatMap((bug): readonly BugThrough[] => {
    const pull = findPull(bug);
    if (pull === null) return [];
    if (pull === 'lost') return [{ bug, way: null, isRead: false }];
    if (pull.marks === null) return [{ bug, way: 'unknown', isRead: false }];
    return [{ bug, way: decideWay(bug, pull, scanned), isRead: true }];
  });
}

/** Whatever one gate has seen or stopped did not get past them all; else the first way of any of them. */
const FIRST: readonly Way[] = ['seen', 'stopped', ...WAYS];

function decideWay(bug: ReviewedBug, pull: MergedPull, scanned: ReadonlySet<string | null>): Way {
  const ways = selectLastWords(pull).map((mark) =>
    decideWayPast(mark, bug, { pull, isHeadScanned: scanned.has(pull.headSha) }),
  );
  return FIRST.find((way) => ways.includes(way)) ?? 'no-gate';
}

interface Merge {
  readonly pull: MergedPull;
  /** Whether a full scan of the merged head is complete. */
  readonly isHeadScanned: boolean;
}

function decideWayPast(mark: GateMark, bug: ReviewedBug, { pull, isHeadScanned }: Merge): Way {
  if (mark.verdict === 'unverified') return 'could-not-judge';
  const { review, foundAt } = bug;
  const isCounted = mark.counted !== null && isMarked(mark.counted, toDigest(bug.id));
  if (mark.verdict === 'failed' && isCounted) return 'seen';
  const isOverBefore = review !== null && !isPending(bug) && review.at <= pull.mergedAt;
  if (mark.verdict === 'passed' && mark.reds > 0 && isOverBefore) return 'stopped';
  if (review?.state === 'dismissed') return 'dismissed';
  if (!isHeadScanned) return 'no-full-scan';
  if (foundAt > mark.readAt) return 'found-later';
  if (isCounted) return 'limit';
  return mark.inputs === null ? 'unknown' : decideLeftOut(mark.inputs, mark.counted, { bug, pull });
}

/**
 * Which input left it out, by the gate's own judge. What else the pull request changed is not read. Where the marker lists what
 * counted, it did not touch the bug's file, or the input does not ask for that: the bug would be in the list.
 */
function decideLeftOut(inputs: CountingInputs, counted: GateMark['counted'], { bug, pull }: BugOfPull): Way {
  const rest = counted === null ? 'cut-off' : 'no';
  const own = {
    number: pull.number,
    commits: { value: new Set([pull.headSha]), rest },
    paths: { value: createChangedPaths([]), rest },
  } as const;
  const reopenedAt = bug.review?.state === 'pending' ? bug.review.at : null;
  const finding = { ...bug, reopenedAt, details: { ...bug.details, summary: '', linkedIssues: [] } };
  // What its scans listed is not known, so that the lists are never the reason.
  const candidate = { finding, isListed: true };
  const { exclusion, countsAsSecurity } = assess(candidate, { inputs, countedFrom: 'scan', own, twins: [] });
  if (exclusion === 'paths' || exclusion === 'gate-on' || exclusion === 'found-since') return exclusion;
  const isLimited = inputs.maxBugs !== 'off' || (countsAsSecurity && inputs.maxSecurityBugs !== 'off');
  return isLimited ? 'unknown' : 'limit';
}

interface BugOfPull {
  readonly bug: ReviewedBug;
  readonly pull: MergedPull;
}

function countWays(found: readonly BugThrough[]): ThroughPeriod {
  const byWay = Map.groupBy(found, ({ way }) => way);
  const ways = WAYS.map((way): WayCount => {
    return { way, ...countBugs(byWay.get(way) ?? []) };
  });
  const unread = found.filter(({ isRead }) => !isRead);
  const escaped = found.filter(({ way, isRead }) => isRead && way !== 'stopped' && way !== 'seen');
  const elsewhere = unread.filter(({ way }) => way === null).length;
  return {
    ways,
    bugs: found.length - elsewhere,
    escaped: countBugs(escaped).pendingSecurity,
    unread: { ...countBugs(unread), elsewhere },
  };
}

function countBugs(found: readonly BugThrough[]): Omit<WayCount, 'way'> {
  const security = found.map(({ bug }) => bug).filter(({ kind }) => kind === 'security');
  return { bugs: found.length, security: security.length, pendingSecurity: security.filter(isPending).length };
}

/** Of the others no set-up of the gate would have made a difference, or nobody can tell which. */
const CHANGEABLE: ReadonlySet<Way> = new Set([
  'no-gate',
  'could-not-judge',
  'seen',
  'no-full-scan',
  'paths',
  'gate-on',
  'found-since',
  'limit',
]);

function decideChange({ ways, bugs, unread }: ThroughPeriod): Change | null {
  const stopped = ways.find(({ way }) => way === 'stopped')?.bugs ?? 0;
  // The first of equals.
  const [most] = ways.filter((each) => CHANGEABLE.has(each.way) && each.bugs > 0).toSorted((a, b) => b.bugs - a.bugs);
  return most === undefined
    ? null
    : { way: most.way, bugs: most.bugs, of: bugs - stopped - (unread.bugs - unread.elsewhere) };
}
