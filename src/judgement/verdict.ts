// The verdict on a pull request, the reason for it, and what it means for the job.
import type { AssessedFinding } from './finding.ts';

/** Nothing was judged; the input `on-unverified` decides whether the job is red. */
export type SoftReason =
  'no-scan' | 'scan-failed' | 'scan-timeout' | 'stale-scan' | 'superseded' | 'service-error' | 'github-error';

/** Nothing was judged because of the configuration; somebody has to fix the workflow, so the job is always red. */
export type HardReason = 'no-credentials' | 'invalid-input' | 'unauthorized' | 'repository-not-found';

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

/** The result instead of a verdict if there was nothing to judge. No documents are written. */
export interface Skipped {
  readonly kind: 'skipped';
  readonly reason: 'nothing-to-judge';
}

/** The state of the job: green, green with a warning, or red. */
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

/** The verdict is `failed` if any threshold is exceeded. */
export function decideVerdict(thresholds: readonly Threshold[]): Verdict {
  return thresholds.some((threshold) => threshold.exceeded)
    ? { kind: 'failed', reason: 'threshold-exceeded', thresholds }
    : { kind: 'passed', reason: 'within-threshold', thresholds };
}

/** Decides what a verdict means for the job. A hard reason is always red. */
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

/** The highest count that still passes, or no limit. */
export type Limit = number | 'off';

export type ThresholdName = 'max-security-bugs' | 'max-bugs';

export interface Threshold {
  readonly name: ThresholdName;
  readonly limit: Limit;
  readonly count: number;
  /** Whether the count is strictly greater than the limit. */
  readonly exceeded: boolean;
}

export interface Limits {
  readonly maxSecurityBugs: Limit;
  readonly maxBugs: Limit;
}

/** Compares the gated findings with both limits, security first. Counts them even if a limit is off. */
export function decideThresholds(
  findings: readonly Pick<AssessedFinding, 'gated' | 'security'>[],
  limits: Limits,
): readonly [Threshold, Threshold] {
  const gated = findings.filter((finding) => finding.gated);
  const security = gated.filter((finding) => finding.security);
  return [
    toThreshold('max-security-bugs', limits.maxSecurityBugs, security.length),
    toThreshold('max-bugs', limits.maxBugs, gated.length),
  ];
}

function toThreshold(name: ThresholdName, limit: Limit, count: number): Threshold {
  return { name, limit, count, exceeded: limit !== 'off' && count > limit };
}
