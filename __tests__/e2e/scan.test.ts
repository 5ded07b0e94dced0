// Tests of the scan that is judged: which one, how long it is waited for, how far it is searched, and what is told of it.
import { parseFault } from '../../sandbox/faults.ts';
import type { CommitData } from '../../sandbox/github/data.ts';
import { commitSha, dayMs, hourMs, identifier, minuteMs, timeText } from '../../sandbox/scenarios/identity.ts';
import type { ScenarioWorld } from '../../sandbox/scenarios/scenario.ts';
import { storefront } from '../../sandbox/scenarios/storefront/names.ts';
import { makeScan } from '../../sandbox/scenarios/storefront/service.ts';
import type { ScanData } from '../../sandbox/service/data.ts';
import { createTestClock } from '../harness/clock.ts';
import { events } from '../harness/events.ts';
import { type GateRun, type RunChange, runGateIn, type Sandbox, type SandboxOptions } from '../harness/sandbox.ts';
import { changeGitHub, changeService, failingWorld, runningWorld } from '../harness/worlds.ts';
import { describe, expect, it } from '../jest.ts';

const { headSha, baseSha } = storefront;
const checkoutSha = commitSha('checkout');
const foreignSha = commitSha('of another branch');

/** A complete scan that was begun so long ago and took five minutes. */
function scan(name: string, { agoMs, ...changes }: Partial<ScanData> & { readonly agoMs: number }): ScanData {
  const createdAt = Date.now() - agoMs;
  const workflowRequestId = identifier('wr_', name);
  const completedAt = createdAt + 5 * minuteMs;
  return makeScan({ workflowRequestId, createdAt, completedAt, ...changes });
}

/** The storefront with these scans and no others; each has surfaced all bugs. */
function withScans(scans: readonly ScanData[], world = failingWorld()): ScenarioWorld {
  return changeService(world, ({ bugs }) => ({
    scans: [...scans],
    runningScans: [],
    surfaced: Object.fromEntries(
      scans.map(({ workflowRequestId }) => [workflowRequestId ?? '', bugs.map(({ id }) => id)]),
    ),
  }));
}

interface Judged extends GateRun {
  /** `scan-match`, the number of the scan, `commits-behind`; or the reason of no verdict. */
  readonly chosen: string;
}

async function judge(
  scans: readonly ScanData[],
  inputs: Readonly<Record<string, string>> = {},
  { world, ...change }: RunChange & SandboxOptions & { readonly world?: ScenarioWorld } = {},
): Promise<Judged> {
  const run = await runGateIn(withScans(scans, world), {
    inputs: { 'poll-interval': '0', annotations: 'off', ...inputs },
    ...change,
  });
  const { outputs } = run;
  const at = scans.findIndex(({ workflowRequestId }) => workflowRequestId === outputs['scan-id']);
  const words = [outputs['scan-match'], `#${at + 1}`, outputs['commits-behind'] ?? ''];
  const isJudged = outputs['verdict'] !== 'unverified';
  return { ...run, chosen: isJudged ? words.join(' ').trim() : (outputs['reason'] ?? '') };
}

function readsOf({ service }: Sandbox): number {
  return service.requests.filter(({ url }) => url.includes('/scans?')).length;
}

const isScanList = ({ path }: { readonly path: string }): boolean => path.endsWith('/scans');

const h = hourMs;
const atHead = scan('head', { agoMs: h, commitSha: headSha });
const olderAtHead = scan('head before', { agoMs: 3 * h, commitSha: headSha });
const atCheckout = scan('checkout', { agoMs: 26 * h, commitSha: checkoutSha });
const atBase = scan('base', { agoMs: 2 * h, commitSha: baseSha });
const againAtBase = scan('base again', { agoMs: h, commitSha: baseSha });
const foreign = scan('foreign', { agoMs: h / 2, commitSha: foreignSha });
const withStatus = (each: ScanData, workflowStatus: string | null): ScanData => ({
  ...each,
  workflowStatus,
  completedAt: null,
});
const failed = (each: ScanData): ScanData => withStatus(each, 'failed');

it('the other strategies are tried when wait-for-scan is over', async () => {
  const { chosen } = await judge([atCheckout], { 'scan-match': 'exact, ancestor', 'wait-for-scan': '1s' });
  expect(chosen).toBe('ancestor #1 1');
});

describe('a scan that is running', () => {
  it('is waited for, a line an attempt, and then judged', async () => {
    const { exitCode, outputs, log, sandbox } = await runGateIn(runningWorld({ afterLooks: 3 }));
    expect([exitCode, outputs['verdict'], outputs['pending-security']]).toEqual([1, 'failed', '4']);
    expect(readsOf(sandbox)).toBe(4);
    expect(log.match(/^Attempt \d: .* 10 min/gmu)).toHaveLength(3);
  });

  it('that does not finish in time is scan-timeout', async () => {
    const { exitCode, outputs } = await runGateIn(runningWorld({}), { inputs: { 'wait-timeout': '1s' } });
    expect([exitCode, outputs['reason']]).toEqual([1, 'scan-timeout']);
    expect(outputs).toMatchObject({ 'scan-sha': headSha, 'scan-match': 'exact', pending: '' });
  });

  it('is looked at after pauses that grow by half, the last until the time is up', async () => {
    const waits: number[] = [];
    const clock = createTestClock(Date.now(), true);
    const { outputs } = await runGateIn(runningWorld({}), {
      inputs: { 'poll-interval': '10s', 'wait-timeout': '1m' },
      clock: {
        ...clock,
        wait: async (ms, signal) => {
          waits.push(ms);
          await clock.wait(ms, signal);
        },
      },
    });
    expect(outputs['reason']).toBe('scan-timeout');
    // Chance takes half of a fifth.
    expect(waits).toEqual([9_000, 13_500, 20_250, 17_250]);
  });

  it('is not waited for with wait-timeout: 0', async () => {
    const { outputs, sandbox } = await runGateIn(runningWorld({}), { inputs: { 'wait-timeout': '0' } });
    expect([outputs['reason'], readsOf(sandbox)]).toEqual(['scan-timeout', 1]);
  });

  it.each(['failed', 'dlq'] as const)('that ends as %s is scan-failed', async (endsAs) => {
    const { exitCode, outputs, log } = await runGateIn(runningWorld({ afterLooks: 2, endsAs }));
    expect([exitCode, outputs['reason']]).toEqual([1, 'scan-failed']);
    expect(outputs).toMatchObject({ 'scan-sha': headSha, 'scan-match': 'exact' });
    expect(log).toMatch(/Scan `\S+` of commit `\w+` failed/mu);
  });

  it.each([
    ['its own pull request', 'pull_request', {}],
    ['the one that pr-number names', 'workflow_dispatch', { 'pr-number': '482' }],
  ] as const)('is let go when the head of %s moves: superseded', async (_, name, inputs) => {
    const { event, github: started } = events[name](runningWorld({}));
    const { exitCode, outputs, comment, sandbox } = await runGateIn(runningWorld({}), {
      event,
      github: started,
      inputs,
      watch: (request, { github, world, service }) => {
        if (!isScanList(request)) return;
        if (service.requests.filter(({ url }) => url.includes('/scans?')).length !== 2) return;
        github.pushCommit(world.pullRequest, {
          sha: 'e'.repeat(40),
          parents: [world.sha],
          message: 'One more thing',
          authorName: 'Mara Lindqvist',
          date: new Date().toISOString(),
        });
      },
    });
    expect([exitCode, outputs['reason'], comment]).toEqual([1, 'superseded', '']);
    expect(readsOf(sandbox)).toBeLessThanOrEqual(4);
  });
});

describe('while a scan is awaited', () => {
  const inputs = { 'wait-for-scan': '5m', 'poll-interval': '10s' };
  const others = (count: number, changes: Readonly<Record<number, Partial<ScanData>>> = {}) =>
    Array.from({ length: count }, (_, at) =>
      scan(`other ${at}`, { agoMs: h + at * 1_000, commitSha: foreignSha, ...changes[at] }),
    );

  /** The scan of the head appears just before the page at this offset is read for the nth time. */
  function appearing(nth: number, offset: number): RunChange & SandboxOptions {
    let reads = 0;
    return {
      watch: (request, { service }) => {
        if (!isScanList(request) || Number(request.query.get('offset')) !== offset || ++reads !== nth) return;
        service.state.change(({ scans }) => {
          scans.push(structuredClone({ ...atHead, createdAt: Date.now() }));
        });
      },
    };
  }

  const offsetsOf = ({ sandbox }: GateRun): readonly number[] =>
    sandbox.service.requests
      .filter(({ url }) => url.includes('/scans?'))
      .map(({ url }) => Number(new URL(url, 'http://localhost').searchParams.get('offset')));
  /** Pages of one look are asked for at once. */
  const sorted = (offsets: readonly number[]): readonly number[] => offsets.toSorted((a, b) => a - b);
  const pages = (count: number): readonly number[] => Array.from({ length: count }, (_, page) => page * 100);

  it('a look reads the first hundred scans; the look that decides reads all: 5 looks at 2,600', async () => {
    const run = await judge(others(2_600), inputs, appearing(5, 0));
    expect(run.outputs['scan-id']).toBe(atHead.workflowRequestId);
    expect(sorted(offsetsOf(run).slice(0, 20))).toEqual(pages(20));
    expect(offsetsOf(run).slice(20, 24)).toEqual([0, 0, 0, 0]);
    expect(sorted(offsetsOf(run).slice(24))).toEqual(pages(20));
  });

  it('a look reads as far as the oldest scan of the commit that was found', async () => {
    const running = { commitSha: headSha, workflowStatus: 'in_progress', completedAt: null };
    const run = await judge(others(400, { 150: running }), { 'wait-timeout': '30s', 'poll-interval': '10s' });
    expect(run.chosen).toBe('scan-timeout');
    expect(sorted(offsetsOf(run).slice(0, 4))).toEqual(pages(4));
    expect(offsetsOf(run).slice(4, 8)).toEqual([0, 100, 0, 100]);
  });

  it('a list that grows while it is read is read again, so that no scan is missed', async () => {
    const run = await judge(others(400), inputs, appearing(2, 300));
    expect(run.outputs['scan-id']).toBe(atHead.workflowRequestId);
    expect(sorted(offsetsOf(run).slice(-5))).toEqual(pages(5));
  });
});

describe('an attempt that fails while a scan is awaited', () => {
  /** From the second attempt on, so many whole attempts fail: four tries each. */
  const failing = (attempts: number, status: number) => ({
    watch: (request: { readonly path: string }, sandbox: Sandbox) => {
      if (!isScanList(request)) return;
      const asked = readsOf(sandbox);
      const fault = parseFault(`GET /public/v1/scans status=${status} retry-after=0`);
      if (asked === 2) sandbox.faults.add(fault);
      if (asked === 2 + 4 * attempts) sandbox.faults.clear();
    },
  });

  it.each([
    [1, 429],
    [4, 503],
  ])('%i times in a row is tolerated: %i', async (attempts, status) => {
    const world = runningWorld({ afterLooks: 2 });
    const { outputs, log } = await runGateIn(world, failing(attempts, status));
    expect(outputs['verdict']).toBe('failed');
    expect(log.match(new RegExp(`^Attempt \\d: .* ${status} .*\\d of 5 .* 10 min`, 'gmu'))).toHaveLength(attempts);
  });

  it('five times in a row is service-error', async () => {
    const world = runningWorld({ afterLooks: 2 });
    const { exitCode, outputs, log, sandbox } = await runGateIn(world, failing(5, 503));
    expect([exitCode, outputs['reason']]).toEqual([1, 'service-error']);
    expect(log).toMatch(/GET \/public\/v1\/scans answered 503 .*after 4 tries/u);
    expect(readsOf(sandbox)).toBe(1 + 5 * 4);
  });

  it.each(['repos', 'scans', 'bugs'])('is tolerated from the first on while wait-for-scan lasts: %s', async (list) => {
    const { outputs, log } = await runGateIn(failingWorld(), {
      inputs: { 'wait-for-scan': '5m', 'poll-interval': '1s', annotations: 'off' },
      faults: [
        {
          path: `/public/v1/${list}`,
          // Of the bugs, six lists are asked for at once.
          when: { kind: 'first', n: list === 'bugs' ? 48 : 24 },
          effect: { kind: 'status', status: 503, retryAfterSeconds: 0 },
        },
      ],
    });
    expect(outputs['verdict']).toBe('failed');
    const lines = log.match(/^Attempt \d: .* 503 .* 5 min/gmu);
    expect(lines?.length).toBeGreaterThan(1);
  });

  it('is tolerated no longer than wait-for-scan, and then the comment says how to go on', async () => {
    const { exitCode, outputs, log, comment } = await runGateIn(failingWorld(), {
      inputs: { 'wait-for-scan': '30s', 'poll-interval': '10s' },
      faults: ['GET /public/v1/repos status=503 retry-after=0'],
    });
    expect([exitCode, outputs['reason']]).toEqual([1, 'service-error']);
    expect(log).toMatch(/Attempt 3: .* 503/u);
    expect(comment).toContain('**Not about your change.**');
  });

  it('is not tolerated where it would be the same next time', async () => {
    const { outputs, sandbox } = await runGateIn(failingWorld(), {
      inputs: { 'wait-for-scan': '5m' },
      faults: ['GET /public/v1/repos status=401'],
    });
    expect([outputs['reason'], sandbox.service.requests.length]).toEqual(['unauthorized', 1]);
  });

  it.each(['repos', 'scans', 'bugs'])('stops where the pull request has a newer head meanwhile: %s', async (list) => {
    const { outputs, sandbox } = await runGateIn(failingWorld(), {
      inputs: { 'wait-for-scan': '5m', 'poll-interval': '1s' },
      faults: [`GET /public/v1/${list} status=503 retry-after=0`],
      watch: (_, { github, service }) => {
        const [pull] = github.state.pulls;
        const [commit] = github.state.commits;
        if (pull === undefined || commit === undefined || service.requests.length <= 4) return;
        github.state.commits.push({ ...commit, sha: foreignSha, parents: [storefront.headSha] });
        pull.head.sha = foreignSha;
      },
    });
    expect(outputs['reason']).toBe('superseded');
    // Four tries of what is asked for at once: of the bugs, six lists.
    expect(sandbox.service.requests.length).toBeLessThan(list === 'bugs' ? 30 : 20);
  });

  it.each([
    ['runs', withStatus(atHead, 'in_progress'), 'scan-timeout'],
    ['has failed', failed(atHead), 'exact #1 0'],
    ['is complete', atHead, 'exact #0 0'],
  ])('is followed by another look at the scans: by then a newer one %s', async (_, newer, chosen) => {
    const run = await judge(
      [olderAtHead],
      { 'wait-for-scan': '5m', 'wait-timeout': '0', 'poll-interval': '10s', 'max-security-bugs': '100' },
      {
        faults: [
          {
            path: '/public/v1/bugs',
            when: { kind: 'first', n: 12 },
            effect: { kind: 'status', status: 503, retryAfterSeconds: 0 },
          },
        ],
        watch: ({ path }, { service }) => {
          if (!path.endsWith('/bugs') || service.state.scans.length > 1) return;
          service.state.change(({ scans }) => {
            scans.push(structuredClone(newer));
          });
        },
      },
    );
    expect(run.chosen).toBe(chosen);
    expect(run.log).toMatch(/Attempt 1: .* 503/u);
  });

  it('the first of all is service-error', async () => {
    const { outputs, sandbox } = await runGateIn(runningWorld({}), {
      faults: ['GET /public/v1/scans status=503 retry-after=0'],
    });
    expect([outputs['reason'], readsOf(sandbox)]).toEqual(['service-error', 4]);
  });

  it('is not repeated where no try can mend it', async () => {
    const { outputs, sandbox } = await runGateIn(runningWorld({}), {
      faults: ['GET /public/v1/scans from=2 status=400'],
    });
    expect([outputs['reason'], readsOf(sandbox)]).toEqual(['service-error', 2]);
  });
});

it('a commit without a scan is waited for, though the next strategy would match at once', async () => {
  let reads = 0;
  const { outputs, log } = await judge(
    [atCheckout],
    { 'scan-match': 'exact, ancestor', 'wait-for-scan': '20s' },
    {
      watch: (request, { service }) => {
        if (!isScanList(request) || ++reads !== 3) return;
        service.state.change((data) => {
          data.scans.push(structuredClone(atHead));
        });
      },
    },
  );
  expect([outputs['scan-match'], outputs['scan-sha'], reads]).toEqual(['exact', headSha, 3]);
  expect(log.match(/^Attempt \d+: .* 20 s/gmu)).toHaveLength(2);
});

it('scans of another repository are named where there is no other, with what to check', async () => {
  const { chosen, log } = await judge(
    [foreign, againAtBase, atBase],
    {},
    { faults: ['GET /public/v1/scans set=scans.*.repoId value="repo_theirs"'] },
  );
  expect(chosen).toBe('no-scan');
  for (const named of ['3 scans', storefront.repoId, 'repo_theirs', '`repository-id`']) expect(log).toContain(named);
});

describe('how far is looked', () => {
  /** A line of commits behind the base, so that the head has `count` ancestors. */
  function withHistory(world: ScenarioWorld, count: number): ScenarioWorld {
    return changeGitHub(world, ({ commits }) => {
      const oldest = commits.find(({ parents }) => parents.length === 0);
      if (!oldest) throw new Error('the world has no first commit');
      const known = 8;
      const line = Array.from({ length: count - known + 1 }, (_, at): CommitData => ({
        ...oldest,
        sha: commitSha(`line ${at + known}`),
        parents: [commitSha(`line ${at + known + 1}`)],
        date: timeText(Date.now() - 10 * dayMs - at * minuteMs),
      }));
      const joined = commits.map((each) =>
        each === oldest ? { ...each, parents: [commitSha(`line ${known}`)] } : each,
      );
      return { commits: [...joined, ...line] };
    });
  }

  it.each([
    [249, 'ancestor #1 249'],
    [250, 'no-scan'],
  ])('the scan of the commit %d behind: %s', async (behind, chosen) => {
    const scans = [scan('far', { agoMs: 300 * h, commitSha: commitSha(`line ${behind}`) })];
    const world = withHistory(failingWorld(), 300);
    expect((await judge(scans, { 'scan-match': 'ancestor' }, { world })).chosen).toBe(chosen);
  });

  it.each([
    [1_999, 'exact #2000 0'],
    [2_000, 'no-scan'],
  ])('the scan behind %d others: %s', async (others, chosen) => {
    const newer = Array.from({ length: others }, (_, at) =>
      scan(`other ${at}`, { agoMs: h + at * 1_000, commitSha: foreignSha }),
    );
    const late = scan('late', { agoMs: 900 * h, commitSha: headSha });
    const judged = await judge([...newer, late]);
    expect([judged.chosen, readsOf(judged.sandbox)]).toEqual([chosen, 20]);
  });
});
