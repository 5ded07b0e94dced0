// The check of claims with GitHub: which merged pull request brought a bug in.
import { findMergedPullRequestOf } from '../github/commits.ts';
import { readFailure } from '../github/failure.ts';
import { fetchPull, requireSaid } from '../github/pull-request.ts';
import { isSameFullName } from '../judgement/identifiers.ts';
import { type Attributions, type Claim, toClaimKey } from './attribution.ts';
import { fetchOrFail } from './fault.ts';
import type { WatchSession } from './inputs.ts';

/** The merged pull request of each claim. Rejects with `Unverified` where GitHub could not be asked. */
export async function findAttributions(
  session: WatchSession,
  branch: string,
  claims: readonly Claim[],
): Promise<Attributions> {
  const byKey = new Map(claims.map((claim) => [toClaimKey(claim), claim]));
  const named = new Map(
    await Promise.all([...byKey].map(async ([key, claim]) => [key, await findNumber(session, branch, claim)] as const)),
  );
  const numbers = [...new Set([...named.values()].filter((number) => number !== null))];
  const merged = new Map(
    await Promise.all(numbers.map(async (number) => [number, await findIsMerged(session, number)] as const)),
  );
  return new Map(
    [...named].map(([key, number]) => [key, number !== null && merged.get(number) === true ? number : null]),
  );
}

const PERMISSION = 'pull-requests: read';

async function findNumber(
  { github, event, signal }: WatchSession,
  branch: string,
  claim: Claim,
): Promise<number | null> {
  if (claim.kind === 'pull-request') return claim.number;
  const { sha } = claim;
  const question = { doing: 'read the pull requests of a commit', permission: PERMISSION };
  return await fetchOrFail(signal, question, () => findMergedPullRequestOf(github, event.repository, { branch, sha }));
}

/** Whether a number that somebody has named is that of a pull request merged into this repository. */
async function findIsMerged({ github, event, signal }: WatchSession, number: number): Promise<boolean> {
  const { owner, repo } = event.repository;
  const here = `${owner}/${repo}`;
  const question = { doing: `read pull request ${number}`, permission: PERMISSION };
  return await fetchOrFail(signal, question, async () => {
    try {
      const { isMerged, home } = await fetchPull(github, { owner, repo, number });
      return requireSaid('merged', isMerged) && isSameFullName(home ?? here, here);
    } catch (error) {
      if ([404, 410].includes(readFailure(error).status ?? 0)) return false;
      throw error;
    }
  });
}
