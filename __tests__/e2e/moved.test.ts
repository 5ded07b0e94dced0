// The rule that a commit is never judged by what another commit changes.
import { describe, expect, it, jest } from '@jest/globals';
import { parseFault } from '../../sandbox/faults.ts';
import type { ScenarioWorld } from '../../sandbox/scenarios/scenario.ts';
import { withSandbox } from '../harness/sandbox.ts';
import { changeGitHub, failingWorld } from '../harness/worlds.ts';

jest.setTimeout(60_000);

const other = 'f'.repeat(40);

/** The event tells of a head that the pull request has left for one that changes nothing but the README. */
function movedWorld(): ScenarioWorld {
  return changeGitHub(failingWorld(), ({ pulls, commits }) => {
    const [pull, ...others] = pulls;
    const [first] = commits;
    if (!pull || !first) throw new Error('the world has no pull request');
    const files = [
      { filename: 'README.md', status: 'modified', additions: 1, deletions: 0 } as const,
    ];
    return {
      commits: [...commits, { ...first, sha: other, parents: [pull.base.sha] }],
      pulls: [{ ...pull, head: { ...pull.head, sha: other }, commits: [other], files }, ...others],
    };
  });
}

describe('a pull request that has moved on before its files are read', () => {
  it.each(['touched', 'introduced', 'introduced, touched'])(
    'is superseded with gate-on: %s',
    (gateOn) =>
      withSandbox(movedWorld(), async (sandbox) => {
        const { outputs, exitCode } = await sandbox.run({
          inputs: { 'gate-on': gateOn, comment: 'never' },
        });
        expect([exitCode, outputs['reason']]).toEqual([1, 'superseded']);
        expect(outputs['gated-security']).toBe('');
      }),
  );

  it('is judged with gate-on: all, which asks nothing of its files', () =>
    withSandbox(movedWorld(), async (sandbox) => {
      const { outputs } = await sandbox.run();
      expect(outputs['reason']).toBe('threshold-exceeded');
    }));
});

it.each([
  ['none', []],
  ['not the head', ['1'.repeat(40)]],
])(
  'a list of commits that holds %s is not of the judged one, where GitHub counts some',
  (_, shas) =>
    withSandbox(
      changeGitHub(failingWorld(), ({ pulls: [pull, ...others], commits: [first, ...rest] }) => {
        if (!pull || !first) throw new Error('the world has no pull request');
        return {
          commits: [first, ...rest, ...shas.map((sha) => ({ ...first, sha, parents: [] }))],
          pulls: [{ ...pull, commits: shas }, ...others],
        };
      }),
      async (sandbox) => {
        for (const gateOn of ['introduced', 'touched']) {
          const { outputs } = await sandbox.run({ inputs: { 'gate-on': gateOn } });
          expect(outputs['reason']).toBe('github-error');
        }
        sandbox.faults.add(parseFault('GET /repos/*/pulls/482 omit=commits'));
        const uncounted = await sandbox.run({ inputs: { 'gate-on': 'introduced' } });
        expect(uncounted.outputs['reason']).toBe('threshold-exceeded');
      },
    ),
);

it('a head that cannot be read is no head: the changes decide nothing', () =>
  withSandbox(
    failingWorld(),
    async (sandbox) => {
      const { outputs, exitCode } = await sandbox.run({
        inputs: { 'gate-on': 'introduced', comment: 'never' },
      });
      expect([exitCode, outputs['reason']]).toEqual([1, 'github-error']);
    },
    { faults: ['GET /repos/*/pulls/482 status=404'] },
  ));
