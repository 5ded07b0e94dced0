// What GitHub confirms of the attribution: which merged pull request brought a bug in.
import { findMergedPullRequestOf } from '../github/commits.ts';
import { orInstead } from '../github/failure.ts';
import { fetchPull, requireSaid } from '../github/pull-request.ts';
import { isSameFullName, toFullName } from '../judgement/identifiers.ts';
import { type Attributions, type AttributionQuery, toAttributionKey } from './attribution.ts';
import { fetchOrFail, isGone } from './fault.ts';
import type { WatchSession } from './inputs.ts';
import type { WatchedRepository } from './watched-repository.ts';

/** The merged pull request of each query. Rejects with `Unverified` where GitHub could not be asked. */
export async function findAttributions(
  session: WatchSession,
  repository: WatchedRepository,
  queries: readonly AttributionQuery[],
): Promise<Attributions> {
  const byKey = new Map(queries.map((query) => [toAttributionKey(query), query]));
  const named = new Map(
    await Promise.all(
      [...byKey].map(async ([key, query]) => [key, await findNumber(session, repository, query)] as const),
    ),
  );
  const numbers = [...new Set([...named.values()].filter((number) => number !== null))];
  const merged = new Map(
    await Promise.all(
      numbers.map(async (number) => [number, await findIsMerged(session, repository, number)] as const),
    ),
  );
  return new Map(
    [...named].map(([key, number]) => [key, number !== null && merged.get(number) === true ? number : null]),
  );
}

const PERMISSION = 'pull-requests: read';

async function findNumber(
  { github, signal }: WatchSession,
  { address, branch }: WatchedRepository,
  query: AttributionQuery,
): Promise<number | null> {
  if (query.kind === 'pull-request') return query.number;
  const { sha } = query;
  const question = { doing: 'read the pull requests of a commit', permission: PERMISSION };
  return await fetchOrFail(signal, question, () => findMergedPullRequestOf(github, address, { branch, sha }));
}

/** Whether a number that somebody has named is that of a pull request merged into this repository. */
async function findIsMerged(
  { github, signal }: WatchSession,
  { address: { owner, repo } }: WatchedRepository,
  number: number,
): Promise<boolean> {
  const here = toFullName({ owner, repo });
  const question = { doing: `read pull request ${number}`, permission: PERMISSION };
  const ask = async (): Promise<boolean> => {
    const { isMerged, home } = await fetchPull(github, { owner, repo, number });
    return requireSaid('merged', isMerged) && isSameFullName(home ?? here, here);
  };
  return await fetchOrFail(signal, question, () => orInstead(false, ask, isGone));
}
