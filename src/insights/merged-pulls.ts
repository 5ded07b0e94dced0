// The pull requests of a repository that were merged since a day.
import * as v from 'valibot';
import { decode, GitHubAnswerError } from '../github/failure.ts';
import { PageInfo, queryGitHub } from '../github/graphql.ts';
import type { Octokit } from '../github/octokit.ts';
import {
  type CommitSha,
  type EpochMs,
  parseCommitSha,
  parseTime,
  type RepositoryRef,
} from '../judgement/identifiers.ts';

export interface MergedPullRequest {
  readonly number: number;
  /** Written by its author: untrusted. */
  readonly title: string;
  /** The head that was merged. */
  readonly headSha: CommitSha;
  readonly mergedAt: EpochMs;
}

export interface MergedPulls {
  /** At most 1,000, which is what GitHub's search gives; each once. */
  readonly pulls: readonly MergedPullRequest[];
  /** How many there are. */
  readonly total: number;
}

const Merged = v.object({
  number: v.number(),
  title: v.nullish(v.string(), ''),
  headRefOid: v.string(),
  mergedAt: v.string(),
});
const Found = v.object({
  search: v.object({ issueCount: v.number(), pageInfo: PageInfo, nodes: v.array(Merged) }),
});

const QUERY = `query ($words: String!, $after: String) {
  search(query: $words, type: ISSUE, first: 100, after: $after) {
    issueCount
    pageInfo { hasNextPage endCursor }
    nodes { ... on PullRequest { number title headRefOid mergedAt } }
  }
}`;

/** GitHub's search ends after so many. */
const MAX_FOUND = 1_000;

/**
 * Searches by date; `since` is a day such as `2026-08-23`, in UTC. A token that may not read pull requests is told of none, so
 * whoever asks has to know that it may. Rejects where GitHub does not say.
 */
export async function fetchMergedPulls(
  github: Octokit,
  { owner, repo }: RepositoryRef,
  since: string,
): Promise<MergedPulls> {
  const words = `repo:${owner}/${repo} is:pr is:merged merged:>=${since}`;
  const found = new Map<number, MergedPullRequest>();
  let total = 0;
  let after: string | null = null;
  for (let read = 0; read < MAX_FOUND;) {
    const { data, fault } = await queryGitHub(github, QUERY, { words, after });
    // A part that was refused would look like pull requests that were not merged.
    if (fault !== null) throw new GitHubAnswerError(fault);
    const { nodes, pageInfo, issueCount } = decode(Found, data, 'Merged pull requests').search;
    for (const node of nodes) found.set(node.number, toMergedPull(node));
    total = issueCount;
    read += nodes.length;
    after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
    if (after === null || nodes.length === 0) break;
  }
  return { pulls: [...found.values()], total: Math.max(total, found.size) };
}

function toMergedPull({ number, title, headRefOid, mergedAt: at }: v.InferOutput<typeof Merged>): MergedPullRequest {
  const headSha = parseCommitSha(headRefOid);
  const mergedAt = parseTime(at);
  if (headSha === null) throw new GitHubAnswerError('Merged pull requests: headRefOid: not a full commit SHA');
  if (mergedAt === null) throw new GitHubAnswerError('Merged pull requests: mergedAt: not a time');
  return { number, title, headSha, mergedAt };
}
