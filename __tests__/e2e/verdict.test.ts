// The rules of the verdict: what the gate says of a pull request, in exit status, outputs, annotations and comment.
import { describe, expect, it, jest } from '@jest/globals';
import { allOutputs } from '../harness/outputs.ts';
import { withSandbox } from '../harness/sandbox.ts';
import {
  changeService,
  cleanWorld,
  failingWorld,
  manyWorld,
  noScanWorld,
  spotlessWorld,
} from '../harness/worlds.ts';

jest.setTimeout(60_000);

describe('the default scenario', () => {
  it('fails with four pending security bugs against a limit of none', () =>
    withSandbox(failingWorld(), async (sandbox) => {
      const result = await sandbox.run();
      expect(result.exitCode).toBe(1);
      expect(result.outputs).toMatchObject({
        verdict: 'failed',
        reason: 'threshold-exceeded',
        'pending-security': '4',
        'gated-security': '4',
      });
      expect(result.log).toContain('Scan Gate failed: 4 pending security bugs, 0 allowed.');
    }));

  it('leaves exactly one comment', () =>
    withSandbox(failingWorld(), async (sandbox) => {
      const { outputs } = await sandbox.run();
      const [comment, ...others] = sandbox.ownComments();
      expect(others).toEqual([]);
      expect(comment?.body).toMatch(/^<!-- scan-gate:v1 .*-->\n### ❌ Scan Gate failed/u);
      expect(outputs['comment-url']).toMatch(
        new RegExp(`#issuecomment-${comment?.id ?? ''}$`, 'u'),
      );
    }));

  it('sends exactly four error annotations with file and line', () =>
    withSandbox(failingWorld(), async (sandbox) => {
      const { annotations, commands } = await sandbox.run();
      const errors = annotations.filter(({ level, file }) => level === 'error' && file);
      expect(errors).toHaveLength(4);
      for (const { line } of errors) expect(line).toBeGreaterThanOrEqual(1);
      expect(errors.map(({ file }) => file)).toEqual([
        'src/server/routes/payment-methods.ts',
        'src/server/db/saved-methods.ts',
        'src/server/services/payment-vault.ts',
        'src/server/webhooks/tester.ts',
      ]);
      const placed = commands.filter(
        ({ name, properties }) => name === 'error' && 'file' in properties,
      );
      expect(placed).toHaveLength(4);
    }));

  it('asks the service for three things, and GitHub beside it', () =>
    withSandbox(failingWorld(), async (sandbox) => {
      await sandbox.run();
      expect(sandbox.service.requests.map(({ url }) => url.replace(/\?.*$/u, ''))).toEqual([
        '/public/v1/repos',
        '/public/v1/scans',
        '/public/v1/bugs',
      ]);
      expect(sandbox.github.requests.filter(({ method }) => method !== 'GET')).toHaveLength(2);
    }));
});

describe('a second run', () => {
  it('turns the red comment green instead of adding one, when all is well', () =>
    withSandbox(failingWorld(), async (sandbox) => {
      await sandbox.run();
      const [red] = sandbox.ownComments();
      sandbox.service.state.replaceData(cleanWorld().service);
      const result = await sandbox.run();
      const [green, ...others] = sandbox.ownComments();
      expect(result.exitCode).toBe(0);
      expect(result.outputs).toMatchObject({ verdict: 'passed', reason: 'within-threshold' });
      expect(others).toEqual([]);
      expect(green?.id).toBe(red?.id);
      expect(green?.body).toContain('### ✅ Scan Gate passed');
      expect(green?.body).not.toContain('❌');
    }));

  it('does not write the comment again when nothing has changed', () =>
    withSandbox(failingWorld(), async (sandbox) => {
      await sandbox.run();
      const before = sandbox.ownComments();
      const { outputs } = await sandbox.run({ github: { runAttempt: 2 } });
      expect(sandbox.ownComments()).toEqual(before);
      expect(sandbox.github.requests.filter(({ method }) => method === 'PATCH')).toEqual([]);
      expect(sandbox.github.requests.filter(isCommentCreation)).toHaveLength(1);
      expect(outputs['comment-url']).toContain(`#issuecomment-${before[0]?.id ?? ''}`);
    }));
});

function isCommentCreation({ method, url }: { method: string; url: string }): boolean {
  return method === 'POST' && url.endsWith('/comments');
}

describe('exit status and all outputs', () => {
  it('are 1 and the counts, for a failed verdict', () =>
    withSandbox(failingWorld(), async (sandbox) => {
      const result = await sandbox.run();
      expect(result.exitCode).toBe(1);
      expect(result.outputs).toEqual(
        allOutputs({
          verdict: 'failed',
          reason: 'threshold-exceeded',
          'repository-id': sandbox.service.state.scans[0]?.repoId ?? '',
          'scan-id': 'wr_GK7JrHOL7SpX',
          'scan-sha': sandbox.world.sha,
          'scan-match': 'exact',
          'scan-age-hours': '0.3',
          'commits-behind': '0',
          pending: '24',
          'pending-security': '4',
          'pending-unclassified': '5',
          resolved: '8',
          dismissed: '5',
          gated: '24',
          'gated-security': '4',
          'comment-url': 'https://github.com/acme/storefront/pull/482#issuecomment-11903447216',
        }),
      );
    }));

  it('are 0 and the counts, for a passed verdict', () =>
    withSandbox(cleanWorld(), async (sandbox) => {
      const result = await sandbox.run({ inputs: { comment: 'never' } });
      expect(result.exitCode).toBe(0);
      expect(result.outputs).toEqual(
        allOutputs({
          verdict: 'passed',
          reason: 'within-threshold',
          'repository-id': 'repo_tpd2DqJnVxwP',
          'scan-id': 'wr_GK7JrHOL7SpX',
          'scan-sha': sandbox.world.sha,
          'scan-match': 'exact',
          'scan-age-hours': '0.3',
          'commits-behind': '0',
          pending: '20',
          'pending-security': '0',
          'pending-unclassified': '5',
          resolved: '11',
          dismissed: '6',
          gated: '20',
          'gated-security': '0',
        }),
      );
    }));

  it('are 1 and no count, for an unverified verdict', () =>
    withSandbox(noScanWorld(), async (sandbox) => {
      const result = await sandbox.run({ inputs: { comment: 'never' } });
      expect(result.exitCode).toBe(1);
      expect(result.outputs).toEqual(
        allOutputs({
          verdict: 'unverified',
          reason: 'no-scan',
          'repository-id': 'repo_tpd2DqJnVxwP',
        }),
      );
    }));

  it('are 1 and invalid-input, for an input that is not right', () =>
    withSandbox(failingWorld(), async (sandbox) => {
      const result = await sandbox.run({ inputs: { mode: 'strict' } });
      expect(result.exitCode).toBe(1);
      expect(result.outputs).toEqual(
        allOutputs({ verdict: 'unverified', reason: 'invalid-input' }),
      );
    }));

  it('are 1 and service-error, when the service cannot be reached', () =>
    withSandbox(failingWorld(), async (sandbox) => {
      const result = await sandbox.run({
        inputs: { 'api-url': 'http://127.0.0.1:1', comment: 'never' },
      });
      expect(result.exitCode).toBe(1);
      expect(result.outputs).toEqual(
        allOutputs({ verdict: 'unverified', reason: 'service-error' }),
      );
      expect(result.log).toMatch(/GET \/public\/v1\/repos could not be reached after 4 tries/u);
    }));

  it('are 1 and no-credentials, when the key is empty', () =>
    withSandbox(failingWorld(), async (sandbox) => {
      const result = await sandbox.run({ inputs: { 'api-key': ' ', comment: 'never' } });
      expect(result.exitCode).toBe(1);
      expect(result.outputs).toEqual(
        allOutputs({ verdict: 'unverified', reason: 'no-credentials' }),
      );
      expect(result.log).toContain('pull_request_target');
      expect(sandbox.service.requests).toEqual([]);
    }));
});

describe('thresholds', () => {
  it('pass at the limit and fail above it, each on its own', () =>
    withSandbox(failingWorld(), async (sandbox) => {
      const inputs = { comment: 'never', annotations: 'off' };
      const at = await sandbox.run({
        inputs: { ...inputs, 'max-security-bugs': '4', 'max-bugs': '24' },
      });
      expect([at.exitCode, at.outputs['verdict']]).toEqual([0, 'passed']);
      const above = await sandbox.run({
        inputs: { ...inputs, 'max-security-bugs': '3', 'max-bugs': '23' },
      });
      expect([above.exitCode, above.outputs['verdict']]).toEqual([1, 'failed']);
      expect(above.log).toContain(
        'failed: 4 pending security bugs, 3 allowed; 24 pending bugs, 23 allowed.',
      );
    }));

  it('count unclassified bugs as security bugs only when told to', () =>
    withSandbox(cleanWorld(), async (sandbox) => {
      const result = await sandbox.run({ inputs: { unclassified: 'count', comment: 'never' } });
      expect([result.exitCode, result.outputs['gated-security']]).toEqual([1, '5']);
      expect(result.outputs['pending-security']).toBe('0');
    }));

  it('count what gate-on and paths select, and nothing else', () =>
    withSandbox(failingWorld(), async (sandbox) => {
      const inputs = { comment: 'never', paths: 'src/web/**\n!src/web/checkout/**' };
      const result = await sandbox.run({ inputs: { ...inputs, 'gate-on': 'introduced,touched' } });
      expect([result.exitCode, result.outputs['verdict']]).toEqual([0, 'passed']);
      expect(result.outputs).toMatchObject({ pending: '24', gated: '1', 'gated-security': '0' });
    }));
});

describe('a soft gate', () => {
  it('ends green with a warning when the verdict is failed and mode is warn', () =>
    withSandbox(failingWorld(), async (sandbox) => {
      const result = await sandbox.run({ inputs: { mode: 'warn' } });
      expect([result.exitCode, result.outputs['verdict']]).toEqual([0, 'failed']);
      expect(result.annotations).toContainEqual(
        expect.objectContaining({
          level: 'warning',
          message: 'Scan Gate failed: 4 pending security bugs, 0 allowed.',
        }),
      );
    }));

  it('ends green with a warning when the verdict is unverified and on-unverified is warn', () =>
    withSandbox(noScanWorld(), async (sandbox) => {
      const result = await sandbox.run({ inputs: { 'on-unverified': 'warn' } });
      expect([result.exitCode, result.outputs['verdict']]).toEqual([0, 'unverified']);
      expect(result.annotations.map(({ level }) => level)).toEqual(['warning']);
      expect(result.annotations[0]?.message).toMatch(
        /^Scan Gate unverified \(no-scan\): there is no scan/u,
      );
    }));

  it('mode warn does not soften an unverified verdict', () =>
    withSandbox(noScanWorld(), async (sandbox) => {
      const result = await sandbox.run({ inputs: { mode: 'warn' } });
      expect([result.exitCode, result.outputs['verdict']]).toEqual([1, 'unverified']);
    }));

  it('on-unverified does not soften a failed verdict', () =>
    withSandbox(failingWorld(), async (sandbox) => {
      const result = await sandbox.run({ inputs: { 'on-unverified': 'warn' } });
      expect([result.exitCode, result.outputs['verdict']]).toEqual([1, 'failed']);
    }));

  it.each([
    ['no-credentials', { 'api-key': '' }],
    ['unauthorized', { 'api-key': 'svc_test_unknown' }],
    ['repository-not-found', { repository: 'acme/unknown' }],
    ['invalid-input', { 'max-bugs': 'none' }],
  ] as const)('stays red for %s', (reason, inputs) =>
    withSandbox(failingWorld(), async (sandbox) => {
      const soft = { mode: 'warn', 'on-unverified': 'warn', comment: 'never' };
      const result = await sandbox.run({ inputs: { ...soft, ...inputs } });
      expect([result.exitCode, result.outputs['reason']]).toEqual([1, reason]);
    }),
  );
});

describe('counts', () => {
  it('are exact for 1,234 bugs', () => {
    const world = manyWorld();
    const inState = (state: string) =>
      world.service.bugs.filter(({ review }) => (review?.state ?? 'pending') === state);
    const pending = inState('pending');
    return withSandbox(world, async (sandbox) => {
      const { outputs } = await sandbox.run();
      expect(outputs).toMatchObject({
        pending: String(pending.length),
        'pending-security': String(
          pending.filter(({ isSecurityVulnerability }) => isSecurityVulnerability).length,
        ),
        'pending-unclassified': String(
          pending.filter(({ isSecurityVulnerability }) => isSecurityVulnerability === null).length,
        ),
        resolved: String(inState('resolved').length),
        dismissed: String(inState('dismissed').length),
        gated: String(pending.length),
      });
      expect(world.service.bugs).toHaveLength(1234);
    });
  });

  it('are zeros, not empty, when the scan surfaced nothing', () =>
    withSandbox(spotlessWorld(), async (sandbox) => {
      const { exitCode, outputs } = await sandbox.run();
      expect(exitCode).toBe(0);
      expect(outputs).toMatchObject({ pending: '0', resolved: '0', dismissed: '0', gated: '0' });
    }));

  it('are of all bugs of the repository with count-from: repository', () => {
    const world = changeService(failingWorld(), ({ surfaced }) => ({
      surfaced: Object.fromEntries(
        Object.entries(surfaced).map(([scan, ids]) => [scan, ids.slice(0, 2)]),
      ),
    }));
    return withSandbox(world, async (sandbox) => {
      const quiet = { comment: 'never', annotations: 'off' };
      const ofScan = await sandbox.run({ inputs: quiet });
      expect(ofScan.outputs).toMatchObject({ pending: '2', 'pending-security': '2' });
      const ofAll = await sandbox.run({ inputs: { ...quiet, 'count-from': 'repository' } });
      expect(ofAll.outputs).toMatchObject({ pending: '24', resolved: '8', dismissed: '5' });
    });
  });
});
