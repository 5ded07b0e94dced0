// What GitHub says of the repository: its default branch, whether it has issues, and who may read it.
import * as v from 'valibot';
import type { DisclosureInput, Visibility } from '../judgement/disclosure.ts';
import type { RepositoryRef } from '../judgement/identifiers.ts';
import type { ActionEvent } from './event.ts';
import { decode } from './failure.ts';
import type { Octokit } from './octokit.ts';

/** As much of a repository's answer as says who may read it. */
export const VisibilityAnswer = v.object({
  visibility: v.nullish(v.string()),
  private: v.nullish(v.boolean()),
});

/** Asks GitHub only if `auto` depends on it and the event does not say. `unknown` if GitHub does not say either. */
export async function findVisibility(
  github: Octokit | null,
  event: ActionEvent,
  disclosure: DisclosureInput,
): Promise<Visibility> {
  if (event.visibility !== 'unknown' || disclosure !== 'auto' || github === null) {
    return event.visibility;
  }
  const { owner, repo } = event.repository;
  try {
    const { data } = await github.rest.repos.get({ owner, repo });
    return toVisibility(decode(VisibilityAnswer, data, 'Repository'));
  } catch {
    return 'unknown';
  }
}

/** Older servers only say `private`. */
export function toVisibility(repository: v.InferOutput<typeof VisibilityAnswer>): Visibility {
  const { visibility, private: isPrivate } = repository;
  switch (visibility) {
    case 'public':
    case 'private':
    case 'internal':
      return visibility;
    case null:
    case undefined:
      if (typeof isPrivate !== 'boolean') return 'unknown';
      return isPrivate ? 'private' : 'public';
    default:
      return 'unknown';
  }
}

export interface Repository {
  readonly defaultBranch: string;
  /** False where issues are switched off. */
  readonly hasIssues: boolean;
  readonly visibility: Visibility;
}

const Answer = v.object({
  ...VisibilityAnswer.entries,
  default_branch: v.string(),
  has_issues: v.nullish(v.boolean(), true),
});

/** The repository as it is now. */
export async function fetchRepository(octokit: Octokit, { owner, repo }: RepositoryRef): Promise<Repository> {
  const { data } = await octokit.rest.repos.get({ owner, repo });
  const answer = decode(Answer, data, 'Repository');
  return {
    // Half a character cannot be part of an address.
    defaultBranch: answer.default_branch.toWellFormed(),
    hasIssues: answer.has_issues,
    visibility: toVisibility(answer),
  };
}
