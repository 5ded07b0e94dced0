// The operations on reactions to comments.
import type { SandboxResponse } from '../../http.ts';
import { textOf } from '../../json.ts';
import { type Call, type Handler, param } from '../call.ts';
import { notFound } from '../refusal.ts';
import { reactionShape } from '../shapes/comment.ts';
import { type ReactionState, takeId } from '../state.ts';
import { findComment } from './comments.ts';

/** Operations of this resource by GitHub's name. */
export const reactionHandlers: Readonly<Record<string, Handler>> = {
  'reactions/create-for-issue-comment': createReaction,
  'reactions/delete-for-issue-comment': deleteReaction,
};

function reactionsOf(call: Call): ReactionState[] {
  const { id } = findComment(call);
  return call.state.reactions.filter((reaction) => reaction.comment === id);
}

// The same reaction of the same user exists once: the second time it is answered with 200.
function createReaction(call: Call): SandboxResponse {
  const content = textOf(call.body, 'content') ?? '';
  const user = call.token.login;
  const same = reactionsOf(call).find((one) => one.user === user && one.content === content);
  if (same !== undefined) return { status: 200, body: reactionShape(call, same) };
  const { id: comment } = findComment(call);
  const reaction = { id: takeId(call.state), comment, user, content, createdAt: call.now };
  call.state.reactions.push(reaction);
  return { status: 201, body: reactionShape(call, reaction) };
}

function deleteReaction(call: Call): SandboxResponse {
  const id = Number(param(call, 'reaction_id'));
  if (!reactionsOf(call).some((reaction) => reaction.id === id)) throw notFound();
  call.state.reactions = call.state.reactions.filter((reaction) => reaction.id !== id);
  return { status: 204 };
}
