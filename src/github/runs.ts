// Asks for workflow runs and their jobs.
import * as v from 'valibot';
import { type EpochMs, parseTime, type RepositoryRef } from '../judgement/identifiers.ts';
import { decode, hasStatus, orInstead } from './failure.ts';
import type { Octokit } from './octokit.ts';
import { fetchList, fetchPages, PER_PAGE } from './pages.ts';

export interface WorkflowRunRef extends RepositoryRef {
  readonly runId: number;
}

export interface WorkflowRun {
  /** The name of the workflow. Some servers give what its `run-name` says. */
  readonly name: string | null;
  readonly workflowId: number | null;
  /** The SHA is in lower case. */
  readonly headSha: string;
  readonly event: string;
  /** The status, such as `completed`; null when GitHub does not say. */
  readonly status: string | null;
  /** The conclusion, such as `failure`; null while the run goes on. */
  readonly conclusion: string | null;
  readonly attempt: number;
  /** The start of the first attempt; null when GitHub does not say. */
  readonly createdAt: EpochMs | null;
  /** The start of the newest attempt; null when GitHub does not say. */
  readonly startedAt: EpochMs | null;
}

/** A job has another ID in each attempt. */
export interface Job {
  readonly id: number;
  readonly runId: number;
  /** The name as GitHub shows it, the same in each attempt. */
  readonly name: string;
  readonly attempt: number;
  /** The conclusion, such as `failure`; null while the job goes on. */
  readonly conclusion: string | null;
  /** A job that did not run again in its attempt has the time at which it ran before. Null when GitHub does not say. */
  readonly startedAt: EpochMs | null;
}

const Run = v.pipe(
  v.object({
    name: v.nullish(v.string(), null),
    workflow_id: v.nullish(v.number(), null),
    head_sha: v.string(),
    event: v.string(),
    status: v.nullish(v.string(), null),
    conclusion: v.nullish(v.string(), null),
    run_attempt: v.nullish(v.number(), 1),
    created_at: v.nullish(v.string(), null),
    run_started_at: v.nullish(v.string(), null),
  }),
  v.transform(({ workflow_id: workflowId, head_sha: sha, run_attempt: attempt, ...run }): WorkflowRun => {
    const { name, event, status, conclusion, created_at: createdAt, run_started_at: startedAt } = run;
    const times = { createdAt: parseTime(createdAt), startedAt: parseTime(startedAt) };
    return { name, event, status, conclusion, workflowId, attempt, headSha: sha.toLowerCase(), ...times };
  }),
);

/** Rejects where there is no such run in this repository. */
export async function fetchRun(octokit: Octokit, { owner, repo, runId }: WorkflowRunRef): Promise<WorkflowRun> {
  const query = { owner, repo, run_id: runId, exclude_pull_requests: true };
  const { data } = await octokit.rest.actions.getWorkflowRun(query);
  return decode(Run, data, 'Workflow run');
}

export const MAX_FAILED_RUNS = 300;
const FailedRun = v.object({
  id: v.number(),
  run_attempt: v.nullish(v.number(), 1),
  created_at: v.nullish(v.string(), null),
});

export interface FailedRuns {
  /** The newest attempts that ended with `failure`, by the IDs of their runs. */
  readonly attempts: ReadonlyMap<number, number>;
  /** The last run that was read; null if all were. */
  readonly oldest: { readonly runId: number; readonly createdAt: number } | null;
}

/** The newest 300 runs that ended with `failure`. */
export async function fetchFailedRuns(octokit: Octokit, { owner, repo }: RepositoryRef): Promise<FailedRuns> {
  const attempts = new Map<number, number>();
  const query = { owner, repo, status: 'failure', exclude_pull_requests: true } as const;
  const pages = fetchPages({
    item: FailedRun,
    what: 'Workflow runs',
    field: 'workflow_runs',
    fetchPage: (paging) => octokit.rest.actions.listWorkflowRunsForRepo({ ...query, ...paging }),
  });
  // Pages are counted, not runs: a run is listed twice where another one fails in between.
  let left = MAX_FAILED_RUNS / PER_PAGE;
  for await (const { items: runs, hasNext } of pages) {
    for (const { id, run_attempt: attempt } of runs) attempts.set(id, attempt);
    left -= 1;
    const last = runs.at(-1);
    if (left === 0 && hasNext && last !== undefined) {
      return { attempts, oldest: { runId: last.id, createdAt: parseTime(last.created_at) ?? Infinity } };
    }
  }
  return { attempts, oldest: null };
}

const Workflow = v.object({ name: v.string() });

/** Gives the name on the default branch. Rejects where there is none. */
export async function fetchWorkflowName(
  octokit: Octokit,
  { owner, repo }: RepositoryRef,
  workflowId: number,
): Promise<string> {
  const { data } = await octokit.rest.actions.getWorkflow({ owner, repo, workflow_id: workflowId });
  return decode(Workflow, data, 'Workflow').name;
}

const JobAnswer = v.pipe(
  v.object({
    id: v.number(),
    run_id: v.number(),
    name: v.string(),
    run_attempt: v.nullish(v.number(), 1),
    conclusion: v.nullish(v.string(), null),
    started_at: v.nullish(v.string(), null),
  }),
  v.transform(({ run_id: runId, run_attempt: attempt, started_at: startedAt, ...job }): Job => {
    return { ...job, runId, attempt, startedAt: parseTime(startedAt) };
  }),
);

export async function fetchJobs(
  octokit: Octokit,
  { owner, repo, runId }: WorkflowRunRef,
  filter: 'latest' | 'all',
): Promise<readonly Job[]> {
  return await fetchList({
    item: JobAnswer,
    what: 'Jobs of the workflow run',
    field: 'jobs',
    fetchPage: (paging) =>
      octokit.rest.actions.listJobsForWorkflowRun({ owner, repo, run_id: runId, filter, ...paging }),
  });
}

export async function fetchJob(octokit: Octokit, { owner, repo }: RepositoryRef, jobId: number): Promise<Job | null> {
  const ask = async (): Promise<Job> => {
    const { data } = await octokit.rest.actions.getJobForWorkflowRun({ owner, repo, job_id: jobId });
    return decode(JobAnswer, data, 'Job');
  };
  return await orInstead(null, ask, hasStatus(404));
}
