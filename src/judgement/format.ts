// Numbers, durations and dates for sentences, the same on every machine.
import type { EpochMs } from './identifiers.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, UNITS_MS } from './time.ts';

/** The number with the singular or the plural: `1 bug`, `2 bugs`. */
export function countOf(count: number, one: string, many: string): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** Writes `12,345`. */
export function formatCount(count: number): string {
  // For a comma `toLocaleString` would load the tables of a locale: a fifth of the time in which an empty Node starts.
  let text = String(count);
  for (let at = text.length - 3; at > (count < 0 ? 1 : 0); at -= 3) text = `${text.slice(0, at)},${text.slice(at)}`;
  return text;
}

/** Writes `2026-11-20 10:31 UTC`. */
export function formatTime(at: EpochMs): string {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return 'an unknown time';
  return `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** ISO 8601, for programs; null: it is no time. */
export function formatIso(at: EpochMs): string | null {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

/** Rounds down to one readable unit: `90 s`, `12 min`, `3.5 h`, `2.1 days`. */
export function formatDuration(ms: number): string {
  if (ms < 2 * MINUTE_MS) return `${Math.floor(ms / 1_000)} s`;
  if (ms < HOUR_MS) return `${Math.floor(ms / MINUTE_MS)} min`;
  if (ms < 2 * DAY_MS) return `${toTenth(ms / HOUR_MS)} h`;
  return `${toTenth(ms / DAY_MS)} days`;
}

/** Writes a duration as inputs do: `90s`, `5m`, `2h`. */
export function formatSetting(ms: number): string {
  const [letter, sizeMs] = [...UNITS_MS].find(([, each]) => ms >= each && ms % each === 0) ?? ['s', 1_000];
  return `${Math.floor(ms / sizeMs)}${letter}`;
}

function toTenth(value: number): string {
  return String(Math.floor(value * 10) / 10);
}

/** The sentence around the text has a full stop of its own. */
export function withoutFullStop(text: string): string {
  let end = text.length;
  while (end > 0 && /[.\s]/.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
