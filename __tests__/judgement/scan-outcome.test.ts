// What a reader is told to do where no scan can be judged: nothing that the workflow has set already.
import type { CommitSha, EpochMs, RepoId } from '../../src/judgement/identifiers.ts';
import { decideScanOutcome, type ScanOutcomeQuery, scanTimeoutFault } from '../../src/judgement/scan-outcome.ts';
import { type ScanMatch, selectScan } from '../../src/judgement/scan-selection.ts';
import type { Scan } from '../../src/judgement/scan.ts';
import { isUnverified } from '../../src/judgement/unverified.ts';
import { aScan } from '../gate/documents/fixtures.ts';
import { describe, expect, test } from '../jest.ts';

const MINUTE_MS = 60_000;
const sha = 'a'.repeat(40) as CommitSha;

function aQuery(strategies: readonly ScanMatch[], waits: Partial<ScanOutcomeQuery> = {}): ScanOutcomeQuery {
  return {
    repositoryId: 'repo_1' as RepoId,
    query: { sha, strategies, types: [], ancestors: [] },
    countFrom: 'auto',
    gateOn: 'all',
    maxScanAgeMs: null,
    waitForScanMs: 0,
    waitTimeoutMs: 10 * MINUTE_MS,
    now: 0 as EpochMs,
    ...waits,
  };
}

describe('without a scan', () => {
  const start = 'Start a scan of this commit in the service, then run this job again.';
  const wait = 'If scans start by themselves but late, let the workflow wait for them: `wait-for-scan: 5m`.';
  const longer = (given: string): string =>
    `If scans start later than \`wait-for-scan: ${given}\` allows for, let the workflow wait longer.`;
  const older =
    'If not every commit is scanned, let the workflow use the scan of an older commit: `scan-match: exact, ancestor`.';
  test.each<[readonly ScanMatch[], number, readonly string[]]>([
    [['exact'], 0, [start, wait, older]],
    [['exact'], 5 * MINUTE_MS, [start, longer('5m'), older]],
    [['exact'], 90_000, [start, longer('90s'), older]],
    [['exact'], 120 * MINUTE_MS, [start, longer('2h'), older]],
    [['exact', 'ancestor'], 0, [start, wait]],
    [['exact', 'latest'], 0, [start, wait]],
  ])('of scan-match %j after a wait of %d ms', (strategies, waitForScanMs, advice) => {
    const read = { scans: [], foreignRepositoryIds: [], selection: { kind: 'none', passedOver: [] } } as const;
    expect(decideScanOutcome(read, aQuery(strategies, { waitForScanMs }))).toMatchObject({ reason: 'no-scan', advice });
  });
});

test.each([
  [0, 'If it only takes a while, let the workflow wait for it: `wait-timeout: 10m`.'],
  [10 * MINUTE_MS, 'If scans usually take longer, let the workflow wait longer than `wait-timeout: 10m`.'],
])('with a scan that still ran after %d ms', (waitTimeoutMs, advice) => {
  const running = { scan: aScan({ state: 'running' }), passedOver: [] };
  expect(scanTimeoutFault(aQuery(['exact'], { waitTimeoutMs }), running, waitTimeoutMs)).toMatchObject({
    reason: 'scan-timeout',
    advice: ['Run this job again when the scan has finished.', advice],
  });
});

describe('the headline of a scan that is too old', () => {
  const now = (10 * 24 * 60 * MINUTE_MS) as EpochMs;
  const endedAgo = (minutes: number, more: Partial<Scan> = {}): Scan => {
    const at = (now - minutes * MINUTE_MS) as EpochMs;
    return aScan({ sha, startedAt: at, endedAt: at, ...more });
  };
  const old = endedAgo(90);
  const ofAnother = endedAgo(5, { sha: 'b'.repeat(40) as CommitSha });
  const headlineOf = (scans: readonly Scan[], countFrom: 'scan' | 'repository'): string | undefined => {
    const query = { ...aQuery(['exact']), now, maxScanAgeMs: 60 * MINUTE_MS, countFrom };
    const read = {
      scans,
      foreignRepositoryIds: [],
      selection: selectScan({ scans, exhausted: true }, query.query, now),
    };
    const outcome = decideScanOutcome(read, query);
    if (outcome.kind === 'aged') return outcome.fault.headline;
    return isUnverified(outcome) ? outcome.headline : 'found';
  };
  test.each<[string, readonly Scan[], 'scan' | 'repository', string | undefined]>([
    ['is the usual one where the scan is counted from', [ofAnother, old], 'scan', undefined],
    ['says that nothing else was scanned', [old], 'repository', 'there is no recent full scan'],
    ['says that others were', [ofAnother, old], 'repository', 'there is no recent scan of the base branch'],
    ['says that it has yet to be', [endedAgo(-120)], 'scan', 'the scan is dated in the future'],
  ])('%s', (_, scans, countFrom, expected) => {
    expect(headlineOf(scans, countFrom)).toBe(expected);
  });
});
