// The flows of the document, walked from end to end through the client. Time passes only where the client waits.
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { startService, type ServiceHandle } from '../../sandbox/service/service.ts';
import { smallWorld, smallWorldKeys } from '../../sandbox/service/small-world.ts';
import {
  createClient,
  RuleRequestFailedError,
  RuleRequestUnfinishedError,
  type Repo,
  type RuleRequestStatus,
  type Scan,
  type ServiceClient,
} from '../../src/client/index.ts';
import { NOW_MS } from './world.ts';

let nowMs: number;
let waits: number[];
let service: ServiceHandle;
let client: ServiceClient;

beforeEach(async () => {
  nowMs = NOW_MS;
  waits = [];
  service = await startService({
    data: smallWorld(NOW_MS),
    now: () => nowMs,
    ruleDelayMs: 30_000,
  });
  client = createClient({
    baseUrl: service.url,
    apiKey: smallWorldKeys.test,
    now: () => nowMs,
    wait: (ms) => {
      waits.push(ms);
      nowMs += ms;
      return Promise.resolve();
    },
  });
});
afterEach(async () => {
  await service.close();
});

/** Cross-endpoint links: a repository's id comes from the list of repositories … */
async function repository(): Promise<Repo> {
  const { repos } = await client.repos.list();
  const repo = repos.find(({ fullName }) => fullName === 'acme/one');
  if (!repo) throw new Error('no acme/one');
  return repo;
}

/** … and a scan's from the list of scans. */
async function scanNamed(repo: Repo, id: string): Promise<Scan> {
  for await (const scan of client.scans.iterate({ repoId: repo.id })) {
    if (scan.workflowRequestId === id) return scan;
  }
  throw new Error(`no ${id}`);
}

describe('repositories, scans, bugs, reviews', () => {
  test('the counts of a scan follow the reviews of its bugs', async () => {
    const repo = await repository();
    const scan = await scanNamed(repo, 'wr_old');
    const [scanId] = [scan.workflowRequestId].filter((id) => id !== null);
    const counts = async () => (await scanNamed(repo, 'wr_old')).bugCounts;
    const pending = async () => {
      const bugs = await client.bugs.collect({ repoId: repo.id, status: 'pending', scanId });
      return bugs.map(({ id }) => id);
    };
    expect(await counts()).toEqual({ total: 4, open: 2, resolved: 1, dismissed: 1 });
    const [bug, other] = await pending();
    if (bug === undefined || other === undefined) throw new Error('no bugs');

    expect(await client.bugs.review(bug, { state: 'resolved', notes: 'fixed' })).toMatchObject({
      state: 'resolved',
      notes: 'fixed',
      source: 'review',
      createdAt: nowMs,
    });
    expect(await pending()).toEqual([other]);
    expect(await counts()).toEqual({ total: 4, open: 1, resolved: 2, dismissed: 1 });

    // A later review takes the place of the one before, notes and all.
    const dismissal = { state: 'dismissed', dismissalReason: 'not_a_bug' } as const;
    expect(await client.bugs.review(bug, dismissal)).toMatchObject({ ...dismissal, notes: null });
    expect((await client.bugs.get(bug)).review).toMatchObject({ ...dismissal, notes: null });
    expect(await counts()).toEqual({ total: 4, open: 1, resolved: 1, dismissed: 2 });

    await client.bugs.review(bug, { state: 'pending' });
    expect(await pending()).toEqual([bug, other]);
    expect(await counts()).toEqual({ total: 4, open: 2, resolved: 1, dismissed: 1 });
    expect((await client.bugs.get(bug)).review?.dismissalReason).toBeNull();
  });

  test('a bug that was never reviewed is pending', async () => {
    const { repos } = await client.repos.list({ limit: 1 });
    const [repo] = repos;
    if (!repo) throw new Error('no repository');
    const { bugs, total } = await client.bugs.list({ repoId: repo.id, status: 'pending' });
    expect(bugs.map(({ review }) => review)).toEqual([null, null, null]);
    expect(total).toBe(3);
  });

  test('a scan that runs has no end and no counts, and then has', async () => {
    const repo = await repository();
    expect(await scanNamed(repo, 'wr_run')).toMatchObject({
      workflowStatus: 'in_progress',
      completedAt: null,
      bugCounts: null,
    });
    await scanNamed(repo, 'wr_run');
    expect(await scanNamed(repo, 'wr_run')).toMatchObject({
      workflowStatus: 'complete',
      completedAt: NOW_MS,
      bugCounts: { total: 3, open: 2, resolved: 0, dismissed: 1 },
    });
  });

  test('totals do not ask how long the page is', async () => {
    const { id: repoId } = await repository();
    const page = { limit: 1, offset: 1 };
    expect(await client.repos.list(page)).toMatchObject({ repos: [{ name: 'two' }], total: 2 });
    expect(await client.scans.list({ repoId, ...page })).toMatchObject({
      scans: [{ workflowRequestId: 'wr_failed' }],
      total: 3,
    });
    const bugs = await client.bugs.list({ repoId, status: 'pending', ...page });
    expect(bugs).toMatchObject({ bugs: [{ id: 'bug_4' }], total: 3 });
  });

  test('the key tells whose it is', async () => {
    expect(await client.user.get()).toEqual({
      email: 'dev@example.com',
      orgs: [{ id: 'org_acme', name: 'Acme' }],
    });
  });
});

describe('rules', () => {
  test('are asked for, waited for as the document advises, and fetched with their files', async () => {
    const { id: repoId } = await repository();
    const seen: string[] = [];
    const { requestId, request, rules } = await client.rules
      .create({ repoId, input: { description: 'Never log a card number' } })
      .wait({
        onRequest: (id) => seen.push(id),
        onPoll: ({ status, results, completedAt }: RuleRequestStatus) =>
          seen.push(
            `${status}, ${results.length} results, ${completedAt === null ? 'open' : 'done'}`,
          ),
      });
    expect(seen[0]).toBe(requestId);
    expect(seen.slice(1)).toEqual([
      ...waits.map(() => 'pending, 0 results, open'),
      'complete, 1 results, done',
    ]);
    // Every 5 to 10 s.
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(5_000);
    expect(Math.max(...waits)).toBeLessThanOrEqual(10_000);
    expect(request).toMatchObject({ completedAt: NOW_MS + 30_000 });
    expect(rules).toEqual([
      {
        id: request.results[0]?.id,
        ruleName: 'never-log-a-card-number',
        createdAt: NOW_MS + 30_000,
        ruleFiles: {
          'never-log-a-card-number/rule.txt': expect.stringContaining('Never log a card number'),
          'never-log-a-card-number/notes.txt': expect.any(String),
        },
      },
    ]);
    // Newest first, and the rule is listed only now.
    const listed = await client.rules.list({ repoId });
    expect(listed.map(({ ruleName }) => ruleName)).toEqual([
      'never-log-a-card-number',
      'no-empty-catch',
    ]);
    const requests = await client.rules.requests.list({ repoId });
    expect(requests.map(({ id }) => id)).toEqual([requestId, 'rcr_known']);
    expect(await client.rules.requests.get(requestId)).toEqual(request);
  });

  test('are proposed by the service when nothing is given', async () => {
    const { id: repoId } = await repository();
    const { rules } = await client.rules.create({ repoId }).wait();
    expect(rules).toHaveLength(2);
  });

  test('that the service cannot make are an error of their own', async () => {
    const { id: repoId } = await repository();
    const input = { description: 'nothing to see [fail]' };
    await expect(client.rules.create({ repoId, input }).wait()).rejects.toThrow(
      RuleRequestFailedError,
    );
  });

  test('that take too long are another, and are resumed without a second request', async () => {
    const { id: repoId } = await repository();
    const slow = { repoId, input: { description: 'slow' } };
    let unfinished: unknown;
    try {
      await client.rules.create(slow).wait({ maxPolls: 3 });
    } catch (error) {
      unfinished = error;
    }
    if (!(unfinished instanceof RuleRequestUnfinishedError)) throw new Error('it was finished');
    expect(unfinished).toMatchObject({ polls: 3 });
    const { rules } = await client.rules.requests.wait(unfinished.requestId);
    expect(rules).toMatchObject([{ ruleName: 'slow' }]);
    expect(service.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });
});
