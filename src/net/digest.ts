// The digest of a text: the same text gives the same, and it does not tell the text.
import { createHash } from 'node:crypto';

/** The SHA-256 of the text in UTF-8: 64 lower-case hexadecimal digits. */
export function toDigest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
