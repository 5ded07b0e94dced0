// Who pushed a commit to a branch: the first push in the branch's history after which the branch had it.
import * as v from 'valibot';
import { AccountAnswer, type AccountName, isNamed } from '../github/account.ts';
import { fetchComparison } from '../github/commits.ts';
import { decode } from '../github/failure.ts';
import type { Octokit } from '../github/octokit.ts';
import { PER_PAGE } from '../github/pages.ts';
import type { HeadBranch } from '../github/pull-request.ts';
import type { RepositoryRef } from '../judgement/identifiers.ts';

/** How often commits may be compared to find who pushed one. */
const MAX_COMPARISONS = 10;

/** `earlier`: the branch was made from commits that had it already, so nobody pushed it there. */
export type Pusher = AccountName | 'unknown' | 'earlier';

const Activity = v.object({
  before: v.string(),
  after: v.string(),
  activity_type: v.string(),
  actor: AccountAnswer,
});
type Activity = v.InferOutput<typeof Activity>;
const Activities = v.array(Activity);

/** Whether a commit has the one that is looked for among its ancestors, or is it. */
export type Contains = (repository: RepositoryRef, sha: string) => Promise<boolean>;

/** Compares with one commit: each other one once, and ten at most. */
export function createContains(octokit: Octokit, wanted: string): Contains {
  const known = new Map<string, boolean>();
  return async (repository, sha) => {
    const answer = known.get(sha);
    if (answer !== undefined) return answer;
    if (known.size === MAX_COMPARISONS) throw new TooManyComparisons();
    const status = await fetchComparison(octokit, repository, `${wanted}...${sha}`);
    const isIn = status === 'identical' || status === 'ahead';
    known.set(sha, isIn);
    return isIn;
  };
}

/**
 * Who pushed a commit, by the newest 100 changes of the branch. `unknown` where those do not go back far enough, where
 * it came by something other than a push, or where it would take too many comparisons. Rejects where GitHub refuses.
 */
export async function findPusher(octokit: Octokit, branch: HeadBranch, isIn: Contains): Promise<Pusher> {
  const history = await fetchHistory(octokit, branch);
  const contains = async (sha: string): Promise<boolean> => await isIn(branch.repository, sha);
  try {
    const push = await findFirstWith(history, contains);
    if (push === null) return 'unknown';
    const isStart = push.activity_type === 'branch_creation';
    if (isStart && (await contains(branch.baseSha))) return 'earlier';
    // The push that brought it is too long ago for the list.
    if (push === history[0] && !isStart && (await contains(push.before))) return 'unknown';
    const { actor = null, activity_type: type } = push;
    return PUSHES.has(type) && isNamed(actor) ? actor : 'unknown';
  } catch (error) {
    if (error instanceof TooManyComparisons) return 'unknown';
    throw error;
  }
}

const PUSHES: ReadonlySet<string> = new Set(['push', 'force_push', 'branch_creation']);
/** After these a commit of earlier may be gone. */
const STARTS: ReadonlySet<string> = new Set(['force_push', 'branch_creation']);

class TooManyComparisons extends Error {}

/** The newest changes of a branch, oldest first, without its deletions. */
async function fetchHistory(
  octokit: Octokit,
  { repository: { owner, repo }, name }: HeadBranch,
): Promise<readonly Activity[]> {
  const { data } = await octokit.rest.repos.listActivities({
    owner,
    repo,
    ref: `refs/heads/${name}`,
    direction: 'desc',
    per_page: PER_PAGE,
  });
  return decode(Activities, data, 'Activities')
    .filter(({ activity_type: type }) => type !== 'branch_deletion')
    .toReversed();
}

/**
 * The first change after which the branch had the commit; null without one. Between two force pushes a branch only grows,
 * so that each such stretch is searched by halves.
 */
async function findFirstWith(
  history: readonly Activity[],
  contains: (sha: string) => Promise<boolean>,
): Promise<Activity | null> {
  for (const stretch of toStretches(history)) {
    const last = stretch.at(-1);
    if (last === undefined || !(await contains(last.after))) continue;
    let [from, to] = [0, stretch.length - 1];
    while (from < to) {
      const middle = Math.floor((from + to) / 2);
      if (await contains(stretch[middle]?.after ?? '')) to = middle;
      else from = middle + 1;
    }
    return stretch[from] ?? null;
  }
  return null;
}

function toStretches(history: readonly Activity[]): readonly (readonly Activity[])[] {
  const stretches: Activity[][] = [];
  for (const activity of history) {
    const last = stretches.at(-1);
    if (last === undefined || STARTS.has(activity.activity_type)) stretches.push([activity]);
    else last.push(activity);
  }
  return stretches;
}
