// The rules of the first look-up: which repository of the service this is.
import { describe, expect, it, jest } from '@jest/globals';
import { thirdPage } from '../../sandbox/scenarios/third-page.ts';
import { withScene } from './scene.ts';
import { changeService, failingWorld } from './worlds.ts';

jest.setTimeout(60_000);

describe('the repository', () => {
  it.concurrent('is found on the third page of the list', () =>
    withScene(thirdPage.build(Date.now()), async (scene) => {
      const { exitCode, outputs } = await scene.run();
      expect([exitCode, outputs['verdict'], outputs['pending-security']]).toEqual([
        1,
        'failed',
        '4',
      ]);
      expect(scene.service.requests.filter(({ url }) => url.includes('/repos?'))).toHaveLength(3);
    }),
  );

  it.concurrent('is found whatever the case of its name', () =>
    withScene(failingWorld(), async (scene) => {
      const { outputs } = await scene.run({ inputs: { repository: 'ACME/StoreFront' } });
      expect(outputs['verdict']).toBe('failed');
    }),
  );

  it.concurrent('is the one of the workflow when its input is given as an empty text', () =>
    withScene(failingWorld(), async (scene) => {
      const { outputs } = await scene.run({ inputs: { repository: '' } });
      expect(outputs['repository-id']).toBe('repo_tpd2DqJnVxwP');
    }),
  );

  it.concurrent(
    'that two organisations have is an error that lists both and names repository-id',
    () => {
      const world = changeService(failingWorld(), ({ repos }) => {
        const [ours] = repos;
        if (!ours) throw new Error('the world has no repository');
        const twin = { ...ours, id: 'repo_twin', name: 'Storefront', orgId: 'org_labs' };
        return {
          repos: [...repos, { ...twin, orgName: 'Acme Labs', fullName: 'acme/Storefront' }],
        };
      });
      return withScene(world, async (scene) => {
        const result = await scene.run();
        expect([result.exitCode, result.outputs['reason']]).toEqual([1, 'repository-not-found']);
        expect(result.log).toContain('repo_tpd2DqJnVxwP (organization Acme)');
        expect(result.log).toContain('repo_twin (organization Acme Labs)');
        expect(result.log).toContain('repository-id');
        const chosen = await scene.run({ inputs: { 'repository-id': 'repo_tpd2DqJnVxwP' } });
        expect(chosen.outputs['verdict']).toBe('failed');
      });
    },
  );

  it.concurrent(
    'that is not there is told with how many the key sees, and the organisations, never the e-mail address',
    () =>
      withScene(
        changeService(failingWorld(), ({ user }) => ({
          user: { ...user, orgs: [...user.orgs, { id: 'org_labs', name: 'Acme Labs' }] },
        })),
        async (scene) => {
          const result = await scene.run({ inputs: { repository: 'acme/unknown' } });
          expect([result.exitCode, result.outputs['reason']]).toEqual([1, 'repository-not-found']);
          expect(result.log).toContain('sees 3 repositories and the organizations Acme, Acme Labs');
          const texts = [
            result.stdout,
            result.summary,
            JSON.stringify(scene.github.state.comments),
          ];
          expect(texts.join('')).not.toContain(scene.world.service.user.email);
        },
      ),
  );

  it.concurrent('is not looked up when repository-id names it', () =>
    withScene(failingWorld(), async (scene) => {
      const { outputs } = await scene.run({ inputs: { 'repository-id': 'repo_tpd2DqJnVxwP' } });
      expect(outputs).toMatchObject({
        verdict: 'failed',
        'repository-id': 'repo_tpd2DqJnVxwP',
      });
      expect(scene.service.requests.filter(({ url }) => url.includes('/repos'))).toEqual([]);
    }),
  );

  it.concurrent.each([
    ['cut', 'GET /public/v1/repos?*offset=100* truncate'],
    ['a server error', 'GET /public/v1/repos?*offset=100* status=500 retry-after=0'],
    ['without a name', 'GET /public/v1/repos?*offset=100* omit=repos.3.name'],
    ['empty', 'GET /public/v1/repos?*offset=100* drift drop=100'],
  ])('is not "not found" while a page of the list is %s', (_, fault) =>
    withScene(
      thirdPage.build(Date.now()),
      async (scene) => {
        const result = await scene.run();
        expect([result.exitCode, result.outputs['reason']]).toEqual([1, 'service-error']);
        expect(result.log).toContain('GET /public/v1/repos');
      },
      { faults: [fault] },
    ),
  );
});
