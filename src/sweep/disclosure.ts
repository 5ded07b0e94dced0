// Decides what readers of the run may see of a repository: as much as both its own readers and those of the workflow
// may.
import { findDisclosure } from '../github/visibility.ts';
import { hasQuotation } from '../judgement/cause.ts';
import {
  decideDisclosure,
  type Disclosure,
  type DisclosureInput,
  toFaultInput,
  toShownFault,
  toStricter,
} from '../judgement/disclosure.ts';
import { isSameFullName, toFullName } from '../judgement/identifiers.ts';
import type { Unverified } from '../judgement/unverified.ts';
import { once } from '../net/once.ts';
import type { Session } from '../runner/session.ts';
import type { NamedRepository } from './find-repositories.ts';

export interface Discloser {
  /** GitHub is asked at most once, where the event does not say who may read the workflow's repository. */
  find(repository: NamedRepository): Promise<Disclosure>;
  /** Gives a fault as it may be shown. Asks only where it quotes the service's own words. */
  show(fault: Unverified, repository: NamedRepository): Promise<Unverified>;
}

export function createDiscloser(
  { github, event }: Pick<Session<unknown>, 'github' | 'event'>,
  input: DisclosureInput,
): Discloser {
  const findOwn = once((by: DisclosureInput) => findDisclosure(github, event, by));
  const find = async ({ fullName, visibility }: NamedRepository, by: DisclosureInput): Promise<Disclosure> => {
    const shown = await findOwn(by);
    const isOwn = isSameFullName(fullName, toFullName(event.repository));
    return isOwn ? shown : toStricter(shown, decideDisclosure(by, visibility));
  };
  return {
    find: (repository) => find(repository, input),
    show: async (fault, repository) =>
      hasQuotation(fault.cause) ? toShownFault(fault, await find(repository, toFaultInput(input))) : fault,
  };
}
