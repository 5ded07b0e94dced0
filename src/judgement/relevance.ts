// How a finding relates to a pull request: introduced by it, in a file it touches, both, or neither.
import type { ChangedPaths } from './changed-paths.ts';
import type { Finding, Relevance } from './finding.ts';

/** A relation that `gate-on` can name. */
export type Relation = Exclude<Relevance, 'backlog'>;

/** What `gate-on` selects. */
export type GateOn = 'all' | readonly Relation[];

/** A list of GitHub's, which ends at a limit. */
interface GitHubList<Value> {
  readonly value: Value;
  /** False where GitHub cut the list off: what is not in it may belong to the pull request all the same. */
  readonly isComplete: boolean;
}

/** What a pull request changes, as GitHub lists it; null for a list that GitHub did not give. */
export interface PullRequestChanges {
  readonly number: number;
  /** Full SHAs in lower case. */
  readonly commits: GitHubList<ReadonlySet<string>> | null;
  readonly paths: GitHubList<ChangedPaths> | null;
  /** Whether it adds or copies a file, for all that is known: a file that is moved and reformatted is listed so. */
  readonly mayAddFiles: boolean;
}

export interface Relations {
  /** In the order of `Relevance`. */
  readonly known: readonly Relation[];
  /** Those that cannot be ruled out: GitHub's list is cut off or missing, or the service's commit is unreadable. */
  readonly possible: readonly Relation[];
}

/** Every relation of a finding to the changes. Never throws. */
export function decideRelations(
  { details: { path, introducedBy } }: Finding,
  { number, commits, paths }: PullRequestChanges,
): Relations {
  const isIntroduced =
    introducedBy !== null &&
    (introducedBy.pullRequest === number ||
      isAmong(commits?.value ?? new Set(), introducedBy.sha.trim().toLowerCase()));
  const isTouched = path !== null && paths?.value.isTouched(path) === true;
  const isUnreadable = introducedBy !== null && introducedBy.pullRequest === null && !isSha(introducedBy.sha);
  const relations: readonly (readonly [Relation, boolean, boolean])[] = [
    ['introduced', isIntroduced, commits?.isComplete !== true || isUnreadable],
    ['touched', isTouched, path !== null && paths?.isComplete !== true],
  ];
  return {
    known: relations.filter(([, isKnown]) => isKnown).map(([relation]) => relation),
    possible: relations.filter(([, isKnown, isPossible]) => !isKnown && isPossible).map(([relation]) => relation),
  };
}

/** The relation under which a finding is listed. */
export function toRelevance({ known }: Relations): Relevance {
  return known[0] ?? 'backlog';
}

/** Whether `gate-on` selects a finding with these relations. What cannot be ruled out is selected. */
export function isSelected({ known, possible }: Relations, gateOn: GateOn): boolean {
  return gateOn === 'all' || gateOn.some((relation) => known.includes(relation) || possible.includes(relation));
}

/** A full or abbreviated SHA. Anything else may stand for any commit. */
function isSha(text: string): boolean {
  return /^[0-9a-f]{7,64}$/i.test(text.trim());
}

/** Git shows at least seven digits of a SHA; fewer would match unrelated commits. */
const ABBREVIATED_SHA = /^[0-9a-f]{7,63}$/;

/** The service promises full SHAs, but an abbreviated one must not hide a finding. */
function isAmong(commits: ReadonlySet<string>, sha: string): boolean {
  if (commits.has(sha)) return true;
  return ABBREVIATED_SHA.test(sha) && [...commits].some((commit) => commit.startsWith(sha));
}
