// The findings of a report in the groups that every document has: what counts, by what it has to do with the pull request, what is
// new and does not count, and the rest.
import type { ShownFinding } from './disclosure.ts';
import type { Verdict } from './verdict.ts';

/** Each in the report's order. */
export interface Groups {
  /** Held against a limit; withheld ones are not told apart. */
  readonly counted: readonly ShownFinding[];
  readonly withheld: readonly ShownFinding[];
  readonly introduced: readonly ShownFinding[];
  /** Found at one of its commits, even if it came in elsewhere, and in no file that it touches. */
  readonly found: readonly ShownFinding[];
  readonly touched: readonly ShownFinding[];
  readonly older: readonly ShownFinding[];
  /** From this pull request: introduced by it, or found in it. */
  readonly own: readonly ShownFinding[];
  /** There before it, and shown. */
  readonly existing: readonly ShownFinding[];
  /** What the pull request introduces and a gate that passed does not count; nothing of withheld bugs. */
  readonly added: readonly ShownFinding[];
  readonly rest: readonly ShownFinding[];
  /** All of them: what counts as the comment lists it, then what is new, then the rest. */
  readonly listed: readonly ShownFinding[];
}

interface GroupsSource {
  readonly findings: readonly ShownFinding[];
  readonly verdict: Verdict;
  readonly relevanceKnown: boolean;
}

export function decideGroups({ findings, verdict, relevanceKnown }: GroupsSource): Groups {
  const counted = findings.filter((finding) => isCounted(finding, verdict));
  const shown = counted.filter(({ details }) => details !== null);
  const of = (relevance: ShownFinding['relevance']): readonly ShownFinding[] =>
    shown.filter((finding) => (relevanceKnown ? finding.relevance : 'backlog') === relevance);
  const isFound = ({ isFoundHere }: ShownFinding): boolean => relevanceKnown && isFoundHere;
  const [introduced, touched, backlog] = [of('introduced'), of('touched'), of('backlog')];
  const found = backlog.filter(isFound);
  const older = backlog.filter((finding) => !isFound(finding));
  const withheld = counted.filter(({ details }) => details === null);
  const own = [...introduced, ...found];
  const existing = [...touched, ...older];
  const isAdded = (finding: ShownFinding): boolean =>
    finding.details !== null && isNew(finding, relevanceKnown) && !isCounted(finding, verdict);
  const added = verdict.kind === 'passed' ? findings.filter(isAdded) : [];
  const first = new Set([...withheld, ...own, ...existing, ...added]);
  const rest = findings.filter((finding) => !first.has(finding));
  const listed = [...first, ...rest];
  return { counted, withheld, introduced, found, touched, older, own, existing, added, rest, listed };
}

/** Whether the pull request introduces a finding, and nothing but the inputs could leave it out. */
export function isNew({ relevance, exclusion }: ShownFinding, relevanceKnown: boolean): boolean {
  if (exclusion === 'other-pull-request') return false;
  return relevanceKnown && relevance === 'introduced';
}

/** Whether a verdict counts a finding against a limit. */
export function isCounted(
  { counted, countsAsSecurity }: Pick<ShownFinding, 'counted' | 'countsAsSecurity'>,
  verdict: Verdict,
): boolean {
  if (!counted || verdict.kind === 'unverified') return false;
  return verdict.thresholds.some(({ name, limit }) => limit !== 'off' && (name === 'max-bugs' || countsAsSecurity));
}
