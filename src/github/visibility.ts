// Tells who may read a repository, by GitHub’s answer or by the payload of the event.
import * as v from 'valibot';
import { decideDisclosure, type Disclosure, type DisclosureInput, type Visibility } from '../judgement/disclosure.ts';
import type { ActionEvent } from './event.ts';
import { decode, orInstead } from './failure.ts';
import { type Octokit, OPTIONAL } from './octokit.ts';

export const VisibilityAnswer = v.object({
  visibility: v.nullish(v.string(), null),
  private: v.nullish(v.boolean(), null),
});

const WORDS = ['public', 'private', 'internal'] as const;

/** Older servers only say `private`, and so does what this version does not know. */
export function toVisibility(repository: v.InferInput<typeof VisibilityAnswer>): Visibility {
  const { visibility, private: isPrivate = null } = repository;
  const word = WORDS.find((each) => each === visibility);
  if (word !== undefined || isPrivate === null) return word ?? 'unknown';
  return isPrivate ? 'private' : 'public';
}

/** Never throws. */
export function parseVisibility(payload: unknown): Visibility {
  const result = v.safeParse(v.object({ repository: VisibilityAnswer }), payload);
  return result.success ? toVisibility(result.output.repository) : 'unknown';
}

/** Asks GitHub only if `auto` depends on it and the event does not say. `unknown`: neither says. */
export async function findVisibility(
  github: Octokit | null,
  event: ActionEvent,
  disclosure: DisclosureInput,
): Promise<Visibility> {
  if (event.visibility !== 'unknown' || disclosure !== 'auto' || github === null) {
    return event.visibility;
  }
  const { owner, repo } = event.repository;
  return await orInstead('unknown', async () => {
    const { data } = await github.rest.repos.get({ owner, repo, ...OPTIONAL });
    return toVisibility(decode(VisibilityAnswer, data, 'Repository'));
  });
}

/** Decides what the log and the summary of a run may show. Asks GitHub only where `findVisibility` does. */
export async function findDisclosure(
  github: Octokit | null,
  event: ActionEvent,
  disclosure: DisclosureInput,
): Promise<Disclosure> {
  return decideDisclosure(disclosure, await findVisibility(github, event, disclosure));
}
