// The statistics of a repository's last scans: kinds, states, delays, rhythm.
import type { CommitSha, EpochMs } from '../judgement/identifiers.ts';
import { isFullScan, type Scan, scanEndMs } from '../judgement/scan.ts';

export interface HeadCommit {
  readonly sha: CommitSha;
  readonly committedAt: EpochMs | null;
}

export interface ScanStatisticsQuery {
  /** They may be used, and stand newest first. */
  readonly scans: readonly Scan[];
  /** They are of the default branch; null where GitHub did not say. */
  readonly branchCommits: ReadonlySet<string> | null;
  readonly heads: readonly HeadCommit[];
}

export interface ScanStatistics {
  readonly read: number;
  readonly complete: number;
  readonly failed: number;
  readonly running: number;
  readonly full: number;
  readonly partial: number;
  /** It is null where GitHub did not say which commits the branch has. */
  readonly ofBranch: number | null;
  readonly ofHeads: number;
  /** It is complete and full; null: there is none, or it is not known. */
  readonly newestOfBranch: Scan | null;
  /** It is the median from a head's commit to the end of its first complete scan; null: there is none. */
  readonly delayMs: number | null;
  /** Three of four heads do not exceed it, from the commit to the start of that scan. */
  readonly startDelayMs: number | null;
  /** Three of four heads do not exceed it, from the start of that scan to its end. */
  readonly durationMs: number | null;
  /** It is the median between complete full scans of the default branch; null: there are fewer than two. */
  readonly intervalMs: number | null;
}

export function decideScanStatistics({ scans, branchCommits, heads }: ScanStatisticsQuery): ScanStatistics {
  const count = (is: (scan: Scan) => boolean): number => scans.filter(is).length;
  const isOfBranch = ({ sha }: Scan): boolean => sha !== null && branchCommits?.has(sha) === true;
  const headShas = new Set<string | null>(heads.map(({ sha }) => sha));
  const ofBranch = scans.filter((scan) => isOfBranch(scan) && isCompleteFull(scan));
  const firsts = heads.flatMap((head) => toFirstScan(head, scans));
  const delaysMs = firsts.map(({ scan, at }) => scanEndMs(scan) - at);
  const startDelaysMs = firsts.map(({ scan, at }) => scan.startedAt - at);
  const durationsMs = firsts.map(({ scan }) => scanEndMs(scan) - scan.startedAt);
  return {
    read: scans.length,
    complete: count(({ state }) => state === 'complete'),
    failed: count(({ state }) => state === 'failed'),
    running: count(({ state }) => state === 'running'),
    full: count(isFullScan),
    partial: count((scan) => !isFullScan(scan)),
    ofBranch: branchCommits === null ? null : count(isOfBranch),
    ofHeads: count(({ sha }) => headShas.has(sha)),
    newestOfBranch: ofBranch[0] ?? null,
    delayMs: toQuantile(delaysMs, 0.5),
    startDelayMs: toQuantile(startDelaysMs, 0.75),
    durationMs: toQuantile(durationsMs, 0.75),
    intervalMs: toQuantile(toGaps(ofBranch), 0.5),
  };
}

export function isCompleteFull(scan: Scan): boolean {
  return scan.state === 'complete' && isFullScan(scan);
}

function toFirstScan(
  { sha, committedAt: at }: HeadCommit,
  scans: readonly Scan[],
): readonly { readonly scan: Scan; readonly at: EpochMs }[] {
  if (at === null) return [];
  const scan = scans.findLast((each) => each.sha === sha && each.state === 'complete');
  return scan === undefined ? [] : [{ scan, at }];
}

function toGaps(newestFirst: readonly Scan[]): readonly number[] {
  return newestFirst.slice(1).map(({ startedAt }, index) => (newestFirst[index]?.startedAt ?? startedAt) - startedAt);
}

/** Gives the smallest value that this share of all do not exceed, never negative, since clocks differ. Null without values. */
function toQuantile(values: readonly number[], share: number): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const value = sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)];
  return value === undefined ? null : Math.max(0, value);
}
