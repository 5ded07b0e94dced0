// Other pull requests that a verdict may depend on: those that findings are put down to, and those with the same head.
import type { OtherPullRequest } from '../domain/assessment.ts';
import type { CommitSha } from '../domain/identifiers.ts';
import type { RepositoryRef } from '../domain/repository.ts';
import { unverified, type Unverified } from '../domain/unverified.ts';
import { settle } from '../net/settle.ts';
import {
  isDecidedByTwins,
  NO_RELATED_PULL_REQUESTS,
  selectOtherPullRequests,
  toAssessed,
  withRelated,
  type AssessedEvidence,
  type Evidence,
  type RelatedPullRequests,
} from '../report/judgement.ts';
import { explain } from './failure.ts';
import type { Octokit } from './octokit.ts';
import { fetchIsMerged, fetchOpenWithHead } from './pull-request.ts';
import { fetchLists, toChanges, type ChangeLists } from './pull-request-changes.ts';

/** What is asked about other pull requests. */
export interface RelatedSource {
  /** Rejects where GitHub does not say. */
  fetchIsMerged(number: number): Promise<boolean>;
  /** The open pull requests with this head, ascending. */
  fetchOpenWithHead(sha: CommitSha): Promise<readonly number[]>;
  /** Never rejects. */
  fetchLists(number: number): Promise<ChangeLists>;
}

/** Asks GitHub each time. */
export function createRelatedSource(github: Octokit, repository: RepositoryRef): RelatedSource {
  return {
    fetchIsMerged: (number) => fetchIsMerged(github, { ...repository, number }),
    fetchOpenWithHead: (sha) => fetchOpenWithHead(github, repository, sha),
    fetchLists: (number) => fetchLists(github, { ...repository, number }),
  };
}

/** Asks for no more than the verdict needs, and gives the findings compared with it. Never rejects. */
export async function fetchRelatedPullRequests(
  source: RelatedSource | null,
  evidence: Omit<Evidence, 'related'>,
): Promise<Pick<AssessedEvidence, 'related' | 'findings'>> {
  const alone = toAssessed({ ...evidence, related: NO_RELATED_PULL_REQUESTS });
  if (source === null) return alone;
  const numbers = selectOtherPullRequests(alone);
  const entries = await Promise.all(
    numbers.map(async (number) => [number, await findOther(source, number)] as const),
  );
  const related = { ...NO_RELATED_PULL_REQUESTS, others: new Map(entries) };
  const beside = withRelated(alone, related);
  if (!isDecidedByTwins(beside)) return beside;
  return withRelated(beside, { ...related, ...(await fetchTwins(source, evidence)) });
}

async function findOther(source: RelatedSource, number: number): Promise<OtherPullRequest> {
  const merged = await settle(source.fetchIsMerged(number));
  if (merged.status === 'rejected') return 'unknown';
  return merged.value ? 'merged' : 'unmerged';
}

type Twins = Pick<RelatedPullRequests, 'twins' | 'uncomparedTwins' | 'twinsFault'>;

/** Ours: anybody can open pull requests with this head, and the lists of each may take sixty requests. */
const MAX_TWINS = 5;

async function fetchTwins(
  source: RelatedSource,
  { subject }: Pick<Evidence, 'subject'>,
): Promise<Twins> {
  try {
    const numbers = await source.fetchOpenWithHead(subject.sha);
    const others = numbers.filter((number) => number !== subject.pullRequest);
    if (others.length > MAX_TWINS) {
      return { twins: [], uncomparedTwins: others.length, twinsFault: null };
    }
    const twins = await Promise.all(
      others.map(async (number) => ({ number, lists: await source.fetchLists(number) })),
    );
    const refused = twins
      .flatMap(({ lists }) => [lists.files, lists.commits])
      .find((list) => list.status === 'rejected');
    return {
      // What one with a refused list changes is not known: the fault speaks for it.
      twins: twins
        .map(({ number, lists }) => toChanges(number, lists))
        .filter(({ commits, paths }) => commits !== null && paths !== null),
      uncomparedTwins: 0,
      twinsFault: refused === undefined ? null : unknownTwinsFault(refused.reason),
    };
  } catch (error) {
    return { twins: [], uncomparedTwins: 0, twinsFault: unknownTwinsFault(error) };
  }
}

function unknownTwinsFault(error: unknown): Unverified {
  const what = explain(error, 'read other pull requests of this commit', 'pull-requests: read');
  return unverified('github-error', what, [
    'Run this job again; this check belongs to the commit, and another pull request may have the same one.',
  ]);
}
