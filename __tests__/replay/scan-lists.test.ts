// What the lists of scans show, and that each list is asked for once, however many judgements need it.
import type { UsableScan } from '../../src/judgement/scan.ts';
import { createScanLists, type ScanLists } from '../../src/replay/scan-lists.ts';
import * as given from '../client/examples.ts';
import { recordingClient, serve } from '../client/loopback.ts';
import { expect, test } from '../jest.ts';
import { at, aUsableScan, scanId } from '../judgement/fixtures.ts';

/** The bugs of each list, by the scan (none: the repository) and the status; those of `bug_3` are settled by now. */
const lists: Readonly<Record<string, readonly string[]>> = {
  'pending of all': ['bug_1', 'bug_2', 'bug_3', 'bug_4'],
  'pending of wr_1': ['bug_1', 'bug_2', 'bug_3'],
  'resolved of wr_1': ['bug_5', 'bug_6'],
  'dismissed of wr_1': ['bug_7'],
  'pending of wr_2': ['bug_2', 'bug_4'],
};
/** One that the key may not read. */
const withheld = aUsableScan({ id: scanId('3') });
/** Counts eight bugs, and lists six. */
const short = aUsableScan({ bugTotal: 8 });
const uncounted = aUsableScan({ id: scanId('2') });
const both: readonly UsableScan[] = [short, uncounted];

/** Asks for the lists of a service, and gives what each was asked for. */
async function ask<Answer>(
  question: (lists: ScanLists) => Promise<Answer>,
  known: Pick<Parameters<typeof createScanLists>[0], 'findings'> = {},
): Promise<{ readonly answer: Answer; readonly asked: readonly string[] }> {
  const asked: string[] = [];
  const server = await serve(({ url }) => {
    const { searchParams: query } = new URL(url, 'http://x');
    const list = `${query.get('status') ?? ''} of ${query.get('workflow_request_id') ?? 'all'}`;
    asked.push(query.get('limit') === '1' ? `number of ${list}` : list);
    const ids = lists[list];
    if (ids === undefined) return { status: 403, json: {} };
    const bugs = ids.map((id) => ({ ...given.leanBug, id, review: id === 'bug_3' ? given.review : null }));
    return { json: { bugs: bugs.slice(0, Number(query.get('limit'))), total: ids.length } };
  });
  try {
    const { client: service } = recordingClient({ baseUrl: server.baseUrl });
    const source = { service, repositoryId: given.REPO, clock: { now: () => at(5) }, ...known };
    return { answer: await question(createScanLists(source)), asked: asked.toSorted() };
  } finally {
    await server.close();
  }
}

const numbersOfFirst = ['number of dismissed of wr_1', 'number of resolved of wr_1'];
const listsOfBoth = [...numbersOfFirst, 'pending of wr_1', 'pending of wr_2'];

test.each<[string, (asking: ScanLists) => Promise<unknown>, unknown, readonly string[]]>([
  [
    'of the repository',
    async (asking) => [await asking.fetchOfRepository(), await asking.fetchOfRepository()].map(toFacts),
    Array(2).fill({ ids: ['bug_1', 'bug_2', 'bug_4'], countedFrom: 'repository', missing: 0, pending: 3 }),
    ['pending of all'],
  ],
  [
    'of scans together, where each bug is one',
    async (asking) => [await asking.fetchOfScans(both), await asking.fetchOfScans([uncounted])].map(toFacts),
    [
      { ids: ['bug_1', 'bug_2', 'bug_4'], countedFrom: 'scan', missing: 2, pending: 3 },
      { ids: ['bug_2', 'bug_4'], countedFrom: 'scan', missing: 0, pending: 2 },
    ],
    listsOfBoth,
  ],
  [
    'of the ids alone',
    async (asking) => [await asking.fetchListed(both), await asking.fetchListed([uncounted])],
    [new Set(['bug_1', 'bug_2', 'bug_3', 'bug_4']), new Set(['bug_2', 'bug_4'])],
    ['pending of wr_1', 'pending of wr_2'],
  ],
  [
    'of the numbers alone, where the scan counts',
    async (asking) => [await asking.fetchMissing(both), await asking.fetchMissing([short])],
    [2, 2],
    ['number of dismissed of wr_1', 'number of pending of wr_1', 'number of resolved of wr_1'],
  ],
  [
    'of ids and numbers, where the bugs were read',
    async (asking) => {
      await asking.fetchOfScans(both);
      return [await asking.fetchListed(both), await asking.fetchMissing(both)];
    },
    [new Set(['bug_1', 'bug_2', 'bug_4']), 2],
    listsOfBoth,
  ],
])('%s', async (_, question, expected, requests) => {
  expect(await ask(question)).toEqual({ answer: expected, asked: requests });
});

test('of the repository, where they were read before', async () => {
  const { answer: findings } = await ask((asking) => asking.fetchOfScans([short]));
  const { answer, asked } = await ask((asking) => asking.fetchOfRepository(), { findings });
  expect(answer).toBe(findings);
  expect(asked).toEqual([]);
});

test.each<[string, (asking: ScanLists) => Promise<unknown>]>([
  ['a list', (asking) => asking.fetchOfScans([short, withheld])],
  ['the ids', (asking) => asking.fetchListed([short, withheld])],
])('why %s could not be read is kept', async (_, question) => {
  const { answer } = await ask(async (asking) => {
    const before = asking.findFault();
    await question(asking).catch(() => undefined);
    return [before, asking.findFault()?.reason];
  });
  expect(answer).toEqual([null, 'unauthorized']);
});

/** What differs from list to list, after a look at what does not. */
function toFacts(read: Awaited<ReturnType<ScanLists['fetchOfScans']>>): unknown {
  const { findings, countedFrom, missing, tally, ...rest } = read;
  expect(rest).toEqual({ kind: 'read', dismissed: { kind: 'read', findings: [] }, unlisted: 0, readAt: 5 });
  return { ids: findings.map(({ id }) => id), countedFrom, missing, pending: tally.pending };
}
