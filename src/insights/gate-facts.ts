// The figures of gates, which their markers on pull requests give. Pure.
import { isWithin, type Period, toPeriodBefore } from '../judgement/day.ts';
import { compareText } from '../judgement/finding.ts';
import type { EpochMs } from '../judgement/identifiers.ts';
import { sum } from '../judgement/lists.ts';
import type { JudgementInputs } from '../judgement/question.ts';
import { decideJobStatus, type Policy, UNVERIFIED_REASONS, type UnverifiedReason } from '../judgement/verdict.ts';

/** It has the markers of one repository. A pull request that could not be read is in none of the lists. */
export interface GateFacts {
  readonly open: readonly MarkedPull[];
  /** They were merged in the period or in the one before it, or brought a bug in. */
  readonly merged: readonly MergedPull[];
  /** It gives the number of the merged one that brought a commit in. */
  readonly byCommit: ReadonlyMap<string, number>;
  /** Counts the pull requests that could not be read, for whatever reason. */
  readonly unread: number;
}

export interface MarkedPull {
  readonly number: number;
  readonly title: string;
  /** It is the present head, or the one that was merged. */
  readonly headSha: string;
  /** Each gate that judged this head has its newest word here. */
  readonly marks: readonly GateMark[];
}

export interface MergedPull extends MarkedPull {
  readonly mergedAt: EpochMs;
}

/** A gate said this, and anybody who can edit the bot's comments may have changed it. */
export interface GateMark extends Policy {
  readonly sha: string | null;
  readonly readAt: EpochMs;
  readonly verdict: 'passed' | 'failed' | 'unverified';
  /** It is null for a reason that we do not know. */
  readonly reason: UnverifiedReason | null;
  /** The gate was red because of bugs on so many heads of this pull request. */
  readonly reds: number;
  /** It lists the bugs that were held against a limit as a marker does; null: not known. */
  readonly counted: string | null;
  /** They decide which bugs count; null: not known. */
  readonly inputs: CountingInputs | null;
}

export const VERDICTS: readonly GateMark['verdict'][] = ['passed', 'failed', 'unverified'];

export type CountingInputs = Pick<
  JudgementInputs,
  'isInPaths' | 'gateOn' | 'foundSince' | 'countUnclassified' | 'maxSecurityBugs' | 'maxBugs'
>;

export type OpenState = GateMark['verdict'] | 'unjudged';

/**
 * `stopped`: it was red first, then green. `overridden`: it was merged against the last word of a gate. `warned`: a gate would
 * have stopped it, or could not judge, and only warned. `unjudged`: no gate had judged the merged head. `passed`: it passed at once.
 */
export type MergedState = 'stopped' | 'overridden' | 'warned' | 'unjudged' | 'passed';

export interface ShownPull {
  readonly repository: string;
  readonly number: number;
  readonly title: string;
  readonly mergedAt: EpochMs | null;
  readonly verdict: 'failed' | 'unverified';
  readonly reason: UnverifiedReason | null;
}

export interface ReasonCount {
  /** It is null for a reason that we do not know. */
  readonly reason: UnverifiedReason | null;
  readonly count: number;
}

type MergedCounts = Readonly<Record<MergedState, number>>;

export interface GateFigures {
  readonly open: Readonly<Record<OpenState, number>>;
  /** They say why open ones are unverified, the most frequent first. */
  readonly reasons: readonly ReasonCount[];
  readonly merged: MergedCounts;
  /** They were merged in the period before, which has as many days. */
  readonly mergedBefore: MergedCounts;
  readonly unread: number;
  /** They are open, and the last word of a gate makes its job red. */
  readonly blocked: readonly ShownPull[];
  readonly overridden: readonly ShownPull[];
}

export function decideGateFigures(
  sources: readonly { readonly repository: string; readonly facts: GateFacts }[],
  period: Period,
  now: EpochMs,
): GateFigures {
  const open = sources.flatMap(({ repository, facts }) =>
    facts.open.map((pull) => ({ repository, pull, marks: ofHead(pull) })),
  );
  const merged = sources.flatMap(({ repository, facts }) =>
    facts.merged.map((pull) => {
      const marks = selectLastWords(pull);
      return { repository, pull, marks, state: toMergedState(marks) };
    }),
  );
  const words = open.map(({ marks }) => selectWorst(marks));
  const countMerged = (some: Period): MergedCounts =>
    countBy(
      MERGED_STATES,
      merged.filter(({ pull }) => isWithin(pull.mergedAt, some, now)).map(({ state }) => state),
    );
  return {
    open: countBy(
      OPEN_STATES,
      words.map((word) => word?.verdict ?? 'unjudged'),
    ),
    reasons: countReasons(words.filter((word) => word !== null)),
    merged: countMerged(period),
    mergedBefore: countMerged(toPeriodBefore(period)),
    unread: sum(sources.map(({ facts }) => facts.unread)),
    blocked: selectAgainst(open, isRed),
    overridden: selectAgainst(
      merged.filter(({ state, pull }) => state === 'overridden' && isWithin(pull.mergedAt, period, now)),
      isEnforcedRed,
    ),
  };
}

interface JudgedPull {
  readonly repository: string;
  readonly pull: MarkedPull | MergedPull;
  readonly marks: readonly GateMark[];
}

/** Sorts those merged last first, then by repository, the newest first. */
function selectAgainst(pulls: readonly JudgedPull[], isAgainst: (mark: GateMark) => boolean): readonly ShownPull[] {
  const shown = pulls.flatMap(({ repository, pull, marks }): readonly ShownPull[] => {
    const worst = selectWorst(marks.filter(isAgainst));
    if (worst === null || worst.verdict === 'passed') return [];
    const { verdict, reason } = worst;
    const { number, title } = pull;
    return [{ repository, number, title, mergedAt: 'mergedAt' in pull ? pull.mergedAt : null, verdict, reason }];
  });
  return shown.toSorted(
    (a, b) => (b.mergedAt ?? 0) - (a.mergedAt ?? 0) || compareText(a.repository, b.repository) || b.number - a.number,
  );
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
  return marks.filter(({ sha }) => sha === headSha);
}

/** A gate's last word is the one about the merged head that it read before the merge. */
export function selectLastWords(pull: MergedPull): readonly GateMark[] {
  return ofHead(pull).filter(({ readAt }) => readAt <= pull.mergedAt);
}

const WORST_FIRST: readonly GateMark['verdict'][] = ['failed', 'unverified', 'passed'];

function selectWorst(marks: readonly GateMark[]): GateMark | null {
  const [worst = null] = WORST_FIRST.flatMap((verdict) => marks.filter((mark) => mark.verdict === verdict));
  return worst;
}

function toMergedState(marks: readonly GateMark[]): MergedState {
  if (marks.length === 0) return 'unjudged';
  if (marks.some(isEnforcedRed)) return 'overridden';
  if (marks.some(({ verdict, reds }) => verdict === 'passed' && reds > 0)) return 'stopped';
  return marks.every(({ verdict }) => verdict === 'passed') ? 'passed' : 'warned';
}

/** A gate in `mode: warn` stops nothing, so nobody went against it. */
function isEnforcedRed(mark: GateMark): boolean {
  return mark.mode === 'enforce' && isRed(mark);
}

function isRed({ verdict: kind, reason, ...policy }: GateMark): boolean {
  if (kind === 'passed') return false;
  const verdict = kind === 'failed' ? FAILED : { kind, reason: reason ?? ('service-error' as const) };
  return decideJobStatus(verdict, policy) === 'red';
}

const FAILED = { kind: 'failed', reason: 'threshold-exceeded' } as const;

function countReasons(words: readonly GateMark[]): readonly ReasonCount[] {
  const reasons = words.filter(({ verdict }) => verdict === 'unverified').map(({ reason }) => reason);
  return [...UNVERIFIED_REASONS, null]
    .map((reason) => ({ reason, count: reasons.filter((each) => each === reason).length }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count);
}
