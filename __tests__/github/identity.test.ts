// The rules of the identity: whose token this is, as GitHub's GraphQL says it.
import { describe, expect, it } from '@jest/globals';
import { fetchIdentity } from '../../src/github/identity.ts';
import { withConnection } from './connection.ts';
import { rejection } from '../sandbox/github-world.ts';

const signal = new AbortController().signal;

describe('the identity of a token', () => {
  it.each([
    ['all', 'github-actions[bot]'],
    ['app', 'other-app[bot]'],
    ['pat', 'ada'],
  ])('%s is %s', (token, login) =>
    withConnection(
      async ({ octokit, github }) => {
        expect(await fetchIdentity(octokit, signal)).toEqual({ login });
        expect(github.requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
          'POST /graphql',
        ]);
      },
      { token },
    ),
  );

  it('is asked for at /api/graphql on Enterprise Server', () =>
    withConnection(
      async ({ octokit, github }) => {
        expect(await fetchIdentity(octokit, signal)).toEqual({ login: 'ada' });
        expect(github.requests.map(({ url }) => url)).toEqual(['/api/graphql']);
      },
      { token: 'pat', mount: '/api/v3' },
    ));

  it('is asked for again after a transient error, although it is a POST', () =>
    withConnection(
      async ({ octokit, waits }) => {
        expect(await fetchIdentity(octokit, signal)).toEqual({ login: 'ada' });
        expect(waits).toHaveLength(2);
      },
      { token: 'pat', faults: ['POST /graphql nth=1 status=502', 'POST /graphql nth=2 truncate'] },
    ));

  it.each(['status=404', 'status=403', 'status=401'])(
    'is that of the workflow when the server refuses to say (%s)',
    (fault) =>
      withConnection(
        async ({ octokit }) => {
          expect(await fetchIdentity(octokit, signal)).toEqual({ login: 'github-actions[bot]' });
        },
        { token: 'pat', faults: [`POST /graphql ${fault}`] },
      ),
  );

  it.each([
    'status=500',
    'html',
    'empty',
    'truncate',
    'omit=data.viewer',
    'set=data value=null',
    'wrong-type=data.viewer.login',
    'set=errors value=[{"message":"no"}]',
  ])('is not known when there is no answer that can be used (%s)', (fault) =>
    withConnection(
      async ({ octokit }) => {
        expect(await fetchIdentity(octokit, signal)).toBeNull();
      },
      { token: 'pat', faults: [`POST /graphql ${fault}`] },
    ),
  );

  it('is not guessed when the job is cancelled', () =>
    withConnection(
      async ({ octokit, cancel }) => {
        const error = rejection(fetchIdentity(octokit, cancel.signal));
        setTimeout(() => {
          cancel.abort(new Error('enough'));
        }, 50);
        expect(await error).toMatchObject({ message: 'enough' });
      },
      { faults: ['POST /graphql hang'] },
    ));
});
