// The charts of ages and of what got through have a bar for each number, security bugs first, and a legend above.
import type { FindingKind } from '../../judgement/finding.ts';
import { formatCount } from '../../judgement/format.ts';
import { type History, type KindCounts, sumKinds } from '../history.ts';
import type { Through } from '../through.ts';
import { type Chart, type ChartSize, KIND_LAYERS, toPx, toScale, toTextPx } from './chart-frame.ts';
import { type Html, html } from './html.ts';
import { WAY_WORDS } from './through-table.ts';

interface Bar {
  readonly label: string;
  readonly counts: KindCounts;
}

export function toAgeBars({ ages }: Pick<History, 'ages'>): readonly Bar[] {
  return ages.map(({ upToDays, pending }, at) => ({
    label: toAgeWords(ages[at - 1]?.upToDays ?? null, upToDays),
    counts: pending,
  }));
}

function toAgeWords(above: number | null, upToDays: number | null): string {
  if (upToDays === null) return `over ${above ?? 0} days`;
  return above === null ? `up to ${upToDays} days` : `${above + 1}–${upToDays} days`;
}

export function toAgeChart(history: Pick<History, 'ages'>): Chart | null {
  const bars = toAgeBars(history);
  const parts = bars.map(({ label, counts }) => `${label}: ${formatCount(sumKinds(counts))}`);
  return toBarChart({
    id: 'age',
    description: `Pending bugs by age. ${parts.join(', ')}. The table below has the security bugs apart.`,
    bars,
  });
}

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

interface BarChart extends Pick<Chart, 'id' | 'description'> {
  readonly bars: readonly Bar[];
}

const LEGEND_PX = 32;
/** A bold text is at most so much wider. */
const BOLD = 1.2;
const BAR_PX = 24;

function toBarChart({ bars, ...chart }: BarChart): Chart | null {
  if (bars.every(({ counts }) => sumKinds(counts) === 0)) return null;
  return {
    ...chart,
    toHeight: (isWide) => LEGEND_PX + bars.length * toRowPx(isWide),
    draw: (size, hatch) => draw(size, hatch, bars),
  };
}

function toRowPx(isWide: boolean): number {
  return isWide ? 40 : 54;
}

/** On a screen the labels stand beside the bars, on a phone above them. */
function draw({ isWide, width, height }: ChartSize, hatch: string, bars: readonly Bar[]): Html {
  const left = isWide ? Math.max(...bars.map(({ label }) => toTextPx(label))) + 16 : 0;
  const highest = Math.max(...bars.map(({ counts }) => sumKinds(counts)));
  const longest = Math.max(...bars.map(({ counts }) => toTextPx(toEnd(counts))));
  const x = toScale([0, highest], [left, width - longest * BOLD - 8]);
  const rowPx = toRowPx(isWide);
  const rows = bars.map(({ label, counts }, row) => {
    const y = LEGEND_PX + (row + 1) * rowPx - BAR_PX - 8;
    const parts = KIND_LAYERS.map(([kind], index) => {
      const from = KIND_LAYERS.slice(0, index).reduce((sum, [each]) => sum + counts[each], 0);
      const length = x(from + counts[kind]) - x(from);
      return length > 0 && renderBar(kind, hatch, { x: x(from), y, width: length, height: BAR_PX });
    });
    const name = isWide
      ? html`<text class="tick" x="${left - 10}" y="${y + 17}" text-anchor="end">${label}</text>`
      : html`<text class="tick" x="6" y="${y - 6}">${label}</text>`;
    return html`${name} ${parts}
      <text class="label" x="${toPx(x(sumKinds(counts)) + 8)}" y="${y + 17}">${toEnd(counts)}</text>`;
  });
  const axis = html`<line class="axis" x1="${left}" x2="${left}" y1="${LEGEND_PX}" y2="${height}" />`;
  return html`${renderLegend(bars, hatch, left)}${rows}${axis}`;
}

type Box = Readonly<Record<'x' | 'y' | 'width' | 'height', number>>;

function renderBar(kind: FindingKind, hatch: string, { x, y, width, height }: Box): Html {
  return html`<rect
    class="bar ${kind}"
    fill="${hatch}"
    x="${toPx(x)}"
    y="${toPx(y)}"
    width="${toPx(width)}"
    height="${height}"
  />`;
}

const SWATCH_PX = 14;

function renderLegend(bars: readonly Bar[], hatch: string, left: number): readonly Html[] {
  const present = KIND_LAYERS.filter(([kind]) => bars.some(({ counts }) => counts[kind] > 0));
  let x = left;
  return present.map(([kind, word]) => {
    const swatch = renderBar(kind, hatch, { x, y: 2, width: SWATCH_PX, height: SWATCH_PX });
    const text = html`<text class="tick" x="${toPx(x + SWATCH_PX + 6)}" y="14">${word}</text>`;
    x += SWATCH_PX + toTextPx(word) + 20;
    return html`${swatch}${text}`;
  });
}

function toEnd(counts: KindCounts): string {
  const all = formatCount(sumKinds(counts));
  return counts.security === 0 ? all : `${all}, ${formatCount(counts.security)} security`;
}
