// What GitHub says of a pull request beyond its lists: its former heads, its first commit, and whether another one is open.
import type { CommitData, PullData } from '../../sandbox/github/data.ts';
import { fetchFormerCommits } from '../../src/github/former-heads.ts';
import { createGitHubWorld } from '../../src/github/live.ts';
import { fetchFirstCommit, fetchOpenPull } from '../../src/github/pull-request.ts';
import { isUnverified } from '../../src/judgement/unverified.ts';
import { describe, expect, it } from '../jest.ts';
import { rejection, REPO, sha, worldData } from '../sandbox/github-world.ts';
import { PLACE, withConnection } from './connection.ts';

const { commits: known, pulls: usual } = worldData();
/** Commits one after the other, from `1`, which `main` has. */
const chain = (...digits: readonly string[]): CommitData[] =>
  digits.map((digit, at) => ({
    ...{ sha: sha(digit), parents: [sha(digits[at - 1] ?? '1')], date: `2026-11-0${at + 5}T00:00:00Z` },
    ...{ message: 'Change', authorName: 'Ada' },
  }));
const many = Array.from({ length: 251 }, (_, at) => `7${at.toString(16).padStart(39, '0')}`);
const long = many.map((each, at): CommitData => ({
  ...{ sha: each, parents: [many[at - 1] ?? sha('1')], date: '2026-11-05T00:00:00Z' },
  ...{ message: 'Change', authorName: 'Ada' },
}));
const pulls = (...changes: readonly Partial<PullData>[]): PullData[] =>
  changes.flatMap((change) => usual.map((pull) => ({ ...pull, ...change })));

describe('the commits of former heads', () => {
  const commits = [...known, ...chain('c', 'd'), ...chain('8'), ...long];
  const branches = { main: sha('2') };
  const gone = 'f'.repeat(40);

  it.each<[string, (string | null)[], object, number]>([
    ['none without a force push', [], { commits: [], isWhole: true, lost: 0 }, 0],
    ['those that the base does not have', [sha('d')], { commits: [sha('c'), sha('d')], isWhole: true, lost: 0 }, 1],
    ['of several heads', [sha('8'), sha('c')], { commits: [sha('8'), sha('c')], isWhole: true, lost: 0 }, 2],
    ['of one that was pushed twice, once', [sha('8'), sha('8')], { commits: [sha('8')], isWhole: true, lost: 0 }, 1],
    ['of one that is gone nothing', [sha('8'), gone, null], { commits: [sha('8')], isWhole: true, lost: 2 }, 1],
    ['of the newest ten', [sha('8'), ...Array<null>(10).fill(null)], { commits: [], isWhole: true, lost: 10 }, 0],
    ['of one of 251 those that GitHub lists', [many.at(-1) ?? null], { isWhole: false, lost: 0 }, 1],
  ])('%s', (_, formerHeads, expected, comparisons) => {
    const asked: string[] = [];
    return withConnection(
      { data: { commits, branches, pulls: pulls({ formerHeads }) }, watch: ({ path }) => void asked.push(path) },
      async ({ octokit }) => {
        expect(await fetchFormerCommits(octokit, PLACE)).toMatchObject(expected);
        expect(asked.filter((path) => path === '/graphql')).toHaveLength(1);
        expect(asked.filter((path) => path.includes('/compare/'))).toHaveLength(comparisons);
      },
    );
  });

  it('are the head alone where GitHub names it and cannot compare it', () =>
    withConnection(
      {
        data: { commits, branches, pulls: pulls({ formerHeads: [sha('d')] }) },
        faults: ['GET /repos/acme/shop/compare/* status=404'],
      },
      async ({ octokit }) => {
        const found = await fetchFormerCommits(octokit, PLACE);
        expect(found).toEqual({ commits: [sha('d')], firsts: [], isWhole: true, lost: 1 });
      },
    ));

  it.each([
    ['the query is refused', 'POST /graphql status=403'],
    ['a comparison is', 'GET /repos/acme/shop/compare/* status=403'],
    ['a comparison has no commits', 'GET /repos/acme/shop/compare/* omit=commits'],
  ])('are an error, not none, where %s', (_, fault) =>
    withConnection(
      { data: { commits, branches, pulls: pulls({ formerHeads: [sha('8')] }) }, faults: [fault] },
      async ({ octokit }) => {
        expect(await rejection(fetchFormerCommits(octokit, PLACE))).toBeInstanceOf(Error);
      },
    ),
  );

  it('are an error where there is no such pull request', () =>
    withConnection({}, async ({ octokit }) => {
      const error = await rejection(fetchFormerCommits(octokit, { ...PLACE, number: 99 }));
      expect(error).toMatchObject({ name: 'GraphqlRefusal' });
    }));
});

it('the first commit is the oldest, by one request for one commit', () => {
  const asked: string[] = [];
  return withConnection({ watch: ({ query }) => void asked.push(String(query)) }, async ({ octokit }) => {
    expect(await fetchFirstCommit(octokit, PLACE)).toBe(sha('a'));
    expect(asked).toEqual(['per_page=1']);
  });
});

it.each<[string, Partial<PullData>, object | null]>([
  ['open', {}, { number: 7, headSha: sha('b'), author: { login: 'ada', isUser: true } }],
  ['closed', { state: 'closed' }, null],
])('a pull request that is asked for singly is %s', (_, change, expected) =>
  withConnection({ data: { pulls: pulls(change) } }, async ({ octokit }) => {
    const found = await fetchOpenPull(octokit, PLACE);
    expect(found).toEqual(expected && expect.objectContaining({ number: 7 }));
    if (expected !== null) expect(found).toMatchObject(expected);
  }),
);

describe('where more pull requests are open than are listed', () => {
  const { signal } = new AbortController();
  const head = { sha: sha('b'), ref: 'shoes', repository: 'acme/shop' };
  const others = Array.from({ length: 1_001 }, (_, at) => ({ number: at + 100, updatedAt: '2026-11-09T00:00:00Z' }));
  const all = pulls(
    { updatedAt: '2026-11-01T00:00:00Z' },
    { number: 8, head, updatedAt: '2026-11-01T00:00:00Z' },
    ...others,
  );
  for (const pull of all.slice(2)) pull.head = { ...head, ref: `other-${pull.number}` };

  it.each([
    ['those of the same branch are among them', 7, [7, 8]],
    ['those of no branch are not', null, []],
  ])('%s', (_, beside, expected) =>
    withConnection({ data: { pulls: all } }, async ({ octokit }) => {
      const world = createGitHubWorld({ github: octokit, repository: REPO, signal });
      const open = await world.openPulls(beside);
      if (isUnverified(open)) throw open;
      expect(open.isWhole).toBe(false);
      expect(open.pulls).toHaveLength(1_000 + expected.length);
      expect(
        open.pulls
          .map(({ number }) => number)
          .filter((number) => number < 100)
          .toSorted(),
      ).toEqual(expected);
    }),
  );
});
