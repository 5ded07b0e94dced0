// What a sweep found and did, repository by repository.
import { compact } from '../judgement/lists.ts';
import type { Unverified } from '../judgement/unverified.ts';
import type { UnverifiedReason } from '../judgement/verdict.ts';

/** What is told of one gate: that its run was started again, or why it was not; or of all that was left out. */
export interface GateNews {
  /** `owner/name`. */
  readonly repository: string;
  /** Null: of several, which the reason names. */
  readonly pullRequest: number | null;
  /** The run that the marker names; 0: none. */
  readonly runId: number;
  /** `verdict/reason` of the marker, which somebody may have tampered with; null: it does not say. */
  readonly was: string | null;
  /** `verdict/reason` as of now; null: it was not judged again. */
  readonly now: string | null;
  readonly outcome: GateOutcome;
}

/** `would-rerun`: with `dry-run`. */
export type GateOutcome =
  { readonly kind: 'rerun' | 'would-rerun' } | { readonly kind: 'skipped'; readonly why: string };

/** How one repository went. */
export interface RepositoryReport {
  /** `owner/name`. */
  readonly repository: string;
  /** How many gates were judged again. */
  readonly checked: number;
  readonly news: readonly GateNews[];
  /** Why it could not be read completely; null if it could. */
  readonly fault: Unverified | null;
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

/** Such as `passed/within-threshold`. */
export function toVerdictName({ kind, reason }: { readonly kind: string; readonly reason: string }): string {
  return `${kind}/${reason}`;
}
