// The commit graph: what a ref means, and what can be reached from a commit.
import type { CommitData, PullData } from './data.ts';
import type { GitHubState } from './state.ts';

/** The commit that a full SHA, an abbreviated one (7 digits or more), a tag, a branch or `heads/<branch>` names. */
export function findCommit(state: GitHubState, ref: string): CommitData | undefined {
  const name = ref.toLowerCase();
  const exact = state.commits.find(({ sha }) => sha === name);
  if (exact !== undefined) return exact;
  const tip = state.tags[ref] ?? branchTip(state, ref.replace(/^(refs\/)?heads\//, ''));
  if (tip !== undefined) return state.commits.find(({ sha }) => sha === tip);
  if (!/^[0-9a-f]{7,39}$/.test(name)) return undefined;
  const matches = state.commits.filter(({ sha }) => sha.startsWith(name));
  return matches.length === 1 ? matches[0] : undefined;
}

function branchTip(state: GitHubState, branch: string): string | undefined {
  const home = `${state.owner}/${state.name}`;
  const named = state.branches[branch];
  if (named !== undefined) return named;
  const pulls = state.pulls.filter(({ head }) => head.repository === home && head.ref === branch);
  if (pulls.length > 0) return pulls.at(-1)?.head.sha;
  return branch === state.defaultBranch ? defaultTip(state) : undefined;
}

function defaultTip(state: GitHubState): string | undefined {
  // A merge that made a commit leaves the branch of the pull request beside the default branch.
  const merged = new Set(
    state.pulls
      .filter((pull) => pull.merged === true)
      .flatMap(({ mergeCommitSha, commits, head }) =>
        mergeCommitSha === undefined ? [...commits, head.sha] : [mergeCommitSha],
      ),
  );
  const proposed = new Set(state.pulls.flatMap(({ commits, head }) => [...commits, head.sha]));
  const own = state.commits.filter(({ sha }) => merged.has(sha) || !proposed.has(sha));
  return own.sort(newestFirst)[0]?.sha;
}

function newestFirst(a: CommitData, b: CommitData): number {
  return Date.parse(b.date) - Date.parse(a.date);
}

/** Everything reachable from a commit, itself first, then newest first as `git log` does. */
export function reachableFrom(state: GitHubState, start: CommitData): CommitData[] {
  const bySha = new Map(state.commits.map((commit) => [commit.sha, commit]));
  const seen = new Set([start.sha]);
  const waiting = [start];
  const reached: CommitData[] = [];
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    reached.push(next);
    for (const sha of next.parents) {
      const parent = bySha.get(sha);
      if (parent === undefined || seen.has(sha)) continue;
      seen.add(sha);
      waiting.push(parent);
    }
    waiting.sort(newestFirst);
  }
  return reached;
}

/** Whether the default branch has a commit. */
function isOnDefaultBranch(state: GitHubState, sha: string): boolean {
  const tip = findCommit(state, state.defaultBranch);
  return tip !== undefined && reachableFrom(state, tip).some((commit) => commit.sha === sha);
}

/** Commits of `head` that `base` does not have, newest first. */
export function commitsAhead(state: GitHubState, base: CommitData, head: CommitData): CommitData[] {
  const known = new Set(reachableFrom(state, base).map(({ sha }) => sha));
  return reachableFrom(state, head).filter(({ sha }) => !known.has(sha));
}

/** The newest commit that both have; absent: the histories are unrelated. */
export function mergeBase(state: GitHubState, base: CommitData, head: CommitData): CommitData | undefined {
  const known = new Set(reachableFrom(state, base).map(({ sha }) => sha));
  return reachableFrom(state, head).find(({ sha }) => known.has(sha));
}

/**
 * Which pull requests GitHub associates with a commit: of one on the default branch the merged ones that brought it in; of any
 * other the open and the merged ones, but none from a fork, whose commits are not the base repository's.
 */
export function isAssociatedWith(state: GitHubState, sha: string): (pull: PullData) => boolean {
  const isMergedCommit = isOnDefaultBranch(state, sha);
  const home = `${state.owner}/${state.name}`;
  return ({ commits, head, state: pullState, merged = false, mergeCommitSha }) => {
    if (![head.sha, mergeCommitSha, ...commits].includes(sha)) return false;
    if (isMergedCommit) return merged;
    return head.repository === home && (pullState === 'open' || merged);
  };
}
