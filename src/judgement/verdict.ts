// The verdict on a pull request has a reason, and decides how the job ends.
import { isAnyExceeded, type Threshold } from './limits.ts';

/** Reasons for which nothing was judged. */
export const UNVERIFIED_REASONS = [
  'no-scan',
  'scan-failed',
  'scan-timeout',
  'stale-scan',
  'superseded',
  'service-error',
  'github-error',
  'no-credentials',
  'unauthorized',
  'repository-not-found',
  'invalid-input',
] as const;

export type UnverifiedReason = (typeof UNVERIFIED_REASONS)[number];

export type Verdict =
  | { readonly kind: 'passed'; readonly reason: 'within-threshold'; readonly thresholds: readonly Threshold[] }
  | { readonly kind: 'failed'; readonly reason: 'threshold-exceeded'; readonly thresholds: readonly Threshold[] }
  | { readonly kind: 'unverified'; readonly reason: UnverifiedReason };

/** There was nothing to judge, and no documents are written. */
export interface Skipped {
  readonly kind: 'skipped';
  readonly reason: 'nothing-to-judge';
}

/** A job with a warning is green. */
export type JobStatus = 'green' | 'warning' | 'red';

export interface Policy {
  readonly mode: 'enforce' | 'warn';
  readonly onUnverified: 'fail' | 'warn';
}

/** A misconfigured gate would never judge, so no input makes it green where it is to block. */
const MISCONFIGURED: ReadonlySet<Verdict['reason']> = new Set([
  'no-credentials',
  'unauthorized',
  'repository-not-found',
]);

export function toVerdict(thresholds: readonly Threshold[]): Verdict {
  return isAnyExceeded(thresholds)
    ? { kind: 'failed', reason: 'threshold-exceeded', thresholds }
    : { kind: 'passed', reason: 'within-threshold', thresholds };
}

/** `mode: warn` with `onUnverified: warn` is red for wrong inputs alone. */
export function decideJobStatus(verdict: Pick<Verdict, 'kind' | 'reason'>, policy: Policy): JobStatus {
  const isEnforced = policy.mode === 'enforce';
  if (verdict.kind === 'passed') return 'green';
  if (verdict.kind === 'failed') return isEnforced ? 'red' : 'warning';
  const isAlwaysRed = verdict.reason === 'invalid-input' || (isEnforced && MISCONFIGURED.has(verdict.reason));
  return isAlwaysRed || policy.onUnverified === 'fail' ? 'red' : 'warning';
}

/** What `on-unverified` means where it is not given. */
export function toOnUnverified(mode: Policy['mode']): Policy['onUnverified'] {
  return mode === 'warn' ? 'warn' : 'fail';
}
