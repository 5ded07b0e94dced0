// The second run of the gate's failed jobs after a review.
import type { RepositoryRef } from '../domain/repository.ts';
import type { Octokit } from './octokit.ts';

/** Starts the failed jobs of a workflow run again. Rejects when GitHub refuses, also while the run goes on. */
export async function rerunFailedJobs(
  octokit: Octokit,
  { owner, repo }: RepositoryRef,
  runId: number,
): Promise<void> {
  await octokit.rest.actions.reRunWorkflowFailedJobs({ owner, repo, run_id: runId });
}
