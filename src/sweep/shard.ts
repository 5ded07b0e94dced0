// Divides a sweep: each job of a matrix looks at a part of the repositories, and together they look at each exactly
// once.
import { toFoldedName } from '../judgement/identifiers.ts';
import { toDigest } from '../net/digest.ts';

export interface Shard {
  /** The first part is 1. */
  readonly part: number;
  readonly of: number;
}

/** A matrix of GitHub can have so many jobs. */
const MAX_PARTS = 256;

/** Parses text such as `3/10`; null if it is no such part. */
export function parseShard(text: string): Shard | null {
  const [, first, second] = /^(\d{1,3})\/(\d{1,3})$/.exec(text) ?? [];
  const [part, of] = [Number(first), Number(second)];
  return part >= 1 && part <= of && of <= MAX_PARTS ? { part, of } : null;
}

export function formatShard({ part, of }: Shard): string {
  return `${part}/${of}`;
}

/** The name alone decides, so that a new repository moves no other. */
export function isInShard(fullName: string, { part, of }: Shard): boolean {
  const digest = toDigest(toFoldedName(fullName));
  return (Number.parseInt(digest.slice(0, 8), 16) % of) + 1 === part;
}
