// Re-running the gate after a review: the workflow runs named in the gate's comments, and what happened to them.
import type { CommitSha } from '../domain/identifiers.ts';
import { fetchComments } from '../github/comment.ts';
import { selectMarkers } from '../github/comment-plan.ts';
import { explain, readFailure } from '../github/failure.ts';
import type { Identity } from '../github/identity.ts';
import type { Octokit } from '../github/octokit.ts';
import type { PullRequestPlace } from '../github/pull-request.ts';
import { rerunFailedJobs } from '../github/rerun.ts';

export interface RerunSource {
  readonly github: Octokit;
  readonly pull: PullRequestPlace;
  readonly identity: Identity;
  readonly headSha: CommitSha;
}

/** Our limit on re-runs for one pull request, so that forged comments cannot start hundreds. */
const MAX_RUNS = 10;
const BY_HAND = 'Run the job of the gate again by hand to see the new verdict.';

/** Re-runs the failed jobs of each run that judged the head; returns a sentence for each result. Never rejects. */
export async function rerunGates(source: RerunSource): Promise<readonly string[]> {
  try {
    const runs = await findRuns(source);
    if (runs.length === 0)
      return [`No comment of the gate names a run for this commit. ${BY_HAND}`];
    return await Promise.all(runs.map((runId) => rerunOne(source, runId)));
  } catch (error) {
    return [`${explain(error, 'read the comments of the gate', 'pull-requests: read')} ${BY_HAND}`];
  }
}

async function findRuns({
  github,
  pull,
  identity,
  headSha,
}: RerunSource): Promise<readonly number[]> {
  const markers = selectMarkers(await fetchComments(github, pull), identity);
  const current = markers.filter(({ sha, runId }) => sha === headSha && runId > 0);
  return [...new Set(current.map((marker) => marker.runId))].slice(-MAX_RUNS);
}

async function rerunOne({ github, pull }: RerunSource, runId: number): Promise<string> {
  try {
    await rerunFailedJobs(github, pull, runId);
    return `The failed jobs of run \`${runId}\` run again.`;
  } catch (error) {
    if (/already running|cannot be rerun|cannot be retried/i.test(readFailure(error).message)) {
      return `Run \`${runId}\` could not be started again, because it is still going on or has no failed job. ${BY_HAND}`;
    }
    return `${explain(error, `start run \`${runId}\` again`, 'actions: write')} ${BY_HAND}`;
  }
}
