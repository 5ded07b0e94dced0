// The accounts that may have introduced a bug, by what GitHub says of the commit and the pull request that the service names.
import type { IntroducedIn } from '../client/index.ts';
import { isNamed, type AccountName } from '../github/account.ts';
import { readFailure } from '../github/failure.ts';
import { fetchCommitAccounts, fetchOpener, fetchOpenersOf } from '../github/introduction.ts';
import type { Octokit } from '../github/octokit.ts';
import type { PullRequestPlace } from '../github/pull-request.ts';

export interface Introducers {
  readonly accounts: readonly AccountName[];
  /**
   * Why somebody may be missing, a clause each; empty when nobody is. Names neither commit nor pull request: where
   * details of a bug are withheld they would point at its code.
   */
  readonly unknown: readonly string[];
}

export type FindIntroducers = (introducedIn: IntroducedIn | null) => Promise<Introducers>;

export interface IntroducerSource {
  readonly github: Octokit;
  /** The pull request that the commands were given on. */
  readonly pull: PullRequestPlace;
  /** Who opened it; null when GitHub does not say. */
  readonly author: AccountName | null;
  /** Aborted when the job is cancelled. */
  readonly signal: AbortSignal;
}

/**
 * Makes the search. GitHub is asked once for each pull request and each commit, by a transport that sends a few requests
 * at a time; what it refuses or does not know is `unknown`. Rejects only when cancelled.
 */
export function createIntroducers(source: IntroducerSource): FindIntroducers {
  const answers = new Map<string, Promise<Introducers>>();
  const once = (key: string, find: () => Promise<Introducers>): Promise<Introducers> => {
    const answer = answers.get(key) ?? find();
    answers.set(key, answer);
    return answer;
  };
  return async (introducedIn) => {
    if (introducedIn === null) return unknown('the service does not say');
    const { prNumber } = introducedIn;
    const sha = parseSha(introducedIn.sha);
    const parts = [
      ...(prNumber === null
        ? []
        : [once(`pull ${prNumber}`, () => findPullOpener(source, prNumber))]),
      ...(sha === null
        ? [Promise.resolve(unknown('the service names no commit by its SHA'))]
        : [
            once(`commit ${sha}`, () => findCommitAccounts(source, sha)),
            once(`pulls of ${sha}`, () => findOpenersOf(source, sha)),
          ]),
    ];
    return merge(await Promise.all(parts));
  };
}

/** As GitHub takes it, whole or short: of another text it could make a branch. */
function parseSha(text: string): string | null {
  const sha = text.trim().toLowerCase();
  return /^[0-9a-f]{7,64}$/.test(sha) ? sha : null;
}

async function findPullOpener(source: IntroducerSource, number: number): Promise<Introducers> {
  const { github, pull, author } = source;
  if (number === pull.number) return named([author], OPENER);
  if (number < 1) return unknown('the service names no pull request by its number');
  return await ask(source, 'its pull request could not be read', async () =>
    named([await fetchOpener(github, { ...pull, number })], OPENER),
  );
}

async function findOpenersOf(source: IntroducerSource, sha: string): Promise<Introducers> {
  const { github, pull } = source;
  return await ask(source, 'the pull requests of its commit could not be read', async () =>
    named(await fetchOpenersOf(github, pull, sha), OPENER),
  );
}

async function findCommitAccounts(source: IntroducerSource, sha: string): Promise<Introducers> {
  const { github, pull } = source;
  return await ask(source, 'its commit could not be read', async () => {
    const commit = await fetchCommitAccounts(github, pull, sha);
    if (!commit.sha.startsWith(sha)) return unknown('GitHub answered with another commit');
    return named([commit.author, commit.committer], WRITER);
  });
}

const OPENER = 'GitHub does not name who opened its pull request';
const WRITER = 'GitHub knows no account for the author or the committer of its commit';

async function ask(
  { signal }: IntroducerSource,
  what: string,
  question: () => Promise<Introducers>,
): Promise<Introducers> {
  try {
    return await question();
  } catch (error) {
    signal.throwIfAborted();
    return unknown(`${what} (${toReason(readFailure(error).status)})`);
  }
}

/** Not GitHub's own words, which may name the commit. */
function toReason(status: number | null): string {
  if (status === null) return 'GitHub did not answer';
  const isRefused = status === 403 || status === 404;
  const advice = 'the token needs the permissions "contents: read" and "pull-requests: read"';
  return `GitHub answered ${status}${isRefused ? `; ${advice}` : ''}`;
}

function named(accounts: readonly (AccountName | null)[], otherwise: string): Introducers {
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
