// The proof that the sandbox needs no client of ours: its command line started as users do, every flow walked with fetch.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { storefront } from '../../sandbox/scenarios/storefront/names.ts';
import { IS_WINDOWS } from '../platform.ts';

const root = join(import.meta.dirname, '..', '..');

interface Line {
  readonly service: string;
  readonly apiKey: string;
  readonly repository: string;
  readonly sha: string;
}

let child: ChildProcess;
let stdout = '';
let line: Line;

beforeAll(async () => {
  child = spawn(process.execPath, ['sandbox/cli.ts'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => (stdout += chunk));
  while (!stdout.includes('\n')) {
    if (child.exitCode !== null) throw new Error('the sandbox ended at once');
    await sleep(20);
  }
  line = JSON.parse(stdout) as Line;
}, 30_000);

afterAll(async () => {
  if (child.exitCode === null) {
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
});

interface Asked {
  readonly method?: string;
  readonly body?: unknown;
  readonly key?: string;
}

interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Asks as any program would: method, path, key, JSON. */
async function ask(path: string, { method = 'GET', body, key }: Asked = {}): Promise<Answer> {
  const response = await fetch(line.service + path, {
    method,
    headers: {
      authorization: `Bearer ${key ?? line.apiKey}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Answer['body'] };
}

interface ScanBody {
  readonly workflowRequestId: string;
  readonly commitSha: string;
  readonly bugCounts: Readonly<Record<string, number>>;
}

async function repoId(): Promise<string> {
  const { body } = await ask('/public/v1/repos');
  const repos = body['repos'] as readonly { id: string; fullName: string }[];
  return repos.find(({ fullName }) => fullName === line.repository)?.id ?? 'none';
}

async function newestScan(): Promise<ScanBody> {
  const { body } = await ask(`/public/v1/scans?repo_id=${await repoId()}&limit=1`);
  const [scan] = body['scans'] as readonly ScanBody[];
  if (!scan) throw new Error('no scan');
  return scan;
}

const post = (body: unknown): Asked => ({ method: 'POST', body });

test('one line of JSON says where everything is', () => {
  expect(stdout.trimEnd().split('\n')).toHaveLength(1);
  expect(line).toEqual({
    service: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    apiKey: expect.stringMatching(/^svc_(?:live|test)_/),
    github: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    githubToken: expect.any(String),
    repository: 'acme/storefront',
    sha: expect.stringMatching(/^[\da-f]{40}$/),
    pullRequest: expect.any(Number),
  });
});

test('repositories → scans → bugs by scan → review → counts change', async () => {
  const repo = await repoId();
  const scan = await newestScan();
  expect(scan.commitSha).toBe(line.sha);
  const path = `/public/v1/bugs?repo_id=${repo}&workflow_request_id=${scan.workflowRequestId}`;
  const { body } = await ask(`${path}&status=pending&limit=2&offset=1`);
  const bugs = body['bugs'] as readonly { id: string }[];
  expect(bugs).toHaveLength(2);
  expect(body['total']).toBe(scan.bugCounts['open']);
  const bug = `/public/v1/bugs/${bugs[0]?.id ?? ''}`;
  expect((await ask(bug)).body).toEqual(bugs[0]);

  const review = { state: 'dismissed', dismissalReason: 'wont_fix', notes: 'by design' };
  const { status, body: recorded } = await ask(`${bug}/review`, post(review));
  expect(status).toBe(200);
  expect(recorded).toMatchObject({ ...review, source: 'review' });
  expect((await ask(bug)).body).toMatchObject({ review });
  const { open = 0, dismissed = 0, ...others } = scan.bugCounts;
  expect((await newestScan()).bugCounts).toEqual({
    ...others,
    open: open - 1,
    dismissed: dismissed + 1,
  });
  expect((await ask(`${path}&status=pending`)).body).toMatchObject({ total: open - 1 });
  expect((await ask(`${path}&status=dismissed`)).body).toMatchObject({ total: dismissed + 1 });

  await ask(`${bug}/review`, post({ state: 'resolved' }));
  await ask(`${bug}/review`, post({ state: 'pending' }));
  expect((await newestScan()).bugCounts).toEqual(scan.bugCounts);
});

// The one test that really waits: three seconds, as the sandbox does unless told otherwise.
test('create a rule → poll → rule files', async () => {
  const repo = await repoId();
  const input = { description: 'Check the owner of a card' };
  const { body } = await ask('/public/v1/rules', post({ repo_id: repo, input }));
  const id = String(body['ruleCreationRequestId']);
  expect(id).toMatch(/^rcr_/);
  const request = async (): Promise<Answer['body']> =>
    (await ask(`/public/v1/rules/requests/${id}`)).body;
  expect(await request()).toMatchObject({ id, status: 'pending', input, results: [] });
  expect(await request()).not.toHaveProperty('completedAt');
  expect((await ask(`/public/v1/rules?repo_id=${repo}`)).body).toEqual({ rules: [] });
  const deadlineMs = Date.now() + 20_000;
  while ((await request())['status'] === 'pending' && Date.now() < deadlineMs) await sleep(200);

  const done = await request();
  expect(done).toMatchObject({ status: 'complete', completedAt: expect.any(Number) });
  const [result] = done['results'] as readonly { id: string; ruleName: string }[];
  const { body: rule } = await ask(`/public/v1/rules/${result?.id ?? ''}`);
  expect(rule).toMatchObject({ ...result, ruleFiles: expect.any(Object) });
  expect(JSON.stringify(rule['ruleFiles'])).toContain(input.description);
  expect((await ask(`/public/v1/rules?repo_id=${repo}`)).body).toEqual({
    rules: [{ ...result, createdAt: rule['createdAt'] }],
  });
  const listed = await ask(`/public/v1/rules/requests?repo_id=${repo}`);
  expect(listed.body).toEqual({ requests: [done] });
}, 30_000);

test('user', async () => {
  expect(await ask('/public/v1/user')).toEqual({
    status: 200,
    body: {
      email: expect.stringContaining('@'),
      orgs: [{ id: expect.stringMatching(/^org_/), name: expect.any(String) }],
    },
  });
});

describe('each error type', () => {
  test.each<[type: string, status: number, path: string, asked: Asked]>([
    ['SERVICE_AUTHENTICATION_ERROR', 401, '/public/v1/user', { key: 'svc_test_nobody' }],
    [
      'AUTHORIZATION_ERROR',
      403,
      '/public/v1/bugs/bug_x/review',
      { ...post({ state: 'resolved' }), key: storefront.readOnlyKey },
    ],
    ['NOT_FOUND', 404, '/public/v1/bugs/bug_unknown', {}],
    ['INVALID_REQUEST_BODY', 400, '/public/v1/rules', post({ input: {} })],
    ['INVALID_QUERY_PARAMS', 400, '/public/v1/repos?limit=101', {}],
    [
      'UNKNOWN_WORKFLOW_REQUEST',
      404,
      `/public/v1/bugs?repo_id=${storefront.repoId}&status=pending&workflow_request_id=wr_unknown`,
      {},
    ],
  ])('%s', async (type, status, path, asked) => {
    const { status: got, body } = await ask(path, asked);
    expect(got).toBe(status);
    expect(body).toMatchObject({ type, statusCode: status, message: expect.any(String) });
    if (type === 'AUTHORIZATION_ERROR') expect(body).toHaveProperty('requiredRole');
  });

  test('INTERNAL_ERROR, once it is asked for', async () => {
    const control = `${line.service}/sandbox/faults`;
    await fetch(control, { method: 'POST', body: 'GET /public/v1/user nth=1 status=500' });
    expect(await ask('/public/v1/user')).toMatchObject({
      status: 500,
      body: { type: 'INTERNAL_ERROR', statusCode: 500, message: expect.any(String) },
    });
    expect(await ask('/public/v1/user')).toMatchObject({ status: 200 });
    await fetch(control, { method: 'DELETE' });
  });
});

test('it ends cleanly when it is told to', async () => {
  child.kill('SIGTERM');
  const [code] = (await once(child, 'exit')) as [number | null];
  // On Windows that is an end at once, which no process sees coming.
  expect(code).toBe(IS_WINDOWS ? null : 0);
  expect(stdout.trimEnd().split('\n')).toHaveLength(1);
});
