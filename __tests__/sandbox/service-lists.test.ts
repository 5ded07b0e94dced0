// The rules of the local service for lists of bugs that say less than all: partial scans, late lists, bugs listed once.
import { findScenario } from '../../sandbox/scenarios/index.ts';
import type { ServiceData } from '../../sandbox/service/data.ts';
import { type ServiceHandle, startService } from '../../sandbox/service/service.ts';
import { smallWorld, smallWorldKeys } from '../../sandbox/service/small-world.ts';
import { afterEach, describe, expect, test } from '../jest.ts';

const nowMs = 1_800_000_000_000;
let service: ServiceHandle;

interface Page {
  readonly bugs: readonly { readonly id: string }[];
  readonly scans: readonly {
    readonly workflowRequestId: string;
    readonly scanType: string;
    readonly bugCounts: Readonly<Record<string, number>> | null;
  }[];
  readonly total: number;
}

async function start(data: ServiceData): Promise<void> {
  service = await startService({ data, now: () => nowMs });
}

function changed(change: Partial<ServiceData>): ServiceData {
  return { ...smallWorld(nowMs), runningScans: [], ...change };
}

afterEach(() => service.close());

async function get(query: string, key: string = smallWorldKeys.live): Promise<Page> {
  const headers = { authorization: `Bearer ${key}` };
  const response = await fetch(`${service.url}/public/v1/${query}`, { headers });
  expect([query, response.status]).toEqual([query, 200]);
  return (await response.json()) as Page;
}

async function ids(scan: string, state = 'pending', page = ''): Promise<string[]> {
  const { bugs } = await get(`bugs?repo_id=repo_one&status=${state}&workflow_request_id=${scan}${page}`);
  return bugs.map(({ id }) => id);
}

async function countsOf(scan: string): Promise<unknown> {
  const { scans } = await get('scans?repo_id=repo_one');
  return scans.find(({ workflowRequestId }) => workflowRequestId === scan)?.bugCounts;
}

test.each(['recentChanges', 'of tomorrow'])('a scan may be of the type %j', async (scanType) => {
  await start(changed({ scans: smallWorld(nowMs).scans.map((scan) => ({ ...scan, scanType })) }));
  const { scans } = await get('scans?repo_id=repo_one');
  expect(scans.map((scan) => scan.scanType)).toEqual([scanType, scanType, scanType]);
});

describe('late lists', () => {
  const late = { scan: 'wr_old', missing: ['bug_1', 'bug_2'] };

  test('are whole after so many looks at each of them, while the counts are whole at once', async () => {
    await start(changed({ lateLists: [{ ...late, afterLooks: 2 }] }));
    expect(await countsOf('wr_old')).toEqual({ total: 4, open: 2, resolved: 1, dismissed: 1 });
    const looks = async (state: string): Promise<string[][]> => [
      await ids('wr_old', state),
      await ids('wr_old', state),
      await ids('wr_old', state),
    ];
    expect(await looks('pending')).toEqual([['bug_4'], ['bug_4'], ['bug_1', 'bug_4']]);
    expect(await looks('resolved')).toEqual([[], [], ['bug_2']]);
    expect(await looks('dismissed')).toEqual([['bug_3'], ['bug_3'], ['bug_3']]);
  });

  test('change between two first pages, never between the pages of one reading', async () => {
    await start(changed({ lateLists: [{ ...late, afterLooks: 1 }] }));
    const reading = async (): Promise<string[]> => [
      ...(await ids('wr_old', 'pending', '&limit=1')),
      ...(await ids('wr_old', 'pending', '&limit=1&offset=1')),
    ];
    expect(await reading()).toEqual(['bug_4']);
    expect(await reading()).toEqual(['bug_1', 'bug_4']);
  });

  test('may stay short for good; other scans, and lists of the repository, are whole', async () => {
    await start(changed({ lateLists: [late] }));
    for (let look = 0; look < 5; look += 1) expect(await ids('wr_old')).toEqual(['bug_4']);
    const { bugs, total } = await get('bugs?repo_id=repo_one&status=pending');
    expect([bugs.map(({ id }) => id), total]).toEqual([['bug_1', 'bug_4', 'bug_5'], 3]);
  });

  test('begin anew in another world', async () => {
    const data = changed({ lateLists: [{ ...late, afterLooks: 1 }] });
    await start(data);
    await ids('wr_old');
    service.state.replaceData(data);
    expect(await ids('wr_old')).toEqual(['bug_4']);
  });
});

describe('where a bug is listed once', () => {
  const complete = smallWorld(nowMs).scans.map((scan) =>
    scan.workflowRequestId === 'wr_run' ? { ...scan, workflowStatus: 'complete', completedAt: nowMs } : scan,
  );

  test.each([
    ['in whatever order the data has them', complete.toReversed(), {}],
    ['while a later one runs', complete, { runningScans: smallWorld(nowMs).runningScans }],
  ])('the scan that found it first lists and counts it: %s', async (_, scans, more) => {
    await start(changed({ scans, listsBugsOnce: true, ...more }));
    // Two looks end the one that runs.
    await get('scans?repo_id=repo_one');
    await get('scans?repo_id=repo_one');
    expect(await ids('wr_old')).toEqual(['bug_1', 'bug_4']);
    expect(await ids('wr_run')).toEqual(['bug_5']);
    expect(await ids('wr_run', 'dismissed')).toEqual([]);
    expect(await countsOf('wr_old')).toEqual({ total: 4, open: 2, resolved: 1, dismissed: 1 });
    expect(await countsOf('wr_run')).toEqual({ total: 1, open: 1, resolved: 0, dismissed: 0 });
    expect((await get('bugs?repo_id=repo_one&status=pending')).total).toBe(3);
  });

  test('a review moves the counts of that scan alone', async () => {
    await start(changed({ scans: complete, listsBugsOnce: true }));
    await fetch(`${service.url}/public/v1/bugs/bug_4/review`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${smallWorldKeys.live}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ state: 'resolved' }),
    });
    expect(await countsOf('wr_old')).toEqual({ total: 4, open: 1, resolved: 2, dismissed: 1 });
    expect(await countsOf('wr_run')).toEqual({ total: 1, open: 1, resolved: 0, dismissed: 0 });
  });
});

describe('the scenario', () => {
  /** Pending security bugs of the repository, and those that the newest scan lists at each of two looks. */
  async function pendingSecurity(name: string): Promise<number[]> {
    const world = findScenario(name).build(nowMs);
    await start(world.service);
    const repo = `repo_id=${world.service.scans[0]?.repoId ?? ''}`;
    const { scans } = await get(`scans?${repo}`, world.apiKey);
    const newest = `&workflow_request_id=${scans[0]?.workflowRequestId ?? ''}`;
    const security = new Set(world.service.bugs.filter((bug) => bug.isSecurityVulnerability).map(({ id }) => id));
    const counts: number[] = [];
    for (const scan of ['', newest, newest]) {
      const { bugs } = await get(`bugs?${repo}&status=pending&limit=100${scan}`, world.apiKey);
      counts.push(bugs.filter(({ id }) => security.has(id)).length);
    }
    return counts;
  }

  test.each([
    ['nightly', [1, 0, 0]],
    ['partial', [1, 0, 0]],
    ['late-lists', [4, 0, 4]],
    ['twins', [1, 1, 1]],
  ])('%s: pending security bugs of the repository, and in the newest scan', async (name, counts) => {
    expect(await pendingSecurity(name)).toEqual(counts);
  });

  test('twins: only the second pull request of the head changes the file of the security bug', async () => {
    const { service: data, github } = findScenario('twins').build(nowMs);
    await start(data);
    const paths = data.bugs
      .filter((bug) => bug.isSecurityVulnerability && bug.review === undefined)
      .map(({ filePath }) => filePath);
    const touching = github.pulls
      .filter(({ state }) => state === 'open')
      .map(({ head, base, files }) => [
        head.sha === github.pulls[0]?.head.sha,
        base.ref,
        files.some(({ filename }) => paths.includes(filename)),
      ]);
    expect(touching).toEqual([
      [true, 'main', false],
      [true, 'release-2.4', true],
    ]);
  });
});
