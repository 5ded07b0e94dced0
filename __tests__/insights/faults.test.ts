// Faults at every request: a run is whole, or says what is missing; no old or half page is left, and no smaller number.
import type { FaultEffect, FaultRule } from '../../sandbox/faults.ts';
import type { RecordedRequest } from '../../sandbox/http.ts';
import { ExpectedError } from '../../src/judgement/errors.ts';
import { beforeAll, describe, expect, it, test } from '../jest.ts';
import { type InsightsOptions, type InsightsRun, night, quarterWorld, runInsightsIn } from './harness.ts';

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
    const github = Object.groupBy(good.github, ({ url }) => url.replace(/\?.*/, ''));
    const counts = Object.entries(github).map(([path, requests = []]) => `${path} ${requests.length}`);
    expect([service.length, counts]).toEqual([
      9,
      ['/graphql 7', '/repos/acme/storefront 1', '/repos/acme/storefront/commits 1'],
    ]);
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
    const rules = [
      ...[1, 2, 3, 4, 5, 6].map((n) => ({ path: '/graphql', when: { kind: 'from', n } as const })),
      { path: '/repos/acme/storefront' },
      { path: '*/commits*' },
    ];
    for (const rule of ofEffect(name, rules)) {
      const run = await play({ faults: [{ ...rule, effect }] });
      expect([rule, run.result.conclusion]).toEqual([rule, 'failure']);
      expect(run.outputs).toEqual({
        ...good.outputs,
        ...{ verdict: 'unverified', reason: 'github-error', failed: '["acme/storefront"]' },
        ...Object.fromEntries(GATE_SUMS.map((name) => [name, ''])),
      });
      // Without the branch no scan confirms anything, so that more bugs carry a mark.
      const bugsIn = ({ files }: InsightsRun): string | undefined =>
        files['scan-insights/bugs.csv']?.replaceAll('not-confirmed', '');
      expect(bugsIn(run)).toBe(bugsIn(good));
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
