// A pull request had other heads and commits before somebody rebased it.
import * as v from 'valibot';
import type { FormerCommits } from '../judgement/world.ts';
import { decode, GraphqlRefusal, hasStatus, orInstead } from './failure.ts';
import { NO_DATA, queryGitHub } from './graphql.ts';
import type { Octokit } from './octokit.ts';
import type { PullRequestRef } from './pull-request.ts';

/** Our own limit: only the newest force pushes are read. */
const MAX_PUSHES = 10;

const QUERY = `query ($owner: String!, $name: String!, $number: Int!) {
  repository(owner: $owner, name: $name) {
    pullRequest(number: $number) {
      baseRefName
      timelineItems(last: ${MAX_PUSHES}, itemTypes: [HEAD_REF_FORCE_PUSHED_EVENT]) {
        nodes { ... on HeadRefForcePushedEvent { beforeCommit { oid } } }
      }
    }
  }
}`;

// GitHub gives no commit for a former head that it no longer has.
const Pushed = v.nullish(v.object({ beforeCommit: v.nullish(v.object({ oid: v.string() }), null) }), null);
const Timeline = v.object({
  baseRefName: v.string(),
  timelineItems: v.object({ nodes: v.array(Pushed) }),
});
const Answer = v.object({ repository: v.nullish(v.object({ pullRequest: v.nullish(Timeline, null) }), null) });

const Comparison = v.object({
  total_commits: v.number(),
  commits: v.array(v.object({ sha: v.string() })),
});

/** Gives the commits that the base branch does not reach. Rejects if GitHub does not say. */
export async function fetchFormerCommits(octokit: Octokit, pull: PullRequestRef): Promise<FormerCommits> {
  const { owner, repo, number } = pull;
  const { data, errors } = await queryGitHub(octokit, QUERY, { owner, name: repo, number });
  const timeline = decode(Answer, data, 'Force pushes').repository?.pullRequest;
  if (errors.length > 0 || !timeline) throw new GraphqlRefusal(errors[0] ?? NO_DATA);
  const heads = timeline.timelineItems.nodes.map((node) => node?.beforeCommit?.oid ?? null);
  const known = [...new Set(heads.filter((oid) => oid !== null))];
  const compared = await Promise.all(
    known.map(async (oid) => {
      const query = { owner, repo, basehead: `${timeline.baseRefName}...${oid}` };
      const answer = await orInstead(null, () => octokit.rest.repos.compareCommitsWithBasehead(query), hasStatus(404));
      return answer && decode(Comparison, answer.data, 'Commits of a former head');
    }),
  );
  const found = compared.filter((each) => each !== null);
  const lists = found.map(({ commits }) => commits.map(({ sha }) => sha.toLowerCase()));
  return {
    // A head that GitHub names and cannot compare is a commit of the pull request all the same.
    commits: [...known.filter((_, at) => compared[at] === null).map((oid) => oid.toLowerCase()), ...lists.flat()],
    firsts: lists.flatMap((commits) => commits.slice(0, 1)),
    isWhole: found.every(({ total_commits: total, commits }) => commits.length >= total),
    lost: heads.filter((oid) => oid === null).length + compared.length - found.length,
  };
}
