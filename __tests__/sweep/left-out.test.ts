// What `repositories: all` leaves out because one side does not know it: a repository that was renamed is looked at under its
// present name, and whatever else is left out is counted, with what to do.
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

describe.each(['watch', 'doctor', 'recheck', 'insights'] as const)('%s', (action) => {
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
  /** Fails a query about names; the watch asks first whose token it is. */
  const failing = (nth: number): string => `POST /graphql nth=${action === 'watch' ? nth + 1 : nth} status=403`;
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

  it.each<[string, Situation]>([
    ['all', {}],
    [
      'all, beside one that it does not know',
      { members: [ALPHA, BETA, OPEN], inService: { alpha: 'alpha-old', open: null } },
    ],
    ['all, in a shard with all', { shard: '1/1' }],
    ['the present name in a list', { repositories: 'acme/alpha, acme/beta' }],
    ['the former name in a list', { repositories: 'acme/alpha-old, acme/beta' }],
    ['both names in a list', { repositories: 'acme/alpha, acme/alpha-old, acme/beta' }],
  ])('looks at one that was renamed and that the service knows by its former name: %s', async (_, situation) => {
    const run = await runIn({ inService: { alpha: 'alpha-old' }, ...situation });
    expect([run.conclusion, run.outputs['failed'], lookedAt(run)]).toEqual(['success', '[]', ['alpha', 'beta']]);
    expect(warned(run)).toBe('');
  });

  it.each<[string, Situation]>([
    ['its present name', { repositories: 'acme/alpha' }],
    // Controls.
    ['its former name', { repositories: 'acme/alpha-old' }],
    ['the name that both sides know', { repositories: 'acme/alpha', inService: {} }],
  ])('looks at it where it is named alone, by %s', async (_, situation) => {
    const run = await runIn({ inService: { alpha: 'alpha-old' }, ...situation });
    expect([run.conclusion, run.outputs['failed'], lookedAt(run)]).toEqual(['success', '[]', ['alpha']]);
  });

  it('looks at a public one that was renamed, in a public repository', async () => {
    const run = await runIn({ members: [ALPHA, BETA, OPEN], inService: { open: 'open-old' }, isPublic: true });
    expect([run.conclusion, lookedAt(run), warned(run)]).toEqual(['success', ['open'], '']);
    expect(shownBy(run)).not.toMatch(/alpha|beta/);
  });

  it.each<[string, Situation, looked: readonly string[], warning: RegExp]>([
    ['the token does not see it', { sees: ['beta'] }, ['beta'], /leaves out 1 repository .*such as acme\/alpha\. /],
    [
      'GitHub knows nothing of its name',
      { inService: { alpha: 'gone' } },
      ['beta'],
      /1 repository .*such as acme\/gone\. /,
    ],
    [
      'its name is that of a group within a group, which begins like one of GitHub',
      { inService: { alpha: 'alpha/proj' } },
      ...([['beta'], /1 repository .*such as acme\/alpha\/proj\. /] as const),
    ],
    [
      'GitHub fails to look its name up',
      { inService: { alpha: 'alpha-old' }, faults: [failing(1)] },
      ...([['beta'], /1 repository .*such as acme\/alpha-old\. /] as const),
    ],
  ])(
    'says that it leaves out one that it cannot look at, and is not red for it: %s',
    async (_, situation, looked, warning) => {
      const run = await runIn(situation);
      expect([lookedAt(run), run.outputs['failed']]).toEqual([looked, '[]']);
      expect(warned(run)).toMatch(warning);
      expect(warned(run)).toContain('install its GitHub App there');
      expect(run.conclusion).toBe('success');
    },
  );

  it.each<[string, Situation, goesOn: boolean, failed: string]>([
    ['of all', { inService: { alpha: 'alpha-old', beta: null }, faults: [failing(1)] }, false, '[]'],
    [
      'of a list',
      { repositories: 'acme/alpha, acme/beta', inService: { alpha: 'alpha-old' }, faults: [failing(2)] },
      ...([true, '["acme/alpha"]'] as const),
    ],
  ])(
    'is red in the words of GitHub where only that knows whether one was renamed, %s',
    async (_, situation, ...end) => {
      const run = await runIn(situation);
      expect([lookedAt(run).includes('beta'), run.outputs['failed']]).toEqual(end);
      expect(run.log).toContain(
        'Could not look up the names that the service has for repositories: GitHub answered 403',
      );
      expect(shownBy(run)).not.toContain('The service knows no repository');
      expect(run.conclusion).toBe('failure');
      if (action !== 'doctor') expect(run.outputs['reason']).toBe('github-error');
    },
  );

  it('counts in a public repository public ones alone, and names none', async () => {
    const members = [ALPHA, BETA, OPEN, { name: 'wide', visibility: 'public' as const }];
    const run = await runIn({ members, sees: ['wide'], isPublic: true });
    expect(warned(run)).toContain('leaves out 1 repository that the key sees and the token does not. ');
    expect(shownBy(run)).not.toMatch(/acme\/(?:alpha|beta)/);
    expect(warned(run)).not.toContain('open');
  });

  it('says in the log alone how many the key does not see', async () => {
    const run = await runIn({ inService: { alpha: null } });
    expect([run.conclusion, warned(run), lookedAt(run)]).toEqual(['success', '', ['beta']]);
    // Its own repository is one of them.
    expect(run.log).toContain('Left out: 2 repositories that the token sees and the key does not.');
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
