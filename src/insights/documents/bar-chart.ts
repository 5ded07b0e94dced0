// The chart of a few numbers: a bar for each, security bugs first.
import type { FindingKind } from '../../judgement/finding.ts';
import { formatCount } from '../../judgement/format.ts';
import { type KindCounts, sumKinds } from '../history.ts';
import { type Chart, type ChartSize, toPx, toScale } from './chart-frame.ts';
import { type Html, html } from './html.ts';

export interface Bar {
  readonly label: string;
  readonly counts: KindCounts;
}

interface BarChart extends Pick<Chart, 'id' | 'description'> {
  /** From top to bottom. */
  readonly bars: readonly Bar[];
  /** Room for the labels, in pixels. */
  readonly left: number;
}

const ROW_PX = 40;

/** Null where every bar is empty. */
export function toBarChart({ bars, left, ...chart }: BarChart): Chart | null {
  if (bars.every(({ counts }) => sumKinds(counts) === 0)) return null;
  return { ...chart, height: bars.length * ROW_PX, draw: (size, hatch) => draw(size, hatch, { bars, left }) };
}

const KINDS: readonly FindingKind[] = ['security', 'unclassified', 'bug'];

function draw({ isWide, width }: ChartSize, hatch: string, { bars, left }: Pick<BarChart, 'bars' | 'left'>): Html {
  const highest = Math.max(...bars.map(({ counts }) => sumKinds(counts)));
  const x = toScale([0, highest], [left, width - (isWide ? 160 : 104)]);
  const rows = bars.map(({ label, counts }, row) => {
    const y = row * ROW_PX;
    const parts = KINDS.map((kind, index) => {
      const from = KINDS.slice(0, index).reduce((sum, each) => sum + counts[each], 0);
      const length = x(from + counts[kind]) - x(from);
      return (
        length > 0 &&
        html`<rect
          class="bar ${kind}"
          fill="${hatch}"
          x="${toPx(x(from))}"
          y="${y + 8}"
          width="${toPx(length)}"
          height="${ROW_PX - 16}"
        />`
      );
    });
    return html`<text class="tick" x="${left - 10}" y="${y + ROW_PX / 2 + 4}" text-anchor="end">${label}</text>
      ${parts}
      <text class="label" x="${toPx(x(sumKinds(counts)) + 8)}" y="${y + ROW_PX / 2 + 4}">${toEnd(counts)}</text>`;
  });
  return html`${rows}<line class="axis" x1="${left}" x2="${left}" y1="0" y2="${bars.length * ROW_PX}" />`;
}

function toEnd(counts: KindCounts): string {
  const all = formatCount(sumKinds(counts));
  return counts.security === 0 ? all : `${all}, ${formatCount(counts.security)} security`;
}
