// The bugs that got through with a merged pull request, each with the first reason for which no gate stopped it. Pure.
import { isMarked } from '../documents/marker.ts';
import { assess } from '../judgement/assessment.ts';
import { createChangedPaths } from '../judgement/changed-paths.ts';
import { isWithin, type Period, toPeriodBefore } from '../judgement/day.ts';
import type { BugId, EpochMs } from '../judgement/identifiers.ts';
import { sum } from '../judgement/lists.ts';
import { NO_COMMITS } from '../judgement/relevance.ts';
import { isPending, type ReviewedBug } from '../judgement/reviewed-bug.ts';
import { isComplete, isFullScan, type Scan } from '../judgement/scan.ts';
import { toDigest } from '../net/digest.ts';
import { type CountingInputs, type GateFacts, type GateMark, type MergedPull, selectLastWords } from './gate-facts.ts';
import { createPullFinder } from './introductions.ts';

/**
 * The ways, in the order in which they are asked for: the first that fits is the one. `no-gate`: none judged the merged head
 * before the merge. `seen`: it counted, the gate failed, and the pull request was merged all the same. `limit`: a limit was
 * not exceeded, or there was none for it. `unknown`: the marker does not tell.
 */
const WAYS = [
  'no-gate',
  'could-not-judge',
  'seen',
  'no-full-scan',
  'found-later',
  'paths',
  'gate-on',
  'found-since',
  'limit',
  'unknown',
] as const;
export type Way = (typeof WAYS)[number];

/** The gate was red at first, and passed once the bug was out of the way. `marked`: nobody but the review says that it is resolved. */
const HELD = ['fixed', 'marked', 'dismissed'] as const;
export type Held = (typeof HELD)[number];

export function isHeld(way: Way | Held): way is Held {
  return HELD.some((held) => held === way);
}

export interface WayCount {
  readonly way: Way;
  readonly bugs: number;
  readonly security: number;
  readonly pendingSecurity: number;
}

export interface ThroughPeriod {
  readonly ways: readonly WayCount[];
  readonly bugs: number;
  /** A gate held these bugs, which are in no other count. */
  readonly held: Readonly<Record<Held, number>>;
  /** So many pending security bugs got through that no gate has seen. */
  readonly escaped: number;
}

export interface Through extends ThroughPeriod {
  /** The period before has as many days. It is null where not all of its bugs are known. */
  readonly before: ThroughPeriod | null;
  /** It would have stopped most; null: no change would have stopped any. */
  readonly change: Change | null;
}

export interface Change {
  /** Each of several ways let as many bugs in. */
  readonly ways: readonly Way[];
  readonly bugs: number;
  readonly of: number;
}

/** Tells how a merged pull request brought a bug in; null: none did, as far as is known. */
export type WayFinder = (bug: ReviewedBug) => Way | Held | null;

export interface ThroughQuery {
  readonly sources: readonly { readonly bugs: readonly ReviewedBug[]; readonly findWay: WayFinder }[];
  readonly period: Period;
  readonly now: EpochMs;
  /** Bugs are known from this day on; null: none are. */
  readonly knownFrom: number | null;
}

/** Counts bugs from before there was any gate as `no-gate`. */
export function decideThrough({ sources, period, now, knownFrom }: ThroughQuery): Through {
  const decidePeriod = (some: Period): ThroughPeriod =>
    countWays(
      sources.flatMap(({ bugs, findWay }) =>
        bugs.filter(({ foundAt }) => isWithin(foundAt, some, now)).map((bug) => ({ bug, way: findWay(bug) })),
      ),
    );
  const these = decidePeriod(period);
  const earlier = toPeriodBefore(period);
  const isKnown = knownFrom !== null && knownFrom <= earlier.first;
  return { ...these, before: isKnown ? decidePeriod(earlier) : null, change: decideChange(these) };
}

/** A bug that one gate has seen or held did not get past them all; else the first way of any of them counts. */
const FIRST: readonly (Way | Held)[] = ['seen', ...HELD, ...WAYS];

export function createWayFinder(scans: readonly Scan[], facts: GateFacts): WayFinder {
  const scanned = new Set<string | null>(
    scans.filter((scan) => isComplete(scan) && isFullScan(scan)).map(({ sha }) => sha),
  );
  const findPull = createPullFinder(facts);
  return (bug) => {
    const pull = findPull(bug);
    if (pull === null) return null;
    const isHeadScanned = scanned.has(pull.headSha);
    const ways = selectLastWords(pull).map((mark) => decideWayPast(mark, { bug, pull, isHeadScanned }));
    return FIRST.find((way) => ways.includes(way)) ?? 'no-gate';
  };
}

interface BugOfPull {
  readonly bug: ReviewedBug;
  readonly pull: MergedPull;
}

function decideWayPast(
  mark: GateMark,
  { bug, pull, isHeadScanned }: BugOfPull & { readonly isHeadScanned: boolean },
): Way | Held {
  if (mark.verdict === 'unverified') return 'could-not-judge';
  const isCounted = mark.counted !== null && isMarked(mark.counted, toDigest(bug.id));
  if (mark.verdict === 'failed' && isCounted) return 'seen';
  const held = mark.verdict === 'passed' && mark.reds > 0 ? decideHeld(bug, pull) : null;
  if (held !== null) return held;
  if (!isHeadScanned) return 'no-full-scan';
  if (bug.foundAt > mark.readAt) return 'found-later';
  if (isCounted) return 'limit';
  return mark.inputs === null ? 'unknown' : decideLeftOut(mark.inputs, mark.counted, { bug, pull });
}

function decideHeld(bug: ReviewedBug, { mergedAt }: MergedPull): Held | null {
  const { review } = bug;
  if (review === null || isPending(bug) || review.at > mergedAt) return null;
  if (review.state === 'dismissed') return 'dismissed';
  return review.source === 'bug_fix_check' ? 'fixed' : 'marked';
}

/**
 * The gate's own judge says which input left it out. Nobody has read what else the pull request changed: where the marker lists what
 * counted, it did not touch the bug's file, or the input does not ask for that: the bug would be in the list.
 */
function decideLeftOut(inputs: CountingInputs, counted: GateMark['counted'], { bug, pull }: BugOfPull): Way {
  // That the pull request renamed the file into `paths` is unlikely, and would not be known.
  if (!inputs.isInPaths(bug.details.path)) return 'paths';
  const rest = counted === null ? 'cut-off' : 'no';
  const own = {
    number: pull.number,
    commits: { value: new Set([pull.headSha]), rest },
    former: NO_COMMITS,
    paths: { value: createChangedPaths([]), rest },
  } as const;
  const reopenedAt = bug.review?.state === 'pending' ? bug.review.at : null;
  const finding = { ...bug, reopenedAt, details: { ...bug.details, summary: '', linkedIssues: [] } };
  // Nobody knows what its scans listed, so that the lists are never the reason.
  const query = { inputs, countedFrom: 'scan', listed: new Set<BugId>(), own, twins: [] } as const;
  const { exclusion, countsAsSecurity } = assess(finding, query);
  if (exclusion === 'gate-on' || exclusion === 'found-since') return exclusion;
  const isLimited = inputs.maxBugs !== 'off' || (countsAsSecurity && inputs.maxSecurityBugs !== 'off');
  return isLimited ? 'unknown' : 'limit';
}

function countWays(found: readonly (Pick<BugOfPull, 'bug'> & { readonly way: Way | Held | null })[]): ThroughPeriod {
  const byWay = Map.groupBy(found, ({ way }) => way);
  const ways = WAYS.map((way): WayCount => {
    const bugs = byWay.get(way) ?? [];
    const security = bugs.map(({ bug }) => bug).filter(({ kind }) => kind === 'security');
    return { way, bugs: bugs.length, security: security.length, pendingSecurity: security.filter(isPending).length };
  });
  const countHeld = (held: Held): number => byWay.get(held)?.length ?? 0;
  return {
    ways,
    bugs: sum(ways.map(({ bugs }) => bugs)),
    held: { fixed: countHeld('fixed'), marked: countHeld('marked'), dismissed: countHeld('dismissed') },
    escaped: sum(ways.map(({ way, pendingSecurity }) => (way === 'seen' ? 0 : pendingSecurity))),
  };
}

/** No set-up of the gate would have made a difference here, or nobody can tell which. */
const UNCHANGEABLE: ReadonlySet<Way> = new Set(['found-later', 'unknown']);

function decideChange({ ways, bugs: of }: ThroughPeriod): Change | null {
  const changeable = ways.filter(({ way }) => !UNCHANGEABLE.has(way));
  const most = Math.max(...changeable.map(({ bugs }) => bugs));
  if (most === 0) return null;
  return { ways: changeable.filter(({ bugs }) => bugs === most).map(({ way }) => way), bugs: most, of };
}
