// Writes the announcements: one comment on each merged pull request, updated in place.
import { toWhat } from '../documents/causes.ts';
import type { Marker } from '../documents/marker.ts';
import { type OwnComment, toOwnComment } from '../github/comment-plan.ts';
import { fetchComments, upsertComment } from '../github/comment.ts';
import { isGitHubFailure, isTooLarge } from '../github/failure.ts';
import { gitHubFault } from '../github/fault.ts';
import { isForbidden } from '../judgement/cause.ts';
import { compareByKind, uniqueById } from '../judgement/finding.ts';
import type { BugId } from '../judgement/identifiers.ts';
import type { Unverified } from '../judgement/unverified.ts';
import { type Announcement, decideAnnouncements, mayAnnounce } from './announcement-plan.ts';
import { parseAnnounced, renderAnnouncement } from './documents/comment.ts';
import type { WatchEvidence } from './gather.ts';
import type { WatchSession } from './inputs.ts';
import { type Announcements, toWatched } from './report.ts';

export interface AnnouncementOutcome extends Announcements {
  /** The first failure after which a later run has to try again; null: there is none. */
  readonly failure: Unverified | null;
}

/** Announces on each pull request, those with most security bugs first. Rejects only if cancelled, or for a defect. */
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
    try {
      const comments = await fetchOwnComments(session, evidence, pullRequest);
      await announceOn(session, evidence, { ...announcement, comments });
      announced.push(pullRequest);
    } catch (error) {
      signal.throwIfAborted();
      if (!isGitHubFailure(error)) throw error;
      const doing = `comment on pull request ${pullRequest}`;
      const fault = gitHubFault(error, { doing, permission: 'pull-requests: write' });
      if (isRefusedForGood(fault, error)) refused.push({ pullRequest, reason: toWhat(fault) });
      else failure ??= fault;
    }
  }
  return { announced, refused, leftOut, maxNotified, failure };
}

export async function fetchOwnComments(
  { github, identity }: WatchSession,
  { repository, branch }: WatchEvidence,
  number: number,
): Promise<readonly OwnComment[]> {
  const kind = { kind: 'watch', key: toKey(branch) } as const;
  return await fetchComments(github, { ...repository, number }, (comment) => toOwnComment(comment, identity, kind));
}

export function selectAnnounced(own: readonly OwnComment[]): readonly BugId[] {
  return own.flatMap(({ body }) => parseAnnounced(body));
}

function toKey(branch: string): string {
  return `watch/${branch}`;
}

/** What is announced, in addition to the bugs that our comments already list and may still list. */
export interface AnnouncementSource extends Announcement {
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

/** Anybody may write so many long comments that they cannot be read, and the next night finds them unchanged. */
function isRefusedForGood({ cause }: Unverified, error: unknown): boolean {
  return isTooLarge(error) || cause.kind === 'refused' || isForbidden(cause);
}
