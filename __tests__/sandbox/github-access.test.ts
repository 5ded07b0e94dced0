// The rules of the local GitHub for tokens, permissions, limits, mounts and requests that break the description.
import type { Octokit } from '@octokit/rest';
import type { GitHubHandle } from '../../sandbox/github/github.ts';
import { afterEach, beforeEach, describe, expect, test } from '../jest.ts';
import { client, ISSUE, PULL, rejection, REPO, sha, startWorld, workflowToken } from './github-world.ts';

const REFUSED = {
  status: 403,
  response: { data: { message: 'Resource not accessible by integration', status: '403' } },
};

let github: GitHubHandle;

beforeEach(async () => {
  const date = '2026-11-01T00:00:00Z';
  github = await startWorld({
    comments: [{ id: 10, issue: 7, user: 'eve', body: '', createdAt: date, updatedAt: date }],
    runs: [{ id: 5, name: 'Gate', headSha: sha('b'), attempt: 1, status: 'completed', conclusion: 'failure' }],
  });
});

afterEach(async () => {
  await github.close();
});

interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

function raw(path: string, sent: Sent = {}): Promise<Response> {
  const headers = { authorization: 'Bearer all', ...sent.headers };
  return fetch(github.url + path, { ...sent, headers });
}

function post(path: string, body: unknown): Promise<Response> {
  return raw(path, { method: 'POST', body: JSON.stringify(body) });
}

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

describe('in a private repository', () => {
  test.each(READS)('%s: needs %s: read', async (_, scope, read) => {
    expect(await rejection(read(client(github, 'nothing')))).toMatchObject(REFUSED);
    github.state.tokens.push(workflowToken('reader', { [scope]: 'read' }));
    await read(client(github, 'reader'));
    expect(github.violations).toEqual([]);
  });

  test.each(WRITES)('%s: needs %s: write', async (_, scope, write) => {
    github.state.tokens.push(workflowToken('reader', { [scope]: 'read' }));
    expect(await rejection(write(client(github, 'reader')))).toMatchObject(REFUSED);
    github.state.tokens.push(workflowToken('writer', { [scope]: 'write' }));
    await write(client(github, 'writer'));
    expect(github.violations).toEqual([]);
  });

  test('every token may see the repository and what a collaborator may do', async () => {
    const octokit = client(github, 'nothing');
    const { data } = await octokit.repos.get(REPO);
    expect(data).toMatchObject({ full_name: 'acme/shop', private: true, visibility: 'private' });
    const ada = await octokit.repos.getCollaboratorPermissionLevel({ ...REPO, username: 'ada' });
    expect(ada.data).toMatchObject({ permission: 'write', role_name: 'maintain', user: { id: 1 } });
    const eve = await octokit.repos.getCollaboratorPermissionLevel({ ...REPO, username: 'eve' });
    expect(eve.data.permission).toBe('none');
    const nobody = { ...REPO, username: 'nobody' };
    expect(await rejection(octokit.repos.getCollaboratorPermissionLevel(nobody))).toMatchObject({
      status: 404,
    });
  });

  test('a refusal names the permissions that would do', async () => {
    const response = await fetch(`${github.url}/repos/acme/shop/issues/7/comments`, {
      headers: { authorization: 'token nothing' },
    });
    expect(response.headers.get('x-accepted-github-permissions')).toBe('issues=read; pull_requests=read');
  });
});

describe('in a public repository', () => {
  beforeEach(() => {
    github.state.visibility = 'public';
  });

  test('every token may read, and no other may write than in a private one', async () => {
    const octokit = client(github, 'nothing');
    for (const [, , read] of READS) await read(octokit);
    for (const [, , write] of WRITES) expect(await rejection(write(octokit))).toMatchObject(REFUSED);
  });

  test('everybody has the permission to read', async () => {
    const eve = { ...REPO, username: 'eve' };
    const { data } = await client(github).repos.getCollaboratorPermissionLevel(eve);
    expect(data).toMatchObject({ permission: 'read', role_name: 'read' });
  });
});

describe('a token', () => {
  test('that is unknown or missing is refused', async () => {
    const unknown = await rejection(client(github, 'wrong').repos.get(REPO));
    expect(unknown).toMatchObject({ status: 401, message: expect.stringContaining('Bad cred') });
    expect(github.violations).toEqual([]);
    const missing = await fetch(`${github.url}/repos/acme/shop`);
    expect(missing.status).toBe(401);
    expect(github.violations).toEqual(['GET /repos/acme/shop: no token was sent']);
  });

  test('of a workflow has no user, that of a person has one', async () => {
    const bot = await rejection(client(github).users.getAuthenticated());
    expect(bot).toMatchObject(REFUSED);
    const person = await client(github, 'pat').users.getAuthenticated();
    expect(person.data.login).toBe('ada');
  });

  test('is told its login by GraphQL', async () => {
    const { graphql } = client(github);
    expect(await graphql('query { viewer { login } }')).toEqual({
      viewer: { login: 'github-actions[bot]' },
    });
    expect(await graphql('{ viewer { login } }')).toBeDefined();
    expect(github.violations).toEqual([]);
    await rejection(graphql('{ viewer { login email } }'));
    expect(github.violations).toHaveLength(1);
  });

  test('does not see other repositories', async () => {
    const other = await rejection(client(github).repos.get({ owner: 'acme', repo: 'other' }));
    expect(other).toMatchObject({ status: 404 });
    const shouted = await client(github).repos.get({ owner: 'ACME', repo: 'Shop' });
    expect(shouted.data.full_name).toBe('acme/shop');
  });
});

describe('an Enterprise Server', () => {
  test('answers below /api/v3, with links that stay there', async () => {
    const octokit = client(github, 'all', '/api/v3');
    const { data, headers } = await octokit.pulls.listFiles({ ...PULL, per_page: 1 });
    expect(data[0]?.contents_url).toContain(`${github.url}/api/v3/repos/acme/shop/contents/`);
    expect(headers.link).toContain(`<${github.url}/api/v3/repos/acme/shop/pulls/7/files?`);
    const comment = await octokit.issues.createComment({ ...ISSUE, body: 'x' });
    expect(comment.data.html_url).toContain(`${github.url}/acme/shop/pull/7#issuecomment-`);
  });

  test('has GraphQL at /api/graphql', async () => {
    const answer = await post('/api/graphql', { query: 'query { viewer { login } }' });
    expect(await answer.json()).toEqual({ data: { viewer: { login: 'github-actions[bot]' } } });
  });
});

describe('a request that breaks the description', () => {
  test.each([
    ['an unknown query parameter', 'GET', '/repos/acme/shop/pulls/7/files?pagesize=1', undefined],
    ['a query parameter of a wrong type', 'GET', '/repos/acme/shop/commits?page=two', undefined],
    ['a number that is none', 'GET', '/repos/acme/shop/pulls/seven', undefined],
    ['an unknown body field', 'POST', '/repos/acme/shop/issues/7/comments', { body: 'x', by: 1 }],
    ['a missing body field', 'POST', '/repos/acme/shop/issues/7/comments', {}],
    ['no body', 'POST', '/repos/acme/shop/issues/7/comments', undefined],
    ['a body field of a wrong type', 'PATCH', '/repos/acme/shop/issues/comments/10', { body: 1 }],
  ])('is refused and noted: %s', async (_, method, path, body) => {
    const text = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await raw(path, { method, ...text });
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({
      message: expect.stringContaining('Invalid request.'),
      status: '422',
    });
    expect(github.violations).toHaveLength(1);
  });

  test('is noted even where the permission is missing too', async () => {
    const response = await raw('/repos/acme/shop/pulls/7?x=1', {
      headers: { authorization: 'Bearer nothing' },
    });
    expect(response.status).toBe(403);
    expect(github.violations).toHaveLength(1);
  });

  test('is refused and noted: a body that is not a JSON object', async () => {
    for (const body of ['{', '[]', '"x"']) {
      const response = await raw('/repos/acme/shop/issues/7/comments', { method: 'POST', body });
      expect(response.status).toBe(400);
    }
    expect(github.violations).toHaveLength(3);
  });

  test('is refused and noted: an operation that is not emulated', async () => {
    const response = await raw('/repos/acme/shop/branches');
    expect(response.status).toBe(404);
    expect(github.violations).toEqual(['GET /repos/acme/shop/branches: the local GitHub does not know this operation']);
  });

  test('is refused and noted: an API version that does not exist', async () => {
    const at = (version: string): Promise<Response> =>
      raw('/repos/acme/shop', { headers: { 'x-github-api-version': version } });
    expect((await at('2022-11-28')).status).toBe(200);
    expect((await at('2026-03-10')).status).toBe(200);
    expect((await at('2020-01-01')).status).toBe(400);
  });
});

describe('the rate limits', () => {
  test('are told with every answer', async () => {
    const { headers } = await client(github).repos.get(REPO);
    expect(headers).toMatchObject({
      'x-ratelimit-limit': '1000',
      'x-ratelimit-remaining': '999',
      'x-ratelimit-resource': 'core',
    });
    expect(headers['x-github-request-id']).toBeDefined();
  });

  test('stop creations with a time to wait, and nothing else', async () => {
    github.state.contentCreationsLeft = 1;
    await post('/repos/acme/shop/issues/7/comments', { body: 'x' });
    const second = await post('/repos/acme/shop/issues/7/comments', { body: 'x' });
    expect([second.status, second.headers.get('retry-after')]).toEqual([403, '60']);
    expect(github.state.comments).toHaveLength(2);
    expect((await raw('/repos/acme/shop')).status).toBe(200);
  });

  test('stop everything once the requests are used up', async () => {
    github.state.requestsLeft = 1;
    await raw('/repos/acme/shop');
    const second = await raw('/repos/acme/shop');
    expect(second.status).toBe(403);
    expect(second.headers.get('x-ratelimit-remaining')).toBe('0');
  });
});
