// What the scans of a repository say about how it is scanned, and which set-up suits that.
import { decideScanStatistics, type HeadCommit, type ScanStatistics } from '../../src/doctor/scan-statistics.ts';
import { decideRecommendation } from '../../src/doctor/set-ups.ts';
import type { Scan } from '../../src/judgement/scan.ts';
import { describe, expect, test } from '../jest.ts';
import { aScan, at, shaOf } from '../judgement/fixtures.ts';

describe('the statistics of scans', () => {
  const partial = { type: 'recentChanges' };
  /** Of the commit with this digit, from its beginning to its end. */
  const scan = (digit: string, from: number, to: number, parts: Partial<Scan> = {}): Scan =>
    aScan({ sha: shaOf(digit), startedAt: at(from), endedAt: at(to), ...parts });
  const head = (digit: string, committedAt: number | null): HeadCommit => ({
    sha: shaOf(digit),
    committedAt: committedAt === null ? null : at(committedAt),
  });
  const branchCommits = new Set([shaOf('a'), shaOf('b')]);

  test.each<[string, readonly Scan[], readonly HeadCommit[], Partial<ScanStatistics>]>([
    [
      'of none',
      [],
      [],
      {
        ...{ read: 0, complete: 0, failed: 0, running: 0, full: 0, partial: 0, ofBranch: 0, ofHeads: 0 },
        ...{ newestOfBranch: null, delayMs: null, startDelayMs: null, durationMs: null, intervalMs: null },
      },
    ],
    [
      'count states, kinds and commits',
      [
        scan('a', 9, 9),
        scan('b', 8, 8, partial),
        scan('c', 7, 7, { state: 'failed' }),
        scan('d', 6, 6, { state: 'running' }),
        scan('d', 5, 5),
        scan('e', 4, 4, { sha: null }),
      ],
      [head('d', null), head('c', null)],
      { read: 6, complete: 4, failed: 1, running: 1, full: 5, partial: 1, ofBranch: 2, ofHeads: 3 },
    ],
    [
      'have the newest complete full scan of the branch',
      [
        scan('c', 9, 9),
        scan('a', 8, 8, partial),
        scan('a', 7, 7, { state: 'failed' }),
        scan('b', 6, 6),
        scan('a', 5, 5),
      ],
      [],
      { newestOfBranch: scan('b', 6, 6) },
    ],
    [
      'measure from the commit to the first complete scan of a head',
      [scan('c', 500, 600), scan('c', 130, 190), scan('c', 110, 120, { state: 'failed' }), scan('d', 130, 150)],
      [head('c', 100), head('d', null), head('e', 100)],
      { delayMs: 90, startDelayMs: 30, durationMs: 60 },
    ],
    [
      'take the median of delays, and what three of four do not exceed of their parts',
      [scan('f', 4, 104), scan('e', 3, 203), scan('d', 20, 50), scan('c', 1, 2)],
      [head('c', 0), head('d', 0), head('e', 0), head('f', 0)],
      { delayMs: 50, startDelayMs: 4, durationMs: 100 },
    ],
    [
      'are never negative, and take a scan without an end as over',
      [scan('c', 40, 40, { endedAt: null })],
      [head('c', 100)],
      { delayMs: 0, startDelayMs: 0, durationMs: 0 },
    ],
    ['have no rhythm of one scan', [scan('a', 9, 9)], [], { intervalMs: null }],
    [
      'have the median between full scans of the branch',
      [scan('a', 100, 100), scan('c', 99, 99), scan('b', 90, 90), scan('a', 60, 60), scan('a', 0, 0)],
      [],
      { intervalMs: 30 },
    ],
  ])('%s', (_, scans, heads, expected) => {
    expect(decideScanStatistics({ scans, branchCommits, heads })).toMatchObject(expected);
  });

  test('say nothing of a branch that is not known', () => {
    const scans = [scan('a', 9, 9), scan('a', 1, 1)];
    expect(decideScanStatistics({ scans, branchCommits: null, heads: [] })).toMatchObject({
      ofBranch: null,
      newestOfBranch: null,
      intervalMs: null,
    });
  });
});

describe('the set-up that is recommended', () => {
  test.each([
    [4, 2, false, 'pull-request-scans'],
    [4, 1, true, 'nightly-scans'],
    [3, 1, true, 'nightly-scans'],
    [0, 0, true, 'nightly-scans'],
    [0, 0, false, 'none'],
    [4, 1, false, 'none'],
    [1, 1, true, 'pull-request-scans'],
  ])('with %d heads, %d of them scanned, and a scan of the branch %s is %s', (...row) => {
    const [heads, scannedHeads, hasBranchScan, expected] = row;
    expect(decideRecommendation({ heads, scannedHeads, hasBranchScan })).toBe(expected);
  });
});
