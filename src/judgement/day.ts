// Days in UTC: how they are read and written.
import type { EpochMs } from './identifiers.ts';

/** The first moment of a day such as `2027-01-31`; null for any other text, also for a day that no month has. */
export function parseDay(text: string): EpochMs | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return null;
  const at = Date.parse(`${text}T00:00:00Z`) as EpochMs;
  // `2027-02-30` would be a day in March.
  return Number.isNaN(at) || formatDay(at) !== text ? null : at;
}

/** The day of a moment: `2027-01-31`. Of no moment that can be told: `an unknown day`. */
export function formatDay(at: EpochMs): string {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? 'an unknown day' : date.toISOString().slice(0, 10);
}
