// The visibility of the repository, which decides what may be shown of security bugs.
import * as v from 'valibot';
import type { DisclosureInput, Visibility } from '../domain/disclosure.ts';
import { decode } from './answer.ts';
import type { ActionEvent } from './event.ts';
import type { Octokit } from './octokit.ts';

const Repository = v.object({
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
    return toVisibility(decode(Repository, data, 'Repository'));
  } catch {
    return 'unknown';
  }
}

function toVisibility(repository: v.InferOutput<typeof Repository>): Visibility {
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
