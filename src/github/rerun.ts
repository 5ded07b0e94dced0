// Decides which run of a marker may be started again, and what of it, and starts it.
import { type Marker, workflowOfDefaultKey } from '../documents/marker.ts';
import type { CommitSha } from '../judgement/identifiers.ts';
import { readFailure } from './failure.ts';
import type { Octokit } from './octokit.ts';
import { fetchJob, fetchJobs, fetchWorkflowName, type Job, type WorkflowRun, type WorkflowRunRef } from './runs.ts';

interface NamedRun {
  readonly ref: WorkflowRunRef;
  readonly run: WorkflowRun;
  readonly markers: readonly Marker[];
}

/** With `none` nothing is started; `why` is a sentence. */
type RerunChoice =
  | { readonly kind: 'job'; readonly jobId: number }
  | { readonly kind: 'failed' | 'all' }
  | { readonly kind: 'none'; readonly why: string };

/** GitHub says which commit such a run is of. One on `workflow_run` is of the default branch. */
const EVENTS: ReadonlySet<string> = new Set(['pull_request', 'pull_request_target']);
/** After these a run has failed jobs to start by themselves; after any other all jobs run again. */
const FAILED: ReadonlySet<string> = new Set(['failure', 'timed_out', 'cancelled']);

/** Says why a run cannot be that of a gate for this commit; null when it may be. The marker alone proves nothing. */
export function findRunFault(run: WorkflowRun, headSha: CommitSha): string | null {
  if (!EVENTS.has(run.event)) {
    return `GitHub says that it was started by the event \`${run.event}\`, not by the pull request.`;
  }
  return run.headSha === headSha ? null : "GitHub says that it is not of this pull request's head commit.";
}

/** Chooses the gate's job, else the failed jobs, or all where `isWhole`: a green one may have to turn red. */
export async function chooseRerun(github: Octokit, named: NamedRun, isWhole: boolean): Promise<RerunChoice> {
  const own = await findOfWorkflow(github, named);
  if (own.length === 0) return { kind: 'none', why: 'GitHub says that it is of another workflow than the gate.' };
  const job = await findJob(github, { ...named, markers: own });
  if (typeof job === 'string') return { kind: 'none', why: job };
  if (job !== null) return { kind: 'job', jobId: job.id };
  return { kind: isWhole || !FAILED.has(named.run.conclusion ?? '') ? 'all' : 'failed' };
}

/** GitHub says this of a run that nobody can start again, not even by hand. */
const NEVER_AGAIN =
  /created over|\bworkflow run cannot be re-?(?:tried|run)|unable to re-?(?:try|run)|too many attempts/i;
const FOR_NOW = /\balready running\b/i;

/** If so, only a new run helps. */
export function isNeverStartedAgain(error: unknown): boolean {
  const { message } = readFailure(error);
  return NEVER_AGAIN.test(message) && !FOR_NOW.test(message);
}

export const NEW_RUN =
  'By hand it would be refused, too: push a commit, or close and reopen the pull request, to get a new run.';

/** With a job, the jobs that need it run, too. Rejects when GitHub refuses, also while the run goes on. */
export async function startRerun(
  { rest: { actions } }: Octokit,
  { owner, repo, runId }: WorkflowRunRef,
  choice: Exclude<RerunChoice, { readonly kind: 'none' }>,
): Promise<void> {
  switch (choice.kind) {
    case 'job':
      await actions.reRunJobForWorkflowRun({ owner, repo, job_id: choice.jobId });
      break;
    case 'failed':
      await actions.reRunWorkflowFailedJobs({ owner, repo, run_id: runId });
      break;
    case 'all':
      await actions.reRunWorkflow({ owner, repo, run_id: runId });
      break;
  }
}

/** A default key names the workflow of its gate. */
async function findOfWorkflow(
  github: Octokit,
  { ref, run: { name, workflowId }, markers }: NamedRun,
): Promise<readonly Marker[]> {
  const ofRun = (workflow: string | null): readonly Marker[] =>
    markers.filter(({ key, isDefaultKey }) => isDefaultKey !== true || workflowOfDefaultKey(key) === workflow);
  const own = ofRun(name);
  if (own.length === markers.length || workflowId === null) return own;
  // A run may be called by the `run-name` of its workflow. A workflow that the pull request renames has its old name on
  // the default branch, so the name of the run counts too.
  return [...new Set([...own, ...ofRun(await fetchWorkflowName(github, ref, workflowId))])];
}

/**
 * Finds the gate's job in the newest attempt, where it may have another ID. Null: no marker says which, GitHub does not know it,
 * or there are several, and GitHub starts one job of a run or all. A sentence says why it is not of this run.
 */
async function findJob(github: Octokit, { ref, markers }: NamedRun): Promise<Job | string | null> {
  const [jobId, ...others] = new Set(markers.map((marker) => marker.jobId));
  if (jobId === undefined || others.length > 0) return null;
  const newest = await fetchJobs(github, ref, 'latest');
  const same = newest.find(({ id }) => id === jobId);
  if (same !== undefined) return same;
  const named = await fetchJob(github, ref, jobId);
  if (named === null) return null;
  if (named.runId !== ref.runId) return 'GitHub says that the job of the gate is not one of its jobs.';
  const [job, ...namesakes] = newest.filter(({ name }) => name === named.name);
  if (job === undefined || namesakes.length > 0) {
    return 'its newest attempt has no job, or more than one, with the name of the gate’s.';
  }
  return job;
}
