// What may be shown of a repository, where everybody reads who may read the repository of the workflow.
import { findVisibility } from '../github/visibility.ts';
import { InputError } from '../inputs/table.ts';
import { decideDisclosure, type Disclosure } from '../judgement/disclosure.ts';
import { isSameFullName } from '../judgement/identifiers.ts';
import type { InsightsSession } from './fetch-evidence.ts';

/**
 * Asks GitHub where the event does not say. The stricter of two repositories counts.
 * @throws {InputError} If the workflow's repository is public, and the other one may not be.
 */
export async function findDisclosure(
  { github, event, inputs }: InsightsSession,
  repository: string,
): Promise<Disclosure> {
  const { disclosure } = inputs;
  const [owner = '', repo = ''] = repository.split('/');
  if (isSameFullName(repository, `${event.repository.owner}/${event.repository.repo}`)) {
    return decideDisclosure(disclosure, await findVisibility(github, event, disclosure));
  }
  const other = { ...event, repository: { owner, repo }, visibility: 'unknown' as const };
  const [here, there] = await Promise.all([
    findVisibility(github, event, 'auto'),
    findVisibility(github, other, 'auto'),
  ]);
  const isPrivate = here === 'private' || here === 'internal';
  if (!isPrivate && there !== 'public') throw new InputError([HIDDEN]);
  return decideDisclosure(disclosure, isPrivate ? there : here);
}

/** The error does not repeat the name: everybody can read it. */
const HIDDEN = {
  input: 'repositories',
  given: 'a repository that is not public',
  allowed: 'a public one: everybody can read the log of this one',
};
