// A dismissal that ends: its note begins `until 2027-01-31`. How such a note is read and written.
import { parseDay } from './day.ts';
import type { EpochMs } from './identifiers.ts';
import { DAY_MS } from './time.ts';

type Acceptance =
  | {
      readonly kind: 'until';
      /** The last day, in UTC: `2027-01-31`. */
      readonly day: string;
      /** The first moment after that day. */
      readonly endsAt: EpochMs;
      /** The rest of the note; may be empty. */
      readonly text: string;
    }
  /** The note begins with `until`, but no date that exists follows. */
  | { readonly kind: 'unreadable' };

const UNTIL = /^\s*until(?![\p{L}\p{N}_])/iu;
const DATE = /^\s+(\d{4}-\d{2}-\d{2})(?![\p{L}\p{N}_/-])(?:[.,;:]*)/u;

/** Reads the end of a dismissal from its note; null if the note does not begin with `until`. Linear time. */
export function readAcceptance(note: string): Acceptance | null {
  const [start] = UNTIL.exec(note) ?? [];
  if (start === undefined) return null;
  const rest = note.slice(start.length);
  const [date = '', day = ''] = DATE.exec(rest) ?? [];
  const startsAt = parseDay(day);
  if (startsAt === null) return { kind: 'unreadable' };
  return { kind: 'until', day, endsAt: (startsAt + DAY_MS) as EpochMs, text: rest.slice(date.length).trim() };
}

/** The beginning of the note of a dismissal that is good until the end of a day. */
export function toAcceptedNote(day: string, text: string): string {
  return `until ${day}. ${text}`;
}
