// The reference of a repository's past: replays the life of each bug day by day, by the calendar, apart from the code.

type Kind = 'security' | 'bug' | 'unclassified';

export interface Life {
  readonly kind: Kind;
  readonly foundMs: number;
  readonly settled: { readonly as: 'pending' | 'resolved' | 'dismissed'; readonly atMs: number } | null;
}

interface PlayedDay {
  readonly date: string;
  readonly pending: Record<Kind, number>;
  found: number;
  resolved: number;
  dismissed: number;
}

/** What a calendar says of a moment: `2028-02-29`. */
export function dateOf(ms: number): string {
  const at = new Date(ms);
  const pad = (value: number): string => String(value).padStart(2, '0');
  return `${at.getUTCFullYear()}-${pad(at.getUTCMonth() + 1)}-${pad(at.getUTCDate())}`;
}

function dateBefore(nowMs: number, days: number): string {
  const at = new Date(nowMs);
  return dateOf(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate() - days));
}

/** So many days, up to one that lies `daysAgo` before the day of `nowMs`. What is dated after today happens now. */
export function replay(lives: readonly Life[], nowMs: number, days: number, daysAgo = 0): readonly PlayedDay[] {
  const played: PlayedDay[] = [];
  for (let back = daysAgo + days - 1; back >= daysAgo; back -= 1) {
    const date = dateBefore(nowMs, back);
    const day = { date, pending: { security: 0, bug: 0, unclassified: 0 }, found: 0, resolved: 0, dismissed: 0 };
    for (const { kind, foundMs, settled } of lives) {
      const foundOn = dateOf(Math.min(foundMs, nowMs));
      const settledOn = settled === null || settled.as === 'pending' ? null : dateOf(Math.min(settled.atMs, nowMs));
      if (foundOn === date) day.found += 1;
      if (settled !== null && settled.as !== 'pending' && settledOn === date) day[settled.as] += 1;
      const isFound = foundOn <= date;
      const isSettled = settledOn !== null && settledOn <= date;
      if (isFound && !isSettled) day.pending[kind] += 1;
    }
    played.push(day);
  }
  return played;
}

/** The days of each week, which begins on Monday. */
export function groupByWeek(days: readonly PlayedDay[]): readonly (readonly PlayedDay[])[] {
  const weeks: PlayedDay[][] = [];
  for (const day of days) {
    const isMonday = new Date(`${day.date}T12:00:00Z`).getUTCDay() === 1;
    if (isMonday || weeks.length === 0) weeks.push([]);
    weeks.at(-1)?.push(day);
  }
  return weeks;
}

/** Of bugs resolved in so many days, as for `replay`: how many, and the middle of how long that took; null below five. */
export function timeToResolve(
  lives: readonly Life[],
  nowMs: number,
  days: number,
  daysAgo = 0,
): { readonly resolved: number; readonly medianMs: number | null } {
  const firstDate = dateBefore(nowMs, daysAgo + days - 1);
  const lastDate = dateBefore(nowMs, daysAgo);
  const took: number[] = [];
  for (const { foundMs, settled } of lives) {
    if (settled?.as !== 'resolved') continue;
    const atMs = Math.min(settled.atMs, nowMs);
    if (dateOf(atMs) >= firstDate && dateOf(atMs) <= lastDate) took.push(Math.max(0, atMs - Math.min(foundMs, nowMs)));
  }
  took.sort((a, b) => a - b);
  // From both ends inwards, until one or two are left.
  const middle = [...took];
  while (middle.length > 2) middle.splice(0, middle.length, ...middle.slice(1, -1));
  const sum = middle.reduce((total, each) => total + each, 0);
  return { resolved: took.length, medianMs: took.length < 5 ? null : sum / middle.length };
}
