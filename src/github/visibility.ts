// Tells who may read a repository, by GitHub’s answer or by the payload of the event.
import * as v from 'valibot';
import { decideDisclosure, type Disclosure, type DisclosureInput, type Visibility } from '../judgement/disclosure.ts';
import type { ActionEvent } from './event.ts';
import { decode } from './failure.ts';
import { type Octokit, OPTIONAL } from './octokit.ts';

export const VisibilityAnswer = v.object({
  visibility: v.nullish(v.string(), null),
  private: v.nullish(v.boolean(), null),
});

const WORDS = ['public', 'private', 'internal'] as const;

/** Older servers only say `private`. */
export function toVisibility(repository: v.InferInput<typeof VisibilityAnswer>): Visibility {
  const { visibility = null, private: isPrivate = null } = repository;
  if (visibility !== null) return WORDS.find((word) => word === visibility) ?? 'unknown';
  if (isPrivate === null) return 'unknown';
  return isPrivate ? 'private' : 'public';
}

const Payload = v.object({
  repository: v.object({
    // A new word says nothing, but `private` does.
    visibility: v.fallback(v.nullish(v.picklist(WORDS), null), null),
    private: v.fallback(v.nullish(v.boolean(), null), null),
  }),
});

/** Never throws. */
export function parseVisibility(payload: unknown): Visibility {
  const result = v.safeParse(Payload, payload);
  return result.success ? toVisibility(result.output.repository) : 'unknown';
}

/**
 * Asks GitHub only if `auto` depends on it and the event does not say. Gives `unknown` if GitHub does not say either.
 */
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
    const { data } = await github.rest.repos.get({ owner, repo, ...OPTIONAL });
    return toVisibility(decode(VisibilityAnswer, data, 'Repository'));
  } catch {
    return 'unknown';
  }
}

/** Decides what the log and the summary of a run may show. Asks GitHub only where `findVisibility` does. */
export async function findDisclosure(
  github: Octokit | null,
  event: ActionEvent,
  disclosure: DisclosureInput,
): Promise<Disclosure> {
  return decideDisclosure(disclosure, await findVisibility(github, event, disclosure));
}
