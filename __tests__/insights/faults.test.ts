// Faults at every request: a run is whole, or says what is missing; no old or half page is left, and no smaller number.
import type { FaultEffect, FaultRule } from '../../sandbox/faults.ts';
import type { RecordedRequest } from '../../sandbox/http.ts';
import { timeText } from '../../sandbox/scenarios/identity.ts';
import { ExpectedError } from '../../src/judgement/errors.ts';
import { changeGitHub, changeService } from '../harness/worlds.ts';
import { beforeAll, describe, expect, it, test } from '../jest.ts';
import { type InsightsOptions, type InsightsRun, night, nowMs, quarterWorld, runInsightsIn } from './harness.ts';
import { textOf } from './page-faults.ts';

const PAGE = 'scan-insights/index.html';
const ALL = [PAGE, 'scan-insights/bugs.csv', 'scan-insights/insights.json'];
const old = Object.fromEntries(ALL.map((path) => [path, 'of last month']));

/** Refused, out of order, or not to be understood; which statuses and bodies are of one kind: contract/failures, github/octokit. */
const effects: Readonly<Record<string, FaultEffect>> = {
  '500': { kind: 'status', status: 500 },
  '403': { kind: 'status', status: 403 },
  'half an answer': { kind: 'truncate' },
};
/** What is of one kind decides alike at each request, so one effect is tried at all of them, and the others at the first and the last. */
const ofEffect = <Item>(name: string, items: readonly Item[]): readonly Item[] =>
  name === '500' ? items : items.filter((_, at) => at === 0 || at === items.length - 1);
/** Of those, the ones that may be gone the next time. */
const passing = ['500', 'half an answer'];

const GATE_SUMS = ['blocked', 'stopped', 'overridden', 'escaped'];

/** Without the addresses of the local services. */
const toText = (run: InsightsRun): string => JSON.stringify([run.files, run.outputs]).replace(/127\.0\.0\.1:\d+/g, '');

const play = (options: InsightsOptions): Promise<InsightsRun> =>
  runInsightsIn(quarterWorld(), { event: night, workspace: old, ...options });

describe('a fault at any request', () => {
  let good: InsightsRun;
  let service: readonly string[] = [];

  beforeAll(async () => {
    good = await play({});
    service = good.service.map(toPattern);
    expect([service.length, good.github.map(({ url }) => url)]).toEqual([6, Array(7).fill('/graphql')]);
    expect(Object.keys(good.files).toSorted()).toEqual(ALL.toSorted());
  });

  /** A request with its query. */
  function toPattern({ url }: RecordedRequest): string {
    const { pathname, search } = new URL(url, 'http://x');
    return `^${(pathname + search).replace(/[?.+]/g, String.raw`\$&`)}$`;
  }

  it.each(Object.entries(effects))('of the service (%s) leaves no page and is red', async (name, effect) => {
    for (const regex of ofEffect(name, service)) {
      const run = await play({ faults: [{ path: { regex }, effect }] });
      expect([regex, Object.keys(run.files), run.result.conclusion]).toEqual([regex, [], 'failure']);
      const { reason = '', ...outputs } = run.outputs;
      expect(outputs).toMatchObject({ verdict: 'unverified', failed: '["acme/storefront"]', page: '', pending: '' });
      expect(['unauthorized', 'service-error', 'repository-not-found']).toContain(reason);
      expect(run.result.summary).toContain(`### ⚠️ Scan Gate insights: ${reason}`);
    }
  });

  it.each(Object.entries(effects))('of GitHub (%s) reports the bugs alone and is red', async (name, effect) => {
    for (const n of ofEffect(name, [1, 2, 3, 4, 5, 6])) {
      const run = await play({ faults: [{ path: '/graphql', effect, when: { kind: 'from', n } }] });
      expect([n, run.result.conclusion]).toEqual([n, 'failure']);
      expect(run.outputs).toEqual({
        ...good.outputs,
        ...{ verdict: 'unverified', reason: 'github-error', failed: '["acme/storefront"]' },
        ...Object.fromEntries(GATE_SUMS.map((name) => [name, ''])),
      });
      expect(run.files['scan-insights/bugs.csv']).toBe(good.files['scan-insights/bugs.csv']);
      expect(run.result.summary).toContain('It is not known how many pull requests the gates stopped in all.');
    }
  });

  it.each(passing)('that is gone the next time (%s) is not noticed, or is red', async (name) => {
    const effect = effects[name];
    if (effect === undefined) throw new Error('it is one of them');
    const rules: readonly FaultRule[] = [
      ...ofEffect(name, service).map((regex): FaultRule => ({ path: { regex }, effect, when: { kind: 'nth', n: 1 } })),
      ...ofEffect(name, [1, 2, 3, 4]).map((n): FaultRule => ({ path: '/graphql', effect, when: { kind: 'nth', n } })),
    ];
    const verdicts = [];
    for (const rule of rules) {
      const run = await play({ faults: [rule] });
      verdicts.push(run.outputs['verdict']);
      if (run.outputs['verdict'] === 'reported') expect([rule.path, toText(run)]).toEqual([rule.path, toText(good)]);
      else expect([rule.path, run.result.conclusion]).toEqual([rule.path, 'failure']);
    }
    expect(verdicts).toContain('reported');
  });

  it('an outage that passes is not noticed', async () => {
    const effect = { kind: 'status', status: 503 } as const;
    for (const path of ['/public/v1/bugs', '/graphql']) {
      const run = await play({ faults: [{ path, effect, when: { kind: 'first', n: 2 } }] });
      expect([path, toText(run)]).toEqual([path, toText(good)]);
    }
  });

  it('a part of the pull requests that GitHub refuses is no smaller number', async () => {
    for (const n of [1, 3, 6]) {
      const effect = {
        ...({ kind: 'set', field: 'errors' } as const),
        value: [{ message: 'Something went wrong.', path: ['repository'] }],
      };
      const { outputs } = await play({ faults: [{ path: '/graphql', effect, when: { kind: 'from', n } }] });
      expect([n, outputs['reason'], outputs['blocked']]).toEqual([n, 'github-error', '']);
    }
  });
});

describe('one pull request that is too heavy for GitHub to list, even alone', () => {
  /** Breaks the queries for the beginning of a list that have these words, and those words of them. */
  const playSpoilt = async (list: string, heavy: string): Promise<InsightsRun> =>
    await play({
      watch: ({ path, body }, _, { faults }) => {
        if (path !== '/graphql' || !body.includes(list) || !body.includes(heavy)) return;
        const { variables } = JSON.parse(body) as { readonly variables: { readonly after: string | null } };
        if (variables.after !== null) return;
        faults.add({ path, when: { kind: 'nth', n: 1 }, effect: { kind: 'status', status: 502 } });
      },
    });

  it.each([
    ['an open one', 'pullRequests(states: OPEN', 'changedFiles', ['blocked']],
    ['one of those merged', 'search(query: $words', 'headRefOid', ['stopped', 'overridden']],
  ])('%s costs no other: what it could change is not known, and the rest is reported', async (_, list, heavy, sums) => {
    const good = await play({});
    const run = await playSpoilt(list, heavy);
    expect([run.result.conclusion, run.outputs['verdict'], run.outputs['failed']]).toEqual([
      'success',
      'reported',
      '[]',
    ]);
    expect(run.outputs).toEqual({ ...good.outputs, ...Object.fromEntries(sums.map((name) => [name, ''])) });
    expect(run.result.summary).toMatch(/\d more pull requests? (?:was|were) not looked at/);
  });

  it.each([
    ['the open ones', 'pullRequests(states: OPEN'],
    ['those merged', 'search(query: $words'],
  ])('the whole list of %s is no pull request: red', async (_, list) => {
    const run = await playSpoilt(list, 'number');
    expect(run.outputs).toMatchObject({ verdict: 'unverified', reason: 'github-error', failed: '["acme/storefront"]' });
  });
});

describe('one merged pull request whose comments are not all read', () => {
  /** Only 457 brought a security bug in that is still pending and that no gate stopped or saw. */
  const world = changeService(quarterWorld(), ({ bugs }) => ({
    bugs: bugs.filter(({ introducedIn }) => (introducedIn?.prNumber ?? 457) === 457),
  }));
  const clear = ['No security bug got through', 'no bug of these days is known'];

  it('control: with all of them read, one bug got through', async () => {
    const { outputs, result } = await runInsightsIn(world, { event: night });
    expect(outputs).toMatchObject({ verdict: 'reported', escaped: '1', blocked: '2' });
    expect(result.summary).toContain('1 security bug got through unseen and is still pending.');
  });

  it('more comments of strangers than are read: nothing is claimed of its bug', async () => {
    const crowded = changeGitHub(world, ({ comments }) => ({
      comments: [
        ...comments,
        ...Array.from({ length: 560 }, (_, n) => ({
          ...{ id: 900_000_000 + n, issue: 457, user: 'visitor', body: `+1 ${n}` },
          ...{ createdAt: timeText(nowMs), updatedAt: timeText(nowMs) },
        })),
      ],
    }));
    const { outputs, result, files } = await runInsightsIn(crowded, { event: night });
    expect(outputs).toMatchObject({ verdict: 'reported', escaped: '', stopped: '', overridden: '', blocked: '2' });
    const page = textOf(files[PAGE] ?? '');
    for (const text of [page, result.summary, result.log]) {
      expect(text).toContain(
        'Whether 1 pending security bug got through unseen is not known: not everything could be read about its pull request.',
      );
      for (const claim of clear) expect(text).not.toContain(claim);
    }
    expect(page).toMatch(/came in with (?:a )?merged pull requests?\./);
  });
});

test('a list that cannot be read is a repository that failed, never a smaller number', async () => {
  for (const status of ['pending', 'resolved', 'dismissed']) {
    const effects: readonly FaultEffect[] = [
      { kind: 'drift', drop: 1 },
      { kind: 'drift', shift: 1 },
    ];
    for (const effect of effects) {
      const { outputs, files } = await play({ faults: [{ path: `*status=${status}&*`, effect }] });
      expect(outputs).toMatchObject({ verdict: 'unverified', reason: 'service-error', pending: '', found: '' });
      expect(files).toEqual({});
    }
  }
});

test('there is no page without a key, and none of an unknown repository', async () => {
  const keyless = await play({ inputs: { 'api-key': '' } });
  expect(keyless.outputs).toMatchObject({ verdict: 'unverified', reason: 'no-credentials', failed: '[]' });
  const unknown = await play({ inputs: { repositories: 'acme/unknown' } });
  expect(unknown.outputs).toMatchObject({ reason: 'repository-not-found', failed: '["acme/unknown"]' });
  expect([keyless.files, unknown.files]).toEqual([{}, {}]);
});

test('a cancelled job is red, and leaves no page', async () => {
  for (const at of ['/public/v1/scans', '/graphql']) {
    const cancelled = new AbortController();
    const watch = ({ path }: { readonly path: string }): void => {
      if (path === at) cancelled.abort(new ExpectedError('The job was cancelled.'));
    };
    const run = await play({ watch, signal: cancelled.signal });
    expect([at, run.result.conclusion, Object.keys(run.files)]).toEqual([at, 'failure', []]);
    expect(run.outputs).toMatchObject({ verdict: 'unverified', page: '' });
  }
});
