// What a sweep costs, and how far it goes: many pull requests, many repositories, many requests.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RecordedRequest } from '../../sandbox/http.ts';
import { commitSha } from '../../sandbox/scenarios/identity.ts';
import type { ScenarioWorld } from '../../sandbox/scenarios/scenario.ts';
import { storefront } from '../../sandbox/scenarios/storefront/names.ts';
import { makeScan } from '../../sandbox/scenarios/storefront/service.ts';
import { REQUEST_LIMITS } from '../../src/recheck/run.ts';
import { aServiceBug } from '../harness/service-data.ts';
import { changeService } from '../harness/worlds.ts';
import { describe, expect, it } from '../jest.ts';
import { hourMs, type Sweep, sweepIn, type Texts } from './harness.ts';
import { type GateSpec, gatesWorld, organizationWorld } from './worlds.ts';

const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index + 1);

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
  it.each<[string, () => Partial<GateSpec>, Cost]>([
    ['that are judged by their own scans', () => ({ inputs: narrow }), { service: 105, graphql: 3, rest: 1 }],
    [
      'whose scans are of ancestors',
      () => ({ now: 'unverified', inputs: { ...narrow, 'scan-match': 'exact, ancestor' } }),
      { service: 4, graphql: 4, rest: 1 },
    ],
  ])('%s', async (_, spec, cost) => {
    const specs = numbers(100).map((number): GateSpec => ({ number, was: 'passed', ...spec() }));
    const sweep = await sweepIn((nowMs) => withBaseScan(gatesWorld(specs, nowMs), nowMs));
    expect(sweep.outputs).toMatchObject({ checked: '100', reason: 'up-to-date', skipped: '[]' });
    expect(costOf(sweep)).toEqual(cost);
  });
});

it('100 pull requests whose heads have no scan: the 2,000 scans are read once', async () => {
  const specs = numbers(100).map((number): GateSpec => ({ number, was: 'unverified' }));
  const scans = (nowMs: number) =>
    numbers(2_100).map((number) => {
      const at = nowMs - number * hourMs;
      const ids = { workflowRequestId: `wr_${number}`, commitSha: commitSha(`scan ${number}`) };
      return makeScan({ ...ids, createdAt: at, completedAt: at + 1 });
    });
  const sweep = await sweepIn((nowMs) => changeService(gatesWorld(specs, nowMs), () => ({ scans: scans(nowMs) })));
  expect(sweep.outputs).toMatchObject({ checked: '100', reason: 'up-to-date', skipped: '[]' });
  // Besides the 20 pages of scans: the repository, and its dismissed bugs.
  expect(costOf(sweep)).toEqual({ service: 22, graphql: 3, rest: 0 });
});

describe('what is worked out of the paths of bugs', () => {
  /** How often one of these paths is brought into the one Unicode form in which paths are compared. */
  async function countComparisons(play: () => Promise<void>): Promise<number> {
    const texts: { normalize: (this: string, form?: string) => string } = String.prototype;
    const { normalize } = texts;
    let count = 0;
    texts.normalize = function (form) {
      if (/unrelated/i.test(this)) count += 1;
      return normalize.call(this, form);
    };
    try {
      await play();
    } finally {
      texts.normalize = normalize;
    }
    return count;
  }

  const sweepOf = async (pulls: number, bugs: number, inputs: Texts): Promise<void> => {
    const specs = numbers(pulls).map((number): GateSpec => ({
      number,
      was: 'passed',
      inputs: { 'count-from': 'repository', ...inputs },
    }));
    const sweep = await sweepIn((nowMs) =>
      changeService(gatesWorld(specs, nowMs), ({ bugs: own, repos: [repo] }) => ({
        bugs: [
          ...own,
          ...numbers(bugs).map((at) =>
            aServiceBug(`other_${at}`, { repoId: repo?.id ?? '', filePath: `unrelated/folder-${at}/a.ts` }),
          ),
        ],
      })),
    );
    expect(sweep.outputs).toMatchObject({ checked: String(pulls), skipped: '[]' });
  };

  it.each<[string, Texts]>([
    ['that all bugs are compared with', {}],
    ['with patterns', { paths: 'src/**, !**/*.test.ts' }],
    ['that files and commits decide', { 'gate-on': 'introduced, touched' }],
  ])('is the same for one pull request and for twelve %s, and more for more bugs', async (_, inputs) => {
    const of = async (pulls: number, bugs: number): Promise<number> =>
      await countComparisons(() => sweepOf(pulls, bugs, inputs));
    const [one, many, more] = [await of(1, 20), await of(12, 20), await of(1, 40)];
    expect([many, more]).toEqual([one, 2 * one]);
    expect(one).toBeGreaterThanOrEqual(20);
  });
});

describe('limits', () => {
  it('300 pull requests of a repository are looked at, and it says how many more there are', async () => {
    const specs = numbers(310).map((number): GateSpec => ({ number, was: 'passed', scannedHoursAgo: 2 }));
    const sweep = await sweepIn((nowMs) => gatesWorld(specs, nowMs));
    expect(sweep.outputs['checked']).toBe('300');
    expect(costOf(sweep).graphql).toBe(10);
    expect(sweep.result.summary).toContain('10 more pull requests');
  });

  const limits = { ...REQUEST_LIMITS, ofRepository: 20, toStart: 8, ofRun: 50 };
  // A backlog that gate-on narrows: files and commits of each decide.
  const narrowed = (name: string, count: number): readonly GateSpec[] =>
    numbers(count).map((number) => ({
      ...{ number, was: 'unverified', now: 'passed', scannedHoursAgo: 2, inputs: { 'gate-on': 'introduced' } },
      ...(name === 'storefront' && number === count && { was: 'passed', now: 'failed' }),
    }));

  it('requests for one repository: some are left for starts, the next run goes on, and what they do not reach is named', async () => {
    const judged: number[] = [];
    for (const runNumber of [1, 2]) {
      const sweep = await sweepIn((nowMs) => gatesWorld(narrowed('storefront', 12), nowMs), { limits, runNumber });
      expect(costOf(sweep).rest).toBeLessThanOrEqual(20);
      expect(sweep.starts.length).toBeGreaterThan(1);
      expect(sweep.skipped.length + sweep.rerun.length).toBe(12);
      const unknown = sweep.skipped.filter(({ why }) => why.includes('too few requests'));
      judged.push(...numbers(12).filter((number) => unknown.every(({ pullRequest }) => pullRequest !== number)));
    }
    expect(new Set(judged)).toEqual(new Set(numbers(12)));
  });

  it('requests for a run; what they do not reach is named', async () => {
    const names = numbers(4).map((number) => `repo-${number}`);
    const specsOf = (name: string): readonly GateSpec[] => narrowed(name, 6);
    const sweep = await sweepIn((nowMs) => organizationWorld(names, { nowMs, specsOf }), {
      ...{ limits, inputs: { repositories: 'all' }, runNumber: 5 },
    });
    expect(costOf(sweep).rest).toBe(50);
    const nothing = sweep.skipped.filter(({ why }) => why.includes('Nothing was judged'));
    expect(nothing).not.toEqual([]);
    expect(sweep.rerun.length + sweep.skipped.length).toBe(30 - 5 * nothing.length);
    const named = sweep.skipped.filter(({ why }) => /at most 50 requests|too few requests/.test(why));
    expect(new Set(named.map(({ repository }) => repository))).toContain('acme/repo-4');
  });

  it('are 200 requests for one repository and 900 for a run, as its page says', async () => {
    const { ofRepository, ofRun } = REQUEST_LIMITS;
    const page = await readFile(join(import.meta.dirname, '..', '..', 'docs', 'operations.md'), 'utf8');
    expect(page.replaceAll(/\s+/g, ' ')).toContain(`(recheck ${ofRun}), at most ${ofRepository} for each repository`);
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
    // One more in each of 49 repositories: what the pull request was before a force push.
    expect({ graphql, rest: rest < 220 }).toEqual({ graphql: 149, rest: true });
  });
});

/** The last scan of the base branch, of the commit that all pull requests begin with. */
function withBaseScan(world: ScenarioWorld, nowMs: number): ScenarioWorld {
  const scan = makeScan({
    ...{ workflowRequestId: 'wr_base', commitSha: storefront.baseSha },
    ...{ createdAt: nowMs - 5 * hourMs, completedAt: nowMs - 4 * hourMs },
  });
  return changeService(world, ({ scans }) => ({ scans: [...scans, scan] }));
}
