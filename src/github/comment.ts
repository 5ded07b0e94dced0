// The comment on a pull request: finds ours, updates or creates it, and never leaves two.
import * as v from 'valibot';
import { parseMarker } from '../documents/marker.ts';
import type { Identity } from './account.ts';
import {
  type CommentDraft,
  type CommentPlan,
  decideCommentPlan,
  isImpossible,
  type ListedComment,
  type OwnComment,
  selectOwnComments,
} from './comment-plan.ts';
import { createOnce, lookAgain } from './create-once.ts';
import { decode, GitHubAnswerError, readFailure } from './failure.ts';
import type { Octokit } from './octokit.ts';
import { fetchList } from './pages.ts';
import type { PullRequestRef } from './pull-request.ts';

const Comment = v.object({
  id: v.nullish(v.number(), null),
  body: v.nullish(v.string(), ''),
  html_url: v.nullish(v.string(), null),
  user: v.nullish(v.object({ login: v.nullish(v.string(), null), type: v.nullish(v.string(), null) })),
});

/** What happened to the comment. `url` is the address of the gate's comment, null if there is none. */
export interface CommentOutcome {
  readonly kind: CommentPlan['kind'];
  readonly url: string | null;
}

/** All comments of a pull request, oldest first. */
export async function fetchComments(
  octokit: Octokit,
  { owner, repo, number }: PullRequestRef,
): Promise<readonly ListedComment[]> {
  const comments = await fetchList(Comment, 'Comments', (paging) =>
    octokit.rest.issues.listComments({ owner, repo, issue_number: number, ...paging }),
  );
  return comments.flatMap(toListed);
}

/** Adds a comment once. If it may have arrived, it is not sent again. */
export async function addComment(
  octokit: Octokit,
  { owner, repo, number }: PullRequestRef,
  body: string,
): Promise<void> {
  await octokit.rest.issues.createComment({ owner, repo, issue_number: number, body });
}

interface Publication {
  readonly pull: PullRequestRef;
  readonly identity: Identity;
  /** Read as shortly before as possible. */
  readonly comments: readonly ListedComment[];
  readonly draft: CommentDraft;
  /** Waited for before each creation. */
  readonly beforeCreation?: () => Promise<void>;
}

/** Writes the draft if the plan says so. Rejects with octokit's RequestError. */
export async function upsertComment(octokit: Octokit, publication: Publication): Promise<CommentOutcome> {
  const { comments, identity, draft } = publication;
  const own = selectOwnComments(comments, identity, draft.marker);
  const plan = decideCommentPlan(own, draft);
  switch (plan.kind) {
    case 'create':
      return await createComment(octokit, publication);
    case 'update':
      return await replace(octokit, publication, plan);
    case 'keep':
      await deleteAll(octokit, publication.pull, plan.duplicates);
      return { kind: 'keep', url: plan.comment.url };
    case 'overtaken':
      return { kind: 'overtaken', url: plan.comment?.url ?? null };
    case 'none':
      return { kind: 'none', url: null };
  }
}

/** Updates the oldest comment; creates a new one if somebody has deleted it in the meantime. */
async function replace(
  octokit: Octokit,
  publication: Publication,
  plan: { readonly comment: OwnComment; readonly duplicates: readonly OwnComment[] },
): Promise<CommentOutcome> {
  const { pull, draft } = publication;
  try {
    await update(octokit, pull, { id: plan.comment.id, body: draft.body });
  } catch (error) {
    if (readFailure(error).status !== 404) throw error;
    // Create another only if the comment is really gone.
    const left = await fetchComments(octokit, pull);
    if (left.some(({ id }) => id === plan.comment.id)) throw error;
    return await createComment(octokit, { ...publication, comments: left });
  }
  await deleteAll(octokit, pull, plan.duplicates);
  return { kind: 'update', url: plan.comment.url };
}

/** Creates a comment, then lists the comments again, because another run may have done the same at the same time. */
async function createComment(octokit: Octokit, publication: Publication): Promise<CommentOutcome> {
  const { pull, identity, draft } = publication;
  const created = await createOnce<CreatedComment>({
    create: () => create(octokit, publication),
    find: async () => selectOwnComments(await fetchComments(octokit, pull), identity, draft.marker)[0] ?? null,
  });
  return await deleteDuplicates(octokit, publication, created);
}

type CreatedComment = Pick<ListedComment, 'author' | 'url'>;

async function create(
  octokit: Octokit,
  { pull: { owner, repo, number }, draft, beforeCreation }: Publication,
): Promise<CreatedComment> {
  await beforeCreation?.();
  const { data } = await octokit.rest.issues.createComment({
    owner,
    repo,
    issue_number: number,
    body: draft.body,
  });
  return toCreated(decode(Comment, data, 'Created comment'));
}

/** If we have several comments, keeps the oldest, with the newest findings, and deletes the others. */
async function deleteDuplicates(
  octokit: Octokit,
  { pull, draft, identity }: Publication,
  created: CreatedComment,
): Promise<CommentOutcome> {
  // The author of the created comment is the token's identity, even if we did not know it before.
  const author = created.author === null ? identity : { login: created.author };
  const own = selectOwnComments(await lookAgain(() => fetchComments(octokit, pull)), author, draft.marker);
  const [oldest, ...duplicates] = own;
  if (oldest === undefined) return { kind: 'create', url: created.url };
  // The only one left need not be the created one: another run may have removed duplicates already.
  if (duplicates.length === 0) return { kind: 'create', url: oldest.url };
  const readAt = ({ marker }: OwnComment): number => (isImpossible(marker, draft.nowMs) ? 0 : marker.readAt);
  const newest = own.reduce((a, b) => (readAt(b) > readAt(a) ? b : a));
  if (newest !== oldest) await update(octokit, pull, { id: oldest.id, body: newest.body });
  await deleteAll(octokit, pull, duplicates);
  return { kind: 'create', url: oldest.url };
}

async function update(
  octokit: Octokit,
  { owner, repo }: PullRequestRef,
  { id, body }: Pick<ListedComment, 'id' | 'body'>,
): Promise<void> {
  await octokit.rest.issues.updateComment({ owner, repo, comment_id: id, body });
}

async function deleteAll(
  octokit: Octokit,
  { owner, repo }: PullRequestRef,
  comments: readonly OwnComment[],
): Promise<void> {
  for (const { id } of comments) {
    try {
      await octokit.rest.issues.deleteComment({ owner, repo, comment_id: id });
    } catch (error) {
      // Another run has already deleted it, which is fine.
      if (readFailure(error).status !== 404) throw error;
    }
  }
}

type CommentAnswer = v.InferOutput<typeof Comment>;

/** A comment without an id cannot be updated or deleted. One of a gate must not be overlooked; others do not matter. */
function toListed(comment: CommentAnswer): readonly ListedComment[] {
  const { id, body, user } = comment;
  if (id !== null) return [{ id, body, authorType: user?.type ?? null, ...toCreated(comment) }];
  if (parseMarker(body) === null) return [];
  throw new GitHubAnswerError('Comments: id: missing in a comment of a gate');
}

function toCreated({ user, html_url: url }: CommentAnswer): CreatedComment {
  return { author: user?.login ?? null, url };
}
