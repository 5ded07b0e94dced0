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
  /** It is null without an end, or with one that cannot be read, of which the recheck action warns. */
  readonly until: { readonly day: string; readonly endsAt: EpochMs } | null;
}

/** The review action ends a note with these words. */
const SIGNATURE =
  /(?:^| · )By ([\w.[\]-]{1,100}) in ([\w.-]{1,100}\/[\w.-]{1,100}), pull request (\d{1,10}), at [0-9a-f]{40,64}\.$/;

export function readNote(note: string): Note {
  const acceptance = readAcceptance(note);
  const until = acceptance?.kind === 'until' ? acceptance : null;
  const text = (until?.text ?? note).trim();
  const [signature = '', by = null, repository = null, number] = SIGNATURE.exec(text) ?? [];
  return {
    text: text.slice(0, text.length - signature.length).trim() || null,
    by,
    repository,
    pullRequest: number === undefined ? null : Number(number),
    until: until && { day: until.day, endsAt: until.endsAt },
  };
}
