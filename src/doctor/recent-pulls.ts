// The last pull requests of a repository, and when their commits were made.
import * as v from 'valibot';
import { isEpochMs, parseCommitSha, type EpochMs } from '../judgement/identifiers.ts';
import type { RecentPull } from './recent-pull.ts';
import type { RepositoryRef } from '../judgement/repository.ts';
import { AuthorAnswer } from '../github/account.ts';
import { decode } from '../github/answer.ts';
import { GitHubAnswerError } from '../github/failure.ts';
import type { Octokit } from '../github/octokit.ts';
import { fetchPages, PER_PAGE } from '../github/pages.ts';
import type { PullRequestPlace } from '../github/pull-request.ts';

const DEPENDABOT = 'dependabot[bot]';

const Pulls = v.array(
  v.object({
    number: v.number(),
    title: v.nullish(v.string(), ''),
    state: v.string(),
    merged_at: v.nullish(v.string(), null),
    closed_at: v.nullish(v.string(), null),
    user: AuthorAnswer,
    head: v.object({
      sha: v.string(),
      // Null where the fork was deleted.
      repo: v.nullish(v.object({ full_name: v.string() }), null),
    }),
  }),
);
type PullAnswer = v.InferOutput<typeof Pulls>[number];

/** The pull requests that were opened last, newest first, at most `count`, of which a hundred are read at a time. */
export async function fetchRecentPulls(
  octokit: Octokit,
  { owner, repo }: RepositoryRef,
  count: number,
): Promise<readonly RecentPull[]> {
  const perPage = Math.min(count, PER_PAGE);
  const found: RecentPull[] = [];
  for (let page = 1; found.length < count; page += 1) {
    const { data } = await octokit.rest.pulls.list({
      ...{ owner, repo, state: 'all', sort: 'created', direction: 'desc' },
      ...{ per_page: perPage, page },
    });
    const pulls = decode(Pulls, data, 'Pull requests');
    found.push(...pulls.map((pull) => toRecentPull(pull, `${owner}/${repo}`)));
    if (pulls.length < perPage) break;
  }
  return found.slice(0, count);
}

function toRecentPull(pull: PullAnswer, home: string): RecentPull {
  const headSha = parseCommitSha(pull.head.sha);
  if (headSha === null) {
    throw new GitHubAnswerError('Pull requests: head.sha: not a full commit SHA');
  }
  const isMerged = pull.merged_at !== null;
  const isOpen = pull.state === 'open';
  return {
    number: pull.number,
    title: pull.title,
    state: isOpen ? 'open' : isMerged ? 'merged' : 'closed',
    headSha,
    closedAt: isOpen ? null : parseTime(pull.merged_at ?? pull.closed_at),
    isFork: pull.head.repo?.full_name.toLowerCase() !== home.toLowerCase(),
    author: pull.user,
    isDependabot: pull.user?.login === DEPENDABOT,
  };
}

/** A commit of a pull request. */
export interface DatedCommit {
  /** In lower case. */
  readonly sha: string;
  /** Null if GitHub does not say. */
  readonly committedAt: EpochMs | null;
}

const Commits = v.array(
  v.object({
    sha: v.string(),
    commit: v.nullish(
      v.object({ committer: v.nullish(v.object({ date: v.nullish(v.string()) })) }),
    ),
  }),
);

/** The commits of a pull request with their dates; GitHub lists at most 250. */
export async function fetchDatedCommits(
  octokit: Octokit,
  { owner, repo, number }: PullRequestPlace,
): Promise<readonly DatedCommit[]> {
  const pages = await fetchPages((page) =>
    octokit.rest.pulls.listCommits({ owner, repo, pull_number: number, per_page: PER_PAGE, page }),
  );
  return pages
    .flatMap((data) => decode(Commits, data, 'Commits of the pull request'))
    .map(({ sha, commit }) => ({
      sha: sha.toLowerCase(),
      committedAt: parseTime(commit?.committer?.date ?? null),
    }));
}

function parseTime(text: string | null): EpochMs | null {
  const at = Date.parse(text ?? '');
  return isEpochMs(at) ? at : null;
}
