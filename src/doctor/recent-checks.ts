// Reads the checks that the newest pull requests into a branch have, of jobs and apps as well as commit statuses.
import * as v from 'valibot';
import type { BranchRef } from '../github/branch-requirements.ts';
import { decode, orInstead } from '../github/failure.ts';
import { queryGitHub } from '../github/graphql.ts';
import type { Octokit } from '../github/octokit.ts';

export interface RecentChecks {
  /** So many pull requests were looked at, closed ones too. */
  readonly pulls: number;
  /** Any of their heads has such a check, whatever it ended with. */
  readonly names: ReadonlySet<string>;
}

const QUERY = `query ($owner: String!, $name: String!, $branch: String!) {
  repository(owner: $owner, name: $name) {
    pullRequests(baseRefName: $branch, first: 5, orderBy: { field: CREATED_AT, direction: DESC }) {
      nodes {
        statusCheckRollup {
          contexts(first: 100) {
            nodes { ... on CheckRun { name } ... on StatusContext { context } }
            totalCount
          }
        }
      }
    }
  }
}`;

const Check = v.union([v.object({ name: v.string() }), v.object({ context: v.string() })]);
const Rollup = v.object({
  contexts: v.object({
    nodes: v.array(Check),
    totalCount: v.fallback(v.number(), 0),
  }),
});
const Answer = v.object({
  repository: v.object({
    pullRequests: v.object({ nodes: v.array(v.object({ statusCheckRollup: v.nullish(Rollup, null) })) }),
  }),
});

/** Asks about the last five, with one request; null where GitHub does not say, or not all. Rejects only for a defect. */
export async function fetchRecentChecks(
  octokit: Octokit,
  { owner, repo, branch }: BranchRef,
): Promise<RecentChecks | null> {
  return await orInstead(null, async () => {
    const { data, errors } = await queryGitHub(octokit, QUERY, { owner, name: repo, branch });
    if (errors.length > 0) return null;
    const { nodes } = decode(Answer, data, 'Checks of pull requests').repository.pullRequests;
    const lists = nodes.flatMap(({ statusCheckRollup: rollup }) => rollup?.contexts ?? []);
    if (lists.some((list) => list.nodes.length < list.totalCount)) return null;
    const names = lists.flatMap((list) => list.nodes.map((check) => ('name' in check ? check.name : check.context)));
    return { pulls: nodes.length, names: new Set(names) };
  });
}
