// Disclosure: what the documents of a run may show. Applied once, before any document is made.
import type { Cause } from './cause.ts';
import { type AssessedFinding, type Assessment, compareByKind, type Finding, type FindingDetails } from './finding.ts';
import { Unverified } from './unverified.ts';

export type DisclosureInput = 'auto' | 'full' | 'counts';
export type Disclosure = Exclude<DisclosureInput, 'auto'>;

/** `unknown` if GitHub could not say. */
export type Visibility = 'public' | 'private' | 'internal' | 'unknown';

/** A finding as a document may show it; without `details` only its id, kind and counts may appear. */
export interface ShownFinding extends Omit<Finding, 'details'>, Assessment {
  readonly details: FindingDetails | null;
}

/** An unfixed security bug on a public page is a gift to attackers, and a repository of unknown visibility may be public. */
export function decideDisclosure(input: DisclosureInput, visibility: Visibility): Disclosure {
  if (input !== 'auto') return input;
  return isForMembers(visibility) ? 'full' : 'counts';
}

/** Only people with access can read the repository and open pull requests there, as far as it is known. */
export function isForMembers(visibility: Visibility): boolean {
  return visibility === 'private' || visibility === 'internal';
}

/** Readers of one repository may see no more of the other than its own readers. */
export function toStricter(one: Disclosure, other: Disclosure): Disclosure {
  return one === 'full' ? other : one;
}

/** A bug that is not classified may be a security bug. */
export function isDisclosed({ kind }: Pick<Finding, 'kind'>, disclosure: Disclosure): boolean {
  return disclosure === 'full' || kind === 'bug';
}

/**
 * The input as far as it is about a fault. `full` allows all of bugs; it does not allow what else others say, such as the names of
 * the organizations that a key sees or of hosts in an inner network, which is nobody's business where everybody reads.
 */
export function toFaultInput(input: DisclosureInput): DisclosureInput {
  return input === 'full' ? 'auto' : input;
}

/** A fault as an input allows it to be shown to everybody who can read a repository. */
export function toFaultForReaders(
  fault: Unverified,
  { input, visibility }: { readonly input: DisclosureInput; readonly visibility: Visibility },
): Unverified {
  return toShownFault(fault, decideDisclosure(toFaultInput(input), visibility));
}

/** A fault as a document may show it: with the words of others only where everything may be shown. */
export function toShownFault({ cause }: Unverified, disclosure: Disclosure): Unverified {
  return new Unverified(disclose(cause, disclosure));
}

/** A cause as a document may show it: with all words of others only where everything may be shown. */
export function disclose(cause: Cause, disclosure: Disclosure): Cause {
  if (!('quotation' in cause)) return cause;
  const { quotation, ...rest } = cause;
  return disclosure === 'full' && quotation !== undefined ? { ...rest, said: quotation } : rest;
}

/**
 * Removes the details of security and unclassified bugs unless everything may be shown. Those then come first: security
 * first, newest first, ties by id, since their place among the others would tell what the pull request has to do with them.
 */
export function decideShown(findings: readonly AssessedFinding[], disclosure: Disclosure): readonly ShownFinding[] {
  if (disclosure === 'full') return findings;
  return [
    ...findings
      .filter((finding) => !isDisclosed(finding, disclosure))
      .toSorted(compareByKind)
      .map((finding) => ({ ...finding, details: null })),
    ...findings.filter((finding) => isDisclosed(finding, disclosure)),
  ];
}
