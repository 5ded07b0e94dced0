// Asks for the default branch of a repository, whether it has issues, and who may read it.
import * as v from 'valibot';
import type { Visibility } from '../judgement/disclosure.ts';
import type { RepositoryRef } from '../judgement/identifiers.ts';
import { decode } from './failure.ts';
import type { Octokit } from './octokit.ts';
import { toVisibility, VisibilityAnswer } from './visibility.ts';

export interface Repository {
  readonly defaultBranch: string;
  readonly hasIssues: boolean;
  readonly visibility: Visibility;
}

const Answer = v.object({
  ...VisibilityAnswer.entries,
  default_branch: v.string(),
  has_issues: v.nullish(v.boolean(), true),
});

export async function fetchRepository(octokit: Octokit, { owner, repo }: RepositoryRef): Promise<Repository> {
  const { data } = await octokit.rest.repos.get({ owner, repo });
  const answer = decode(Answer, data, 'Repository');
  return {
    defaultBranch: answer.default_branch.toWellFormed(),
    hasIssues: answer.has_issues,
    visibility: toVisibility(answer),
  };
}
