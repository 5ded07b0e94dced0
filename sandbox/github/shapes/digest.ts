// Invented identifiers: the same thing always gets the same one.
import { createHash } from 'node:crypto';
import { remembering } from '../../remember.ts';

/** 40 hexadecimal digits, like a git object's name. */
export const objectName = remembering((text) => createHash('sha1').update(text).digest('hex'));

/** A number below 2^31 that looks like a database id. */
export function numericId(text: string): number {
  return Number.parseInt(objectName(text).slice(0, 8), 16) >>> 1;
}

/** GitHub's opaque node id. */
export function nodeId(kind: string, id: number | string): string {
  return Buffer.from(`${kind}:${id}`).toString('base64url');
}
