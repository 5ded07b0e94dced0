// What every action that looks at many repositories has in common: whose they are, in which order, what is named, and what is refused.
import type { Member } from '../../sandbox/scenarios/organization.ts';
import type { ScenarioWorld } from '../../sandbox/scenarios/scenario.ts';
import { ExpectedError } from '../../src/judgement/errors.ts';
import { changeGitHub } from '../harness/worlds.ts';
import { describe, expect, it } from '../jest.ts';
import { inPublic, type ManyRun, type OrganizationChange, type OrganizationRun, withOrganization } from './harness.ts';

const members: readonly Member[] = [
  { name: 'alpha' },
  { name: 'beta', visibility: 'public' },
  { name: 'gamma', archived: true },
  { name: 'delta' },
];

const tokenOf = (world: ScenarioWorld, change: object): ScenarioWorld =>
  changeGitHub(world, ({ tokens }) => ({ tokens: tokens.map((token) => ({ ...token, ...change })) }));

describe.each(['watch', 'doctor'] as const)('%s', (action) => {
  const runOnce = async (change: OrganizationRun, world: OrganizationChange = {}): Promise<ManyRun> => {
    const runs: ManyRun[] = [];
    await withOrganization(
      members,
      async (organization) => {
        runs.push(await organization.run(action, change));
      },
      world,
    );
    const [run] = runs;
    if (run === undefined) throw new Error('there was no run');
    return run;
  };
  const namesIn = ({ outputs }: ManyRun): readonly string[] => {
    const report = JSON.parse(outputs['report'] ?? '') as object;
    const text = JSON.stringify(report);
    return [...new Set(text.match(/acme\/[a-z-]+/g))].map((name) => name.replace('acme/', '')).toSorted();
  };

  it.each<[string, string, readonly string[]]>([
    ['all that key and token see, without archived ones', 'all', ['alpha', 'beta', 'delta']],
    ['those that are named, an archived one too', 'acme/alpha, acme/gamma', ['alpha', 'gamma']],
    ['the same twice is one', 'acme/alpha ACME/Alpha acme/alpha acme/beta', ['alpha', 'beta']],
    ['one that is not its own', 'acme/beta', ['beta']],
  ])('%s', async (_, repositories, names) => {
    const run = await runOnce({ inputs: { repositories } });
    expect(namesIn(run)).toEqual(names);
    expect([run.failed, run.result.conclusion]).toEqual([[], 'success']);
  });

  it('a person’s token sees that person’s repositories', async () => {
    const login = 'priya-raman';
    const run = await runOnce({}, { world: (world) => tokenOf(world, { login, type: 'User' }) });
    expect(namesIn(run)).toEqual(['alpha', 'beta', 'delta']);
    expect(run.github.filter(({ url }) => url.startsWith('/user/repos'))).toHaveLength(1);
  });

  it('an app’s token sees those of its installation, of which the service must know each', async () => {
    const repositories = ['acme/scan-operations', 'acme/alpha', 'acme/delta'];
    const run = await runOnce({}, { world: (world) => tokenOf(world, { repositories }) });
    expect(namesIn(run)).toEqual(['alpha', 'delta']);
  });

  it.each<[number, string, boolean]>([
    [403, 'Resource not accessible by integration', true],
    [404, 'Not Found', true],
    [401, 'Bad credentials', false],
    [403, 'API rate limit exceeded for installation ID 1.', false],
    [403, 'Resource protected by organization SAML enforcement.', false],
    [500, 'Server Error', false],
  ])('advises the token of an app only where a permission is missing: %i %s', async (status, message, isAdvised) => {
    const effect = { kind: 'status' as const, status, body: { message } };
    // The list of a person is asked for only where the token is no app's.
    const paths = ['/installation/repositories', ...(message.includes('integration') ? ['/user/repos'] : [])];
    const run = await runOnce({}, { faults: paths.map((path) => ({ path: { regex: `^${path}` }, effect })) });
    expect(run.result.conclusion).toBe('failure');
    expect(run.result.log).toContain(message.replace(/\.$/, ''));
    expect(run.result.log.includes('the token of a GitHub App')).toBe(isAdvised);
  });

  it('begins with another one each time, and has one line for each', async () => {
    const firstOf = async (runNumber: number): Promise<readonly string[]> => {
      const { result } = await runOnce({ runNumber });
      return [...result.log.matchAll(/^acme\/(\w+) \((\d) of 3\): /gm)].map(([, name, place]) => `${place} ${name}`);
    };
    expect(await firstOf(0)).toEqual(['1 alpha', '2 beta', '3 delta']);
    expect(await firstOf(1)).toEqual(['1 beta', '2 delta', '3 alpha']);
  });

  it.each<[string, Readonly<Record<string, string>>, string]>([
    ['a list without names', { repositories: ' , \n' }, 'repositories is '],
    ['all beside names', { repositories: 'all, acme/alpha' }, 'repositories is "all"'],
    ['no full name', { repositories: 'acme/alpha, beta' }, 'repositories is "beta"'],
    ['a name that leads elsewhere', { repositories: '../alpha acme/beta' }, 'repositories is "../alpha"'],
    [
      'an ID for several',
      { repositories: 'acme/alpha acme/beta', 'repository-id': 'repo_1' },
      'repository-id is given beside',
    ],
    ['an ID for all', { repositories: 'all', 'repository-id': 'repo_1' }, 'repository-id is given beside'],
    ['repository beside others', { repositories: 'acme/alpha', repository: 'acme/beta' }, 'repository is given beside'],
    ['no token', { repositories: 'acme/alpha', 'github-token': '' }, 'github-token is empty'],
    ['an empty list', { repositories: '\n' }, 'repositories is empty'],
    ['no part', { shard: '3' }, 'shard is "3"'],
    ['more parts than there are', { shard: '4/3' }, 'shard is "4/3"'],
    ['more parts than a matrix has jobs', { shard: '1/257' }, 'shard is "1/257"'],
  ])('refuses %s, before the first request', async (_, inputs, words) => {
    const run = await runOnce({ inputs });
    expect(run.result.conclusion).toBe('failure');
    expect(run.result.log).toContain(words);
    expect([...run.github, ...run.service]).toEqual([]);
    expect(run.failed).toEqual([]);
  });

  it('without a key nothing is asked', async () => {
    const run = await runOnce({ inputs: { 'api-key': '' } });
    expect(run.result.conclusion).toBe('failure');
    expect([...run.github, ...run.service]).toEqual([]);
    expect(run.result.log).toContain('api-key');
  });

  it('a key that is refused is one fault', async () => {
    const run = await runOnce({ inputs: { 'api-key': 'svc_test_of_somebody_else' } });
    expect(run.result.conclusion).toBe('failure');
    expect(run.result.annotations.filter(({ level }) => level === 'error')).toHaveLength(1);
    expect(run.service.length).toBeLessThanOrEqual(2);
  });

  describe('one repository that is not its own', () => {
    const inputs = { repositories: 'acme/alpha' };

    it('has the documents of one, in which it is named', async () => {
      const { result, outputs, writes } = await runOnce({ inputs });
      expect(result.conclusion).toBe('success');
      expect(result.log).toContain('another repository');
      expect(result.log).not.toContain('(1 of 1)');
      expect(result.summary).not.toContain('1 repository');
      if (action === 'watch') {
        expect(outputs).toMatchObject({ reason: 'baseline', 'issue-number': expect.stringMatching(/^\d+$/) });
        expect(outputs['scan-id']).toMatch(/^wr_/);
        expect(writes.every((line) => line.includes('alpha/'))).toBe(true);
      } else expect(JSON.parse(outputs['report'] ?? '')).toMatchObject({ repository: { fullName: 'acme/alpha' } });
    });

    it('is no other than among several', async () => {
      const { result, outputs } = await runOnce({ inputs: { repositories: 'acme/alpha acme/beta' } });
      expect(result.log).toContain('(1 of 2)');
      expect(outputs['issue-number'] ?? '').toBe('');
    });

    it('that cannot be read is red, and in failed', async () => {
      const faults = [{ path: { regex: '/repos/acme/alpha' }, effect: { kind: 'status' as const, status: 500 } }];
      const run = await runOnce({ inputs }, { faults });
      expect([run.result.conclusion, run.failed]).toEqual(['failure', ['acme/alpha']]);
    });
  });

  describe('in shards', () => {
    const shown = (run: ManyRun): readonly string[] => namesIn(run);

    it('each repository is in exactly one, with the documents of several', async () => {
      const names: string[] = [];
      for (const part of [1, 2, 3]) {
        const run = await runOnce({ inputs: { shard: `${part}/3` } });
        expect([run.result.conclusion, run.failed]).toEqual(['success', []]);
        expect(run.result.log).toContain(`Shard ${part}/3 has`);
        names.push(...shown(run));
      }
      expect(names.toSorted()).toEqual(['alpha', 'beta', 'delta']);
    });

    it('one that has none is green, with zeros', async () => {
      const { result, outputs, failed } = await runOnce({
        inputs: { repositories: 'acme/alpha acme/beta', shard: '1/256' },
      });
      expect([result.conclusion, failed]).toEqual(['success', []]);
      if (action === 'watch') expect(outputs).toMatchObject({ verdict: 'reported', new: '0', open: '0', report: '[]' });
      else expect(outputs).toMatchObject({ healthy: 'true', recommendation: 'none' });
    });

    it('with one repository it is ignored, and said so', async () => {
      const run = await runOnce({ inputs: { repositories: 'acme/alpha', shard: '1/256' } });
      expect(shown(run)).toEqual(['alpha']);
      expect(run.result.annotations).toContainEqual(
        expect.objectContaining({ level: 'notice', message: expect.stringContaining('`shard` is ignored') }),
      );
    });
  });

  describe('in a public repository', () => {
    it('all are the public ones, and no other is named anywhere', async () => {
      const run = await runOnce({ event: inPublic });
      expect(namesIn(run)).toEqual(['beta']);
      expect(run.shown).not.toMatch(/alpha|gamma|delta/);
    });

    it.each(['acme/beta, acme/alpha', 'acme/alpha', 'acme/nowhere'])(
      'refuses %s without repeating the name',
      async (repositories) => {
        const { result, outputs, writes } = await runOnce({ event: inPublic, inputs: { repositories } });
        expect(result.conclusion).toBe('failure');
        // What the runner itself prints are the inputs.
        const said = result.stdout + result.summary + JSON.stringify({ ...outputs, repositories: '' });
        expect(said).toContain('cannot be read by everybody');
        expect(said).not.toMatch(/alpha|delta|nowhere/);
        expect(writes).toEqual([]);
      },
    );

    it('where the event does not say who may read it, it counts as public unless GitHub says more', async () => {
      const run = await runOnce({ event: { name: 'schedule', payload: {} } });
      expect(namesIn(run)).toEqual(['alpha', 'beta', 'delta']);
      const hidden = await runOnce(
        { event: { name: 'schedule', payload: {} } },
        { faults: [{ path: { regex: '/graphql' }, effect: { kind: 'status', status: 500 } }] },
      );
      expect(hidden.shown).not.toMatch(/alpha|gamma|delta/);
    });
  });

  describe('a name of which GitHub says nothing', () => {
    /** The query for the names; the watch has asked whose token it is before. */
    const runWith = async (errors: readonly object[], change: OrganizationRun): Promise<ManyRun> => {
      const body = { data: { r0: null }, ...(errors.length === 0 ? {} : { errors }) };
      const when = { kind: 'from' as const, n: action === 'watch' ? 2 : 1 };
      const faults = [{ path: '/graphql', when, effect: { kind: 'status' as const, status: 200, body } }];
      return await runOnce({ ...change, inputs: { repositories: 'acme/beta' } }, { faults });
    };
    const path = ['r0'];

    it.each<[string, errors: readonly object[], says: string]>([
      [
        'its limit of resources',
        [{ type: 'RESOURCE_LIMITS_EXCEEDED', message: 'Too much', path }],
        'GitHub answered RESOURCE_LIMITS_EXCEEDED (Too much)',
      ],
      ['a time-out', [{ message: 'Something went wrong', path }], 'GitHub answered an error (Something went wrong)'],
      ['the limit of an hour', [{ type: 'RATE_LIMITED', message: 'Too often', path }], 'because of its rate limit'],
      ['another name of the query', [{ type: 'NOT_FOUND', message: 'Not there', path: ['r1'] }], 'no reason for it'],
      ['nothing', [], 'no reason for it'],
    ])('is an error of GitHub, whoever can read the run: %s', async (_, errors, says) => {
      for (const change of [{}, { event: inPublic }]) {
        const { result, writes } = await runWith(errors, change);
        expect([result.conclusion, writes]).toEqual(['failure', []]);
        expect(result.stdout).toContain(says);
      }
    });

    it.each(['NOT_FOUND', 'FORBIDDEN'])('is one that the token does not see where it says %s', async (type) => {
      const errors = [{ type, message: 'Not for you', path }];
      const { result } = await runWith(errors, { event: inPublic });
      expect(result.stdout).toContain('cannot be read by everybody');
      const inPrivate = await runWith(errors, {});
      expect([inPrivate.result.conclusion, inPrivate.failed]).toEqual(['failure', ['acme/beta']]);
    });
  });

  it('keeps the service’s own words to itself where a public repository is looked at, or looks', async () => {
    const secret = 'src/payments/secret.ts';
    const error = { statusCode: 400, type: 'BAD', message: `cannot read ${secret}` };
    const faults = [{ path: { regex: '/scans' }, effect: { kind: 'status' as const, status: 400, body: error } }];
    const ofPrivate = await runOnce({ inputs: { repositories: 'acme/alpha' } }, { faults });
    const ofPublic = await runOnce({ inputs: { repositories: 'acme/beta' } }, { faults });
    const inside = await runOnce({ inputs: { repositories: 'acme/beta' }, event: inPublic }, { faults });
    expect([ofPrivate, ofPublic, inside].map(({ shown }) => shown.includes(secret))).toEqual([true, false, false]);
    expect([ofPrivate.failed, ofPublic.failed, inside.failed]).toEqual([['acme/alpha'], ['acme/beta'], ['acme/beta']]);
  });

  it('goes on after one that cannot be read, and is red', async () => {
    const run = await runOnce(
      {},
      { faults: [{ path: { regex: '/repos/acme/beta' }, effect: { kind: 'status', status: 500 } }] },
    );
    expect(run.failed).toEqual(['acme/beta']);
    expect(run.result.conclusion).toBe('failure');
    expect(namesIn(run)).toEqual(['alpha', 'beta', 'delta']);
    expect(run.result.summary).toMatch(/acme\/beta.*❌/);
  });

  it('a run that is cancelled is red, and says what it had done', async () => {
    const controller = new AbortController();
    const runs: ManyRun[] = [];
    await withOrganization(
      members,
      async (organization) => {
        runs.push(await organization.run(action, { signal: controller.signal }));
      },
      {
        watch: ({ path }) => {
          if (path.startsWith('/repos/acme/delta')) controller.abort(new ExpectedError('cancelled'));
        },
      },
    );
    const [run] = runs;
    expect(run?.result.conclusion).toBe('failure');
    expect(run && namesIn(run)).toEqual(['alpha', 'beta']);
  });
});

it.each(['watch', 'doctor'] as const)(
  'a repository of which GitHub answers slowly takes no time from the ten behind it: %s',
  async (action) => {
    const members = ['a-slow', ...Array.from({ length: 10 }, (_, at) => `b${at}`)].map((name) => ({ name }));
    let passMinute = (): void => undefined;
    await withOrganization(
      members,
      async (organization) => {
        passMinute = () => {
          organization.clock.pass(60_000);
        };
        const { failed, outputs, result } = await organization.run(action);
        expect(failed).toEqual(['acme/a-slow']);
        expect(result.conclusion).toBe('failure');
        expect(outputs['report']).toContain('acme/b9');
        expect(result.log).toContain('did not answer (no whole answer within 30 s)');
      },
      {
        watch: ({ path }) => {
          if (path.startsWith('/repos/acme/a-slow')) passMinute();
        },
      },
    );
  },
);
