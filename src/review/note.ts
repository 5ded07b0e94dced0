// The note that the service stores with a review: one line, and nothing in it that a reader cannot see. Pure.
import { toVisibleLine } from '../documents/markdown.ts';

/** The selectors of emoji, which documents keep, and the empty braille cell, which looks like a space. */
const ALSO_INVISIBLE = /[\ufe0e\ufe0f\u2800]/g;

/** On one line, without characters that nobody sees or that change the order of the others. Linear time. */
export function toNote(text: string): string {
  return toVisibleLine(text.replace(ALSO_INVISIBLE, ''));
}
