// The chart of pending bugs by day has security bugs at the bottom, the others above them.
import { nice, ticks } from 'd3-array';
import { utcTicks } from 'd3-time';
import { formatDate } from '../../judgement/day.ts';
import { countOf, formatCount } from '../../judgement/format.ts';
import { DAY_MS } from '../../judgement/time.ts';
import { type DayCount, type History, sumKinds } from '../history.ts';
import {
  type Chart,
  type ChartSize,
  KIND_LAYERS,
  type Label,
  renderDates,
  renderLabels,
  renderPoints,
  renderRow,
  type Scale,
  toScale,
} from './chart-frame.ts';
import { type Html, html } from './html.ts';

export function toPendingChart(history: History): Chart | null {
  const days = selectDays(history);
  const [first] = days;
  const last = days.at(-1);
  if (first === undefined || last === undefined || days.every(({ pending }) => sumKinds(pending) === 0)) return null;
  return {
    id: 'pending',
    description: `Pending bugs at the end of each day. ${toDescription(first)}. ${toDescription(last)}. The table below has every day.`,
    toHeight: () => 300,
    draw: (size, hatch) => draw(size, hatch, days),
  };
}

function selectDays({ days, period, pendingBefore }: History): readonly DayCount[] {
  return pendingBefore === null ? days : [{ day: period.first - 1, pending: pendingBefore }, ...days];
}

function toDescription({ day, pending }: DayCount): string {
  return `${formatDate(day)}: ${countOf(sumKinds(pending), 'bug', 'bugs')}, ${formatCount(pending.security)} of them security bugs`;
}

function toTop({ pending }: DayCount, layer: number): number {
  return KIND_LAYERS.slice(0, layer + 1).reduce((sum, [kind]) => sum + pending[kind], 0);
}

function draw({ isWide, width, height }: ChartSize, hatch: string, given: readonly DayCount[]): Html {
  const days = given.length === 1 ? given.flatMap((only) => [{ ...only, day: only.day - 1 }, only]) : given;
  const span = { left: 44, right: width - (isWide ? 140 : 134) };
  const [top, bottom] = [16, height - 28];
  const [first, last] = [days[0]?.day ?? 0, days.at(-1)?.day ?? 0];
  const x = toScale([first, last], [span.left, span.right]);
  const [, highest] = nice(0, Math.max(4, ...days.map(({ pending }) => sumKinds(pending))), 4);
  const y = toScale([0, highest], [bottom, top]);
  const toEdge = (layer: number): readonly (readonly [number, number])[] =>
    days.map((day) => [x(day.day), y(toTop(day, layer))]);
  const dates = utcTicks(new Date(first * DAY_MS), new Date(last * DAY_MS), isWide ? 8 : 3);
  const newest = days.at(-1);
  return html`${KIND_LAYERS.map(
    ([kind], layer) =>
      html`<polygon
          class="area ${kind}"
          fill="${hatch}"
          points="${renderPoints([...toEdge(layer), ...toEdge(layer - 1).toReversed()])}"
        />
        <polyline class="edge ${kind}" points="${renderPoints(toEdge(layer))}" />`,
  )}
  ${ticks(0, highest, 4).map((tick) => renderRow(tick, y(tick), span))}
  ${renderDates(
    dates.map((at) => ({ at, x: x(at.getTime() / DAY_MS) })),
    height - 8,
  )}
  ${newest !== undefined && renderLabels(toLabels(newest, y), span.right + 10, bottom)}`;
}

function toLabels(day: DayCount, y: Scale): readonly Label[] {
  const all = sumKinds(day.pending);
  const labels = KIND_LAYERS.map(([kind, word], layer) => ({
    text: `${formatCount(day.pending[kind])} ${word}`,
    name: kind,
    y: y((toTop(day, layer - 1) + toTop(day, layer)) / 2),
  }));
  const present = labels.filter(({ name }) => day.pending[name] > 0);
  return [{ text: `${formatCount(all)} in all`, name: 'all', y: y(all) }, ...present];
}
