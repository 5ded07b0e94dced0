// How GitHub shows a workflow run.
import { addressBelow, repositoryPage, repositoryUrl, type ServerContext } from '../call.ts';
import type { RunData } from '../data.ts';
import { timestamp } from '../state.ts';
import { nodeId, numericId } from './digest.ts';
import { minimalPullShapes } from './minimal-pull.ts';
import { minimalRepositoryShape } from './repository.ts';
import { userShape } from './user.ts';

export const STARTED = timestamp(Date.UTC(2026, 0, 1));

const WORKFLOW_PATH = '.github/workflows/scan-gate.yml';

/** The id of the workflow that a run is of. */
export function workflowIdOf(run: RunData): number {
  return numericId(`workflow ${workflowNameOf(run)}`);
}

/** The name of the workflow that a run is of. */
export function workflowNameOf({ workflow, name }: RunData): string {
  return workflow ?? name;
}

/** `workflow` of the description. */
export function workflowShape(context: ServerContext, run: RunData): Record<string, unknown> {
  const id = workflowIdOf(run);
  const branch = context.state.defaultBranch.split('/');
  const page = addressBelow(`${repositoryPage(context)}/blob`, ...branch, ...WORKFLOW_PATH.split('/'));
  return {
    id,
    node_id: nodeId('Workflow', id),
    name: workflowNameOf(run),
    path: WORKFLOW_PATH,
    state: 'active',
    created_at: STARTED,
    updated_at: STARTED,
    url: `${repositoryUrl(context)}/actions/workflows/${id}`,
    html_url: page,
    badge_url: `${page}/badge.svg`,
  };
}

interface WorkflowRunShape extends Readonly<Record<string, unknown>> {
  readonly id: number;
  readonly created_at: string;
}

/** `workflow-run` of the description. */
export function workflowRunShape(context: ServerContext, run: RunData): WorkflowRunShape {
  const pull = context.state.pulls.find(({ head }) => head.sha === run.headSha);
  const actor = userShape(context, pull?.user ?? context.state.owner);
  return {
    ...addresses(context, run),
    id: run.id,
    name: run.name,
    node_id: nodeId('WorkflowRun', run.id),
    head_branch: pull?.head.ref ?? context.state.defaultBranch,
    head_sha: run.headSha,
    path: WORKFLOW_PATH,
    display_title: pull?.title ?? run.name,
    run_number: 1,
    run_attempt: run.attempt,
    event: run.event ?? (pull === undefined ? 'push' : 'pull_request'),
    status: run.status,
    conclusion: run.conclusion,
    workflow_id: workflowIdOf(run),
    check_suite_id: numericId(`suite of run ${run.id}`),
    pull_requests: minimalPullShapes(context, run.headSha),
    created_at: run.createdAt ?? STARTED,
    updated_at: run.startedAt ?? run.createdAt ?? STARTED,
    run_started_at: run.startedAt ?? run.createdAt ?? STARTED,
    actor,
    triggering_actor: run.triggeredBy === undefined ? actor : userShape(context, run.triggeredBy),
    referenced_workflows: [],
    head_commit: headCommit(context, run.headSha),
    repository: minimalRepositoryShape(context),
    head_repository: minimalRepositoryShape(context, pull?.head.repository ?? undefined),
  };
}

function addresses(context: ServerContext, run: RunData): Record<string, unknown> {
  const repository = repositoryUrl(context);
  const url = `${repository}/actions/runs/${run.id}`;
  return {
    url,
    html_url: `${repositoryPage(context)}/actions/runs/${run.id}`,
    jobs_url: `${url}/jobs`,
    logs_url: `${url}/logs`,
    artifacts_url: `${url}/artifacts`,
    cancel_url: `${url}/cancel`,
    rerun_url: `${url}/rerun`,
    check_suite_url: `${repository}/check-suites/${numericId(`suite of run ${run.id}`)}`,
    workflow_url: `${repository}/actions/workflows/${workflowIdOf(run)}`,
    previous_attempt_url: run.attempt > 1 ? `${url}/attempts/${run.attempt - 1}` : null,
  };
}

function headCommit({ state }: ServerContext, sha: string): Record<string, unknown> | null {
  const commit = state.commits.find((candidate) => candidate.sha === sha);
  if (commit === undefined) return null;
  const person = { name: commit.authorName, email: 'author@example.com' };
  const { message, date: when } = commit;
  return { id: sha, tree_id: sha, message, timestamp: when, author: person, committer: person };
}
