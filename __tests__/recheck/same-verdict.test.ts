// Recheck beside the gate: what it says a gate would say now is what that gate says.
import { findScenario } from '../../sandbox/scenarios/index.ts';
import type { ScenarioWorld } from '../../sandbox/scenarios/scenario.ts';
import { replaced } from '../harness/replaced.ts';
import { changeService } from '../harness/worlds.ts';
import { describe, expect, it } from '../jest.ts';
import { type Texts, withStage } from './harness.ts';

const scenarios = [
  'threshold-exceeded',
  'clean',
  'scan-running',
  'no-scan',
  'scan-failed',
  'public',
  'nightly',
  'partial',
  'twins',
  'late-lists',
];

const inputs: Readonly<Record<string, Texts>> = {
  'the defaults': {},
  'a narrow gate': { 'gate-on': 'introduced, touched' },
  'what it introduces': { 'gate-on': 'introduced', 'scan-match': 'exact, ancestor' },
  'nightly scans': { 'scan-match': 'exact, ancestor', 'max-scan-age': '3d', 'gate-on': 'touched', mode: 'warn' },
  'stale scans': { 'scan-match': 'latest', 'max-scan-age': '1h', 'count-from': 'repository' },
  'a budget': {
    'scan-match': 'exact, latest',
    'count-from': 'repository',
    'max-bugs': '25',
    'max-security-bugs': 'off',
  },
  'the scan alone': { 'count-from': 'scan', 'scan-match': 'exact, latest', 'max-security-bugs': '9' },
  'some paths': { paths: 'src/server/**\n!src/server/webhooks/**', unclassified: 'count' },
  'some kinds': { 'scan-types': 'recentChanges', 'scan-match': 'latest' },
};

/** The world of a scenario, but lists that are short stay so. */
function buildOf(name: string): (nowMs: number) => ScenarioWorld {
  return (nowMs) =>
    changeService(findScenario(name).build(nowMs), ({ lateLists }) => ({
      ...(lateLists && { lateLists: lateLists.map(({ scan, missing }) => ({ scan, missing })) }),
    }));
}

const seen = new Set<string>();

/** The defaults and every third of the others, so that any three scenarios in a row have seen all of them. */
const plays = scenarios.map((name, at) => {
  const others = Object.keys(inputs).filter((_, index) => index === 0 || index % 3 === at % 3);
  return [name, others] as const;
});

describe.each(plays)('%s', (name, played) => {
  it.each(played)('%s', (what) =>
    withStage(buildOf(name), async (stage) => {
      const first = await stage.gate({ ...inputs[what], 'wait-timeout': '0', 'poll-interval': '1s' });
      const said = `${first.outputs['verdict']}/${first.outputs['reason']}`;
      seen.add(said);
      stage.clock.pass(600_000);
      // Whatever it would be now is other than this.
      for (const comment of stage.sandbox.ownComments()) {
        comment.body = replaced(comment.body, /^(<!-- .*"verdict":")\w+/, '$1other');
      }
      const { rerun, outputs } = await stage.recheck({ inputs: { 'dry-run': 'true' } });
      expect(outputs['checked']).toBe('1');
      expect(rerun.map(({ now }) => now)).toEqual(first.outputs['verdict'] === 'unverified' ? [] : [said]);
    }),
  );
});

it('and the worlds make many verdicts', () => {
  expect([...seen].toSorted()).toEqual([
    ...['failed/threshold-exceeded', 'passed/within-threshold', 'unverified/no-scan'],
    ...['unverified/scan-failed', 'unverified/scan-timeout', 'unverified/service-error', 'unverified/stale-scan'],
  ]);
});

describe('a pull request of which GitHub counts so many more files than it lists', () => {
  it.each([
    [0, 'passed/within-threshold'],
    [1, 'failed/threshold-exceeded'],
    [-1, 'failed/threshold-exceeded'],
  ])('%i: %s', (more, said) =>
    withStage(buildOf('clean'), async ({ sandbox, gate, recheck, clock }) => {
      const [pull] = sandbox.github.state.pulls;
      const count = (pull?.files.length ?? 0) + more;
      const set = (path: string, field: string): void => {
        sandbox.faults.add({ path, effect: { kind: 'set', field, value: count } });
      };
      set(`/repos/*/pulls/${pull?.number ?? 0}`, 'changed_files');
      set('/graphql', 'data.repository.pullRequests.nodes.0.changedFiles');
      // Five bugs are in files that it touches, and more in others.
      const { outputs } = await gate({ 'gate-on': 'touched', 'count-from': 'repository', 'max-bugs': '5' });
      expect(`${outputs['verdict'] ?? ''}/${outputs['reason'] ?? ''}`).toBe(said);
      clock.pass(600_000);
      for (const comment of sandbox.ownComments()) {
        comment.body = replaced(comment.body, /^(<!-- .*"verdict":")\w+/, '$1other');
      }
      const { rerun } = await recheck({ inputs: { 'dry-run': 'true' } });
      expect(rerun.map(({ now }) => now)).toEqual([said]);
    }),
  );
});
