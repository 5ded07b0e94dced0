// Other pull requests that a verdict may depend on: those that findings are put down to, and those with the same head.
import type { OtherPullRequest } from '../domain/assessment.ts';
import { unverified, type Unverified } from '../domain/unverified.ts';
import { explain } from '../github/failure.ts';
import type { Octokit } from '../github/octokit.ts';
import { fetchIsMerged, fetchOpenWithHead } from '../github/pull-request.ts';
import {
  isDecidedByTwins,
  NO_RELATED_PULL_REQUESTS,
  selectOtherPullRequests,
  type Evidence,
  type RelatedPullRequests,
} from '../report/judgement.ts';
import { fetchLists, toChanges } from './pull-request-context.ts';
import { settle } from './settle.ts';

/** Asks GitHub for no more than the verdict needs. Never rejects. */
export async function fetchRelatedPullRequests(
  github: Octokit | null,
  evidence: Evidence,
): Promise<RelatedPullRequests> {
  if (github === null) return NO_RELATED_PULL_REQUESTS;
  const numbers = selectOtherPullRequests(evidence);
  const entries = await Promise.all(
    numbers.map(async (number) => [number, await findOther(github, evidence, number)] as const),
  );
  const related = { ...NO_RELATED_PULL_REQUESTS, others: new Map(entries) };
  if (!isDecidedByTwins({ ...evidence, related })) return related;
  return { ...related, ...(await fetchTwins(github, evidence)) };
}

async function findOther(
  github: Octokit,
  { place }: Evidence,
  number: number,
): Promise<OtherPullRequest> {
  const merged = await settle(fetchIsMerged(github, { ...place, number }));
  if (merged.status === 'rejected') return 'unknown';
  return merged.value ? 'merged' : 'unmerged';
}

type Twins = Pick<RelatedPullRequests, 'twins' | 'twinsFault'>;

async function fetchTwins(github: Octokit, { place, subject }: Evidence): Promise<Twins> {
  try {
    const numbers = await fetchOpenWithHead(github, place, subject.sha);
    const others = numbers.filter((number) => number !== subject.pullRequest);
    const twins = await Promise.all(
      others.map(async (number) => ({
        number,
        lists: await fetchLists(github, { ...place, number }),
      })),
    );
    const refused = twins
      .flatMap(({ lists }) => [lists.files, lists.commits])
      .find((list) => list.status === 'rejected');
    return {
      // What one with a refused list changes is not known: the fault speaks for it.
      twins: twins
        .map(({ number, lists }) => toChanges(number, lists))
        .filter(({ commits, paths }) => commits !== null && paths !== null),
      twinsFault: refused === undefined ? null : unknownTwinsFault(refused.reason),
    };
  } catch (error) {
    return { twins: [], twinsFault: unknownTwinsFault(error) };
  }
}

function unknownTwinsFault(error: unknown): Unverified {
  const what = explain(error, 'read other pull requests of this commit', 'pull-requests: read');
  return unverified('github-error', what, [
    'Run this job again; this check belongs to the commit, and another pull request may have the same one.',
  ]);
}
