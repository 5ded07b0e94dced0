// What the markers of gates say of pull requests, and the figures made of that. Pure.
import { isWithin, type Period } from '../judgement/day.ts';
import { compareText } from '../judgement/finding.ts';
import type { EpochMs } from '../judgement/identifiers.ts';
import { sum } from '../judgement/lists.ts';
import { decideJobStatus, type Policy, UNVERIFIED_REASONS, type UnverifiedReason } from '../judgement/verdict.ts';

/** The markers of one repository, as far as they were found. */
export interface GateFacts {
  readonly open: readonly MarkedPull[];
  /** At least those that were merged in the period. */
  readonly merged: readonly MergedPull[];
  /** How many more pull requests are open, or were merged in the period. */
  readonly leftOut: number;
}

export interface MarkedPull {
  readonly number: number;
  /** Written by whoever opened it. */
  readonly title: string;
  /** The head as it is, or was merged. */
  readonly headSha: string;
  /** Of the gates that judged this head, the newest of each. */
  readonly marks: readonly GateMark[];
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
}

/** `unjudged`: no gate has judged the head. */
export type OpenState = GateMark['verdict'] | 'unjudged';

/**
 * What became of a merged pull request. `stopped`: red first, then fixed. `overridden`: against the last word of a gate.
 * `unjudged`: no gate had judged what was merged. `passed`: everything else.
 */
export type MergedState = 'stopped' | 'overridden' | 'unjudged' | 'passed';

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

export interface GateFigures {
  readonly open: Readonly<Record<OpenState, number>>;
  readonly merged: Readonly<Record<MergedState, number>>;
  /** Why open ones are unverified, most frequent first; null: a reason that we do not know. */
  readonly reasons: readonly { readonly reason: UnverifiedReason | null; readonly count: number }[];
  readonly leftOut: number;
  /** Open ones of which a gate says `failed` or `unverified`, by number, newest first. */
  readonly blocked: readonly ShownPull[];
  /** Those merged against a gate, newest first. */
  readonly overridden: readonly ShownPull[];
}

/** What was found in one repository. */
export interface GateSource {
  /** `owner/name`. */
  readonly repository: string;
  readonly facts: GateFacts;
}

/** Counts over all of the repositories, and selects what is listed. */
export function decideGateFigures(sources: readonly GateSource[], period: Period, now: EpochMs): GateFigures {
  const open = sources.flatMap(({ repository, facts }) =>
    facts.open.map((pull) => ({ repository, pull, mark: selectWorst(ofHead(pull)) })),
  );
  const merged = sources.flatMap(({ repository, facts }) =>
    facts.merged
      .filter(({ mergedAt }) => isWithin(mergedAt, period, now))
      .map((pull) => ({ repository, pull, ...decideMerged(pull) })),
  );
  return {
    open: countBy(
      OPEN_STATES,
      open.map(({ mark }) => mark?.verdict ?? 'unjudged'),
    ),
    merged: countBy(
      MERGED_STATES,
      merged.map(({ state }) => state),
    ),
    reasons: countReasons(open.flatMap(({ mark }) => (mark?.verdict === 'unverified' ? [mark.reason] : []))),
    leftOut: sum(sources.map(({ facts }) => facts.leftOut)),
    blocked: open
      .flatMap(({ repository, pull, mark }) => toShownPull(repository, { ...pull, mergedAt: null }, mark))
      .toSorted(comparePulls),
    overridden: merged
      .filter(({ state }) => state === 'overridden')
      .flatMap(({ repository, pull, mark }) => toShownPull(repository, pull, mark))
      .toSorted(comparePulls),
  };
}

const OPEN_STATES: readonly OpenState[] = ['passed', 'failed', 'unverified', 'unjudged'];
const MERGED_STATES: readonly MergedState[] = ['stopped', 'overridden', 'unjudged', 'passed'];

function countBy<State extends string>(
  states: readonly State[],
  found: readonly State[],
): Readonly<Record<State, number>> {
  const counts = states.map((state) => [state, found.filter((each) => each === state).length]);
  return Object.fromEntries(counts) as Record<State, number>;
}

function ofHead({ marks, headSha }: MarkedPull): readonly GateMark[] {
  return marks.filter(({ sha }) => sha === headSha);
}

const WORST_FIRST: readonly GateMark['verdict'][] = ['failed', 'unverified', 'passed'];

/** Of several gates the one that says the worst; null without any. */
function selectWorst(marks: readonly GateMark[]): GateMark | null {
  const [worst = null] = WORST_FIRST.flatMap((verdict) => marks.filter((mark) => mark.verdict === verdict));
  return worst;
}

/** Only what was said of the merged head, before it was merged, counts. */
function decideMerged(pull: MergedPull): { readonly state: MergedState; readonly mark: GateMark | null } {
  const marks = ofHead(pull).filter(({ readAt }) => readAt <= pull.mergedAt);
  const mark = selectWorst(marks.filter(isEnforcedRed));
  if (mark !== null) return { state: 'overridden', mark };
  if (marks.length === 0) return { state: 'unjudged', mark };
  const isStopped = marks.some(({ verdict, reds }) => verdict === 'passed' && reds > 0);
  return { state: isStopped ? 'stopped' : 'passed', mark };
}

/** In `mode: warn` nothing is stopped, so nobody went against it. */
function isEnforcedRed({ verdict: kind, reason, ...policy }: GateMark): boolean {
  if (policy.mode !== 'enforce' || kind === 'passed') return false;
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

function countReasons(reasons: readonly (UnverifiedReason | null)[]): GateFigures['reasons'] {
  return [...UNVERIFIED_REASONS, null]
    .map((reason) => ({ reason, count: reasons.filter((each) => each === reason).length }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count);
}
