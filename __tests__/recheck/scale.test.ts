// What a sweep costs, and how far it goes: many pull requests, many repositories, many requests.
import type { RecordedRequest } from '../../sandbox/http.ts';
import type { ScenarioWorld } from '../../sandbox/scenarios/scenario.ts';
import { storefront } from '../../sandbox/scenarios/storefront/names.ts';
import { makeScan } from '../../sandbox/scenarios/storefront/service.ts';
import { changeService } from '../harness/worlds.ts';
import { describe, expect, it } from '../jest.ts';
import { hourMs, type Sweep, type SweepOptions, withStage } from './harness.ts';
import { type GateSpec, gatesWorld, organizationWorld } from './worlds.ts';

const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index + 1);

async function sweepIn(build: (nowMs: number) => ScenarioWorld, options: SweepOptions = {}): Promise<Sweep> {
  const swept: Sweep[] = [];
  await withStage(build, async (stage) => {
    swept.push(await stage.recheck(options));
  });
  const [sweep] = swept;
  if (sweep === undefined) throw new Error('there was no sweep');
  return sweep;
}

const isGraphql = ({ url }: RecordedRequest): boolean => url.endsWith('/graphql');

interface Cost {
  readonly service: number;
  readonly graphql: number;
  readonly rest: number;
}

function costOf({ service, github }: Sweep): Cost {
  const graphql = github.filter(isGraphql).length;
  return { service: service.length, graphql, rest: github.length - graphql };
}

describe('100 pull requests without news', () => {
  const narrow = { 'gate-on': 'introduced, touched' };
  it.each<[string, (number: number) => Partial<GateSpec>, Cost]>([
    [
      'whose scans are older than an hour, narrowed',
      () => ({ inputs: narrow, scannedHoursAgo: 2 }),
      { service: 4, graphql: 2, rest: 0 },
    ],
    [
      'of which three are scanned just now, narrowed',
      (number) => ({ inputs: narrow, scannedHoursAgo: number <= 3 ? 0 : 2 }),
      { service: 13, graphql: 2, rest: 0 },
    ],
    ['of which each is counted by its own scan', () => ({}), { service: 303, graphql: 2, rest: 0 }],
    [
      'whose scans are of ancestors',
      () => ({ now: 'unverified', inputs: { ...narrow, 'scan-match': 'exact, ancestor' } }),
      { service: 4, graphql: 3, rest: 0 },
    ],
  ])('%s', async (_, spec, cost) => {
    const specs = numbers(100).map((number): GateSpec => ({ number, was: 'passed', ...spec(number) }));
    const sweep = await sweepIn((nowMs) => withBaseScan(gatesWorld(specs, nowMs), nowMs));
    expect(sweep.outputs).toMatchObject({ checked: '100', reason: 'up-to-date', skipped: '[]' });
    expect(costOf(sweep)).toEqual(cost);
  });
});

describe('limits', () => {
  it('300 pull requests of a repository are looked at, and it says how many more there are', async () => {
    const specs = numbers(310).map((number): GateSpec => ({ number, was: 'passed', scannedHoursAgo: 2 }));
    const sweep = await sweepIn((nowMs) => gatesWorld(specs, nowMs));
    expect(sweep.outputs['checked']).toBe('300');
    expect(costOf(sweep).graphql).toBe(6);
    expect(sweep.result.summary).toContain('10 more pull requests are open');
  });

  it('200 requests for one repository; what they do not reach is named', async () => {
    // A backlog that gate-on narrows: files and commits of each decide.
    const specs = numbers(120).map((number): GateSpec => ({
      ...{ number, was: 'unverified', now: number === 120 ? 'failed' : 'passed', scannedHoursAgo: 2 },
      inputs: { 'gate-on': 'introduced, touched' },
    }));
    const sweep = await sweepIn((nowMs) => gatesWorld(specs, nowMs));
    expect(costOf(sweep).rest).toBeLessThanOrEqual(200);
    expect(sweep.skipped.length + sweep.rerun.length).toBe(120);
    expect(sweep.skipped.filter(({ why }) => why.includes('GitHub did not say')).length).toBeGreaterThan(10);
  });
});

describe('an organization', () => {
  const names = numbers(49).map((number) => `repo-${number}`);
  const specsOf = (name: string): readonly GateSpec[] => [
    { number: 1, was: 'passed', scannedHoursAgo: 2 },
    { number: 2, was: 'failed', now: name === 'repo-7' ? 'passed' : 'failed', scannedHoursAgo: 2 },
  ];
  const build = (nowMs: number): ScenarioWorld => organizationWorld(names, { nowMs, specsOf });

  it('of 50 repositories is swept in one run', async () => {
    const sweep = await sweepIn(build, { inputs: { repositories: 'all' } });
    expect(sweep.outputs).toMatchObject({ verdict: 'reported', reason: 'rerun', checked: '100', failed: '[]' });
    expect(sweep.rerun).toMatchObject([{ repository: 'acme/repo-7', pullRequest: 2 }]);
    const { graphql, rest } = costOf(sweep);
    expect({ graphql, rest: rest < 220 }).toEqual({ graphql: 50, rest: true });
  });

  it('begins with another repository each time', async () => {
    const first = async (runNumber: number): Promise<unknown> => {
      const { github } = await sweepIn(build, {
        inputs: { repositories: 'acme/storefront, acme/repo-1, acme/repo-2' },
        runNumber,
      });
      const query = github.find(({ url, body }) => url.endsWith('/graphql') && body.includes('pullRequests'));
      return (JSON.parse(query?.body ?? '{}') as { variables?: { name?: string } }).variables?.name;
    };
    expect([await first(3), await first(4), await first(5)]).toEqual(['storefront', 'repo-1', 'repo-2']);
  });

  it('goes on after a repository that cannot be read, and is red', async () => {
    await withStage(
      build,
      async (stage) => {
        const sweep = await stage.recheck({ inputs: { repositories: 'acme/repo-6, acme/nowhere, acme/repo-7' } });
        expect(sweep.failed.toSorted()).toEqual(['acme/nowhere', 'acme/repo-6']);
        expect(sweep.rerun).toMatchObject([{ repository: 'acme/repo-7' }]);
        expect(sweep.outputs['verdict']).toBe('unverified');
        expect(sweep.result.conclusion).toBe('failure');
        expect(sweep.result.summary).toContain('acme/nowhere');
      },
      {
        faults: [
          {
            path: { regex: `/scans[?].*repo_id=${repoIdOf(build, 'repo-6')}(?:&|$)` },
            effect: { kind: 'status', status: 500 },
          },
        ],
      },
    );
  });

  it('leaves out archived repositories, and in a public repository those that are not public', async () => {
    const changed = (nowMs: number): ScenarioWorld => {
      const world = organizationWorld(['repo-1', 'repo-2', 'repo-3'], { nowMs, specsOf });
      const [one, two, three] = world.github.neighbours ?? [];
      if (one === undefined || two === undefined || three === undefined) throw new Error('there are three');
      const neighbours = [{ ...one, archived: true }, { ...two, visibility: 'public' as const }, three];
      return { ...world, github: { ...world.github, neighbours } };
    };
    const inPublic = { name: 'schedule', payload: { repository: { visibility: 'public', private: false } } };
    const hidden = await sweepIn(changed, { inputs: { repositories: 'all' }, event: inPublic });
    expect(hidden.outputs['checked']).toBe('2');
    const seen = await sweepIn(changed, { inputs: { repositories: 'all' } });
    expect(seen.outputs['checked']).toBe('6');
    const named = await sweepIn(changed, {
      ...{ inputs: { repositories: 'acme/storefront, acme/repo-2, acme/repo-3' }, event: inPublic },
    });
    expect(named.outputs).toMatchObject({ reason: 'invalid-input', checked: '0' });
    expect(named.result.stdout).toContain('acme/repo-3');
    expect(named.result.stdout).not.toContain('acme/repo-2');
    const unseen = await sweepIn(changed, {
      inputs: { repositories: 'all' },
      event: { name: 'schedule', payload: {} },
    });
    expect(unseen.outputs['checked']).toBe('6');
  });
});

function repoIdOf(build: (nowMs: number) => ScenarioWorld, name: string): string {
  return build(0).service.repos.find((repo) => repo.name === name)?.id ?? '';
}

/** The last scan of the base branch, of the commit that all pull requests begin with. */
function withBaseScan(world: ScenarioWorld, nowMs: number): ScenarioWorld {
  const scan = makeScan({
    ...{ workflowRequestId: 'wr_base', commitSha: storefront.baseSha },
    ...{ createdAt: nowMs - 5 * hourMs, completedAt: nowMs - 4 * hourMs },
  });
  return changeService(world, ({ scans }) => ({ scans: [...scans, scan] }));
}
