// What insights finds of the gates: the comments of open pull requests, and of those merged in the period.
import type { PullData } from '../../sandbox/github/data.ts';
import { dayMs, hourMs, timeText } from '../../sandbox/scenarios/identity.ts';
import type { GateFigures } from '../../src/insights/gate-facts.ts';
import type { EpochMs } from '../../src/judgement/identifiers.ts';
import { withPermissions } from '../harness/worlds.ts';
import { describe, expect, it, test } from '../jest.ts';
import { type GateSpec, gatesWorld } from '../recheck/worlds.ts';
import { type InsightsOptions, type InsightsRun, night, nowMs, runInsightsIn } from './harness.ts';

const runIn = (specs: readonly GateSpec[], options: InsightsOptions = {}): Promise<InsightsRun> =>
  runInsightsIn(gatesWorld(specs, nowMs), { event: night, ...options });

const gatesIn = ({ files }: InsightsRun): GateFigures =>
  (JSON.parse(files['scan-insights/insights.json'] ?? '') as { total: { gates: GateFigures } }).total.gates;

/** The gates of these worlds have read two hours ago. */
const mergedAgo = (ms: number): Partial<PullData> => ({
  state: 'closed',
  merged: true,
  closedAt: timeText(nowMs - ms),
});
const merged = mergedAgo(hourMs);

/** Only the states that are there. */
const countsOf = (counts: Readonly<Record<string, number>>): Readonly<Record<string, number>> =>
  Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));

describe('a merged pull request', () => {
  test.each<[what: string, spec: Omit<GateSpec, 'number'>, state: string | null]>([
    ['that passed', { was: 'passed' }, 'passed'],
    ['that failed', { was: 'failed' }, 'overridden'],
    ['without a gate', { was: 'passed', body: 'Nice.' }, 'unjudged'],
    ['of which a person says something', { was: 'failed', author: 'deniz-arslan' }, 'unjudged'],
    ['with a verdict that no gate has', { was: 'failed', marker: { verdict: { kind: 'x', reason: 'y' } } }, 'unjudged'],
    ['whose gate did not say its inputs', { was: 'failed', marker: { inputs: undefined } }, 'overridden'],
    ['under many remarks', { was: 'failed', remarks: 60 }, 'overridden'],
    ['on the first day', { was: 'passed', marker: { readAt: 0 as EpochMs }, pull: mergedAgo(89.4 * dayMs) }, 'passed'],
    ['before that', { was: 'passed', marker: { readAt: 0 as EpochMs }, pull: mergedAgo(89.6 * dayMs) }, null],
    ['that was closed', { was: 'failed', pull: { state: 'closed', closedAt: timeText(nowMs - hourMs) } }, null],
  ])('%s', async (_, spec, state) => {
    const run = await runIn([{ pull: merged, ...spec, number: 7 }]);
    const { merged: counts, unread, overridden } = gatesIn(run);
    expect(countsOf(counts)).toEqual(state === null ? {} : { [state]: 1 });
    expect([unread, overridden.map(({ number }) => number)]).toEqual([0, state === 'overridden' ? [7] : []]);
    expect(run.outputs).toMatchObject({
      verdict: 'reported',
      blocked: '0',
      stopped: state === 'stopped' ? '1' : '0',
      overridden: state === 'overridden' ? '1' : '0',
    });
  });
});

describe('limits', () => {
  const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index + 1);

  it('a thousand merged pull requests are looked at, and it says how many more there are', async () => {
    const specs = numbers(1_010).map((number): GateSpec => ({ number, was: 'passed', pull: merged }));
    const run = await runIn(specs);
    expect(gatesIn(run)).toMatchObject({ merged: { passed: 1_000 }, unread: 10 });
    expect(run.outputs).toMatchObject({ blocked: '0', stopped: '0', overridden: '0' });
    // The open ones, ten pages of merged ones, those of the period before, and the comments of fifty at a time.
    expect(run.github).toHaveLength(1 + 10 + 1 + 20);
  }, 30_000);

  it('one whose comments hide the marker is left out, and not called unjudged', async () => {
    const specs = (['open', 'closed'] as const).map((state, at): GateSpec => ({
      number: at + 1,
      was: 'failed',
      remarks: 600,
      ...(state === 'closed' && { pull: merged }),
    }));
    const run = await runIn(specs);
    const { open, merged: counts, unread } = gatesIn(run);
    expect([countsOf(open), countsOf(counts), unread]).toEqual([{}, {}, 2]);
    expect(run.outputs).toMatchObject({
      verdict: 'reported',
      blocked: '0',
      stopped: '0',
      overridden: '0',
      escaped: '0',
    });
  });
});

it('a token that may not read pull requests is told, although its search finds none', async () => {
  const world = withPermissions(gatesWorld([{ number: 1, was: 'failed', pull: merged }], nowMs), {
    'pull-requests': 'none',
  });
  const run = await runInsightsIn(world, { event: night });
  expect(run.result.conclusion).toBe('failure');
  expect(run.outputs).toMatchObject({
    verdict: 'unverified',
    reason: 'github-error',
    failed: '["acme/storefront"]',
    pending: '1',
    blocked: '',
    stopped: '',
    overridden: '',
  });
  expect(run.result.log).toContain('pull-requests: read');
});
