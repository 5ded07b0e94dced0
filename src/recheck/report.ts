// What a sweep found and did, repository by repository.
import { countMarks, type MarkedVerdict, type Marker } from '../documents/marker.ts';
import { countOf } from '../judgement/format.ts';
import type { ThresholdName } from '../judgement/limits.ts';
import { compact } from '../judgement/lists.ts';
import type { Unverified } from '../judgement/unverified.ts';
import type { UnverifiedReason, Verdict } from '../judgement/verdict.ts';
import type { Looked } from '../sweep/progress.ts';

/** What is told of one gate: that its run was started again, or why it was not; or of all that was left out. */
export interface GateNews {
  /** `owner/name`. */
  readonly repository: string;
  /** Null: of several, which the reason names. */
  readonly pullRequest: number | null;
  /** The run that the marker names; 0: none. */
  readonly runId: number;
  /** That of the marker, which somebody may have tampered with; null: it does not say. */
  readonly was: SaidVerdict | null;
  /** As of now; null: it was not judged again. */
  readonly now: SaidVerdict | null;
  readonly outcome: GateOutcome;
}

/** A verdict in two ways. */
export interface SaidVerdict {
  /** For the outputs: `verdict/reason`. */
  readonly name: string;
  readonly words: string;
}

/** `would-rerun`: with `dry-run`. */
export type GateOutcome = { readonly kind: 'rerun' | 'would-rerun' } | SkippedOutcome;

export interface SkippedOutcome {
  readonly kind: 'skipped';
  readonly why: string;
  /** Whether a later run has its turn for it, and this one had none; absent: it would be left alone again. */
  readonly isWaiting?: boolean;
  /** Why it is left alone, where that is no matter of this gate alone: others would be, too; absent: it is. */
  readonly refusal?: Unverified | undefined;
}

export interface RepositoryReport extends Looked {
  /** How many gates were judged again. */
  readonly checked: number;
  readonly news: readonly GateNews[];
  /** Ids of bugs that were dismissed until a day that is over. */
  readonly reopened: readonly string[];
  /** What else the summary says, a plain sentence each. */
  readonly notes: readonly string[];
  /** Why bugs were not reopened that should have been; null: none. */
  readonly reopeningFault: UnverifiedReason | null;
}

/** Of a repository of which nothing is known yet. */
export function toBareReport(repository: string): RepositoryReport {
  return { repository, checked: 0, news: [], fault: null, reopened: [], notes: [], reopeningFault: null };
}

/** Why the job is red: the first of what could not be read, else of what should have been reopened; null: it is not. */
export function findReason(reports: readonly RepositoryReport[]): UnverifiedReason | null {
  const [fault] = compact(reports.map((report) => report.fault));
  const [reopening = null] = compact(reports.map(({ reopeningFault }) => reopeningFault));
  return fault?.reason ?? reopening;
}

/** Of a gate, or a pull request, that was not judged again. */
export function toSkippedNews(
  repository: string,
  { pullRequest, marker }: { readonly pullRequest: number | null; readonly marker: Marker | null },
  why: string,
): GateNews {
  const was = marker === null ? null : sayMarked(marker);
  return { repository, pullRequest, runId: marker?.runId ?? 0, was, now: null, outcome: { kind: 'skipped', why } };
}

/** The first reason to leave gates alone that is no matter of one of them; null: there is none. */
export function findRefusal({ news }: Pick<RepositoryReport, 'news'>): Unverified | null {
  const [first = null] = compact(news.map(({ outcome }) => (outcome.kind === 'skipped' ? outcome.refusal : null)));
  return first;
}

/** The verdict of a marker, such as `red (4 security bugs)`; null: the marker does not say. */
export function sayMarked({ verdict, counted, inputs }: Marker): SaidVerdict | null {
  if (verdict === undefined) return null;
  const isAnyKind = (inputs?.['max-bugs'] ?? 'off') !== 'off';
  const count = counted === undefined ? null : countMarks(counted);
  const bugs = count === null ? null : toBugs(count, isAnyKind ? 'max-bugs' : 'max-security-bugs');
  return say(verdict, inputs?.['mode'] === 'warn', bugs);
}

/** The verdict as of now of a gate that only warns, or that does not. */
export function sayJudged(verdict: Verdict, isWarning: boolean): SaidVerdict {
  const exceeded = verdict.kind === 'failed' ? verdict.thresholds.findLast((each) => each.exceeded) : undefined;
  return say(verdict, isWarning, exceeded === undefined ? null : toBugs(exceeded.count, exceeded.name));
}

function say({ kind, reason }: MarkedVerdict, isWarning: boolean, bugs: string | null): SaidVerdict {
  const name = `${kind}/${reason}`;
  switch (kind) {
    case 'passed':
      return { name, words: 'green' };
    case 'failed':
      return { name, words: `${isWarning ? 'warning' : 'red'}${bugs === null ? '' : ` (${bugs})`}` };
    case 'unverified':
      return { name, words: `could not judge (${reason.replaceAll('-', ' ')})` };
    default:
      return { name, words: 'not known' };
  }
}

function toBugs(count: number, limit: ThresholdName): string {
  return limit === 'max-bugs' ? countOf(count, 'bug', 'bugs') : countOf(count, 'security bug', 'security bugs');
}
