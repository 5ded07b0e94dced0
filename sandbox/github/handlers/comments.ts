// The operations on comments of issues and pull requests.
import type { SandboxResponse } from '../../http.ts';
import { textOf } from '../../json.ts';
import { type Call, type Handler, param } from '../call.ts';
import type { CommentData } from '../data.ts';
import { paginate } from '../paging.ts';
import { invalid, notFound, Refusal } from '../refusal.ts';
import { commentShape } from '../shapes/comment.ts';
import { takeId } from '../state.ts';
import { requireConversation } from './issues.ts';

// GitHub says "characters"; UTF-16 units are the strictest reading.
const MAX_BODY_LENGTH = 65_536;

/** Operations of this resource by GitHub's name. */
export const commentHandlers: Readonly<Record<string, Handler>> = {
  'issues/list-comments': listComments,
  'issues/create-comment': createComment,
  'issues/get-comment': (call) => ({ status: 200, body: commentShape(call, findComment(call)) }),
  'issues/update-comment': updateComment,
  'issues/delete-comment': deleteComment,
};

/** The comment that the path names; throws 404. */
export function findComment(call: Call): CommentData {
  const id = Number(param(call, 'comment_id'));
  const comment = call.state.comments.find((candidate) => candidate.id === id);
  if (comment === undefined) throw notFound();
  return comment;
}

function listComments(call: Call): SandboxResponse {
  const { number } = requireConversation(call);
  const since = Date.parse(call.request.query.get('since') ?? '1970-01-01T00:00:00Z');
  const comments = call.state.comments.filter(
    ({ issue, updatedAt }) => issue === number && Date.parse(updatedAt) >= since,
  );
  const page = paginate(call, comments);
  const body = page.items.map((comment) => commentShape(call, comment));
  return { status: 200, headers: page.headers, body };
}

function createComment(call: Call): SandboxResponse {
  const conversation = requireConversation(call);
  if (conversation.locked === true) throw new Refusal(403, 'Unable to create comment because issue is locked.');
  const comment: CommentData = {
    issue: conversation.number,
    body: readBody(call),
    user: call.token.login,
    id: takeId(call.state),
    createdAt: call.now,
    updatedAt: call.now,
  };
  call.state.comments.push(comment);
  conversation.updatedAt = call.now;
  const body = commentShape(call, comment);
  return { status: 201, headers: { location: String(body['url']) }, body };
}

// A token that may write may change anybody's comment, as on GitHub.
function updateComment(call: Call): SandboxResponse {
  const comment = findComment(call);
  comment.body = readBody(call);
  comment.updatedAt = call.now;
  return { status: 200, body: commentShape(call, comment) };
}

function deleteComment(call: Call): SandboxResponse {
  const { id } = findComment(call);
  const { state } = call;
  state.comments = state.comments.filter((comment) => comment.id !== id);
  state.reactions = state.reactions.filter((reaction) => reaction.comment !== id);
  return { status: 204 };
}

function readBody(call: Call): string {
  const body = textOf(call.body, 'body') ?? '';
  if (body.trim() === '') throw invalid('IssueComment', 'body', "Body can't be blank");
  if (body.length > MAX_BODY_LENGTH)
    throw invalid('IssueComment', 'body', 'Body is too long (maximum is 65536 characters)');
  return body;
}
