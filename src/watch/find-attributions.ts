// Asks GitHub which merged pull request brought a bug in.
import { findMergedPullRequestOf } from '../github/commits.ts';
import { hasStatus, orInstead } from '../github/failure.ts';
import { askGitHub } from '../github/fault.ts';
import { fetchPull, requireSaid } from '../github/pull-request.ts';
import { isSameFullName, toFullName } from '../judgement/identifiers.ts';
import { once } from '../net/once.ts';
import { type Attributions, type AttributionQuery, type AttributedPull, toAttributionKey } from './attribution.ts';
import type { WatchSession } from './inputs.ts';
import type { WatchedRepository } from './watched-repository.ts';

/** Finds the merged pull request of each query. Rejects with `Unverified` where GitHub does not answer. */
export async function findAttributions(
  session: WatchSession,
  repository: WatchedRepository,
  queries: readonly AttributionQuery[],
): Promise<Attributions> {
  const mergedOf = once((number: number) => findMerged(session, repository, number));
  const byKey = new Map(queries.map((query) => [toAttributionKey(query), query]));
  const found = [...byKey].map(async ([key, query]) => {
    const number = await findNumber(session, repository, query);
    return [key, number === null ? null : await mergedOf(number)] as const;
  });
  return new Map(await Promise.all(found));
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
  return await askGitHub(signal, question, () => findMergedPullRequestOf(github, address, { branch, sha }));
}

/** Gives null where no pull request of that number was merged into this repository. */
async function findMerged(
  { github, signal }: WatchSession,
  { address: { owner, repo } }: WatchedRepository,
  number: number,
): Promise<AttributedPull | null> {
  const here = toFullName({ owner, repo });
  const question = { doing: `read pull request ${number}`, permission: PERMISSION };
  const ask = async (): Promise<AttributedPull | null> => {
    const { isMerged, mergedAt, home } = await fetchPull(github, { owner, repo, number });
    const isHere = requireSaid('merged', isMerged) && isSameFullName(home ?? here, here);
    return isHere ? { number, mergedAt } : null;
  };
  return await askGitHub(signal, question, () => orInstead(null, ask, hasStatus(404, 410)));
}
