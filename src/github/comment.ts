// Finds our comment on a pull request, updates or creates it, and never leaves two.
import * as v from 'valibot';
import type { Marker } from '../documents/marker.ts';
import type { CommitSha } from '../judgement/identifiers.ts';
import { capture } from '../net/abort.ts';
import type { Identity } from './account.ts';
import {
  type CommentAim,
  type CommentDraft,
  type CommentPlan,
  decideCommentPlan,
  findAuthorFault,
  isImpossible,
  isOfNewerRun,
  isOfOtherJob,
  isWorse,
  type ListedComment,
  type OwnComment,
  toAim,
  toOwnComment,
} from './comment-plan.ts';
import { createOnce } from './create-once.ts';
import { decode, hasStatus, orInstead, readFailure } from './failure.ts';
import type { Octokit } from './octokit.ts';
import { fetchSelected } from './pages.ts';
import { fetchPull, type PullRequestRef } from './pull-request.ts';

const Comment = v.pipe(
  v.object({
    id: v.number(),
    body: v.nullish(v.string(), ''),
    html_url: v.nullish(v.string(), null),
    user: v.nullish(v.object({ login: v.nullish(v.string(), null), type: v.nullish(v.string(), null) })),
  }),
  v.transform(({ id, body, user, html_url: url }): ListedComment => {
    return { id, body, url, author: user?.login ?? null, authorType: user?.type ?? null };
  }),
);

export interface CommentOutcome {
  readonly kind: CommentPlan['kind'];
  readonly url: string | null;
}

/** Gives what `select` keeps of the comments, oldest first. Anybody may write thousands of long ones. */
export async function fetchComments<Kept>(
  octokit: Octokit,
  { owner, repo, number }: PullRequestRef,
  select: (comment: ListedComment) => Kept | null,
): Promise<readonly Kept[]> {
  return await fetchSelected({
    item: v.pipe(Comment, v.transform(select)),
    what: 'Comments',
    fetchPage: (paging) => octokit.rest.issues.listComments({ owner, repo, issue_number: number, ...paging }),
  });
}

/** If it may have arrived, it is not sent again. */
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
  readonly own: readonly OwnComment[];
  readonly draft: CommentDraft;
  readonly beforeCreation?: () => Promise<void>;
  /** True if another account's comment is deleted, and a fault. Else that account is ours. */
  readonly isIdentitySure?: boolean;
}

/** Rejects with octokit's RequestError. */
export async function upsertComment(octokit: Octokit, publication: Publication): Promise<CommentOutcome> {
  const plan = decideCommentPlan(publication.own, publication.draft);
  switch (plan.kind) {
    case 'create':
      return await createComment(octokit, publication);
    case 'update':
      return await replace(octokit, publication, plan);
    case 'keep':
      await deleteAll(octokit, publication.pull, plan.duplicates);
      return { kind: 'keep', url: plan.comment.url };
    case 'moved-on':
    case 'overtaken':
    case 'outdone':
    case 'last-word':
      return { kind: plan.kind, url: plan.comment?.url ?? null };
    case 'none':
      return { kind: 'none', url: null };
  }
}

/** Creates a new comment if somebody has deleted the old one in the meantime. */
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
    // The comment may only be out of reach.
    const left = await fetchOwnComments(octokit, publication);
    if (left.some(({ id }) => id === plan.comment.id)) throw error;
    return await createComment(octokit, publication);
  }
  await deleteAll(octokit, pull, plan.duplicates);
  return { kind: 'update', url: plan.comment.url };
}

/** Lists the comments again after the creation, because another run may have created one at the same time. */
async function createComment(octokit: Octokit, publication: Publication): Promise<CommentOutcome> {
  const created = await createOnce<ListedComment>({
    create: () => create(octokit, publication),
    find: async () => (await fetchOwnComments(octokit, publication))[0] ?? null,
  });
  if (publication.isIdentitySure === true) await refuseOtherAuthor(octokit, publication, created);
  return await deleteDuplicates(octokit, publication, created);
}

/** @throws {Unverified} If the comment is not this identity's; it is gone then, unless GitHub refuses. */
async function refuseOtherAuthor(
  octokit: Octokit,
  { pull: { owner, repo, number }, identity }: Publication,
  created: ListedComment,
): Promise<void> {
  const fault = findAuthorFault(`the comment on pull request ${number}`, created, identity);
  if (fault === null) return;
  await orInstead(null, () => octokit.rest.issues.deleteComment({ owner, repo, comment_id: created.id }));
  throw fault;
}

async function fetchOwnComments(
  octokit: Octokit,
  { pull, identity, draft: { marker } }: Pick<Publication, 'pull' | 'identity' | 'draft'>,
): Promise<readonly OwnComment[]> {
  return await fetchComments(octokit, pull, (comment) => toOwnComment(comment, identity, marker));
}

async function create(
  octokit: Octokit,
  { pull: { owner, repo, number }, draft, beforeCreation }: Publication,
): Promise<ListedComment> {
  await beforeCreation?.();
  const { data } = await octokit.rest.issues.createComment({ owner, repo, issue_number: number, body: draft.body });
  return decode(Comment, data, 'Created comment');
}

/** Keeps the oldest comment, with the text of the worst of this run, or else of the newest about the head. */
async function deleteDuplicates(
  octokit: Octokit,
  publication: Publication,
  created: ListedComment,
): Promise<CommentOutcome> {
  const { pull, draft } = publication;
  const identity = created.author === null ? publication.identity : { login: created.author };
  // A failure to read the comment does not undo its creation.
  const own = await orInstead([], () => fetchOwnComments(octokit, { ...publication, identity }));
  const [oldest, ...duplicates] = own;
  if (oldest === undefined) return { kind: 'create', url: created.url };
  // Another run may have removed the duplicates already, ours among them.
  if (duplicates.length === 0) return { kind: 'create', url: oldest.url };
  const isOfOneCommit = own.every(({ marker }) => marker.sha === oldest.marker.sha);
  const head = isOfOneCommit ? {} : await findHead(octokit, publication, own);
  const best = own.reduce((a, b) => (isPreferred(b, a, { ...draft, ...head }) ? b : a));
  if (best !== oldest) await update(octokit, pull, { id: oldest.id, body: best.body });
  await deleteAll(octokit, pull, duplicates);
  return { kind: 'create', url: oldest.url };
}

/** The present head decides between two commits, unless GitHub's API lags: an older run wrote about it. */
async function findHead(
  octokit: Octokit,
  { pull, draft: { headSha, isHeadLate, marker } }: Pick<Publication, 'pull' | 'draft'>,
  own: readonly OwnComment[],
): Promise<Pick<CommentDraft, 'isHeadUnread'> & Partial<Pick<CommentDraft, 'headSha'>>> {
  if (headSha === null || isHeadLate === true) return {};
  const now = await capture(fetchPull(octokit, pull));
  if (now.status === 'rejected') return { headSha: null, isHeadUnread: true };
  const { headSha: shown } = now.value;
  const isOlder = own.some(({ marker: { sha, runId } }) => sha === shown && runId > 0 && runId < marker.runId);
  return isOlder && shown !== marker.sha ? {} : { headSha: shown };
}

/** Whether the first comment is to stay. One about the right commit does, whatever time the other names. */
function isPreferred(
  { marker: one }: OwnComment,
  { marker: other }: OwnComment,
  draft: CommentAim & Pick<CommentDraft, 'nowMs' | 'isHeadLate'>,
): boolean {
  if (isOfNewerRun(one, draft) !== isOfNewerRun(other, draft)) return isOfNewerRun(one, draft);
  const isOfOneOnly = (sha: CommitSha): boolean => (one.sha === sha) !== (other.sha === sha);
  const aim = toAim(draft);
  if (aim !== null && isOfOneOnly(aim)) return one.sha === aim;
  if (isOfOtherJob(one, other)) return isWorse(one, other);
  const { sha } = draft.marker;
  if (aim === null && sha !== null && isOfOneOnly(sha)) return one.sha === sha;
  const readAt = (each: Marker): number => (isImpossible(each, draft.nowMs) ? 0 : each.readAt);
  return readAt(one) > readAt(other);
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
    await orInstead(null, () => octokit.rest.issues.deleteComment({ owner, repo, comment_id: id }), hasStatus(404));
  }
}
