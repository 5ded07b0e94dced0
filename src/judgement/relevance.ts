// How a finding relates to a pull request: introduced by it, in a file it touches, both, or neither.
import { createChangedPaths, type ChangedPaths } from './changed-paths.ts';
import type { Finding, Relevance } from './finding.ts';
import type { CommitSha, EpochMs } from './identifiers.ts';
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
  /** Whether what is not in it may belong to the pull request all the same: GitHub cut it off, or did not give it. */
  readonly rest: Exclude<Answer, 'yes'>;
}

/** What a pull request changes, as findings are compared with it. */
export interface PullRequestChanges {
  /** Null: nobody knows whether there is such a pull request. */
  readonly number: number | null;
  /** Null where it is not known. */
  readonly openedAt: EpochMs | null;
  /** Full SHAs in lower case. */
  readonly commits: GitHubList<ReadonlySet<string>>;
  readonly paths: GitHubList<ChangedPaths>;
}

const NO_COMMITS: GitHubList<ReadonlySet<string>> = { value: new Set(), rest: 'refused' };
const NO_PATHS: GitHubList<ChangedPaths> = { value: createChangedPaths([]), rest: 'refused' };

/** A pull request of which GitHub says nothing; null: perhaps there is none. */
export function toUnknownChanges(number: number | null): PullRequestChanges {
  return { number, openedAt: null, commits: NO_COMMITS, paths: NO_PATHS };
}

/** Perhaps there is one. It touches nothing for certain, not even what cannot be compared. */
export const UNKNOWN_TWIN: PullRequestChanges = {
  ...toUnknownChanges(null),
  paths: { value: { isTouched: () => false }, rest: 'refused' },
};

/**
 * Rule 35: at GitHub's limits, and where it lists another number of files than it counts, a list is cut off. GitHub
 * always sends the count; without it there is nothing to compare the list with.
 */
export function toChanges(
  number: number,
  { files, commits }: ChangeLists,
  head: PullHead | Unverified,
): PullRequestChanges {
  const toRest = (isWhole: boolean): 'no' | 'cut-off' => (isWhole ? 'no' : 'cut-off');
  const toFilesRest = (listed: number): GitHubList<ChangedPaths>['rest'] =>
    isUnverified(head) ? 'refused' : toRest(listed < MAX_FILES && (head.fileCount ?? listed) === listed);
  return {
    number,
    openedAt: isUnverified(head) ? null : head.openedAt,
    commits: isUnverified(commits)
      ? NO_COMMITS
      : { value: new Set(commits.map(({ sha }) => sha)), rest: toRest(commits.length < MAX_COMMITS) },
    paths: isUnverified(files) ? NO_PATHS : { value: createChangedPaths(files), rest: toFilesRest(files.length) },
  };
}

/** Whether the commits are those of this head: for a moment after a push GitHub lists those before. */
export function isOfHead({ commits }: PullRequestChanges, sha: CommitSha): boolean {
  return commits.rest !== 'no' || commits.value.has(sha);
}

/** Rules 31 to 36: every relation of a finding to the changes. Never throws. */
export function decideRelations({ details: { path, introducedBy } }: Finding, changes: PullRequestChanges): Relations {
  const { number, commits, paths } = changes;
  const sha = introducedBy?.sha.trim().toLowerCase() ?? '';
  const prNumber = introducedBy?.pullRequest ?? null;
  const isIntroduced = (prNumber !== null && prNumber === number) || isAmong(commits.value, sha);
  // What is no SHA may stand for any commit.
  const isUnreadable = introducedBy !== null && prNumber === null && !SOME_SHA.test(sha);
  return {
    introduced: toAnswer(isIntroduced, isUnreadable && commits.rest === 'no' ? 'cut-off' : commits.rest),
    touched: path === null ? 'no' : toAnswer(paths.value.isTouched(path), paths.rest),
  };
}

function toAnswer(is: boolean, rest: GitHubList<unknown>['rest']): Answer {
  return is ? 'yes' : rest;
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
