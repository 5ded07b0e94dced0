// How the issues API shows an issue, and a pull request.
import { repositoryUrl, type ServerContext } from '../call.ts';
import { type Conversation, conversationPage, isPullRequest } from '../conversations.ts';
import type { PullData } from '../data.ts';
import { nodeId, numericId } from './digest.ts';
import { labelShape } from './label.ts';
import { dates } from './pull.ts';
import { association, userShape } from './user.ts';

/** `issue` of the description; a pull request has `pull_request` and `draft` besides. */
export function issueShape(context: ServerContext, issue: Conversation): Record<string, unknown> {
  const url = `${repositoryUrl(context)}/issues/${issue.number}`;
  const id = numericId(`issue ${issue.number}`);
  return {
    id,
    node_id: nodeId(isPullRequest(issue) ? 'PullRequest' : 'Issue', id),
    url,
    repository_url: repositoryUrl(context),
    labels_url: `${url}/labels{/name}`,
    comments_url: `${url}/comments`,
    events_url: `${url}/events`,
    timeline_url: `${url}/timeline`,
    html_url: conversationPage(context, issue),
    number: issue.number,
    state: issue.state,
    state_reason: isPullRequest(issue) ? null : (issue.stateReason ?? null),
    title: issue.title,
    body: issue.body ?? null,
    user: userShape(context, issue.user),
    labels: (issue.labels ?? []).map((label) => labelShape(context, label)),
    assignee: null,
    assignees: [],
    milestone: null,
    locked: issue.locked === true,
    comments: context.state.comments.filter((comment) => comment.issue === issue.number).length,
    ...issueDates(issue),
    author_association: association(context, issue.user),
    ...(isPullRequest(issue) ? pullPart(context, issue) : {}),
  };
}

/** When an issue or a pull request was opened, changed and closed. */
export function issueDates(issue: Conversation): {
  readonly created_at: string;
  readonly updated_at: string;
  readonly closed_at: string | null;
} {
  if (!isPullRequest(issue)) {
    const { createdAt, updatedAt, closedAt = null } = issue;
    return { created_at: createdAt, updated_at: updatedAt, closed_at: closedAt };
  }
  const { created_at, updated_at, closed_at } = dates(issue);
  return { created_at, updated_at, closed_at };
}

function pullPart(context: ServerContext, pull: PullData): Record<string, unknown> {
  const page = conversationPage(context, pull);
  return {
    draft: pull.draft,
    pull_request: {
      url: `${repositoryUrl(context)}/pulls/${pull.number}`,
      html_url: page,
      diff_url: `${page}.diff`,
      patch_url: `${page}.patch`,
      merged_at: dates(pull).merged_at,
    },
  };
}
