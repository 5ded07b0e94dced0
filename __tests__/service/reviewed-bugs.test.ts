// All bugs of a repository with their reviews: each once, as it came last, whole or not at all.
import type { ServiceClient } from '../../src/client/index.ts';
import type { ReviewedBug } from '../../src/judgement/reviewed-bug.ts';
import { fetchReviewedBugs } from '../../src/service/reviewed-bugs.ts';
import { contractWorld } from '../contract/world.ts';
import { afterAll, beforeAll, expect, test } from '../jest.ts';
import { type Asking, repoId, startAsking } from './harness.ts';

let asking: Asking;
beforeAll(async () => {
  asking = await startAsking();
});
afterAll(() => asking.close());

const settledAt = 1_790_000_000_000;
const review = { state: 'resolved' as const, createdAt: settledAt, notes: 'Fixed.', source: 'jira' };

/** Bug 1 is settled. */
function settle(): void {
  const { bugs } = contractWorld();
  asking.begin('', { bugs: bugs.map((bug) => (bug.id === 'bug_1' ? { ...bug, review } : bug)) });
}

const statesOf = (bugs: readonly ReviewedBug[]): readonly string[] =>
  bugs.map(({ id, review: last }) => `${id} ${last?.state ?? 'none'}`).toSorted();

test('each bug with its last review', async () => {
  settle();
  const bugs = await fetchReviewedBugs(asking.client, repoId);
  expect(statesOf(bugs)).toEqual(['bug_1 resolved', 'bug_2 resolved', 'bug_3 dismissed', 'bug_4 none', 'bug_5 none']);
  const [first] = bugs.filter(({ id }) => id === 'bug_1');
  expect(first?.review).toEqual({ state: 'resolved', at: settledAt, reason: null, note: 'Fixed.', source: 'jira' });
  expect(asking.sent('status').toSorted()).toEqual(['dismissed', 'pending', 'resolved']);
});

test('a state that nobody knows is pending', async () => {
  asking.begin('bugs set=bugs.0.review value={"state":"snoozed","createdAt":7}');
  const bugs = await fetchReviewedBugs(asking.client, repoId);
  expect(bugs.filter(({ review: last }) => last?.state === 'pending').length).toBeGreaterThan(0);
});

test('a bug that is settled while the lists are read comes once, and settled', async () => {
  asking.begin();
  const { bugs } = asking.client;
  // Between the pending list and the others.
  const collect = async (query: Parameters<typeof bugs.collect>[0]): Promise<readonly unknown[]> => {
    const listed = await bugs.collect(query);
    if (query.status === 'pending') settle();
    return listed;
  };
  const client = { ...asking.client, bugs: { ...bugs, collect } } as ServiceClient;
  expect(statesOf(await fetchReviewedBugs(client, repoId))).toContain('bug_1 resolved');
});

test.each(['pending', 'resolved', 'dismissed'])('a list (%s) that cannot be read is an error', async (status) => {
  asking.begin(`bugs?*status=${status}* status=500 retry-after=0`);
  await expect(fetchReviewedBugs(asking.client, repoId)).rejects.toMatchObject({ kind: 'api', status: 500 });
});

test('a bug of another repository is an error', async () => {
  asking.begin('bugs set=bugs.0.repoId value="repo_theirs"');
  await expect(fetchReviewedBugs(asking.client, repoId)).rejects.toMatchObject({ reason: 'service-error' });
});
