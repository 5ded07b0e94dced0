// The chart of ages: a bar for each age, security bugs first.
import type { FindingKind } from '../../judgement/finding.ts';
import { formatCount } from '../../judgement/format.ts';
import { type AgeCount, type History, sumKinds } from '../../judgement/history.ts';
import { type Chart, type ChartSize, toPx, toScale } from './chart-frame.ts';
import { type Html, html } from './html.ts';

const ROW_PX = 40;

/** Null where nothing is pending. */
export function toAgeChart({ ages, pending }: History): Chart | null {
  if (sumKinds(pending) === 0) return null;
  const parts = ages.map((age) => `${toAgeWords(age)}: ${formatCount(sumKinds(age.pending))}`);
  return {
    id: 'age',
    description: `Pending bugs by age. ${parts.join(', ')}. The table below has the security bugs apart.`,
    height: ages.length * ROW_PX,
    draw: (size, hatch) => draw(size, hatch, ages),
  };
}

/** Such as `up to 7 days`, `more than 180 days`. */
export function toAgeWords({ upToDays }: AgeCount): string {
  return upToDays === null ? 'older' : `up to ${upToDays} days`;
}

const KINDS: readonly FindingKind[] = ['security', 'unclassified', 'bug'];

function draw({ isWide, width }: ChartSize, hatch: string, ages: readonly AgeCount[]): Html {
  const left = 112;
  const highest = Math.max(...ages.map(({ pending }) => sumKinds(pending)));
  const x = toScale([0, highest], [left, width - (isWide ? 160 : 116)]);
  const rows = ages.map((age, row) => {
    const y = row * ROW_PX;
    const bars = KINDS.map((kind, index) => {
      const from = KINDS.slice(0, index).reduce((sum, each) => sum + age.pending[each], 0);
      const length = x(from + age.pending[kind]) - x(from);
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
    const all = sumKinds(age.pending);
    return html`<text class="tick" x="${left - 10}" y="${y + ROW_PX / 2 + 4}" text-anchor="end"
        >${toAgeWords(age)}</text
      >
      ${bars}
      <text class="label" x="${toPx(x(all) + 8)}" y="${y + ROW_PX / 2 + 4}">${toEnd(age, all)}</text>`;
  });
  return html`${rows}<line class="axis" x1="${left}" x2="${left}" y1="0" y2="${ages.length * ROW_PX}" />`;
}

function toEnd({ pending }: AgeCount, all: number): string {
  const { security } = pending;
  return security === 0 ? formatCount(all) : `${formatCount(all)}, ${formatCount(security)} security`;
}
