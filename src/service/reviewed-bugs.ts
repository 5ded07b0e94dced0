// All bugs of a repository with their reviews, read whole or not at all.
import { type Bug, errorCategory, isServiceError, type ServiceClient } from '../client/index.ts';
import { uniqueById } from '../judgement/finding.ts';
import type { RepoId, ScanId } from '../judgement/identifiers.ts';
import type { Review, ReviewedBug } from '../judgement/reviewed-bug.ts';
import { requireOurs } from './fetch-list-totals.ts';
import { createInterner, type Intern, readBug } from './from-api.ts';

const STATES = ['resolved', 'dismissed'] as const;

/**
 * Each bug once, in any state; no order. What is pending is read first, so that a bug that is settled meanwhile comes
 * twice and not never, and counts as it came last. Throws what the client throws.
 * @throws {Unverified} For a bug of another repository.
 */
export async function fetchReviewedBugs(service: ServiceClient, repoId: RepoId): Promise<readonly ReviewedBug[]> {
  const select = createSelect(repoId);
  const pending = await service.bugs.collect({ repoId, status: 'pending', select });
  return uniqueById([...pending, ...(await fetchSettledBugs(service, repoId))]);
}

/** Reads the bugs that were resolved or dismissed, as `fetchReviewedBugs` does. */
export async function fetchSettledBugs(service: ServiceClient, repoId: RepoId): Promise<readonly ReviewedBug[]> {
  const select = createSelect(repoId);
  const settled = await Promise.all(STATES.map((status) => service.bugs.collect({ repoId, status, select })));
  return uniqueById(settled.flat());
}

/** Reads what a scan found, whatever became of it since: nothing if the service no longer has its lists. Throws as the others do. */
export async function fetchFoundBugs(
  service: ServiceClient,
  { repoId, scanId }: { readonly repoId: RepoId; readonly scanId: ScanId },
): Promise<readonly Pick<ReviewedBug, 'id' | 'foundAt'>[]> {
  const select = (bug: Bug): Pick<ReviewedBug, 'id' | 'foundAt'> => {
    const { id, createdAt: foundAt } = requireOurs(bug, repoId);
    return { id, foundAt };
  };
  const lists = ['pending' as const, ...STATES].map((status) =>
    service.bugs.collect({ repoId, scanId, status, select }),
  );
  try {
    return (await Promise.all(lists)).flat();
  } catch (error) {
    if (isServiceError(error) && errorCategory(error) === 'not-found') return [];
    throw error;
  }
}

function createSelect(repoId: RepoId): (bug: Bug) => ReviewedBug {
  const intern = createInterner();
  return (bug) => toReviewedBug(requireOurs(bug, repoId), intern);
}

/** Converts a bug. Its own review decides, not the list it was in. */
function toReviewedBug(bug: Bug, intern: Intern): ReviewedBug {
  const { id, kind, foundAt, details } = readBug(bug, intern);
  const { title, path, commitSha, introducedBy } = details;
  return { id, kind, foundAt, details: { title, path, commitSha, introducedBy }, review: toReview(bug, intern) };
}

function toReview({ review }: Bug, intern: Intern): Review | null {
  if (review === null) return null;
  const { state, createdAt: at, dismissalReason, notes, source } = review;
  return {
    state: STATES.find((known) => known === state) ?? 'pending',
    at,
    reason: dismissalReason === null ? null : intern(dismissalReason),
    note: notes,
    source: source === null ? null : intern(source),
  };
}
