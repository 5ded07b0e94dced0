// The rules of what GitHub says of commits: the nearest ancestors first, and the pull request with that head.
import { describe, expect, it } from '@jest/globals';
import type { CommitData, PullData } from '../../sandbox/github/data.ts';
import type { CommitSha } from '../../src/domain/identifiers.ts';
import { fetchAncestors, fetchPullRequestsOf, MAX_ANCESTORS } from '../../src/github/history.ts';
import { withConnection } from './connection.ts';
import { REPO, rejection, sha, worldData } from '../sandbox/github-world.ts';

const commitSha = (text: string): CommitSha => text as CommitSha;

/** A straight history, newest first. */
function makeChain(length: number): CommitData[] {
  const shaAt = (at: number): string => `d${at.toString(16).padStart(39, '0')}`;
  return Array.from({ length }, (_, at) => ({
    sha: shaAt(at),
    parents: at + 1 < length ? [shaAt(at + 1)] : [],
    message: `Change ${at}`,
    authorName: 'Ada',
    date: new Date(Date.UTC(2026, 10, 1) - at * 60_000).toISOString(),
  }));
}

describe('the ancestors of a commit', () => {
  it('begin with the commit itself, then the nearest', () =>
    withConnection(async ({ octokit }) => {
      expect(await fetchAncestors(octokit, REPO, commitSha(sha('b')))).toEqual([
        sha('b'),
        sha('a'),
        sha('1'),
      ]);
    }));

  it('are 250 at most, in order, over three pages asked for at once', () => {
    const chain = makeChain(300);
    return withConnection(
      async ({ octokit, github }) => {
        const ancestors = await fetchAncestors(octokit, REPO, commitSha(chain[0]?.sha ?? ''));
        expect(ancestors).toEqual(chain.slice(0, MAX_ANCESTORS).map((commit) => commit.sha));
        expect(github.requests).toHaveLength(3);
      },
      { data: { commits: [...worldData().commits, ...chain] } },
    );
  });

  it('are each named once, at the nearest place, where a far end repeats its first page', () => {
    const chain = makeChain(100);
    const body = chain.map((commit) => ({ sha: commit.sha }));
    return withConnection(
      async ({ octokit }) => {
        const ancestors = await fetchAncestors(octokit, REPO, commitSha(chain[0]?.sha ?? ''));
        expect(ancestors).toEqual(chain.map((commit) => commit.sha));
      },
      {
        data: { commits: [...worldData().commits, ...chain] },
        faults: [
          { path: '/repos/acme/shop/commits?*', effect: { kind: 'status', status: 200, body } },
        ],
      },
    );
  });

  it.each([
    'page=1* status=404',
    'page=2* status=500',
    'page=3* truncate',
    'page=2* html',
    'page=1* wrong-type=0.sha',
  ])('are none at all when a page cannot be read (%s)', (fault) => {
    const chain = makeChain(300);
    return withConnection(
      async ({ octokit }) => {
        await rejection(fetchAncestors(octokit, REPO, commitSha(chain[0]?.sha ?? '')));
      },
      {
        data: { commits: [...worldData().commits, ...chain] },
        faults: [`GET /repos/acme/shop/commits?*&${fault}`],
      },
    );
  });

  it('are an error for a commit that GitHub does not know', () =>
    withConnection(
      async ({ octokit }) => {
        await rejection(fetchAncestors(octokit, REPO, commitSha(sha('9'))));
      },
      { allowsViolations: true },
    ));
});

describe('the pull requests of a commit', () => {
  const [pull] = worldData().pulls;
  const pulls = (...changes: readonly Partial<PullData>[]): PullData[] =>
    changes.flatMap((change) => (pull ? [{ ...pull, ...change }] : []));

  it('is the open one whose head it is', () =>
    withConnection(async ({ octokit }) => {
      expect(await fetchPullRequestsOf(octokit, REPO, commitSha(sha('b')))).toEqual([7]);
    }));

  it('is none for a commit inside of it', () =>
    withConnection(async ({ octokit }) => {
      expect(await fetchPullRequestsOf(octokit, REPO, commitSha(sha('a')))).toEqual([]);
    }));

  it('is none for one that is merged', () =>
    withConnection(
      async ({ octokit }) => {
        expect(await fetchPullRequestsOf(octokit, REPO, commitSha(sha('b')))).toEqual([]);
      },
      { data: { pulls: pulls({ state: 'closed', merged: true }) } },
    ));

  it('are several, the oldest first', () =>
    withConnection(
      async ({ octokit }) => {
        expect(await fetchPullRequestsOf(octokit, REPO, commitSha(sha('b')))).toEqual([8, 9, 12]);
      },
      { data: { pulls: pulls({ number: 12 }, { number: 8 }, { number: 9 }) } },
    ));

  it.each(['omit=0.state', 'set=0.state value=null'])(
    'is not taken for closed where GitHub does not say (%s)',
    (fault) =>
      withConnection(
        async ({ octokit }) => {
          expect(await fetchPullRequestsOf(octokit, REPO, commitSha(sha('b')))).toEqual([7]);
        },
        { faults: [`GET /repos/acme/shop/commits/*/pulls?* ${fault}`] },
      ),
  );

  it('is an error, not none, when the answer cannot be used', () =>
    withConnection(
      async ({ octokit }) => {
        const error = await rejection(fetchPullRequestsOf(octokit, REPO, commitSha(sha('b'))));
        expect(error).toMatchObject({ name: 'GitHubAnswerError' });
      },
      { faults: ['GET /repos/acme/shop/commits/*/pulls omit=0.head'] },
    ));
});
