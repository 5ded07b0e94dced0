// Who may read a repository: by what GitHub answers, or by the event's payload.
import * as v from 'valibot';
import { decideDisclosure, type Disclosure, type DisclosureInput, type Visibility } from '../judgement/disclosure.ts';
import type { ActionEvent } from './event.ts';
import { decode } from './failure.ts';
import { type Octokit, OPTIONAL } from './octokit.ts';

/** As much of a repository's answer as says who may read it. */
export const VisibilityAnswer = v.object({
  visibility: v.nullish(v.string(), null),
  private: v.nullish(v.boolean(), null),
});

const WORDS = ['public', 'private', 'internal'] as const;

/** Older servers only say `private`. A word that is not known is `unknown`. */
export function toVisibility(repository: v.InferInput<typeof VisibilityAnswer>): Visibility {
  const { visibility = null, private: isPrivate = null } = repository;
  if (visibility !== null) return WORDS.find((word) => word === visibility) ?? 'unknown';
  if (isPrivate === null) return 'unknown';
  return isPrivate ? 'private' : 'public';
}

const Payload = v.object({
  repository: v.object({
    // A word that is not known says nothing: `private` does.
    visibility: v.fallback(v.nullish(v.picklist(WORDS), null), null),
    private: v.fallback(v.nullish(v.boolean(), null), null),
  }),
});

/** The repository's visibility in the payload of an event. Never throws. */
export function parseVisibility(payload: unknown): Visibility {
  const result = v.safeParse(Payload, payload);
  return result.success ? toVisibility(result.output.repository) : 'unknown';
}

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
    const { data } = await github.rest.repos.get({ owner, repo, ...OPTIONAL });
    return toVisibility(decode(VisibilityAnswer, data, 'Repository'));
  } catch {
    return 'unknown';
  }
}

/** What the log and the summary of a run may show. Asks GitHub only where `findVisibility` does. */
export async function findDisclosure(
  github: Octokit | null,
  event: ActionEvent,
  disclosure: DisclosureInput,
): Promise<Disclosure> {
  return decideDisclosure(disclosure, await findVisibility(github, event, disclosure));
}
