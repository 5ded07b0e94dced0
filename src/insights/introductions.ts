// The pull requests that introduced bugs, as the service names them and GitHub confirms them.
import { isWithin, type Period, toPeriodBefore } from '../judgement/day.ts';
import { type EpochMs, parseCommitSha } from '../judgement/identifiers.ts';
import { isPending, type ReviewedBug } from '../judgement/reviewed-bug.ts';
import type { GateFacts, MergedPull } from './gate-facts.ts';
import type { PullName } from './merged-pulls.ts';

/** Selects the bugs found in the period or in the one before it, and pending security bugs. */
export function selectIntroduced(bugs: readonly ReviewedBug[], period: Period, now: EpochMs): readonly ReviewedBug[] {
  const both: Period = { ...period, first: toPeriodBefore(period).first };
  return bugs.filter((bug) => isWithin(bug.foundAt, both, now) || (bug.kind === 'security' && isPending(bug)));
}

/** Our own limit, which is ten queries for a repository. */
const MAX_NAMES = 500;

/** Leaves out the least: security bugs come first, then the newest bugs. */
export function selectPullNames(
  bugs: readonly Pick<ReviewedBug, 'kind' | 'foundAt' | 'details'>[],
  isKnown: (number: number) => boolean,
): { readonly names: readonly PullName[]; readonly leftOut: number } {
  const wanted = bugs
    .toSorted((a, b) => Number(b.kind === 'security') - Number(a.kind === 'security') || b.foundAt - a.foundAt)
    .flatMap((bug) => readName(bug) ?? [])
    .filter((name) => typeof name === 'string' || !isKnown(name));
  const all = [...new Set(wanted)];
  const names = all.slice(0, MAX_NAMES);
  return { names, leftOut: all.length - names.length };
}

/** Gives the pull request that the service names, else the commit; null: neither. */
function readName({ details }: Pick<ReviewedBug, 'details'>): PullName | null {
  const { introducedBy } = details;
  if (introducedBy === null) return null;
  const { pullRequest, sha } = introducedBy;
  if (pullRequest === null) return parseCommitSha(sha);
  // GitHub's numbers have 32 bits; it refuses a query with a larger one.
  return Number.isInteger(pullRequest) && pullRequest > 0 && pullRequest < 2 ** 31 ? pullRequest : null;
}

/** Gives null where no pull request is known to have introduced the bug. */
export function readPullNumber(
  bug: Pick<ReviewedBug, 'details'>,
  { byCommit }: Pick<GateFacts, 'byCommit'>,
): number | null {
  const name = readName(bug);
  return typeof name === 'string' ? (byCommit.get(name) ?? null) : name;
}

/** The finder gives null where GitHub confirms no merged pull request that introduced the bug. */
export function createPullFinder(facts: GateFacts): (bug: Pick<ReviewedBug, 'details'>) => MergedPull | null {
  const merged = new Map(facts.merged.map((pull) => [pull.number, pull]));
  return (bug) => merged.get(readPullNumber(bug, facts) ?? 0) ?? null;
}
