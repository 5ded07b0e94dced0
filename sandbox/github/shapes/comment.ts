// How GitHub shows a comment on an issue or a pull request, and a reaction to it.
import { repositoryUrl, type ServerContext } from '../call.ts';
import { conversationPage, findConversation } from '../conversations.ts';
import type { CommentData } from '../data.ts';
import type { ReactionState } from '../state.ts';
import { nodeId } from './digest.ts';
import { appShape, association, findUser, userShape } from './user.ts';

const CONTENTS = ['+1', '-1', 'laugh', 'hooray', 'confused', 'heart', 'rocket', 'eyes'];

/** `issue-comment` of the description. */
export function commentShape(context: ServerContext, comment: CommentData): Record<string, unknown> {
  const { id, issue, user, body } = comment;
  const url = `${repositoryUrl(context)}/issues/comments/${id}`;
  const conversation = findConversation(context.state, issue);
  if (conversation === undefined) throw new Error(`Comment ${id} is on no issue and no pull request.`);
  const app = comment.app ?? (findUser(context, user).type === 'Bot' ? user : undefined);
  return {
    url,
    html_url: `${conversationPage(context, conversation)}#issuecomment-${id}`,
    issue_url: `${repositoryUrl(context)}/issues/${issue}`,
    id,
    node_id: nodeId('IssueComment', id),
    user: userShape(context, user),
    created_at: comment.createdAt,
    updated_at: comment.updatedAt,
    body,
    author_association: association(context, user),
    reactions: rollup(context, comment, `${url}/reactions`),
    performed_via_github_app: app === undefined ? null : appShape(context, app),
  };
}

function rollup(context: ServerContext, comment: CommentData, url: string): Record<string, unknown> {
  const own = context.state.reactions.filter((reaction) => reaction.comment === comment.id);
  const counts = CONTENTS.map((content): [string, number] => [
    content,
    own.filter((reaction) => reaction.content === content).length,
  ]);
  return { url, total_count: own.length, ...Object.fromEntries(counts) };
}

/** `reaction` of the description. */
export function reactionShape(context: ServerContext, reaction: ReactionState): Record<string, unknown> {
  return {
    id: reaction.id,
    node_id: nodeId('Reaction', reaction.id),
    user: userShape(context, reaction.user),
    content: reaction.content,
    created_at: reaction.createdAt,
  };
}
