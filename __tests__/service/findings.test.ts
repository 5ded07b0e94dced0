// Tests of what is read of the lists of bugs: the findings of scans or of the repository, and how many their scans lack.
import type { Scan as ServiceScan } from '../../src/client/index.ts';
import type { ScanId } from '../../src/judgement/identifiers.ts';
import type { UsableScan } from '../../src/judgement/scan.ts';
import { fetchFindings, type FindingsQuery } from '../../src/service/fetch-findings.ts';
import { fetchListedIds, fetchMissing } from '../../src/service/fetch-list-totals.ts';
import { toScan } from '../../src/service/from-api.ts';
import { fullScan, NOW_MS } from '../contract/world.ts';
import { createTestClock } from '../harness/clock.ts';
import { afterAll, beforeAll, describe, expect, it } from '../jest.ts';
import { type Asking, repoId, startAsking } from './harness.ts';

let asking: Asking;
beforeAll(async () => {
  asking = await startAsking();
});
afterAll(() => asking.close());

/** A full scan that counts nothing. */
const makeScan = (id: string, changes: Partial<UsableScan> = {}, endedAgoMs = 0): UsableScan => {
  const scan = { ...fullScan, completedAt: NOW_MS - endedAgoMs, bugCounts: null } as unknown as ServiceScan;
  return { ...toScan(scan), id: id as ScanId, ...changes };
};
const [old, recent] = [makeScan('wr_old'), makeScan('wr_new')];
const down = 'status=500 retry-after=0';
const theirs = 'set=bugs.0.repoId value="repo_theirs"';

async function read(query: Partial<FindingsQuery>, fault: string) {
  asking.begin(fault);
  const lines: string[] = [];
  const { findings, tally, dismissed, missing, unlisted } = await fetchFindings(asking.client, {
    repositoryId: repoId,
    scans: [old],
    countFrom: 'repository',
    comparesLists: false,
    wantsDismissed: false,
    pollIntervalMs: 1_000,
    clock: createTestClock(NOW_MS, true),
    signal: new AbortController().signal,
    log: (line) => lines.push(line),
    ...query,
  });
  return {
    ids: findings.map(({ id }) => id.slice('bug_'.length)).join(''),
    tally: [tally.pending, tally.resolved, tally.dismissed].join('/'),
    dismissed: dismissed.kind === 'read' ? dismissed.findings.map(({ id }) => id).join() : dismissed.reason,
    short: [missing, unlisted].join('/'),
    rereads: lines.length,
  };
}

describe('the findings', () => {
  const whole = { ids: '145', tally: '3/1/1', dismissed: '', short: '0/0', rereads: 0 };
  const counting = makeScan('wr_old', { counts: { open: 9, resolved: 30, dismissed: 40 } });
  const fromScan = { countFrom: 'scan', comparesLists: true } as const;
  const fromBoth = { ...fromScan, scans: [old, recent] };
  const short = { scans: [makeScan('wr_old', { bugTotal: 6 })], comparesLists: true };
  const shortForGood = { ...short, scans: [makeScan('wr_old', { bugTotal: 6 }, 7_200_000)] };
  const settles = 'set=bugs.0.review value={"state":"resolved","createdAt":1}';
  const resolvedOfOld = 'bugs?*status=resolved*workflow_request_id=wr_old*';
  const dismissedList = 'bugs?*status=dismissed*limit=100*';

  it.each<[string, Partial<FindingsQuery>, string, Partial<typeof whole>]>([
    ['of the repository', {}, '', {}],
    ['of the repository, whatever scans count', { ...short, comparesLists: false }, '', {}],
    ['of two scans, each once', fromBoth, '', { tally: '3/1/2' }],
    ['of two scans, one of which counts', { ...fromScan, scans: [counting, recent] }, '', { tally: '3/30/41' }],
    [
      'of a scan that lacks some',
      { ...short, ...fromScan },
      '',
      { ids: '14', tally: '2/1/1', short: '2/0', rereads: 3 },
    ],
    ['without one that its review settles', {}, `bugs?*=pending* ${settles}`, { ids: '45', tally: '2/1/1' }],
    ['beside a scan that lacks some yet', short, '', { short: '2/0', rereads: 3 }],
    ['beside a scan that lacks some for good', shortForGood, '', { short: '0/2' }],
    ['beside a scan whose lists fail', shortForGood, `${resolvedOfOld} ${down}`, {}],
    ['with the dismissed, once', { ...fromBoth, wantsDismissed: true }, '', { tally: '3/1/2', dismissed: 'bug_3' }],
    ['without one not dismissed', { wantsDismissed: true }, `${dismissedList} set=bugs.0.review value=null`, {}],
    ['without lost ones', { wantsDismissed: true }, `${dismissedList} ${down}`, { dismissed: 'service-error' }],
  ])('%s', async (_, query, fault, expected) => {
    expect(await read(query, fault)).toEqual({ ...whole, ...expected });
  });

  it.each<[string, Partial<FindingsQuery>, string, object]>([
    ['the lists of a scan that may still fill fail', short, `${resolvedOfOld} ${down}`, { status: 500 }],
    ['a scan beside lists one of another repository', shortForGood, `${resolvedOfOld} ${theirs}`, {}],
    ['a pending one is of another repository', {}, `bugs?*=pending* ${theirs}`, {}],
    ['a dismissed one is of another repository', { wantsDismissed: true }, `${dismissedList} ${theirs}`, {}],
  ])('are not known where %s', async (_, query, fault, error) => {
    const isTheirs = { reason: 'service-error', message: expect.stringContaining('repo_theirs') };
    await expect(read(query, fault)).rejects.toMatchObject('status' in error ? error : isTheirs);
  });
});

it.each([
  [6, 2, ['1', '1', '1']],
  [3, 0, ['1', '1', '1']],
  [null, 0, []],
])('of %j bugs that a scan counts, %i are missing', async (bugTotal, missing, limits) => {
  asking.begin();
  expect(await fetchMissing(asking.client, repoId, makeScan('wr_old', { bugTotal }))).toBe(missing);
  expect(asking.sent('limit')).toEqual(limits);
});

it('of several lists, each bug is there once', async () => {
  asking.begin();
  expect([...(await fetchListedIds(asking.client, repoId, [old, recent]))]).toEqual(['bug_1', 'bug_4', 'bug_5']);
});
