// What the scans that were read come to: one to judge, one to wait for, or why there is none, and what a reader can do.
import type { RepoId } from '../../src/judgement/identifiers.ts';
import {
  decideScanOutcome,
  OTHER_REPOSITORY_ADVICE,
  type ScanOutcomeQuery,
  scanTimeoutFault,
} from '../../src/judgement/scan-outcome.ts';
import { type CountingQuery, decideCounting } from '../../src/judgement/scan-results.ts';
import type { Scan, ScanHistory, UsableScan } from '../../src/judgement/scan.ts';
import type { JudgedScan, ScanSelection } from '../../src/judgement/selection.ts';
import { isUnverified } from '../../src/judgement/unverified.ts';
import { aSelected } from '../gate/documents/fixtures.ts';
import { describe, expect, test } from '../jest.ts';
import { aScan, at, aUsableScan, scanId, shaOf } from './fixtures.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const sha = shaOf('a');

type Waits = Partial<Omit<ScanOutcomeQuery, 'query'>> &
  Partial<Pick<ScanOutcomeQuery['query'], 'strategies' | 'types'>>;

function aQuery({ strategies = ['exact'], types = [], ...waits }: Waits = {}): ScanOutcomeQuery {
  return {
    repositoryId: 'repo_1' as RepoId,
    query: { sha, strategies, types, ancestors: [] },
    countFrom: 'auto',
    gateOn: 'all',
    maxScanAgeMs: null,
    waitForScanMs: 0,
    waitTimeoutMs: 10 * MINUTE_MS,
    now: at(0),
    ...waits,
  };
}

/** Reads no scan unless told otherwise. */
const decide = (selection: ScanSelection, waits: Waits = {}, read: Partial<ScanHistory> = {}) =>
  decideScanOutcome({ scans: [], foreignRepositoryIds: [], ...read, selection }, aQuery(waits));

describe('without a scan', () => {
  const none: ScanSelection = { kind: 'none', passedOver: [] };
  const start = 'Start a scan of this commit in the service, then run this job again.';
  const wait = 'If scans start by themselves but late, let the workflow wait for them: `wait-for-scan: 5m`.';
  const longer = (given: string): string =>
    `If scans start later than \`wait-for-scan: ${given}\` allows for, let the workflow wait longer.`;
  const typed = (given: string): string => `Only scans of the ${given} count: see the input \`scan-types\`.`;
  const older =
    'If not every commit is scanned, let the workflow use the scan of an older commit: `scan-match: exact, ancestor`.';
  test.each<[Waits, readonly string[]]>([
    [{}, [start, wait, older]],
    [{ waitForScanMs: 5 * MINUTE_MS }, [start, longer('5m'), older]],
    [{ waitForScanMs: 90_000 }, [start, longer('90s'), older]],
    [{ waitForScanMs: 120 * MINUTE_MS }, [start, longer('2h'), older]],
    [{ strategies: ['exact', 'ancestor'] }, [start, wait]],
    [{ strategies: ['exact', 'latest'] }, [start, wait]],
    [{ types: ['one'] }, [start, wait, typed('type `one`'), older]],
    [{ types: ['one', 'two'] }, [start, wait, typed('types `one, two`'), older]],
  ])('with %j', (waits, advice) => {
    expect(decide(none, waits)).toMatchObject({ reason: 'no-scan', advice });
  });

  const many = ['repo_2', 'repo_2', 'repo_3', 'repo_4', 'repo_5', 'repo_6', 'repo_7'];
  test.each<[string, Partial<ScanHistory>, readonly string[]]>([
    ['The service has no scan of this repository at all.', {}, [start, wait, older]],
    ['None of the 1 newest scan matches.', { scans: [aScan()] }, [start, wait, older]],
    [
      'None of the 1 newest scan matches: 1 is not of `repo_1` but of `repo_2`.',
      { foreignRepositoryIds: ['repo_2'] },
      OTHER_REPOSITORY_ADVICE,
    ],
    [
      'None of the 8 newest scans matches: 7 are not of `repo_1` but of `repo_2`, `repo_3`, `repo_4`, `repo_5`, `repo_6`.',
      { scans: [aScan()], foreignRepositoryIds: many },
      [...OTHER_REPOSITORY_ADVICE, start, wait, older],
    ],
  ])('%s', (read, history, advice) => {
    const what = `No scan of commit \`aaaaaaa\` can be used. ${read}`;
    expect(decide(none, {}, history)).toMatchObject({ what, advice });
  });
});

test('of a commit where scans are passed over, they are named', () => {
  const passedOver = [aScan({ id: null })];
  expect(decide({ kind: 'none', passedOver })).toMatchObject({
    what: expect.stringMatching(/ at all\. 1 scan is complete, but the service gave no ID/u),
  });
});

const running = aScan({ state: 'running' });
test.each<[Scan, number, string, string]>([
  [
    running,
    0,
    'Scan `wr_1` of commit `aaaaaaa` was still in_progress after 0 s.',
    'If it only takes a while, let the workflow wait for it: `wait-timeout: 10m`.',
  ],
  [
    { ...running, id: null, status: null },
    10 * MINUTE_MS,
    'The scan without an ID of commit `aaaaaaa` was still without a status after 10 min.',
    'If scans usually take longer, let the workflow wait longer than `wait-timeout: 10m`.',
  ],
])('with a scan that still ran: %j after %d ms', (scan, waitTimeoutMs, what, advice) => {
  const passedOver = [aScan({ id: null })];
  const still = { kind: 'running', scan, passedOver } as const;
  expect(decide(still)).toEqual(still);
  expect(scanTimeoutFault(aQuery({ waitTimeoutMs }), still, waitTimeoutMs)).toMatchObject({
    reason: 'scan-timeout',
    what,
    advice: ['Run this job again when the scan has finished.', advice],
    selected: { scan, standsIn: false, passedOver },
  });
});

test.each(['dlq', null])('with a scan that failed as %s', (status) => {
  const scan = aScan({ state: 'failed', status });
  expect(decide({ kind: 'failed', scan, passedOver: [running] })).toMatchObject({
    reason: 'scan-failed',
    what: `Scan \`wr_1\` of commit \`aaaaaaa\` ended as ${status ?? 'failed'}, and no other scan of it can be used.`,
    selected: { scan, passedOver: [running] },
  });
});

describe('with a scan to judge', () => {
  const now = at(100 * HOUR_MS);
  const endedAt = (hours: number, parts: Partial<UsableScan> = {}) =>
    aUsableScan({ id: scanId(String(hours)), endedAt: at(hours * HOUR_MS), ...parts });
  const selectedOf = (hours: number, parts: Partial<JudgedScan> = {}) => {
    const scan = endedAt(hours);
    return { kind: 'selected', ...aSelected({ ...parts, scan }), scan } as const;
  };
  const day: Waits = { now, maxScanAgeMs: 24 * HOUR_MS };

  test.each<[string, number, Waits]>([
    ['of any age', 0, { now }],
    ['as old as it may be', 76, day],
    ['of a clock that is ahead', 101, day],
  ])('%s', (_, hours, waits) => {
    const selected = selectedOf(hours);
    expect(decide(selected, waits)).toMatchObject({ kind: 'found', selected });
  });

  const allowed = '; `max-scan-age` allows 24 h.';
  const rescan = ['Scan the commit again in the service, then run this job again.'];
  const merge = [
    'Merge the base branch into yours, so that a newer scan counts.',
    'If the newest scan of the base branch is too old as well, start one in the service, then run this job again.',
  ];
  const base = ['When the base branch has been scanned again, run this job again.'];
  const clock = ['Set the clock of the machine that runs this job, or ask who runs the service about its clock.'];
  const noFull = 'there is no recent full scan';
  const since = 'No full scan that can be used has finished since';
  test.each<
    [
      string,
      number,
      Waits & { readonly standsIn?: boolean; readonly newer?: readonly Scan[] },
      readonly string[],
      string | undefined,
    ]
  >([
    [
      'Scan `wr_102` is dated 2 h in the future, so `max-scan-age` cannot tell how old it is.',
      102,
      {},
      clock,
      'the scan is dated in the future',
    ],
    [`Scan \`wr_4\` finished 1970-01-01 04:00 UTC, 4 days ago${allowed}`, 4, {}, rescan, undefined],
    [
      `Scan \`wr_4\` finished 1970-01-01 04:00 UTC, 4 days ago${allowed}`,
      4,
      { standsIn: true, countFrom: 'scan' },
      merge,
      undefined,
    ],
    [`${since} 1970-01-01 04:00 UTC, 4 days ago${allowed}`, 4, { standsIn: true }, base, noFull],
    [
      `${since} 1970-01-03 04:00 UTC, 2 days ago${allowed}`,
      4,
      { standsIn: true, newer: [endedAt(52), endedAt(28)] },
      base,
      noFull,
    ],
    [
      `${since} 1970-01-05 04:30 UTC, 0 s ago${allowed}`,
      4,
      { standsIn: true, newer: [endedAt(100.5, { sha: null })] },
      base,
      noFull,
    ],
  ])('that is too old: %s', (what, hours, { standsIn = false, newer = [], ...waits }, advice, headline) => {
    const selected = selectedOf(hours, { standsIn });
    const fault = { reason: 'stale-scan', what, advice, selected: { scan: selected.scan } };
    const decided = decide(selected, { ...day, ...waits }, { scans: [...newer, selected.scan] });
    expect(decided).toMatchObject(fault);
    expect(isUnverified(decided) && decided.headline).toBe(headline);
  });

  test('that is too old, while newer scans of other commits are not', () => {
    const selected = selectedOf(4, { standsIn: true });
    const scans = [
      endedAt(102, { sha: shaOf('0') }),
      endedAt(99, { sha: shaOf('1'), type: 'recentChanges' }),
      endedAt(99, { sha: shaOf('2'), state: 'running' }),
      ...[endedAt(98, { sha: shaOf('b') }), endedAt(97, { sha: shaOf('b') }), endedAt(96, { sha: null })],
      ...[endedAt(76, { sha: shaOf('c') }), endedAt(75, { sha: shaOf('3') }), selected.scan],
      endedAt(99, { sha: shaOf('4') }),
    ];
    expect(decide(selected, day, { scans })).toMatchObject({
      kind: 'aged',
      selected: { scan: selected.scan },
      commits: [shaOf('b'), shaOf('c')],
      fault: {
        headline: 'there is no recent scan of the base branch',
        what: `None of the newest full scans is of a commit on the base branch, and the judged scan \`wr_4\` finished 1970-01-01 04:00 UTC, 4 days ago${allowed}`,
        selected: { scan: selected.scan },
      },
    });
    const many = Array.from({ length: 31 }, (_, n) => endedAt(99, { sha: String(n).padStart(40, '0') as typeof sha }));
    const aged = decide(selected, day, { scans: [...many, selected.scan] });
    expect(aged).toMatchObject({ commits: many.slice(0, 30).map((scan) => scan.sha) });
  });
});

const full = { standsIn: false, isPartial: false };
test.each<[CountingQuery, typeof full, string, boolean]>([
  [{ countFrom: 'auto', gateOn: 'all' }, full, 'scan', true],
  [{ countFrom: 'auto', gateOn: ['touched'] }, full, 'repository', true],
  [{ countFrom: 'auto', gateOn: 'all' }, { ...full, isPartial: true }, 'repository', true],
  [{ countFrom: 'auto', gateOn: 'all' }, { ...full, standsIn: true }, 'repository', false],
  [{ countFrom: 'scan', gateOn: ['touched'] }, { ...full, standsIn: true }, 'scan', true],
  [{ countFrom: 'repository', gateOn: 'all' }, full, 'repository', false],
])('%j of a scan %j counts from the %s', (query, scan, countFrom, comparesLists) => {
  expect(decideCounting(query, scan)).toEqual({ countFrom, comparesLists });
});
