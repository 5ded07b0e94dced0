// Owns the case before the gate: which commit, which pull request, found out once.
import type { CommitSha } from '../domain/identifiers.ts';
import type { ActionEvent } from '../github/event.ts';
import { explain } from '../github/failure.ts';
import { fetchPullRequestOf } from '../github/history.ts';
import type { Octokit } from '../github/octokit.ts';
import { fetchPull } from '../github/pull-request.ts';
import type { Note } from '../report/report.ts';
import { unverified, type Unverified } from '../story/unverified.ts';
import type { PullRequestSource, Target } from './target.ts';

export interface Case {
  readonly kind: 'case';
  readonly sha: CommitSha;
  readonly pullRequest: number | null;
  /** The commit that a check run goes on: in a merge queue the group's, else the judged one. */
  readonly checkSha: CommitSha;
  /** Whether the pull request gets a comment. */
  readonly comments: boolean;
  /** Whether a newer head of the pull request overtakes this run. */
  readonly isHead: boolean;
  /** What could not be found out. */
  readonly notes: readonly Note[];
}

/** Completes a target with what only GitHub knows. */
export async function findCase(
  target: Exclude<Target, { readonly kind: 'nothing' }>,
  event: ActionEvent,
  github: Octokit | null,
): Promise<Case | Unverified> {
  switch (target.kind) {
    case 'unknown':
      return unverified('github-error', target.why, ['Name the commit with the input sha.']);
    case 'commit': {
      const { sha, isHead } = target;
      const pullRequest = await findPullRequest(target.pullRequest, { event, github, sha });
      return { kind: 'case', sha, checkSha: sha, isHead, comments: true, ...pullRequest };
    }
    case 'head-of':
      return await findHead(target, event, github);
  }
}

async function findHead(
  target: Extract<Target, { readonly kind: 'head-of' }>,
  event: ActionEvent,
  github: Octokit | null,
): Promise<Case | Unverified> {
  const { number, comments } = target;
  const advice = ['Name the commit with the input sha.'];
  if (github === null) {
    return unverified(
      'github-error',
      `Without a github-token the head of pull request ${number} is not known.`,
      advice,
    );
  }
  try {
    const { headSha: sha } = await fetchPull(github, { ...event.repository, number });
    const pullRequest = await findPullRequest(target.pullRequest, { event, github, sha });
    const { happening } = event;
    const checkSha = happening.kind === 'merge-group' ? happening.headSha : sha;
    const isHead = comments && pullRequest.pullRequest === number;
    return { kind: 'case', sha, checkSha, comments, isHead, ...pullRequest };
  } catch (error) {
    const what = explain(error, `read pull request ${number}`, 'pull-requests: read');
    return unverified('github-error', what, advice);
  }
}

/** Only the report needs the pull request's number, so that not finding it is no more than a note. */
async function findPullRequest(
  source: PullRequestSource,
  context: {
    readonly event: ActionEvent;
    readonly github: Octokit | null;
    readonly sha: CommitSha;
  },
): Promise<Pick<Case, 'pullRequest' | 'notes'>> {
  if (source.kind === 'known') return { pullRequest: source.number, notes: [] };
  if (source.kind === 'none' || context.github === null) return { pullRequest: null, notes: [] };
  const { event, github, sha } = context;
  try {
    const pullRequest = await fetchPullRequestOf(github, event.repository, sha);
    return { pullRequest, notes: [] };
  } catch (error) {
    const text = explain(error, 'find the pull request of the commit', 'pull-requests: read');
    return { pullRequest: null, notes: [{ level: 'warning', text }] };
  }
}
