// What GitHub leaves out of an answer without a word is not known; of what it says is not there, nothing was merged.
import { NO_DATA } from '../../src/github/graphql.ts';
import { fetchNamedPulls, type NamedPulls } from '../../src/insights/merged-pulls.ts';
import { PLACE, withConnection } from '../github/connection.ts';
import { expect, test } from '../jest.ts';
import { shaOf } from '../judgement/fixtures.ts';

const SHA = shaOf('9');
const PULL = { number: 1, title: 'One', headRefOid: shaOf('1'), mergedAt: '2026-11-01T00:00:00Z' };
const ofCommit = (nodes: readonly (object | null)[] | null): object => ({ associatedPullRequests: nodes && { nodes } });
const gone = (key: string): object => ({ type: 'NOT_FOUND', message: 'No such thing.', path: ['repository', key] });

/** Asks for pull request 1, then for the commit. */
async function read(repository: object | null, errors?: readonly object[]): Promise<NamedPulls | string> {
  let read: NamedPulls | string = '';
  await withConnection({}, async ({ octokit, faults }) => {
    const body = { data: { repository }, ...(errors && { errors }) };
    faults.add({ path: '/graphql', effect: { kind: 'status', status: 200, body } });
    read = await fetchNamedPulls(octokit, PLACE, [1, SHA]).catch(String);
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

test.each<[string, object]>([
  ['of a pull request', { n0: { ...PULL, headRefOid: null }, n1: null }],
  ['of one of a commit', { n0: PULL, n1: ofCommit([{ ...named[0], number: null }]) }],
])('what lacks a field %s is an error, and never nothing', async (_, repository) => {
  expect(await read(repository)).toMatch(/^GitHubAnswerError: Pull requests: /);
});

/** As GitHub answers about one alone and about both, with this about each. */
async function readEach(
  number: object | null,
  commit: object | null,
  toErrors: (key: string) => readonly object[] = () => [],
) {
  let asked = 0;
  let said: NamedPulls | string = '';
  await withConnection(
    {
      watch: ({ body }, { faults }) => {
        asked += 1;
        const about = [
          ...(body.includes('pullRequest(number: 1)') ? [number] : []),
          ...(body.includes(SHA) ? [commit] : []),
        ];
        const repository = Object.fromEntries(about.map((each, at) => [`n${at}`, each]));
        const errors = body.includes(SHA) ? toErrors(`n${about.length - 1}`) : [];
        const answer = { data: { repository }, ...(errors.length > 0 && { errors }) };
        const effect = { kind: 'status', status: 200, body: answer } as const;
        faults.add({ path: '/graphql', when: { kind: 'nth', n: 1 }, effect });
      },
    },
    async ({ octokit }) => {
      said = await fetchNamedPulls(octokit, PLACE, [1, SHA]).catch(String);
    },
  );
  return { asked, said };
}

test('nothing of all, and no word, is an error', async () => {
  expect(await read(null)).toContain(NO_DATA.message);
  const { said } = await readEach(null, ofCommit(null));
  expect(said).toContain(NO_DATA.message);
});

test('nothing of one, and no word, costs that one alone', async () => {
  const { asked, said } = await readEach(null, ofCommit(named));
  expect([asked, said]).toEqual([3, expect.objectContaining({ lost: [1], byCommit: new Map([[SHA, 1]]) })]);
});

test.each<[string, (key: string) => readonly object[], number]>([
  ['and no word', () => [], 3],
  [
    'and why',
    (key) => [{ type: 'FORBIDDEN', message: 'No.', path: ['repository', key, 'associatedPullRequests', 'nodes', 0] }],
    1,
  ],
])('nothing of one pull request of a commit, %s, costs that commit alone', async (_, toErrors, queries) => {
  const { asked, said } = await readEach(PULL, ofCommit([null]), toErrors);
  expect([asked, said]).toEqual([queries, expect.objectContaining({ lost: [SHA] })]);
});
