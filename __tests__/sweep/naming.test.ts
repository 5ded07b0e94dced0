// A repository that the service knows by another name, or by one name twice: the error names inputs that the action has, and
// whoever writes what it says gets what they were promised.
import type { Member } from '../../sandbox/scenarios/organization.ts';
import type { ScenarioWorld } from '../../sandbox/scenarios/scenario.ts';
import type { RepoData, ServiceData } from '../../sandbox/service/data.ts';
import { type SandboxRun, shownBy } from '../harness/sandbox.ts';
import { changeService } from '../harness/worlds.ts';
import { describe, expect, it } from '../jest.ts';
import { withOrganization } from './harness.ts';

const MEMBERS: readonly Member[] = [{ name: 'alpha' }, { name: 'beta' }];
const LIST = 'acme/alpha, acme/beta';

type Inputs = Readonly<Record<string, string>>;
type Change = (data: ServiceData) => Partial<ServiceData>;

const isAlpha = ({ name }: RepoData): boolean => name === 'alpha';
const renamed: Change = ({ repos }) => ({
  repos: repos.map((repo) => (isAlpha(repo) ? { ...repo, name: 'alpha-old', fullName: 'acme/alpha-old' } : repo)),
});
const twice: Change = ({ repos }) => ({
  repos: repos.flatMap((repo) => (isAlpha(repo) ? [repo, { ...repo, id: 'repo_second' }] : [repo])),
});

describe.each(['watch', 'doctor', 'recheck', 'insights'] as const)('%s', (action) => {
  const hasName = action === 'watch' || action === 'doctor';
  /** One run, with the service's ID of the first repository at `<id>`. */
  const runIn = async (change: Change, inputs: Inputs, repository = 'acme/scan-operations'): Promise<SandboxRun> => {
    const runs: SandboxRun[] = [];
    await withOrganization(
      MEMBERS,
      async ({ sandbox, clock }) => {
        const repos: RepoData[] = [];
        sandbox.service.state.change((data) => repos.push(...data.repos));
        const id = repos.find(({ name }) => name.startsWith('alpha'))?.id ?? '';
        const given = Object.fromEntries(
          Object.entries(inputs).map(([name, text]) => [name, text.replace('<id>', id)]),
        );
        const github = { runNumber: 0, repository };
        runs.push(await sandbox.run({ action, clock, inputs: given, github }));
      },
      { world: (world: ScenarioWorld) => changeService(world, change) },
    );
    const [run] = runs;
    if (run === undefined) throw new Error('there was no run');
    return run;
  };
  const ownJob = 'look at it in a job of its own, with `repositories: acme/alpha` and its ID there in `repository-id`';

  it.each<[string, Change]>([
    ['has another name', renamed],
    ['is there twice', twice],
  ])('sends nobody to an input that several repositories cannot have, where one %s', async (_, change) => {
    const run = await runIn(change, { repositories: LIST });
    expect([run.conclusion, run.outputs['failed']]).toEqual(['failure', '["acme/alpha"]']);
    expect(shownBy(run)).not.toMatch(/with the input `repository|Add:? `?repository-id/);
    expect(shownBy(run)).toContain(ownJob);
  });

  it.each<[string, Change]>([
    ['has another name', renamed],
    ['is there twice', twice],
  ])('does in a job of its own what it does for any, where it %s', async (_, change) => {
    const run = await runIn(change, { repositories: 'acme/alpha', 'repository-id': '<id>' });
    expect([run.conclusion, run.log.includes('could not start')]).toEqual(['success', false]);
  });

  it('names the ID alone where one other repository is looked at', async () => {
    const run = await runIn(renamed, { repositories: 'acme/alpha' });
    expect(run.conclusion).toBe('failure');
    expect(shownBy(run)).toContain('give its ID there with the input `repository-id`');
    expect(shownBy(run)).not.toContain('with the input `repository`');
  });

  it(`names the input repository of its own repository ${hasName ? '' : 'nowhere, since there is none'}`, async () => {
    const run = await runIn(renamed, {}, 'acme/alpha');
    expect(run.conclusion).toBe('failure');
    expect(shownBy(run).includes('give that name with the input `repository`')).toBe(hasName);
    expect(shownBy(run).includes('give its ID there with the input `repository-id`')).toBe(!hasName);
  });
});
