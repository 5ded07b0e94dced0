// What one side does not know by its name: of a list it has failed, and `all` leaves it out and counts it, with what to do.
import type { Member } from '../../sandbox/scenarios/organization.ts';
import type { ScenarioWorld } from '../../sandbox/scenarios/scenario.ts';
import type { RepoData } from '../../sandbox/service/data.ts';
import { type SandboxRun, shownBy } from '../harness/sandbox.ts';
import { changeGitHub, changeService } from '../harness/worlds.ts';
import { describe, expect, it } from '../jest.ts';
import { inPublic, withOrganization } from './harness.ts';

const OWN = 'acme/scan-operations';
const ALPHA: Member = { name: 'alpha', formerNames: ['alpha-old'] };
const BETA: Member = { name: 'beta' };
const OPEN: Member = { name: 'open', visibility: 'public', formerNames: ['open-old'] };

interface Situation {
  readonly repositories?: string;
  readonly members?: readonly Member[];
  /** The name that the service still has of a repository; null: it has none of it. */
  readonly inService?: Readonly<Record<string, string | null>>;
  /** Names that the token sees beside its own. */
  readonly sees?: readonly string[];
  readonly shard?: string;
  readonly isPublic?: boolean;
  readonly faults?: readonly string[];
}

// The rule is one of all sweeps; two actions show that it is.
describe.each(['doctor', 'recheck'] as const)('%s', (action) => {
  const runIn = async (situation: Situation): Promise<SandboxRun> => {
    const { repositories = 'all', members = [ALPHA, BETA], inService = {}, isPublic = false, shard = '' } = situation;
    const { sees = members.map(({ name }) => name), faults = [] } = situation;
    const toRepo = (repo: RepoData): readonly RepoData[] => {
      const name = inService[repo.name];
      if (name === null) return [];
      return [name === undefined ? repo : { ...repo, name, fullName: `acme/${name}` }];
    };
    const world = (from: ScenarioWorld): ScenarioWorld =>
      changeGitHub(
        changeService(from, ({ repos }) => ({ repos: repos.flatMap(toRepo) })),
        ({ tokens }) => ({
          visibility: isPublic ? 'public' : 'private',
          tokens: tokens.map((token) => ({ ...token, repositories: [OWN, ...sees.map((name) => `acme/${name}`)] })),
        }),
      );
    const runs: SandboxRun[] = [];
    await withOrganization(
      members,
      async ({ sandbox, clock }) => {
        const event = isPublic ? { event: inPublic } : {};
        const inputs = { repositories, ...(shard === '' ? {} : { shard }) };
        runs.push(await sandbox.run({ action, clock, inputs, github: { runNumber: 0 }, ...event }));
      },
      { world, faults },
    );
    const [run] = runs;
    if (run === undefined) throw new Error('there was no run');
    return run;
  };
  /** Which of these were looked at: requests about them to GitHub. */
  const lookedAt = ({ requests }: SandboxRun): readonly string[] => {
    const asked = requests.github.map(({ url, body }) => `${url} ${body}`).join('\n');
    return ['alpha', 'beta', 'open'].filter((name) =>
      new RegExp(`/repos/acme/${name}[/ ?]|"name":"${name}"`).test(asked),
    );
  };
  const warned = ({ annotations }: SandboxRun): string =>
    annotations
      .filter(({ level, message }) => level === 'notice' && message.includes('leaves out'))
      .map(({ message }) => message)
      .join('\n');

  it.each<[string, Situation, failed: readonly string[]]>([
    ['of a list that the service knows by its former name', { inService: { alpha: 'alpha-old' } }, ['alpha']],
    ['of a list by its former name', { repositories: 'acme/alpha-old, acme/beta' }, ['alpha-old']],
    ['of a list that nobody knows', { repositories: 'acme/nowhere, acme/beta' }, ['nowhere']],
    // Control.
    ['that both know, in another case', { repositories: 'ACME/Alpha, acme/beta' }, []],
  ])('one that is named, and that a side does not know by this name, has failed: %s', async (_, situation, failed) => {
    const run = await runIn({ repositories: 'acme/alpha, acme/beta', ...situation });
    expect(JSON.parse(run.outputs['failed'] ?? '')).toEqual(failed.map((name) => `acme/${name}`));
    expect(lookedAt(run)).toContain('beta');
    expect(run.conclusion).toBe(failed.length === 0 ? 'success' : 'failure');
  });

  it.each<[string, Situation, unseen: readonly string[]]>([
    ['the token does not see', { sees: ['beta'] }, ['acme/alpha']],
    ['the service knows by its former name', { inService: { alpha: 'alpha-old' } }, ['acme/alpha-old']],
  ])('says that all leaves out one that %s, and is not red for it', async (_, situation, unseen) => {
    const run = await runIn(situation);
    expect([lookedAt(run), run.outputs['failed'], run.conclusion]).toEqual([['beta'], '[]', 'success']);
    for (const name of unseen) expect(warned(run)).toContain(name);
  });

  it('counts in a public repository public ones alone, and names none', async () => {
    const members = [ALPHA, BETA, OPEN, { name: 'wide', visibility: 'public' as const }];
    const run = await runIn({ members, sees: ['wide'], isPublic: true });
    expect(warned(run)).toContain('leaves out 1 repository that the key sees and the token does not. ');
    expect(shownBy(run)).not.toMatch(/acme\/(?:alpha|beta)/);
    expect(warned(run)).not.toContain('open');
  });

  // Controls.
  it.each<[string, Situation]>([
    ['both sides know the same', {}],
    ['the token sees an archived one', { members: [{ ...ALPHA, archived: true }, BETA] }],
    ['another shard says it', { sees: ['beta'], shard: '2/2' }],
    ['they are named', { repositories: 'acme/beta', sees: ['beta'] }],
  ])('says nothing where %s', async (_, situation) => {
    expect(warned(await runIn(situation))).toBe('');
  });
});
