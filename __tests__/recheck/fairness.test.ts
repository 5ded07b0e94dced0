// What one pull request, or one repository, makes large starves no other: over many runs each is judged.
import type { ScenarioWorld } from '../../sandbox/scenarios/scenario.ts';
import { type AskedPull, askFairly } from '../../src/recheck/judge-all.ts';
import { REQUEST_LIMITS } from '../../src/recheck/run.ts';
import { draw, toTurns } from '../../src/recheck/turns.ts';
import { aServiceBug } from '../harness/service-data.ts';
import { changeService } from '../harness/worlds.ts';
import { describe, expect, it, test } from '../jest.ts';
import { type Stage, type Sweep, sweepIn, withStage } from './harness.ts';
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

function judgedIn({ skipped }: Sweep): readonly number[] {
  return skipped.flatMap(({ pullRequest, why }) => (why.includes('max-reruns') ? (pullRequest ?? []) : []));
}

describe('over forty runs', () => {
  const small = numbers(2).map((number): AskedPull => ({ number, isFork: false, cost: 2 }));
  const largeForks = numbers(54, 100).map((number): AskedPull => ({ number, isFork: true, cost: 31 }));
  const own = numbers(60).map((number): AskedPull => ({ number, isFork: false, cost: 7 }));
  const smallForks = numbers(6, 100).map((number): AskedPull => ({ number, isFork: true, cost: 2 }));

  /** How often each is judged in so many runs. */
  async function countJudged(pulls: readonly AskedPull[], runs = 40): Promise<typeof counts> {
    const counts = new Map(pulls.map(({ number }) => [number, 0]));
    for (const run of numbers(runs))
      for (const number of await askIn(pulls, run)) counts.set(number, (counts.get(number) ?? 0) + 1);
    return counts;
  }

  /** Those that get all that they cost; GitHub is asked no more than a run may. */
  async function askIn(pulls: readonly AskedPull[], run: number): Promise<ReadonlySet<number>> {
    const max = REQUEST_LIMITS.ofRepository - REQUEST_LIMITS.toStart;
    const judged = new Set<number>();
    let [left, granted] = [900, 900];
    await askFairly({
      ...{ pulls, run, max, openWorld: () => null },
      requests: {
        left: () => left,
        grant: (more) => {
          granted = more;
        },
      },
      judge: ({ number, cost }) => {
        const asked = Math.min(cost, granted);
        left -= asked;
        if (asked === cost) judged.add(number);
        return Promise.resolve(judged.has(number));
      },
      isUnknown: ({ number }) => !judged.has(number),
    });
    expect(left).toBeGreaterThanOrEqual(900 - max);
    return judged;
  }

  it('large pull requests of forks keep nobody out, not even each other', async () => {
    const counts = await countJudged([...largeForks, ...small]);
    expect(small.map(({ number }) => counts.get(number))).toEqual([40, 40]);
    expect(Math.min(...counts.values())).toBeGreaterThanOrEqual(1);
  });

  it('of more own ones than a run can judge each is judged at least twice', async () => {
    const counts = await countJudged(own);
    expect(Math.min(...counts.values())).toBeGreaterThanOrEqual(2);
  });

  it('forks have a fifth for themselves', async () => {
    const counts = await countJudged([...own, ...smallForks], 12);
    expect(Math.min(...counts.values())).toBeGreaterThanOrEqual(1);
    expect(smallForks.map(({ number }) => counts.get(number))).toEqual(smallForks.map(() => 12));
  });
});

it('in whole runs, each of the large ones of forks is judged in its turn, and the own ones in every run', async () => {
  const specs = [
    ...numbers(3, 100).map((n) => large(n, 1_100, { isFork: true })),
    ...numbers(2).map((n) => large(n, 1)),
  ];
  const play = async ({ recheck, sandbox: { github } }: Stage): Promise<readonly (readonly number[])[]> => {
    const judged = [];
    for (const runNumber of numbers(3)) {
      // A run an hour: what the one before asked GitHub is over.
      github.state.requestsLeft = github.state.requestsPerHour;
      const limits = { ...REQUEST_LIMITS, ofRepository: 30, toStart: 12 };
      const sweep = await recheck({ inputs, runNumber, limits });
      expect(sweep.github.filter(({ url }) => !url.endsWith('/graphql')).length).toBeLessThanOrEqual(30);
      expect(sweep.skipped).toHaveLength(specs.length);
      judged.push(judgedIn(sweep).toSorted());
    }
    return judged;
  };
  const judged = await withStage((nowMs) => untouched(gatesWorld(specs, nowMs)), play);
  expect(judged.toSorted()).toEqual([100, 101, 102].map((fork) => [1, fork, 2]));
});

it('one of 3,000 files that stands alone is judged every time', async () => {
  for (const runNumber of numbers(3)) {
    const sweep = await sweepIn((nowMs) => untouched(gatesWorld([large(1, 2_999)], nowMs)), { inputs, runNumber });
    expect(judgedIn(sweep)).toEqual([1]);
  }
});

describe('where one has grown since it was counted, so that its requests are too few', () => {
  const files = (number: number): string => `/pulls/${number}/files`;

  it.each([
    ['403', 'status=403', 1],
    ['500, which is tried four times', 'status=500', 4],
  ])('it is asked about again, but not one that GitHub refuses with %s', async (_, effect, tries) => {
    const specs = [large(1, 1), ...numbers(3, 2).map((number) => large(number, 1))];
    for (const runNumber of numbers(4)) {
      const sweep = await sweepIn(
        (nowMs) => untouched(gatesWorld(specs, nowMs)),
        { inputs, runNumber, limits: { ...REQUEST_LIMITS, ofRepository: 72, toStart: 12, ofRun: 72 } },
        {
          faults: numbers(3, 2).map((number) => `GET /repos/acme/storefront${files(number)}?* ${effect}`),
          watch: ({ path }, { github }) => {
            const pull = github.state.pulls.find(({ number }) => path.endsWith(files(number)));
            if (pull?.number === 1) pull.files = large(1, 1_500).pull?.files ?? [];
          },
        },
      );
      const askedFor = (number: number): number => sweep.github.filter(({ url }) => url.includes(files(number))).length;
      expect(numbers(3, 2).map(askedFor)).toEqual([tries, tries, tries]);
      expect(askedFor(1)).toBeGreaterThan(15);
      // It is judged, as it was: what is not in a list of another length than GitHub counted counts. Who is not judged is named.
      expect(sweep.skipped.map(({ pullRequest }) => pullRequest).toSorted()).toEqual([2, 3, 4]);
    }
  });
});

describe('gates whose patterns are slow to match with the bugs', () => {
  /** No way through the matcher comes twice: it depends on the last twenty letters. */
  const slow = (number: number): string =>
    numbers(40)
      .map((at) => `**/*a${'?'.repeat(20)}${number}${at}*`)
      .join();
  const paths = numbers(20).map((at) => {
    let state = at;
    return Array.from({ length: 1_000 }, () => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
      return state > 1_073_741_824 ? 'a' : 'b';
    }).join('');
  });
  interface Given {
    readonly runNumber?: number;
    readonly steps?: number;
    readonly gateOn?: string;
  }
  const sweep = async (toPaths: (number: number) => string, given: Given = {}): Promise<Sweep> => {
    const { runNumber = 1, steps = REQUEST_LIMITS.steps / 10, gateOn = '' } = given;
    const specs = numbers(9).map((number): GateSpec => {
      const decided = { 'count-from': 'repository', 'gate-on': gateOn, paths: toPaths(number) };
      return { number, was: 'failed', now: 'failed', inputs: decided };
    });
    return await sweepIn(
      (nowMs) => {
        const world = gatesWorld(specs, nowMs);
        return changeService(world, ({ bugs: [bug, ...others] }) => ({
          bugs: [
            ...(bug === undefined ? [] : [bug, ...others]),
            ...paths.map((filePath, at) => ({ ...bug, ...aServiceBug(`${at}`), repoId: bug?.repoId ?? '', filePath })),
          ],
        }));
      },
      { inputs, runNumber, limits: { ...REQUEST_LIMITS, steps } },
    );
  };
  const leftIn = ({ skipped }: Sweep): readonly (number | null)[] =>
    skipped.filter(({ why }) => why.includes('takes too long')).map(({ pullRequest }) => pullRequest);

  it('are left as they are once that has taken too long, each is named, and the next run begins with others', async () => {
    const sweeps = [await sweep(slow), await sweep(slow, { runNumber: 2 })];
    for (const each of sweeps) {
      expect([judgedIn(each).length, leftIn(each).length, each.outputs['checked']]).toEqual([4, 5, '4']);
      expect(each.result.conclusion).toBe('success');
    }
    expect(sweeps.map(judgedIn)[0]).not.toEqual(sweeps.map(judgedIn)[1]);
  });

  it.each<[string, (number: number) => string]>([
    ['of a few patterns', () => 'src/**, !src/gen/**'],
    ['of the same slow ones, which are matched once', () => slow(1)],
  ])('are all judged where these are %s', async (_, toPaths) => {
    const { skipped, outputs } = await sweep(toPaths);
    expect([outputs['checked'], skipped.filter(({ why }) => why.includes('too long'))]).toEqual(['9', []]);
  });

  // Nine gates, each with the bugs of all and twenty more.
  it.each([
    [4 * 29 - 1, '4', 5],
    [9 * 29, '9', 0],
  ])('each bug that is compared with a gate counts, without any pattern: of %i', async (steps, checked, left) => {
    const each = await sweep(() => '', { steps });
    expect([each.outputs['checked'], leftIn(each).length]).toEqual([checked, left]);
  });

  it('what GitHub has to be asked about has its turn in each run, though that takes as long again', async () => {
    for (const runNumber of [1, 2]) {
      const each = await sweep(() => '', { runNumber, steps: 5 * 29, gateOn: 'introduced' });
      expect(Number(each.outputs['checked'])).toBeGreaterThan(0);
      expect(leftIn(each)).not.toEqual([]);
    }
  });

  it('where not one has its turn, the run warns', async () => {
    const each = await sweep(() => '', { steps: -1 });
    expect([each.outputs['checked'], leftIn(each).length]).toEqual(['0', 9]);
    expect(each.result.annotations).toMatchObject([
      { level: 'warning', message: expect.stringContaining('Nothing was judged') },
    ]);
    expect(each.result.summary).toContain('### ⚠️ Scan Gate recheck: 0 gates judged again');
  });
});

describe('repositories whose pull requests would take all requests', () => {
  const names = numbers(3).map((number) => `repo-${number}`);
  // Each of the four takes more than a fortieth of all that a run may send.
  const specsOf = (name: string): readonly GateSpec[] =>
    name === 'victim'
      ? [{ number: 1, was: 'passed', now: 'failed', scannedHoursAgo: 2 }]
      : numbers(4).map((number) => large(number, 500));
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
      expect(sweep.skipped.filter(({ why }) => why.includes('too few requests')).length).toBeGreaterThan(0);
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
    expect(warned).toContainEqual(
      expect.stringMatching(/^acme\/repo-3: .* Nothing was judged: this run had too few requests/),
    );
    expect([sweep.failed, sweep.result.conclusion]).toEqual([[], 'success']);
  });
});

describe('turns', () => {
  const costOf = (cost: number): number => cost;

  test.each<[string, readonly number[], number, readonly (readonly number[])[]]>([
    ['nothing', [], 3, []],
    ['all at once', [1, 2], 3, [[1, 2]]],
    ['parts that fit', [1, 2, 3, 1, 1], 3, [[1, 2], [3], [1, 1]]],
    ['what does not fit is a part of its own', [1, 9, 1], 3, [[1], [9], [1]]],
  ])('%s', (_, items, budget, parts) => {
    expect(toTurns(items, { run: 0, budget, costOf })).toEqual(parts);
  });

  test('another part comes first in each run', () => {
    const firsts = [0, 1, 2, 3].map((run) => toTurns([3, 2, 1, 3], { run, budget: 3, costOf })[0]);
    expect(firsts).toEqual([[3], [2, 1], [3], [3]]);
  });

  test('an order is drawn anew in each run, and the same for the same run', () => {
    const orders = numbers(20).map((run) => draw(numbers(8), run, costOf).join());
    expect(new Set(orders).size).toBeGreaterThan(15);
    expect(draw(numbers(8), 7, costOf).join()).toBe(orders[6]);
    expect(draw(numbers(8), 7, costOf).toSorted((a, b) => a - b)).toEqual(numbers(8));
  });
});
