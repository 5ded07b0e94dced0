// The accounts that may have introduced a bug, by what GitHub says of the commit and the pull request that the service names.
import type { IntroducedIn } from '../client/index.ts';
import { type AccountName, isNamed } from '../github/account.ts';
import { fetchPullsOf } from '../github/commits.ts';
import { readFailure } from '../github/failure.ts';
import type { Octokit } from '../github/octokit.ts';
import { fetchPull, type Pull, type PullRequestRef } from '../github/pull-request.ts';
import { once } from '../net/once.ts';
import { fetchCommitAccounts } from './commit-accounts.ts';

export interface Introducers {
  readonly accounts: readonly AccountName[];
  /**
   * Why somebody else may have introduced the bug, a clause each; empty when it is known for certain. Names neither commit
   * nor pull request: where details of a bug are withheld they would point at its code.
   */
  readonly doubts: readonly string[];
}

export type FindIntroducers = (introducedIn: IntroducedIn | null) => Promise<Introducers>;

export interface IntroducerSource {
  readonly github: Octokit;
  /** The pull request that the commands were given on. */
  readonly pull: PullRequestRef & Pick<Pull, 'author'>;
  /** Aborted when the job is cancelled. */
  readonly signal: AbortSignal;
}

const NOBODY: Introducers = { accounts: [], doubts: [] };

/**
 * Makes the search. GitHub is asked once for each pull request and each commit, by a transport that sends a few requests
 * at a time; what it refuses or does not know is a doubt. Rejects only when cancelled.
 */
export function createIntroducers(source: IntroducerSource): FindIntroducers {
  const openerOf = once((number: number) => findOpener(source, number));
  const openersOf = once((sha: string) => findOpeners(source, sha));
  const writersOf = once((sha: string) => findWriters(source, sha));
  return async (introducedIn) => {
    if (introducedIn === null) return doubt('the service does not say');
    const { prNumber } = introducedIn;
    const sha = parseSha(introducedIn.sha);
    return merge(
      await Promise.all([
        // There is no pull request below 1: the service means none.
        prNumber === null || prNumber < 1 ? NOBODY : openerOf(prNumber),
        sha === null ? doubt('the service names no commit by its SHA') : openersOf(sha),
        sha === null ? NOBODY : writersOf(sha),
      ]),
    );
  };
}

/** As GitHub takes it, whole or short: of another text it could make a branch. */
function parseSha(text: string): string | null {
  const sha = text.trim().toLowerCase();
  return /^[0-9a-f]{7,64}$/.test(sha) ? sha : null;
}

/** Who opened the pull request with this number. */
async function findOpener(source: IntroducerSource, number: number): Promise<Introducers> {
  const { github, pull } = source;
  if (number === pull.number) return toOpeners([pull.author]);
  return await ask(source, 'its pull request could not be read', async () => {
    const { author } = await fetchPull(github, { ...pull, number });
    return toOpeners([author]);
  });
}

/** Who opened the pull requests that GitHub names for a commit. */
async function findOpeners(source: IntroducerSource, sha: string): Promise<Introducers> {
  const { github, pull } = source;
  return await ask(source, 'the pull requests of its commit could not be read', async () => {
    const pulls = await fetchPullsOf(github, pull, sha);
    return toOpeners(pulls.map(({ author }) => author));
  });
}

/** The author and the committer of a commit. */
async function findWriters(source: IntroducerSource, sha: string): Promise<Introducers> {
  const { github, pull } = source;
  return await ask(source, 'its commit could not be read', async () => {
    const commit = await fetchCommitAccounts(github, pull, sha);
    if (!commit.sha.startsWith(sha)) return doubt('GitHub answered with another commit');
    const unknown = 'GitHub knows no account for the author or the committer of its commit';
    const writers = toIntroducers([commit.author, commit.committer], unknown);
    return commit.isVerified ? writers : merge([writers, CLAIMED]);
  });
}

/** Anybody can type another name into a commit that nobody signs. */
const CLAIMED = doubt('its authorship is only claimed, because its commit has no verified signature');

async function ask(
  { signal }: IntroducerSource,
  what: string,
  question: () => Promise<Introducers>,
): Promise<Introducers> {
  try {
    return await question();
  } catch (error) {
    signal.throwIfAborted();
    return doubt(`${what} (${toReason(readFailure(error).status)})`);
  }
}

/** Not GitHub's own words, which may name the commit. */
function toReason(status: number | null): string {
  if (status === null) return 'GitHub did not answer';
  const isRefused = status === 403 || status === 404;
  const advice = 'the token needs the permissions "contents: read" and "pull-requests: read"';
  return `GitHub answered ${status}${isRefused ? `; ${advice}` : ''}`;
}

function toOpeners(accounts: readonly (AccountName | null)[]): Introducers {
  return toIntroducers(accounts, 'GitHub does not name who opened its pull request');
}

/** The accounts that are known; where one is not, `otherwise` is the doubt. */
function toIntroducers(accounts: readonly (AccountName | null)[], otherwise: string): Introducers {
  const known = accounts.filter(isNamed);
  return { accounts: known, doubts: known.length === accounts.length ? [] : [otherwise] };
}

function doubt(why: string): Introducers {
  return { accounts: [], doubts: [why] };
}

function merge(parts: readonly Introducers[]): Introducers {
  return {
    accounts: parts.flatMap(({ accounts }) => accounts),
    doubts: [...new Set(parts.flatMap(({ doubts }) => doubts))],
  };
}
