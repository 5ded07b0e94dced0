// The rules of the local GitHub for pull requests and for paging.
import type { FileData } from '../../sandbox/github/data.ts';
import type { GitHubHandle } from '../../sandbox/github/github.ts';
import { afterEach, beforeEach, describe, expect, test } from '../jest.ts';
import { client, ISSUE, PULL, rejection, REPO, sha, startWorld, worldData } from './github-world.ts';

let github: GitHubHandle;

beforeEach(async () => {
  github = await startWorld();
});

afterEach(async () => {
  await github.close();
});

function files(count: number): FileData[] {
  return Array.from({ length: count }, (_, index) => ({
    filename: `file-${index}.ts`,
    status: 'added' as const,
    additions: 1,
    deletions: 0,
  }));
}

function setFiles(count: number): void {
  for (const pull of github.state.pulls) pull.files = files(count);
}

describe('a pull request', () => {
  test('shows its head, its base and its counts', async () => {
    const { data } = await client(github).pulls.get(PULL);
    expect(data).toMatchObject({
      number: 7,
      state: 'open',
      head: { sha: sha('b'), ref: 'shoes', repo: { full_name: 'acme/shop', fork: false } },
      base: { sha: sha('2'), ref: 'main', repo: { full_name: 'acme/shop' } },
      commits: 2,
      changed_files: 2,
      user: { login: 'ada', id: 1, type: 'User' },
    });
  });

  test('of a fork shows the fork, and null once the fork is gone', async () => {
    const [pull] = worldData().pulls;
    if (pull === undefined) throw new Error('no pull request');
    pull.head.repository = 'eve/shop';
    github.state.pulls = [pull];
    const fork = await client(github).pulls.get(PULL);
    expect(fork.data.head.repo).toMatchObject({ full_name: 'eve/shop', fork: true });
    expect(fork.data.head.label).toBe('eve:shoes');
    pull.head.repository = null;
    const gone = await client(github).pulls.get(PULL);
    expect(gone.data.head.repo).toBeNull();
  });

  test('is an issue too', async () => {
    const { data } = await client(github).issues.get(ISSUE);
    expect(data.pull_request?.html_url).toBe('https://github.com/acme/shop/pull/7');
  });

  test('that does not exist is not found', async () => {
    const refusal = await rejection(client(github).pulls.get({ ...REPO, pull_number: 8 }));
    expect(refusal).toMatchObject({ status: 404 });
    expect(github.violations).toEqual([]);
  });

  test('moves to a pushed commit', async () => {
    const commit = { parents: [sha('b')], message: 'More', authorName: 'Ada' };
    github.pushCommit(7, { ...commit, sha: sha('c'), date: '2026-11-05T00:00:00Z' }, files(1));
    const { data } = await client(github).pulls.get(PULL);
    expect(data.head.sha).toBe(sha('c'));
    expect(data).toMatchObject({ commits: 3, changed_files: 1 });
  });
});

describe('the lists of a pull request', () => {
  test('name the old path of a renamed file', async () => {
    const { data } = await client(github).pulls.listFiles(PULL);
    expect(data.map((file) => [file.filename, file.previous_filename])).toEqual([
      ['src/a b.ts', undefined],
      ['new.ts', 'old.ts'],
    ]);
  });

  test('hold the commits oldest first', async () => {
    const { data } = await client(github).pulls.listCommits(PULL);
    expect(data.map((commit) => commit.sha)).toEqual([sha('a'), sha('b')]);
  });

  test('end at 3,000 files and at 250 commits', async () => {
    setFiles(3001);
    const octokit = client(github);
    const all = await octokit.paginate(octokit.pulls.listFiles, { ...PULL, per_page: 100 });
    expect(all).toHaveLength(3000);
    for (let index = 0; index < 300; index += 1) {
      const name = index.toString(16).padStart(40, 'f');
      const commit = { parents: [], message: '', authorName: 'Ada', date: '2026-11-05T00:00:00Z' };
      github.pushCommit(7, { ...commit, sha: name });
    }
    const commits = await octokit.paginate(octokit.pulls.listCommits, { ...PULL, per_page: 100 });
    expect(commits).toHaveLength(250);
  });
});

describe('paging', () => {
  test('gives 30 without per_page, and never more than 100', async () => {
    setFiles(150);
    const octokit = client(github);
    const short = await octokit.pulls.listFiles(PULL);
    const long = await octokit.pulls.listFiles({ ...PULL, per_page: 1000 });
    expect([short.data.length, long.data.length]).toEqual([30, 100]);
  });

  test('links the neighbours, and keeps the rest of the query', async () => {
    setFiles(25);
    const octokit = client(github);
    const { headers } = await octokit.pulls.listFiles({ ...PULL, per_page: 10, page: 2 });
    const url = (page: number): string => `<${github.url}/repos/acme/shop/pulls/7/files?per_page=10&page=${page}>`;
    expect(headers.link).toBe(
      `${url(1)}; rel="prev", ${url(3)}; rel="next", ${url(3)}; rel="last", ${url(1)}; rel="first"`,
    );
  });

  test('links nothing when all fits on one page, and is empty past the end', async () => {
    const octokit = client(github);
    const only = await octokit.pulls.listFiles(PULL);
    expect(only.headers.link).toBeUndefined();
    const past = await octokit.pulls.listFiles({ ...PULL, page: 9 });
    expect(past.data).toEqual([]);
  });
});
