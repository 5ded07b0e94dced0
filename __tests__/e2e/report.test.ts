// Tests of reporting besides the comment: it never decides, it stays within the runner's limits, and what GitHub refuses
// costs a warning.
import { events } from '../harness/events.ts';
import { preload } from '../harness/preload.ts';
import { runGateIn, warningsOf } from '../harness/sandbox.ts';
import { cleanWorld, failingWorld, manyWorld, withPermissions } from '../harness/worlds.ts';
import { describe, expect, it } from '../jest.ts';

const readOnly = { 'pull-requests': 'read', checks: 'read', actions: 'read' } as const;

describe('the job summary', () => {
  it('that cannot be written is a warning; verdict and exit status stay', async () => {
    const result = await runGateIn(cleanWorld(), {
      env: preload("process.env.GITHUB_STEP_SUMMARY='/nowhere/summary'"),
    });
    expect([result.exitCode, result.outputs['verdict']]).toEqual([0, 'passed']);
    expect(warningsOf(result)).toEqual([expect.stringMatching(/job summary/u)]);
    expect(result.summary).toBe('');
  });
});

describe('GitHub', () => {
  it('is asked for no more than the permissions of the README', async () => {
    const permissions = { checks: 'none', actions: 'none', contents: 'read' } as const;
    const { outputs, sandbox } = await runGateIn(withPermissions(failingWorld(), permissions));
    expect(outputs['verdict']).toBe('failed');
    // The name of the job is nice to know: without it the comment says less of what the branch requires.
    const refused = sandbox.github.requests.filter(({ status }) => status === 403);
    expect(refused.map(({ url }) => url.replace(/\d+$/u, ''))).toEqual(['/repos/acme/storefront/check-runs/']);
  });

  it('that refuses more annotations: the check run keeps its conclusion, and a warning counts', async () => {
    const world = manyWorld();
    const { event, github } = events.schedule(world);
    const result = await runGateIn(world, {
      // Without a pull request all bugs are annotated.
      event,
      github,
      inputs: { sha: world.sha, annotations: 'check-run', 'max-annotations': '120' },
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
  it('costs one warning that names the permission, and nothing else', async () => {
    const full = await runGateIn(failingWorld());
    const bare = await runGateIn(withPermissions(failingWorld(), readOnly));
    expect([bare.exitCode, bare.outputs['verdict']]).toEqual([1, 'failed']);
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
