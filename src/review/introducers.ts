// Finds the accounts that may have introduced a bug: GitHub is asked about the commit and the pull request it came from.
import * as v from 'valibot';
import type { Bug } from '../client/index.ts';
import { AccountAnswer, type AccountName, type DescribedAccount, isBotName, isNamed } from '../github/account.ts';
import { fetchPullsOf } from '../github/commits.ts';
import { decode, lacksPermission, readFailure } from '../github/failure.ts';
import type { Octokit } from '../github/octokit.ts';
import { fetchPull, type Pull, type PullRequestRef } from '../github/pull-request.ts';
import type { RepositoryRef } from '../judgement/identifiers.ts';
import { once } from '../net/once.ts';
import { readNoreplyAddresses } from './policy.ts';

export interface Introducers {
  readonly accounts: readonly AccountName[];
  /**
   * Each clause says why somebody else may have introduced the bug; empty when it is known for certain. It names neither
   * commit nor pull request: where details of a bug are withheld they would point at its code.
   */
  readonly doubts: readonly string[];
}

export type FindIntroducers = (bug: Pick<Bug, 'introducedIn' | 'commitSha'>) => Promise<Introducers>;

export interface IntroducerSource {
  readonly github: Octokit;
  /** The commands were given on this pull request. */
  readonly pull: PullRequestRef & Pick<Pull, 'author'>;
  /** An address that hides a person's own ends with `users.noreply.` and one of these. */
  readonly noreplyHosts: readonly string[];
  readonly signal: AbortSignal;
}

const NOBODY: Introducers = { accounts: [], doubts: [] };

/**
 * Asks GitHub once about each pull request and each commit. What it refuses or does not know is a doubt. Rejects only
 * if cancelled.
 */
export function createIntroducers(source: IntroducerSource): FindIntroducers {
  const openerOf = once((number: number) => findOpener(source, number));
  const openersOf = once((sha: string) => findOpeners(source, sha));
  const writersOf = once((sha: string) => findWriters(source, sha));
  const branchOwnersOf = once((sha: string) => findBranchOwners(source, sha));
  const ofThis = toOpeners([source.pull], 'this');
  return async ({ introducedIn, commitSha }) => {
    const number = introducedIn?.prNumber ?? 0;
    const sha = parseSha(introducedIn?.sha ?? '');
    const foundAt = parseSha(commitSha ?? '');
    const found = await Promise.all([
      // A number below 1 means that there is none.
      number < 1 ? NOBODY : openerOf(number),
      sha === null ? NOT_SAID[introducedIn === null ? 'nothing' : 'noCommit'] : openersOf(sha),
      sha === null ? NOBODY : writersOf(sha),
      // After a rebase the commit that the service names may be gone, and its pull request be that of the person who named it.
      foundAt === null || foundAt === sha ? NOBODY : branchOwnersOf(foundAt),
    ]);
    return merge([ofThis, ...found]);
  };
}

const NOT_SAID = {
  nothing: doubt('the service does not say'),
  noCommit: doubt('the service names no commit by its SHA'),
} as const;

/** GitHub takes a whole or a short SHA. Any other text could be the name of a branch. */
function parseSha(text: string): string | null {
  const sha = text.trim().toLowerCase();
  return /^[0-9a-f]{7,64}$/.test(sha) ? sha : null;
}

async function findOpener(source: IntroducerSource, number: number): Promise<Introducers> {
  const { github, pull } = source;
  // Its author is always among the introducers.
  if (number === pull.number) return NOBODY;
  return await ask(source, 'its pull request could not be read', async () => {
    return toOpeners([await fetchPull(github, { ...pull, number })], 'its');
  });
}

async function findOpeners(source: IntroducerSource, sha: string): Promise<Introducers> {
  const { github, pull } = source;
  return await ask(source, 'the pull requests of its commit could not be read', async () => {
    return toOpeners(await fetchPullsOf(github, pull, sha), 'its');
  });
}

/**
 * Finds who opened the pull requests on whose branches a scanned commit is, but not those that were merged by it: a
 * nightly scan finds what has long been there at the commit of the person who merged last.
 */
async function findBranchOwners(source: IntroducerSource, sha: string): Promise<Introducers> {
  const { github, pull } = source;
  return await ask(source, 'the pull requests of the commit that it was found at could not be read', async () => {
    const pulls = await fetchPullsOf(github, pull, sha);
    const ofBranch = pulls.filter(({ mergeCommitSha, mergedAt }) =>
      mergeCommitSha === null ? mergedAt === null : !mergeCommitSha.startsWith(sha),
    );
    return toOpeners(ofBranch, 'its');
  });
}

async function findWriters(source: IntroducerSource, sha: string): Promise<Introducers> {
  const { github, pull, noreplyHosts } = source;
  return await ask(source, 'its commit could not be read', async () => {
    const commit = await fetchCommitAccounts(github, pull, sha);
    if (!commit.sha.startsWith(sha)) return doubt('GitHub answered with another commit');
    const unknown = 'GitHub knows no account for the author or the committer of its commit';
    const writers = toIntroducers([commit.author, commit.committer], { unknown, bot: BOT_WROTE });
    const coAuthors = commit.coAuthors.map((text) => toCoAuthor(text, noreplyHosts));
    return merge([writers, ...coAuthors, ...(commit.isVerified ? [] : [CLAIMED])]);
  });
}

/** Only GitHub's own addresses have an account in them. */
function toCoAuthor(text: string, hosts: readonly string[]): Introducers {
  const accounts = readNoreplyAddresses(text, hosts);
  if (accounts.length === 0) return UNKNOWN_CO_AUTHOR;
  return { accounts, doubts: accounts.some(isBotName) ? [toBotDoubt(BOT_WROTE)] : [] };
}

const BOT_WROTE = 'a bot wrote its commit';

const UNKNOWN_CO_AUTHOR = doubt('a co-author of its commit is named by an address that tells no account');

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
    return doubt(`${what} (${toReason(error)})`);
  }
}

/** GitHub's own words may name the commit, so they are left out. */
function toReason(error: unknown): string {
  const { status, answered, rateLimited } = readFailure(error);
  if (answered === null) return 'GitHub did not answer';
  return `GitHub answered ${answered}${rateLimited ? ', because of its rate limit' : toAdvice(error, status)}`;
}

/** Advises only where a permission is, or may be, what is missing. */
function toAdvice(error: unknown, status: number | null): string {
  if (lacksPermission(error)) return `; ${PERMISSIONS}`;
  return status === 404 ? `; if it is there, ${PERMISSIONS}` : '';
}

const PERMISSIONS = 'the token needs the permissions "contents: read" and "pull-requests: read"';

function toOpeners(pulls: readonly Pick<Pull, 'author'>[], whose: 'its' | 'this'): Introducers {
  const words = {
    unknown: `GitHub does not name who opened ${whose} pull request`,
    bot: `a bot opened ${whose} pull request`,
  };
  const accounts = pulls.map(({ author }) => author);
  return toIntroducers(accounts, words);
}

/** Adds a doubt where an account is unknown, and one where it is a bot's. */
function toIntroducers(
  accounts: readonly (DescribedAccount | null)[],
  { unknown, bot }: { readonly unknown: string; readonly bot: string },
): Introducers {
  const known = accounts.filter(isNamed);
  const people = known.filter(({ isPlaceholder }) => !isPlaceholder);
  const doubts = [
    ...(people.length === accounts.length ? [] : [unknown]),
    ...(known.some(({ isBot }) => isBot) ? [toBotDoubt(bot)] : []),
  ];
  return { accounts: known, doubts };
}

function toBotDoubt(what: string): string {
  return `${what}, and nobody can tell who was behind it`;
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

/** An account is null where GitHub knows none for the address in the commit, or where it was deleted. */
interface CommitAccounts {
  /** GitHub answered with this commit; its SHA is full, and in lower case. */
  readonly sha: string;
  readonly author: DescribedAccount | null;
  readonly committer: DescribedAccount | null;
  /** Each is a name and an address, as somebody typed them into a line `Co-authored-by`. */
  readonly coAuthors: readonly string[];
  /** If GitHub does not vouch for the signature, author and committer are what somebody typed. */
  readonly isVerified: boolean;
}

const Commit = v.object({
  sha: v.string(),
  author: AccountAnswer,
  committer: AccountAnswer,
  commit: v.nullish(
    v.object({
      message: v.nullish(v.string(), ''),
      verification: v.nullish(v.object({ verified: v.nullish(v.boolean()) })),
    }),
  ),
});

/** Rejects where there is no such commit. */
async function fetchCommitAccounts(
  octokit: Octokit,
  { owner, repo }: RepositoryRef,
  sha: string,
): Promise<CommitAccounts> {
  const { data } = await octokit.rest.repos.getCommit({ owner, repo, ref: sha, per_page: 1 });
  const commit = decode(Commit, data, 'Commit');
  return {
    sha: commit.sha.toLowerCase(),
    author: commit.author ?? null,
    committer: commit.committer ?? null,
    coAuthors: readCoAuthors(commit.commit?.message ?? ''),
    isVerified: commit.commit?.verification?.verified === true,
  };
}

const CO_AUTHOR = /^co-authored-by\s*:/i;

/** Reads every line `Co-authored-by:`, wherever it stands: it may forbid, never permit. Linear time. */
function readCoAuthors(message: string): readonly string[] {
  const lines = message.split(/[\n\r]+/).map((line) => line.trimStart());
  return lines.filter((line) => CO_AUTHOR.test(line)).map((line) => line.replace(CO_AUTHOR, '').trim());
}
