// The rules of the local GitHub for lists of pull requests: by head, of a commit, twins, forks, merged ones, odd files.
import type { GitHubData, PullData } from '../../sandbox/github/data.ts';
import type { GitHubHandle } from '../../sandbox/github/github.ts';
import { addedLink, movedSubmodule, removedFile } from '../../sandbox/scenarios/patch.ts';
import { afterEach, describe, expect, test } from '../jest.ts';
import { client, PULL, rejection, REPO, sha, startWorld, worldData } from './github-world.ts';

let github: GitHubHandle;

async function start(change: Partial<GitHubData> = {}): Promise<void> {
  github = await startWorld(change);
}

afterEach(() => github.close());

function pull(number: number, change: Partial<PullData> = {}): PullData {
  const [shoes] = worldData().pulls;
  if (shoes === undefined) throw new Error('no pull request');
  return { ...shoes, number, ...change };
}

const shoes = pull(7);
/** Same branch, same head, another base. */
const twin = pull(8, { base: { sha: sha('1'), ref: 'release' } });
const fork = pull(9, { head: { sha: sha('b'), ref: 'shoes', repository: 'Eve/shop' } });
const gone = pull(10, { head: { sha: sha('a'), ref: 'shoes', repository: null } });
const closed = pull(11, { state: 'closed', closedAt: '2026-11-06T00:00:00Z' });
const merged = pull(12, {
  state: 'closed',
  merged: true,
  mergeCommitSha: sha('2'),
  commits: [sha('a')],
  head: { sha: sha('a'), ref: 'socks', repository: 'eve/shop' },
  createdAt: '2026-11-03T00:00:00Z',
  closedAt: '2026-11-05T00:00:00Z',
});
// Opened last, as its number says; all others have the day that the data leaves open.
const pulls = [shoes, twin, fork, gone, closed, merged];

describe('the list of pull requests', () => {
  test.each<[string, Record<string, string | number>, number[]]>([
    ['open ones, newest first', {}, [10, 9, 8, 7]],
    ['closed ones, merged ones among them', { state: 'closed' }, [12, 11]],
    ['all', { state: 'all' }, [12, 11, 10, 9, 8, 7]],
    ['of a branch of this repository', { head: 'acme:shoes' }, [8, 7]],
    ['of a branch of a fork, the owner in any case', { head: 'eve:shoes' }, [9]],
    ['of a branch in its own case', { head: 'acme:Shoes' }, []],
    ['all where the head has no owner', { head: 'shoes' }, [10, 9, 8, 7]],
    ['into a branch', { base: 'release', state: 'all' }, [8]],
    ['of a branch into a branch', { head: 'acme:shoes', base: 'main', state: 'all' }, [11, 7]],
    ['oldest first', { direction: 'asc', state: 'all' }, [7, 8, 9, 10, 11, 12]],
    ['by change, the oldest first', { sort: 'updated', state: 'all' }, [7, 8, 9, 10, 12, 11]],
    ['a page', { per_page: 3, page: 2 }, [7]],
  ])('holds %s', async (_, query, numbers) => {
    await start({ pulls });
    const { data } = await client(github).request('GET /repos/{owner}/{repo}/pulls', {
      ...REPO,
      ...query,
    });
    expect(data.map(({ number }) => number)).toEqual(numbers);
  });

  test('links its pages with the filters', async () => {
    await start({ pulls });
    const query = { ...REPO, state: 'all', head: 'acme:shoes', per_page: 1 } as const;
    const { headers } = await client(github).pulls.list(query);
    expect(headers.link).toContain('state=all&head=acme%3Ashoes&per_page=1&page=2>; rel="next"');
  });
});

describe('the pull requests of a commit', () => {
  test.each<[string, Partial<GitHubData>, string, number[]]>([
    ['none of a fork', { pulls: [fork] }, 'b', []],
    ['none of a deleted fork', { pulls: [gone] }, 'a', []],
    ['twins, but no fork beside them', { pulls: [shoes, twin, fork] }, 'b', [7, 8]],
    ['none that was closed without merging', { pulls: [closed] }, 'b', []],
    ['a merged one, by its merge commit, from a fork too', { pulls: [merged, gone, shoes] }, '2', [12]],
    ['none of a fork by a commit that was squashed', { pulls: [merged, closed] }, 'a', []],
    [
      'a merged one by its own commit on the default branch',
      { pulls: [merged], branches: { main: sha('b') } },
      'a',
      [12],
    ],
    [
      'merged ones alone where the commit is on the default branch',
      { pulls: [shoes, { ...merged, mergeCommitSha: sha('a') }], branches: { main: sha('a') } },
      'a',
      [12],
    ],
  ])('are %s', async (_, change, digit, numbers) => {
    await start(change);
    const { data } = await client(github).repos.listPullRequestsAssociatedWithCommit({
      ...REPO,
      commit_sha: sha(digit),
    });
    expect(data.map(({ number }) => number)).toEqual(numbers);
  });
});

describe('pull requests', () => {
  test('that were merged say when and as what', async () => {
    await start({ pulls });
    const at = '2026-11-05T00:00:00Z';
    const expected = { state: 'closed', merged_at: at, closed_at: at, merge_commit_sha: sha('2') };
    const { data } = await client(github).pulls.get({ ...REPO, pull_number: 12 });
    expect(data).toMatchObject({ ...expected, merged: true, created_at: '2026-11-03T00:00:00Z' });
    const list = await client(github).pulls.list({ ...REPO, state: 'closed' });
    expect(list.data).toMatchObject([expected, { state: 'closed', merged_at: null }]);
    const comment = { ...REPO, issue_number: 12, body: 'Allowed.' };
    expect((await client(github).issues.createComment(comment)).status).toBe(201);
  });

  test('that were merged stay closed', async () => {
    await start({ pulls });
    const reopened = client(github).issues.update({ ...REPO, issue_number: 12, state: 'open' });
    expect(await rejection(reopened)).toMatchObject({ status: 422 });
  });

  test('of one branch move together, with one check for both', async () => {
    await start({ pulls });
    const octokit = client(github);
    const commit = { parents: [sha('b')], message: 'More', authorName: 'Ada' };
    github.pushCommit(7, { ...commit, sha: sha('c'), date: '2026-11-05T00:00:00Z' }, []);
    const { data } = await octokit.pulls.list({ ...REPO, state: 'all' });
    expect(data.filter(({ head }) => head.sha === sha('c')).map(({ number }) => number)).toEqual([8, 7]);
    const check = await octokit.checks.create({ ...REPO, name: 'Gate', head_sha: sha('c') });
    expect(check.data.pull_requests.map(({ number }) => number)).toEqual([7, 8]);
    const files = async (pull_number: number): Promise<number> =>
      (await octokit.pulls.listFiles({ ...REPO, pull_number })).data.length;
    expect([await files(7), await files(8)]).toEqual([0, 2]);
  });

  test('from a fork have runs whose head repository is the fork', async () => {
    const run = { id: 5, name: 'Gate', headSha: sha('b'), attempt: 1 };
    await start({ pulls: [fork], runs: [{ ...run, status: 'completed', conclusion: 'failure' }] });
    const { data } = await client(github).actions.getWorkflowRun({ ...REPO, run_id: 5 });
    expect(data).toMatchObject({
      pull_requests: [],
      head_repository: { full_name: 'Eve/shop' },
      repository: { full_name: 'acme/shop' },
    });
  });
});

test('submodules, symbolic links and removed files are one changed path each', async () => {
  const files = [
    removedFile('src/old.ts', 'one\ntwo'),
    movedSubmodule('vendor/lib', sha('3'), sha('4')),
    addedLink('src/current', '../releases/2.4'),
  ];
  await start({ pulls: [pull(7, { files })] });
  const { data } = await client(github).pulls.listFiles(PULL);
  expect(data.map(({ filename, status, changes }) => [filename, status, changes])).toEqual([
    ['src/old.ts', 'removed', 2],
    ['vendor/lib', 'modified', 2],
    ['src/current', 'added', 1],
  ]);
  // What is gone is shown as it was in the base.
  expect(data[0]?.blob_url).toContain(`/blob/${sha('2')}/`);
  expect(data[1]?.patch).toContain(`+Subproject commit ${sha('4')}`);
  expect(data[2]?.patch).toContain('+../releases/2.4\n\\ No newline at end of file');
});

test.each([
  ['base', `${sha('e')}...${sha('b')}`],
  ['head', `main...${sha('e')}`],
])('a comparison with an unknown %s is not found', async (_, basehead) => {
  await start();
  const unknown = client(github).repos.compareCommitsWithBasehead({ ...REPO, basehead });
  expect(await rejection(unknown)).toMatchObject({ status: 404 });
});
