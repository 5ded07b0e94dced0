// Owns what GitHub says of a pull request: its state and head, its files and its commits.
import * as v from 'valibot';
import { parseCommitSha, type CommitSha } from '../domain/identifiers.ts';
import type { RepositoryRef } from '../domain/repository.ts';
import { toRepositoryPath } from '../domain/repository-path.ts';
import { decode } from './answer.ts';
import { GitHubAnswerError } from './failure.ts';
import type { Octokit } from './octokit.ts';
import { fetchPages, PER_PAGE } from './pages.ts';
import { readFirstChangedLine } from './patch.ts';

/** Where a pull request is. */
export interface PullRequestPlace extends RepositoryRef {
  readonly number: number;
}

/** A pull request as it is now. */
export interface Pull {
  readonly open: boolean;
  /** The commit that its branch is at. */
  readonly headSha: CommitSha;
  /** Null when the account is gone. */
  readonly authorId: number | null;
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

const PullAnswer = v.object({
  state: v.string(),
  head: v.object({ sha: v.string() }),
  user: v.nullish(v.object({ id: v.number() })),
});
const Files = v.array(
  v.object({
    filename: v.string(),
    previous_filename: v.optional(v.string()),
    patch: v.optional(v.string()),
  }),
);
const Commits = v.array(v.object({ sha: v.string() }));

/** The pull request as it is now. */
export async function fetchPull(
  octokit: Octokit,
  { owner, repo, number }: PullRequestPlace,
): Promise<Pull> {
  const { data } = await octokit.rest.pulls.get({ owner, repo, pull_number: number });
  const { state, head, user } = decode(PullAnswer, data, 'Pull request');
  const headSha = parseCommitSha(head.sha);
  if (headSha === null) {
    throw new GitHubAnswerError('Pull request: head.sha: not a full commit SHA');
  }
  return { open: state === 'open', headSha, authorId: user?.id ?? null };
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
        file.previous_filename === undefined ? null : toRepositoryPath(file.previous_filename),
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
