// Degrading, through the bundle: what GitHub refuses costs a warning and never the verdict.
import { describe, expect, it, jest } from '@jest/globals';
import type { RunnerResult } from '../../sandbox/runner/runner.ts';
import { withSandbox, type Sandbox } from '../harness/sandbox.ts';
import {
  cleanWorld,
  changeService,
  failingWorld,
  manyWorld,
  withPermissions,
} from '../harness/worlds.ts';
import { events } from '../harness/events.ts';

jest.setTimeout(60_000);

/** What the gate warns of by itself, besides annotations in files and the verdict. */
function warningsOf({ annotations }: RunnerResult): readonly string[] {
  return annotations
    .filter(({ level, file }) => level === 'warning' && file === undefined)
    .map(({ message }) => message);
}

const readOnly = { 'pull-requests': 'read', checks: 'read', actions: 'read' } as const;
const worlds = { red: failingWorld, green: cleanWorld } as const;

describe('a token that may only read', () => {
  it.each(['red', 'green'] as const)(
    'costs one warning that names the permission, and nothing else (%s)',
    async (colour) => {
      const results: RunnerResult[] = [];
      for (const world of [worlds[colour](), withPermissions(worlds[colour](), readOnly)]) {
        await withSandbox(world, async (sandbox) => {
          results.push(await sandbox.run());
        });
      }
      const [full, bare] = results;
      if (!full || !bare) throw new Error('the sandboxes were not played');
      expect(bare.exitCode).toBe(full.exitCode);
      expect(bare.outputs).toEqual({ ...full.outputs, 'comment-url': '' });
      expect(warningsOf(bare)).toEqual([expect.stringContaining('"pull-requests: write"')]);
      expect(bare.summary).toContain('Scan Gate');
      expect(bare.annotations.filter(({ file }) => file)).toEqual(
        full.annotations.filter(({ file }) => file),
      );
    },
  );

  it('makes workflow annotations of a check run, and no level has more than the runner shows', () =>
    withSandbox(withPermissions(failingWorld(), readOnly), async (sandbox) => {
      const result = await sandbox.run({ inputs: { annotations: 'check-run' } });
      expect([result.exitCode, result.outputs['check-run-url']]).toEqual([1, '']);
      expect(warningsOf(result).join('\n')).toContain('"checks: write"');
      expect(
        result.annotations.filter(({ level, file }) => level === 'error' && file),
      ).toHaveLength(4);
      expect(result.summary).not.toBe('');
    }));

  it('warns within the runner’s ten also in mode warn, where the verdict is a warning', () =>
    withSandbox(withPermissions(cleanWorld(), readOnly), async (sandbox) => {
      const inputs = { mode: 'warn', 'max-bugs': '0' };
      const { annotations, outputs } = await sandbox.run({ inputs });
      expect(outputs['verdict']).toBe('failed');
      expect(annotations.at(-1)?.message).toMatch(/^Scan Gate failed/u);
    }));
});

describe('GitHub that is out of order', () => {
  it('while the comment is created: the verdict stands, and a warning says so', () =>
    withSandbox(
      failingWorld(),
      async (sandbox) => {
        const result = await sandbox.run();
        expect([result.exitCode, result.outputs['verdict']]).toEqual([1, 'failed']);
        expect(result.outputs['comment-url']).toBe('');
        expect(warningsOf(result)).toEqual([
          expect.stringContaining('Could not write the comment'),
        ]);
      },
      { faults: ['POST /repos/*/comments status=502'] },
    ));

  it('after the comment was created: it is found, and not sent again', () =>
    withSandbox(
      failingWorld(),
      async (sandbox) => {
        const result = await sandbox.run();
        expect(sandbox.ownComments()).toHaveLength(1);
        expect(result.outputs['comment-url']).toContain('#issuecomment-');
      },
      {
        faults: [
          {
            method: 'POST',
            path: '/repos/*/comments',
            when: { kind: 'first', n: 1 },
            effect: { kind: 'status', status: 502 },
            applied: true,
          },
        ],
      },
    ));

  it('while annotations are appended: the check run keeps its conclusion, and a warning counts', () =>
    withSandbox(
      manyWorld(),
      async (sandbox) => {
        const inputs = { annotations: 'check-run', 'max-annotations': '120' };
        const result = await sandbox.run({ inputs });
        const [run] = sandbox.github.state.checkRuns;
        expect(run).toMatchObject({ status: 'completed', conclusion: 'failure' });
        expect(run?.annotations).toHaveLength(50);
        expect(result.outputs['check-run-url']).not.toBe('');
        expect(warningsOf(result).join('\n')).toContain('70 annotations');
      },
      { faults: ['PATCH /repos/*/check-runs/* status=403'] },
    ));

  it('in everything: summary, annotations and verdict come all the same', () =>
    withSandbox(
      failingWorld(),
      async (sandbox) => {
        const result = await sandbox.run();
        expect([result.exitCode, result.outputs['verdict']]).toEqual([1, 'failed']);
        expect(result.outputs).toMatchObject({ gated: '24', 'gated-security': '4' });
        expect(result.summary).not.toBe('');
        expect(warningsOf(result).length).toBeGreaterThan(0);
      },
      { faults: ['* /repos/* status=403', 'POST /graphql status=403'] },
    ));

  it('in finding the pull request of a push: there is no comment, and a warning says why', () =>
    withSandbox(
      failingWorld(),
      async (sandbox) => {
        const { event, github } = events.push(sandbox.world);
        const result = await sandbox.run({ event, github });
        expect([result.exitCode, result.outputs['verdict']]).toEqual([1, 'failed']);
        expect(sandbox.ownComments()).toEqual([]);
        expect(warningsOf(result).join('\n')).toContain('find the pull request of the commit');
      },
      { faults: ['GET /repos/*/commits/*/pulls status=403'] },
    ));
});

describe('an empty key', () => {
  const play = async (
    inputs: Readonly<Record<string, string>>,
    act: (result: RunnerResult, sandbox: Sandbox) => void,
  ) => {
    await withSandbox(failingWorld(), async (sandbox) => {
      act(await sandbox.run({ inputs: { 'api-key': '', ...inputs } }), sandbox);
    });
  };

  it.each([
    ['in any mode', { mode: 'warn', 'on-unverified': 'warn' }],
    ['with the address withheld too', { 'api-url': '' }],
  ])('is red, and every document has the way out (%s)', (_, inputs) =>
    play(inputs, (result, sandbox) => {
      expect([result.exitCode, result.outputs['reason']]).toEqual([1, 'no-credentials']);
      expect(result.outputs).toMatchObject({ verdict: 'unverified', pending: '', gated: '' });
      expect(sandbox.service.requests).toEqual([]);
      for (const text of [result.log, result.summary, sandbox.ownComments()[0]?.body]) {
        expect(text?.replaceAll('\\', '')).toContain('pull_request_target');
        expect(text).toContain('Dependabot');
      }
    }),
  );

  it('of white space is empty', () =>
    play({ 'api-key': ' \t ' }, ({ outputs }) => {
      expect(outputs['reason']).toBe('no-credentials');
    }));

  it('shows no count anywhere, so that nobody takes it for “0 bugs”', () =>
    play({}, (result, sandbox) => {
      const documents = [result.summary, sandbox.ownComments()[0]?.body ?? ''];
      for (const text of documents) expect(text).not.toMatch(/\b0 (?:pending|bugs)|Pending/u);
    }));
});

it('a service that has nothing but settled bugs is green, and says so', async () => {
  const review = { state: 'resolved', createdAt: Date.now() } as const;
  const world = changeService(failingWorld(), ({ bugs }) => ({
    bugs: bugs.map((bug) => ({ ...bug, review })),
  }));
  await withSandbox(world, async (sandbox) => {
    const result = await sandbox.run();
    expect([result.exitCode, result.outputs['gated']]).toEqual([0, '0']);
    expect(warningsOf(result)).toEqual([]);
  });
});
