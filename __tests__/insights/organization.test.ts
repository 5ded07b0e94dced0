// Several repositories in one report: which ones, in which order, what is summed, and what is shown of each.
import type { ScenarioWorld } from '../../sandbox/scenarios/scenario.ts';
import { changeGitHub, changeService } from '../harness/worlds.ts';
import { describe, expect, it, test } from '../jest.ts';
import { type GateSpec, organizationWorld } from '../recheck/worlds.ts';
import { type InsightsOptions, type InsightsRun, night, nowMs, publicNight, runInsightsIn } from './harness.ts';
import { textOf } from './page-faults.ts';

const PAGE = 'scan-insights/index.html';
const ALL = ['bugs.csv', 'index.html', 'insights.json'].map((name) => `scan-insights/${name}`);
const NAMES = ['repo-1', 'repo-2'];

/** Each with as many pending security bugs as its pull requests whose gates are red. */
const specsOf = (name: string): readonly GateSpec[] => [
  { number: 1, was: 'passed' },
  ...(name === 'repo-1' ? ([{ number: 2, was: 'failed' }] as const) : []),
];
const world = organizationWorld(NAMES, { nowMs, specsOf });

const runIn = (given: ScenarioWorld, options: InsightsOptions = {}): Promise<InsightsRun> =>
  runInsightsIn(given, { event: night, ...options, inputs: { repositories: 'all', ...options.inputs } });

const idOf = (name: string): string => world.service.repos.find((repo) => repo.name === name)?.id ?? 'none';

/** Of one repository. */
const failing = (name: string, path = '/scans') => ({
  path: { regex: `${path}[?].*repo_id=${idOf(name)}(?:&|$)` },
  effect: { kind: 'status', status: 500 } as const,
});

const failedIn = ({ outputs }: InsightsRun): unknown => JSON.parse(outputs['failed'] ?? '');

const linesOf = ({ files }: InsightsRun): readonly string[] => textOf(files[PAGE] ?? '').split('\n');

describe('several repositories', () => {
  it('are one page, the worst first, and sums', async () => {
    const run = await runIn(world);
    expect(run.outputs).toMatchObject({
      ...{ verdict: 'reported', reason: 'up-to-date', failed: '[]' },
      ...{ pending: '1', 'pending-security': '1', blocked: '1', stopped: '0', overridden: '0' },
    });
    expect(Object.keys(run.files).toSorted()).toEqual(ALL);
    const lines = linesOf(run);
    expect(lines[1]).toMatch(/^3 repositories /);
    const table = lines.slice(lines.indexOf('Repositories'), lines.lastIndexOf('Pending security bugs'));
    expect(table.filter((line) => line.startsWith('acme/'))).toEqual(['acme/repo-1', 'acme/repo-2', 'acme/storefront']);
    for (const name of ['storefront', ...NAMES])
      expect(run.result.log).toMatch(
        new RegExp(`^acme/${name} \\(\\d of 3\\): \\d bugs? and \\d scans? read\\.$`, 'm'),
      );
  });

  it('are the same bytes whichever is read first', async () => {
    const texts = [];
    for (const runNumber of [1, 2]) {
      const { files, result } = await runIn(world, { runNumber });
      texts.push([...Object.values(files), result.summary].join('\n').replace(/127\.0\.0\.1:\d+/g, ''));
    }
    expect(texts[1]).toBe(texts[0]);
  });

  it('one that cannot be read is named, the others are on the page, and no sum is told', async () => {
    const run = await runIn(world, { faults: [failing('repo-1')] });
    expect(run.result.conclusion).toBe('failure');
    expect(failedIn(run)).toEqual(['acme/repo-1']);
    expect(run.outputs).toMatchObject({ verdict: 'unverified', reason: 'service-error', page: PAGE });
    const sums = ['pending', 'pending-security', 'found', 'resolved', 'dismissed', 'median-days', 'blocked', 'stopped'];
    expect(sums.map((name) => run.outputs[name])).toEqual(sums.map(() => ''));
    const lines = linesOf(run);
    expect(lines[1]).toMatch(/^2 repositories \(1 could/);
    expect(lines.filter((line) => line.startsWith('acme/repo-1: '))).toHaveLength(1);
    expect(lines.filter((line) => line === 'acme/repo-1')).toEqual([]);
  });

  it('one whose pull requests cannot be read: its bugs are reported, and it has failed', async () => {
    const inputs = { repositories: 'acme/repo-2, acme/storefront, acme/repo-1' };
    // The last query is that for the pull requests of the last repository.
    const when = { kind: 'from', n: 10 } as const;
    const faults = [{ path: '/graphql', when, effect: { kind: 'status', status: 403 } as const }];
    const run = await runIn(world, { inputs, runNumber: 0, faults });
    expect(failedIn(run)).toEqual(['acme/repo-1']);
    expect(run.outputs).toMatchObject({ reason: 'github-error', pending: '1', 'pending-security': '1', blocked: '' });
    expect(linesOf(run)).toContain('not known');
  });

  it('none that can be read leaves no page, and each is named', async () => {
    const workspace = Object.fromEntries(ALL.map((path) => [path, 'of last month']));
    const run = await runIn(world, {
      workspace,
      faults: [{ path: '*/scans*', effect: { kind: 'status', status: 500 } }],
    });
    expect([run.files, run.result.conclusion]).toEqual([{}, 'failure']);
    expect(failedIn(run)).toHaveLength(3);
    expect(run.outputs).toMatchObject({ verdict: 'unverified', reason: 'service-error', page: '' });
    for (const name of ['storefront', ...NAMES]) expect(run.result.summary).toContain(`acme/${name}`);
  });
});

describe('who may read what', () => {
  const seen = (visibility: 'public' | 'private'): ScenarioWorld =>
    changeGitHub(
      changeService(world, ({ bugs }) => ({ bugs: bugs.map((bug) => ({ ...bug, title: 'Cards can be stolen' })) })),
      ({ neighbours = [] }) => ({ neighbours: neighbours.map((each) => ({ ...each, visibility })) }),
    );

  test.each<[what: string, ScenarioWorld, InsightsOptions['inputs'], isShown: boolean]>([
    ['a private one in a private one', seen('private'), {}, true],
    ['a public one in a private one: the stricter of the two', seen('public'), {}, false],
    ['a public one alone in a private one', seen('public'), { repositories: 'acme/repo-1' }, false],
    ['counts that are wanted', seen('private'), { disclosure: 'counts' }, false],
    ['everything that is wanted', seen('public'), { disclosure: 'full' }, true],
  ])('%s', async (_, given, inputs = {}, isShown) => {
    const { shown } = await runIn(given, { inputs });
    expect(shown.includes('Cards can be stolen')).toBe(isShown);
  });

  it('in a public repository no private name is anywhere', async () => {
    const given = changeGitHub(seen('private'), () => ({ visibility: 'public' }));
    for (const event of [publicNight, { name: 'schedule', payload: {} }]) {
      const { shown, outputs } = await runIn(given, { event });
      expect(outputs).toMatchObject({ verdict: 'reported', pending: '0' });
      expect(shown).not.toContain('repo-');
    }
  });
});
