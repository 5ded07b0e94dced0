// The decision what to do with the comments of a pull request: create, update, keep or leave alone. Pure.
import type { CommitSha } from '../domain/identifiers.ts';
import { parseMarker, withoutMarker, type Marker } from '../report/marker.ts';
import type { Identity } from './identity.ts';

/** A comment as GitHub lists it. */
export interface ListedComment {
  readonly id: number;
  readonly body: string;
  readonly author: string | null;
  readonly authorType: string | null;
  /** Null when GitHub does not say. */
  readonly url: string | null;
}

/** A comment that this gate wrote, in this run or an earlier one. */
export interface OwnComment extends ListedComment {
  readonly marker: Marker;
}

export interface CommentDraft {
  readonly marker: Marker;
  /** Begins with the marker. */
  readonly body: string;
  /** Whether a comment is wanted where there is none yet. */
  readonly wanted: boolean;
  /** The pull request's head when the comments were read; null when it could not be read. */
  readonly headSha: CommitSha | null;
}

export type CommentPlan =
  | { readonly kind: 'create' }
  | {
      readonly kind: 'update';
      readonly comment: OwnComment;
      readonly duplicates: readonly OwnComment[];
    }
  /** The comment says the same already. */
  | {
      readonly kind: 'keep';
      readonly comment: OwnComment;
      readonly duplicates: readonly OwnComment[];
    }
  /** There is none, and none is wanted. */
  | { readonly kind: 'none' }
  /** A newer run, or a newer commit, has overtaken this one. */
  | {
      readonly kind: 'overtaken';
      readonly by: 'run' | 'commit';
      readonly comment: OwnComment | null;
    };

/** The comments of one action, oldest first: by this identity, with a marker of this kind and key at the very start. */
export function selectOwn(
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

/** The markers of all gates' comments by this identity, whatever their keys. */
export function selectMarkers(
  comments: readonly ListedComment[],
  identity: Identity,
): readonly Marker[] {
  return comments.flatMap((comment) => {
    const marker = isBy(comment, identity) ? parseMarker(comment.body) : null;
    return marker === null || marker.kind !== undefined ? [] : [marker];
  });
}

/** Decides for the gate's own comments, oldest first. */
export function decideCommentPlan(own: readonly OwnComment[], draft: CommentDraft): CommentPlan {
  const [oldest, ...duplicates] = own;
  const { marker, headSha } = draft;
  if (headSha !== null && marker.sha !== null && headSha !== marker.sha) {
    return { kind: 'overtaken', by: 'commit', comment: oldest ?? null };
  }
  if (own.some((comment) => comment.marker.readAt > marker.readAt)) {
    return { kind: 'overtaken', by: 'run', comment: oldest ?? null };
  }
  if (oldest === undefined) return { kind: draft.wanted ? 'create' : 'none' };
  const same = withoutMarker(oldest.body) === withoutMarker(draft.body);
  return { kind: same ? 'keep' : 'update', comment: oldest, duplicates };
}

/** Whether an identity wrote it: the login of an app ends with `[bot]`, which no person's can; its type is held against it where GitHub tells it. */
export function isBy(
  comment: Pick<ListedComment, 'author' | 'authorType'>,
  { login }: Identity,
): boolean {
  if (comment.author?.toLowerCase() !== login.toLowerCase()) return false;
  return !login.endsWith('[bot]') || (comment.authorType ?? 'Bot') === 'Bot';
}
