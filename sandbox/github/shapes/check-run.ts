// How GitHub shows a check run and its annotations.
import { repositoryPage, repositoryUrl, type ServerContext } from '../call.ts';
import type { AnnotationState, CheckRunState } from '../state.ts';
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

/** `check-annotation` of the description. */
export function annotationShape(
  context: ServerContext,
  run: CheckRunState,
  annotation: AnnotationState,
): Record<string, unknown> {
  const path = annotation.path.split('/').map(encodeURIComponent).join('/');
  return {
    path: annotation.path,
    blob_href: `${repositoryPage(context)}/blob/${run.headSha}/${path}`,
    start_line: annotation.startLine,
    start_column: annotation.startColumn,
    end_line: annotation.endLine,
    end_column: annotation.endColumn,
    annotation_level: annotation.level,
    title: annotation.title,
    message: annotation.message,
    raw_details: annotation.rawDetails,
  };
}
