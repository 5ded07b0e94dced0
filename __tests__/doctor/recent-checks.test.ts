// The checks that the newest pull requests into a branch have, as GitHub tells them.
import type { GitHubData, PullData, RunData } from '../../sandbox/github/data.ts';
import { fetchRecentChecks } from '../../src/doctor/recent-checks.ts';
import { withConnection } from '../github/connection.ts';
import { describe, expect, it } from '../jest.ts';
import { REPO, sha, workflowToken, worldData } from '../sandbox/github-world.ts';

const BRANCH = { ...REPO, branch: 'main' };
const READS = { contents: 'read', 'pull-requests': 'read', checks: 'read', statuses: 'read' } as const;

/** The sixth from the end is one too many. */
const HEADS = ['a', 'b', 'c', 'd', 'e', 'f'].map(sha);

function aPull(headSha: string, index: number): PullData {
  const [own] = worldData().pulls;
  if (own === undefined) throw new Error('the world has a pull request');
  const createdAt = `2026-11-0${index + 1}T00:00:00Z`;
  return { ...own, number: 20 + index, head: { ...own.head, sha: headSha }, createdAt };
}

const aRun = (headSha: string | undefined, ...names: string[]): RunData => ({
  ...{ id: 5, name: 'CI', attempt: 1, status: 'completed', conclusion: 'success', headSha: headSha ?? '' },
  jobs: names.map((name) => ({ name })),
});

const world = (change: Partial<GitHubData> = {}): Partial<GitHubData> => ({
  tokens: [workflowToken('all', READS)],
  pulls: HEADS.map(aPull),
  ...change,
});

describe('the checks of the newest pull requests', () => {
  it.each<[string, Partial<GitHubData>, { readonly pulls: number; readonly names: readonly string[] } | null]>([
    [
      'jobs of any head',
      { runs: [aRun(HEADS[1], 'build'), aRun(HEADS[5], 'lint', 'test')] },
      five('build', 'lint', 'test'),
    ],
    ['commit statuses', { statuses: { [HEADS[5] ?? '']: ['ci/other'] } }, five('ci/other')],
    ['none', {}, five()],
    ['those of the sixth, which is not asked about', { runs: [aRun(HEADS[0], 'build')] }, five()],
    [
      'those of another branch',
      { pulls: HEADS.map((head, at) => ({ ...aPull(head, at), base: { ref: 'next', sha: sha('2') } })) },
      { pulls: 0, names: [] },
    ],
    ['a hundred', { runs: [aRun(HEADS[5], ...numbered(100))] }, five(...numbered(100))],
    ['more than are read', { runs: [aRun(HEADS[5], ...numbered(101))] }, null],
    ['a token without checks', { tokens: [workflowToken('all', { ...READS, checks: 'none' })] }, null],
    ['a token without statuses', { tokens: [workflowToken('all', { ...READS, statuses: 'none' })] }, null],
    ['a token without pull requests', { tokens: [workflowToken('all', { ...READS, 'pull-requests': 'none' })] }, null],
  ])('%s', (_, change, expected) =>
    withConnection({ data: world(change) }, async ({ octokit, github }) => {
      const found = await fetchRecentChecks(octokit, BRANCH);
      expect(found && { ...found, names: [...found.names].sort() }).toEqual(expected);
      expect(github.requests).toHaveLength(1);
    }),
  );

  const contexts = 'data.repository.pullRequests.nodes.0.statusCheckRollup.contexts';
  it.each<[string, boolean]>([
    [`set=${contexts}.totalCount value=99`, false],
    [`set=${contexts}.nodes value=[]`, false],
    [`set=${contexts}.totalCount value=1`, true],
    [`omit=${contexts}.totalCount`, true],
  ])('are known only where as many are listed as counted (%s)', (fault, isKnown) =>
    withConnection(
      { data: world({ runs: [aRun(HEADS[5], 'build')] }), faults: [`POST /graphql ${fault}`] },
      async ({ octokit }) => {
        expect((await fetchRecentChecks(octokit, BRANCH)) !== null).toBe(isKnown);
      },
    ),
  );

  it.each(['POST /graphql status=403', 'POST /graphql omit=data'])('are not known after %s', (fault) =>
    withConnection({ data: world(), faults: [fault] }, async ({ octokit }) => {
      expect(await fetchRecentChecks(octokit, BRANCH)).toBeNull();
    }),
  );
});

function five(...names: string[]): { readonly pulls: number; readonly names: readonly string[] } {
  return { pulls: 5, names: names.toSorted() };
}

function numbered(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `check ${index}`);
}
