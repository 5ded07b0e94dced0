// Tests of the verdict: what the gate says of a pull request in exit status, outputs, annotations and comment, by its inputs.
import type { ScenarioWorld } from '../../sandbox/scenarios/scenario.ts';
import { storefront } from '../../sandbox/scenarios/storefront/names.ts';
import { allOutputs } from '../harness/outputs.ts';
import { runGateIn, withSandbox } from '../harness/sandbox.ts';
import { changeService, cleanWorld, failingWorld, noScanWorld, spotlessWorld } from '../harness/worlds.ts';
import { describe, expect, it } from '../jest.ts';

type Inputs = Readonly<Record<string, string>>;

const { repoId, scanId, headSha } = storefront;
const quiet = { comment: 'never', annotations: 'off' };

describe('a failed verdict', () => {
  it('keeps one comment over attempts, and it turns green when all is well', () =>
    withSandbox(failingWorld(), async (sandbox) => {
      await sandbox.run();
      const [red] = sandbox.ownComments();
      const again = await sandbox.run({ github: { runAttempt: 2 } });
      expect(sandbox.ownComments().map(({ id }) => id)).toEqual([red?.id]);
      expect(again.outputs['comment-url']).toContain(`#issuecomment-${red?.id ?? ''}`);
      sandbox.service.state.replaceData(cleanWorld().service);
      const { exitCode, outputs } = await sandbox.run();
      const [green, ...others] = sandbox.ownComments();
      expect([exitCode, outputs['reason']]).toEqual([0, 'within-threshold']);
      expect([green?.id, others]).toEqual([red?.id, []]);
      expect(green?.body).toContain('### ✅ Scan Gate: no security bugs');
      expect(green?.body).not.toContain('❌');
    }));
});

const scanOfHead = {
  'repository-id': repoId,
  'scan-id': scanId,
  'scan-sha': headSha,
  'scan-match': 'exact',
  'scan-age-hours': '0.3',
  'commits-behind': '0',
};
const unverified = (reason: string) => allOutputs({ verdict: 'unverified', reason });

describe('exit status and all outputs', () => {
  it.each<[string, () => ScenarioWorld, Inputs, number, Inputs, string]>([
    [
      'a failed verdict',
      failingWorld,
      {},
      1,
      allOutputs({
        verdict: 'failed',
        reason: 'threshold-exceeded',
        ...scanOfHead,
        pending: '24',
        'pending-security': '4',
        'pending-unclassified': '5',
        resolved: '8',
        dismissed: '5',
        gated: '24',
        'gated-security': '4',
      }),
      '',
    ],
    [
      'a passed verdict',
      cleanWorld,
      {},
      0,
      allOutputs({
        verdict: 'passed',
        reason: 'within-threshold',
        ...scanOfHead,
        pending: '20',
        'pending-security': '0',
        'pending-unclassified': '5',
        resolved: '11',
        dismissed: '6',
        gated: '20',
        'gated-security': '0',
      }),
      '',
    ],
    [
      'a scan without a bug: zeros, not empty',
      spotlessWorld,
      {},
      0,
      allOutputs({
        verdict: 'passed',
        reason: 'within-threshold',
        ...scanOfHead,
        pending: '0',
        'pending-security': '0',
        'pending-unclassified': '0',
        resolved: '0',
        dismissed: '0',
        gated: '0',
        'gated-security': '0',
      }),
      '',
    ],
    ['an input that is not right', failingWorld, { mode: 'strict' }, 1, unverified('invalid-input'), 'mode'],
    [
      'a service that cannot be reached',
      failingWorld,
      { 'api-url': 'http://127.0.0.1:1' },
      1,
      unverified('service-error'),
      'GET /public/v1/repos at 127.0.0.1:1 could not be reached after 4 tries: bad port.',
    ],
    ['an empty key', failingWorld, { 'api-key': ' ' }, 1, unverified('no-credentials'), 'pull_request_target'],
  ])('of %s', async (_, build, inputs, exitCode, outputs, told) => {
    const result = await runGateIn(build(), { inputs: { ...quiet, ...inputs } });
    expect(result.exitCode).toBe(exitCode);
    expect(result.outputs).toEqual(outputs);
    expect(result.log).toContain(told);
  });
});

describe('counts', () => {
  it('are of all bugs of the repository with count-from: repository', () => {
    const world = changeService(failingWorld(), ({ surfaced }) => ({
      surfaced: Object.fromEntries(Object.entries(surfaced).map(([scan, ids]) => [scan, ids.slice(0, 2)])),
    }));
    return withSandbox(world, async (sandbox) => {
      const ofScan = await sandbox.run({ inputs: quiet });
      expect(ofScan.outputs).toMatchObject({ pending: '2', 'pending-security': '2' });
      const ofAll = await sandbox.run({ inputs: { ...quiet, 'count-from': 'repository' } });
      expect(ofAll.outputs).toMatchObject({ pending: '24', resolved: '8', dismissed: '5' });
    });
  });
});

describe('thresholds', () => {
  it.each<[string, () => ScenarioWorld, Inputs, number, Inputs, string]>([
    [
      'fail above it, each on its own',
      failingWorld,
      { 'max-security-bugs': '3', 'max-bugs': '23' },
      1,
      {},
      '❌ Scan Gate: 24 bugs, 4 of them security bugs, block this merge',
    ],
    [
      'count what gate-on and paths select, and nothing else',
      failingWorld,
      { paths: 'src/web/**\n!src/web/checkout/**', 'gate-on': 'introduced,touched' },
      0,
      { pending: '24', gated: '1', 'gated-security': '0' },
      '✅ Scan Gate: no security bugs',
    ],
  ])('%s', async (_, build, inputs, exitCode, outputs, told) => {
    const result = await runGateIn(build(), { inputs: { ...quiet, ...inputs } });
    expect(result.exitCode).toBe(exitCode);
    expect(result.outputs).toMatchObject(outputs);
    expect(result.log).toContain(told);
  });
});

describe('a soft gate', () => {
  const strict = { mode: 'warn', 'on-unverified': 'fail' };
  const soft = { 'on-unverified': 'warn' };

  it.each<[string, () => ScenarioWorld, Inputs, number, string]>([
    ['warns of a failed verdict', failingWorld, { mode: 'warn' }, 0, 'threshold-exceeded'],
    ['warns of no verdict in warn mode', noScanWorld, { mode: 'warn' }, 0, 'no-scan'],
    ['warns of no key in warn mode', failingWorld, { mode: 'warn', 'api-key': '' }, 0, 'no-credentials'],
    ['is a dead man’s switch where that is asked for', noScanWorld, strict, 1, 'no-scan'],
    ['is one for the key as well', failingWorld, { ...strict, 'api-key': '' }, 1, 'no-credentials'],
    ['on-unverified does not soften a failed one', failingWorld, { 'on-unverified': 'warn' }, 1, 'threshold-exceeded'],
    ['stays red', failingWorld, { ...soft, 'api-key': '' }, 1, 'no-credentials'],
    ['stays red', failingWorld, { ...soft, repository: 'acme/unknown' }, 1, 'repository-not-found'],
    ['stays red', failingWorld, { ...soft, mode: 'warn', 'max-bugs': 'none' }, 1, 'invalid-input'],
  ])('%s: %#', async (_, build, inputs, exitCode, reason) => {
    const { outputs, annotations, ...result } = await runGateIn(build(), { inputs: { ...quiet, ...inputs } });
    expect([result.exitCode, outputs['reason']]).toEqual([exitCode, reason]);
    const last = annotations.filter(({ file }) => file === undefined).at(-1);
    expect(last?.level).toBe(exitCode === 0 ? 'warning' : 'error');
    if (exitCode === 0) expect(last?.message).toMatch(/^⚠️ Scan Gate(?:: | could not judge )/u);
  });
});

describe('inputs', () => {
  async function refuse(inputs: Inputs): Promise<string> {
    const { exitCode, outputs, annotations, sandbox } = await runGateIn(failingWorld(), { inputs });
    expect(exitCode).toBe(1);
    expect(outputs).toEqual(unverified('invalid-input'));
    // GitHub is asked for the comment of an earlier run, and gets none where there is none.
    expect(sandbox.service.requests).toEqual([]);
    expect(sandbox.ownComments()).toEqual([]);
    const [error, ...others] = annotations;
    expect([error?.level, others]).toEqual(['error', []]);
    return error?.message ?? '';
  }

  it.each<[string, Inputs, RegExp]>([
    ['a required one that is missing is named', { 'api-url': '' }, /api-url is empty/u],
    ['an address that is neither https nor loopback is refused', { 'api-url': 'http://bugs.example.com' }, /https/u],
    [
      'text with commands in it is quoted in the message and gives none',
      { mode: 'x\n::set-output name=a::b\n##[add-mask]c\r::stop-commands::d' },
      /^(?!::|[^]*(?:[\r\u2028]|\n::|##\[))[^]*mode/u,
    ],
  ])('%s', async (_, inputs, told) => {
    expect(await refuse(inputs)).toMatch(told);
  });

  it('may have white space around them, and be empty where there is a default', () =>
    withSandbox(failingWorld(), async (sandbox) => {
      const { exitCode, outputs } = await sandbox.run({
        inputs: {
          'api-url': ` ${sandbox.service.url}/ \n`,
          'api-key': `\n ${sandbox.world.apiKey}\t`,
          'max-security-bugs': ' 4 ',
          mode: '',
          'scan-match': '  ',
          'poll-interval': '',
        },
      });
      expect([exitCode, outputs['verdict']]).toEqual([0, 'passed']);
    }));
});
