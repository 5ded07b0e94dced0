// Owns the question who may read the repository, which decides what may be told of security bugs.
import * as v from 'valibot';
import type { DisclosureInput, Visibility } from '../domain/disclosure.ts';
import { decode } from './answer.ts';
import type { ActionEvent } from './event.ts';
import type { Octokit } from './octokit.ts';

const Repository = v.object({ visibility: v.optional(v.string()), private: v.boolean() });

/** Asks GitHub only where `auto` depends on it and the event does not say. `unknown` when GitHub does not say either. */
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
  switch (repository.visibility) {
    case undefined:
      return repository.private ? 'private' : 'public';
    case 'public':
    case 'private':
    case 'internal':
      return repository.visibility;
    default:
      return 'unknown';
  }
}
