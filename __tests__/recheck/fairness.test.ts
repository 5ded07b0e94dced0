// What one pull request, or one repository, makes large starves no other: over many runs each is judged.
import type { ScenarioWorld } from '../../sandbox/scenarios/scenario.ts';
import { type AskedPull, askByTurns, MAX_A_PULL } from '../../src/recheck/judge-all.ts';
import { REQUEST_LIMITS } from '../../src/recheck/run.ts';
import { changeService } from '../harness/worlds.ts';
import { describe, expect, it } from '../jest.ts';
import { type Sweep, sweepIn } from './harness.ts';
import { type GateSpec, gatesWorld, headOf, organizationWorld } from './worlds.ts';

const numbers = (count: number, first = 1): readonly number[] => Array.from({ length: count }, (_, at) => first + at);

/** A gate that only the files of its pull request decide; they are so many. */
function large(number: number, files: number, { isFork = false } = {}): GateSpec {
  const changed = numbers(files).map((at) => ({
    ...{ filename: `src/file-${at}.ts`, status: 'modified' as const },
    ...{ additions: 1, deletions: 1 },
  }));
  const head = { sha: headOf(number), ref: `branch-${number}`, repository: 'sam-visitor/storefront' };
  return {
    ...{ number, was: 'failed', now: 'failed', inputs: { 'gate-on': 'touched' } },
    pull: { files: changed, ...(isFork && { head, user: 'sam-visitor' }) },
  };
}

/** Each head has a bug of its own in a file that nobody changes, so that all would be green. */
function untouched(world: ScenarioWorld): ScenarioWorld {
  return changeService(world, ({ bugs }) => ({
    bugs: bugs.map((bug) => ({ ...bug, filePath: 'src/elsewhere.ts', introducedIn: null })),
  }));
}

/** Nothing is started: what is judged says so, and all else is named, too. */
const inputs = { 'max-reruns': '0' };

const namedIn = ({ skipped }: Sweep, word: string): readonly number[] =>
  skipped.flatMap(({ pullRequest, why }) => (why.includes(word) ? (pullRequest ?? []) : [])).toSorted((a, b) => a - b);
const judgedIn = (sweep: Sweep): readonly number[] => namedIn(sweep, 'max-reruns');
const tooLargeIn = (sweep: Sweep): readonly number[] => namedIn(sweep, 'more than 10 requests');
const withoutRequests = (sweep: Sweep): readonly number[] => namedIn(sweep, 'too few requests');

describe('over forty runs', () => {
  const max = REQUEST_LIMITS.ofRepository - REQUEST_LIMITS.toStart;
  const pulls = (count: number, first: number, more: Partial<AskedPull>): readonly AskedPull[] =>
    numbers(count, first).map((number) => ({ number, isFork: false, cost: 2, ...more }));

  it.each<[string, pulls: readonly AskedPull[], least: number]>([
    ['of a few each is judged every time', pulls(20, 1, {}), 40],
    ['of many own ones each is judged', pulls(60, 1, { cost: 7 }), 8],
    ['many forks do not keep own ones out', [...pulls(12, 1, {}), ...pulls(288, 100, { isFork: true })], 4],
    ['nor own ones forks', [...pulls(288, 100, {}), ...pulls(12, 1, { isFork: true })], 4],
    ['as large as they may be', [...pulls(30, 1, { cost: 10 }), ...pulls(60, 100, { isFork: true, cost: 10 })], 4],
  ])('%s: %#', async (_, asked, least) => {
    const tooLarge = pulls(54, 1_000, { isFork: true, cost: MAX_A_PULL + 1 });
    const counts = new Map(asked.map(({ number }) => [number, 0]));
    for (const run of numbers(40)) {
      let [left, granted] = [900, 900];
      const named = await askByTurns({
        ...{ pulls: [...tooLarge, ...asked], run, max },
        requests: {
          left: () => left,
          grant: (more) => {
            granted = more;
          },
        },
        judge: ({ number, cost }) => {
          expect(cost).toBeLessThanOrEqual(granted);
          left -= cost;
          counts.set(number, (counts.get(number) ?? Number.NaN) + 1);
          return Promise.resolve(true);
        },
      });
      expect([...named]).toEqual(tooLarge);
      expect(left).toBeGreaterThanOrEqual(900 - max);
    }
    expect(Math.min(...counts.values())).toBeGreaterThanOrEqual(least);
  });
});

describe('in whole runs', () => {
  it('own ones and forks take turns, and what there are no requests for has its turn in the next run', async () => {
    const specs = [
      ...numbers(3).map((n) => large(n, 1)),
      ...numbers(3, 100).map((n) => large(n, 700, { isFork: true })),
    ];
    const judged: (readonly number[])[] = [];
    for (const runNumber of numbers(3, 0)) {
      const limits = { ...REQUEST_LIMITS, ofRepository: 32, toStart: 12 };
      const sweep = await sweepIn((nowMs) => untouched(gatesWorld(specs, nowMs)), { inputs, runNumber, limits });
      expect(sweep.github.filter(({ url }) => !url.endsWith('/graphql')).length).toBeLessThanOrEqual(32);
      expect([...judgedIn(sweep), ...withoutRequests(sweep)].toSorted((a, b) => a - b)).toEqual([
        1, 2, 3, 100, 101, 102,
      ]);
      expect(sweep.result.summary).toContain('6 waiting');
      judged.push(judgedIn(sweep));
    }
    expect(judged).toEqual([
      [1, 2, 100, 101],
      [1, 3, 100, 102],
      [2, 3, 101, 102],
    ]);
  });

  it.each([
    [899, [1], []],
    // A page of commits, and ten of files.
    [901, [], [1]],
  ])('one of %i files is judged, or named as too large', async (files, judged, tooLarge) => {
    const sweep = await sweepIn((nowMs) => untouched(gatesWorld([large(1, files), large(2, 1)], nowMs)), { inputs });
    expect([judgedIn(sweep), tooLargeIn(sweep)]).toEqual([[...judged, 2], tooLarge]);
    expect([sweep.result.conclusion, sweep.result.annotations]).toEqual(['success', []]);
  });

  it('one that has grown since it was counted is named as too large, and no other goes without', async () => {
    const sweep = await sweepIn(
      (nowMs) => untouched(gatesWorld([large(1, 1), large(2, 1)], nowMs)),
      { inputs },
      {
        watch: ({ path }, { github }) => {
          const pull = github.state.pulls.find(({ number }) => path.endsWith(`/pulls/${number}/files`));
          if (pull?.number === 1) pull.files = large(1, 1_500).pull?.files ?? [];
        },
      },
    );
    expect([judgedIn(sweep), tooLargeIn(sweep)]).toEqual([[2], [1]]);
  });
});

describe('repositories whose pull requests would take all requests', () => {
  const names = numbers(3).map((number) => `repo-${number}`);
  const specsOf = (name: string): readonly GateSpec[] =>
    name === 'victim'
      ? [{ number: 1, was: 'passed', now: 'failed', scannedHoursAgo: 2 }]
      : numbers(8).map((number) => large(number, 700));
  const build = (nowMs: number): ScenarioWorld => {
    const world = organizationWorld([...names, 'victim'], { nowMs, specsOf });
    return changeService(world, ({ bugs, repos }) => {
      const victim = repos.find(({ name }) => name === 'victim')?.id;
      return {
        bugs: untouched(world).service.bugs.map((bug, at) => (bug.repoId === victim ? (bugs[at] ?? bug) : bug)),
      };
    });
  };
  const given = { repositories: [...names, 'victim'].map((name) => `acme/${name}`).join(' ') };

  it('keep no run of another from being started, whose turn ever it is', async () => {
    for (const runNumber of [0, 1, 3]) {
      const sweep = await sweepIn(build, {
        ...{ inputs: { ...given, 'max-reruns': '100' }, runNumber },
        limits: { ...REQUEST_LIMITS, ofRepository: 60, toStart: 24, ofRun: 72 },
      });
      expect(sweep.rerun).toContainEqual(expect.objectContaining({ repository: 'acme/victim', pullRequest: 1 }));
      // What was left out is named.
      expect(withoutRequests(sweep).length).toBeGreaterThan(0);
      expect([sweep.failed, sweep.result.conclusion]).toEqual([[], 'success']);
    }
  });

  it('of which nothing can be looked at any more are named, with a warning, and the run is green', async () => {
    const sweep = await sweepIn(build, {
      ...{ inputs: given, runNumber: 0 },
      limits: { ...REQUEST_LIMITS, ofRepository: 60, toStart: 24, ofRun: 12 },
    });
    const nothing = sweep.skipped.filter(({ why }) => why.startsWith('Nothing was judged'));
    expect(nothing.map(({ repository, pullRequest }) => [repository, pullRequest])).toContainEqual([
      'acme/repo-3',
      null,
    ]);
    const warned = sweep.result.annotations.filter(({ level }) => level === 'warning').map(({ message }) => message);
    expect(warned).toContainEqual(expect.stringMatching(/^acme\/repo-3: .* Nothing was judged/));
    expect([sweep.failed, sweep.result.conclusion]).toEqual([[], 'success']);
  });
});
