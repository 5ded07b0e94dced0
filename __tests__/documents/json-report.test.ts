// The JSON report of real runs, through the bundle: valid by docs/report-v1.schema.json, and the same bytes again.
import { describe, expect, it, jest } from '@jest/globals';
import * as v from 'valibot';
import { scenarios } from '../../sandbox/scenarios/index.ts';
import { stoppedClock, transcriptMs } from '../e2e/transcript.ts';
import { withSandbox, type SandboxOptions } from '../harness/sandbox.ts';
import { failingWorld } from '../harness/worlds.ts';
import { reportCheck } from '../harness/schemas.ts';
import type { ScenarioWorld } from '../../sandbox/scenarios/scenario.ts';

jest.setTimeout(60_000);

const quiet = { comment: 'never', annotations: 'off', 'report-file': 'gate.json' };

const shape = v.looseObject({
  verdict: v.string(),
  reason: v.string(),
  findings: v.array(v.looseObject({ gated: v.boolean(), countsAsSecurity: v.boolean() })),
  counts: v.nullable(v.looseObject({ pending: v.number() })),
  thresholds: v.array(v.looseObject({ name: v.string(), count: v.number() })),
});

async function reportOf(
  world: ScenarioWorld,
  inputs: Readonly<Record<string, string>> = {},
  options?: SandboxOptions,
): Promise<v.InferOutput<typeof shape>> {
  let text = '';
  await withSandbox(
    world,
    async (sandbox) => {
      const result = await sandbox.run({ inputs: { ...quiet, ...inputs } });
      text = result.workspaceFiles['gate.json'] ?? '';
      expect(result.outputs['report-file']).toBe('gate.json');
      const document = v.parse(shape, JSON.parse(text));
      expect([document.verdict, document.reason]).toEqual([
        result.outputs['verdict'],
        result.outputs['reason'],
      ]);
    },
    options,
  );
  expect(reportCheck()(JSON.parse(text))).toEqual([]);
  return v.parse(shape, JSON.parse(text));
}

it.each(scenarios.map((each) => [each.name, each] as const))(
  'the report of %s is valid',
  async (_, scenario) => {
    await reportOf(scenario.build(Date.now()));
  },
);

it.each<[string, string, Readonly<Record<string, string>>, readonly string[]]>([
  ['service-error', 'the service is down', {}, ['* /public/v1/* status=503 retry-after=0']],
  ['unauthorized', 'the key is refused', { 'api-key': 'svc_test_unknown' }, []],
  ['repository-not-found', 'the repository is not known', { repository: 'acme/unknown' }, []],
  ['stale-scan', 'the scan is too old', { 'max-scan-age': '1s' }, []],
  [
    'github-error',
    'gate-on cannot be decided',
    { 'gate-on': 'touched' },
    ['GET */files status=403'],
  ],
  ['within-threshold', 'no limit is set', { 'max-security-bugs': 'off' }, []],
])('the report of %s is valid: %s', async (reason, _, inputs, faults) => {
  const report = await reportOf(failingWorld(), inputs, { faults });
  expect(report.reason).toBe(reason);
});

describe('the report', () => {
  it('says of each finding whether the thresholds count it', async () => {
    const report = await reportOf(failingWorld(), {
      'gate-on': 'introduced',
      unclassified: 'count',
    });
    const gated = report.findings.filter((finding) => finding.gated);
    const counted = Object.fromEntries(report.thresholds.map(({ name, count }) => [name, count]));
    expect(counted).toEqual({
      'max-bugs': gated.length,
      'max-security-bugs': gated.filter((finding) => finding.countsAsSecurity).length,
    });
    expect(report.findings).toHaveLength(report.counts?.pending ?? -1);
  });

  it('is the same bytes for the same input, at the same time', async () => {
    const world = scenarios[0].build(transcriptMs);
    await withSandbox(
      world,
      async (sandbox) => {
        const run = { inputs: quiet, env: stoppedClock };
        const [first, second] = [await sandbox.run(run), await sandbox.run(run)];
        expect(first.workspaceFiles['gate.json']).toBe(second.workspaceFiles['gate.json']);
        expect(first.workspaceFiles['gate.json']).toMatch(/\}\n$/u);
        expect(first.summary).toBe(second.summary);
      },
      { now: () => transcriptMs },
    );
  });
});
