// The lists of bugs: what is pending, whole or not at all, and how many bugs a list has.
import type { Bug, ServiceClient } from '../client/index.ts';
import type { ListOwner } from '../judgement/cause.ts';
import { type DismissedFinding, type Finding, uniqueById } from '../judgement/finding.ts';
import type { RepoId } from '../judgement/identifiers.ts';
import type { BugList, ListedBugs, ListTotals } from '../judgement/world.ts';
import type { Clock } from '../net/clock.ts';
import { fetchSettled, fetchTotal, requireOurs } from './fetch-list-totals.ts';
import { createInterner, toDismissedFinding, toFinding } from './from-api.ts';

interface ListQuery {
  readonly repositoryId: RepoId;
  readonly list: BugList;
}

function toQuery({ repositoryId: repoId, list }: ListQuery) {
  return list === 'repository' ? { repoId } : { repoId, scanId: list.id };
}

export function toListKey(list: BugList): string {
  return list === 'repository' ? list : list.id;
}

export function toListOwner(list: BugList): ListOwner {
  return list === 'repository' ? list : 'scan';
}

/**
 * The pending bugs of a list. Throws what the client throws.
 * @throws {Unverified} If the answer is about another repository.
 */
export async function fetchListedBugs(
  service: ServiceClient,
  query: ListQuery & { readonly clock: Pick<Clock, 'now'> },
): Promise<ListedBugs> {
  const readAt = query.clock.now();
  const intern = createInterner();
  const select = (bug: Bug): Finding | null => toFinding(requireOurs(bug, query.repositoryId), intern);
  const listed = await service.bugs.collect({ ...toQuery(query), status: 'pending', select });
  return { findings: listed.filter((finding) => finding !== null), total: listed.length, readAt };
}

/** How many bugs of each state a list has; `pending` where that is known already. Throws as `fetchListedBugs`. */
export async function fetchTotals(
  service: ServiceClient,
  query: ListQuery & { readonly pending: number | null },
): Promise<ListTotals> {
  const list = toQuery(query);
  const [pending, settled] = await Promise.all([
    query.pending ?? fetchTotal(service, { ...list, status: 'pending' }),
    fetchSettled(service, list),
  ]);
  return { pending, ...settled };
}

/** The dismissed bugs of several lists, each once. Throws as `fetchListedBugs`. */
export async function fetchDismissed(
  service: ServiceClient,
  { repositoryId, lists }: { readonly repositoryId: RepoId; readonly lists: readonly BugList[] },
): Promise<readonly DismissedFinding[]> {
  const select = (bug: Bug): DismissedFinding | null => toDismissedFinding(requireOurs(bug, repositoryId));
  const read = await Promise.all(
    lists.map((list) => service.bugs.collect({ ...toQuery({ repositoryId, list }), status: 'dismissed', select })),
  );
  return uniqueById(read.flat().filter((finding) => finding !== null));
}
