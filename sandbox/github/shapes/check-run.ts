// How GitHub shows a check run.
import { repositoryPage, repositoryUrl, type ServerContext } from '../call.ts';
import type { CheckRunState } from '../state.ts';
import { nodeId, numericId } from './digest.ts';
import { minimalPullShapes } from './minimal-pull.ts';
import { appShape } from './user.ts';

/** `check-run` of the description. */
export function checkRunShape(context: ServerContext, run: CheckRunState): Record<string, unknown> {
  const url = `${repositoryUrl(context)}/check-runs/${run.id}`;
  return {
    id: run.id,
    name: run.name,
    node_id: nodeId('CheckRun', run.id),
    head_sha: run.headSha,
    external_id: run.externalId,
    url,
    html_url: pageOf(context, run),
    details_url: run.detailsUrl ?? pageOf(context, run),
    status: run.status,
    conclusion: run.conclusion,
    started_at: run.startedAt,
    completed_at: run.completedAt,
    output: {
      title: run.title,
      summary: run.summary,
      text: run.text,
      annotations_count: run.annotations.length,
      annotations_url: `${url}/annotations`,
    },
    // A client cannot choose the suite: GitHub has one for each app and commit.
    check_suite: { id: numericId(`suite ${run.appId} ${run.headSha}`) },
    app: appShape(context, run.appLogin),
    pull_requests: minimalPullShapes(context, run.headSha),
  };
}

function pageOf(context: ServerContext, run: CheckRunState): string {
  return `${repositoryPage(context)}/runs/${run.id}`;
}
