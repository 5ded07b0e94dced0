// The decision whether to create, update, keep or leave alone the comment on a pull request. Pure.
import { isSameButForTime, type Marker, parseMarker, withoutMarker } from '../documents/marker.ts';
import type { CommitSha } from '../judgement/identifiers.ts';
import { otherAuthorFault } from '../judgement/reasons.ts';
import { MAX_SKEW_MS, MINUTE_MS } from '../judgement/time.ts';
import type { Unverified } from '../judgement/unverified.ts';
import { GITHUB_ACTIONS, type Identity } from './account.ts';

export interface ListedComment {
  readonly id: number;
  readonly body: string;
  readonly author: string | null;
  readonly authorType: string | null;
  /** Null if GitHub does not say. */
  readonly url: string | null;
}

/** A comment written by this gate, in this run or an earlier one. */
export interface OwnComment extends ListedComment {
  readonly marker: Marker;
}

export interface CommentDraft {
  readonly marker: Marker;
  /** Begins with the marker. */
  readonly body: string;
  /** Whether to create a comment if there is none yet. */
  readonly wanted: boolean;
  /** The pull request's head when the comments were read; null if it could not be read, or does not matter. */
  readonly headSha: CommitSha | null;
  /** Whether it matters and could not be read; absent: no. */
  readonly isHeadUnread?: boolean;
  /** Whether GitHub's API still shows an earlier head, so that `headSha` is the judged commit; absent: no. */
  readonly isHeadLate?: boolean;
  /** Whether the pull request is closed; absent: that does not matter. */
  readonly isClosed?: boolean;
  readonly nowMs: number;
}

export type CommentPlan =
  | { readonly kind: 'create' }
  /** `keep`: the comment already says the same. */
  | {
      readonly kind: 'update' | 'keep';
      readonly comment: OwnComment;
      readonly duplicates: readonly OwnComment[];
    }
  | { readonly kind: 'none' }
  /** The pull request has a newer commit, whose own run writes. */
  | { readonly kind: 'moved-on'; readonly comment: OwnComment | null }
  /** A run that read later has written about the same commit. */
  | { readonly kind: 'overtaken'; readonly comment: OwnComment }
  /** The pull request is closed, and the comment is about its head: the last word before that. */
  | { readonly kind: 'last-word'; readonly comment: OwnComment }
  /** Another job of the same run says something that is at least as bad. */
  | { readonly kind: 'outdone'; readonly comment: OwnComment };

/** The comment as one of this action: by this identity, starting with a marker of this kind and key; else null. */
export function toOwnComment(
  comment: ListedComment,
  identity: Identity,
  { kind, key }: Pick<Marker, 'kind' | 'key'>,
): OwnComment | null {
  if (!isBy(comment, identity)) return null;
  const marker = parseMarker(comment.body);
  return marker?.key === key && marker.kind === kind ? { ...comment, marker } : null;
}

/** A comment that a gate may have written, without its text. */
export type MarkedComment = Omit<OwnComment, 'body'>;

/** The comment without its text; null without a marker. */
export function toMarkedComment({ body, ...comment }: ListedComment): MarkedComment | null {
  const marker = parseMarker(body);
  return marker === null ? null : { ...comment, marker };
}

/**
 * The markers of the gates' comments about this head, one for each key. Only this identity and the workflows' own token
 * may have written them: any other bot may repeat what somebody without rights has said. Of several with one key this
 * identity's comes first, then the newest.
 */
export function selectMarkers(
  comments: readonly MarkedComment[],
  { identity, headSha }: { readonly identity: Identity; readonly headSha: CommitSha },
): readonly Marker[] {
  const ofHead = comments.filter(({ marker }) => marker.kind === undefined && marker.sha === headSha);
  const byKey = new Map<string, Marker>();
  for (const writer of [GITHUB_ACTIONS, identity]) {
    for (const { marker, ...comment } of ofHead.toSorted((a, b) => a.id - b.id)) {
      if (isBy(comment, writer)) byKey.set(marker.key, marker);
    }
  }
  return [...byKey.values()];
}

/** Decides for the gate's own comments, in any order. */
export function decideCommentPlan(own: readonly OwnComment[], draft: CommentDraft): CommentPlan {
  const [oldest, ...duplicates] = own.toSorted((a, b) => a.id - b.id);
  const { marker, headSha, nowMs } = draft;
  const hasMoved = headSha !== null && marker.sha !== null && headSha !== marker.sha;
  if (oldest === undefined) {
    if (!draft.wanted || draft.isClosed === true) return { kind: 'none' };
    return hasMoved ? { kind: 'moved-on', comment: null } : { kind: 'create' };
  }
  if (hasMoved || own.some((comment) => isOfNewerRun(comment.marker, draft))) {
    return { kind: 'moved-on', comment: oldest };
  }
  const isOfHead = own.some((comment) => comment.marker.sha === marker.sha);
  if (draft.isClosed === true && isOfHead) return { kind: 'last-word', comment: oldest };
  const rival = own.find((comment) => isRival(comment.marker, draft));
  if (rival !== undefined && !isWorse(marker, rival.marker)) return { kind: 'outdone', comment: oldest };
  if (rival === undefined && own.some((comment) => overtakes(comment.marker, { marker, nowMs }))) {
    return { kind: 'overtaken', comment: oldest };
  }
  // A new run's id is written even when nothing else changes, so that a re-run after a review starts that run.
  const same = isSameButForTime(oldest.marker, marker) && withoutMarker(oldest.body) === withoutMarker(draft.body);
  return { kind: same ? 'keep' : 'update', comment: oldest, duplicates };
}

/** Whether what seems to be an earlier head may be a newer one, since a newer run has written about it: a branch was set back. */
export function isOfNewerRun(
  shown: Marker,
  { marker, isHeadLate }: Pick<CommentDraft, 'marker' | 'isHeadLate'>,
): boolean {
  return isHeadLate === true && shown.sha !== marker.sha && shown.runId > marker.runId;
}

/** Whether another job of the same run and attempt has written: a matrix, or one reusable workflow called twice, has one key. */
export function isOfOtherJob(one: Marker, other: Marker): boolean {
  const isSameRun = one.runId > 0 && one.runId === other.runId && one.runAttempt === other.runAttempt;
  return isSameRun && (one.jobId === undefined || one.jobId !== other.jobId);
}

const FROM_BEST = ['passed', 'unverified', 'failed'];

/** Whether a verdict is worse than another. */
export function isWorse(one: Pick<Marker, 'verdict'>, other: Pick<Marker, 'verdict'>): boolean {
  return FROM_BEST.indexOf(one.verdict?.kind ?? '') > FROM_BEST.indexOf(other.verdict?.kind ?? '');
}

/** No run can have read later than now; the clocks of two runners differ by less. */
const MAX_AHEAD_MS = 5 * MINUTE_MS;

/** Whether a marker's time of reading is so far ahead of now that no run can have written it. */
export function isImpossible({ readAt }: Pick<Marker, 'readAt'>, nowMs: number): boolean {
  return readAt - nowMs > MAX_AHEAD_MS;
}

/** Another job of this run with a verdict to compare: what is about another commit than it has to be has no say about that. */
function isRival(shown: Marker, draft: CommentAim): boolean {
  const sha = toAim(draft);
  return isOfOtherJob(shown, draft.marker) && (sha === null || shown.sha === sha);
}

/** What a draft says of the commit that the comment has to be about. */
export type CommentAim = Pick<CommentDraft, 'marker' | 'headSha' | 'isHeadUnread'>;

/** The head, or where nobody can read it the commit of this run; null: any, since each job may have been given one. */
export function toAim({ marker, headSha, isHeadUnread }: CommentAim): CommitSha | null {
  return isHeadUnread === true ? marker.sha : headSha;
}

/** A time that cannot be must not keep an old verdict on the page, nor must one of another commit, whatever time it names. */
function overtakes(shown: Marker, { marker, nowMs }: Pick<CommentDraft, 'marker' | 'nowMs'>): boolean {
  // The attempts of a run follow one another, whatever the clocks of their machines say.
  const isEarlierAttempt = shown.runId === marker.runId && shown.runAttempt < marker.runAttempt;
  return shown.sha === marker.sha && shown.readAt > marker.readAt && !isEarlierAttempt && !isImpossible(shown, nowMs);
}

/** The same for issues. A marker from the future must not freeze an issue. */
export function isNewer(shown: Pick<Marker, 'readAt'>, draft: Pick<Marker, 'readAt'>): boolean {
  return shown.readAt > draft.readAt && shown.readAt - draft.readAt <= MAX_SKEW_MS;
}

/** An app's login ends with `[bot]`, which no user's can. The type must be `Bot` as well, if GitHub says it. */
export function isBy(comment: Pick<ListedComment, 'author' | 'authorType'>, { login }: Identity): boolean {
  if (comment.author?.toLowerCase() !== login.toLowerCase()) return false;
  return !login.endsWith('[bot]') || (comment.authorType ?? 'Bot') === 'Bot';
}

/** Why what was created must not stay: it is another account's, so the next run would not find it either. Null: it is ours. */
export function findAuthorFault(
  what: string,
  created: Pick<ListedComment, 'author' | 'authorType'>,
  identity: Identity,
): Unverified | null {
  if (created.author === null || isBy(created, identity)) return null;
  return otherAuthorFault(what, { author: created.author, taken: identity.login });
}
