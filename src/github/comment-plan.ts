// The decision whether to create, update, keep or leave alone the comment on a pull request. Pure.
import { isSameButForTime, type Marker, parseMarker, withoutMarker } from '../documents/marker.ts';
import type { CommitSha } from '../judgement/identifiers.ts';
import { MAX_SKEW_MS, MINUTE_MS } from '../judgement/time.ts';
import { GITHUB_ACTIONS, type Identity } from './account.ts';

/** A comment in GitHub's list. */
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
  /** The pull request's head when the comments were read; null if it could not be read. */
  readonly headSha: CommitSha | null;
  /** The time now. */
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
  /** There is no comment, and none is needed. */
  | { readonly kind: 'none' }
  /** A newer run or a newer commit has superseded this one. */
  | { readonly kind: 'overtaken'; readonly comment: OwnComment | null };

/** The comments of one action, oldest first: by this identity, starting with a marker of this kind and key. */
export function selectOwnComments(
  comments: readonly ListedComment[],
  identity: Identity,
  { kind, key }: Pick<Marker, 'kind' | 'key'>,
): readonly OwnComment[] {
  return comments
    .flatMap((comment) => {
      const marker = parseMarker(comment.body);
      const own = marker?.key === key && marker.kind === kind && isBy(comment, identity);
      return own ? [{ ...comment, marker }] : [];
    })
    .sort((a, b) => a.id - b.id);
}

/**
 * The markers of the gates' comments, one for each key. Only this identity and the workflows' own token may have written
 * them: any other bot may repeat what somebody without rights has said. Of several with one key this identity's comes
 * first, then the newest.
 */
export function selectMarkers(comments: readonly ListedComment[], identity: Identity): readonly Marker[] {
  const byKey = new Map<string, Marker>();
  for (const writer of [GITHUB_ACTIONS, identity]) {
    for (const comment of comments.toSorted((a, b) => a.id - b.id)) {
      const marker = isBy(comment, writer) ? parseMarker(comment.body) : null;
      if (marker !== null && marker.kind === undefined) byKey.set(marker.key, marker);
    }
  }
  return [...byKey.values()];
}

/** Decides for the gate's own comments, oldest first. */
export function decideCommentPlan(own: readonly OwnComment[], draft: CommentDraft): CommentPlan {
  const [oldest, ...duplicates] = own;
  const { marker, headSha, nowMs } = draft;
  const hasMoved = headSha !== null && marker.sha !== null && headSha !== marker.sha;
  if (hasMoved || own.some((comment) => overtakes(comment.marker, { marker, nowMs }))) {
    return { kind: 'overtaken', comment: oldest ?? null };
  }
  if (oldest === undefined) return { kind: draft.wanted ? 'create' : 'none' };
  // A new run's id is written even when nothing else changes, so that a re-run after a review starts that run.
  const same = isSameButForTime(oldest.marker, marker) && withoutMarker(oldest.body) === withoutMarker(draft.body);
  return { kind: same ? 'keep' : 'update', comment: oldest, duplicates };
}

/** No run can have read later than now; the clocks of two runners differ by less. */
const MAX_AHEAD_MS = 5 * MINUTE_MS;

/** Whether a marker's time of reading is so far ahead of now that no run can have written it. */
export function isImpossible({ readAt }: Pick<Marker, 'readAt'>, nowMs: number): boolean {
  return readAt - nowMs > MAX_AHEAD_MS;
}

/** Whether what is shown was read after the draft. A time that cannot be must not keep an old verdict on the page. */
function overtakes(shown: Marker, { marker, nowMs }: Pick<CommentDraft, 'marker' | 'nowMs'>): boolean {
  return shown.readAt > marker.readAt && !isImpossible(shown, nowMs);
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
