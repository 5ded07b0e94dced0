// Owns the third look-up: the pending bugs, whole or not at all, and how many are settled.
import type { Bug, ServiceClient } from '../client/index.ts';
import type { DismissedFinding, Finding } from '../domain/finding.ts';
import type { EpochMs, RepoId } from '../domain/identifiers.ts';
import type { UsableScan } from '../domain/scan.ts';
import { decideTally, type Tally } from '../domain/tally.ts';
import type { Clock } from '../net/clock.ts';
import { createShare, toDismissedFinding, toFinding } from '../story/finding-of-bug.ts';
import { UnbelievableAnswerError, unverifiedBy, type Unverified } from '../story/unverified.ts';
import { OTHER_REPOSITORY_ADVICE } from './other-repository.ts';

export interface FindingsQuery {
  readonly repositoryId: RepoId;
  readonly scan: UsableScan;
  readonly countFrom: 'scan' | 'repository';
  /** Whether the dismissed bugs are wanted one by one, not only counted. */
  readonly wantsDismissed: boolean;
}

export interface FindingsRead {
  readonly kind: 'read';
  /** In the service's order. */
  readonly findings: readonly Finding[];
  readonly tally: Tally;
  readonly dismissed: DismissedRead;
  /** Before the first of them was read. */
  readonly readAt: EpochMs;
}

/** The dismissed bugs, none unless wanted, or why they are not known: they are only reported, and decide nothing. */
export type DismissedRead =
  { readonly kind: 'read'; readonly findings: readonly DismissedFinding[] } | Unverified;

/** Reads all pending bugs and the counts of the settled ones at the same time. */
export async function fetchFindings(
  service: ServiceClient,
  query: FindingsQuery,
  clock: Clock,
): Promise<FindingsRead | Unverified> {
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
  const share = createShare();
  const select = (bug: Bug): Finding | null => toFinding(requireOurs(bug, query), share);
  return await service.bugs.collect({ ...toBugQuery(query), status: 'pending', select });
}

async function fetchDismissed(
  service: ServiceClient,
  query: FindingsQuery,
): Promise<DismissedRead> {
  if (!query.wantsDismissed) return { kind: 'read', findings: [] };
  try {
    const found = await service.bugs.collect({
      ...toBugQuery(query),
      status: 'dismissed',
      select: (bug) => toDismissedFinding(requireOurs(bug, query)),
    });
    return { kind: 'read', findings: found.filter((finding) => finding !== null) };
  } catch (error) {
    // A service that answers for another repository cannot be believed about the pending bugs either.
    if (error instanceof UnbelievableAnswerError) throw error;
    return unverifiedBy(error);
  }
}

/** The scan's own counts, where it has them and only its bugs count; else what the service says of each list. */
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

/** The bug; throws where it shows that the service has answered for another repository than it was asked for. */
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
