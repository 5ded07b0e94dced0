// A gate in a workflow that an organization shares, required or reusable: recheck knows its runs, and starts its job alone.
import type { FaultRule } from '../../sandbox/faults.ts';
import type { RunData } from '../../sandbox/github/data.ts';
import { jobIdOf } from '../../sandbox/github/shapes/job.ts';
import { parseMarker } from '../../src/documents/marker.ts';
import { changeGitHub } from '../harness/worlds.ts';
import { expect, it } from '../jest.ts';
import { hourMs, type Stage, type Sweep, withStage } from './harness.ts';
import { type GateSpec, gatesWorld, headOf, runOf } from './worlds.ts';

/** GitHub knows the workflow of a run only where its file is in the same repository. */
const elsewhere: FaultRule = {
  path: { regex: '/actions/workflows/' },
  effect: { kind: 'status', status: 404, body: { message: 'Not Found' } },
};

interface Shared {
  /** As GitHub shows the run. */
  readonly run: Partial<RunData>;
  /** What the runner says: of a reusable workflow the caller's name, and the called job's. */
  readonly workflow: string;
  readonly faults?: readonly FaultRule[];
}

const reusable: Shared = {
  run: { name: 'CI', jobs: [{ name: 'build', conclusion: 'failure' }, { name: 'gate / scan-gate' }] },
  workflow: 'CI',
};
const required: Shared = {
  run: { name: 'Scan Gate', jobs: [{ name: 'other', conclusion: 'failure' }, { name: 'scan-gate' }] },
  workflow: 'Scan Gate',
};

/** Runs the gate as a job of the shared workflow. */
async function playGate({ sandbox, clock, run }: Stage, workflow: string): Promise<void> {
  const { pull_request: pull, ...payload } = sandbox.world.event.payload as {
    readonly pull_request: { readonly head: object };
  };
  const head = { ...pull.head, sha: headOf(1), ref: 'branch-1' };
  const result = await sandbox.run({
    clock,
    event: { name: 'pull_request', payload: { ...payload, number: 1, pull_request: { ...pull, number: 1, head } } },
    github: {
      workflow,
      job: 'scan-gate',
      runId: run.id,
      runAttempt: run.attempt,
      jobId: jobIdOf(run, { index: 1, attempt: run.attempt }),
      ref: 'refs/pull/1/merge',
    },
  });
  expect(result.outputs['verdict']).toBe('failed');
}

/** The gate says no, its bug goes, and recheck looks; with the key of the gate's comment. */
async function recheckShared({ run, workflow, faults = [] }: Shared): Promise<{ sweep: Sweep; key: string }> {
  const spec: GateSpec = { number: 1, was: 'failed', run };
  const swept: { sweep: Sweep; key: string }[] = [];
  await withStage(
    (nowMs) => changeGitHub(gatesWorld([spec], nowMs), () => ({ comments: [] })),
    async (stage) => {
      const { github, service } = stage.sandbox;
      await playGate(stage, workflow);
      const [comment] = github.state.comments;
      const { service: mended } = gatesWorld([{ ...spec, now: 'passed' }], stage.clock.now());
      service.state.replaceData(mended);
      stage.clock.pass(hourMs);
      swept.push({ sweep: await stage.recheck(), key: parseMarker(comment?.body ?? '')?.key ?? 'no marker' });
    },
    { faults },
  );
  const [first] = swept;
  if (first === undefined) throw new Error('recheck did not look');
  return first;
}

it.each<[string, Shared, key: string]>([
  ['reusable', reusable, 'CI/scan-gate'],
  ['required', required, 'Scan Gate/scan-gate'],
])('%s', async (_, shared, key) => {
  const { sweep, key: found } = await recheckShared(shared);
  expect(found).toBe(key);
  expect(sweep.skipped).toEqual([]);
  const job = jobIdOf({ id: runOf(1) } as RunData, { index: 1, attempt: 1 });
  expect(sweep.starts).toEqual([`jobs/${job}/rerun`]);
});

it('required, with a run-name: GitHub does not say what its workflow is called, so it is named and left alone', async () => {
  const run = { ...required.run, name: 'PR 1', workflow: 'Scan Gate' };
  const { sweep } = await recheckShared({ ...required, run, faults: [elsewhere] });
  expect(sweep.starts).toEqual([]);
  expect(sweep.skipped).toMatchObject([{ pullRequest: 1, why: expect.stringContaining('run it by hand') }]);
});
