// The conversation of a pull request: its comments and its head, read at the same time, just before the comment is written.
import { parseMarker, toDefaultKey } from '../documents/marker.ts';
import { GITHUB_ACTIONS, type Identity } from '../github/account.ts';
import { type ListedComment, type OwnComment, toOwnComment } from '../github/comment-plan.ts';
import { fetchComments } from '../github/comment.ts';
import { type Octokit, TIMEOUT_MS } from '../github/octokit.ts';
import { fetchPull, type Pull, type PullRequestRef } from '../github/pull-request.ts';
import type { EpochMs } from '../judgement/identifiers.ts';
import { capture, orAfter } from '../net/abort.ts';
import type { GateSession } from './session.ts';
import type { Subject } from './subject.ts';

export interface Conversation {
  /** The owner of the token; null: GitHub did not say. */
  readonly identity: Identity | null;
  /** The comments of this gate, oldest first. */
  readonly own: readonly OwnComment[];
  /** True if another account wrote with our marker: that of an earlier token, or this one's if nobody knows whose it is. */
  readonly isForeignKnown: boolean;
  /** The pull request as it was then; null if neither its head nor its state matters, or if it could not be read. */
  readonly pull: Pull | null;
  /** True if GitHub's API still shows the head from before the event. */
  readonly isHeadLate: boolean;
  /** The error of reading the head; null if it was read, or does not matter. */
  readonly headFault: unknown;
}

/** A conversation, and when we started to read it: it may have changed since. */
export interface TimedConversation {
  readonly at: EpochMs;
  readonly read: PromiseSettledResult<Conversation>;
}

export interface CommentTarget {
  readonly github: Octokit;
  readonly pull: PullRequestRef;
}

/** Gives null if no comment will be written. */
export function toCommentTarget(
  { inputs, event }: Pick<GateSession, 'inputs' | 'event'>,
  { pullRequest, comments }: Subject,
  github: Octokit | null,
): CommentTarget | null {
  const silent = inputs.comment === 'never' || !comments;
  if (github === null || silent || typeof pullRequest !== 'number') return null;
  return { github, pull: { ...event.repository, number: pullRequest } };
}

/** Gives null if nothing will be written. Rejects only if cancelled. */
export async function fetchTimedConversation(
  session: GateSession,
  subject: Subject,
  asked: Promise<Identity | null>,
): Promise<TimedConversation | null> {
  const target = toCommentTarget(session, subject, session.github);
  if (target === null) return null;
  // First, since of the comments of others nothing is kept; but no longer than one exchange takes, since most tokens are the
  // workflow's own, whose comments are found without it.
  const identity = await orAfter(session.clock, asked, { ms: TIMEOUT_MS, instead: null });
  const at = session.clock.now();
  const query = { ...target, identity, key: toKey(session), subject };
  return { at, read: await capture(fetchConversation(query)) };
}

export function findPullThen(conversation: TimedConversation | null): Pull | null {
  return conversation?.read.status === 'fulfilled' ? conversation.read.value.pull : null;
}

/** Distinguishes this gate from others on the same pull request. */
export function toKey({ inputs, event }: Pick<GateSession, 'inputs' | 'event'>): string {
  return inputs.commentKey ?? toDefaultKey(event);
}

/** An older conversation is read again before we write: another run may have written meanwhile. */
const RECENT_MS = 500;

export function isRecent({ at }: TimedConversation, now: EpochMs): boolean {
  return now - at <= RECENT_MS;
}

interface ConversationQuery extends CommentTarget {
  readonly identity: Identity | null;
  readonly key: string;
  readonly subject: Subject;
}

/** Rejects if the comments cannot be read. The head is optional: without it the comment says that it may be about an older commit. */
async function fetchConversation({ github, pull, identity, key, subject }: ConversationQuery): Promise<Conversation> {
  let isForeignKnown = false;
  const select = (comment: ListedComment): OwnComment | null => {
    const mine = toOwnComment(comment, identity ?? GITHUB_ACTIONS, { key });
    isForeignKnown ||= mine === null && parseMarker(comment.body)?.key === key;
    return mine;
  };
  const [own, now] = await Promise.all([
    fetchComments(github, pull, select),
    subject.isHead ? capture(fetchPull(github, pull)) : null,
  ]);
  const headFault: unknown = now?.status === 'rejected' ? now.reason : null;
  const read = now?.status === 'fulfilled' ? now.value : null;
  const isHeadLate = read !== null && (await subject.findIsLate(read.headSha));
  return { identity, own, isForeignKnown, pull: read, isHeadLate, headFault };
}
