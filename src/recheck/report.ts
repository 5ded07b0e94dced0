// Describes what a sweep found and did, repository by repository.
import { countMarks, type MarkedVerdict, type Marker } from '../documents/marker.ts';
import { countOf } from '../judgement/format.ts';
import type { ThresholdName } from '../judgement/limits.ts';
import { compact } from '../judgement/lists.ts';
import type { Unverified } from '../judgement/unverified.ts';
import type { UnverifiedReason, Verdict } from '../judgement/verdict.ts';
import type { Looked } from '../sweep/progress.ts';

/** The news of one gate, or of all that was left out. */
export interface GateNews {
  readonly repository: string;
  /** This is null for several, which the reason names. */
  readonly pullRequest: number | null;
  /** The run that the marker names; 0 if it names none. */
  readonly runId: number;
  /** The verdict of the marker, which somebody may have tampered with; null if it does not say. */
  readonly was: SaidVerdict | null;
  readonly now: SaidVerdict | null;
  readonly outcome: GateOutcome;
}

export interface SaidVerdict {
  /** The outputs have `verdict/reason`. */
  readonly name: string;
  readonly words: string;
}

/** `would-rerun` is for `dry-run`. */
export type GateOutcome = { readonly kind: 'rerun' | 'would-rerun' } | SkippedOutcome;

export interface SkippedOutcome {
  readonly kind: 'skipped';
  readonly why: string;
  /** True if a later run has its turn for it, and this one had none. */
  readonly isWaiting?: boolean;
  /** The reason, if it would keep other gates from being started, too. */
  readonly refusal?: Unverified | undefined;
}

export interface RepositoryReport extends Looked {
  readonly checked: number;
  readonly news: readonly GateNews[];
  /** The IDs of bugs that were dismissed until a day that is over. */
  readonly reopened: readonly string[];
  /** The summary also says these plain sentences. */
  readonly notes: readonly string[];
  /** The reason why bugs were not reopened that should have been; null if there is none. */
  readonly reopeningFault: UnverifiedReason | null;
}

export function toBareReport(repository: string): RepositoryReport {
  return { repository, checked: 0, news: [], fault: null, reopened: [], notes: [], reopeningFault: null };
}

/** The job is red for the first thing that could not be read, else for what should have been reopened. */
export function findReason(reports: readonly RepositoryReport[]): UnverifiedReason | null {
  const [fault] = compact(reports.map((report) => report.fault));
  const [reopening = null] = compact(reports.map(({ reopeningFault }) => reopeningFault));
  return fault?.reason ?? reopening;
}

/** The gate, or the pull request, was not judged again. */
export function toSkippedNews(
  repository: string,
  { pullRequest, marker }: { readonly pullRequest: number | null; readonly marker: Marker | null },
  why: string,
): GateNews {
  const was = marker === null ? null : sayMarked(marker);
  return { repository, pullRequest, runId: marker?.runId ?? 0, was, now: null, outcome: { kind: 'skipped', why } };
}

/** Gives the first reason to leave gates alone that is no matter of one of them. */
export function findRefusal({ news }: Pick<RepositoryReport, 'news'>): Unverified | null {
  const [first = null] = compact(news.map(({ outcome }) => (outcome.kind === 'skipped' ? outcome.refusal : null)));
  return first;
}

/** The words are such as `red (4 security bugs)`; null if the marker does not say. */
export function sayMarked({ verdict, counted, inputs }: Marker): SaidVerdict | null {
  if (verdict === undefined) return null;
  const isAnyKind = (inputs?.['max-bugs'] ?? 'off') !== 'off';
  const count = counted === undefined ? null : countMarks(counted);
  const bugs = count === null ? null : toBugs(count, isAnyKind ? 'max-bugs' : 'max-security-bugs');
  return say(verdict, inputs?.['mode'] === 'warn', bugs);
}

/** `isWarning` is true for a gate that only warns. */
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
