// Whether a repository runs the gate on pull requests of forks already.
import * as v from 'valibot';
import { decode, orInstead } from '../github/failure.ts';
import { queryGitHub } from '../github/graphql.ts';
import type { Octokit } from '../github/octokit.ts';
import type { RepositoryRef } from '../judgement/identifiers.ts';

const QUERY = `query ($owner: String!, $name: String!) {
  repository(owner: $owner, name: $name) {
    object(expression: "HEAD:.github/workflows") {
      ... on Tree { entries { object { ... on Blob { text } } } }
    }
  }
}`;

const File = v.object({ object: v.nullish(v.object({ text: v.nullish(v.string(), '') }), null) });
const Answer = v.object({
  repository: v.nullish(v.object({ object: v.nullish(v.object({ entries: v.nullish(v.array(File), null) }), null) })),
});

/** Whether a workflow of the default branch names both the gate and `pull_request_target`; false where GitHub does not say. */
export async function findHasTargetGate(octokit: Octokit, { owner, repo }: RepositoryRef): Promise<boolean> {
  return await orInstead(false, async () => {
    const { data } = await queryGitHub(octokit, QUERY, { owner, name: repo });
    const { repository } = decode(Answer, data, 'Workflows');
    return (repository?.object?.entries ?? []).some(({ object }) => isTargetGate(object?.text ?? ''));
  });
}

/** The gate itself, and none of the actions in its folders. */
function isTargetGate(text: string): boolean {
  return text.includes('scan-gate/scan-gate@') && /\bpull_request_target\b/.test(text);
}
