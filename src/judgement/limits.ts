// Rule `limits`: so many bugs still pass.
import type { AssessedFinding } from './finding.ts';

/** The highest count still passes. */
export type Limit = number | 'off';

export type ThresholdName = 'max-security-bugs' | 'max-bugs';

export interface Threshold {
  readonly name: ThresholdName;
  readonly limit: Limit;
  readonly count: number;
  readonly exceeded: boolean;
}

export interface Limits {
  readonly maxSecurityBugs: Limit;
  readonly maxBugs: Limit;
}

/** Security comes first. The bugs are counted even if a limit is off. */
export function decideThresholds(
  counted: readonly Pick<AssessedFinding, 'countsAsSecurity'>[],
  limits: Limits,
): readonly [Threshold, Threshold] {
  const security = counted.filter(({ countsAsSecurity }) => countsAsSecurity);
  return [
    toThreshold('max-security-bugs', limits.maxSecurityBugs, security.length),
    toThreshold('max-bugs', limits.maxBugs, counted.length),
  ];
}

export function isExceeded(counted: readonly Pick<AssessedFinding, 'countsAsSecurity'>[], limits: Limits): boolean {
  return isAnyExceeded(decideThresholds(counted, limits));
}

export function isAnyExceeded(thresholds: readonly Threshold[]): boolean {
  return thresholds.some(({ exceeded }) => exceeded);
}

function toThreshold(name: ThresholdName, limit: Limit, count: number): Threshold {
  return { name, limit, count, exceeded: limit !== 'off' && count > limit };
}
