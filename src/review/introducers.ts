// The accounts that may have introduced a bug, by what GitHub says of the commit and the pull request that the service names.
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
   * Why somebody else may have introduced the bug, a clause each; empty when it is known for certain. Names neither commit
   * nor pull request: where details of a bug are withheld they would point at its code.
   */
  readonly doubts: readonly string[];
}

export type FindIntroducers = (bug: Pick<Bug, 'introducedIn' | 'commitSha'>) => Promise<Introducers>;

export interface IntroducerSource {
  readonly github: Octokit;
  /** The pull request that the commands were given on. */
  readonly pull: PullRequestRef & Pick<Pull, 'author'>;
  /** Of the addresses that hide a person's own: `users.noreply.` and then this. */
  readonly noreplyHosts: readonly string[];
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
  const branchOwnersOf = once((sha: string) => findBranchOwners(source, sha));
  const ofThis = toOpeners([source.pull], 'this');
  return async ({ introducedIn, commitSha }) => {
    const number = introducedIn?.prNumber ?? 0;
    const sha = parseSha(introducedIn?.sha ?? '');
    const foundAt = parseSha(commitSha ?? '');
    const found = await Promise.all([
      // There is no pull request below 1: the service means none.
      number < 1 ? NOBODY : openerOf(number),
      sha === null ? NOT_SAID[introducedIn === null ? 'nothing' : 'noCommit'] : openersOf(sha),
      sha === null ? NOBODY : writersOf(sha),
      // After a rebase the other two may be a commit that is gone, and the pull request of whoever named it.
      foundAt === null || foundAt === sha ? NOBODY : branchOwnersOf(foundAt),
    ]);
    return merge([ofThis, ...found]);
  };
}

const NOT_SAID = {
  nothing: doubt('the service does not say'),
  noCommit: doubt('the service names no commit by its SHA'),
} as const;

/** As GitHub takes it, whole or short: of another text it could make a branch. */
function parseSha(text: string): string | null {
  const sha = text.trim().toLowerCase();
  return /^[0-9a-f]{7,64}$/.test(sha) ? sha : null;
}

/** Who opened the pull request with this number. */
async function findOpener(source: IntroducerSource, number: number): Promise<Introducers> {
  const { github, pull } = source;
  // Always among the introducers.
  if (number === pull.number) return NOBODY;
  return await ask(source, 'its pull request could not be read', async () => {
    return toOpeners([await fetchPull(github, { ...pull, number })], 'its');
  });
}

/** Who opened the pull requests that GitHub names for a commit. */
async function findOpeners(source: IntroducerSource, sha: string): Promise<Introducers> {
  const { github, pull } = source;
  return await ask(source, 'the pull requests of its commit could not be read', async () => {
    return toOpeners(await fetchPullsOf(github, pull, sha), 'its');
  });
}

/**
 * Who opened the pull requests on whose branches a scanned commit is. Not those that were merged by it: a nightly scan
 * finds what has long been there at the commit of whoever merged last.
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

/** The author, the committer and the co-authors of a commit. */
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

/** The account in a line `Co-authored-by`; only GitHub's own addresses have one in them. */
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

/** Not GitHub's own words, which may name the commit. */
function toReason(error: unknown): string {
  const { status, answered, rateLimited } = readFailure(error);
  if (answered === null) return 'GitHub did not answer';
  return `GitHub answered ${answered}${rateLimited ? ', because of its rate limit' : toAdvice(error, status)}`;
}

/** Only where the permission is what is missing, or may be. */
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

/** The accounts that are known, with a doubt where one is nobody's, and one where it is a bot's. */
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

/** The accounts of a commit; null where GitHub knows none for the address in it, or it was deleted. */
interface CommitAccounts {
  /** The full SHA of the commit that GitHub answered with, in lower case. */
  readonly sha: string;
  readonly author: DescribedAccount | null;
  readonly committer: DescribedAccount | null;
  /** Who its `Co-authored-by` lines name: a name and an address, as somebody typed them. */
  readonly coAuthors: readonly string[];
  /** Whether GitHub vouches for the signature. Otherwise author and committer are what somebody typed. */
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

/** Who wrote and who committed a commit. Rejects where there is no such commit. */
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

/** What stands behind `Co-authored-by:`, wherever in the message: it may forbid, never permit. Linear time. */
function readCoAuthors(message: string): readonly string[] {
  const lines = message.split(/[\n\r]+/).map((line) => line.trimStart());
  return lines.filter((line) => CO_AUTHOR.test(line)).map((line) => line.replace(CO_AUTHOR, '').trim());
}
