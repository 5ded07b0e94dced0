// The local service keeps its promises: it refuses what its description refuses, and its lists move as the real ones do.
import type { ServiceData } from '../../sandbox/service/data.ts';
import { type ServiceHandle, type ServiceOptions, startService } from '../../sandbox/service/service.ts';
import { smallWorld, smallWorldKeys } from '../../sandbox/service/small-world.ts';
import { afterEach, describe, expect, test } from '../jest.ts';

const startMs = 1_800_000_000_000;
let nowMs = startMs;
let service: ServiceHandle;

async function start(change: Partial<ServiceData> = {}, options: Partial<ServiceOptions> = {}): Promise<void> {
  nowMs = startMs;
  service = await startService({ data: { ...smallWorld(startMs), ...change }, now: () => nowMs, ...options });
}
afterEach(() => service.close());

interface Asked {
  readonly method?: string;
  readonly body?: string;
  readonly key?: string;
}

async function call(
  path: string,
  { key = smallWorldKeys.live, ...init }: Asked = {},
): Promise<Record<string, unknown>> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const response = await fetch(`${service.url}/public/v1/${path}`, { ...init, headers });
  return { ...((await response.json()) as object), status: response.status };
}

const post = (path: string, body: unknown): Promise<Record<string, unknown>> =>
  call(path, { method: 'POST', body: JSON.stringify(body) });

async function bugIds(state = 'pending', more = ''): Promise<string[]> {
  const { bugs } = await call(`bugs?repo_id=repo_one&status=${state}${more}`);
  return (bugs as { id: string }[]).map(({ id }) => id);
}

async function scanOf(id: string): Promise<Record<string, unknown> | undefined> {
  const { scans } = await call('scans?repo_id=repo_one');
  return (scans as Record<string, unknown>[]).find((scan) => scan['workflowRequestId'] === id);
}

describe('what it refuses', () => {
  const one = 'repo_id=repo_one';
  const bugs = `bugs?${one}&status=pending`;
  test.each<[number, string, string, string?]>([
    [404, 'NOT_FOUND', 'bugs/bug_unknown'],
    [404, 'NOT_FOUND', 'bugs/repo_one'],
    [404, 'NOT_FOUND', 'bugs?repo_id=repo_unknown&status=pending'],
    [404, 'NOT_FOUND', 'rules/requests/rcr_unknown'],
    [404, 'NOT_FOUND', 'user/'],
    [404, 'NOT_FOUND', 'nothing'],
    [404, 'NOT_FOUND', 'bugs/bug_unknown/review', '{"state":"resolved"}'],
    [404, 'UNKNOWN_WORKFLOW_REQUEST', `${bugs}&workflow_request_id=wr_unknown`],
    [404, 'UNKNOWN_WORKFLOW_REQUEST', 'bugs?repo_id=repo_two&status=pending&workflow_request_id=wr_old'],
    ...['limit=0', 'limit=101', 'limit=1.5', 'limit=', 'limit=1&limit=2', 'limit=05', 'offset=-1', 'offset=1e3'].map(
      (page): [number, string, string] => [400, 'INVALID_QUERY_PARAMS', `scans?${one}&${page}`],
    ),
    [400, 'INVALID_QUERY_PARAMS', 'bugs?status=pending'],
    [400, 'INVALID_QUERY_PARAMS', `bugs?${one}&status=open`],
    [400, 'INVALID_QUERY_PARAMS', 'scans?repo_id=one'],
    [400, 'INVALID_QUERY_PARAMS', 'user?verbose=true'],
    [400, 'INVALID_REQUEST_BODY', 'bugs/bug_1/review', '{"state":"dismissed"}'],
    [400, 'INVALID_REQUEST_BODY', 'bugs/bug_1/review', '{"state":"resolved","reason":"other"}'],
    [400, 'INVALID_REQUEST_BODY', 'bugs/bug_1/review', '[]'],
    [400, 'INVALID_REQUEST_BODY', 'bugs/bug_1/review', '{"state":'],
    [400, 'INVALID_REQUEST_BODY', 'rules', '{"repo_id":"repo_one","input":{"bugIds":["1"]}}'],
  ])('%i %s: %s %s', async (status, type, path, body = '') => {
    await start();
    const answer = await call(path, body === '' ? {} : { method: 'POST', body });
    expect(answer).toMatchObject({ status, statusCode: status, type });
    expect(service.state.bugs).toEqual(smallWorld(startMs).bugs);
  });

  test('an unknown key, and a write with a key that may only read', async () => {
    await start();
    const type = 'SERVICE_AUTHENTICATION_ERROR';
    expect(await call('user', { key: 'svc_live_unknown' })).toMatchObject({ status: 401, type });
    const key = smallWorldKeys.readOnly;
    expect(await call('user', { key })).toMatchObject({ status: 200 });
    const write = await call('rules', { key, method: 'POST' });
    expect(write).toMatchObject({ status: 403, type: 'AUTHORIZATION_ERROR', requiredRole: 'admin' });
  });

  test('to send what breaks openapi.yaml: 500, and no error of the service', async () => {
    await start({ user: { ...smallWorld(startMs).user, email: 5 as unknown as string } });
    expect(await call('user')).toMatchObject({
      status: 500,
      message: expect.stringMatching(/sandbox defect.*\/email must be string/s),
    });
  });
});

describe('bugs', () => {
  test('move by review, with the counts of the scans that surfaced them', async () => {
    await start();
    expect(await bugIds()).toEqual(['bug_1', 'bug_4', 'bug_5']);
    expect(await bugIds('pending', '&workflow_request_id=wr_old')).toEqual(['bug_1', 'bug_4']);
    const review = await post('bugs/bug_1/review', { state: 'dismissed', dismissalReason: 'wont_fix', notes: 'n' });
    expect(review).toMatchObject({ state: 'dismissed', source: 'review', createdAt: startMs, notes: 'n' });
    expect([await bugIds(), await bugIds('dismissed')]).toEqual([
      ['bug_4', 'bug_5'],
      ['bug_1', 'bug_3'],
    ]);
    expect(await scanOf('wr_old')).toMatchObject({ bugCounts: { total: 4, open: 1, resolved: 1, dismissed: 2 } });
    const again = await post('bugs/bug_1/review', { state: 'pending' });
    expect([again['dismissalReason'], again['notes']]).toEqual([undefined, undefined]);
  });

  test('come in pages of 50 unless said otherwise, with a total of all', async () => {
    const [bug] = smallWorld(startMs).bugs;
    await start({ bugs: bug ? Array.from({ length: 120 }, (_, n) => ({ ...bug, id: `bug_n${n}` })) : [] });
    expect(await bugIds()).toHaveLength(50);
    expect(await call('bugs?repo_id=repo_one&status=pending&limit=100&offset=119')).toMatchObject({
      bugs: [{ id: 'bug_n119' }],
      total: 120,
    });
  });
});

describe('scans', () => {
  test('come newest first; one that runs has nothing to show until it ends by looks', async () => {
    await start();
    const { scans } = await call('scans?repo_id=repo_one');
    expect(scans).toMatchObject(['wr_run', 'wr_failed', 'wr_old'].map((workflowRequestId) => ({ workflowRequestId })));
    expect(await bugIds('pending', '&workflow_request_id=wr_run')).toEqual([]);
    expect(await scanOf('wr_run')).toMatchObject({ workflowStatus: 'in_progress' });
    expect(await scanOf('wr_run')).toMatchObject({
      workflowStatus: 'complete',
      completedAt: startMs,
      bugCounts: { total: 3, open: 2, resolved: 0, dismissed: 1 },
    });
  });

  test.each(['failed', 'dlq'] as const)('may end as %s by time', async (endsAs) => {
    await start({ runningScans: [{ scan: 'wr_run', afterMs: 5_000, endsAs }] });
    nowMs += 4_999;
    expect(await scanOf('wr_run')).toMatchObject({ workflowStatus: 'in_progress', bugCounts: null });
    nowMs += 1;
    expect(await scanOf('wr_run')).toMatchObject({ workflowStatus: endsAs });
  });

  test('may list late: whole after so many first pages, never between the pages of one reading', async () => {
    await start({ runningScans: [], lateLists: [{ scan: 'wr_old', missing: ['bug_1'], afterLooks: 1 }] });
    const of = '&workflow_request_id=wr_old&limit=1';
    const reading = async (): Promise<string[]> => [
      ...(await bugIds('pending', of)),
      ...(await bugIds('pending', `${of}&offset=1`)),
    ];
    expect([await reading(), await reading()]).toEqual([['bug_4'], ['bug_1', 'bug_4']]);
    expect(await scanOf('wr_old')).toMatchObject({ bugCounts: { total: 4 } });
  });

  test('may list a bug once: only the one that found it first lists and counts it', async () => {
    await start({ listsBugsOnce: true });
    // Looks end the one that runs.
    for (let look = 0; look < 3; look += 1) await scanOf('wr_run');
    const lists = ['wr_old', 'wr_run'].map((scan) => bugIds('pending', `&workflow_request_id=${scan}`));
    expect(await Promise.all(lists)).toEqual([['bug_1', 'bug_4'], ['bug_5']]);
    expect(await scanOf('wr_run')).toMatchObject({ bugCounts: { total: 1, open: 1 } });
    expect(await bugIds()).toEqual(['bug_1', 'bug_4', 'bug_5']);
  });
});

test.each([
  ['complete', {}],
  ['failed', { bugIds: ['bug_nowhere'] }],
])('a rule request is pending for three seconds, then %s', async (status, input) => {
  await start();
  const { ruleCreationRequestId: id } = await post('rules', { repo_id: 'repo_one', input });
  nowMs += 2_999;
  const path = `rules/requests/${String(id)}`;
  expect(await call(path)).toMatchObject({ status: 200, results: [] });
  expect(service.state.requests.at(-1)?.status).toBe('pending');
  nowMs += 1;
  expect(service.state.requests.at(-1)).toMatchObject({ id, status, completedAt: startMs + 3_000 });
  expect(service.state.rules).toHaveLength(status === 'complete' ? 3 : 1);
});

test('a world is a copy of its data, can be edited, and replaced: running scans begin again', async () => {
  const data = smallWorld(startMs);
  await start(data);
  await post('bugs/bug_1/review', { state: 'resolved' });
  expect(data).toEqual(smallWorld(startMs));
  service.state.change((world) => {
    world.bugs = world.bugs.filter((bug) => bug.id !== 'bug_4');
  });
  expect(await bugIds()).toEqual(['bug_5']);
  for (let look = 0; look < 3; look += 1) await scanOf('wr_run');
  service.state.replaceData(data);
  expect(await scanOf('wr_run')).toMatchObject({ workflowStatus: 'in_progress' });
  expect(await bugIds()).toHaveLength(3);
});
