// The announcements: one comment on each merged pull request, updated in place.
import type { Marker } from '../documents/marker.ts';
import { type OwnComment, toOwnComment } from '../github/comment-plan.ts';
import { fetchComments, upsertComment } from '../github/comment.ts';
import { isGitHubFailure, isTooLarge, lacksPermission, readFailure } from '../github/failure.ts';
import { compareByKind, uniqueById } from '../judgement/finding.ts';
import type { BugId } from '../judgement/identifiers.ts';
import { capture } from '../net/abort.ts';
import { type Announcement, decideAnnouncements, mayAnnounce } from './announcement-plan.ts';
import { parseAnnounced, renderAnnouncement } from './documents/comment.ts';
import type { WatchEvidence } from './gather.ts';
import type { WatchSession } from './inputs.ts';
import { type Announcements, toWatched } from './report.ts';

export interface AnnouncementOutcome extends Announcements {
  /** The first failure that is no refusal: a later run has to try again. Null: there is none. */
  readonly failure: { readonly pullRequest: number; readonly error: unknown } | null;
}

/** Announces on each pull request, those with most security bugs first. Rejects when cancelled, or for a defect. */
export async function announce(session: WatchSession, evidence: WatchEvidence): Promise<AnnouncementOutcome> {
  const { inputs, signal } = session;
  const { maxNotified } = inputs;
  const rules = { ...inputs, disclosure: evidence.disclosure };
  const { wanted, leftOut } = decideAnnouncements(evidence.newFindings, evidence.attributions, rules);
  const announced: number[] = [];
  const refused: { pullRequest: number; reason: string }[] = [];
  let failure: AnnouncementOutcome['failure'] = null;
  for (const announcement of wanted) {
    const { pullRequest } = announcement;
    const comments = await capture(fetchOwnComments(session, evidence, pullRequest));
    const written =
      comments.status === 'rejected'
        ? comments
        : await capture(announceOn(session, evidence, { ...announcement, comments: comments.value }));
    if (written.status === 'fulfilled') {
      announced.push(pullRequest);
      continue;
    }
    const error: unknown = written.reason;
    signal.throwIfAborted();
    if (!isGitHubFailure(error)) throw error;
    const reason = findCommentFault(error);
    if (reason === null) failure ??= { pullRequest, error };
    else refused.push({ pullRequest, reason });
  }
  return { announced, refused, leftOut, maxNotified, failure };
}

/** Our comments on a pull request; of those of others nothing is kept. */
export async function fetchOwnComments(
  { github, identity }: WatchSession,
  { repository, branch }: WatchEvidence,
  number: number,
): Promise<readonly OwnComment[]> {
  const kind = { kind: 'watch', key: toKey(branch) } as const;
  return await fetchComments(github, { ...repository, number }, (comment) => toOwnComment(comment, identity, kind));
}

/** The bugs that our comments on a pull request list. */
export function selectAnnounced(own: readonly OwnComment[]): readonly BugId[] {
  return own.flatMap(({ body }) => parseAnnounced(body));
}

function toKey(branch: string): string {
  return `watch/${branch}`;
}

/** What is announced beside what our comments list already and may still list. */
export interface AnnouncementSource extends Announcement {
  /** Ours. */
  readonly comments: readonly OwnComment[];
}

export async function announceOn(
  session: WatchSession,
  evidence: WatchEvidence,
  { pullRequest, findings, comments }: AnnouncementSource,
): Promise<void> {
  const { github, runner, inputs, event, identity, clock, beforeCreation } = session;
  const { repository, scan, branch, readAt, bugUrl, serviceName } = evidence;
  const { runId, runAttempt } = event;
  const key = toKey(branch);
  const marker: Marker = { kind: 'watch', key, runId, runAttempt, sha: null, readAt };
  const known = new Set(selectAnnounced(comments));
  const earlier = evidence.open.filter(
    (finding) => known.has(finding.id) && mayAnnounce(finding, { ...inputs, disclosure: evidence.disclosure }),
  );
  const frame = { repository, scan, branch, marker, bugUrl, serviceName };
  const shown = uniqueById([...earlier, ...findings])
    .toSorted(compareByKind)
    .map((finding) => toWatched(finding, evidence.disclosure, evidence.attributions));
  const body = renderAnnouncement(shown, frame);
  await upsertComment(github, {
    pull: { ...repository, number: pullRequest },
    identity,
    own: comments,
    draft: { marker, body: runner.scrub(body), wanted: true, headSha: null, nowMs: clock.now() },
    beforeCreation,
    isIdentitySure: true,
  });
}

/** Why GitHub will never take the comment; completes "because …". Null: it may yet. */
function findCommentFault(error: unknown): string | null {
  const { status, rateLimited, message } = readFailure(error);
  if (rateLimited) return null;
  // Anybody may write so many long comments, and they would be as long the next night.
  if (isTooLarge(error)) return 'its comments are too long to be read';
  switch (status) {
    case 403:
      if (/\b(?:issue is locked|conversation)\b/i.test(message)) return 'its conversation is locked';
      return lacksPermission(error)
        ? `the token may not comment there (${message}); it needs the permission pull-requests: write`
        : `GitHub refused the comment (${message})`;
    case 404:
    case 410:
      return 'it is gone';
    case 422:
      return `GitHub refused the comment (${message})`;
    default:
      return null;
  }
}
