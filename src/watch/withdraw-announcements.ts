// Withdraws announced bugs whose details are withheld now that the service has classified them as security bugs.
import { toWhat } from '../documents/causes.ts';
import { findMergedPullRequestOf } from '../github/commits.ts';
import { hasStatus, isGitHubFailure, orInstead } from '../github/failure.ts';
import { gitHubFault } from '../github/fault.ts';
import { isDisclosed } from '../judgement/disclosure.ts';
import { rotate } from '../judgement/lists.ts';
import { DAY_MS } from '../judgement/time.ts';
import { type AnnouncementSource, announceOn, fetchOwnComments, selectAnnounced } from './announce.ts';
import { type AttributionQuery, selectAttributionQueries } from './attribution.ts';
import type { WatchEvidence } from './gather.ts';
import type { WatchSession } from './inputs.ts';

/** A run follows so many pull requests and commits. */
const MAX_QUERIES = 50;

/**
 * Renders the comments again that list a bug whose details are withheld now. They are looked for on the pull requests
 * that the service names for such bugs. What fails is a warning, and a later run tries again. Rejects when cancelled, or
 * for a defect.
 */
export async function withdraw(session: WatchSession, evidence: WatchEvidence): Promise<void> {
  const { open, disclosure, readAt } = evidence;
  const withheld = open.filter((finding) => !isDisclosed(finding, disclosure));
  const ids = new Set(withheld.map(({ id }) => id));
  // Where there are more, others have their turn every day.
  const turn = Math.floor(readAt / DAY_MS) * MAX_QUERIES;
  const queries = rotate(selectAttributionQueries(withheld, Infinity), turn).slice(0, MAX_QUERIES);
  const failures: unknown[] = [];
  const seen = new Set<number>();
  const withdrawFrom = async (named: Named | null): Promise<void> => {
    if (named === null || seen.has(named.pullRequest)) return;
    seen.add(named.pullRequest);
    if (selectAnnounced(named.comments).every((id) => !ids.has(id))) return;
    await announceOn(session, evidence, { ...named, findings: [] });
  };
  for (const query of queries) {
    try {
      await withdrawFrom(await fetchNamed(session, evidence, query));
    } catch (error) {
      session.signal.throwIfAborted();
      if (!isGitHubFailure(error)) throw error;
      failures.push(error);
    }
  }
  if (failures.length === 0) return;
  const doing = 'check earlier comments for bugs that are only counted now';
  const what = toWhat(gitHubFault(failures[0], { doing, permission: 'pull-requests: write' }));
  session.runner.warning(`${what} The next run tries again.`);
}

type Named = Omit<AnnouncementSource, 'findings'>;

async function fetchNamed(
  session: WatchSession,
  evidence: WatchEvidence,
  query: AttributionQuery,
): Promise<Named | null> {
  const { repository, branch } = evidence;
  const pullRequest =
    query.kind === 'pull-request'
      ? query.number
      : await findMergedPullRequestOf(session.github, repository, { branch, sha: query.sha });
  if (pullRequest === null) return null;
  const comments = await orInstead(null, () => fetchOwnComments(session, evidence, pullRequest), hasStatus(404, 410));
  return comments && { pullRequest, comments };
}
