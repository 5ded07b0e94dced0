// The insights action in the sandbox: what it writes and says, what it asks, and that no old or half page is left.
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ScenarioWorld } from '../../sandbox/scenarios/scenario.ts';
import { readActionFile } from '../gate/fixtures.ts';
import { insightsCheck } from '../harness/schemas.ts';
import { changeGitHub, changeService } from '../harness/worlds.ts';
import { describe, expect, it, test } from '../jest.ts';
import { parseCsv } from './csv-grammar.ts';
import { type InsightsOptions, type InsightsRun, nowMs, publicNight, quarterWorld, runInsightsIn } from './harness.ts';
import { type Life, replay, timeToResolve } from './history-reference.ts';
import { pageFaults, textOf } from './page-faults.ts';

const PAGE = 'scan-insights/index.html';
const ALL = [PAGE, 'scan-insights/bugs.csv', 'scan-insights/insights.json'];
const old = Object.fromEntries(ALL.map((path) => [path, 'of last month']));

/** What a replay of each bug's life comes to. */
function toExpected({ service: { bugs } }: ScenarioWorld) {
  const lives = bugs.map(({ isSecurityVulnerability: is, createdAt: foundMs, review }): Life => ({
    kind: is === true ? 'security' : is === false ? 'bug' : 'unclassified',
    foundMs,
    settled: review ? { as: review.state, atMs: review.createdAt } : null,
  }));
  const days = replay(lives, nowMs, 90);
  const before = replay(lives, nowMs, 90, 90).at(-1)?.pending ?? { security: 0, bug: 0, unclassified: 0 };
  const sum = (what: 'found' | 'resolved' | 'dismissed'): string =>
    String(days.reduce((total, day) => total + day[what], 0));
  const { security = 0, bug = 0, unclassified = 0 } = days.at(-1)?.pending ?? {};
  return {
    pending: String(security + bug + unclassified),
    'pending-security': String(security),
    found: sum('found'),
    resolved: sum('resolved'),
    dismissed: sum('dismissed'),
    'pending-before': String(before.security + before.bug + before.unclassified),
    'pending-security-before': String(before.security),
    'median-days': ((timeToResolve(lives, nowMs, 90).medianMs ?? 0) / 86_400_000).toFixed(1),
  };
}

const { pending: PENDING } = toExpected(quarterWorld());

/** Only names of files, so that a difference can be read. */
const writtenIn = ({ files }: InsightsRun): readonly string[] => Object.keys(files).toSorted();

describe('a quarter', () => {
  it('is a page, two files, a summary and outputs', async () => {
    const world = quarterWorld();
    const run = await runInsightsIn(world);
    const expected = toExpected(world);
    expect(run.result.conclusion).toBe('success');
    expect(run.outputs).toEqual({
      ...expected,
      verdict: 'reported',
      reason: 'up-to-date',
      page: PAGE,
      csv: 'scan-insights/bugs.csv',
      json: 'scan-insights/insights.json',
      blocked: '2',
      stopped: '7',
      overridden: '2',
      escaped: '6',
      failed: '[]',
    });
    expect(writtenIn(run)).toEqual(ALL.toSorted());
    const [page = '', csv = '', json = ''] = ALL.map((path) => run.files[path]);
    const {
      pending,
      'pending-before': before,
      'pending-security': security,
      'pending-security-before': was,
    } = expected;
    const answer = `from ${was} to ${security} in 90 days, all pending bugs from ${before} to ${pending}.`;
    for (const text of [textOf(page), run.result.summary, run.result.log, json]) expect(text).toContain(answer);
    expect(pageFaults(page, ['https://app.example.com/bugs/', 'http://127.0.0.1:'])).toEqual([]);
    expect(insightsCheck()(JSON.parse(json))).toEqual([]);
    expect(parseCsv(csv)).toHaveLength(1 + world.service.bugs.length);
  });

  it('costs at most ten requests to the service for a hundred bugs, and only reads', async () => {
    const run = await runInsightsIn(changeService(quarterWorld(), ({ bugs }) => ({ bugs: bugs.slice(0, 100) })));
    expect(run.service.length).toBeLessThanOrEqual(12);
    // The open ones and their comments, those merged in each period, those that brought bugs in, and the comments of these, fifty at a time.
    // The default branch and its newest commits say which scan confirms what people marked as resolved.
    const asked = run.github.map(({ method, url }) => `${method} ${url.replace(/\?.*/, '')}`);
    const branch = ['GET /repos/acme/storefront', 'GET /repos/acme/storefront/commits'];
    expect(asked).toEqual([...Array<string>(7).fill('POST /graphql'), ...branch]);
    expect([...new Set(run.service.map(({ method }) => method))]).toEqual(['GET']);
  });

  it('reads scans only as far back as the period needs them', async () => {
    const world = changeService(quarterWorld(), ({ scans }) => ({
      scans: Array.from({ length: 12 }, (_, month) =>
        scans.map((scan) => ({
          ...scan,
          workflowRequestId: `${scan.workflowRequestId}${month}`,
          createdAt: scan.createdAt - month * 190 * 86_400_000,
        })),
      ).flat(),
    }));
    const pages = async (days: string): Promise<number> => {
      const { service } = await runInsightsIn(world, { inputs: { days } });
      return service.filter(({ url }) => url.includes('/scans')).length;
    };
    expect([await pages('7'), await pages('90'), await pages('366')]).toEqual([1, 2, 8]);
  });

  it('is the same bytes twice', async () => {
    const [first, second] = [await runInsightsIn(quarterWorld()), await runInsightsIn(quarterWorld())];
    // The address of the local GitHub has another port each time.
    const toText = ({ files, result }: InsightsRun): string =>
      [...Object.values(files), result.summary].join('\n').replace(/127\.0\.0\.1:\d+/g, '');
    expect(toText(second)).toBe(toText(first));
  });

  it('writes elsewhere, or nothing', async () => {
    const elsewhere = await runInsightsIn(quarterWorld(), { inputs: { 'output-dir': './out//bugs/' } });
    expect(elsewhere.outputs['page']).toBe('out/bugs/index.html');
    expect(writtenIn(elsewhere)).toEqual(['out/bugs/bugs.csv', 'out/bugs/index.html', 'out/bugs/insights.json']);
    const nowhere = await runInsightsIn(quarterWorld(), { inputs: { 'output-dir': '' }, workspace: old });
    expect(nowhere.outputs).toMatchObject({ verdict: 'reported', page: '', csv: '', json: '', pending: PENDING });
    // Whoever wants no files has none removed.
    expect(nowhere.files).toEqual(old);
  });
});

describe('who may read what', () => {
  const secret = 'can be read by any signed-in customer';
  const withVisibility = (visibility: 'public' | 'private' | 'internal'): ScenarioWorld =>
    changeGitHub(quarterWorld(), () => ({ visibility }));

  test.each<[what: string, ScenarioWorld, InsightsOptions, isShown: boolean]>([
    ['private', quarterWorld(), {}, true],
    ['private, counts wanted', quarterWorld(), { inputs: { disclosure: 'counts' } }, false],
    ['public', withVisibility('public'), { event: publicNight }, false],
    [
      'public, everything wanted',
      withVisibility('public'),
      { event: publicNight, inputs: { disclosure: 'full' } },
      true,
    ],
    ['public by what GitHub says', withVisibility('public'), { event: { name: 'schedule', payload: {} } }, false],
    ['private by what GitHub says', quarterWorld(), { event: { name: 'schedule', payload: {} } }, true],
  ])('%s', async (_, world, options, isShown) => {
    const { shown, result } = await runInsightsIn(world, options);
    expect(result.conclusion).toBe('success');
    for (const word of [secret, 'deniz-arslan']) expect(shown.includes(word)).toBe(isShown);
    expect(shown).toContain('Orders to Switzerland are taxed at the German rate');
  });
});

describe('wrong inputs', () => {
  it('are one error with all of them, and no page is left', async () => {
    const { result, outputs } = await runInsightsIn(quarterWorld(), {
      inputs: {
        days: '6',
        repositories: '',
        'github-token': ' ',
        'bug-url': 'x',
        disclosure: 'none',
        'repository-id': 'x',
      },
      workspace: old,
    });
    expect(outputs).toMatchObject({ verdict: 'unverified', reason: 'invalid-input', failed: '[]' });
    expect(Object.keys(outputs).toSorted()).toEqual(
      Object.keys(readActionFile('insights/action.yml').outputs).toSorted(),
    );
    expect(result.log).toContain(' 6 inputs ');
    expect(result.workspaceFiles).toEqual({});
  });

  it('are a folder that a symbolic link leads to, which is left alone', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'insights-'));
    try {
      await mkdir(join(folder, 'elsewhere'));
      await writeFile(join(folder, 'elsewhere', 'index.html'), 'mine');
      await mkdir(join(folder, 'checkout'));
      await symlink(join(folder, 'elsewhere'), join(folder, 'checkout', 'scan-insights'));
      const { result, service } = await runInsightsIn(quarterWorld(), {
        checkout: join(folder, 'checkout'),
      });
      expect(result.log).toContain('symbolic link on the way: scan-insights');
      expect(service).toEqual([]);
      expect(await readFile(join(folder, 'elsewhere', 'index.html'), 'utf8')).toBe('mine');
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

it('files that cannot be written are a warning, and none of them is left', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'insights-'));
  try {
    // Made after the inputs were read.
    const watch = async (): Promise<void> => {
      await mkdir(join(folder, 'scan-insights', 'insights.json'), { recursive: true });
    };
    const { result, outputs } = await runInsightsIn(quarterWorld(), { checkout: folder, watch });
    expect(outputs).toMatchObject({ verdict: 'reported', page: '', csv: '', json: '', pending: PENDING });
    expect(result.conclusion).toBe('success');
    expect(result.annotations.map(({ message }) => message)).toEqual([expect.stringContaining('output-dir')]);
    await expect(readFile(join(folder, PAGE))).rejects.toThrow('ENOENT');
  } finally {
    await rm(folder, { recursive: true });
  }
});
