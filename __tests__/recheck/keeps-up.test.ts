// Verdicts that keep up: whatever changes after the gate has judged, its run is started again, once.
import { clean } from '../../sandbox/scenarios/clean.ts';
import { noScan, scanRunning } from '../../sandbox/scenarios/scans.ts';
import type { ScenarioWorld } from '../../sandbox/scenarios/scenario.ts';
import { thresholdExceeded } from '../../sandbox/scenarios/threshold-exceeded.ts';
import { changeService } from '../harness/worlds.ts';
import { describe, expect, it } from '../jest.ts';
import { hourMs, type Stage, type Texts, withStage } from './harness.ts';

/** What happened between the run of the gate and the sweep, and what is to come of it. */
interface Story {
  readonly before: (nowMs: number) => ScenarioWorld;
  /** Of the gate, each time. */
  readonly inputs?: Texts;
  /** Of the gate, the first time alone. */
  readonly firstInputs?: Texts;
  /** The first request of each kind is answered so until something happens. */
  readonly outage?: boolean;
  readonly sweep?: Texts;
  readonly happens?: (stage: Stage) => void;
  /** Default: an hour. */
  readonly afterMs?: number;
  readonly was: string;
  readonly now: string;
}

/** The service is as in another scenario from now on. */
function becomes(build: (nowMs: number) => ScenarioWorld): NonNullable<Story['happens']> {
  return ({ sandbox, clock }) => {
    sandbox.service.state.replaceData(build(clock.now()).service);
  };
}

/** Every pending security bug of the default scenario is dismissed until a day. */
function dismissedUntil(day: string): Story['before'] {
  return (nowMs) =>
    changeService(thresholdExceeded.build(nowMs), ({ bugs }) => ({
      bugs: bugs.map((bug) => {
        const isPending = bug.isSecurityVulnerability === true && (bug.review ?? null) === null;
        const review = {
          state: 'dismissed' as const,
          createdAt: nowMs,
          dismissalReason: 'wont_fix',
          notes: `until ${day}. Later.`,
        };
        return isPending ? { ...bug, review } : bug;
      }),
    }));
}

const failed = thresholdExceeded.build;
const passed = clean.build;

const stories: Readonly<Record<string, Story>> = {
  'a scan of the head ended after the gate gave up': {
    before: noScan.build,
    happens: becomes(passed),
    was: 'unverified/no-scan',
    now: 'passed/within-threshold',
  },
  'somebody dismissed the bugs in the service': {
    before: failed,
    happens: becomes(passed),
    was: 'failed/threshold-exceeded',
    now: 'passed/within-threshold',
  },
  'somebody opened bugs again': {
    before: passed,
    happens: becomes(failed),
    was: 'passed/within-threshold',
    now: 'failed/threshold-exceeded',
  },
  'a new scan of the head found more': {
    before: passed,
    inputs: { 'scan-match': 'exact, ancestor', 'gate-on': 'introduced, touched' },
    happens: becomes(failed),
    was: 'passed/within-threshold',
    now: 'failed/threshold-exceeded',
  },
  'a scan ran when the gate gave up, and has ended': {
    before: (nowMs) =>
      changeService(scanRunning.build(nowMs), ({ runningScans }) => ({
        runningScans: runningScans.map(({ scan }) => ({ scan, endsAs: 'complete' as const, afterMs: hourMs })),
      })),
    inputs: { 'wait-timeout': '0' },
    afterMs: 2 * hourMs,
    was: 'unverified/scan-timeout',
    now: 'failed/threshold-exceeded',
  },
  'an outage is over': {
    before: passed,
    outage: true,
    was: 'unverified/service-error',
    now: 'passed/within-threshold',
  },
  'the key of the gate was wrong and is mended': {
    before: passed,
    firstInputs: { 'api-key': 'svc_test_of_somebody_else' },
    was: 'unverified/unauthorized',
    now: 'passed/within-threshold',
  },
  'a dismissal ran out': {
    before: dismissedUntil('2026-11-20'),
    sweep: { 'reopen-expired': 'true' },
    afterMs: 24 * hourMs,
    was: 'passed/within-threshold',
    now: 'failed/threshold-exceeded',
  },
};

describe.each(Object.entries(stories))('%s', (_, story) => {
  const { before, inputs = {}, firstInputs = {}, happens, sweep: sweepInputs = {}, was, now } = story;
  const faults = story.outage === true ? ['GET /public/v1/scans status=503'] : [];

  it('and the gate runs again, once', () =>
    withStage(
      before,
      async (stage) => {
        const { clock, run } = stage;
        const first = await stage.gate({ ...inputs, ...firstInputs });
        expect(`${first.outputs['verdict']}/${first.outputs['reason']}`).toBe(was);
        if (story.outage === true) {
          clock.pass(hourMs);
          const down = await stage.recheck();
          expect(down).toMatchObject({ starts: [], failed: ['acme/storefront'] });
          expect(down.outputs).toMatchObject({ verdict: 'unverified', reason: 'service-error', rerun: '[]' });
          expect(down.result.conclusion).toBe('failure');
          stage.sandbox.faults.clear();
        }
        happens?.(stage);
        clock.pass(story.afterMs ?? hourMs);
        const sweep = await stage.recheck({ inputs: sweepInputs });
        expect(sweep.outputs).toMatchObject({ verdict: 'reported', reason: 'rerun', checked: '1', skipped: '[]' });
        expect(sweep.rerun).toEqual([{ repository: 'acme/storefront', pullRequest: 482, runId: run.id, was, now }]);
        expect(sweep.starts).toHaveLength(1);
        expect(run).toMatchObject({ attempt: 2, status: 'in_progress' });
        const second = await stage.gate(inputs);
        expect(`${second.outputs['verdict']}/${second.outputs['reason']}`).toBe(now);
        for (let sweeps = 0; sweeps < 2; sweeps += 1) {
          clock.pass(hourMs);
          const quiet = await stage.recheck({ inputs: sweepInputs });
          expect(quiet.outputs).toMatchObject({
            verdict: 'reported',
            reason: 'up-to-date',
            rerun: '[]',
            skipped: '[]',
          });
          expect(quiet.starts).toEqual([]);
          expect(quiet.result.summary).not.toContain('|');
        }
      },
      { faults },
    ));
});
