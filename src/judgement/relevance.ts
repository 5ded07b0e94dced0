// A finding may be introduced by a pull request, found in it, or in a file that it touches.
import { type Answer, or } from './answer.ts';
import { createChangedPaths, type ChangedPaths } from './changed-paths.ts';
import type { Finding, Relevance } from './finding.ts';
import { type CommitSha, parseSomeSha } from './identifiers.ts';
import { type PathKeys, toPathKeys } from './path-filter.ts';
import { isUnverified, type Unverified } from './unverified.ts';
import { type ChangeLists, type FormerCommits, MAX_COMMITS, MAX_FILES, type PullHead } from './world.ts';

/** A relation that `gate-on` can name. */
export type Relation = Exclude<Relevance, 'backlog'>;

export type GateOn = 'all' | readonly Relation[];

/**
 * A bug is `found` at one of the pull request's commits, whoever introduced it. It is the pull request's `own` if it is introduced,
 * found or touched, and there is such a pull request. The file of an `added` one is new.
 */
export type Relations = Readonly<Record<Relation | 'found' | 'own' | 'added', Answer>>;

interface GitHubList<Value> {
  readonly value: Value;
  /** Says of what is not in the list whether it may belong to the pull request: GitHub cut the list off, or did not give it. */
  readonly rest: Exclude<Answer, 'yes'>;
}

export interface PullRequestChanges {
  /** `Unverified` says why nobody knows whether there is such a pull request. */
  readonly number: number | Unverified;
  /** The SHAs are full and in lower case. */
  readonly commits: GitHubList<ReadonlySet<string>>;
  /** The commits of its former heads, as far as anybody asked. */
  readonly former: GitHubList<ReadonlySet<string>>;
  readonly paths: GitHubList<ChangedPaths>;
}

export const NO_COMMITS: PullRequestChanges['former'] = { value: new Set(), rest: 'no' };

/** `rest` says why nothing more is known. */
export function toUnknownChanges(number: number | Unverified, rest: Unverified): PullRequestChanges {
  return { number, commits: toUnknownCommits(rest), former: NO_COMMITS, paths: toUnknownPaths(rest) };
}

function toUnknownCommits(rest: Unverified): PullRequestChanges['commits'] {
  return { value: new Set(), rest };
}

function toUnknownPaths(rest: Unverified): PullRequestChanges['paths'] {
  return { value: createChangedPaths([]), rest };
}

/**
 * Rule `cut-off-counts`: at GitHub's limits, and where it lists another number of files or fewer commits than it counts, a list
 * is cut off. GitHub always sends the counts; without one there is nothing to compare the list with.
 */
export function toChanges(
  number: number,
  { files, commits }: ChangeLists,
  head: PullHead | Unverified,
): PullRequestChanges {
  const toRest = (isWhole: (head: PullHead) => boolean): Exclude<Answer, 'yes'> =>
    isUnverified(head) ? head : isWhole(head) ? 'no' : 'cut-off';
  const areAllCommits = (listed: number): Exclude<Answer, 'yes'> =>
    toRest(({ commitCount }) => listed < MAX_COMMITS && (commitCount ?? 0) <= listed);
  const areAllFiles = (listed: number): Exclude<Answer, 'yes'> =>
    toRest(({ fileCount }) => listed < MAX_FILES && (fileCount ?? listed) === listed);
  return {
    number,
    former: NO_COMMITS,
    commits: isUnverified(commits)
      ? toUnknownCommits(commits)
      : { value: new Set(commits.map(({ sha }) => sha)), rest: areAllCommits(commits.length) },
    paths: isUnverified(files)
      ? toUnknownPaths(files)
      : { value: createChangedPaths(files), rest: areAllFiles(files.length) },
  };
}

/** Rule `former-heads`: a pull request also has the commits that it had before somebody rebased it. */
export function withFormer(changes: PullRequestChanges, former: FormerCommits | Unverified): PullRequestChanges {
  if (isUnverified(former)) return { ...changes, former: toUnknownCommits(former) };
  return { ...changes, former: { value: new Set(former.commits), rest: former.isWhole ? 'no' : 'cut-off' } };
}

/** The commits of former heads are its own, too. */
export function hasCommit({ commits, former }: PullRequestChanges, sha: string): boolean {
  return commits.value.has(sha) || former.value.has(sha);
}

/** Says why not everything is known that it changes. */
export function selectRefusals({ commits, paths }: PullRequestChanges): readonly Unverified[] {
  return [paths.rest, commits.rest].filter(isUnverified);
}

/** For a moment after a push GitHub lists the commits of the head before. */
export function isOfHead({ commits }: PullRequestChanges, sha: CommitSha): boolean {
  return isUnverified(commits.rest) || commits.value.size >= MAX_COMMITS || commits.value.has(sha);
}

interface ComparedFinding extends Finding {
  /** Null: it has no path. */
  readonly pathKeys: PathKeys | null;
  /** `parseSomeSha` has read both. */
  readonly foundAtSha: string | null;
  readonly introducingSha: string | null;
}

/** Prepares a finding once that is compared with many pull requests. */
export function toCompared(finding: Finding | ComparedFinding): ComparedFinding {
  if ('pathKeys' in finding) return finding;
  const { path, commitSha, introducedBy } = finding.details;
  return {
    ...finding,
    pathKeys: path === null ? null : toPathKeys(path),
    foundAtSha: parseSomeSha(commitSha ?? ''),
    introducingSha: parseSomeSha(introducedBy?.sha ?? ''),
  };
}

/** Never throws. */
export function decideRelations(finding: Finding, changes: PullRequestChanges): Relations {
  const compared = toCompared(finding);
  const { number, paths } = changes;
  const { details, pathKeys, foundAtSha } = compared;
  const introduced = decideIntroduced(compared, changes);
  // Rule `found-at-own-commit`.
  const found = details.commitSha === null ? 'no' : decideAmongAll(foundAtSha, changes);
  // Rule `touched`.
  const touched = pathKeys === null ? 'no' : paths.value.isTouched(pathKeys) ? 'yes' : paths.rest;
  const added = pathKeys === null ? 'no' : paths.value.isAdded(pathKeys) ? 'yes' : paths.rest;
  return { introduced, found, touched, added, own: isUnverified(number) ? number : or(introduced, found, touched) };
}

/** Rule `introduced`. */
function decideIntroduced(
  { details: { introducedBy: by }, introducingSha }: ComparedFinding,
  changes: PullRequestChanges,
): Answer {
  const { rest } = changes.commits;
  if (by === null) return rest;
  if (by.pullRequest === null) return decideAmongAll(introducingSha, changes);
  if (by.pullRequest === changes.number) return 'yes';
  // Where the service names another pull request, its commit need not be readable.
  return introducingSha === null ? rest : decideAmongAll(introducingSha, changes);
}

function decideAmongAll(sha: string | null, { commits, former }: PullRequestChanges): Answer {
  const among = decideAmong(sha, commits);
  return sha === null || among === 'yes' ? among : or(among, decideAmong(sha, former));
}

function decideAmong(sha: string | null, { value, rest }: PullRequestChanges['commits']): Answer {
  // Rule `unreadable-commit`: what is no SHA may stand for any.
  if (sha === null) return rest === 'no' ? 'cut-off' : rest;
  if (value.has(sha)) return 'yes';
  // The service promises full SHAs, but an abbreviated one must not hide a finding. Those of a repository have one length.
  const [any = ''] = value;
  return sha.length < any.length && [...value].some((each) => each.startsWith(sha)) ? 'yes' : rest;
}

/** Joins the relations to several pull requests: one of them is enough. */
export function joinRelations(all: readonly Relations[]): Relations {
  const [first] = all;
  if (first !== undefined && all.length === 1) return first;
  return {
    introduced: or(...all.map(({ introduced }) => introduced)),
    found: or(...all.map(({ found }) => found)),
    touched: or(...all.map(({ touched }) => touched)),
    added: or(...all.map(({ added }) => added)),
    own: or(...all.map(({ own }) => own)),
  };
}

export function toRelevance({ introduced, touched }: Relations): Relevance {
  if (introduced === 'yes') return 'introduced';
  return touched === 'yes' ? 'touched' : 'backlog';
}
