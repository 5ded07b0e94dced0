// The operations on check runs.
import type { SandboxResponse } from '../../http.ts';
import { fieldOf, textOf } from '../../json.ts';
import { type Call, type Handler, param } from '../call.ts';
import { checkOutput, readAnnotations, requireConclusion } from '../check-limits.ts';
import { notFound, Refusal } from '../refusal.ts';
import { checkRunShape } from '../shapes/check-run.ts';
import { jobsOf } from '../shapes/job.ts';
import { appIdOf } from '../shapes/user.ts';
import { STARTED } from '../shapes/workflow-run.ts';
import { type CheckRunState, takeId } from '../state.ts';
import { requireCommit } from './commits.ts';
import { findJobOf } from './runs.ts';

/** Operations of this resource by GitHub's name. */
export const checkHandlers: Readonly<Record<string, Handler>> = {
  'checks/create': createCheckRun,
  'checks/update': updateCheckRun,
  'checks/get': (call) => ({ status: 200, body: checkRunShape(call, findJobsCheckRun(call) ?? findCheckRun(call)) }),
};

function findCheckRun(call: Call): CheckRunState {
  const id = Number(param(call, 'check_run_id'));
  const run = call.state.checkRuns.find((candidate) => candidate.id === id);
  if (run === undefined) throw notFound();
  return run;
}

// Every job of a workflow is a check run, too, with the same id.
function findJobsCheckRun(call: Call): CheckRunState | null {
  const id = Number(param(call, 'check_run_id'));
  const found = findJobOf(call.state, id);
  if (found === undefined) return null;
  const { run, place } = found;
  const isDone = place.attempt < run.attempt || run.status === 'completed';
  const startedAt = run.startedAt ?? run.createdAt ?? STARTED;
  return {
    id,
    ...{ appId: appIdOf('github-actions[bot]'), appLogin: 'github-actions[bot]' },
    name: jobsOf(run)[place.index]?.name ?? '',
    headSha: run.headSha,
    status: isDone ? 'completed' : 'in_progress',
    conclusion: isDone ? (run.conclusion ?? 'failure') : null,
    startedAt,
    completedAt: isDone ? startedAt : null,
    ...{ externalId: '', detailsUrl: null, title: null, summary: null, text: null, annotations: [] },
  };
}

function createCheckRun(call: Call): SandboxResponse {
  requireConclusion(call.body);
  checkOutput(fieldOf(call.body, 'output'));
  const run: CheckRunState = {
    headSha: requireCommit(call, textOf(call.body, 'head_sha') ?? '').sha,
    id: takeId(call.state),
    appId: appIdOf(call.token.login),
    appLogin: call.token.login,
    name: '',
    status: 'queued',
    conclusion: null,
    startedAt: call.now,
    completedAt: null,
    externalId: '',
    detailsUrl: null,
    title: null,
    summary: null,
    text: null,
    annotations: [],
  };
  change(call, run);
  call.state.checkRuns.push(run);
  return { status: 201, body: checkRunShape(call, run) };
}

function updateCheckRun(call: Call): SandboxResponse {
  const run = findCheckRun(call);
  const appId = appIdOf(call.token.login);
  if (appId !== run.appId)
    throw new Refusal(
      403,
      `Invalid app_id \`${appId}\` - check run can only be modified by the GitHub App that created it.`,
    );
  requireConclusion(call.body);
  checkOutput(fieldOf(call.body, 'output'));
  change(call, run);
  return { status: 200, body: checkRunShape(call, run) };
}

function change(call: Call, run: CheckRunState): void {
  const { body } = call;
  run.name = textOf(body, 'name') ?? run.name;
  run.externalId = textOf(body, 'external_id') ?? run.externalId;
  run.startedAt = textOf(body, 'started_at') ?? run.startedAt;
  // The link of a workflow's own token always leads to the run's page.
  if (call.token.login !== 'github-actions[bot]') run.detailsUrl = textOf(body, 'details_url') ?? run.detailsUrl;
  changeStatus(call, run);
  changeOutput(fieldOf(body, 'output'), run);
}

// A conclusion completes a run, whatever status is sent with it; another status takes the conclusion away.
function changeStatus({ body, now }: Call, run: CheckRunState): void {
  const conclusion = textOf(body, 'conclusion');
  const status = conclusion === undefined ? textOf(body, 'status') : 'completed';
  if (status === undefined) return;
  run.status = status;
  run.conclusion = conclusion ?? null;
  run.completedAt = status === 'completed' ? (textOf(body, 'completed_at') ?? now) : null;
}

// Annotations are only ever added.
function changeOutput(output: unknown, run: CheckRunState): void {
  run.title = textOf(output, 'title') ?? run.title;
  run.summary = textOf(output, 'summary') ?? run.summary;
  run.text = textOf(output, 'text') ?? run.text;
  run.annotations.push(...readAnnotations(output));
}
