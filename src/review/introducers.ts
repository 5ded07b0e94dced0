// The accounts that may have introduced a bug, by what GitHub says of the commit and the pull request that the service names.
import type { IntroducedIn } from '../client/index.ts';
import { type AccountName, isNamed } from '../github/account.ts';
import { fetchPullsOf } from '../github/commits.ts';
import { readFailure } from '../github/failure.ts';
import type { Octokit } from '../github/octokit.ts';
import { fetchCommits, fetchPull, type HeadBranch, type Pull, type PullRequestRef } from '../github/pull-request.ts';
import { once } from '../net/once.ts';
import { type CommitAccounts, fetchCommitAccounts } from './commit-accounts.ts';
import { createContains, findPusher } from './pushers.ts';

export interface Introducers {
  readonly accounts: readonly AccountName[];
  /**
   * Why somebody may be missing, a clause each; empty when nobody is. Names neither commit nor pull request: where
   * details of a bug are withheld they would point at its code.
   */
  readonly unknown: readonly string[];
}

/** A pull request that brought a commit, as far as it says who is behind it. */
export interface IntroducingPull extends Pick<Pull, 'author' | 'branch'> {
  readonly number: number;
}

export type FindIntroducers = (introducedIn: IntroducedIn | null) => Promise<Introducers>;

export interface IntroducerSource {
  readonly github: Octokit;
  /** The pull request that the commands were given on, and where it comes from. */
  readonly pull: PullRequestRef & IntroducingPull;
  /** Aborted when the job is cancelled. */
  readonly signal: AbortSignal;
}

/** What GitHub said; without a value `unknown` says why. */
interface Asked<Value> {
  readonly value: Value | null;
  readonly unknown: readonly string[];
}

/**
 * Makes the search. GitHub is asked once for each pull request and each commit, by a transport that sends a few requests
 * at a time; what it refuses or does not know is `unknown`. Rejects only when cancelled.
 */
export function createIntroducers(source: IntroducerSource): FindIntroducers {
  const pullOf = once((number: number) => findPull(source, number));
  const pullsOf = once((sha: string) => findPullsOf(source, sha));
  const commitOf = once((sha: string) => findCommit(source, sha));
  const pushersOf = once(
    (sha: string, pulls: readonly IntroducingPull[]) => findPushers(source, sha, pulls),
    (sha, given) => [sha, ...given.map(({ number }) => number)].join(' '),
  );
  return async (introducedIn) => {
    if (introducedIn === null) return unknown('the service does not say');
    const { prNumber } = introducedIn;
    const sha = parseSha(introducedIn.sha);
    const [named, associated, commit] = await Promise.all([
      prNumber === null ? NOTHING : pullOf(prNumber),
      sha === null ? NOTHING : pullsOf(sha),
      sha === null ? NO_COMMIT : commitOf(sha),
    ]);
    const pulls = [...(named.value ?? []), ...(associated.value ?? [])];
    const known = merge([
      { accounts: [], unknown: [...named.unknown, ...associated.unknown, ...commit.unknown] },
      toIntroducers(
        pulls.map(({ author }) => author),
        'GitHub does not name who opened its pull request',
      ),
    ]);
    if (commit.value === null) return known;
    const { author, committer, isVerified } = commit.value;
    const writers = toIntroducers(
      [author, committer],
      'GitHub knows no account for the author or the committer of its commit',
    );
    if (isVerified) return merge([known, writers]);
    return merge([known, writers, await pushersOf(commit.value.sha, pulls)]);
  };
}

const NOTHING: Asked<readonly IntroducingPull[]> = { value: [], unknown: [] };
const NO_COMMIT: Asked<CommitAccounts> = {
  value: null,
  unknown: ['the service names no commit by its SHA'],
};

/** As GitHub takes it, whole or short: of another text it could make a branch. */
function parseSha(text: string): string | null {
  const sha = text.trim().toLowerCase();
  return /^[0-9a-f]{7,64}$/.test(sha) ? sha : null;
}

async function findPull(source: IntroducerSource, number: number): Promise<Asked<readonly IntroducingPull[]>> {
  const { github, pull } = source;
  if (number === pull.number) return { value: [pull], unknown: [] };
  if (number < 1) {
    return { value: null, unknown: ['the service names no pull request by its number'] };
  }
  return await ask(source, 'its pull request could not be read', async () => [
    { ...(await fetchPull(github, { ...pull, number })), number },
  ]);
}

async function findPullsOf(source: IntroducerSource, sha: string): Promise<Asked<readonly IntroducingPull[]>> {
  const { github, pull } = source;
  return await ask(source, 'the pull requests of its commit could not be read', () => fetchPullsOf(github, pull, sha));
}

async function findCommit(source: IntroducerSource, sha: string): Promise<Asked<CommitAccounts>> {
  const { github, pull } = source;
  const answer = await ask(source, 'its commit could not be read', () => fetchCommitAccounts(github, pull, sha));
  if (answer.value === null || answer.value.sha.startsWith(sha)) return answer;
  return { value: null, unknown: ['GitHub answered with another commit'] };
}

/** A commit is rarely on more branches of pull requests; each costs a request. */
const MAX_BRANCHES = 3;
const CLAIMED = 'its authorship is only claimed, because its commit has no verified signature and';
const NOT_SAID = `${CLAIMED} GitHub does not say who pushed it`;

/** Who pushed a commit whose author and committer are only what somebody typed. */
async function findPushers(
  source: IntroducerSource,
  sha: string,
  named: readonly IntroducingPull[],
): Promise<Introducers> {
  const { github } = source;
  const answer = named.length > 0 ? { value: named, unknown: [] } : await findThis(source, sha);
  if (answer.value === null) return { accounts: [], unknown: answer.unknown };
  const branches = toBranches(answer.value);
  const isIn = createContains(github, sha);
  const accounts: AccountName[] = [];
  const missing = new Set(branches.length > MAX_BRANCHES || branches.includes(null) ? [NOT_SAID] : []);
  // One after the other: they share the comparisons.
  for (const branch of branches.slice(0, MAX_BRANCHES)) {
    if (branch === null) continue;
    const answer = await ask(source, `${CLAIMED} the pushes could not be read`, () => findPusher(github, branch, isIn));
    for (const why of answer.unknown) missing.add(why);
    if (answer.value === 'unknown') missing.add(NOT_SAID);
    else if (answer.value !== null && answer.value !== 'earlier') accounts.push(answer.value);
  }
  if (accounts.length === 0) missing.add(NOT_SAID);
  return { accounts, unknown: [...missing].slice(0, 1) };
}

/** This pull request, if it has the commit: GitHub names none for a commit of a fork. */
async function findThis(source: IntroducerSource, sha: string): Promise<Asked<readonly IntroducingPull[]>> {
  const { github, pull } = source;
  return await ask(source, `${CLAIMED} the pushes could not be read`, async () =>
    (await fetchCommits(github, pull)).some((commit) => commit.sha === sha) ? [pull] : [],
  );
}

/** Each once; null: one that is gone or not told. */
function toBranches(pulls: readonly IntroducingPull[]): readonly (HeadBranch | null)[] {
  const branches = pulls.map(({ branch }) => [toName(branch), branch] as const);
  return [...new Map(branches).values()];
}

function toName(branch: HeadBranch | null): string {
  if (branch === null) return '';
  const { repository, name } = branch;
  return `${repository.owner}/${repository.repo}`.toLowerCase() + ` ${name}`;
}

async function ask<Value>(
  { signal }: IntroducerSource,
  what: string,
  question: () => Promise<Value>,
): Promise<Asked<Value>> {
  try {
    return { value: await question(), unknown: [] };
  } catch (error) {
    signal.throwIfAborted();
    return { value: null, unknown: [`${what} (${toReason(readFailure(error).status)})`] };
  }
}

/** Not GitHub's own words, which may name the commit. */
function toReason(status: number | null): string {
  if (status === null) return 'GitHub did not answer';
  const isRefused = status === 403 || status === 404;
  const advice = 'the token needs the permissions "contents: read" and "pull-requests: read"';
  return `GitHub answered ${status}${isRefused ? `; ${advice}` : ''}`;
}

function toIntroducers(accounts: readonly (AccountName | null)[], otherwise: string): Introducers {
  const known = accounts.filter(isNamed);
  return { accounts: known, unknown: known.length === accounts.length ? [] : [otherwise] };
}

function unknown(why: string): Introducers {
  return { accounts: [], unknown: [why] };
}

function merge(parts: readonly Introducers[]): Introducers {
  return {
    accounts: parts.flatMap(({ accounts }) => accounts),
    unknown: [...new Set(parts.flatMap((part) => part.unknown))],
  };
}
