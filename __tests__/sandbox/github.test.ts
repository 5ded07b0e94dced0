// The local GitHub refuses what GitHub refuses: tokens, permissions, the description, limits.
import type { Octokit } from '@octokit/rest';
import type { GitHubData, RunData } from '../../sandbox/github/data.ts';
import { type GitHubHandle, startGitHub } from '../../sandbox/github/github.ts';
import { afterEach, describe, expect, test } from '../jest.ts';
import { client, ISSUE, NOW_MS, PULL, rejection, REPO, sha, workflowToken, worldData } from './github-world.ts';

const REFUSED = {
  status: 403,
  response: { data: { message: 'Resource not accessible by integration', status: '403' } },
};
const date = '2026-11-01T00:00:00Z';
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
  ['its comments', 'issues', (o) => o.issues.listComments(ISSUE)],
  ['commits', 'contents', (o) => o.repos.listCommits(REPO)],
  ['a workflow run', 'actions', (o) => o.actions.getWorkflowRun({ ...REPO, run_id: 5 })],
];
const WRITES: [string, string, (octokit: Octokit) => Promise<unknown>][] = [
  ['a comment', 'pull-requests', (o) => o.issues.createComment({ ...ISSUE, body: 'x' })],
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
    expect(await rejection(client(github).repos.listForAuthenticatedUser())).toMatchObject(REFUSED);
    expect(await rejection(client(github).repos.get({ owner: 'acme', repo: 'other' }))).toMatchObject({ status: 404 });
  });

  test('finds issues refused without their own permission, switched off, and conversations locked', async () => {
    const issue = { number: 2, title: 'x', body: null, user: 'eve', labels: [], createdAt: date, updatedAt: date };
    const tokens = [...worldData().tokens, workflowToken('pulls', { 'pull-requests': 'write' })];
    const octokit = await start({ tokens, issues: [{ ...issue, state: 'open', locked: true }] });
    const two = { ...REPO, issue_number: 2 };
    expect(await rejection(client(github, 'pulls').issues.listComments(two))).toMatchObject({ status: 403 });
    expect(await rejection(octokit.issues.createComment({ ...two, body: 'x' }))).toMatchObject({ status: 403 });
    github.state.hasIssues = false;
    expect(await rejection(octokit.issues.listComments(two))).toMatchObject({ status: 410 });
    expect((await octokit.issues.listComments(ISSUE)).data).toHaveLength(1);
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
