// Re-running the gate after a review: the workflow runs named in the gate's comments, and what happened to them.
import type { CommitSha } from '../domain/identifiers.ts';
import { fetchComments } from '../github/comment.ts';
import { selectMarkers } from '../github/comment-plan.ts';
import { explain, readFailure } from '../github/failure.ts';
import type { Identity } from '../github/identity.ts';
import type { Octokit } from '../github/octokit.ts';
import type { PullRequestPlace } from '../github/pull-request.ts';
import { fetchRun, rerunAllJobs, rerunFailedJobs, type WorkflowRun } from '../github/rerun.ts';

export interface RerunSource {
  readonly github: Octokit;
  readonly pull: PullRequestPlace;
  readonly identity: Identity;
  readonly headSha: CommitSha;
  /** All jobs, also where some failed: a job of the gate that was green may have to turn red. */
  readonly whole: boolean;
}

/** Our limit on re-runs for one pull request, so that forged comments cannot start hundreds. */
const MAX_RUNS = 10;
const BY_HAND = 'Run the job of the gate again by hand to see the new verdict.';
/** The events that a gate of a pull request runs on. */
const EVENTS: ReadonlySet<string> = new Set([
  'pull_request',
  'pull_request_target',
  'workflow_run',
]);
/** Conclusions of a run that has jobs to run again by themselves; of any other all jobs run again. */
const FAILED: ReadonlySet<string> = new Set(['failure', 'timed_out', 'cancelled']);

/** Starts each run that judged the head again, and says what became of it. Never rejects. */
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

/** The marker is text of a comment: only what GitHub itself says of the run decides whether it is started. */
async function rerunOne(source: RerunSource, runId: number): Promise<string> {
  const { github, pull, headSha } = source;
  const place = { ...pull, runId };
  try {
    const run = await fetchRun(github, place);
    const obstacle = findRunObstacle(run, headSha);
    if (obstacle !== null) return `Run \`${runId}\` was not started again: ${obstacle}`;
    if (source.whole || !FAILED.has(run.conclusion ?? '')) {
      await rerunAllJobs(github, place);
      return `All jobs of run \`${runId}\` run again; the gate’s comment is updated when they are done.`;
    }
    await rerunFailedJobs(github, place);
    return `The failed jobs of run \`${runId}\` run again; the gate’s comment is updated when they are done.`;
  } catch (error) {
    if (/already running|cannot be re|unable to re/i.test(readFailure(error).message)) {
      return `Run \`${runId}\` was not started again: GitHub says that it is still going on, or too old. ${BY_HAND}`;
    }
    return `${explain(error, `start run \`${runId}\` again`, 'actions: write')} ${BY_HAND}`;
  }
}

/** Why a run may not or cannot be started again, and what to do; null when it can. */
function findRunObstacle(run: WorkflowRun, headSha: CommitSha): string | null {
  if (run.headSha !== headSha) {
    return `GitHub says that it is not of this pull request's head commit. ${BY_HAND}`;
  }
  if (!EVENTS.has(run.event)) {
    return `GitHub says that it was started by the event \`${run.event}\`, not by the pull request. ${BY_HAND}`;
  }
  return run.conclusion === null && run.status !== 'completed'
    ? `it is still going on, and may have read the bugs already. When it has ended, give the command recheck. ${BY_HAND}`
    : null;
}
