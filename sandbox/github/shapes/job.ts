// How GitHub shows a job of a workflow run.
import { repositoryPage, repositoryUrl, type ServerContext } from '../call.ts';
import type { JobData, RunData } from '../data.ts';
import { nodeId, numericId } from './digest.ts';
import { STARTED, workflowNameOf } from './workflow-run.ts';

/** Which job of a run: its place in the run's list, and the attempt. */
export interface JobPlace {
  readonly index: number;
  /** From 1. */
  readonly attempt: number;
}

/** A job has another id in each attempt. It is the id of its check run as well. */
export function jobIdOf({ id }: RunData, { index, attempt }: JobPlace): number {
  return numericId(`job ${index} of run ${id}, attempt ${attempt}`);
}

/** The jobs of a run, the same in every attempt. */
export function jobsOf({ jobs = [{ name: 'gate' }] }: RunData): readonly JobData[] {
  return jobs;
}

/** `job` of the description. */
export function jobShape(context: ServerContext, run: RunData, place: JobPlace): Record<string, unknown> {
  const id = jobIdOf(run, place);
  const isNewest = place.attempt === run.attempt;
  // Nothing is known of an attempt before those that were played here.
  const attempt = isNewest ? run : (run.past?.[place.attempt - 1] ?? run);
  const job = (attempt.jobs ?? jobsOf(run))[place.index];
  const isDone = !isNewest || run.status === 'completed';
  const began = job?.startedAt ?? attempt.startedAt ?? run.createdAt ?? STARTED;
  const pull = context.state.pulls.find(({ head }) => head.sha === run.headSha);
  return {
    id,
    run_id: run.id,
    run_url: `${repositoryUrl(context)}/actions/runs/${run.id}`,
    run_attempt: place.attempt,
    node_id: nodeId('CheckRun', id),
    head_sha: run.headSha,
    head_branch: pull?.head.ref ?? context.state.defaultBranch,
    url: `${repositoryUrl(context)}/actions/jobs/${id}`,
    html_url: `${repositoryPage(context)}/actions/runs/${run.id}/job/${id}`,
    check_run_url: `${repositoryUrl(context)}/check-runs/${id}`,
    status: isDone ? 'completed' : 'in_progress',
    conclusion: isDone ? (job?.conclusion ?? attempt.conclusion ?? 'failure') : null,
    created_at: began,
    started_at: began,
    completed_at: isDone ? began : null,
    name: job?.name ?? '',
    steps: [],
    labels: ['ubuntu-latest'],
    runner_id: 1,
    runner_name: 'GitHub Actions 1',
    runner_group_id: 0,
    runner_group_name: 'GitHub Actions',
    workflow_name: workflowNameOf(run),
  };
}
