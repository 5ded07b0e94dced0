// All pending bugs of a scan, and how many are resolved or dismissed.
import type { Bug, ServiceClient } from '../client/index.ts';
import type { Finding } from '../domain/finding.ts';
import type { RepoId } from '../domain/identifiers.ts';
import type { UsableScan } from '../domain/scan.ts';
import type { DismissedFindings, PendingFindings } from '../domain/scan-results.ts';
import { decideTally } from '../domain/tally.ts';
import type { Clock } from '../net/clock.ts';
import { createInterner, toDismissedFinding, toFinding } from './to-finding.ts';
import { type Unverified } from '../domain/unverified.ts';
import { UnbelievableAnswerError, unverifiedBy } from './unverified-by.ts';
import { OTHER_REPOSITORY_ADVICE } from './other-repository.ts';

/** `scan`: the bugs that the scan surfaced. `repository`: all bugs of the repository. */
export type CountFrom = 'scan' | 'repository';

export interface FindingsQuery {
  readonly repositoryId: RepoId;
  readonly scan: UsableScan;
  readonly countFrom: CountFrom;
  /** Whether to read the dismissed bugs, not only count them. */
  readonly wantsDismissed: boolean;
}

/** Reads all pending bugs and, at the same time, the counts of the resolved and dismissed ones. */
export async function fetchFindings(
  service: ServiceClient,
  query: FindingsQuery,
  clock: Clock,
): Promise<PendingFindings | Unverified> {
  const readAt = clock.now();
  try {
    const [found, settled, dismissed] = await Promise.all([
      fetchPending(service, query),
      fetchSettled(service, query),
      fetchDismissed(service, query),
    ]);
    const findings = found.filter((finding) => finding !== null);
    return { kind: 'read', findings, tally: decideTally(findings, settled), dismissed, readAt };
  } catch (error) {
    return unverifiedBy(error);
  }
}

async function fetchPending(
  service: ServiceClient,
  query: FindingsQuery,
): Promise<readonly (Finding | null)[]> {
  const intern = createInterner();
  const select = (bug: Bug): Finding | null => toFinding(requireOurs(bug, query), intern);
  return await service.bugs.collect({ ...toBugQuery(query), status: 'pending', select });
}

async function fetchDismissed(
  service: ServiceClient,
  query: FindingsQuery,
): Promise<DismissedFindings> {
  if (!query.wantsDismissed) return { kind: 'read', findings: [] };
  try {
    const found = await service.bugs.collect({
      ...toBugQuery(query),
      status: 'dismissed',
      select: (bug) => toDismissedFinding(requireOurs(bug, query)),
    });
    return { kind: 'read', findings: found.filter((finding) => finding !== null) };
  } catch (error) {
    // If the service answers for another repository, its pending bugs cannot be trusted either.
    if (error instanceof UnbelievableAnswerError) throw error;
    return unverifiedBy(error);
  }
}

/** The scan's own counts, if it has any and only its bugs count; otherwise the totals of the lists. */
async function fetchSettled(
  service: ServiceClient,
  query: FindingsQuery,
): Promise<{ readonly resolved: number; readonly dismissed: number }> {
  const { counts } = query.scan;
  if (query.countFrom === 'scan' && counts !== null) return counts;
  const count = async (status: 'resolved' | 'dismissed'): Promise<number> => {
    const { bugs, total } = await service.bugs.list({ ...toBugQuery(query), status, limit: 1 });
    for (const bug of bugs) requireOurs(bug, query);
    return total;
  };
  const [resolved, dismissed] = await Promise.all([count('resolved'), count('dismissed')]);
  return { resolved, dismissed };
}

/**
 * Returns the bug.
 * @throws {UnbelievableAnswerError} If it is of another repository than the one asked for.
 */
function requireOurs(bug: Bug, { repositoryId }: FindingsQuery): Bug {
  if (bug.repoId === repositoryId) return bug;
  throw new UnbelievableAnswerError(
    `Although it was asked for the bugs of \`${repositoryId}\`, the service sent \`${bug.id}\` of \`${bug.repoId}\`.`,
    OTHER_REPOSITORY_ADVICE,
  );
}

function toBugQuery({ repositoryId, scan, countFrom }: FindingsQuery) {
  return countFrom === 'scan'
    ? { repoId: repositoryId, scanId: scan.id }
    : { repoId: repositoryId };
}
