// How GitHub shows a pull request, in full and in lists.
import { repositoryPage, repositoryUrl, type ServerContext } from '../call.ts';
import type { PullData } from '../data.ts';
import { timestamp } from '../state.ts';
import { nodeId, numericId, objectName } from './digest.ts';
import { labelShape } from './label.ts';
import { repositoryShape } from './repository.ts';
import { association, userShape } from './user.ts';

const OPENED = timestamp(Date.UTC(2026, 0, 1));

/** `pull-request-simple` of the description: what lists hold. */
export function simplePullShape(context: ServerContext, pull: PullData): Record<string, unknown> {
  const { number, title, state, draft } = pull;
  const id = numericId(`pull ${number}`);
  return {
    ...addresses(context, pull),
    id,
    node_id: nodeId('PullRequest', id),
    number,
    state,
    locked: pull.locked === true,
    title,
    user: pull.isUserGone === true ? null : userShape(context, pull.user),
    body: pull.body ?? null,
    ...dates(pull),
    merge_commit_sha: pull.mergeCommitSha ?? objectName(`merge ${pull.base.ref} ${pull.head.sha}`),
    assignee: null,
    assignees: [],
    requested_reviewers: [],
    requested_teams: [],
    labels: (pull.labels ?? []).map((label) => labelShape(context, label)),
    milestone: null,
    draft,
    head: headShape(context, pull),
    base: baseShape(context, pull),
    author_association: association(context, pull.user),
    auto_merge: null,
    active_lock_reason: null,
  };
}

/** `pull-request` of the description: as the endpoint for one pull request shows it. */
export function pullShape(context: ServerContext, pull: PullData): Record<string, unknown> {
  const isOpen = pull.state === 'open';
  return {
    ...simplePullShape(context, pull),
    user: userShape(context, pull.user),
    merged: pull.merged === true,
    mergeable: isOpen ? true : null,
    rebaseable: isOpen ? true : null,
    mergeable_state: isOpen ? 'clean' : 'unknown',
    merged_by: pull.merged === true ? userShape(context, pull.user) : null,
    comments: context.state.comments.filter(({ issue }) => issue === pull.number).length,
    review_comments: 0,
    maintainer_can_modify: false,
    commits: pull.commits.length,
    additions: sum(pull.files.map(({ additions }) => additions)),
    deletions: sum(pull.files.map(({ deletions }) => deletions)),
    changed_files: pull.files.length,
  };
}

/** When a pull request was opened, changed, closed and merged. */
export interface PullDates {
  readonly created_at: string;
  readonly updated_at: string;
  readonly closed_at: string | null;
  readonly merged_at: string | null;
}

/** The dates of the data; where it does not say, they are always the same day. */
export function dates(pull: PullData): PullDates {
  const { createdAt = OPENED, updatedAt = pull.closedAt ?? createdAt } = pull;
  const closed = pull.state === 'closed' ? (pull.closedAt ?? updatedAt) : null;
  return {
    created_at: createdAt,
    updated_at: updatedAt,
    closed_at: closed,
    merged_at: pull.merged === true ? closed : null,
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function headShape(context: ServerContext, pull: PullData): Record<string, unknown> {
  const { sha, ref, repository } = pull.head;
  const owner = repository?.split('/')[0];
  return {
    label: `${owner ?? pull.user}:${ref}`,
    ref,
    sha,
    user: userShape(context, owner ?? pull.user),
    repo: repository === null ? null : repositoryShape(context, repository),
  };
}

function baseShape(context: ServerContext, pull: PullData): Record<string, unknown> {
  const { owner, name } = context.state;
  const { sha, ref } = pull.base;
  return {
    label: `${owner}:${ref}`,
    ref,
    sha,
    user: userShape(context, owner),
    repo: repositoryShape(context, `${owner}/${name}`),
  };
}

function addresses(context: ServerContext, pull: PullData): Record<string, unknown> {
  const repository = repositoryUrl(context);
  const url = `${repository}/pulls/${pull.number}`;
  const issue = `${repository}/issues/${pull.number}`;
  const page = `${repositoryPage(context)}/pull/${pull.number}`;
  const links = {
    comments: `${issue}/comments`,
    commits: `${url}/commits`,
    review_comment: `${repository}/pulls/comments{/number}`,
    review_comments: `${url}/comments`,
    statuses: `${repository}/statuses/${pull.head.sha}`,
  };
  return {
    url,
    html_url: page,
    diff_url: `${page}.diff`,
    patch_url: `${page}.patch`,
    issue_url: issue,
    ...Object.fromEntries(Object.entries(links).map(([name, href]) => [`${name}_url`, href])),
    _links: Object.fromEntries(
      Object.entries({ self: url, html: page, issue, ...links }).map(([n, href]) => [n, { href }]),
    ),
  };
}
