// The operations on workflow runs and their jobs.
import type { SandboxResponse } from '../../http.ts';
import { startAttempt } from '../attempts.ts';
import { type Call, type Handler, param } from '../call.ts';
import type { JobData, RunData } from '../data.ts';
import { paginate } from '../paging.ts';
import { notFound, Refusal } from '../refusal.ts';
import { jobIdOf, type JobPlace, jobShape, jobsOf } from '../shapes/job.ts';
import { workflowIdOf, workflowRunShape, workflowShape } from '../shapes/workflow-run.ts';
import type { GitHubState } from '../state.ts';

// The filters of the list of runs that are not emulated.
const NOT_EMULATED = ['actor', 'branch', 'check_suite_id', 'created'];
// Of a list that is filtered, GitHub gives this many.
const MAX_FILTERED = 1000;

/** Operations of this resource by GitHub's name. */
export const runHandlers: Readonly<Record<string, Handler>> = {
  'actions/get-job-for-workflow-run': (call) => {
    const { run, place } = findJob(call);
    return { status: 200, body: jobShape(call, run, place) };
  },
  'actions/get-workflow': getWorkflow,
  'actions/get-workflow-run': (call) => ({
    status: 200,
    body: workflowRunShape(call, findRun(call)),
  }),
  'actions/list-jobs-for-workflow-run': listJobs,
  'actions/list-workflow-runs-for-repo': listRuns,
  'actions/re-run-job-for-workflow-run': rerunJob,
  'actions/re-run-workflow': (call) => rerun(call, findRun(call)),
  'actions/re-run-workflow-failed-jobs': rerunFailedJobs,
};

function findRun(call: Call): RunData {
  const id = Number(param(call, 'run_id'));
  const run = call.state.runs.find((candidate) => candidate.id === id);
  if (run === undefined) throw notFound();
  return run;
}

function getWorkflow(call: Call): SandboxResponse {
  const id = Number(param(call, 'workflow_id'));
  const run = call.state.runs.find((candidate) => workflowIdOf(candidate) === id);
  if (run === undefined) throw notFound();
  return { status: 200, body: workflowShape(call, run) };
}

function listJobs(call: Call): SandboxResponse {
  const run = findRun(call);
  const isLatest = call.request.query.get('filter') !== 'all';
  const places = placesOf(run).filter(({ attempt }) => !isLatest || attempt === run.attempt);
  const page = paginate(call, places);
  const body = {
    total_count: places.length,
    jobs: page.items.map((place) => jobShape(call, run, place)),
  };
  return { status: 200, headers: page.headers, body };
}

// Newest first. A run has the status of its newest attempt, or its conclusion.
function listRuns(call: Call): SandboxResponse {
  const { query } = call.request;
  const filter = NOT_EMULATED.find((name) => query.has(name));
  if (filter !== undefined) throw new Error(`The filter ${filter} of runs is not emulated.`);
  const asked = (name: string, ...values: unknown[]): boolean => !query.has(name) || values.includes(query.get(name));
  const shapes = call.state.runs
    .map((run) => workflowRunShape(call, run))
    .map((shape) => (query.get('exclude_pull_requests') === 'true' ? { ...shape, pull_requests: [] } : shape))
    .filter(
      ({ status, conclusion, event, head_sha: sha }) =>
        asked('status', status, conclusion) && asked('event', event) && asked('head_sha', sha),
    )
    .sort((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at) || b.id - a.id);
  const isFiltered = ['status', 'event', 'head_sha'].some((name) => query.has(name));
  const page = paginate(call, isFiltered ? shapes.slice(0, MAX_FILTERED) : shapes);
  return { status: 200, headers: page.headers, body: { total_count: shapes.length, workflow_runs: page.items } };
}

/** Of every attempt, the oldest first. */
function placesOf(run: RunData): readonly JobPlace[] {
  return Array.from({ length: run.attempt }, (_, at) =>
    jobsOf(run).map((_job, index) => ({ index, attempt: at + 1 })),
  ).flat();
}

interface PlacedJob {
  readonly run: RunData;
  readonly place: JobPlace;
}

function findJob(call: Call): PlacedJob {
  const job = findJobOf(call.state, Number(param(call, 'job_id')));
  if (job === undefined) throw notFound();
  return job;
}

/** The job with an id, of whichever attempt. */
export function findJobOf({ runs }: Pick<GitHubState, 'runs'>, id: number): PlacedJob | undefined {
  for (const run of runs) {
    const place = placesOf(run).find((candidate) => jobIdOf(run, candidate) === id);
    if (place !== undefined) return { run, place };
  }
  return undefined;
}

/** Stricter than GitHub may be: only a job of the newest attempt can be started again. */
function rerunJob(call: Call): SandboxResponse {
  const { run, place } = findJob(call);
  if (place.attempt !== run.attempt) throw new Refusal(403, 'This job cannot be retried');
  const job = jobsOf(run)[place.index];
  return rerun(call, run, (each) => each === job);
}

function rerunFailedJobs(call: Call): SandboxResponse {
  const run = findRun(call);
  if (run.conclusion === 'success') throw new Refusal(403, 'This workflow run cannot be retried');
  return rerun(call, run, ({ conclusion }) => conclusion !== 'success');
}

function rerun(call: Call, run: RunData, isRunAgain?: (job: JobData) => boolean): SandboxResponse {
  const start = { now: call.now, by: call.token.login };
  startAttempt(run, isRunAgain === undefined ? start : { ...start, isRunAgain });
  return { status: 201, body: {} };
}
