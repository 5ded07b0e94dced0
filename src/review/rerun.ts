// Re-running the gate after a review: the runs and jobs named in the gate's comments, and what happened to them.
import { type Marker, workflowOfDefaultKey } from '../documents/marker.ts';
import type { Identity } from '../github/account.ts';
import { selectMarkers } from '../github/comment-plan.ts';
import { fetchComments } from '../github/comment.ts';
import { explain, readFailure } from '../github/failure.ts';
import type { Octokit } from '../github/octokit.ts';
import type { PullRequestPlace } from '../github/pull-request.ts';
import type { CommitSha } from '../judgement/identifiers.ts';
import {
  fetchJob,
  fetchNewestJobs,
  fetchRun,
  fetchWorkflowName,
  type Job,
  rerunAllJobs,
  rerunFailedJobs,
  rerunJob,
  type WorkflowRun,
} from './runs.ts';

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
/**
 * The events that a gate of a pull request runs on, where GitHub itself says of which commit the run is. A run on
 * `workflow_run` is of the default branch's head.
 */
const EVENTS: ReadonlySet<string> = new Set(['pull_request', 'pull_request_target']);
/** Conclusions of a run that has jobs to run again by themselves; of any other all jobs run again. */
const FAILED: ReadonlySet<string> = new Set(['failure', 'timed_out', 'cancelled']);

/** Starts each run that judged the head again, and says what became of it. Never rejects. */
export async function rerunGates(source: RerunSource): Promise<readonly string[]> {
  try {
    const runs = await findRuns(source);
    if (runs.size === 0) return [`No comment of the gate names a run for this commit. ${BY_HAND}`];
    const newest = [...runs].slice(-MAX_RUNS);
    return await Promise.all(newest.map(([runId, markers]) => rerunOne(source, runId, markers)));
  } catch (error) {
    return [`${explain(error, 'read the comments of the gate', 'pull-requests: read')} ${BY_HAND}`];
  }
}

/** The runs of the gates that judged the head, with the markers that name them. */
async function findRuns({
  github,
  pull,
  identity,
  headSha,
}: RerunSource): Promise<ReadonlyMap<number, readonly Marker[]>> {
  const markers = selectMarkers(await fetchComments(github, pull), identity);
  const runs = new Map<number, Marker[]>();
  for (const marker of markers) {
    if (marker.sha !== headSha || marker.runId === 0) continue;
    runs.set(marker.runId, [...(runs.get(marker.runId) ?? []), marker]);
  }
  return runs;
}

/** The marker is text of a comment: only what GitHub itself says of the run decides whether it is started. */
async function rerunOne(source: RerunSource, runId: number, markers: readonly Marker[]): Promise<string> {
  const { github, pull, headSha } = source;
  const place = { ...pull, runId };
  try {
    const run = await fetchRun(github, place);
    const obstacle = findRunObstacle(run, headSha);
    if (obstacle !== null) return toNotStarted(runId, obstacle);
    const own = await findOfWorkflow(source, run, markers);
    if (own.length === 0) {
      return toNotStarted(runId, 'GitHub says that it is of another workflow than the gate.');
    }
    const job = await findJob(source, runId, own);
    if (typeof job === 'string') return toNotStarted(runId, job);
    if (job !== null) {
      await rerunJob(github, pull, job.id);
      return `The job of the gate in run \`${runId}\` runs again; the gate’s comment is updated when it is done.`;
    }
    if (source.whole || !FAILED.has(run.conclusion ?? '')) {
      await rerunAllJobs(github, place);
      return `All jobs of run \`${runId}\` run again; the gate’s comment is updated when they are done.`;
    }
    await rerunFailedJobs(github, place);
    return `The failed jobs of run \`${runId}\` run again; the gate’s comment is updated when they are done.`;
  } catch (error) {
    if (/already running|cannot be re|unable to re/i.test(readFailure(error).message)) {
      return toNotStarted(runId, 'GitHub says that it is still going on, or too old.');
    }
    return `${explain(error, `start run \`${runId}\` again`, 'actions: write')} ${BY_HAND}`;
  }
}

function toNotStarted(runId: number, why: string): string {
  return `Run \`${runId}\` was not started again: ${why} ${BY_HAND}`;
}

/** Why a run may not or cannot be started again; null when it can. */
function findRunObstacle(run: WorkflowRun, headSha: CommitSha): string | null {
  if (!EVENTS.has(run.event)) {
    return `GitHub says that it was started by the event \`${run.event}\`, not by the pull request.`;
  }
  if (run.headSha !== headSha) {
    return "GitHub says that it is not of this pull request's head commit.";
  }
  return run.conclusion === null && run.status !== 'completed'
    ? 'it is still going on, and may have read the bugs already. When it has ended, give the command recheck.'
    : null;
}

/** The markers whose run is of the workflow that they name, as those with a default key do. */
async function findOfWorkflow(
  { github, pull }: RerunSource,
  { name, workflowId }: WorkflowRun,
  markers: readonly Marker[],
): Promise<readonly Marker[]> {
  const ofRun = (workflow: string | null): readonly Marker[] =>
    markers.filter(({ key, isDefaultKey }) => isDefaultKey !== true || workflowOfDefaultKey(key) === workflow);
  const own = ofRun(name);
  if (own.length === markers.length || workflowId === null) return own;
  // Where the workflow has a `run-name`, the run may be called that. A workflow that the pull request renames has its
  // old name on the default branch, so the run's own name counts too.
  return [...new Set([...own, ...ofRun(await fetchWorkflowName(github, pull, workflowId))])];
}

/**
 * The job of the gate in the newest attempt, in which it may have another id; null where no marker says which, GitHub
 * does not know it, or it is not the only one: GitHub starts one job of a run or all. A sentence where it is not of this run.
 */
async function findJob(
  { github, pull }: RerunSource,
  runId: number,
  markers: readonly Marker[],
): Promise<Job | string | null> {
  const [jobId, ...others] = new Set(markers.map((marker) => marker.jobId));
  if (jobId === undefined || others.length > 0) return null;
  const newest = await fetchNewestJobs(github, { ...pull, runId });
  const same = newest.find(({ id }) => id === jobId);
  if (same !== undefined) return same;
  const named = await fetchJob(github, pull, jobId);
  if (named === null) return null;
  if (named.runId !== runId) return 'GitHub says that the job of the gate is not one of its jobs.';
  const [job, ...namesakes] = newest.filter(({ name }) => name === named.name);
  if (job === undefined || namesakes.length > 0) {
    return 'its newest attempt has no job, or more than one, with the name of the gate’s.';
  }
  return job;
}
