// Verdicts that keep up: whatever changes after the gate has judged, its run is started again, once.
import { endAttempt } from '../../sandbox/github/attempts.ts';
import { jobIdOf } from '../../sandbox/github/shapes/job.ts';
import type { ScenarioWorld } from '../../sandbox/scenarios/scenario.ts';
import type { BugReviewData, ServiceData } from '../../sandbox/service/data.ts';
import { changeGitHub, changeService } from '../harness/worlds.ts';
import { beforeAll, describe, expect, it } from '../jest.ts';
import { hourMs, type Stage, startMs, type Sweep, type Texts, withStage } from './harness.ts';
import { type GateSpec, gatesWorld, headOf, runOf } from './worlds.ts';

/** The pull requests, by what happens to them first and then. */
const [LATE_SCAN, OUTAGE, WRONG_KEY] = [1, 2, 3];
const NUMBERS = [LATE_SCAN, OUTAGE, WRONG_KEY];

const dismissed = (notes: string): BugReviewData => ({
  state: 'dismissed',
  createdAt: startMs,
  dismissalReason: 'wont_fix',
  notes,
});

/** What the service holds when these have been found to have a bug, and some of those were dismissed. */
function serviceOf(red: readonly number[], reviews: Readonly<Record<number, BugReviewData>>): ServiceData {
  const specs = NUMBERS.map((number): GateSpec => ({ number, was: red.includes(number) ? 'failed' : 'passed' }));
  const { service } = gatesWorld(specs, startMs);
  const bugs = service.bugs.map((bug) => {
    const review = reviews[bug.introducedIn?.prNumber ?? 0];
    return review === undefined ? bug : { ...bug, review };
  });
  return { ...service, bugs };
}

/** Nothing is judged yet; the scan of one head goes on for an hour. */
function build(): ScenarioWorld {
  const world = gatesWorld(
    NUMBERS.map((number) => ({ number, was: 'passed' })),
    startMs,
  );
  const service = serviceOf([LATE_SCAN, OUTAGE], { [OUTAGE]: dismissed('until 2026-11-20. Later.') });
  const late = service.scans.find(({ commitSha }) => commitSha === headOf(LATE_SCAN))?.workflowRequestId ?? '';
  const runningScans = [{ scan: late, endsAs: 'complete' as const, afterMs: hourMs }];
  return changeGitHub(
    changeService(world, () => ({ ...service, runningScans })),
    () => ({ comments: [] }),
  );
}

/** Runs the gate as the newest attempt of a pull request's run, and says what it said. */
async function judge({ sandbox, clock }: Stage, number: number, inputs: Texts = {}): Promise<string> {
  const { world, github } = sandbox;
  const run = github.state.runs.find(({ id }) => id === runOf(number));
  if (run === undefined) throw new Error('each pull request has a run');
  const { pull_request: pull, ...payload } = world.event.payload as {
    readonly pull_request: { readonly head: object };
  };
  const head = { ...pull.head, sha: headOf(number), ref: `branch-${number}` };
  const result = await sandbox.run({
    inputs: { 'wait-timeout': '0', ...inputs },
    clock,
    event: { name: 'pull_request', payload: { ...payload, number, pull_request: { ...pull, number, head } } },
    github: {
      runId: run.id,
      runAttempt: run.attempt,
      jobId: jobIdOf(run, { index: 0, attempt: run.attempt }),
      ref: `refs/pull/${number}/merge`,
    },
  });
  endAttempt(run, result.conclusion);
  return `${result.outputs['verdict']}/${result.outputs['reason']}`;
}

const judgeAll = (stage: Stage): Promise<string[]> => Promise.all(NUMBERS.map((number) => judge(stage, number)));

const verdicts: string[][] = [];
const sweeps: Sweep[] = [];

async function play(stage: Stage): Promise<void> {
  const { sandbox, clock } = stage;
  const sweep = async (afterMs: number, inputs: Texts = {}): Promise<void> => {
    clock.pass(afterMs);
    sweeps.push(await stage.recheck({ inputs }));
  };
  sandbox.faults.add({ path: '/public/v1/*', effect: { kind: 'status', status: 503, retryAfterSeconds: 0 } });
  const outage = await judge(stage, OUTAGE);
  sandbox.faults.clear();
  const wrongKey = judge(stage, WRONG_KEY, { 'api-key': 'svc_test_of_somebody_else' });
  verdicts.push([await judge(stage, LATE_SCAN), outage, await wrongKey]);
  await sweep(2 * hourMs);
  verdicts.push(await judgeAll(stage));
  const reviews = { [LATE_SCAN]: dismissed('Test code.'), [OUTAGE]: dismissed('until 2026-11-20. Later.') };
  sandbox.service.state.replaceData(serviceOf(NUMBERS, reviews));
  await sweep(20 * hourMs, { 'reopen-expired': 'true' });
  verdicts.push(await judgeAll(stage));
  await sweep(hourMs);
  await sweep(hourMs);
}

const [RED, GREEN] = ['failed/threshold-exceeded', 'passed/within-threshold'];

describe('the gate runs again', () => {
  beforeAll(() => withStage(build, play), 60_000);

  it.each([
    ['a scan of the head has ended', 0, LATE_SCAN, 'unverified/scan-timeout', RED],
    ['an outage is over', 0, OUTAGE, 'unverified/service-error', GREEN],
    ['the key of the gate is mended', 0, WRONG_KEY, 'unverified/unauthorized', GREEN],
    ['somebody has dismissed the bug in the service', 1, LATE_SCAN, RED, GREEN],
    ['a dismissal has ended', 1, OUTAGE, GREEN, RED],
    ['a new scan has found a bug', 1, WRONG_KEY, GREEN, RED],
  ])('when %s', (_, at, number, was, now) => {
    const said = verdicts.slice(at, at + 2).map((each) => each[NUMBERS.indexOf(number)]);
    expect(said).toEqual([was, now]);
    const entry = { repository: 'acme/storefront', pullRequest: number, runId: runOf(number), was, now };
    expect(sweeps[at]?.rerun).toContainEqual(entry);
  });

  it('once for each change: two more sweeps start nothing', () => {
    expect(sweeps.map(({ starts }) => starts.length)).toEqual([3, 3, 0, 0]);
    for (const { outputs } of sweeps) {
      expect(outputs).toMatchObject({ verdict: 'reported', checked: '3', skipped: '[]', failed: '[]' });
    }
    for (const { outputs, result } of sweeps.slice(2)) {
      expect([outputs['reason'], result.summary]).toEqual(['up-to-date', expect.not.stringContaining('|')]);
    }
  });
});
