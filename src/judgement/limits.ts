// The limits: how many bugs still pass, and whether more count.
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

/** Compares the counted findings with both limits, security first. Counts them even if a limit is off. */
export function decideThresholds(
  findings: readonly Pick<AssessedFinding, 'counted' | 'countsAsSecurity'>[],
  limits: Limits,
): readonly [Threshold, Threshold] {
  const counted = findings.filter((finding) => finding.counted);
  const security = counted.filter((finding) => finding.countsAsSecurity);
  return [
    toThreshold('max-security-bugs', limits.maxSecurityBugs, security.length),
    toThreshold('max-bugs', limits.maxBugs, counted.length),
  ];
}

/** Whether any limit is exceeded. */
export function isExceeded(
  findings: readonly Pick<AssessedFinding, 'counted' | 'countsAsSecurity'>[],
  limits: Limits,
): boolean {
  return decideThresholds(findings, limits).some(({ exceeded }) => exceeded);
}

function toThreshold(name: ThresholdName, limit: Limit, count: number): Threshold {
  return { name, limit, count, exceeded: limit !== 'off' && count > limit };
}
