// The operations on workflow runs.
import type { SandboxResponse } from '../../http.ts';
import { param, type Call, type Handler } from '../call.ts';
import type { RunData } from '../data.ts';
import { notFound, Refusal } from '../refusal.ts';
import { workflowRunShape } from '../shapes/workflow-run.ts';

/** Operations of this resource by GitHub's name. */
export const runHandlers: Readonly<Record<string, Handler>> = {
  'actions/get-workflow-run': (call) => ({
    status: 200,
    body: workflowRunShape(call, findRun(call)),
  }),
  'actions/re-run-workflow': (call) => rerun(findRun(call)),
  'actions/re-run-workflow-failed-jobs': rerunFailedJobs,
};

function findRun(call: Call): RunData {
  const id = Number(param(call, 'run_id'));
  const run = call.state.runs.find((candidate) => candidate.id === id);
  if (run === undefined) throw notFound();
  return run;
}

function rerunFailedJobs(call: Call): SandboxResponse {
  const run = findRun(call);
  if (run.conclusion === 'success') throw new Refusal(403, 'This workflow run cannot be retried');
  return rerun(run);
}

function rerun(run: RunData): SandboxResponse {
  if (run.status !== 'completed') throw new Refusal(403, 'This workflow is already running');
  run.attempt += 1;
  run.status = 'in_progress';
  run.conclusion = null;
  return { status: 201, body: {} };
}
