// In the chart of the weeks, bars of found bugs point up, and of resolved or dismissed bugs down.
import { nice, ticks } from 'd3-array';
import type { Period } from '../../judgement/day.ts';
import { countOf, formatCount } from '../../judgement/format.ts';
import { DAY_MS } from '../../judgement/time.ts';
import type { History, WeekFlow } from '../history.ts';
import {
  type Chart,
  type ChartSize,
  type Label,
  renderDates,
  renderLabels,
  renderNote,
  renderRow,
  toPx,
  toScale,
} from './chart-frame.ts';
import { type Html, html } from './html.ts';

export function toFlowChart({ weeks, flow }: History): Chart | null {
  if (flow.found + flow.resolved + flow.dismissed === 0) return null;
  const over = `${formatCount(flow.resolved)} resolved and ${formatCount(flow.dismissed)} dismissed`;
  return {
    id: 'flow',
    description: `Bugs by week: ${formatCount(flow.found)} found, ${over} in ${countOf(weeks.length, 'week', 'weeks')}. The table below has every week.`,
    toHeight: () => 294,
    draw: (size) => draw(size, weeks, flow),
  };
}

/** So much of the width of a week lies between two bars. */
const GAP = 0.25;

function countDays({ first, last }: Period): number {
  return last - first + 1;
}

export function toCutWords(week: Period): string | null {
  const days = countDays(week);
  return days === 7 ? null : countOf(days, 'day', 'days');
}

function draw({ isWide, width, height }: ChartSize, weeks: readonly WeekFlow[], flow: History['flow']): Html {
  const span = { left: 44, right: width - (isWide ? 140 : 134) };
  const bottom = height - 42;
  const up = Math.max(2, ...weeks.map(({ found }) => found));
  const down = Math.max(2, ...weeks.map(({ resolved, dismissed }) => resolved + dismissed));
  const [lowest, highest] = nice(-down, up, 4);
  const y = toScale([lowest, highest], [bottom, 14]);
  const x = toScale([0, weeks.length], [span.left, span.right]);
  // A week that the period cuts is as much narrower, and dashed.
  const toPlace = (at: number): readonly [left: number, right: number] => {
    const part = countDays(weeks[at]?.week ?? { first: 1, last: 7 }) / 7;
    const length = (1 - GAP) * part;
    const left = at === 0 ? at + 1 - GAP / 2 - length : at + GAP / 2;
    return [left, left + length];
  };
  const bar = (name: string, at: number, [from, to]: readonly [number, number]): Html | false => {
    const [left, right] = toPlace(at);
    const isCut = weeks[at] !== undefined && toCutWords(weeks[at].week) !== null;
    return (
      from !== to &&
      html`<rect
        class="bar ${name} ${isCut && 'cut'}"
        x="${toPx(x(left))}"
        width="${toPx(x(right) - x(left))}"
        y="${toPx(y(from))}"
        height="${toPx(y(to) - y(from))}"
      />`
    );
  };
  const labels: readonly Label[] = [
    { text: `${formatCount(flow.found)} found`, name: 'found', y: y(0) - 24 },
    { text: `${formatCount(flow.resolved)} resolved`, name: 'resolved', y: y(0) + 18 },
    { text: `${formatCount(flow.dismissed)} dismissed`, name: 'dismissed', y: y(0) + 36 },
  ];
  return html`${ticks(lowest, highest, 5).map((tick) => Number.isInteger(tick) && renderRow(tick, y(tick), span))}
    ${weeks.map(({ found, resolved, dismissed }, at) => [
      bar('found', at, [found, 0]),
      bar('resolved', at, [0, -resolved]),
      bar('dismissed', at, [-resolved, -resolved - dismissed]),
    ])}
    <line class="axis" x1="${span.left}" x2="${span.right}" y1="${toPx(y(0))}" y2="${toPx(y(0))}" />
    ${renderDates(
      weeks.map(({ week }, at) => ({ at: new Date(week.first * DAY_MS), x: x(at + 0.5) })),
      height - 22,
    )}
    ${weeks.map(({ week }, at) => renderNote(toCutWords(week), x(at + 0.5), height - 6))}
    ${renderLabels(labels, span.right + 10, bottom)}`;
}
