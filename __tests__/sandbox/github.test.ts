// The local GitHub refuses what GitHub refuses: tokens, permissions, the description, limits; and lists as GitHub does.
import type { Octokit } from '@octokit/rest';
import { endAttempt } from '../../sandbox/github/attempts.ts';
import type { GitHubData, PullData, RunData } from '../../sandbox/github/data.ts';
import { type GitHubHandle, startGitHub } from '../../sandbox/github/github.ts';
import { afterEach, describe, expect, test } from '../jest.ts';
import { client, ISSUE, NOW, NOW_MS, PULL, rejection, REPO, sha, workflowToken, worldData } from './github-world.ts';

const REFUSED = {
  status: 403,
  response: { data: { message: 'Resource not accessible by integration', status: '403' } },
};
const date = '2026-11-01T00:00:00Z';
const RUN = { ...REPO, run_id: 5 };
const run: RunData = {
  ...{ id: 5, name: 'Gate', headSha: sha('b'), attempt: 1, createdAt: '2026-11-19T00:00:00Z' },
  ...{ status: 'completed', conclusion: 'failure' },
};

let github: GitHubHandle;
let nowMs = NOW_MS;

async function start(change: Partial<GitHubData> = {}): Promise<Octokit> {
  nowMs = NOW_MS;
  const comments = [{ id: 10, issue: 7, user: 'eve', body: '', createdAt: date, updatedAt: date }];
  github = await startGitHub({ data: worldData({ comments, runs: [run], ...change }), now: () => nowMs });
  return client(github);
}

afterEach(async () => {
  await github.close();
});

const COMMENT = { ...REPO, comment_id: 10 };
const READS: [string, string, (octokit: Octokit) => Promise<unknown>][] = [
  ['a pull request', 'pull-requests', (o) => o.pulls.get(PULL)],
  ['its files', 'pull-requests', (o) => o.pulls.listFiles(PULL)],
  ['its commits', 'pull-requests', (o) => o.pulls.listCommits(PULL)],
  ['its comments', 'pull-requests', (o) => o.issues.listComments(ISSUE)],
  ['its comments', 'issues', (o) => o.issues.listComments(ISSUE)],
  ['reactions', 'pull-requests', (o) => o.reactions.listForIssueComment(COMMENT)],
  ['commits', 'contents', (o) => o.repos.listCommits(REPO)],
  ['a commit', 'contents', (o) => o.repos.getCommit({ ...REPO, ref: 'main' })],
  [
    'pull requests of a commit',
    'pull-requests',
    (o) => o.repos.listPullRequestsAssociatedWithCommit({ ...REPO, commit_sha: sha('a') }),
  ],
  ['check runs', 'checks', (o) => o.checks.listForRef({ ...REPO, ref: 'main' })],
  ['what happened to branches', 'contents', (o) => o.repos.listActivities(REPO)],
  ['jobs', 'actions', (o) => o.actions.listJobsForWorkflowRun({ ...REPO, run_id: 5 })],
  ['a workflow run', 'actions', (o) => o.actions.getWorkflowRun({ ...REPO, run_id: 5 })],
];
const WRITES: [string, string, (octokit: Octokit) => Promise<unknown>][] = [
  ['a comment', 'pull-requests', (o) => o.issues.createComment({ ...ISSUE, body: 'x' })],
  ['a comment', 'issues', (o) => o.issues.createComment({ ...ISSUE, body: 'x' })],
  ['a changed comment', 'pull-requests', (o) => o.issues.updateComment({ ...COMMENT, body: 'x' })],
  ['a deletion', 'pull-requests', (o) => o.issues.deleteComment(COMMENT)],
  ['a reaction', 'pull-requests', (o) => o.reactions.createForIssueComment({ ...COMMENT, content: 'eyes' })],
  ['a check run', 'checks', (o) => o.checks.create({ ...REPO, name: 'x', head_sha: sha('b') })],
  ['a rerun', 'actions', (o) => o.actions.reRunWorkflowFailedJobs({ ...REPO, run_id: 5 })],
];

describe('a token', () => {
  test.each(READS)('needs a permission to read %s: %s', async (_, scope, read) => {
    await start({ tokens: [workflowToken('nothing', {}), workflowToken('reader', { [scope]: 'read' })] });
    expect(await rejection(read(client(github, 'nothing')))).toMatchObject(REFUSED);
    await read(client(github, 'reader'));
    github.state.visibility = 'public';
    await read(client(github, 'nothing'));
    expect(github.violations).toEqual([]);
  });

  test.each(WRITES)('needs a permission to write %s: %s', async (_, scope, write) => {
    await start({
      tokens: [workflowToken('reader', { [scope]: 'read' }), workflowToken('writer', { [scope]: 'write' })],
      visibility: 'public',
    });
    expect(await rejection(write(client(github, 'reader')))).toMatchObject(REFUSED);
    await write(client(github, 'writer'));
    expect(github.violations).toEqual([]);
  });

  test('that is unknown, missing, or of a workflow where a person is asked for is refused', async () => {
    await start();
    expect(await rejection(client(github, 'wrong').repos.get(REPO))).toMatchObject({ status: 401 });
    expect((await fetch(`${github.url}/repos/acme/shop`)).status).toBe(401);
    expect(github.violations).toEqual(['GET /repos/acme/shop: no token was sent']);
    expect(await rejection(client(github).users.getAuthenticated())).toMatchObject(REFUSED);
    expect(await rejection(client(github).repos.get({ owner: 'acme', repo: 'other' }))).toMatchObject({ status: 404 });
  });

  test('finds issues refused without their own permission, switched off, and conversations locked', async () => {
    const issue = { number: 2, title: 'x', body: null, user: 'eve', labels: [], createdAt: date, updatedAt: date };
    const tokens = [...worldData().tokens, workflowToken('pulls', { 'pull-requests': 'write' })];
    const octokit = await start({ tokens, issues: [{ ...issue, state: 'open', locked: true }] });
    const two = { ...REPO, issue_number: 2 };
    expect(await rejection(client(github, 'pulls').issues.get(two))).toMatchObject({ status: 403 });
    expect(await rejection(octokit.issues.createComment({ ...two, body: 'x' }))).toMatchObject({ status: 403 });
    github.state.hasIssues = false;
    expect(await rejection(octokit.issues.get(two))).toMatchObject({ status: 410 });
    expect((await octokit.issues.get(ISSUE)).data.pull_request).toBeDefined();
  });
});

describe('a request that breaks the description is refused and noted', () => {
  const comments = '/repos/acme/shop/issues/7/comments';
  test.each([
    ['an unknown query parameter', 'GET', '/repos/acme/shop/pulls/7/files?pagesize=1', undefined, 422],
    ['a query parameter of a wrong type', 'GET', '/repos/acme/shop/commits?page=two', undefined, 422],
    ['an unknown body field', 'POST', comments, '{"body":"x","by":1}', 422],
    ['a missing body field', 'POST', comments, '{}', 422],
    ['a body field of a wrong type', 'PATCH', '/repos/acme/shop/issues/comments/10', '{"body":1}', 422],
    ['a body that is not a JSON object', 'POST', comments, '[]', 400],
    ['an operation that is not emulated', 'GET', '/repos/acme/shop/branches', undefined, 404],
  ])('%s', async (_, method, path, body, status) => {
    await start();
    const headers = { authorization: 'Bearer all' };
    const response = await fetch(github.url + path, { method, headers, ...(body === undefined ? {} : { body }) });
    expect(response.status).toBe(status);
    expect(github.violations).toHaveLength(1);
  });

  const annotation = { path: 'a.ts', start_line: 1, end_line: 1, annotation_level: 'warning', message: 'm' };
  const annotated = (change: object, count = 1): object => ({
    annotations: Array.from({ length: count }, () => ({ ...annotation, ...change })),
  });
  test.each<[string, object]>([
    ['51 annotations', annotated({}, 51)],
    ['columns over several lines', annotated({ end_line: 2, start_column: 1, end_column: 2 })],
    ['an end before the start', annotated({ start_line: 3, end_line: 2 })],
    ['a negative line', annotated({ start_line: -1 })],
    ['a title over 255 characters', annotated({ title: 'x'.repeat(256) })],
    ['a message over 64 KB', annotated({ message: 'x'.repeat(65_537) })],
    ['an unknown level', annotated({ annotation_level: 'error' })],
    ['a summary over 65,535 bytes', { summary: 'é'.repeat(32_768) }],
    ['a text over 65,535 bytes', { text: 'é'.repeat(32_768) }],
  ])('a check run with %s', async (_, output) => {
    const octokit = await start();
    const create = octokit.request('POST /repos/acme/shop/check-runs', {
      ...{ name: 'Scan Gate', head_sha: sha('b') },
      output: { title: 'Title', summary: 'Summary', ...output },
    });
    expect(await rejection(create)).toMatchObject({ status: 422 });
    expect(github.violations).toHaveLength(1);
    expect(github.state.checkRuns).toEqual([]);
  });

  test('a comment over 65,536 characters or blank, a title over 256, a completed check without conclusion', async () => {
    const octokit = await start();
    await octokit.issues.createComment({ ...ISSUE, body: 'x'.repeat(65_536) });
    for (const refused of [
      octokit.issues.createComment({ ...ISSUE, body: 'x'.repeat(65_537) }),
      octokit.issues.updateComment({ ...COMMENT, body: ' ' }),
      octokit.issues.create({ ...REPO, title: 'x'.repeat(257) }),
      octokit.request('POST /repos/acme/shop/check-runs', { name: 'x', head_sha: sha('b'), status: 'completed' }),
    ]) {
      expect(await rejection(refused)).toMatchObject({ status: 422 });
    }
    expect(github.violations).toHaveLength(4);
  });
});

describe('a limit', () => {
  test('of creations, of their pace and of requests is told with a time to wait', async () => {
    const octokit = await start({ creationIntervalMs: 1000 });
    const create = (): Promise<unknown> => octokit.issues.createComment({ ...ISSUE, body: 'x' });
    await create();
    expect(await rejection(create())).toMatchObject({ status: 403, response: { headers: { 'retry-after': '60' } } });
    nowMs += 1000;
    github.state.contentCreationsLeft = 0;
    expect(await rejection(create())).toMatchObject({ status: 403, response: { headers: { 'retry-after': '60' } } });
    github.state.requestsLeft = 1;
    expect((await octokit.repos.get(REPO)).headers['x-ratelimit-remaining']).toBe('0');
    expect(await rejection(octokit.repos.get(REPO))).toMatchObject({ status: 403 });
  });

  test('of a list is 30 items a page unless 100 are asked for, 3,000 files and 250 commits in all', async () => {
    const octokit = await start();
    const file = { status: 'added', additions: 1, deletions: 0 } as const;
    for (const pull of github.state.pulls) {
      pull.files = Array.from({ length: 3001 }, (_, index) => ({ ...file, filename: `${index}.ts` }));
    }
    const short = await octokit.pulls.listFiles(PULL);
    expect(short.data).toHaveLength(30);
    expect(short.headers.link).toContain(`<${github.url}/repos/acme/shop/pulls/7/files?page=2>; rel="next"`);
    expect((await octokit.pulls.listFiles({ ...PULL, per_page: 1000 })).data).toHaveLength(100);
    expect(await octokit.paginate(octokit.pulls.listFiles, { ...PULL, per_page: 100 })).toHaveLength(3000);
    for (let index = 0; index < 300; index += 1) {
      const name = index.toString(16).padStart(40, 'f');
      github.pushCommit(7, { sha: name, parents: [], message: '', authorName: 'Ada', date });
    }
    expect(await octokit.paginate(octokit.pulls.listCommits, { ...PULL, per_page: 100 })).toHaveLength(250);
  });
});

describe('pull requests', () => {
  const pull = (number: number, change: Partial<PullData> = {}): PullData => {
    const [shoes] = worldData().pulls;
    if (shoes === undefined) throw new Error('no pull request');
    return { ...shoes, number, ...change };
  };
  const twin = pull(8, { base: { sha: sha('1'), ref: 'release' } });
  const fork = pull(9, { head: { sha: sha('b'), ref: 'shoes', repository: 'Eve/shop' } });
  const gone = pull(10, { head: { sha: sha('a'), ref: 'shoes', repository: null } });
  const closed = pull(11, { state: 'closed', closedAt: '2026-11-06T00:00:00Z' });
  const head = { sha: sha('a'), ref: 'socks', repository: 'eve/shop' };
  const squashed = { mergeCommitSha: sha('2'), commits: [sha('a')], head };
  const merged = pull(12, { state: 'closed', merged: true, ...squashed });

  test.each<[string, Record<string, string>, number[]]>([
    ['open ones, newest first', {}, [10, 9, 8, 7]],
    ['closed ones, merged ones among them', { state: 'closed' }, [12, 11]],
    ['of a branch of this repository', { head: 'acme:shoes' }, [8, 7]],
    ['of a branch of a fork, the owner in any case', { head: 'eve:shoes' }, [9]],
    ['of a branch into a branch', { head: 'acme:shoes', base: 'main', state: 'all' }, [11, 7]],
  ])('are listed as %s', async (_, query, numbers) => {
    const octokit = await start({ pulls: [pull(7), twin, fork, gone, closed, merged] });
    const { data } = await octokit.request('GET /repos/{owner}/{repo}/pulls', { ...REPO, ...query });
    expect(data.map(({ number }) => number)).toEqual(numbers);
  });

  test.each<[string, Partial<GitHubData>, string, number[]]>([
    ['none of a fork', { pulls: [fork, gone] }, 'b', []],
    ['twins, but none closed without merging', { pulls: [pull(7), twin, closed] }, 'b', [7, 8]],
    ['a merged one, by its merge commit, from a fork too', { pulls: [merged, gone, pull(7)] }, '2', [12]],
    ['none of a fork by a commit that was squashed', { pulls: [merged, closed] }, 'a', []],
    ['a merged one by its commit on the default branch', { pulls: [merged], branches: { main: sha('b') } }, 'a', [12]],
  ])('of a commit are %s', async (_, change, digit, numbers) => {
    const { repos } = await start(change);
    const { data } = await repos.listPullRequestsAssociatedWithCommit({ ...REPO, commit_sha: sha(digit) });
    expect(data.map(({ number }) => number)).toEqual(numbers);
  });
});

test('commits are listed and compared along their parents, and an unknown one is not found', async () => {
  const { repos } = await start();
  const { data } = await repos.listCommits({ ...REPO, sha: sha('b') });
  expect(data.map((commit) => commit.sha)).toEqual([sha('b'), sha('a'), sha('1')]);
  const compared = await repos.compareCommitsWithBasehead({ ...REPO, basehead: 'main...shoes' });
  expect(compared.data).toMatchObject({ status: 'diverged', ahead_by: 2, behind_by: 1 });
  expect(await rejection(repos.listCommits({ ...REPO, sha: sha('e') }))).toMatchObject({ status: 404 });
});

describe('a workflow run', () => {
  test('is run again as a new attempt by whoever asked, with jobs of its own', async () => {
    await start();
    const { actions } = client(github, 'app');
    const jobs = async (): Promise<unknown> =>
      (await actions.listJobsForWorkflowRun({ ...RUN, filter: 'all' })).data.jobs.map((job) => job.run_attempt);
    await actions.reRunWorkflowFailedJobs(RUN);
    const { data } = await actions.getWorkflowRun(RUN);
    expect(data).toMatchObject({ run_attempt: 2, status: 'in_progress', run_started_at: NOW });
    expect(data.triggering_actor?.login).toBe('other-app[bot]');
    const [own] = github.state.runs;
    if (own !== undefined) endAttempt(own, 'success');
    expect(await jobs()).toEqual([1, 2]);
    // No job failed.
    expect(await rejection(actions.reRunWorkflowFailedJobs(RUN))).toMatchObject({ status: 403 });
  });

  test.each<[string, Partial<RunData>, string]>([
    ['runs', { status: 'in_progress', conclusion: null }, 'already running'],
    ['is 31 days old', { createdAt: '2026-10-20T00:00:00Z' }, 'over a month ago'],
    ['was run again 50 times', { attempt: 51 }, '50 re-runs'],
  ])('that %s cannot be run again', async (_, change, word) => {
    const { actions } = await start({ runs: [{ ...run, ...change }] });
    const refusal = await rejection(actions.reRunWorkflow(RUN));
    expect(refusal).toMatchObject({ status: 403, message: expect.stringContaining(word) });
  });
});
