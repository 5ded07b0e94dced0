// Several repositories, where neither the event nor GitHub says who can read the workflow's own: the log of a public one
// must not name private ones, and a sweep that left them out without a word would be green for nothing.
import type { Member } from '../../sandbox/scenarios/organization.ts';
import type { ScenarioWorld } from '../../sandbox/scenarios/scenario.ts';
import { toWhatAndAdvice } from '../../src/documents/causes.ts';
import { Unverified } from '../../src/judgement/unverified.ts';
import { type SandboxRun, shownBy, writesOf } from '../harness/sandbox.ts';
import { changeGitHub } from '../harness/worlds.ts';
import { describe, expect, it } from '../jest.ts';
import { inPublic, withOrganization } from './harness.ts';

const MIXED: readonly Member[] = [{ name: 'alpha' }, { name: 'beta' }, { name: 'open', visibility: 'public' }];
const PRIVATE: readonly Member[] = [{ name: 'alpha' }, { name: 'beta' }];
const OPEN: readonly Member[] = [{ name: 'open', visibility: 'public' }];
const OWN = 'acme/scan-operations';

interface Situation {
  readonly repositories: string;
  readonly members?: readonly Member[];
  /** Absent: what the run's first attempt was told, which says private. */
  readonly event?: { readonly name: string; readonly payload: unknown };
  readonly runAttempt?: number;
  readonly seesOwn?: boolean;
  /** What the workflow's own repository really is. */
  readonly isPublic?: boolean;
}

const SCHEDULE = { name: 'schedule', payload: { schedule: '0 3 * * *' } };

// The rule is one of all sweeps; two actions show that it is.
describe.each(['doctor', 'recheck'] as const)('%s', (action) => {
  const runIn = async (situation: Situation): Promise<SandboxRun> => {
    const { repositories, members = MIXED, event, runAttempt = 1, seesOwn = false, isPublic = false } = situation;
    const names = members.map(({ name }) => `acme/${name}`);
    const change = (world: ScenarioWorld): ScenarioWorld =>
      changeGitHub(world, ({ tokens }) => ({
        visibility: isPublic ? 'public' : 'private',
        tokens: tokens.map((token) => ({ ...token, repositories: seesOwn ? [...names, OWN] : names })),
      }));
    const runs: SandboxRun[] = [];
    await withOrganization(
      members,
      async ({ sandbox, clock }) => {
        const given = event === undefined ? {} : { event };
        runs.push(
          await sandbox.run({
            action,
            clock,
            inputs: { repositories },
            github: { runNumber: 0, runAttempt },
            ...given,
          }),
        );
      },
      { world: change },
    );
    const [run] = runs;
    if (run === undefined) throw new Error('there was no run');
    return run;
  };
  /** Which of the private ones are named, outside of the inputs that the runner itself prints. */
  const namedBy = ({ log, ...run }: SandboxRun): readonly string[] => {
    const said = shownBy({ ...run, log: log.replaceAll(/repositories: .*/g, '') });
    return [...new Set(said.match(/acme\/(?:alpha|beta)/g))].toSorted();
  };

  it.each<[string, Situation, which: string]>([
    ['all, run again', { repositories: 'all', runAttempt: 2 }, '2 of the 3'],
    ['all, and the event does not say', { repositories: 'all', event: SCHEDULE }, '2 of the 3'],
    ['all, and all are private', { repositories: 'all', members: PRIVATE, event: SCHEDULE }, '2 of the 2'],
    ['a list, run again', { repositories: 'acme/alpha, acme/open', runAttempt: 2 }, '1 of the 2'],
    ['a list with one that it does not see', { repositories: 'acme/open, acme/none', event: SCHEDULE }, '1 of the 2'],
    ['another one', { repositories: 'acme/alpha', event: SCHEDULE }, 'the repository'],
  ])('is red for what it would leave out, and says how much and what to do: %s', async (_, situation, which) => {
    const run = await runIn(situation);
    expect([run.conclusion, run.summary.includes('✅'), namedBy(run), writesOf(run, '/repos/')]).toEqual([
      'failure',
      false,
      [],
      [],
    ]);
    expect(run.log).toContain(`who can read ${OWN}, `);
    expect(run.log).toContain(`must not name ${which}`);
    expect(run.log).toContain(`Give the token access to ${OWN}`);
    expect(run.log.includes('Or start a new run')).toBe(situation.runAttempt === 2);
    const said = action === 'doctor' ? { healthy: 'false' } : { verdict: 'unverified', reason: 'github-error' };
    expect(run.outputs).toMatchObject({ ...said, failed: '[]' });
  });

  // Controls.
  it.each<[string, Situation, named: readonly string[]]>([
    ['the event says private', { repositories: 'all' }, ['acme/alpha', 'acme/beta']],
    ['the token sees its own', { repositories: 'all', runAttempt: 2, seesOwn: true }, ['acme/alpha', 'acme/beta']],
    [
      'a list, and the token sees its own',
      { repositories: 'acme/alpha acme/beta', event: SCHEDULE, seesOwn: true },
      ['acme/alpha', 'acme/beta'],
    ],
    ['none is left out', { repositories: 'all', members: OPEN, runAttempt: 2 }, []],
    ['none of a list is left out', { repositories: 'acme/open', event: SCHEDULE }, []],
    ['the event says public', { repositories: 'all', event: inPublic, isPublic: true }, []],
    ['GitHub says public', { repositories: 'all', event: SCHEDULE, isPublic: true, seesOwn: true }, []],
  ])('looks at those that may be named where it is known who can read the log: %s', async (_, situation, named) => {
    const run = await runIn(situation);
    expect([run.conclusion, namedBy(run), run.outputs['failed']]).toEqual(['success', named, '[]']);
    expect(run.log).not.toContain('GitHub does not say');
  });

  it('says that only public ones count where GitHub, not the event, says that its own is public', async () => {
    const run = await runIn({ repositories: 'all', members: PRIVATE, event: SCHEDULE, isPublic: true, seesOwn: true });
    expect([run.conclusion, namedBy(run)]).toEqual(['failure', []]);
    expect(run.log).toContain(toWhatAndAdvice(new Unverified({ kind: 'nothing-to-look-at', isPublic: true }), ' '));
  });
});
