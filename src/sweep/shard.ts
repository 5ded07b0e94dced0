// The parts of a sweep: a matrix of jobs looks at a part of the repositories each, and together at each exactly once.
import { toFoldedName } from '../judgement/identifiers.ts';
import { toDigest } from '../net/digest.ts';

export interface Shard {
  /** From 1. */
  readonly part: number;
  readonly of: number;
}

/** As many jobs as a matrix of GitHub's can have. */
const MAX_PARTS = 256;

/** Parses `3/10`; null if it is no such part. */
export function parseShard(text: string): Shard | null {
  const [, first, second] = /^(\d{1,3})\/(\d{1,3})$/.exec(text) ?? [];
  const [part, of] = [Number(first), Number(second)];
  return part >= 1 && part <= of && of <= MAX_PARTS ? { part, of } : null;
}

/** Such as `3/10`. */
export function formatShard({ part, of }: Shard): string {
  return `${part}/${of}`;
}

/** Whether a repository is in this part: by its name alone, so that a new repository moves no other. */
export function isInShard(fullName: string, { part, of }: Shard): boolean {
  const digest = toDigest(toFoldedName(fullName));
  return (Number.parseInt(digest.slice(0, 8), 16) % of) + 1 === part;
}
