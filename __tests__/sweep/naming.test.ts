// A repository that one side knows by another name, twice, switched off, or without a commit: which inputs the error names, and
// who can look at it all the same.
import type { FaultRule } from '../../sandbox/faults.ts';
import type { Member } from '../../sandbox/scenarios/organization.ts';
import type { ScenarioWorld } from '../../sandbox/scenarios/scenario.ts';
import type { RepoData, ServiceData } from '../../sandbox/service/data.ts';
import { type SandboxRun, shownBy } from '../harness/sandbox.ts';
import { changeService } from '../harness/worlds.ts';
import { describe, expect, it } from '../jest.ts';
import { type OrganizationChange, withOrganization } from './harness.ts';

const LIST = 'acme/alpha, acme/beta';

type Inputs = Readonly<Record<string, string>>;
type Change = (data: ServiceData) => Partial<ServiceData>;

interface Situation extends Pick<OrganizationChange, 'faults'> {
  readonly alpha?: Partial<Member>;
  readonly change?: Change;
  /** The repository that the workflow is in. */
  readonly own?: string;
}

const isAlpha = ({ name }: RepoData): boolean => name === 'alpha';
const renamed: Situation = {
  change: ({ repos }) => ({
    repos: repos.map((repo) => (isAlpha(repo) ? { ...repo, name: 'alpha-old', fullName: 'acme/alpha-old' } : repo)),
  }),
};
const twice: Situation = {
  change: ({ repos }) => ({
    repos: repos.flatMap((repo) => (isAlpha(repo) ? [repo, { ...repo, id: 'repo_second' }] : [repo])),
  }),
};
const disabled: Situation = { alpha: { disabled: true } };
/** The doctor alone asks for commits where there is no scan. */
const EMPTY: FaultRule = {
  path: '/repos/acme/alpha/commits?*',
  effect: { kind: 'status', status: 409, body: { message: 'Git Repository is empty.' } },
};

describe.each(['watch', 'doctor', 'recheck', 'insights'] as const)('%s', (action) => {
  const hasName = action === 'watch' || action === 'doctor';
  /** One run, with the service's ID of the first repository at `<id>`. */
  const runIn = async (
    { alpha = {}, change = () => ({}), own = 'acme/scan-operations', faults = [] }: Situation,
    inputs: Inputs,
  ): Promise<SandboxRun> => {
    const runs: SandboxRun[] = [];
    await withOrganization(
      [{ name: 'alpha', ...alpha }, { name: 'beta' }],
      async ({ sandbox, clock }) => {
        const repos: RepoData[] = [];
        sandbox.service.state.change((data) => repos.push(...data.repos));
        const id = repos.find(({ name }) => name.startsWith('alpha'))?.id ?? '';
        const given = Object.fromEntries(
          Object.entries(inputs).map(([name, text]) => [name, text.replace('<id>', id)]),
        );
        runs.push(await sandbox.run({ action, clock, inputs: given, github: { runNumber: 0, repository: own } }));
      },
      { world: (world: ScenarioWorld) => changeService(world, change), faults },
    );
    const [run] = runs;
    if (run === undefined) throw new Error('there was no run');
    return run;
  };

  it.each<[string, Situation, inputs: RegExp]>([
    ['has another name', renamed, /`repositories: acme\/alpha`.*`repository-id`/],
    ['is there twice', twice, /`repositories: acme\/alpha`.*`repository-id`/],
    ['is disabled', disabled, /disabled.*`repositories`/],
  ])('one of several that %s has failed alone, with inputs that several can have', async (_, situation, inputs) => {
    const run = await runIn(situation, { repositories: LIST });
    expect([run.conclusion, run.outputs['failed']]).toEqual(['failure', '["acme/alpha"]']);
    expect(shownBy(run)).toMatch(inputs);
    expect(shownBy(run)).not.toMatch(/the input `repository|Add:? `?repository-id/);
  });

  it.each([LIST, 'acme/alpha'])('an empty one is no outage: %s', async (repositories) => {
    const run = await runIn(
      { alpha: { scanned: 'never' }, faults: action === 'doctor' ? [EMPTY] : [] },
      { repositories },
    );
    expect(shownBy(run)).not.toMatch(/answered 409|in a few minutes/);
    expect(run.outputs['failed']).toBe(action === 'watch' ? '["acme/alpha"]' : '[]');
  });

  it('one that is disabled has failed by itself, too, and `all` leaves it out', async () => {
    const named = await runIn(disabled, { repositories: 'acme/alpha' });
    expect([named.conclusion, named.outputs['failed']]).toEqual(['failure', '["acme/alpha"]']);
    const all = await runIn(disabled, { repositories: 'all' });
    expect([all.conclusion, all.outputs['failed'], all.log.includes('acme/alpha')]).toEqual(['success', '[]', false]);
  });

  it.each<[string, Situation]>([
    ['has another name', renamed],
    ['is there twice', twice],
  ])('a job of its own looks at one that %s by its ID', async (_, situation) => {
    const run = await runIn(situation, { repositories: 'acme/alpha', 'repository-id': '<id>' });
    expect([run.conclusion, run.log.includes('could not start')]).toEqual(['success', false]);
  });

  it.each<[string, Situation, Inputs, named: readonly string[]]>([
    ['another repository', renamed, { repositories: 'acme/alpha' }, ['repository-id']],
    ['its own', { ...renamed, own: 'acme/alpha' }, {}, [hasName ? 'repository' : 'repository-id']],
  ])('is told which input names %s', async (_, situation, inputs, named) => {
    const run = await runIn(situation, inputs);
    expect(run.conclusion).toBe('failure');
    const said = [...shownBy(run).matchAll(/with the input `([\w-]+)`/g)].map(([, name]) => name);
    expect([...new Set(said)]).toEqual(named);
  });
});
