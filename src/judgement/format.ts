// Numbers, durations, dates and lists for sentences, the same on every machine.
import type { EpochMs } from './identifiers.ts';

/** The number with the singular or the plural: `1 bug`, `2 bugs`. */
export function countOf(count: number, one: string, many: string): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** What there is: false, null and undefined leave nothing. */
export function compact<Item>(items: readonly (Item | false | null | undefined)[]): readonly Item[] {
  return items.filter((item): item is Item => item !== false && item !== null && item !== undefined);
}

/** The sum of numbers; 0 of none. */
export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** The same items, beginning `by` further on, or with a negative number so many further back. */
export function rotate<Item>(items: readonly Item[], by: number): readonly Item[] {
  const first = items.length === 0 ? 0 : by % items.length;
  return [...items.slice(first), ...items.slice(0, first)];
}

/** Separates thousands with commas: `12,345`. */
export function formatCount(count: number): string {
  return count.toLocaleString('en-US');
}

/** `2026-11-20 10:31 UTC`. */
export function formatTime(at: EpochMs): string {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return 'an unknown time';
  return `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** Rounds down to one readable unit: `90 s`, `12 min`, `3.5 h`, `2.1 days`. */
export function formatDuration(ms: number): string {
  if (ms < 2 * MINUTE_MS) return `${Math.floor(ms / 1_000)} s`;
  if (ms < HOUR_MS) return `${Math.floor(ms / MINUTE_MS)} min`;
  if (ms < 2 * DAY_MS) return `${toTenth(ms / HOUR_MS)} h`;
  return `${toTenth(ms / DAY_MS)} days`;
}

/** A duration as an input is written: `90s`, `5m`, `2h`. */
export function formatSetting(ms: number): string {
  const [letter, sizeMs] = [...UNITS_MS].find(([, each]) => ms >= each && ms % each === 0) ?? ['s', 1_000];
  return `${Math.floor(ms / sizeMs)}${letter}`;
}

function toTenth(value: number): string {
  return String(Math.floor(value * 10) / 10);
}

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** The units in which an input gives a duration, by their letter, the largest first. */
export const UNITS_MS: ReadonlyMap<string, number> = new Map([
  ['d', DAY_MS],
  ['h', HOUR_MS],
  ['m', MINUTE_MS],
  ['s', 1_000],
]);

/** How far apart the clocks of two machines may be: of the service and a runner, or of two runners. */
export const MAX_SKEW_MS = HOUR_MS;
