// Adds our reaction on a comment at the start, and replaces it at the end.
import * as v from 'valibot';
import { type Octokit, OPTIONAL } from '../github/octokit.ts';
import type { RepositoryRef } from '../judgement/identifiers.ts';

export type Reaction = 'eyes' | 'rocket' | 'confused' | '-1';

const Created = v.object({ id: v.nullish(v.number(), null) });

export interface ReactionRef extends RepositoryRef {
  readonly commentId: number;
}

/** Returns the ID of the reaction, null if GitHub does not say. If we had reacted already, GitHub returns that reaction. */
export async function addReaction(
  octokit: Octokit,
  { owner, repo, commentId }: ReactionRef,
  content: Reaction,
): Promise<number | null> {
  const query = { owner, repo, comment_id: commentId, content, ...OPTIONAL };
  const { data } = await octokit.rest.reactions.createForIssueComment(query);
  const created = v.safeParse(Created, data);
  return created.success ? created.output.id : null;
}

export async function removeReaction(
  octokit: Octokit,
  { owner, repo, commentId }: ReactionRef,
  reactionId: number,
): Promise<void> {
  const query = { owner, repo, comment_id: commentId, reaction_id: reactionId, ...OPTIONAL };
  await octokit.rest.reactions.deleteForIssueComment(query);
}
