// The rules of reporting besides the comment: it never decides, and it stays within the runner's limits.
import { describe, expect, it, jest } from '@jest/globals';
import { maxSummaryBytes } from '../../sandbox/runner/step-end.ts';
import { fork } from '../../sandbox/scenarios/fork.ts';
import { preload } from '../harness/preload.ts';
import { withSandbox } from '../harness/sandbox.ts';
import {
  changeGitHub,
  changeService,
  cleanWorld,
  failingWorld,
  manyWorld,
  withPermissions,
} from '../harness/worlds.ts';

jest.setTimeout(60_000);

describe('the job summary', () => {
  it('stays below 1 MiB, with whole entries, when there is more to say', () => {
    const world = changeService(manyWorld(), ({ bugs }) => ({
      bugs: bugs.map((bug) => ({ ...bug, summary: `${bug.id} ${'é'.repeat(3000)} END` })),
    }));
    return withSandbox(world, async (sandbox) => {
      const { summary, annotations } = await sandbox.run({ inputs: { 'max-listed': '1000' } });
      const bytes = Buffer.byteLength(summary);
      expect(bytes).toBeGreaterThan(maxSummaryBytes / 2);
      expect(bytes).toBeLessThanOrEqual(maxSummaryBytes);
      expect(summary).toMatch(/\d more findings are not listed here/u);
      expect(annotations.filter(({ message }) => message.includes('upload aborted'))).toEqual([]);
      expect(sandbox.ownComments()[0]?.body.length).toBeLessThanOrEqual(65_000);
    });
  });

  it('that cannot be written is a warning; verdict and exit status stay', () =>
    withSandbox(cleanWorld(), async (sandbox) => {
      const result = await sandbox.run({
        env: preload("process.env.GITHUB_STEP_SUMMARY='/nowhere/summary'"),
      });
      expect([result.exitCode, result.outputs['verdict']]).toEqual([0, 'passed']);
      const warnings = result.annotations.filter(
        ({ level, file }) => level === 'warning' && file === undefined,
      );
      expect(warnings.map(({ message }) => message)).toEqual([
        expect.stringMatching(/^Could not write the job summary: /u),
      ]);
      expect(result.summary).toBe('');
    }));
});

describe('annotations', () => {
  it('are as many as the runner shows; one says how many more there are', () =>
    withSandbox(manyWorld(), async (sandbox) => {
      const { annotations, droppedAnnotations } = await sandbox.run();
      const placed = annotations.filter(({ file }) => file !== undefined);
      for (const level of ['error', 'warning', 'notice'] as const) {
        expect(placed.filter((one) => one.level === level).length).toBeLessThanOrEqual(9);
      }
      expect(droppedAnnotations).toEqual([]);
      const pending = manyWorld().service.bugs.filter(
        ({ review }) => (review?.state ?? 'pending') === 'pending',
      );
      const missing = (pending.length - placed.length).toLocaleString('en-US');
      expect(annotations.map(({ message }) => message).join('\n')).toContain(
        `${missing} more annotations are not shown`,
      );
    }));

  it('are at most max-annotations, and none with annotations: off', () =>
    withSandbox(failingWorld(), async (sandbox) => {
      const few = await sandbox.run({ inputs: { 'max-annotations': '3' } });
      expect(few.annotations.filter(({ file }) => file !== undefined)).toHaveLength(3);
      const none = await sandbox.run({ inputs: { annotations: 'off' } });
      expect(none.annotations.map(({ level, file }) => [level, file])).toEqual([
        ['error', undefined],
      ]);
    }));

  it('stand on the first changed line of the file in the pull request, else on line 1', () =>
    withSandbox(failingWorld(), async (sandbox) => {
      const { annotations } = await sandbox.run();
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
    }));

  it('of what no threshold selects are notices', () =>
    withSandbox(failingWorld(), async (sandbox) => {
      const result = await sandbox.run({ inputs: { paths: 'docs/**' } });
      const levels = result.annotations
        .filter(({ file }) => file !== undefined)
        .map(({ level }) => level);
      expect([...new Set(levels)]).toEqual(['notice']);
      expect(result.outputs).toMatchObject({ verdict: 'passed', gated: '0' });
    }));
});

describe('GitHub', () => {
  it.each([
    ['refuses everything', '* /repos/* status=403'],
    ['is down', '* /repos/* status=503 retry-after=0'],
    ['answers HTML', '* /repos/* html'],
    ['answers nothing', '* /repos/* empty'],
    ['answers other types', '* /repos/* wrong-type=0'],
  ])('that %s degrades the report with warnings, and decides nothing', (_, fault) =>
    withSandbox(
      cleanWorld(),
      async (sandbox) => {
        const result = await sandbox.run();
        expect([result.exitCode, result.outputs['verdict']]).toEqual([0, 'passed']);
        expect(result.annotations.some(({ level }) => level === 'warning')).toBe(true);
        expect(result.log).toMatch(/files of the pull request/u);
      },
      { faults: [fault] },
    ),
  );

  it.each(['files', 'commits'])(
    'that does not tell the %s is github-error when gate-on needs them',
    (list) =>
      withSandbox(
        cleanWorld(),
        async (sandbox) => {
          const result = await sandbox.run({ inputs: { 'gate-on': 'introduced, touched' } });
          expect([result.exitCode, result.outputs['reason']]).toEqual([1, 'github-error']);
          expect(result.outputs).toMatchObject({ gated: '', 'gated-security': '' });
          expect(result.log).toContain('pull-requests: read');
        },
        { faults: [`GET /repos/*/pulls/482/${list}* status=403`] },
      ),
  );

  it('that gives no token leaves the verdict as it is', () =>
    withSandbox(failingWorld(), async (sandbox) => {
      const result = await sandbox.run({ inputs: { 'github-token': ' ' } });
      expect([result.exitCode, result.outputs['verdict']]).toEqual([1, 'failed']);
      expect(sandbox.github.requests).toEqual([]);
    }));

  it('is asked for no more than the permissions of the README', () =>
    withSandbox(
      withPermissions(failingWorld(), { checks: 'none', actions: 'none', contents: 'read' }),
      async (sandbox) => {
        const result = await sandbox.run({ inputs: { annotations: 'workflow' } });
        expect(result.outputs['verdict']).toBe('failed');
        expect(sandbox.github.requests.filter(({ status }) => status === 403)).toEqual([]);
      },
    ));
});

describe('a public repository', () => {
  /** Words of which a stranger must not read one. */
  const secrets = failingWorld()
    .service.bugs.filter(
      ({ isSecurityVulnerability, review }) =>
        isSecurityVulnerability !== false && (review?.state ?? 'pending') === 'pending',
    )
    .flatMap(({ title, summary, filePath }) => [title, summary, ...(filePath ? [filePath] : [])]);

  it('gets counts and ids of security and unclassified bugs, nothing else of them', () => {
    const world = fork.build(Date.now());
    const open = new Set(
      world.service.bugs
        .filter(({ isSecurityVulnerability }) => isSecurityVulnerability === false)
        .map(({ filePath }) => filePath),
    );
    return withSandbox(withPermissions(world, { 'pull-requests': 'write' }), async (sandbox) => {
      const result = await sandbox.run();
      expect(result.outputs).toMatchObject({ verdict: 'failed', 'pending-security': '4' });
      expect(sandbox.ownComments()).toHaveLength(1);
      const said = JSON.stringify([result, sandbox.github.state.comments]);
      // A file may hold another bug, which may be shown.
      expect(secrets.filter((text) => said.includes(text) && !open.has(text))).toEqual([]);
      expect(said).toContain('bug_ecb6xOCLCFUC');
    });
  });

  it('is told when the payload does not say that it is public', () => {
    const world = changeGitHub(failingWorld(), () => ({ visibility: 'public' }));
    return withSandbox(world, async (sandbox) => {
      const { payload } = world.event;
      const event = {
        name: 'pull_request',
        payload: { ...(payload as object), repository: { full_name: 'acme/storefront' } },
      };
      const result = await sandbox.run({ event });
      expect(result.log).toContain('(details withheld)');
      const said = JSON.stringify([result, sandbox.github.state.comments]);
      expect(secrets.filter((text) => said.includes(text) && !text.startsWith('src/'))).toEqual([]);
    });
  });

  it('gets everything with disclosure: full', () =>
    withSandbox(fork.build(Date.now()), async (sandbox) => {
      const result = await sandbox.run({ inputs: { disclosure: 'full' } });
      expect(result.log).not.toContain('(details withheld)');
    }));
});
