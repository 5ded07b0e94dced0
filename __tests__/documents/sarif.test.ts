// The SARIF log of real runs, through the bundle: what the schema, code scanning and the contract want of it.
import { describe, expect, it, jest } from '@jest/globals';
import { findScenario } from '../../sandbox/scenarios/index.ts';
import type { ScenarioWorld } from '../../sandbox/scenarios/scenario.ts';
import { withSandbox } from '../harness/sandbox.ts';
import {
  changeService,
  cleanWorld,
  failingWorld,
  noScanWorld,
  spotlessWorld,
} from '../harness/worlds.ts';
import { readSarif, type SarifRun } from '../harness/sarif-log.ts';
import { sarifCheck } from '../harness/schemas.ts';

jest.setTimeout(60_000);

type Inputs = Readonly<Record<string, string>>;

/** The texts of the logs of one run after the other; undefined where none was written. */
async function logsOf(
  world: ScenarioWorld,
  ...inputs: readonly Inputs[]
): Promise<readonly (string | undefined)[]> {
  const logs: (string | undefined)[] = [];
  await withSandbox(world, async (sandbox) => {
    for (const each of inputs) {
      const run = { 'sarif-file': 'gate.sarif', annotations: 'off', ...each };
      logs.push((await sandbox.run({ inputs: run })).workspaceFiles['gate.sarif']);
    }
  });
  return logs;
}

async function runOf(world: ScenarioWorld, inputs: Inputs = {}): Promise<SarifRun> {
  const [log] = await logsOf(world, inputs);
  return readSarif(log);
}

describe.each(['threshold-exceeded', 'clean', 'hostile', 'nightly', 'public', 'many'])(
  'the log of %s',
  (name) => {
    it('is SARIF 2.1.0 and what code scanning takes', async () => {
      const [log] = await logsOf(findScenario(name).build(Date.now()), {});
      expect(sarifCheck()(JSON.parse(log ?? ''))).toEqual([]);
      readSarif(log);
    });
  },
);

describe('the rules', () => {
  it('are two, and security alone has a severity', async () => {
    const { tool } = await runOf(failingWorld());
    expect(
      tool.driver.rules.map(({ id, properties }) => [id, properties['security-severity']]),
    ).toEqual([
      ['security-bug', '8.0'],
      ['bug', undefined],
    ]);
    expect(tool.driver.rules[1]?.properties.tags).not.toContain('security');
  });

  it.each([
    ['ignore', 4],
    ['count', 9],
  ])('hold unclassified bugs as the input says: %s', async (unclassified, security) => {
    const { results, tool } = await runOf(failingWorld(), { unclassified });
    const pending = results.filter(({ suppressions }) => suppressions === undefined);
    expect(pending.filter(({ ruleId }) => ruleId === 'security-bug')).toHaveLength(security);
    for (const { ruleId, ruleIndex, level } of results) {
      expect(tool.driver.rules[ruleIndex]?.id).toBe(ruleId);
      expect(tool.driver.rules[ruleIndex]?.defaultConfiguration.level).toBe(level);
    }
  });
});

describe('the results', () => {
  it('are one for each pending and each dismissed bug, and none for a resolved one', async () => {
    const world = failingWorld();
    const { results } = await runOf(world);
    const ids = results.map((each) => Object.values(each.partialFingerprints)[0]);
    const inState = (...states: string[]): string[] =>
      world.service.bugs
        .filter(({ review }) => states.includes(review?.state ?? 'pending'))
        .map(({ id }) => id);
    expect(ids.toSorted()).toEqual(inState('pending', 'dismissed').toSorted());
  });

  it('are suppressed where somebody dismissed the bug, with reason and note', async () => {
    const { results } = await runOf(cleanWorld());
    const texts = results.flatMap(({ suppressions = [] }) =>
      suppressions.map(({ justification }) => justification),
    );
    expect(texts).toHaveLength(6);
    expect(texts).toContain(
      'duplicate: Tracked as SEC-118; the egress proxy refuses private addresses since Tuesday.',
    );
  });

  it('point to the first changed line of a file of the pull request, else to line 1', async () => {
    const { results } = await runOf(failingWorld());
    const lines = new Map(
      results.map(({ locations: [place] }) => [
        place?.physicalLocation.artifactLocation.uri,
        place?.physicalLocation.region.startLine,
      ]),
    );
    expect(lines.get('src/server/pricing/discounts.ts')).toBe(1);
    expect(lines.get('src/server/webhooks/tester.ts')).toBeGreaterThan(1);
  });

  it('keep their fingerprints when title, file and order change', async () => {
    const world = failingWorld();
    const changed = changeService(world, ({ bugs }) => ({
      bugs: bugs.map((bug, at) => ({ ...bug, title: `Renamed ${at}`, filePath: 'src/moved.ts' })),
    }));
    const printsOf = async (each: ScenarioWorld): Promise<string[]> =>
      (await runOf(each)).results
        .map((result) => JSON.stringify(result.partialFingerprints))
        .sort();
    expect(await printsOf(changed)).toEqual(await printsOf(world));
  });
});

describe('the log as a whole', () => {
  it('is the same bytes for the same input, and names the gate by its comment-key', async () => {
    const [first, again, other] = await logsOf(
      failingWorld(),
      { 'comment-key': 'api' },
      { 'comment-key': 'api' },
      { 'comment-key': 'web' },
    );
    expect(again).toBe(first);
    expect(readSarif(first).automationDetails.id).not.toBe(readSarif(other).automationDetails.id);
    expect(readSarif(first).results).toEqual(readSarif(other).results);
  });

  it('is not written when nothing was read: it would close every alert', async () => {
    expect(await logsOf(noScanWorld(), {})).toEqual([undefined]);
  });

  it('is written without results when there are none: it closes every alert', async () => {
    expect((await runOf(spotlessWorld())).results).toEqual([]);
  });
});
