// The daily figures that the issue remembers: how many bugs were pending on the days when it was written.
import type { EpochMs } from '../judgement/identifiers.ts';
import { DAY_MS } from '../judgement/time.ts';

export interface DayFigure {
  /** Days since 1970 in UTC. */
  readonly day: number;
  readonly open: number;
}

/** How many are remembered, the newest: two months of nights. */
const MAX_DAYS = 60;

/** Adds the figure of a day, or replaces it; the oldest are dropped. What is dated later is not believed. */
export function addDay(earlier: readonly DayFigure[], at: EpochMs, open: number): readonly DayFigure[] {
  const today = Math.floor(at / DAY_MS);
  return [...earlier.filter(({ day }) => day < today), { day: today, open }].slice(-MAX_DAYS);
}

/** Such as `20777:12,20778:9`. */
export function formatDays(days: readonly DayFigure[]): string {
  return days.map(({ day, open }) => `${day}:${open}`).join(',');
}

/** The longest text of figures that is read: of each a day of six digits and a number of seven. */
const MAX_TEXT = MAX_DAYS * '100000:1000000,'.length;

/** Reads what `formatDays` wrote; none where it is something else. */
export function parseDays(text: string): readonly DayFigure[] {
  if (text.length > MAX_TEXT) return [];
  const parts = text.split(',').map((part) => /^(\d{1,6}):(\d{1,7})$/.exec(part));
  const days = parts.flatMap((match) => (match === null ? [] : [{ day: Number(match[1]), open: Number(match[2]) }]));
  const isAscending = days.every(({ day }, index) => day > (days[index - 1]?.day ?? -1));
  return days.length === parts.length && days.length <= MAX_DAYS && isAscending ? days : [];
}
