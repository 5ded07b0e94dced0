// The chart of ages: a bar for each.
import { formatCount } from '../../judgement/format.ts';
import { type History, type KindCounts, sumKinds } from '../history.ts';
import { toBarChart } from './bar-chart.ts';
import type { Chart } from './chart-frame.ts';

interface AgeRow {
  /** Such as `up to 7 days`, `8–30 days`, `over 180 days`. */
  readonly label: string;
  readonly pending: KindCounts;
}

/** Youngest first; without those older than all the others if there are none. */
export function toAgeRows({ ages }: Pick<History, 'ages'>): readonly AgeRow[] {
  const rows = ages.map(({ upToDays, pending }, at) => {
    const above = ages[at - 1]?.upToDays ?? null;
    return { label: toAgeWords(above, upToDays), pending, isOldest: upToDays === null };
  });
  return rows.filter(({ isOldest, pending }) => !isOldest || sumKinds(pending) > 0);
}

function toAgeWords(above: number | null, upToDays: number | null): string {
  if (upToDays === null) return `over ${above ?? 0} days`;
  return above === null ? `up to ${upToDays} days` : `${above + 1}–${upToDays} days`;
}

/** Null where nothing is pending. */
export function toAgeChart(history: Pick<History, 'ages'>): Chart | null {
  const rows = toAgeRows(history);
  const parts = rows.map(({ label, pending }) => `${label}: ${formatCount(sumKinds(pending))}`);
  return toBarChart({
    id: 'age',
    description: `Pending bugs by age. ${parts.join(', ')}. The table below has the security bugs apart.`,
    bars: rows.map(({ label, pending: counts }) => ({ label, counts })),
  });
}
