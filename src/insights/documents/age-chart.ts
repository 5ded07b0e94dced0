// The chart of ages: a bar for each.
import { formatCount } from '../../judgement/format.ts';
import { type AgeCount, type History, sumKinds } from '../history.ts';
import { toBarChart } from './bar-chart.ts';
import type { Chart } from './chart-frame.ts';

/** Null where nothing is pending. */
export function toAgeChart({ ages }: History): Chart | null {
  const parts = ages.map((age) => `${toAgeWords(age)}: ${formatCount(sumKinds(age.pending))}`);
  return toBarChart({
    id: 'age',
    description: `Pending bugs by age. ${parts.join(', ')}. The table below has the security bugs apart.`,
    bars: ages.map((age) => ({ label: toAgeWords(age), counts: age.pending })),
    left: 112,
  });
}

/** Such as `up to 7 days`, `older`. */
export function toAgeWords({ upToDays }: AgeCount): string {
  return upToDays === null ? 'older' : `up to ${upToDays} days`;
}
