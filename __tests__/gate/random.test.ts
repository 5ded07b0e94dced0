// Random runs of the whole gate over HTTP, each compared with the reference; and what no order may change.
import { createState } from '../../sandbox/github/state.ts';
import type { RunnerResult } from '../../sandbox/runner/runner.ts';
import { createTestClock } from '../harness/clock.ts';
import { fc } from '../harness/random.ts';
import { openSandbox } from '../harness/sandbox.ts';
import { cleanWorld } from '../harness/worlds.ts';
import { afterAll, beforeAll, describe, expect, test } from '../jest.ts';
import { nowMs } from '../judgement/random-world.ts';
import { readActionFile } from './fixtures.ts';
import { type RandomRun, randomRun, toFaults, toGitHubData, toServiceData, toTexts } from './random-run.ts';
import { type Expected, judge } from './reference.ts';

let sandbox: Awaited<ReturnType<typeof openSandbox>>;

beforeAll(async () => {
  sandbox = await openSandbox(cleanWorld(), { now: () => nowMs });
});

afterAll(async () => {
  await sandbox.close();
});

/** Runs the gate once. The two services stay and take the run's data. */
async function play(run: RandomRun): Promise<RunnerResult> {
  const { service, github, faults } = sandbox;
  service.state.replaceData(toServiceData(run));
  Object.assign(github.state, createState(toGitHubData(run)));
  faults.clear();
  for (const rule of toFaults(run)) faults.add(rule);
  const { name, payload, workflowSha: sha } = run.event;
  return await sandbox.play({
    inputs: toTexts(run),
    event: { name, payload },
    github: { sha },
    clock: createTestClock(nowMs, true),
  });
}

function jobOf({ exitCode, stdout }: RunnerResult): Expected['job'] {
  if (exitCode !== 0) return 'red';
  return stdout.includes('⚠️ Scan Gate') ? 'warning' : 'green';
}

interface JsonReport {
  readonly findings: readonly { readonly id: string; readonly gated: boolean }[];
}

function countedOf({ workspaceFiles }: RunnerResult): readonly string[] {
  const { findings } = JSON.parse(workspaceFiles['report.json'] ?? '{"findings":[]}') as JsonReport;
  return findings
    .filter(({ gated }) => gated)
    .map(({ id }) => id)
    .toSorted();
}

function toOutputs({ verdict, reason, scan, bugs }: Expected): Readonly<Record<string, string>> {
  return {
    verdict,
    reason,
    ...(scan && { 'scan-id': scan.id ?? '', 'scan-match': scan.match }),
    ...(scan?.behind === undefined ? {} : { 'commits-behind': String(scan.behind) }),
    ...(bugs && { resolved: String(bugs.resolved), dismissed: String(bugs.dismissed) }),
    ...(bugs && verdict !== 'unverified' && { gated: String(bugs.counted.length) }),
    ...(bugs?.pending && { pending: String(bugs.pending.length) }),
  };
}

describe('a random run', () => {
  const outputNames = Object.keys(readActionFile().outputs).toSorted();

  test('of random-run.ts and judgement/random-world.ts ends as both reference.ts say, with every output set', async () => {
    await fc.assert(
      fc.asyncProperty(randomRun, async (run) => {
        const expected = judge(run);
        const result = await play(run);
        const outputs = toOutputs(expected);
        const compared = Object.fromEntries(Object.keys(outputs).map((name) => [name, result.outputs[name]]));
        expect({ job: jobOf(result), outputs: compared }).toEqual({ job: expected.job, outputs });
        expect(Object.keys(result.outputs).toSorted()).toEqual(outputNames);
        if (expected.bugs !== null) expect(countedOf(result)).toEqual(expected.bugs.counted);
      }),
    );
  });

  test('says, shows and writes the same, whatever the order of the bugs in the lists', async () => {
    await fc.assert(
      fc.asyncProperty(randomRun, fc.nat(7), async (run, turn) => {
        const { bugs } = run.facts;
        const turned = [...bugs.slice(turn), ...bugs.slice(0, turn)].toReversed();
        const [first, second] = [await play(run), await play({ ...run, facts: { ...run.facts, bugs: turned } })];
        for (const part of ['outputs', 'summary', 'annotations', 'workspaceFiles'] as const) {
          expect(second[part]).toEqual(first[part]);
        }
      }),
    );
  });
});
