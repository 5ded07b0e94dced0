// Random runs of the gate, each compared with the reference judgement; and what no input or order may change.
import { createFaults } from '../../sandbox/faults.ts';
import { createState } from '../../sandbox/github/state.ts';
import type { RunnerResult } from '../../sandbox/runner/runner.ts';
import { gateActionFile, type LocalServices, startServices } from '../../sandbox/scenarios/play.ts';
import { storefront } from '../../sandbox/scenarios/storefront/names.ts';
import { createTestClock } from '../harness/clock.ts';
import { fc } from '../harness/random.ts';
import { runAction } from '../harness/run-action.ts';
import { cleanWorld } from '../harness/worlds.ts';
import { afterAll, beforeAll, describe, expect, test } from '../jest.ts';
import { readActionFile } from './fixtures.ts';
import {
  nowMs,
  randomWorld,
  type RandomWorld,
  toFaults,
  toGitHubData,
  toServiceData,
  workflowSha,
} from './random-world.ts';
import { comparedOutputs, judge } from './reference.ts';

const faults = createFaults();
let sandbox: LocalServices;

beforeAll(async () => {
  sandbox = await startServices({ world: cleanWorld(), faults, now: () => nowMs });
});

afterAll(async () => {
  await sandbox.close();
});

/** Runs the gate once in a world. The two services stay and take its data. */
async function run(world: RandomWorld): Promise<RunnerResult> {
  const { service, github } = sandbox;
  service.state.replaceData(toServiceData(world));
  Object.assign(github.state, createState(toGitHubData(world)));
  faults.clear();
  for (const rule of toFaults(world)) faults.add(rule);
  return await runAction({
    actionFile: gateActionFile,
    inputs: { 'api-url': service.url, ...world.inputs },
    event: world.event,
    github: {
      apiUrl: github.url,
      serverUrl: github.url,
      repository: 'acme/storefront',
      sha: workflowSha,
      ref: 'refs/heads/main',
      workflow: 'Scan Gate',
      job: 'gate',
      runId: 1,
      runAttempt: 1,
      actor: 'ada',
      token: storefront.githubToken,
    },
    clock: createTestClock(nowMs, true),
  });
}

function jobOf({ exitCode, stdout }: RunnerResult): string {
  if (exitCode !== 0) return 'red';
  return stdout.includes('⚠️ Scan Gate') ? 'warning' : 'green';
}

/** Where no security bug is allowed, and the service does not lie about one. */
function isHonest({ inputs, trouble }: RandomWorld): boolean {
  return trouble === null && ['', '0'].includes(inputs['max-security-bugs'] ?? '');
}

interface JsonReport {
  readonly findings: readonly { readonly id: string; readonly gated: boolean }[];
}

function reportOf({ workspaceFiles }: RunnerResult): JsonReport {
  return JSON.parse(workspaceFiles['report.json'] ?? '{}') as JsonReport;
}

/** The words that say in a headline what was not looked at. */
const reservations = ['not scanned', 'partial scan', 'a newer scan', 'in this scan'];

function headlineOf({ stdout }: RunnerResult): string {
  return /^✅ (Scan Gate: .*)$/mu.exec(stdout)?.[1] ?? '';
}

describe('a random run', () => {
  const outputNames = Object.keys(readActionFile().outputs).toSorted();

  test('ends as the reference judgement says, with every output set', async () => {
    await fc.assert(
      fc.asyncProperty(randomWorld, async (world) => {
        const result = await run(world);
        const expected = judge(world);
        const { outputs } = result;
        const compared = Object.fromEntries(comparedOutputs.map((name) => [name, outputs[name]]));
        expect({ job: jobOf(result), outputs: compared }).toEqual({ job: expected.job, outputs: expected.outputs });
        expect(Object.keys(outputs).toSorted()).toEqual(outputNames);
        if (expected.gated === null) return;
        // A green check that a bug escaped says in its headline what was not looked at.
        if (expected.isHidden === true && outputs['verdict'] === 'passed' && isHonest(world)) {
          const headline = headlineOf(result);
          expect(reservations.filter((words) => headline.includes(words))).not.toEqual([]);
        }
        const gated = reportOf(result).findings.map((each) => [each.id, each.gated] as const);
        expect(Object.fromEntries(gated)).toEqual(expected.gated);
      }),
    );
  });

  test('says, shows and writes the same, whatever the order of the bugs in the lists', async () => {
    await fc.assert(
      fc.asyncProperty(randomWorld, fc.nat(7), async (world, turn) => {
        // A lie is about whichever bug comes first.
        fc.pre(world.trouble === null);
        const turned = [...world.bugs.slice(turn), ...world.bugs.slice(0, turn)].toReversed();
        const [first, second] = [await run(world), await run({ ...world, bugs: turned })];
        for (const part of ['outputs', 'summary', 'annotations', 'workspaceFiles'] as const) {
          expect(second[part]).toEqual(first[part]);
        }
      }),
    );
  });
});
