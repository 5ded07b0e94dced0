// Disclosure: what the documents of a run may show. Applied once, before any document is made.
import type { AssessedFinding, Assessment, Finding, FindingDetails } from './finding.ts';

/** The input `disclosure`. */
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
  return visibility === 'private' || visibility === 'internal' ? 'full' : 'counts';
}

/** Removes the details of security and unclassified bugs unless everything may be shown. Keeps the order. */
export function decideShown(
  findings: readonly AssessedFinding[],
  disclosure: Disclosure,
): readonly ShownFinding[] {
  if (disclosure === 'full') return findings;
  return findings.map((finding) =>
    finding.kind === 'bug' ? finding : { ...finding, details: null },
  );
}
