// The flows of the API text, walked over HTTP against the local service.
import type { ServiceData } from '../../sandbox/service/data.ts';
import { type ServiceHandle, type ServiceOptions, startService } from '../../sandbox/service/service.ts';
import { smallWorld, smallWorldKeys } from '../../sandbox/service/small-world.ts';
import { afterEach, beforeEach, describe, expect, test } from '../jest.ts';

const startMs = 1_800_000_000_000;
let nowMs = startMs;
let service: ServiceHandle;

async function restart(change: (data: ServiceData) => void, options?: Partial<ServiceOptions>) {
  await service.close();
  const data = smallWorld(startMs);
  change(data);
  service = await startService({ data, now: () => nowMs, ...options });
}

beforeEach(async () => {
  nowMs = startMs;
  service = await startService({ data: smallWorld(startMs), now: () => nowMs });
});
afterEach(() => service.close());

interface Answer {
  readonly status: number;
  // What came over the wire is judged by the expectations alone.
  readonly body: Record<string, unknown>;
}

interface Asked {
  readonly method?: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

async function call(path: string, init: Asked = {}): Promise<Answer> {
  const response = await fetch(`${service.url}/public/v1${path}`, {
    ...init,
    headers: { authorization: `Bearer ${smallWorldKeys.live}`, ...init.headers },
  });
  return { status: response.status, body: (await response.json()) as Answer['body'] };
}

const post = (path: string, body: unknown): Promise<Answer> =>
  call(path, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  });

async function bugIds(query: string): Promise<string[]> {
  const { body } = await call(`/bugs?repo_id=repo_one&${query}`);
  return (body['bugs'] as { id: string }[]).map(({ id }) => id);
}

async function scanOf(id: string): Promise<Record<string, unknown> | undefined> {
  const { body } = await call('/scans?repo_id=repo_one');
  const scans = body['scans'] as Record<string, unknown>[];
  return scans.find((scan) => scan['workflowRequestId'] === id);
}

describe('account', () => {
  test('the user has an e-mail address and organizations', async () => {
    expect(await call('/user')).toEqual({
      status: 200,
      body: { email: 'dev@example.com', orgs: [{ id: 'org_acme', name: 'Acme' }] },
    });
  });

  test('repositories come in pages, with a total that ignores them', async () => {
    const { body } = await call('/repos?limit=1&offset=1');
    expect(body).toMatchObject({ repos: [{ id: 'repo_two' }], total: 2 });
  });

  test('a test key opens the service as a live key does', async () => {
    const headers = { authorization: `Bearer ${smallWorldKeys.test}` };
    expect((await call('/user', { headers })).status).toBe(200);
  });
});

describe('bugs', () => {
  test('a bug without a review is pending', async () => {
    expect(await bugIds('status=pending')).toEqual(['bug_1', 'bug_4', 'bug_5']);
    expect(await bugIds('status=resolved')).toEqual(['bug_2']);
    expect(await bugIds('status=dismissed')).toEqual(['bug_3']);
  });

  test('a scan restricts the list to the bugs that it surfaced', async () => {
    expect(await bugIds('status=pending&workflow_request_id=wr_old')).toEqual(['bug_1', 'bug_4']);
  });

  test('total counts all that match, whatever limit and offset', async () => {
    const { body } = await call('/bugs?repo_id=repo_one&status=pending&limit=1&offset=1');
    expect(body).toMatchObject({ bugs: [{ id: 'bug_4' }], total: 3 });
    const past = await call('/bugs?repo_id=repo_one&status=pending&offset=9');
    expect(past.body).toEqual({ bugs: [], total: 3 });
  });

  test('limit is 50 when it is not given', async () => {
    await restart((data) => {
      const [bug] = data.bugs;
      if (bug) data.bugs = Array.from({ length: 120 }, (_, n) => ({ ...bug, id: `bug_n${n}` }));
    });
    expect(await bugIds('status=pending')).toHaveLength(50);
    expect(await bugIds('status=pending&limit=100')).toHaveLength(100);
  });

  test('one bug has the shape of a list item', async () => {
    const { body } = await call('/bugs?repo_id=repo_one&status=dismissed');
    const one = await call('/bugs/bug_3');
    expect(body['bugs']).toEqual([one.body]);
  });
});

describe('reviews', () => {
  test.each(['resolved', 'dismissed', 'pending'])('a review of %s moves the bug to that list', async (state) => {
    const reason = state === 'dismissed' ? { dismissalReason: 'wont_fix' } : {};
    for (const bug of ['bug_1', 'bug_2', 'bug_3']) {
      const { status, body } = await post(`/bugs/${bug}/review`, { state, ...reason });
      expect({ status, body }).toMatchObject({
        status: 200,
        body: { state, source: 'review', createdAt: startMs, ...reason },
      });
      expect(await bugIds(`status=${state}`)).toContain(bug);
      expect((await call(`/bugs/${bug}`)).body['review']).toEqual(body);
    }
  });

  test('a review overwrites the one before: reason, notes and source go', async () => {
    await post('/bugs/bug_3/review', {
      state: 'dismissed',
      dismissalReason: 'other',
      notes: 'later',
    });
    const { body } = await post('/bugs/bug_3/review', { state: 'pending' });
    expect(body).toEqual({ id: 'bfrv_3', state: 'pending', createdAt: startMs, source: 'review' });
  });

  test('a reason that comes with another state than dismissed is not kept', async () => {
    const { status, body } = await post('/bugs/bug_1/review', {
      state: 'resolved',
      dismissalReason: 'other',
    });
    expect(status).toBe(200);
    expect(body).not.toHaveProperty('dismissalReason');
  });

  test('the counts of the scans that surfaced the bug follow', async () => {
    expect(await scanOf('wr_old')).toMatchObject({
      bugCounts: { total: 4, open: 2, resolved: 1, dismissed: 1 },
    });
    await post('/bugs/bug_1/review', { state: 'resolved' });
    await post('/bugs/bug_5/review', { state: 'resolved' });
    expect(await scanOf('wr_old')).toMatchObject({
      bugCounts: { total: 4, open: 1, resolved: 2, dismissed: 1 },
    });
  });

  test('counts that the data gives stay as given until a review changes them', async () => {
    await restart((data) => {
      const old = data.scans.find((scan) => scan.workflowRequestId === 'wr_old');
      if (old) old.bugCounts = { total: 9, open: 7, resolved: 1, dismissed: 1 };
    });
    expect(await scanOf('wr_old')).toMatchObject({ bugCounts: { total: 9, open: 7 } });
    await post('/bugs/bug_1/review', { state: 'resolved' });
    expect(await scanOf('wr_old')).toMatchObject({
      bugCounts: { total: 9, open: 6, resolved: 2, dismissed: 1 },
    });
  });
});

describe('scans', () => {
  test('come newest first, with a total that ignores paging', async () => {
    const { body } = await call('/scans?repo_id=repo_one&limit=2');
    expect(body).toMatchObject({
      scans: [{ workflowRequestId: 'wr_run' }, { workflowRequestId: 'wr_failed' }],
      total: 3,
    });
    expect((await call('/scans?repo_id=repo_two')).body).toEqual({ scans: [], total: 0 });
  });

  test('a scan under way has no end, no counts and no bugs to show', async () => {
    expect(await scanOf('wr_run')).toMatchObject({
      workflowStatus: 'in_progress',
      completedAt: null,
      bugCounts: null,
    });
    expect(await bugIds('status=pending&workflow_request_id=wr_run')).toEqual([]);
  });

  test('a running scan ends after so many looks, and counts what it surfaced', async () => {
    await post('/bugs/bug_5/review', { state: 'resolved' });
    expect(await scanOf('wr_run')).toMatchObject({ workflowStatus: 'in_progress' });
    nowMs += 1_000;
    expect(await scanOf('wr_run')).toMatchObject({ workflowStatus: 'in_progress' });
    expect(await scanOf('wr_run')).toMatchObject({
      workflowStatus: 'complete',
      completedAt: startMs + 1_000,
      bugCounts: { total: 3, open: 1, resolved: 1, dismissed: 1 },
    });
    expect(await bugIds('status=pending&workflow_request_id=wr_run')).toEqual(['bug_4']);
  });

  test('a page that does not show the scan is no look at it', async () => {
    for (let look = 0; look < 5; look += 1) await call('/scans?repo_id=repo_one&offset=1');
    expect(await scanOf('wr_run')).toMatchObject({ workflowStatus: 'in_progress' });
  });

  test.each(['failed', 'dlq'] as const)('a running scan can end as %s by time', async (endsAs) => {
    await restart((data) => {
      data.runningScans = [{ scan: 'wr_run', afterMs: 5_000, endsAs }];
    });
    nowMs += 4_999;
    expect(await scanOf('wr_run')).toMatchObject({ workflowStatus: 'in_progress' });
    nowMs += 1;
    expect(await scanOf('wr_run')).toMatchObject({
      workflowStatus: endsAs,
      completedAt: startMs + 5_000,
      bugCounts: null,
    });
  });
});

describe('rules', () => {
  const ask = async (input: unknown): Promise<string> => {
    const { status, body } = await post('/rules', { repo_id: 'repo_one', input });
    expect(status).toBe(200);
    return String(body['ruleCreationRequestId']);
  };

  test('a request is pending for three seconds, then complete with rules that have files', async () => {
    const id = await ask({ description: 'Never swallow errors', bugIds: ['bug_1'] });
    expect(id).toMatch(/^rcr_/);
    nowMs += 2_999;
    const pending = await call(`/rules/requests/${id}`);
    expect(pending.body).toEqual({
      id,
      status: 'pending',
      input: { description: 'Never swallow errors', bugIds: ['bug_1'] },
      createdAt: startMs,
      results: [],
    });
    expect((await call('/rules?repo_id=repo_one')).body['rules']).toHaveLength(1);
    nowMs += 1;
    const { body } = await call(`/rules/requests/${id}`);
    expect(body).toMatchObject({ status: 'complete', completedAt: startMs + 3_000 });
    const [result] = body['results'] as { id: string; ruleName: string }[];
    const rule = await call(`/rules/${result?.id ?? ''}`);
    expect(rule.body).toMatchObject({ ...result, createdAt: startMs + 3_000 });
    expect(Object.keys(rule.body['ruleFiles'] as object).length).toBeGreaterThan(0);
  });

  test('the delay can be told', async () => {
    await restart(() => undefined, { ruleDelayMs: 0 });
    const id = await ask({});
    expect((await call(`/rules/requests/${id}`)).body).toMatchObject({ status: 'complete' });
  });

  test('with nothing given, rules are proposed', async () => {
    const id = await ask({});
    nowMs += 3_000;
    const { body } = await call(`/rules/requests/${id}`);
    expect(body['results']).toHaveLength(2);
  });

  test.each([
    ['an example that does not exist', { bugIds: ['bug_nowhere'] }],
    ['a description that asks for it', { description: 'please [fail]' }],
  ])('a request fails by %s, without results', async (_why, input) => {
    const id = await ask(input);
    nowMs += 3_000;
    expect((await call(`/rules/requests/${id}`)).body).toMatchObject({
      status: 'failed',
      completedAt: startMs + 3_000,
      results: [],
    });
  });

  test('rules and requests come newest first; a rule under way is among the requests only', async () => {
    const id = await ask({ commitShas: ['b'.repeat(40)] });
    const requests = await call('/rules/requests?repo_id=repo_one');
    expect(requests.body['requests']).toMatchObject([{ id, status: 'pending' }, { id: 'rcr_known' }]);
    nowMs += 3_000;
    const { body } = await call('/rules?repo_id=repo_one');
    expect(body['rules']).toMatchObject([
      { ruleName: 'like-the-given-commits' },
      { id: 'rule_known', ruleName: 'no-empty-catch' },
    ]);
  });

  test('a request that the data leaves pending ends too', async () => {
    await restart((data) => {
      const [known] = data.ruleRequests;
      if (known) {
        const open = { ...known, id: 'rcr_open', status: 'pending' as const, results: [] };
        delete open.completedAt;
        data.ruleRequests.push(open);
      }
    });
    nowMs += 3_000;
    expect((await call('/rules/requests/rcr_open')).body).toMatchObject({ status: 'complete' });
  });
});

describe('the world of the service', () => {
  test('is a copy of the data that it was started with', async () => {
    const data = smallWorld(startMs);
    await service.close();
    service = await startService({ data });
    await post('/bugs/bug_1/review', { state: 'resolved' });
    expect(data).toEqual(smallWorld(startMs));
    expect(service.state.bugs[0]?.review?.state).toBe('resolved');
  });

  test('moves with time when a test looks at it', async () => {
    await post('/rules', { repo_id: 'repo_one', input: {} });
    expect(service.state.requests.at(-1)?.status).toBe('pending');
    nowMs += 3_000;
    expect(service.state.requests.at(-1)?.status).toBe('complete');
    expect(service.state.rules).toHaveLength(3);
  });

  test('can be edited while it runs', async () => {
    service.state.change((data) => {
      data.bugs = data.bugs.filter((bug) => bug.id !== 'bug_1');
    });
    expect(await bugIds('status=pending')).toEqual(['bug_4', 'bug_5']);
    expect((await call('/bugs/bug_1')).status).toBe(404);
  });

  test('can be replaced while it runs; running scans begin again', async () => {
    await scanOf('wr_run');
    await scanOf('wr_run');
    expect(service.state.scans.at(-1)?.workflowStatus).toBe('complete');
    service.state.replaceData(smallWorld(startMs));
    expect(await scanOf('wr_run')).toMatchObject({ workflowStatus: 'in_progress' });
  });

  test('with a running scan that is no scan is refused at the start', async () => {
    const data = { ...smallWorld(startMs), scans: [] };
    await expect(startService({ data })).rejects.toThrow('wr_run, which is not among scans');
  });
});

test('an answer of ours that breaks openapi.yaml is a defect: 500, and no error of the service', async () => {
  await restart((data) => {
    Object.assign(data.user, { email: 5 });
  });
  const { status, body } = await call('/user');
  expect(status).toBe(500);
  expect(body['message']).toContain('sandbox defect');
  expect(body['message']).toContain('/email must be string');
  await restart((data) => Object.assign(data.user, { email: 5 }), { validateAnswers: false });
  expect((await call('/user')).status).toBe(200);
});

test('200 pages of 100 bugs are served in seconds', async () => {
  await restart((data) => {
    const [bug] = data.bugs;
    if (bug) data.bugs = Array.from({ length: 20_000 }, (_, n) => ({ ...bug, id: `bug_n${n}` }));
  });
  const seen = new Set<string>();
  const before = process.cpuUsage();
  let next = 0;
  const read = async (): Promise<void> => {
    for (let offset = next; offset < 20_000; offset = next) {
      next += 100;
      const ids = await bugIds(`status=pending&limit=100&offset=${offset}`);
      for (const id of ids) seen.add(id);
    }
  };
  await Promise.all(Array.from({ length: 6 }, read));
  expect(seen.size).toBe(20_000);
  // Of the processor, since other processes may have the machine.
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1_000).toBeLessThan(5_000);
});
