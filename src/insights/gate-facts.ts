// What the markers of gates say of pull requests, and the figures made of that. Pure.
import { isWithin, type Period, toDay, toPast, toPeriodBefore } from '../judgement/day.ts';
import { compareText } from '../judgement/finding.ts';
import type { EpochMs } from '../judgement/identifiers.ts';
import { sum } from '../judgement/lists.ts';
import type { JudgementInputs } from '../judgement/question.ts';
import { decideJobStatus, type Policy, UNVERIFIED_REASONS, type UnverifiedReason } from '../judgement/verdict.ts';

/** The markers of one repository, as far as they were found. */
export interface GateFacts {
  readonly open: readonly MarkedPull[];
  /** Those that were merged in the period or in the one before it, and those that brought a bug in. */
  readonly merged: readonly MergedPull[];
  /** Numbers of merged ones by a commit that they brought in. */
  readonly byCommit: ReadonlyMap<string, number>;
  /** Numbers and commits of bugs for which it was not read whether a merged one brought them in. */
  readonly lostNames: ReadonlySet<number | string>;
  /** How many more pull requests are open, or were merged in the period, than are listed here. */
  readonly unlisted: UnreadPulls;
  /** How many pull requests were not looked at, for whatever reason. */
  readonly leftOut: number;
  /** Whether GitHub did not list all of those that were merged in the period before. */
  readonly isEarlierCut: boolean;
}

/** Pull requests of which it is not known what the gates said. */
export interface UnreadPulls {
  readonly open: number;
  /** In the period. */
  readonly merged: number;
}

export interface MarkedPull {
  readonly number: number;
  /** Written by whoever opened it. */
  readonly title: string;
  /** The head as it is, or was merged. */
  readonly headSha: string;
  /** Of the gates that judged this head, the newest of each; null: not known, since not all of its comments were read. */
  readonly marks: readonly GateMark[] | null;
}

export interface MergedPull extends MarkedPull {
  readonly mergedAt: EpochMs;
}

/** What a gate said; whoever can edit the bot's comments may have changed it. */
export interface GateMark extends Policy {
  /** The judged commit. */
  readonly sha: string | null;
  readonly readAt: EpochMs;
  readonly verdict: 'passed' | 'failed' | 'unverified';
  /** Null: none that we know. */
  readonly reason: UnverifiedReason | null;
  /** On how many heads of this pull request the gate was red because of bugs. */
  readonly reds: number;
  /** The bugs that were held against a limit, as a marker lists them; null: not known. */
  readonly counted: string | null;
  /** The inputs that decide which bugs count; null: not known. */
  readonly inputs: CountingInputs | null;
}

/** All that a gate can say. */
export const VERDICTS: readonly GateMark['verdict'][] = ['passed', 'failed', 'unverified'];

export type CountingInputs = Pick<
  JudgementInputs,
  'isInPaths' | 'gateOn' | 'foundSince' | 'countUnclassified' | 'maxSecurityBugs' | 'maxBugs'
>;

/** `unjudged`: no gate has judged the head. */
export type OpenState = GateMark['verdict'] | 'unjudged';

/**
 * What became of a merged pull request. `stopped`: red first, then green. `overridden`: against the last word of a gate.
 * `warned`: a gate would have stopped it, or could not judge, and only warned. `unjudged`: no gate had judged what was merged.
 * `passed`: at once.
 */
export type MergedState = 'stopped' | 'overridden' | 'warned' | 'unjudged' | 'passed';

/** A pull request as the tables show it. */
export interface ShownPull {
  /** `owner/name`. */
  readonly repository: string;
  readonly number: number;
  readonly title: string;
  /** Null: it is open. */
  readonly mergedAt: EpochMs | null;
  readonly verdict: 'failed' | 'unverified';
  readonly reason: UnverifiedReason | null;
}

/** The last words of gates that were read in a period, of open and of merged pull requests. */
export interface GateHealth {
  readonly passed: number;
  readonly failed: number;
  readonly unverified: number;
  /** Why they could not judge, most frequent first; null: a reason that we do not know. */
  readonly reasons: readonly ReasonCount[];
}

export interface ReasonCount {
  readonly reason: UnverifiedReason | null;
  readonly count: number;
}

export interface GatePeriod {
  readonly merged: Readonly<Record<MergedState, number>>;
  readonly health: GateHealth;
}

export interface GateFigures extends GatePeriod {
  readonly open: Readonly<Record<OpenState, number>>;
  /** Why open ones are unverified, as in the health. */
  readonly reasons: readonly ReasonCount[];
  readonly leftOut: number;
  /** Those that are in none of the counts. */
  readonly unread: UnreadPulls;
  /** The same of the period before, of as many days; null: not all of it is known. */
  readonly before: GatePeriod | null;
  /** The day of the first comment of a gate; null: there is none, or not all of the pull requests were read. */
  readonly knownFrom: number | null;
  /** Open ones with a gate whose last word makes its job red, by number, newest first. */
  readonly blocked: readonly ShownPull[];
  /** Those merged against a gate, newest first. */
  readonly overridden: readonly ShownPull[];
}

export interface GateSource {
  /** `owner/name`. */
  readonly repository: string;
  readonly facts: GateFacts;
}

/** Counts over all of the repositories, and selects what is listed. */
export function decideGateFigures(sources: readonly GateSource[], period: Period, now: EpochMs): GateFigures {
  const open = sources.flatMap(({ repository, facts }) =>
    facts.open.filter(isRead).map((pull) => ({ repository, pull, marks: ofHead(pull) })),
  );
  const merged = sources.flatMap(({ repository, facts }) =>
    facts.merged.filter(isRead).map((pull) => ({ repository, pull, ...decideMerged(pull) })),
  );
  const words = open.map(({ marks }) => selectWorst(marks));
  const decidePeriod = (some: Period): GatePeriod => ({
    merged: countBy(
      MERGED_STATES,
      merged.filter(({ pull }) => isWithin(pull.mergedAt, some, now)).map(({ state }) => state),
    ),
    health: countHealth(
      [...open, ...merged].flatMap(({ marks }) => marks).filter(({ readAt }) => isWithin(readAt, some, now)),
    ),
  });
  return {
    ...decidePeriod(period),
    ...decideBefore(sources, { earlier: toPeriodBefore(period), now, decidePeriod }),
    open: countBy(
      OPEN_STATES,
      words.map((word) => word?.verdict ?? 'unjudged'),
    ),
    reasons: countReasons(words.filter((word) => word !== null)),
    leftOut: sum(sources.map(({ facts }) => facts.leftOut)),
    unread: countUnread(sources, period, now),
    blocked: open
      .flatMap(({ repository, pull, marks }) =>
        toShownPull(repository, { ...pull, mergedAt: null }, selectWorst(marks.filter(isRed))),
      )
      .toSorted(comparePulls),
    overridden: merged
      .filter(({ state, pull }) => state === 'overridden' && isWithin(pull.mergedAt, period, now))
      .flatMap(({ repository, pull, marks }) => toShownPull(repository, pull, selectWorst(marks.filter(isEnforcedRed))))
      .toSorted(comparePulls),
  };
}

function isRead({ marks }: MarkedPull): boolean {
  return marks !== null;
}

function countUnread(sources: readonly GateSource[], period: Period, now: EpochMs): UnreadPulls {
  const unread = sources.map(({ facts: { open, merged, unlisted } }) => ({
    open: unlisted.open + open.filter((pull) => !isRead(pull)).length,
    merged: unlisted.merged + merged.filter((pull) => !isRead(pull) && isWithin(pull.mergedAt, period, now)).length,
  }));
  return { open: sum(unread.map(({ open }) => open)), merged: sum(unread.map(({ merged }) => merged)) };
}

interface Before {
  readonly earlier: Period;
  readonly now: EpochMs;
  readonly decidePeriod: (period: Period) => GatePeriod;
}

/**
 * What the gates did in the period before, if the lists reach back to its start. Pull requests come a few at a time, so the
 * comments of gates do where they are silent at its start for no longer than once since then. Without any comment there was
 * no gate, which is known too.
 */
function decideBefore(
  sources: readonly GateSource[],
  { earlier, now, decidePeriod }: Before,
): Pick<GateFigures, 'before' | 'knownFrom'> {
  const isUnread = (pull: MergedPull): boolean => !isRead(pull) && isWithin(pull.mergedAt, earlier, now);
  if (sources.some(({ facts }) => facts.isEarlierCut || facts.merged.some(isUnread)))
    return { before: null, knownFrom: null };
  const days = sources
    .flatMap(({ facts }) => [...facts.open, ...facts.merged])
    .flatMap(({ marks }) => (marks ?? []).map(({ readAt }) => toDay(toPast(readAt, now))))
    .toSorted((a, b) => a - b);
  const [knownFrom = null] = days;
  const longestSilence = days.reduce((longest, day, at) => Math.max(longest, day - (days[at - 1] ?? day)), 0);
  const isKnown = (knownFrom ?? earlier.first) - earlier.first <= longestSilence;
  return { before: isKnown ? decidePeriod(earlier) : null, knownFrom };
}

function countHealth(words: readonly GateMark[]): GateHealth {
  const counts = countBy(
    VERDICTS,
    words.map(({ verdict }) => verdict),
  );
  return { ...counts, reasons: countReasons(words) };
}

const OPEN_STATES: readonly OpenState[] = [...VERDICTS, 'unjudged'];
const MERGED_STATES: readonly MergedState[] = ['stopped', 'overridden', 'warned', 'passed', 'unjudged'];

function countBy<State extends string>(
  states: readonly State[],
  found: readonly State[],
): Readonly<Record<State, number>> {
  const counts = states.map((state) => [state, found.filter((each) => each === state).length]);
  return Object.fromEntries(counts) as Record<State, number>;
}

function ofHead({ marks, headSha }: MarkedPull): readonly GateMark[] {
  return (marks ?? []).filter(({ sha }) => sha === headSha);
}

/** What the gates last said of what was merged, as far as it was read: of the merged head, read before the merge. */
export function selectLastWords(pull: MergedPull): readonly GateMark[] {
  return ofHead(pull).filter(({ readAt }) => readAt <= pull.mergedAt);
}

const WORST_FIRST: readonly GateMark['verdict'][] = ['failed', 'unverified', 'passed'];

/** Of several gates the one that says the worst; null without any. */
function selectWorst(marks: readonly GateMark[]): GateMark | null {
  const [worst = null] = WORST_FIRST.flatMap((verdict) => marks.filter((mark) => mark.verdict === verdict));
  return worst;
}

/** What the gates of a pull request say, or said before it was merged; null: nothing. */
export function selectLastWord(pull: MarkedPull | MergedPull): GateMark | null {
  return selectWorst('mergedAt' in pull ? selectLastWords(pull) : ofHead(pull));
}

interface Outcome {
  readonly state: MergedState;
  /** The last words. */
  readonly marks: readonly GateMark[];
}

function decideMerged(pull: MergedPull): Outcome {
  const marks = selectLastWords(pull);
  return { state: toMergedState(marks), marks };
}

function toMergedState(marks: readonly GateMark[]): MergedState {
  if (marks.length === 0) return 'unjudged';
  if (marks.some(isEnforcedRed)) return 'overridden';
  if (marks.some(({ verdict, reds }) => verdict === 'passed' && reds > 0)) return 'stopped';
  return marks.every(({ verdict }) => verdict === 'passed') ? 'passed' : 'warned';
}

/** In `mode: warn` nothing is stopped, so nobody went against it. */
function isEnforcedRed(mark: GateMark): boolean {
  return mark.mode === 'enforce' && isRed(mark);
}

function isRed({ verdict: kind, reason, ...policy }: GateMark): boolean {
  if (kind === 'passed') return false;
  const verdict = kind === 'failed' ? FAILED : { kind, reason: reason ?? ('service-error' as const) };
  return decideJobStatus(verdict, policy) === 'red';
}

const FAILED = { kind: 'failed', reason: 'threshold-exceeded' } as const;

function toShownPull(
  repository: string,
  { number, title, mergedAt }: Omit<MergedPull, 'mergedAt'> & { readonly mergedAt: EpochMs | null },
  mark: GateMark | null,
): readonly ShownPull[] {
  if (mark === null || mark.verdict === 'passed') return [];
  const { verdict, reason } = mark;
  return [{ repository, number, title, mergedAt, verdict, reason }];
}

/** Those merged last first, then by repository, the newest first. A total order. */
function comparePulls(a: ShownPull, b: ShownPull): number {
  return (b.mergedAt ?? 0) - (a.mergedAt ?? 0) || compareText(a.repository, b.repository) || b.number - a.number;
}

function countReasons(words: readonly GateMark[]): readonly ReasonCount[] {
  const reasons = words.filter(({ verdict }) => verdict === 'unverified').map(({ reason }) => reason);
  return [...UNVERIFIED_REASONS, null]
    .map((reason) => ({ reason, count: reasons.filter((each) => each === reason).length }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count);
}
