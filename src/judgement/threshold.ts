// The thresholds: how many pending bugs are allowed, and how many there are.
import type { AssessedFinding } from './finding.ts';

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
