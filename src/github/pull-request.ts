// Asks for pull requests: their state and head, their files and their commits.
import * as v from 'valibot';
import {
  type CommitSha,
  type EpochMs,
  isSameFullName,
  parseCommitSha,
  parseTime,
  type RepositoryRef,
  toFullName,
} from '../judgement/identifiers.ts';
import { toRepositoryPath } from '../judgement/path-filter.ts';
import type { PullEnding } from '../judgement/report.ts';
import { type ChangedFile, MAX_OPEN, type OpenPull, type OpenPulls, type PullCommit } from '../judgement/world.ts';
import { AccountAnswer, AuthorAnswer, type DescribedAccount } from './account.ts';
import { decode, GitHubAnswerError } from './failure.ts';
import type { Octokit } from './octokit.ts';
import { fetchJoinedItems, fetchList, type PagedList, PER_PAGE } from './pages.ts';

export interface PullRequestRef extends RepositoryRef {
  readonly number: number;
}

export interface HeadBranch {
  /** The repository may be a fork. */
  readonly repository: RepositoryRef;
  readonly name: string;
}

/** What GitHub need not say is null where it does not. */
export interface Pull {
  readonly headSha: CommitSha;
  readonly commitCount: number | null;
  readonly fileCount: number | null;
  /** The state is `open` or `closed`. */
  readonly state: string | null;
  readonly isMerged: boolean | null;
  readonly mergedAt: EpochMs | null;
  /** The author is null where the account was deleted, too. */
  readonly author: DescribedAccount | null;
  /** The owner and the name of its own branch, such as `mara:topic`; null where the fork is gone, too. */
  readonly headLabel: string | null;
  readonly baseBranch: string | null;
  /** The branch whose rules it is held to: the base, or for a layer of a stack the base of the stack. */
  readonly ruledBy: string | null;
  /** The repository that it is opened in, as `owner/name`, by its present name. */
  readonly home: string | null;
}

export function toEnding({ state, isMerged }: Pick<Pull, 'state' | 'isMerged'>): PullEnding | null {
  if (isMerged === true) return 'merged';
  return state === 'closed' ? 'closed' : null;
}

/** All of it may be missing, since it only adds to what is known. */
export const BaseAnswer = v.nullish(
  v.object({
    ref: v.nullish(v.string(), null),
    repo: v.nullish(v.object({ full_name: v.nullish(v.string(), null) })),
  }),
);

const PullAnswer = v.object({
  head: v.object({ sha: v.string(), label: v.nullish(v.string(), null) }),
  base: BaseAnswer,
  stack: v.fallback(v.nullish(v.object({ base: BaseAnswer })), null),
  commits: v.nullish(v.number(), null),
  changed_files: v.nullish(v.number(), null),
  state: v.nullish(v.string(), null),
  merged: v.nullish(v.boolean(), null),
  merged_at: v.nullish(v.string()),
  user: AccountAnswer,
});
const File = v.object({
  filename: v.pipe(v.string(), v.nonEmpty('empty')),
  previous_filename: v.nullish(v.string(), null),
  status: v.nullish(v.string(), null),
  patch: v.nullish(v.string(), null),
});
const Committed = v.nullish(v.object({ committer: v.nullish(v.object({ date: v.nullish(v.string()) })) }));
const Commit = v.object({
  sha: v.string(),
  commit: v.fallback(Committed, null),
});

/** Rejects where there is no such pull request. */
export async function fetchPull(octokit: Octokit, { owner, repo, number }: PullRequestRef): Promise<Pull> {
  const { data } = await octokit.rest.pulls.get({ owner, repo, pull_number: number });
  const { head, base, stack, user, ...answer } = decode(PullAnswer, data, 'Pull request');
  const headSha = parseCommitSha(head.sha);
  if (headSha === null) throw new GitHubAnswerError('Pull request: head.sha: not a full commit SHA');
  const { commits: commitCount, changed_files: fileCount, state, merged, merged_at: mergedAt } = answer;
  return {
    headSha,
    commitCount,
    fileCount,
    state,
    isMerged: merged ?? (mergedAt === undefined ? null : mergedAt !== null),
    mergedAt: parseTime(mergedAt ?? null),
    author: user ?? null,
    headLabel: head.label,
    baseBranch: base?.ref?.toWellFormed() ?? null,
    ruledBy: (stack?.base?.ref ?? base?.ref)?.toWellFormed() ?? null,
    home: base?.repo?.full_name ?? null,
  };
}

/** @throws {GitHubAnswerError} If GitHub does not say a field that it need not say. */
export function requireSaid<Value>(field: string, said: Value | null): Value {
  if (said !== null) return said;
  throw new GitHubAnswerError(`Pull request: ${field}: missing`);
}

const OpenPullAnswer = v.object({
  number: v.number(),
  user: AuthorAnswer,
  base: BaseAnswer,
  head: v.object({
    sha: v.string(),
    // It is null where the fork was deleted.
    repo: v.nullish(v.object({ full_name: v.string() }), null),
  }),
});

/** The open pull requests of a branch that is given as `owner:name`. The list that GitHub keeps for a commit is empty for forks. */
async function fetchOfBranch(octokit: Octokit, { owner, repo }: RepositoryRef, head: string) {
  return await fetchList({
    item: OpenPullAnswer,
    what: 'Open pull requests of the branch',
    fetchPage: (paging) => octokit.rest.pulls.list({ owner, repo, state: 'open', head, ...paging }),
  });
}

/** The oldest open pull request of a branch with this head; null without one. */
export async function fetchOpenOfBranch(
  octokit: Octokit,
  place: RepositoryRef,
  { repository, name, sha }: HeadBranch & { readonly sha: CommitSha },
): Promise<(Pick<PullRequestRef, 'number'> & Pick<Pull, 'baseBranch'>) | null> {
  const pulls = await fetchOfBranch(octokit, place, `${repository.owner}:${name}`);
  const [oldest = null] = pulls
    .filter((pull) => pull.head.sha.toLowerCase() === sha)
    .filter((pull) => isSameFullName(pull.head.repo?.full_name ?? '', toFullName(repository)))
    .toSorted((one, other) => one.number - other.number);
  return oldest && { number: oldest.number, baseBranch: oldest.base?.ref?.toWellFormed() ?? null };
}

/** Reads the thousand open ones that were updated last, though others are closed or opened meanwhile. */
export async function fetchOpenPulls(octokit: Octokit, { owner, repo }: RepositoryRef): Promise<OpenPulls> {
  const query = { owner, repo, state: 'open', sort: 'updated', direction: 'desc' } as const;
  const list: PagedList<v.InferOutput<typeof OpenPullAnswer>> = {
    item: OpenPullAnswer,
    what: 'Open pull requests',
    fetchPage: (paging) => octokit.rest.pulls.list({ ...query, ...paging }),
  };
  const { items, isWhole } = await fetchJoinedItems(list, {
    toKey: ({ number }) => number,
    maxPages: MAX_OPEN / PER_PAGE,
  });
  return { pulls: items.map(toOpenPull), isWhole };
}

export async function fetchOpenOfLabel(
  octokit: Octokit,
  place: RepositoryRef,
  label: string,
): Promise<readonly OpenPull[]> {
  return (await fetchOfBranch(octokit, place, label)).map(toOpenPull);
}

function toOpenPull({ number, head: { sha }, user: author }: v.InferOutput<typeof OpenPullAnswer>): OpenPull {
  return { number, headSha: sha.toLowerCase(), author };
}

export async function fetchOpenPull(
  octokit: Octokit,
  { owner, repo, number }: PullRequestRef,
): Promise<OpenPull | null> {
  const { data } = await octokit.rest.pulls.get({ owner, repo, pull_number: number });
  const { state } = decode(v.object({ state: v.string() }), data, 'Pull request');
  return state === 'open' ? toOpenPull(decode(OpenPullAnswer, data, 'Pull request')) : null;
}

export async function fetchFirstCommit(octokit: Octokit, { owner, repo, number }: PullRequestRef): Promise<string> {
  const { data } = await octokit.rest.pulls.listCommits({ owner, repo, pull_number: number, per_page: 1 });
  const [first] = decode(v.array(Commit), data, 'Commits of the pull request');
  if (first === undefined) throw new GitHubAnswerError('Commits of the pull request: none');
  return first.sha.toLowerCase();
}

const CHANGES = ['added', 'removed', 'renamed', 'copied'] as const;

const FILES = 'Files of the pull request';

/**
 * Reads the files, in GitHub's order; at most 3,000.
 * @throws {GitHubAnswerError} Also if the earlier name of a renamed file is missing: bugs that are filed under that
 * name would look untouched.
 */
export async function fetchFiles(
  octokit: Octokit,
  { owner, repo, number }: PullRequestRef,
): Promise<readonly ChangedFile[]> {
  const files = await fetchList({
    item: File,
    what: FILES,
    fetchPage: (paging) => octokit.rest.pulls.listFiles({ owner, repo, pull_number: number, ...paging }),
  });
  return files.map(toChangedFile);
}

function toChangedFile({
  filename,
  previous_filename: previous,
  status,
  patch,
}: v.InferOutput<typeof File>): ChangedFile {
  const change = CHANGES.find((each) => each === status);
  const previousPath = previous === null || previous === '' ? null : toRepositoryPath(previous);
  if (change === 'renamed' && previousPath === null) {
    throw new GitHubAnswerError(`${FILES}: previous_filename: missing in a renamed file`);
  }
  return { path: toRepositoryPath(filename), previousPath, change, firstChangedLine: readFirstChangedLine(patch) };
}

/** GitHub lists at most 250. */
export async function fetchCommits(
  octokit: Octokit,
  { owner, repo, number }: PullRequestRef,
): Promise<readonly PullCommit[]> {
  const commits = await fetchList({
    item: Commit,
    what: 'Commits of the pull request',
    fetchPage: (paging) => octokit.rest.pulls.listCommits({ owner, repo, pull_number: number, ...paging }),
  });
  return commits.map(({ sha, commit }) => ({
    sha: sha.toLowerCase(),
    committedAt: parseTime(commit?.committer?.date ?? null),
  }));
}

/** The first added line in the new file, else the line where some were removed; 1 without a patch. */
export function readFirstChangedLine(patch: string | null): number {
  let line = 0;
  let removedAt: number | null = null;
  for (const text of (patch ?? '').split('\n')) {
    const hunk = /^@@ -\d+(?:,\d+)? \+(\d+)(?:,\d+)? @@/.exec(text);
    if (hunk) line = Number(hunk[1]);
    else if (line > 0 && text.startsWith('+')) return line;
    else if (line > 0 && text.startsWith('-')) removedAt ??= line;
    else if (line > 0 && text.startsWith(' ')) {
      if (removedAt !== null) return removedAt;
      line += 1;
    }
  }
  return Math.max(1, (removedAt ?? 1) - 1);
}
