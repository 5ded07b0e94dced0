// The thresholds: how many pending bugs still pass, and what was held against them.
import type { AssessedFinding } from './finding.ts';

/** Most bugs that still pass, or no limit. */
export type Limit = number | 'off';

export type ThresholdName = 'max-security-bugs' | 'max-bugs';

export interface Threshold {
  readonly name: ThresholdName;
  readonly limit: Limit;
  readonly count: number;
  /** Strictly more than the limit. */
  readonly exceeded: boolean;
}

export interface Limits {
  readonly maxSecurityBugs: Limit;
  readonly maxBugs: Limit;
}

/** Holds the gated findings against both limits, security first. Counts are given also for a limit that is off. */
export function decideThresholds(
  findings: readonly AssessedFinding[],
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
