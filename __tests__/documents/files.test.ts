// Tests of the two files of a run: where they go, the SARIF log as code scanning takes it, the JSON report by its schema.
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { findScenario } from '../../sandbox/scenarios/index.ts';
import type { ScenarioWorld } from '../../sandbox/scenarios/scenario.ts';
import { EXCLUSIONS } from '../../src/judgement/finding.ts';
import { createTestClock } from '../harness/clock.ts';
import {
  type RunChange,
  runGateIn,
  type Sandbox,
  type SandboxOptions,
  warningsOf,
  withSandbox,
} from '../harness/sandbox.ts';
import { readSarif, type SarifRun } from '../harness/sarif-log.ts';
import { reportCheck, sarifCheck } from '../harness/schemas.ts';
import { changeService, failingWorld, noScanWorld, spotlessWorld } from '../harness/worlds.ts';
import { afterAll, beforeAll, describe, expect, it } from '../jest.ts';

type Inputs = Readonly<Record<string, string>>;

const quiet = { comment: 'never', annotations: 'off' };
const bothFiles = { 'sarif-file': 'gate.sarif', 'report-file': 'gate.json' };

interface Files {
  /** As written; undefined where none was. */
  readonly sarif: string | undefined;
  readonly report: string | undefined;
}

async function filesOf(
  world: ScenarioWorld,
  inputs: Inputs = {},
  change: RunChange & SandboxOptions = {},
): Promise<Files> {
  const { workspaceFiles } = await runGateIn(world, { ...change, inputs: { ...quiet, ...bothFiles, ...inputs } });
  return { sarif: workspaceFiles['gate.sarif'], report: workspaceFiles['gate.json'] };
}

const reportShape = v.looseObject({
  verdict: v.string(),
  reason: v.string(),
  findings: v.array(v.looseObject({ gated: v.boolean(), countsAsSecurity: v.boolean() })),
  counts: v.nullable(v.looseObject({ pending: v.number() })),
  thresholds: v.array(v.looseObject({ name: v.string(), count: v.number() })),
});

function readReport(text = ''): v.InferOutput<typeof reportShape> {
  const document: unknown = JSON.parse(text);
  expect(reportCheck()(document)).toEqual([]);
  return v.parse(reportShape, document);
}

async function sarifOf(world: ScenarioWorld, inputs: Inputs = {}): Promise<SarifRun> {
  return readSarif((await filesOf(world, inputs)).sarif);
}

// That they are valid by ajv's strictest rules, and what they describe, is tested with each document.
describe.each(['report-v1', 'doctor-v1'])('the schema %s', (name) => {
  const file = new URL(`../../docs/${name}.schema.json`, import.meta.url);

  it('has an address by which others can name it', async () => {
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({
      $id: `https://github.com/scan-gate/scan-gate/raw/v1/docs/${name}.schema.json`,
    });
  });

  it('says of each number whether it can be negative', async () => {
    const free: string[] = [];
    JSON.parse(await readFile(file, 'utf8'), (key, value: { type?: unknown; minimum?: unknown } | null) => {
      const isNumber = /integer|number/u.test(JSON.stringify(value?.type ?? ''));
      if (isNumber && value?.minimum === undefined) free.push(key);
      return value;
    });
    // What the service sends is passed on.
    expect(free).toEqual(name === 'report-v1' ? ['pullRequest'] : []);
  });
});

describe('every reason to leave a bug out', () => {
  interface Definition {
    readonly enum?: readonly unknown[];
    readonly properties?: Readonly<Record<string, Definition>>;
  }
  async function readDefinitions(document: string): Promise<Readonly<Record<string, Definition>>> {
    const docs = new URL('../../docs/', import.meta.url);
    const [newest = ''] = (await readdir(docs))
      .filter((name) => name.startsWith(`${document}-v`))
      .toSorted()
      .reverse();
    const schema = JSON.parse(await readFile(new URL(newest, docs), 'utf8')) as { $defs: Record<string, Definition> };
    return schema.$defs;
  }

  it('is in the schema of the report', async () => {
    const { finding } = await readDefinitions('report');
    expect(finding?.properties?.['leftOut']?.enum).toEqual([null, ...EXCLUSIONS]);
  });

  it('is in the schema of insights, but for bugs that are another pull request’s', async () => {
    const { way } = await readDefinitions('insights');
    expect(EXCLUSIONS.filter((each) => way?.enum?.includes(each) !== true)).toEqual(['other-pull-request']);
  });
});

describe.each(['sarif-file', 'report-file'])('%s', (input) => {
  /** A directory outside of every workspace. */
  let outside: string;
  let checkout: string;

  beforeAll(async () => {
    outside = await realpath(await mkdtemp(join(tmpdir(), 'outside-')));
    checkout = await realpath(await mkdtemp(join(tmpdir(), 'checkout-')));
    await symlink(outside, join(checkout, 'link'));
    await writeFile(join(checkout, 'a-file'), '');
    await mkdir(join(checkout, 'a-directory'));
  });

  afterAll(async () => {
    for (const directory of [outside, checkout]) await rm(directory, { recursive: true });
  });

  const writeTo = async (path: string) =>
    await runGateIn(failingWorld(), { inputs: { ...quiet, [input]: path }, checkout });

  it.each(['a/b c/ü.out', './gate.out'])('is written at %s', async (path) => {
    const { outputs, workspaceFiles, exitCode } = await writeTo(path);
    expect([outputs[input], exitCode]).toEqual([path, 1]);
    expect(workspaceFiles[path.replace(/^\.\//u, '')]).toMatch(/^\{/u);
  });

  it.each([
    ['a link that leads out', 'link/gate.out', /link/u],
    ['a directory', 'a-directory', /./u],
    ['a file in the way', 'a-file/gate.out', /./u],
  ])('is a warning where there is %s', async (_, path, why) => {
    const result = await writeTo(path);
    expect([result.exitCode, result.outputs['verdict'], result.outputs[input]]).toEqual([...[1, 'failed', '']]);
    const [warning, ...others] = warningsOf(result);
    expect([others, await readdir(outside)]).toEqual([[], []]);
    expect(warning).toContain(input);
    expect(warning).toMatch(why);
    expect(Object.keys(result.workspaceFiles).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });
});

it.each(['hostile', 'many'])('both files of the scenario %s are valid', async (name) => {
  const { sarif, report } = await filesOf(findScenario(name).build(Date.now()));
  expect(sarifCheck()(JSON.parse(sarif ?? ''))).toEqual([]);
  expect(readSarif(sarif).results.length).toBeGreaterThan(0);
  readReport(report);
});

it('both files and the summary are the same bytes for the same input, at the same time', async () => {
  const nowMs = Date.UTC(2026, 10, 20, 12);
  const world = findScenario('threshold-exceeded').build(nowMs);
  const act = async (sandbox: Sandbox): Promise<void> => {
    const run = () => sandbox.run({ inputs: { ...quiet, ...bothFiles }, clock: createTestClock(nowMs, true) });
    const [first, second] = [await run(), await run()];
    expect(second.workspaceFiles).toEqual(first.workspaceFiles);
    expect(second.summary).toBe(first.summary);
    expect(first.workspaceFiles['gate.json']).toMatch(/\}\n$/u);
  };
  await withSandbox(world, act, { now: () => nowMs });
});

describe('the SARIF log', () => {
  it('keeps its fingerprints when title, file and order change, and names the gate by comment-key', async () => {
    const changed = changeService(failingWorld(), ({ bugs }) => ({
      bugs: bugs.map((bug, at) => ({ ...bug, title: `Renamed ${at}`, filePath: 'src/moved.ts' })),
    }));
    const [before, after] = [
      await sarifOf(failingWorld(), { 'comment-key': 'api' }),
      await sarifOf(changed, { 'comment-key': 'web' }),
    ];
    const printsOf = ({ results }: SarifRun): readonly string[] =>
      results.map((result) => JSON.stringify(result.partialFingerprints)).toSorted();
    expect(printsOf(after)).toEqual(printsOf(before));
    expect(after.automationDetails.id).not.toBe(before.automationDetails.id);
  });

  it('is not written when nothing was read: it would close every alert', async () => {
    expect((await filesOf(noScanWorld())).sarif).toBeUndefined();
  });

  it('is written without results when there are none: it closes every alert', async () => {
    expect((await sarifOf(spotlessWorld())).results).toEqual([]);
  });
});

describe('the JSON report', () => {
  it('says of each finding whether the thresholds count it', async () => {
    const inputs = { 'gate-on': 'introduced', unclassified: 'count' };
    const report = readReport((await filesOf(failingWorld(), inputs)).report);
    const gated = report.findings.filter((finding) => finding.gated);
    const counted = Object.fromEntries(report.thresholds.map(({ name, count }) => [name, count]));
    expect(counted).toEqual({
      'max-bugs': gated.length,
      'max-security-bugs': gated.filter((finding) => finding.countsAsSecurity).length,
    });
    expect(report.findings).toHaveLength(report.counts?.pending ?? -1);
  });
});
