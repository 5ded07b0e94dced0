// Verdicts that keep up: whatever changes after the gate has judged, its run is started again, once.
import { clean } from '../../sandbox/scenarios/clean.ts';
import { noScan } from '../../sandbox/scenarios/scans.ts';
import type { ScenarioWorld } from '../../sandbox/scenarios/scenario.ts';
import { thresholdExceeded } from '../../sandbox/scenarios/threshold-exceeded.ts';
import { describe, expect, it } from '../jest.ts';
import { hourMs, type Stage, type Texts, withStage } from './harness.ts';

/** What happened between the run of the gate and the sweep, and what is to come of it. */
interface Story {
  readonly before: (nowMs: number) => ScenarioWorld;
  readonly inputs?: Texts;
  readonly happens: (stage: Stage) => void;
  readonly was: string;
  readonly now: string;
}

/** The service is as in another scenario from now on. */
function becomes(build: (nowMs: number) => ScenarioWorld): Story['happens'] {
  return ({ sandbox, clock }) => {
    sandbox.service.state.replaceData(build(clock.now()).service);
  };
}

const failed = thresholdExceeded.build;
const passed = clean.build;

const stories: Readonly<Record<string, Story>> = {
  'a scan of the head ended after the gate gave up': {
    before: noScan.build,
    happens: becomes(passed),
    ...{ was: 'unverified/no-scan', now: 'passed/within-threshold' },
  },
  'somebody dismissed the bugs in the service': {
    before: failed,
    happens: becomes(passed),
    ...{ was: 'failed/threshold-exceeded', now: 'passed/within-threshold' },
  },
  'somebody opened bugs again': {
    before: passed,
    happens: becomes(failed),
    ...{ was: 'passed/within-threshold', now: 'failed/threshold-exceeded' },
  },
  'a new scan of the head found more': {
    before: passed,
    inputs: { 'scan-match': 'exact, ancestor', 'gate-on': 'introduced, touched' },
    happens: becomes(failed),
    ...{ was: 'passed/within-threshold', now: 'failed/threshold-exceeded' },
  },
};

describe.each(Object.entries(stories))('%s', (_, { before, inputs = {}, happens, was, now }) => {
  it('and the gate runs again, once', () =>
    withStage(before, async (stage) => {
      const { clock, run } = stage;
      const first = await stage.gate(inputs);
      expect(`${first.outputs['verdict']}/${first.outputs['reason']}`).toBe(was);
      happens(stage);
      clock.pass(hourMs);
      const sweep = await stage.recheck();
      expect(sweep.outputs).toMatchObject({ verdict: 'reported', reason: 'rerun', checked: '1', skipped: '[]' });
      expect(sweep.rerun).toEqual([{ repository: 'acme/storefront', pullRequest: 482, runId: run.id, was, now }]);
      expect(sweep.starts).toHaveLength(1);
      expect(run).toMatchObject({ attempt: 2, status: 'in_progress' });
      const second = await stage.gate(inputs);
      expect(`${second.outputs['verdict']}/${second.outputs['reason']}`).toBe(now);
      for (let sweeps = 0; sweeps < 2; sweeps += 1) {
        clock.pass(hourMs);
        const quiet = await stage.recheck();
        expect(quiet.outputs).toMatchObject({ verdict: 'reported', reason: 'up-to-date', rerun: '[]', skipped: '[]' });
        expect(quiet.starts).toEqual([]);
        expect(quiet.result.summary).not.toContain('|');
      }
    }));
});
