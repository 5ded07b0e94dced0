// The chart of what got through: a bar for each way.
import { formatCount } from '../../judgement/format.ts';
import type { Through } from '../through.ts';
import { toBarChart } from './bar-chart.ts';
import type { Chart } from './chart-frame.ts';
import { WAY_WORDS } from './wording.ts';

/** Null where nothing did. */
export function toThroughChart({ ways }: Through): Chart | null {
  const some = ways.filter(({ bugs }) => bugs > 0);
  const parts = some.map(({ way, bugs }) => `${WAY_WORDS[way]}: ${formatCount(bugs)}`);
  return toBarChart({
    id: 'through',
    description: `What got through. ${parts.join(', ')}. The table below has the security bugs apart.`,
    bars: some.map(({ way, bugs, security }) => ({
      label: WAY_WORDS[way],
      counts: { security, bug: bugs - security, unclassified: 0 },
    })),
  });
}
