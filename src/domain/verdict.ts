// The verdict: what the gate says of a pull request, why, and what that means for the job.
import type { Threshold } from './threshold.ts';

/** Nothing was judged; `on-unverified` decides about the job. */
export type SoftReason =
  | 'no-scan'
  | 'scan-failed'
  | 'scan-timeout'
  | 'stale-scan'
  | 'superseded'
  | 'service-error'
  | 'github-error';

/** Nothing was judged and somebody has to mend the set-up: always red. */
export type HardReason =
  'no-credentials' | 'invalid-input' | 'unauthorized' | 'repository-not-found';

export type UnverifiedReason = SoftReason | HardReason;

export type Verdict =
  | {
      readonly kind: 'passed';
      readonly reason: 'within-threshold';
      readonly thresholds: readonly Threshold[];
    }
  | {
      readonly kind: 'failed';
      readonly reason: 'threshold-exceeded';
      readonly thresholds: readonly Threshold[];
    }
  | { readonly kind: 'unverified'; readonly reason: UnverifiedReason };

/** Stands in the place of a verdict where there was nothing to judge; no document is written then. */
export interface Skipped {
  readonly kind: 'skipped';
  readonly reason: 'nothing-to-judge';
}

/** What the job does: green, green with a warning, or red. */
export type JobStatus = 'green' | 'warning' | 'red';

export interface Policy {
  readonly mode: 'enforce' | 'warn';
  readonly onUnverified: 'fail' | 'warn';
}

const HARD_REASONS: ReadonlySet<UnverifiedReason> = new Set<HardReason>([
  'no-credentials',
  'invalid-input',
  'unauthorized',
  'repository-not-found',
]);

/** Fails when any threshold is exceeded. */
export function decideVerdict(thresholds: readonly Threshold[]): Verdict {
  return thresholds.some((threshold) => threshold.exceeded)
    ? { kind: 'failed', reason: 'threshold-exceeded', thresholds }
    : { kind: 'passed', reason: 'within-threshold', thresholds };
}

/** Says what a verdict means for the job. A hard reason is red whatever the policy. */
export function decideJobStatus(verdict: Verdict, policy: Policy): JobStatus {
  switch (verdict.kind) {
    case 'passed':
      return 'green';
    case 'failed':
      return policy.mode === 'enforce' ? 'red' : 'warning';
    case 'unverified':
      if (HARD_REASONS.has(verdict.reason)) return 'red';
      return policy.onUnverified === 'fail' ? 'red' : 'warning';
  }
}
