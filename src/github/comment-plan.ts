// Decides whether the comment on a pull request is created, updated, or left as it is. Pure.
import { isSameButForTime, type Marker, parseMarker, withoutMarker } from '../documents/marker.ts';
import type { CommitSha } from '../judgement/identifiers.ts';
import { MAX_SKEW_MS, MINUTE_MS } from '../judgement/time.ts';
import { Unverified } from '../judgement/unverified.ts';
import { GITHUB_ACTIONS, type Identity } from './account.ts';

export interface ListedComment {
  readonly id: number;
  readonly body: string;
  readonly author: string | null;
  readonly authorType: string | null;
  readonly url: string | null;
}

export interface OwnComment extends ListedComment {
  readonly marker: Marker;
}

export interface CommentDraft {
  readonly marker: Marker;
  readonly body: string;
  /** False if no comment is to be created. One that exists is still updated. */
  readonly wanted: boolean;
  /** The pull request's head when the comments were read; null if it was not read, or does not matter. */
  readonly headSha: CommitSha | null;
  readonly isHeadUnread?: boolean;
  /** True if GitHub's API still shows an earlier head, so that `headSha` is the judged commit. */
  readonly isHeadLate?: boolean;
  /** True if the pull request is closed and that matters. */
  readonly isClosed?: boolean;
  readonly nowMs: number;
}

export type CommentPlan =
  | { readonly kind: 'create' }
  /** With `keep` the comment already says the same. */
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

/** Gives the comment if this identity wrote it and it starts with a marker of this kind and key; else null. */
export function toOwnComment(
  comment: ListedComment,
  identity: Identity,
  { kind, key }: Pick<Marker, 'kind' | 'key'>,
): OwnComment | null {
  if (!isBy(comment, identity)) return null;
  const marker = parseMarker(comment.body);
  return marker?.key === key && marker.kind === kind ? { ...comment, marker } : null;
}

/** A comment with a marker. Its text is not kept. */
export type MarkedComment = Omit<OwnComment, 'body'>;

export function toMarkedComment({ body, ...comment }: ListedComment): MarkedComment | null {
  const marker = parseMarker(body);
  return marker === null ? null : { ...comment, marker };
}

/**
 * One marker of this head for each key: this identity's newest, else that of the workflows' own token. Any other bot may
 * repeat what somebody without rights has said.
 */
export function selectOwnMarkers(
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

/** The comments may be in any order. */
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

/** Whether a newer run has written about another head, while nobody knows the present one: GitHub lags behind, or refuses it. */
export function isOfNewerRun(
  shown: Marker,
  { marker, isHeadLate, isHeadUnread }: Pick<CommentDraft, 'marker' | 'isHeadLate' | 'isHeadUnread'>,
): boolean {
  const isHeadKnown = isHeadLate !== true && isHeadUnread !== true;
  return !isHeadKnown && shown.sha !== marker.sha && shown.runId > marker.runId;
}

/** Whether another job of the same run and attempt has written. The jobs of a matrix have one key. */
export function isOfOtherJob(one: Marker, other: Marker): boolean {
  const isSameRun = one.runId > 0 && one.runId === other.runId && one.runAttempt === other.runAttempt;
  return isSameRun && (one.jobId === undefined || one.jobId !== other.jobId);
}

const FROM_BEST = ['passed', 'unverified', 'failed'];

export function isWorse(one: Pick<Marker, 'verdict'>, other: Pick<Marker, 'verdict'>): boolean {
  return FROM_BEST.indexOf(one.verdict?.kind ?? '') > FROM_BEST.indexOf(other.verdict?.kind ?? '');
}

/** The clocks of two machines differ by less. */
const MAX_AHEAD_MS = 5 * MINUTE_MS;

/** Whether a marker's time of reading is so far ahead that no run can have written it. */
export function isImpossible({ readAt }: Pick<Marker, 'readAt'>, nowMs: number): boolean {
  return readAt - nowMs > MAX_AHEAD_MS;
}

/** Whether another job of this run wrote a verdict about the commit that the comment has to be about. */
function isRival(shown: Marker, draft: CommentAim): boolean {
  const sha = toAim(draft);
  return isOfOtherJob(shown, draft.marker) && (sha === null || shown.sha === sha);
}

export type CommentAim = Pick<CommentDraft, 'marker' | 'headSha' | 'isHeadUnread'>;

/** The commit to write about: the head, or the run's own where the head cannot be read. Null: any. */
export function toAim({ marker, headSha, isHeadUnread }: CommentAim): CommitSha | null {
  return isHeadUnread === true ? marker.sha : headSha;
}

/** Whether a shown comment has newer findings about the same commit. An impossible time does not count. */
function overtakes(shown: Marker, { marker, nowMs }: Pick<CommentDraft, 'marker' | 'nowMs'>): boolean {
  // The attempts of a run follow one another, whatever the clocks of their machines say.
  const isEarlierAttempt = shown.runId === marker.runId && shown.runAttempt < marker.runAttempt;
  return shown.sha === marker.sha && shown.readAt > marker.readAt && !isEarlierAttempt && !isImpossible(shown, nowMs);
}

/** Does the same for issues, where a marker from the future must not freeze the issue. */
export function isNewer(shown: Pick<Marker, 'readAt'>, draft: Pick<Marker, 'readAt'>): boolean {
  return shown.readAt > draft.readAt && shown.readAt - draft.readAt <= MAX_SKEW_MS;
}

/** A user's login cannot end with `[bot]`. Where GitHub gives the type, an app's must be `Bot`. */
export function isBy(comment: Pick<ListedComment, 'author' | 'authorType'>, { login }: Identity): boolean {
  if (comment.author?.toLowerCase() !== login.toLowerCase()) return false;
  return !login.endsWith('[bot]') || (comment.authorType ?? 'Bot') === 'Bot';
}

/** Gives a fault if another account wrote what was created, since the next run would not find it. */
export function findAuthorFault(
  what: string,
  created: Pick<ListedComment, 'author' | 'authorType'>,
  identity: Identity,
): Unverified | null {
  if (created.author === null || isBy(created, identity)) return null;
  return new Unverified({ kind: 'other-author', what, author: created.author, taken: identity.login });
}
