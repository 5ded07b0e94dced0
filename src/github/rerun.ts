// The second run of the gate after a review: what GitHub says of a workflow run, and its new start.
import * as v from 'valibot';
import type { RepositoryRef } from '../domain/repository.ts';
import { decode } from './answer.ts';
import type { Octokit } from './octokit.ts';

export interface WorkflowRunPlace extends RepositoryRef {
  readonly runId: number;
}

/** A workflow run as it is now. */
export interface WorkflowRun {
  /** The commit that it is of, in lower case. */
  readonly headSha: string;
  /** The event that started it, such as `pull_request`. */
  readonly event: string;
  /** Such as `completed`; null when GitHub does not say. */
  readonly status: string | null;
  /** Such as `failure`; null while the run goes on. */
  readonly conclusion: string | null;
}

const Run = v.object({
  head_sha: v.string(),
  event: v.string(),
  status: v.nullish(v.string(), null),
  conclusion: v.nullish(v.string(), null),
});

/** The workflow run as it is now. Rejects where there is none in this repository. */
export async function fetchRun(
  octokit: Octokit,
  { owner, repo, runId }: WorkflowRunPlace,
): Promise<WorkflowRun> {
  const { data } = await octokit.rest.actions.getWorkflowRun({
    owner,
    repo,
    run_id: runId,
    exclude_pull_requests: true,
  });
  const { head_sha: headSha, event, status, conclusion } = decode(Run, data, 'Workflow run');
  return { headSha: headSha.toLowerCase(), event, status, conclusion };
}

/** Starts all jobs of a workflow run again. Rejects when GitHub refuses, also while the run goes on. */
export async function rerunAllJobs(
  octokit: Octokit,
  { owner, repo, runId }: WorkflowRunPlace,
): Promise<void> {
  await octokit.rest.actions.reRunWorkflow({ owner, repo, run_id: runId });
}

/** Re-runs the failed jobs of a workflow run. Rejects if GitHub refuses, for example because the run is not finished. */
export async function rerunFailedJobs(
  octokit: Octokit,
  { owner, repo, runId }: WorkflowRunPlace,
): Promise<void> {
  await octokit.rest.actions.reRunWorkflowFailedJobs({ owner, repo, run_id: runId });
}
