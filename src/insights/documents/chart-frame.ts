// The frame of all charts: widths, kinds of bugs, rows and dates of the scale, and labels at the end.
import type { FindingKind } from '../../judgement/finding.ts';
import { formatCount } from '../../judgement/format.ts';
import { type Html, html } from './html.ts';

/** A chart is drawn twice, for a screen and for a phone; the style shows one of them, so that its letters stay readable. */
export interface ChartSize {
  readonly isWide: boolean;
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

export type Scale = (value: number) => number;

/** Places `low` at `from`, `high` at `to`, and what lies between in proportion. */
export function toScale([low, high]: readonly [number, number], [from, to]: readonly [number, number]): Scale {
  return (value) => from + ((value - low) / (high - low)) * (to - from);
}

export function renderPoints(points: readonly (readonly [x: number, y: number])[]): Html {
  return html`${points.map(([x, y]) => html`${toPx(x)},${toPx(y)} `)}`;
}

export function renderRow(value: number, y: number, { left, right }: Span): Html {
  return html`<line class="grid" x1="${left}" x2="${right}" y1="${toPx(y)}" y2="${toPx(y)}" />
    <text class="tick" x="${left - 8}" y="${toPx(y + 4)}" text-anchor="end">${formatCount(Math.abs(value))}</text>`;
}

export interface DateMark {
  readonly at: Date;
  readonly x: number;
}

/** Draws as many dates as leave room between any two. */
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

export function renderNote(note: string | null, x: number, y: number): Html | null {
  return note === null ? null : renderTick({ text: note, x }, y);
}

export interface Label {
  readonly text: string;
  readonly name: string;
  readonly y: number;
}

const LINE_PX = 17;

/** Moves the labels as little as keeps them apart, and above `bottom`. */
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

/** Rounds for an SVG attribute: a tenth of a pixel is enough. */
export function toPx(value: number): number {
  return Math.round(value * 10) / 10;
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Says, for example, `3 Nov`, with the year in its first days. */
function formatTick(at: Date): string {
  const year = at.getUTCMonth() === 0 && at.getUTCDate() < 8 ? ` ${at.getUTCFullYear()}` : '';
  return `${at.getUTCDate()} ${MONTHS[at.getUTCMonth()] ?? ''}${year}`;
}
