// The operations on issues, which the issues API mixes with pull requests.
import type { SandboxResponse } from '../../http.ts';
import { fieldOf, itemsOf, textOf } from '../../json.ts';
import { type Call, type Handler, param } from '../call.ts';
import { type Conversation, findConversation, isPullRequest } from '../conversations.ts';
import type { IssueData, PullData } from '../data.ts';
import { shownPulls } from '../lag.ts';
import { isListed, sortListed } from '../listing.ts';
import { paginate } from '../paging.ts';
import { invalid, notFound, Refusal } from '../refusal.ts';
import { issueDates, issueShape } from '../shapes/issue.ts';
import type { GitHubState } from '../state.ts';

// GitHub says "characters"; UTF-16 units are the strictest reading.
const MAX_BODY_LENGTH = 65_536;
const MAX_TITLE_LENGTH = 256;
const MAX_LABEL_LENGTH = 50;
const FILTERS_NOT_EMULATED = ['assignee', 'issue_field_values', 'mentioned', 'milestone', 'type'];
const FIELDS_NOT_EMULATED = ['assignee', 'assignees', 'duplicate_issue_id', 'issue_field_values', 'milestone', 'type'];

/** Operations of this resource by GitHub's name. */
export const issueHandlers: Readonly<Record<string, Handler>> = {
  'issues/create': createIssue,
  'issues/list-for-repo': listIssues,
  'issues/update': updateIssue,
};

/** The issue or pull request that the path names; throws 404, and 410 for an issue where issues are switched off. */
export function requireConversation(call: Call): Conversation {
  const found = findConversation(call.state, Number(param(call, 'issue_number')));
  if (found === undefined) throw notFound();
  if (isPullRequest(found)) requireShown(call, found);
  else requireIssues(call);
  return found;
}

function requireShown(call: Call, { number }: PullData): void {
  if (!shownPulls(call).some((pull) => pull.number === number)) throw notFound();
}

function requireIssues({ state }: Call): void {
  if (!state.hasIssues) throw new Refusal(410, 'Issues are disabled for this repo');
}

// Pull requests too, as on GitHub; newest first where nothing else is asked.
function listIssues(call: Call): SandboxResponse {
  requireIssues(call);
  const { query } = call.request;
  const filter = FILTERS_NOT_EMULATED.find((name) => query.has(name));
  if (filter !== undefined) throw new Error(`The filter ${filter} of issues is not emulated.`);
  const issues = [...call.state.pulls, ...call.state.issues].filter(isAsked(query));
  const sorted = sortListed(query, issues, { timesOf: issueDates, descending: true });
  const page = paginate(call, sorted);
  const body = page.items.map((issue) => issueShape(call, issue));
  return { status: 200, headers: page.headers, body };
}

function isAsked(query: URLSearchParams): (issue: Conversation) => boolean {
  const creator = query.get('creator');
  const labels = (query.get('labels') ?? '').split(',').filter((label) => label !== '');
  const since = Date.parse(query.get('since') ?? '1970-01-01T00:00:00Z');
  return (issue) =>
    isListed(query, issue.state) &&
    (creator === null || isSame(creator, issue.user)) &&
    labels.every((label) => issue.labels?.some((own) => isSame(own, label))) &&
    Date.parse(issueDates(issue).updated_at) >= since;
}

function createIssue(call: Call): SandboxResponse {
  requireIssues(call);
  refuseFields(call.body);
  const { state, token, now } = call;
  const issue: IssueData = {
    title: readTitle(call.body) ?? '',
    body: readBody(call.body) ?? null,
    labels: readLabels(state, call.body) ?? [],
    number: nextNumber(state),
    user: token.login,
    state: 'open',
    createdAt: now,
    updatedAt: now,
  };
  state.issues.push(issue);
  const body = issueShape(call, issue);
  return { status: 201, headers: { location: String(body['url']) }, body };
}

function nextNumber({ pulls, issues }: GitHubState): number {
  return Math.max(0, ...[...pulls, ...issues].map(({ number }) => number)) + 1;
}

function updateIssue(call: Call): SandboxResponse {
  const issue = requireConversation(call);
  refuseFields(call.body);
  // All is read before the issue changes: a refused request changes nothing of it.
  const {
    title = issue.title,
    body = issue.body,
    labels = issue.labels,
  } = {
    title: readTitle(call.body),
    body: readBody(call.body),
    labels: readLabels(call.state, call.body),
  };
  changeState(call, issue);
  Object.assign(issue, { title, body, labels, updatedAt: call.now });
  return { status: 200, body: issueShape(call, issue) };
}

// A reason without a change of state is not kept, as on GitHub.
function changeState({ body, now }: Call, issue: Conversation): void {
  const state = textOf(body, 'state');
  if ((state !== 'open' && state !== 'closed') || state === issue.state) return;
  if (isPullRequest(issue)) {
    if (issue.merged === true) throw invalid('PullRequest', 'state', 'state cannot be changed');
    issue.state = state;
    if (state === 'closed') issue.closedAt = now;
    else delete issue.closedAt;
    return;
  }
  issue.state = state;
  issue.closedAt = state === 'closed' ? now : null;
  issue.stateReason = state === 'closed' ? closedAs(body) : 'reopened';
}

function closedAs(body: unknown): 'completed' | 'not_planned' | 'duplicate' {
  const reason = textOf(body, 'state_reason');
  return reason === 'not_planned' || reason === 'duplicate' ? reason : 'completed';
}

function refuseFields(body: unknown): void {
  const field = FIELDS_NOT_EMULATED.find((name) => fieldOf(body, name) !== undefined);
  if (field !== undefined) throw new Error(`The field ${field} of issues is not emulated.`);
}

function readTitle(body: unknown): string | undefined {
  const given = fieldOf(body, 'title');
  if (typeof given !== 'string' && typeof given !== 'number') return undefined;
  const title = String(given);
  if (title.trim() === '') throw invalid('Issue', 'title', "title can't be blank");
  if (title.length > MAX_TITLE_LENGTH)
    throw invalid('Issue', 'title', `title is too long (maximum is ${MAX_TITLE_LENGTH} characters)`);
  return title;
}

function readBody(body: unknown): string | null | undefined {
  if (fieldOf(body, 'body') === null) return null;
  const text = textOf(body, 'body');
  if ((text ?? '').length > MAX_BODY_LENGTH)
    throw invalid('Issue', 'body', `body is too long (maximum is ${MAX_BODY_LENGTH} characters)`);
  return text;
}

// A label that the repository does not have is made; one that it has keeps its spelling.
function readLabels(state: GitHubState, body: unknown): string[] | undefined {
  if (fieldOf(body, 'labels') === undefined) return undefined;
  const asked = itemsOf(body, 'labels').map((label) =>
    typeof label === 'string' ? label : (textOf(label, 'name') ?? ''),
  );
  if (asked.some((name) => name.trim() === '' || name.length > MAX_LABEL_LENGTH))
    throw invalid('Label', 'name', `name is blank or longer than ${MAX_LABEL_LENGTH} characters`);
  const names = asked.map((name) => state.labels.find((known) => isSame(known, name)) ?? name);
  state.labels = [...new Set([...state.labels, ...names])];
  return [...new Set(names)];
}

function isSame(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
