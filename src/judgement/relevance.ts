// How a finding relates to a pull request: introduced by it, in a file it touches, both, or neither.
import { createChangedPaths, type ChangedPaths } from './changed-paths.ts';
import type { Finding, Relevance } from './finding.ts';
import type { CommitSha, EpochMs } from './identifiers.ts';
import { toComparablePath } from './path-filter.ts';
import { isUnverified, type Unverified } from './unverified.ts';
import { type ChangeLists, MAX_COMMITS, MAX_FILES, type PullHead } from './world.ts';

/** A relation that `gate-on` can name. */
export type Relation = Exclude<Relevance, 'backlog'>;

/** What `gate-on` selects. */
export type GateOn = 'all' | readonly Relation[];

/**
 * Whether a finding has a relation. `cut-off`: it may, for all that a list shows which GitHub cuts off; that counts as
 * yes. `refused`: GitHub did not say.
 */
export type Answer = 'yes' | 'cut-off' | 'refused' | 'no';

/** The most certain comes first. */
const ANSWERS: readonly Answer[] = ['yes', 'cut-off', 'refused', 'no'];

export type Relations = Readonly<Record<Relation, Answer>>;

/** Nothing has a relation to a pull request that there is not. */
export const UNRELATED: Relations = { introduced: 'no', touched: 'no' };

/** A list of GitHub's. */
interface GitHubList<Value> {
  readonly value: Value;
  /** False where GitHub cut the list off: what is not in it may belong to the pull request all the same. */
  readonly isComplete: boolean;
}

/** What a pull request changes, as findings are compared with it; null for a list that GitHub did not give. */
export interface PullRequestChanges {
  readonly number: number;
  /** Null where it is not known. */
  readonly openedAt: EpochMs | null;
  /** Full SHAs in lower case. */
  readonly commits: GitHubList<ReadonlySet<string>> | null;
  readonly paths: GitHubList<ChangedPaths> | null;
}

/** A pull request of which GitHub says nothing. */
export function toUnknownChanges(number: number): PullRequestChanges {
  return { number, openedAt: null, commits: null, paths: null };
}

/**
 * Rule 35: at GitHub's limits, and where it lists another number of files than it counts, a list is cut off. Where that
 * count cannot be asked for, the files are as good as refused.
 */
export function toChanges(
  number: number,
  { files, commits }: ChangeLists,
  head: PullHead | Unverified,
): PullRequestChanges {
  const known = isUnverified(head) ? null : head;
  const isCounted = (listed: number): boolean => (known?.fileCount ?? listed) === listed;
  return {
    number,
    openedAt: known?.openedAt ?? null,
    commits: isUnverified(commits)
      ? null
      : { value: new Set(commits.map(({ sha }) => sha)), isComplete: commits.length < MAX_COMMITS },
    paths:
      known === null || isUnverified(files)
        ? null
        : { value: createChangedPaths(files), isComplete: files.length < MAX_FILES && isCounted(files.length) },
  };
}

/** Whether the commits are those of this head: for a moment after a push GitHub lists those before. */
export function isOfHead({ commits }: PullRequestChanges, sha: CommitSha): boolean {
  return commits === null || !commits.isComplete || commits.value.has(sha);
}

/** Rules 31 to 36: every relation of a finding to the changes. Never throws. */
export function decideRelations({ details: { path, introducedBy } }: Finding, changes: PullRequestChanges): Relations {
  const { number, commits, paths } = changes;
  const sha = introducedBy?.sha.trim().toLowerCase() ?? '';
  const isIntroduced =
    introducedBy !== null && (introducedBy.pullRequest === number || isAmong(commits?.value ?? new Set(), sha));
  // What is no SHA may stand for any commit.
  const isUnreadable = introducedBy !== null && introducedBy.pullRequest === null && !SOME_SHA.test(sha);
  // A path that cannot be compared may be any of them.
  const isTouched = path !== null && (toComparablePath(path) === null || paths?.value.isTouched(path) === true);
  return {
    introduced: toAnswer(isIntroduced, commits && { ...commits, isComplete: commits.isComplete && !isUnreadable }),
    touched: path === null ? 'no' : toAnswer(isTouched, paths),
  };
}

function toAnswer(is: boolean, list: { readonly isComplete: boolean } | null): Answer {
  if (is) return 'yes';
  if (list === null) return 'refused';
  return list.isComplete ? 'no' : 'cut-off';
}

/** What a finding has to do with any of several pull requests. */
export function joinRelations(all: readonly Relations[]): Relations {
  return {
    introduced: toMostCertain(all.map(({ introduced }) => introduced)),
    touched: toMostCertain(all.map(({ touched }) => touched)),
  };
}

/** The first of them in the order of certainty. */
export function toMostCertain(answers: readonly Answer[]): Answer {
  return ANSWERS.find((answer) => answers.includes(answer)) ?? 'no';
}

/** The relation under which a finding is listed. */
export function toRelevance({ introduced, touched }: Relations): Relevance {
  if (introduced === 'yes') return 'introduced';
  return touched === 'yes' ? 'touched' : 'backlog';
}

/** A full or abbreviated SHA: Git shows at least seven digits; fewer would match unrelated commits. */
const SOME_SHA = /^[0-9a-f]{7,64}$/;

/** The service promises full SHAs, but an abbreviated one must not hide a finding. */
function isAmong(commits: ReadonlySet<string>, sha: string): boolean {
  if (commits.has(sha)) return true;
  return SOME_SHA.test(sha) && [...commits].some((commit) => commit.startsWith(sha));
}
