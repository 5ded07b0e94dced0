// Tests of reporting besides the comment: it never decides, it stays within the runner's limits, and what GitHub refuses
// costs a warning.
import type { FileData } from '../../sandbox/github/data.ts';
import { maxSummaryBytes } from '../../sandbox/runner/step-end.ts';
import type { ScenarioWorld } from '../../sandbox/scenarios/scenario.ts';
import { preload } from '../harness/preload.ts';
import { runGateIn, warningsOf } from '../harness/sandbox.ts';
import {
  changeGitHub,
  changeService,
  cleanWorld,
  failingWorld,
  manyWorld,
  withPermissions,
} from '../harness/worlds.ts';
import { describe, expect, it } from '../jest.ts';

const readOnly = { 'pull-requests': 'read', checks: 'read', actions: 'read' } as const;

describe('the job summary', () => {
  it('stays below 1 MiB, with whole entries, when there is more to say', async () => {
    const world = changeService(manyWorld(), ({ bugs }) => ({
      bugs: bugs.map((bug) => ({ ...bug, summary: `${bug.id} ${'é'.repeat(700)} END` })),
    }));
    const { summary, annotations, comment } = await runGateIn(world, { inputs: { 'max-listed': '1000' } });
    const bytes = Buffer.byteLength(summary);
    expect(bytes).toBeGreaterThan(maxSummaryBytes / 2);
    expect(bytes).toBeLessThanOrEqual(maxSummaryBytes);
    expect(summary).toMatch(/\d more of [\d,]+ pending bugs are not listed here/u);
    expect(annotations.filter(({ message }) => message.includes('upload aborted'))).toEqual([]);
    expect(comment.length).toBeLessThanOrEqual(65_000);
  });

  it('that cannot be written is a warning; verdict and exit status stay', async () => {
    const result = await runGateIn(cleanWorld(), {
      env: preload("process.env.GITHUB_STEP_SUMMARY='/nowhere/summary'"),
    });
    expect([result.exitCode, result.outputs['verdict']]).toEqual([0, 'passed']);
    expect(warningsOf(result)).toEqual([expect.stringMatching(/^Could not write the job summary: /u)]);
    expect(result.summary).toBe('');
  });
});

describe('annotations', () => {
  it('stand on the first changed line of the file in the pull request, else on line 1', async () => {
    const { annotations, sandbox } = await runGateIn(failingWorld());
    const lines = new Map(annotations.map(({ file, line }) => [file, line]));
    const [pull] = sandbox.world.github.pulls;
    for (const [path, line] of lines) {
      if (path === undefined) continue;
      const patch = pull?.files.find(({ filename }) => filename === path)?.patch;
      const [, start = '1'] = /^@@ -\S+ \+(\d+)/u.exec(patch ?? '') ?? [];
      const body = patch?.split('\n').slice(1) ?? [];
      const context = body.findIndex((text) => !text.startsWith(' '));
      expect([path, line]).toEqual([path, Number(start) + Math.max(0, context)]);
    }
  });

  it('of what no threshold selects are notices', async () => {
    const result = await runGateIn(failingWorld(), { inputs: { paths: 'docs/**' } });
    const levels = result.annotations.filter(({ file }) => file !== undefined).map(({ level }) => level);
    expect([...new Set(levels)]).toEqual(['notice']);
    expect(result.outputs).toMatchObject({ verdict: 'passed', gated: '0' });
  });
});

/** The world with a pull request that changes every file with a bug. */
function touchingAll(world: ScenarioWorld): ScenarioWorld {
  const paths = new Set(world.service.bugs.flatMap(({ filePath }) => filePath ?? []));
  const files = [...paths].map((filename): FileData => ({
    filename,
    status: 'modified',
    additions: 1,
    deletions: 1,
    patch: '@@ -1 +1 @@\n-a\n+b',
  }));
  return changeGitHub(world, ({ pulls }) => ({ pulls: pulls.map((pull) => ({ ...pull, files })) }));
}

describe('GitHub', () => {
  it.each([
    ['is down', 'status=503 retry-after=0'],
    ['answers other types', 'wrong-type=0'],
  ])('that %s degrades the report with warnings, and decides nothing', async (_, fault) => {
    const result = await runGateIn(failingWorld(), { faults: [`* /repos/* ${fault}`] });
    expect([result.exitCode, result.outputs['verdict']]).toEqual([1, 'failed']);
    expect(result.outputs).toMatchObject({ gated: '24', 'gated-security': '4' });
    expect(result.summary).not.toBe('');
    expect(warningsOf(result).join('\n')).toMatch(/files of the pull request/u);
  });

  it('is asked for no more than the permissions of the README', async () => {
    const permissions = { checks: 'none', actions: 'none', contents: 'read' } as const;
    const { outputs, sandbox } = await runGateIn(withPermissions(failingWorld(), permissions));
    expect(outputs['verdict']).toBe('failed');
    expect(sandbox.github.requests.filter(({ status }) => status === 403)).toEqual([]);
  });

  it('that refuses more annotations: the check run keeps its conclusion, and a warning counts', async () => {
    const result = await runGateIn(touchingAll(manyWorld()), {
      inputs: { annotations: 'check-run', 'max-annotations': '120' },
      faults: ['PATCH /repos/*/check-runs/* status=403'],
    });
    const [run] = result.sandbox.github.state.checkRuns;
    expect(run).toMatchObject({ status: 'completed', conclusion: 'failure' });
    expect(run?.annotations).toHaveLength(50);
    expect(result.outputs['check-run-url']).not.toBe('');
    expect(warningsOf(result).join('\n')).toContain('70 annotations');
  });
});

describe('a token that may only read', () => {
  it.each([
    ['failed', failingWorld],
    ['passed', cleanWorld],
  ] as const)('costs one warning that names the permission, and nothing else (%s)', async (verdict, build) => {
    const full = await runGateIn(build());
    const bare = await runGateIn(withPermissions(build(), readOnly));
    expect([bare.exitCode, bare.outputs['verdict']]).toEqual([full.exitCode, verdict]);
    expect(bare.outputs).toEqual({ ...full.outputs, 'comment-url': '' });
    expect(warningsOf(bare)).toEqual([expect.stringMatching(/403.*"pull-requests: write"/u)]);
    expect(bare.summary).toContain('Scan Gate');
    expect(bare.annotations.filter(({ file }) => file)).toEqual(full.annotations.filter(({ file }) => file));
  });

  it('makes workflow annotations of a check run', async () => {
    const result = await runGateIn(withPermissions(failingWorld(), readOnly), { inputs: { annotations: 'check-run' } });
    expect([result.exitCode, result.outputs['check-run-url']]).toEqual([1, '']);
    expect(warningsOf(result).join('\n')).toContain('"checks: write"');
    expect(result.annotations.filter(({ level, file }) => level === 'error' && file)).toHaveLength(4);
    expect(result.summary).not.toBe('');
  });
});
