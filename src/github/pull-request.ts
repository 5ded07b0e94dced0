// What GitHub says of a pull request: its state and head, its files and its commits.
import * as v from 'valibot';
import { parseCommitSha, type CommitSha } from '../domain/identifiers.ts';
import type { RepositoryRef } from '../domain/repository.ts';
import { toRepositoryPath } from '../domain/repository-path.ts';
import { AccountAnswer, type AccountName } from './account.ts';
import { decode } from './answer.ts';
import { GitHubAnswerError, readFailure } from './failure.ts';
import type { Octokit } from './octokit.ts';
import { fetchPages, PER_PAGE } from './pages.ts';
import { readFirstChangedLine } from './patch.ts';

/** Where a pull request is. */
export interface PullRequestPlace extends RepositoryRef {
  readonly number: number;
}

/** A pull request as it is now. */
export interface Pull {
  /** The commit that its branch is at. */
  readonly headSha: CommitSha;
  /** How many commits it has; null when GitHub does not say. */
  readonly commitCount: number | null;
}

/** What a review depends on. */
export interface ReviewedPull extends Pick<Pull, 'headSha'> {
  readonly open: boolean;
  /** Null when GitHub does not say. */
  readonly author: AccountName | null;
}

export interface ChangedFile {
  readonly path: string;
  /** Where the file was before it was renamed. */
  readonly previousPath: string | null;
  /** From 1. */
  readonly firstChangedLine: number;
}

/** GitHub lists no more (REST, "List pull requests files"). */
export const MAX_FILES = 3_000;
/** GitHub lists no more (REST, "List commits on a pull request"). */
export const MAX_COMMITS = 250;

const head = v.object({ sha: v.string() });
const PullAnswer = v.object({ head, commits: v.nullish(v.number(), null) });
const ReviewedPullAnswer = v.object({
  head,
  state: v.string(),
  user: AccountAnswer,
});
const Files = v.array(
  v.object({
    filename: v.string(),
    previous_filename: v.nullish(v.string(), null),
    patch: v.nullish(v.string(), null),
  }),
);
const Commits = v.array(v.object({ sha: v.string() }));

/** The pull request as it is now. */
export async function fetchPull(
  octokit: Octokit,
  { owner, repo, number }: PullRequestPlace,
): Promise<Pull> {
  const { data } = await octokit.rest.pulls.get({ owner, repo, pull_number: number });
  const answer = decode(PullAnswer, data, 'Pull request');
  return { headSha: requireSha(answer.head), commitCount: answer.commits };
}

const MergedPullAnswer = v.object({
  merged: v.nullish(v.boolean(), null),
  merged_at: v.nullish(v.string(), null),
  base: v.object({ repo: v.nullish(v.object({ full_name: v.nullish(v.string(), null) })) }),
});

/** Whether a pull request exists and was merged into this repository. */
export async function fetchIsMerged(
  octokit: Octokit,
  { owner, repo, number }: PullRequestPlace,
): Promise<boolean> {
  try {
    const { data } = await octokit.rest.pulls.get({ owner, repo, pull_number: number });
    const answer = decode(MergedPullAnswer, data, 'Pull request');
    const into = answer.base.repo?.full_name ?? `${owner}/${repo}`;
    const isMerged = answer.merged ?? answer.merged_at !== null;
    return isMerged && into.toLowerCase() === `${owner}/${repo}`.toLowerCase();
  } catch (error) {
    const { status } = readFailure(error);
    if (status === 404 || status === 410) return false;
    throw error;
  }
}

/** The pull request as a review needs it: rejects where GitHub does not say whether it is open. */
export async function fetchReviewedPull(
  octokit: Octokit,
  { owner, repo, number }: PullRequestPlace,
): Promise<ReviewedPull> {
  const { data } = await octokit.rest.pulls.get({ owner, repo, pull_number: number });
  const answer = decode(ReviewedPullAnswer, data, 'Pull request');
  return {
    open: answer.state === 'open',
    headSha: requireSha(answer.head),
    author: answer.user ?? null,
  };
}

function requireSha({ sha }: { readonly sha: string }): CommitSha {
  const headSha = parseCommitSha(sha);
  if (headSha !== null) return headSha;
  throw new GitHubAnswerError('Pull request: head.sha: not a full commit SHA');
}

/** The files of a pull request, in GitHub's order; at most 3,000. */
export async function fetchFiles(
  octokit: Octokit,
  { owner, repo, number }: PullRequestPlace,
): Promise<readonly ChangedFile[]> {
  const pages = await fetchPages((page) =>
    octokit.rest.pulls.listFiles({ owner, repo, pull_number: number, per_page: PER_PAGE, page }),
  );
  return pages
    .flatMap((data) => decode(Files, data, 'Files of the pull request'))
    .map((file) => ({
      path: toRepositoryPath(file.filename),
      previousPath:
        file.previous_filename === null ? null : toRepositoryPath(file.previous_filename),
      firstChangedLine: readFirstChangedLine(file.patch),
    }));
}

/** The commits of a pull request, in lower case; GitHub lists 250 at most. */
export async function fetchCommits(
  octokit: Octokit,
  { owner, repo, number }: PullRequestPlace,
): Promise<readonly string[]> {
  const pages = await fetchPages((page) =>
    octokit.rest.pulls.listCommits({ owner, repo, pull_number: number, per_page: PER_PAGE, page }),
  );
  return pages
    .flatMap((data) => decode(Commits, data, 'Commits of the pull request'))
    .map(({ sha }) => sha.toLowerCase());
}
