// The rules of the local GitHub for issues, their labels, locked conversations and the pace of creations.
import type { GitHubData, IssueData } from '../../sandbox/github/data.ts';
import { type GitHubHandle, startGitHub } from '../../sandbox/github/github.ts';
import { afterEach, describe, expect, test } from '../jest.ts';
import { client, ISSUE, NOW, NOW_MS, rejection, REPO, workflowToken, worldData } from './github-world.ts';

const BOT = 'github-actions[bot]';

function issue(number: number, change: Partial<IssueData> = {}): IssueData {
  const day = `2026-11-0${number % 10}T00:00:00Z`;
  return {
    number,
    title: `Issue ${number}`,
    body: null,
    user: 'eve',
    state: 'open',
    labels: [],
    createdAt: day,
    updatedAt: day,
    ...change,
  };
}

const ISSUES = [
  issue(2, { labels: ['Bugs', 'later'] }),
  issue(3, { user: BOT, labels: ['bugs'], state: 'closed', closedAt: '2026-11-08T00:00:00Z' }),
  issue(4, { user: BOT, updatedAt: '2026-11-09T00:00:00Z' }),
];

let github: GitHubHandle;
let nowMs = NOW_MS;

async function start(change: Partial<GitHubData> = {}): Promise<void> {
  nowMs = NOW_MS;
  const tokens = [
    ...worldData().tokens,
    workflowToken('pulls', { 'pull-requests': 'write' }),
    workflowToken('reader', { issues: 'read' }),
  ];
  const data = worldData({ issues: ISSUES, labels: ['Bugs'], tokens, ...change });
  github = await startGitHub({ data, now: () => nowMs });
}

afterEach(() => github.close());

describe('the list of issues', () => {
  test.each<[string, Record<string, string | number>, number[]]>([
    ['open ones, pull requests too, newest first', {}, [4, 2, 7]],
    ['closed ones', { state: 'closed' }, [3]],
    ['all', { state: 'all' }, [4, 3, 2, 7]],
    ['of a creator', { state: 'all', creator: BOT }, [4, 3]],
    ['with a label in any case', { state: 'all', labels: 'BUGS' }, [3, 2]],
    ['with all of several labels', { state: 'all', labels: 'bugs,later' }, [2]],
    ['by when they changed', { sort: 'updated', direction: 'asc' }, [7, 2, 4]],
    ['changed since', { since: '2026-11-05T00:00:00Z' }, [4]],
    ['a page', { state: 'all', per_page: 2, page: 2 }, [2, 7]],
  ])('holds %s', async (_, query, numbers) => {
    await start();
    const { data } = await client(github).request('GET /repos/{owner}/{repo}/issues', {
      ...REPO,
      ...query,
    });
    expect(data.map(({ number }) => number)).toEqual(numbers);
  });

  test('marks pull requests, and links its pages', async () => {
    await start();
    const { data, headers } = await client(github).issues.listForRepo({ ...REPO, per_page: 2 });
    expect(headers.link).toContain('page=2>; rel="next"');
    expect(data.map(({ pull_request: pull }) => pull)).toEqual([undefined, undefined]);
    const last = await client(github).issues.listForRepo({ ...REPO, per_page: 2, page: 2 });
    expect(last.data[0]?.pull_request?.html_url).toBe('https://github.com/acme/shop/pull/7');
  });
});

describe('an issue', () => {
  test('is created with the next number and labels that did not exist, in the name of the token', async () => {
    await start();
    const { data, status } = await client(github).issues.create({
      ...REPO,
      title: 'Open bugs',
      body: 'None yet.',
      labels: ['bugs', { name: 'scan gate' }],
    });
    expect(status).toBe(201);
    expect(data).toMatchObject({
      number: 8,
      state: 'open',
      title: 'Open bugs',
      body: 'None yet.',
      created_at: NOW,
      html_url: 'https://github.com/acme/shop/issues/8',
      user: { login: BOT },
      // One that is there keeps its spelling.
      labels: [{ name: 'Bugs' }, { name: 'scan gate' }],
    });
    expect(github.state.labels).toEqual(['Bugs', 'scan gate']);
    const got = await client(github).issues.get({ ...REPO, issue_number: 8 });
    expect(got.data).toEqual(data);
    expect(got.data.pull_request).toBeUndefined();
  });

  test('is changed in what is sent, closed with a reason and opened again', async () => {
    await start();
    const octokit = client(github);
    const two = { ...REPO, issue_number: 2 };
    const changed = await octokit.issues.update({ ...two, body: 'new', labels: ['other'] });
    expect(changed.data).toMatchObject({ title: 'Issue 2', body: 'new', updated_at: NOW });
    const closed = { state: 'closed', closed_at: NOW, title: 'Done', body: 'new' };
    const steps = [
      [{ state_reason: 'not_planned' }, { state: 'open', state_reason: null }],
      [
        { state: 'closed', title: 'Done' },
        { ...closed, state_reason: 'completed' },
      ],
      [{ state: 'open' }, { state: 'open', state_reason: 'reopened', closed_at: null }],
      [{ state: 'closed', state_reason: 'not_planned' }, { state_reason: 'not_planned' }],
    ] as const;
    for (const [change, expected] of steps) {
      const { data } = await octokit.issues.update({ ...two, ...change });
      expect(data).toMatchObject({ ...expected, labels: [{ name: 'other' }] });
    }
  });

  test('takes comments, which lead to it', async () => {
    await start();
    const octokit = client(github);
    const two = { ...REPO, issue_number: 2 };
    const { data } = await octokit.issues.createComment({ ...two, body: 'Hello' });
    expect(data.html_url).toBe(`https://github.com/acme/shop/issues/2#issuecomment-${data.id}`);
    expect((await octokit.issues.listComments(two)).data).toHaveLength(1);
    const after = (await octokit.issues.get(two)).data;
    expect(after).toMatchObject({ comments: 1, updated_at: NOW });
  });

  test('that is a pull request is closed and opened again as one', async () => {
    await start();
    const octokit = client(github);
    await octokit.issues.update({ ...ISSUE, state: 'closed', title: 'Sell socks' });
    const pull = { ...REPO, pull_number: 7 };
    expect((await octokit.pulls.get(pull)).data).toMatchObject({
      state: 'closed',
      title: 'Sell socks',
      merged: false,
      closed_at: NOW,
      merged_at: null,
    });
    await octokit.issues.update({ ...ISSUE, state: 'open' });
    expect((await octokit.pulls.get(pull)).data).toMatchObject({ state: 'open', closed_at: null });
  });

  test.each([
    ['a blank title', { title: ' ' }],
    ['a title of 257 characters', { title: 'x'.repeat(257) }],
    ['a body of 65,537 characters', { title: 'x', body: 'x'.repeat(65_537) }],
    ['a label of 51 characters', { title: 'x', labels: ['x'.repeat(51)] }],
  ])('with %s is refused', async (_, fields) => {
    await start();
    const octokit = client(github);
    for (const refused of [
      octokit.issues.create({ ...REPO, ...fields }),
      octokit.issues.update({ ...REPO, issue_number: 2, ...fields }),
    ]) {
      expect(await rejection(refused)).toMatchObject({ status: 422 });
    }
    expect(github.state.issues).toEqual(ISSUES);
  });
});

describe('what is refused', () => {
  const two = { ...REPO, issue_number: 2 };
  const calls = {
    list: (token: string) => client(github, token).issues.listForRepo(REPO),
    create: (token: string) => client(github, token).issues.create({ ...REPO, title: 'x' }),
    get: (token: string) => client(github, token).issues.get(two),
    update: (token: string) => client(github, token).issues.update({ ...two, title: 'x' }),
    comment: (token: string) => client(github, token).issues.createComment({ ...two, body: 'x' }),
    comments: (token: string) => client(github, token).issues.listComments(two),
    editComment: (token: string) => client(github, token).issues.updateComment({ ...REPO, comment_id: 20, body: 'y' }),
  };
  type Call = keyof typeof calls;
  const everything = Object.keys(calls) as Call[];
  const writes: readonly Call[] = ['create', 'update', 'comment', 'editComment'];
  const comments = [{ id: 20, issue: 2, user: BOT, body: 'x', createdAt: NOW, updatedAt: NOW }];

  async function refused(token: string): Promise<Call[]> {
    const names: Call[] = [];
    for (const name of everything) {
      await calls[name](token).catch((error: unknown) => {
        expect(error).toMatchObject({ status: 403 });
        names.push(name);
      });
    }
    return names;
  }

  test.each([
    ['pulls', everything],
    ['reader', writes],
    ['all', []],
  ])('to the token %s, of an issue that is no pull request: %j', async (token, names) => {
    await start({ comments });
    expect(await refused(token)).toEqual(names);
  });

  test.each(everything.filter((name) => name !== 'editComment'))(
    'where issues are switched off: %s is 410',
    async (name) => {
      await start({ hasIssues: false });
      expect(await rejection(calls[name]('all'))).toMatchObject({ status: 410 });
      expect((await client(github).repos.get(REPO)).data.has_issues).toBe(false);
    },
  );

  test('nothing of pull requests where issues are switched off, has_issues is true elsewhere', async () => {
    await start({ hasIssues: false });
    const octokit = client(github);
    await octokit.issues.createComment({ ...ISSUE, body: 'x' });
    expect((await octokit.issues.get(ISSUE)).data.comments).toBe(1);
    await github.close();
    await start();
    expect((await client(github).repos.get(REPO)).data.has_issues).toBe(true);
  });

  test('a new comment in a locked conversation', async () => {
    const pulls = worldData().pulls.map((pull) => ({ ...pull, locked: true }));
    await start({ pulls, issues: [issue(2, { locked: true })] });
    const octokit = client(github);
    for (const issue_number of [7, 2]) {
      const comment = octokit.issues.createComment({ ...REPO, issue_number, body: 'x' });
      expect(await rejection(comment)).toMatchObject({
        status: 403,
        response: { data: { message: 'Unable to create comment because issue is locked.' } },
      });
      const { data } = await octokit.issues.get({ ...REPO, issue_number });
      expect(data.locked).toBe(true);
    }
    expect(github.state.comments).toEqual([]);
  });

  test('a creation within a second of another, where that is switched on', async () => {
    await start({ creationIntervalMs: 1000 });
    const octokit = client(github);
    await octokit.issues.create({ ...REPO, title: 'x' });
    nowMs += 999;
    const soon = await rejection(octokit.issues.createComment({ ...ISSUE, body: 'x' }));
    expect(soon).toMatchObject({ status: 403, response: { headers: { 'retry-after': '60' } } });
    nowMs += 1;
    await octokit.issues.createComment({ ...ISSUE, body: 'x' });
    await octokit.issues.update({ ...ISSUE, title: 'an update is no creation' });
    expect([github.state.issues.length, github.state.comments.length]).toEqual([4, 1]);
  });
});
