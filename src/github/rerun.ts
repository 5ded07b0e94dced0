// Re-running the gate's failed jobs after a review.
import type { RepositoryRef } from '../domain/repository.ts';
import type { Octokit } from './octokit.ts';

/** Re-runs the failed jobs of a workflow run. Rejects if GitHub refuses, for example because the run is not finished. */
export async function rerunFailedJobs(
  octokit: Octokit,
  { owner, repo }: RepositoryRef,
  runId: number,
): Promise<void> {
  await octokit.rest.actions.reRunWorkflowFailedJobs({ owner, repo, run_id: runId });
}
