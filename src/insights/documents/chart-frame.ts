// The frame of all charts: their two widths, the kinds of bugs, the rows and dates of their scale, and the labels at their end.
import type { FindingKind } from '../../judgement/finding.ts';
import { formatCount } from '../../judgement/format.ts';
import { type Html, html } from './html.ts';

/** A chart is drawn twice, for a screen and for a phone; the style shows one of them, so that its letters stay readable. */
export interface ChartSize {
  readonly isWide: boolean;
  /** Everything is in CSS pixels. */
  readonly width: number;
  readonly height: number;
}

const WIDTHS = { wide: 880, narrow: 350 };

export interface Chart {
  /** Distinguishes the patterns of one chart from those of others. */
  readonly id: string;
  /** A screen reader says this in its place. */
  readonly description: string;
  readonly toHeight: (isWide: boolean) => number;
  /** `hatch` fills what is hatched. */
  readonly draw: (size: ChartSize, hatch: string) => Html;
}

/** Draws a chart in both widths. Security bugs are hatched, so that they differ by more than their colour. */
export function renderChart({ id, description, toHeight, draw }: Chart): readonly Html[] {
  return (['wide', 'narrow'] as const).map((name) => {
    const width = WIDTHS[name];
    const height = toHeight(name === 'wide');
    const hatch = `hatch-${id}-${name}`;
    return html`<svg
      class="chart ${name}"
      viewBox="0 0 ${width} ${height}"
      width="${width}"
      height="${height}"
      role="img"
      aria-label="${description}"
    >
      <pattern id="${hatch}" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect class="hatch-back" width="6" height="6" />
        <line class="hatch-line" x1="0" y1="0" x2="0" y2="6" />
      </pattern>
      ${draw({ isWide: name === 'wide', width, height }, `url(#${hatch})`)}
    </svg>`;
  });
}

/** The kinds of bugs, security first, each with its word in a chart. */
export const KIND_LAYERS: readonly (readonly [kind: FindingKind, word: string])[] = [
  ['security', 'security'],
  ['unclassified', 'not classified'],
  ['bug', 'other'],
];

export interface Span {
  readonly left: number;
  readonly right: number;
}

/** Places a number of the data in the chart. */
export type Scale = (value: number) => number;

/** Places `low` at `from`, `high` at `to`, and what lies between in proportion. */
export function toScale([low, high]: readonly [number, number], [from, to]: readonly [number, number]): Scale {
  return (value) => from + ((value - low) / (high - low)) * (to - from);
}

/** The corners of a line or a shape. */
export function renderPoints(points: readonly (readonly [x: number, y: number])[]): Html {
  return html`${points.map(([x, y]) => html`${toPx(x)},${toPx(y)} `)}`;
}

/** A line across the chart with its number at the left. */
export function renderRow(value: number, y: number, { left, right }: Span): Html {
  return html`<line class="grid" x1="${left}" x2="${right}" y1="${toPx(y)}" y2="${toPx(y)}" />
    <text class="tick" x="${left - 8}" y="${toPx(y + 4)}" text-anchor="end">${formatCount(Math.abs(value))}</text>`;
}

/** A date below the chart, at `x`. */
export interface DateMark {
  readonly at: Date;
  readonly x: number;
}

/** The dates below a chart, in order: as many as leave room between any two. */
export function renderDates(marks: readonly DateMark[], y: number): readonly Html[] {
  const labels = marks.map(({ at, x }) => ({ text: formatTick(at), x }));
  for (let every = 1; every < labels.length; every += 1) {
    const some = labels.filter((_, index) => index % every === 0);
    if (some.every((label, index) => isApart(some[index - 1], label))) return some.map((label) => renderTick(label, y));
  }
  return labels.slice(0, 1).map((label) => renderTick(label, y));
}

interface Tick {
  readonly text: string;
  readonly x: number;
}

const BETWEEN_PX = 14;

function isApart(before: Tick | undefined, { text, x }: Tick): boolean {
  return before === undefined || x - before.x >= (toTextPx(before.text) + toTextPx(text)) / 2 + BETWEEN_PX;
}

/** A small text is about so wide at most. */
export function toTextPx(text: string): number {
  return text.length * 7.5;
}

function renderTick({ text, x }: Tick, y: number): Html {
  return html`<text class="tick" x="${toPx(x)}" y="${toPx(y)}" text-anchor="middle">${text}</text>`;
}

/** A remark below the chart; null: none. */
export function renderNote(note: string | null, x: number, y: number): Html | null {
  return note === null ? null : renderTick({ text: note, x }, y);
}

export interface Label {
  readonly text: string;
  /** The class that colours it. */
  readonly name: string;
  /** The middle of what it names. */
  readonly y: number;
}

const LINE_PX = 17;

/** Labels at `x` beside what they name, one below the other: moved as little as keeps them apart, and above `bottom`. */
export function renderLabels(labels: readonly Label[], x: number, bottom: number): readonly Html[] {
  const apart: Label[] = [];
  for (const label of labels.toSorted((a, b) => a.y - b.y)) {
    const above = apart.at(-1)?.y ?? Number.NEGATIVE_INFINITY;
    apart.push({ ...label, y: Math.max(label.y, above + LINE_PX) });
  }
  let lowest = bottom + LINE_PX;
  return apart.toReversed().map(({ text, name, y }) => {
    lowest = Math.min(y, lowest - LINE_PX);
    return html`<text class="label ${name}" x="${toPx(x)}" y="${toPx(lowest + 4)}">${text}</text>`;
  });
}

/** A number of an SVG attribute: a tenth of a pixel is enough. */
export function toPx(value: number): number {
  return Math.round(value * 10) / 10;
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `3 Nov`; of the first days of a year the year too. */
function formatTick(at: Date): string {
  const year = at.getUTCMonth() === 0 && at.getUTCDate() < 8 ? ` ${at.getUTCFullYear()}` : '';
  return `${at.getUTCDate()} ${MONTHS[at.getUTCMonth()] ?? ''}${year}`;
}
