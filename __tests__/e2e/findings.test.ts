// The rules of the third look-up: all pending bugs or none, never a smaller count.
import { describe, expect, it, jest } from '@jest/globals';
import type { FaultRule } from '../../sandbox/faults.ts';
import { allOutputs } from './outputs.ts';
import { withScene } from './scene.ts';
import { cleanWorld, failingWorld, manyWorld } from './worlds.ts';

jest.setTimeout(60_000);

const broken: readonly (readonly [string, string | FaultRule])[] = [
  ['a server error', 'GET /public/v1/bugs?*offset=300* status=500 retry-after=0'],
  ['refused', 'GET /public/v1/bugs?*offset=300* status=404'],
  ['cut in the middle of its JSON', 'GET /public/v1/bugs?*offset=300* truncate'],
  ['cut in the middle of its body', 'GET /public/v1/bugs?*offset=300* reset=middle'],
  ['HTML', 'GET /public/v1/bugs?*offset=300* html'],
  ['empty', 'GET /public/v1/bugs?*offset=300* empty'],
  ['without its list', 'GET /public/v1/bugs?*offset=300* omit=bugs'],
  ['of another type', 'GET /public/v1/bugs?*offset=300* wrong-type=bugs.7.createdAt'],
  ['short of a bug', 'GET /public/v1/bugs?*offset=300* drift drop=1'],
  ['an empty list', 'GET /public/v1/bugs?*offset=300* set=bugs value=[]'],
  ['too large', 'GET /public/v1/bugs?*offset=300* oversize'],
  ['another page', 'GET /public/v1/bugs?*offset=300* drift=100'],
];

describe('a page of bugs that is', () => {
  it.concurrent.each(broken)('%s is service-error, and never a smaller count', (_, fault) =>
    withScene(
      manyWorld(),
      async (scene) => {
        const result = await scene.run({
          inputs: { comment: 'never', 'max-security-bugs': '9999' },
        });
        expect(result.exitCode).toBe(1);
        expect(result.outputs).toEqual(
          allOutputs({
            verdict: 'unverified',
            reason: 'service-error',
            'repository-id': 'repo_tpd2DqJnVxwP',
            'scan-id': 'wr_GK7JrHOL7SpX',
            'scan-sha': scene.world.sha,
            'scan-match': 'exact',
            'scan-age-hours': '0.3',
            'commits-behind': '0',
          }),
        );
        expect(result.log).toContain('GET /public/v1/bugs');
      },
      { faults: [fault] },
    ),
  );

  it.concurrent('a server error once is asked for again', () =>
    withScene(
      manyWorld(),
      async (scene) => {
        const { outputs } = await scene.run({ inputs: { comment: 'never' } });
        expect(outputs['pending']).toBe(pendingOf(scene.world));
      },
      {
        faults: [
          'GET /public/v1/bugs?*offset=300* first=3 status=503 retry-after=0',
          'GET /public/v1/bugs?*offset=400* first=2 reset=before',
          'GET /public/v1/bugs?*offset=500* first=1 status=429 retry-after=1',
        ],
      },
    ),
  );
});

function pendingOf({ service: { bugs } }: ReturnType<typeof manyWorld>): string {
  return String(bugs.filter(({ review }) => (review?.state ?? 'pending') === 'pending').length);
}

describe('pages that shift while they are read', () => {
  it.concurrent.each([
    ['an item left before a page', 'GET /public/v1/bugs?*offset=200* nth=1 drift=1'],
    ['an item came before a page', 'GET /public/v1/bugs?*offset=200* nth=1 drift=-1'],
    ['the total changed', 'GET /public/v1/bugs?*offset=400* first=2 drift=0 drop=1 total=change'],
    ['the last page was short', 'GET /public/v1/bugs?*offset=200* nth=1 drift drop=3'],
  ])('are read again and give the exact count: %s', (_, fault) =>
    withScene(
      manyWorld(),
      async (scene) => {
        const { outputs } = await scene.run({ inputs: { comment: 'never' } });
        expect(outputs).toMatchObject({ verdict: 'failed', pending: pendingOf(scene.world) });
      },
      { faults: [fault] },
    ),
  );

  it.concurrent('are read three times at most', () =>
    withScene(
      manyWorld(),
      async (scene) => {
        const result = await scene.run({ inputs: { comment: 'never' } });
        expect(result.outputs['reason']).toBe('service-error');
        expect(result.log).toContain('the list kept changing while it was read');
        const first = scene.service.requests.filter(({ url }) => /\/bugs\?.*offset=0&/u.test(url));
        expect(first).toHaveLength(3);
      },
      { faults: ['GET /public/v1/bugs?*offset=200* drift=1'] },
    ),
  );
});

describe('a review', () => {
  it.concurrent('decides, not the list that a bug comes in', () =>
    withScene(
      failingWorld(),
      async (scene) => {
        const { outputs } = await scene.run({ inputs: { comment: 'never' } });
        expect(outputs).toMatchObject({ verdict: 'passed', pending: '0' });
      },
      {
        faults: [
          {
            path: '/public/v1/bugs',
            effect: {
              kind: 'set',
              field: 'bugs.*.review',
              value: { state: 'dismissed', createdAt: 1 },
            },
          },
        ],
      },
    ),
  );

  it.concurrent('of a state that nobody knows leaves the bug pending', () =>
    withScene(
      failingWorld(),
      async (scene) => {
        const { outputs } = await scene.run({ inputs: { comment: 'never' } });
        expect(outputs).toMatchObject({ verdict: 'failed', pending: '24' });
      },
      {
        faults: [
          {
            path: '/public/v1/bugs',
            effect: {
              kind: 'set',
              field: 'bugs.*.review',
              value: { state: 'parked', createdAt: 1 },
            },
          },
        ],
      },
    ),
  );
});

describe('what the service adds one day', () => {
  it.concurrent('is ignored: fields and words that nobody knows', () =>
    withScene(
      cleanWorld(),
      async (scene) => {
        const result = await scene.run({ inputs: { comment: 'never' } });
        expect([result.exitCode, result.outputs['pending']]).toEqual([0, '20']);
      },
      {
        faults: [
          'GET /public/v1/repos set=repos.*.colour value="blue"',
          'GET /public/v1/scans set=scans.*.initiator value="an-agent"',
          'GET /public/v1/bugs set=bugs.*.severity value={"score":9}',
        ],
      },
    ),
  );

  it.concurrent('is no reason to take a missing field for an empty one', () =>
    withScene(
      cleanWorld(),
      async (scene) => {
        const result = await scene.run({ inputs: { comment: 'never' } });
        expect([result.exitCode, result.outputs['reason']]).toEqual([1, 'service-error']);
        expect(result.log).toMatch(/GET \/public\/v1\/bugs .*bugs\.3\.repoId|bugs\[3\]\.repoId/u);
      },
      { faults: ['GET /public/v1/bugs omit=bugs.3.repoId'] },
    ),
  );
});
