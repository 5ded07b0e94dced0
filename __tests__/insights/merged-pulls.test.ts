// What GitHub leaves out of an answer without a word is not known; of what it says is not there, nothing was merged.
import { fetchNamedPulls, type NamedPulls } from '../../src/insights/merged-pulls.ts';
import { PLACE, withConnection } from '../github/connection.ts';
import { expect, test } from '../jest.ts';
import { shaOf } from '../judgement/fixtures.ts';

const SHA = shaOf('9');
const PULL = { number: 1, title: 'One', headRefOid: shaOf('1'), mergedAt: '2026-11-01T00:00:00Z' };
const ofCommit = (nodes: readonly object[] | null): object => ({ associatedPullRequests: nodes && { nodes } });
const gone = (key: string): object => ({ type: 'NOT_FOUND', message: 'No such thing.', path: ['repository', key] });

/** Asks for pull request 1, then for the commit. */
async function read(repository: object | null, errors?: readonly object[]): Promise<NamedPulls | string> {
  let read: NamedPulls | string = '';
  await withConnection({}, async ({ octokit, faults }) => {
    const body = { data: { repository }, ...(errors && { errors }) };
    faults.add({ path: '/graphql', effect: { kind: 'status', status: 200, body } });
    read = await fetchNamedPulls(octokit, PLACE, { numbers: [1], shas: [SHA] }).catch(String);
  });
  return read;
}

const named = ['shop', 'else'].map((name) => ({ ...PULL, repository: { nameWithOwner: `acme/${name}` } }));

test.each<[string, object, readonly object[] | undefined, Partial<NamedPulls>]>([
  ['is there', { n0: PULL, n1: ofCommit(named) }, undefined, { lost: [], byCommit: new Map([[SHA, 1]]) }],
  ['is not there', { n0: null, n1: null }, [gone('n0')], { lost: [], pulls: [] }],
  ['is known to be gone, commit and all', { n0: null, n1: null }, [gone('n0'), gone('n1')], { lost: [], pulls: [] }],
  ['is no commit', { n0: PULL, n1: {} }, undefined, { lost: [], byCommit: new Map() }],
  ['was not merged', { n0: { ...PULL, mergedAt: null }, n1: null }, undefined, { lost: [], pulls: [] }],
])('a name of something that %s', async (_, repository, errors, expected) => {
  expect(await read(repository, errors)).toMatchObject(expected);
});

test.each<[string, object | null]>([
  ['of all', null],
  ['of each', { n0: ofCommit(null), n1: ofCommit(null) }],
])('nothing, and no word, %s is an error', async (_, repository) => {
  expect(await read(repository)).toContain('no data, and no reason for it');
});

test('nothing, and no word, of one costs that one alone', async () => {
  let asked = 0;
  await withConnection(
    {
      watch: ({ body }, { faults }) => {
        asked += 1;
        const one = body.includes('pullRequest(number: 1)') ? { n0: null } : {};
        const other = body.includes(SHA) ? { [body.includes('n1:') ? 'n1' : 'n0']: ofCommit(named) } : {};
        const answer = { data: { repository: { ...one, ...other } } };
        faults.add({
          path: '/graphql',
          when: { kind: 'nth', n: 1 },
          effect: { kind: 'status', status: 200, body: answer },
        });
      },
    },
    async ({ octokit }) => {
      const { lost, byCommit } = await fetchNamedPulls(octokit, PLACE, { numbers: [1], shas: [SHA] });
      expect([lost, byCommit.get(SHA)]).toEqual([[1], 1]);
    },
  );
  expect(asked).toBe(3);
});
