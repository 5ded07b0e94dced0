// Tests of the service's repository for a name, and of how far its scans are read.
import type { RepoId } from '../../src/client/index.ts';
import { fetchVisibleRepositories, findRepository, indexRepositories } from '../../src/service/find-repository.ts';
import { fetchScanHistory } from '../../src/service/scan-history.ts';
import { fullScan, NOW_MS } from '../contract/world.ts';
import { afterAll, beforeAll, describe, expect, it } from '../jest.ts';
import { type Asking, repoId, startAsking } from './harness.ts';

let asking: Asking;
beforeAll(async () => {
  asking = await startAsking();
});
afterAll(() => asking.close());

/** A fault that names these, in this order, and nothing else that has a capital letter. */
const fault = (...names: readonly string[]) => ({
  reason: 'repository-not-found',
  cause: { quotation: expect.stringMatching(new RegExp(`^[^A-Z]*${names.join('[^A-Z]*')}[^A-Z]*$`)) },
});

describe('a repository', () => {
  it.each<[string, string, RepoId | null, readonly (string | null)[]]>([
    ['has the ID that is given', 'acme/none', repoId, []],
    ['has the name that is given, in any case', 'acme/ONE', null, ['0']],
  ])('%s', async (_, repository, repositoryId, asked) => {
    asking.begin();
    expect(await findRepository(asking.client, { repository, repositoryId })).toBe(repoId);
    expect(asking.sent('offset')).toEqual(asked);
  });

  it.each<[string, string, string, object]>([
    ['is not there', 'acme/none', '', fault('2 repositories', 'Acme')],
    ['is there twice', 'acme/one', 'repos set=repos.1.name value="One"', fault('repo_one', 'Acme', 'repo_two', 'Acme')],
    ['cannot be looked for', 'acme/one', 'repos status=401', { status: 401 }],
  ])('%s', async (_, repository, words, error) => {
    asking.begin(words);
    await expect(findRepository(asking.client, { repository, repositoryId: null })).rejects.toMatchObject(error);
  });

  it('is told with its name, and whether it is public', async () => {
    asking.begin('repos set=repos.0.visibility value="PUBLIC"');
    const [one, two] = await fetchVisibleRepositories(asking.client);
    expect(one).toEqual({ id: repoId, fullName: 'acme/one', orgName: 'Acme', isPublic: true });
    expect(two).toMatchObject({ id: 'repo_two', isPublic: false });
  });

  const letters = Array.from('ABCDEFGHIJKLMNOPQRSTU');
  it.each<[string, readonly string[], readonly string[], unknown]>([
    ['is taken by its name', ['acme/two', 'acme/one'], [], 'repo_1'],
    ['of a name twice is named', ['acme/One', 'acme/one'], [], fault('repo_0', 'Org', 'repo_1', 'Org')],
    ['is none of none', [], [], fault('0 repositories')],
    ['is none of others', ['acme/two'], ['Zoo', 'Acme'], fault('1 repository', 'Acme', 'Org', 'Zoo')],
    ['is none of many organizations', [], letters, fault('0 repositories', ...letters.slice(0, 20))],
  ])('%s', (_, names, organizations, expected) => {
    const at = (index: number) => ({ id: `repo_${index}` as RepoId, orgName: 'Org', isPublic: false });
    const visible = names.map((fullName, index) => ({ ...at(index), fullName }));
    expect({ selected: indexRepositories(visible.toReversed(), organizations)('acme/ONE') }).toMatchObject({
      selected: expected,
    });
  });
});

describe('its scans', () => {
  const scanAt = (at: number) => ({ ...fullScan, workflowRequestId: `wr_${at}`, createdAt: NOW_MS - at });
  const scans = Array.from({ length: 250 }, (_, at) => scanAt(at));
  const read = (enough: number) => {
    const source = {
      service: asking.client,
      repositoryId: repoId,
      isIdGiven: false,
      signal: new AbortController().signal,
    };
    return fetchScanHistory(source, ({ length }) => length >= enough);
  };

  it.each<[string, string, number, number, readonly string[]]>([
    ['whole', '', Infinity, 250, ['0', '100', '200']],
    ['to the end of the page that is enough', '', 101, 200, ['0', '100']],
    ['without one of another', 'scans nth=1 set=scans.7.repoId value="repo_x"', 1, 99, ['0']],
  ])('are read %s', async (_, words, enough, count, asked) => {
    asking.begin(words, { scans, surfaced: {} });
    const { scans: read_, foreignRepositoryIds } = await read(enough);
    expect([read_.length, foreignRepositoryIds]).toEqual([count, words === '' ? [] : ['repo_x']]);
    expect(asking.sent('offset')).toEqual(asked);
  });

  it.each([
    [404, 'repository-not-found'],
    [401, 'unauthorized'],
  ])('that are answered with %i are %s', async (status, reason) => {
    asking.begin(`scans status=${status}`);
    await expect(read(1)).rejects.toMatchObject({ reason });
  });
});
