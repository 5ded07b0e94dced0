// The parts of a review's note: the end of a dismissal, the text, and the closing words with a name.
import { readAcceptance } from '../judgement/acceptance.ts';
import type { EpochMs } from '../judgement/identifiers.ts';

export interface Note {
  /** It stands between the date and the closing words. */
  readonly text: string | null;
  /** The closing words have this login, which anybody with access to the service can type. */
  readonly by: string | null;
  /** It is the `owner/name` in the closing words. */
  readonly repository: string | null;
  readonly pullRequest: number | null;
  /** `unreadable`: the note begins with `until`, but no date that exists follows. Null: it says nothing of an end. */
  readonly until: { readonly day: string; readonly endsAt: EpochMs } | 'unreadable' | null;
}

/** The review action ends a note with these words. */
const SIGNATURE =
  /(?:^| · )By ([\w.[\]-]{1,100}) in ([\w.-]{1,100}\/[\w.-]{1,100}), pull request (\d{1,10}), at [0-9a-f]{40,64}\.$/;

export function readNote(note: string): Note {
  const acceptance = readAcceptance(note);
  const text = (acceptance?.kind === 'until' ? acceptance.text : note).trim();
  const [signature = '', by = null, repository = null, number] = SIGNATURE.exec(text) ?? [];
  const until = acceptance?.kind === 'until' ? { day: acceptance.day, endsAt: acceptance.endsAt } : null;
  return {
    text: text.slice(0, text.length - signature.length).trim() || null,
    by,
    repository,
    pullRequest: number === undefined ? null : Number(number),
    until: acceptance?.kind === 'unreadable' ? 'unreadable' : until,
  };
}
