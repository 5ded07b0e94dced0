// What a selection among scans comes to: a scan that may be judged, one that still runs, or why there is none. Pure.
import { countOf, formatDuration, formatSetting, formatTime } from './format.ts';
import { type CommitSha, type EpochMs, type RepoId, toShortSha } from './identifiers.ts';
import { compact } from './lists.ts';
import { type CountingQuery, decideCounting } from './scan-results.ts';
import { toPassedOverSentences, toScanName } from './scan-wording.ts';
import {
  isComplete,
  isFromFuture,
  isFullScan,
  isOfTypes,
  type Scan,
  scanAgeMs,
  scanAheadMs,
  scanEndMs,
  type ScanHistory,
  type UsableScan,
} from './scan.ts';
import { type JudgedScan, type ScanQuery, type ScanSelection, selectAlone, type SelectedScan } from './selection.ts';
import { unverified, type Unverified } from './unverified.ts';

export interface ScanFound {
  readonly kind: 'found';
  readonly selected: SelectedScan;
}

export interface ScanRunning {
  readonly kind: 'running';
  readonly scan: Scan;
  /** Newer scans of the commit that are passed over. */
  readonly passedOver: readonly Scan[];
}

/** The judged scan is too old, which is no fault if one of these commits is on the base branch. */
export interface ScanAged {
  readonly kind: 'aged';
  readonly selected: JudgedScan;
  /** Of newer full scans that are young enough, newest first, each once; never empty. */
  readonly commits: readonly CommitSha[];
  /** What it is if none of them is. */
  readonly fault: Unverified;
}

/** The inputs that decide what scans come to. */
export interface ScanOutcomeInputs extends CountingQuery {
  /** Null: any age. */
  readonly maxScanAgeMs: number | null;
  /** How long to wait for a scan to appear. */
  readonly waitForScanMs: number;
  /** How long to wait for a scan in progress to end. */
  readonly waitTimeoutMs: number;
}

export interface ScanOutcomeQuery extends ScanOutcomeInputs {
  readonly repositoryId: RepoId;
  readonly query: ScanQuery;
  readonly now: EpochMs;
}

/** Decides what the scans that were read come to. */
export function decideScanOutcome(
  read: ScanHistory & { readonly selection: ScanSelection },
  query: ScanOutcomeQuery,
): ScanFound | Unverified | ScanRunning | ScanAged {
  const { selection } = read;
  switch (selection.kind) {
    case 'selected':
      return decideAge(query, read, selection);
    case 'running':
      return { ...selection, kind: 'running' };
    case 'failed':
      return scanFailedFault(query, selection);
    case 'none':
      return noScanFault(query, read, selection.passedOver);
  }
}

/** States that a scan still ran when the time to wait was up. */
export function scanTimeoutFault(
  { query, waitTimeoutMs }: Pick<ScanOutcomeQuery, 'query' | 'waitTimeoutMs'>,
  { scan, passedOver }: Pick<ScanRunning, 'scan' | 'passedOver'>,
  waitedMs: number,
): Unverified {
  const state = scan.status ?? 'without a status';
  const fault = unverified(
    'scan-timeout',
    `${toScanName(scan)} of commit \`${toShortSha(query.sha)}\` was still ${state} after ${formatDuration(waitedMs)}.`,
    [
      'Run this job again when the scan has finished.',
      waitTimeoutMs === 0
        ? 'If it only takes a while, let the workflow wait for it: `wait-timeout: 10m`.'
        : `If scans usually take longer, let the workflow wait longer than \`wait-timeout: ${formatSetting(waitTimeoutMs)}\`.`,
    ],
  );
  return fault.with({ selected: selectAlone(scan, query.sha, passedOver) });
}

/**
 * Where bugs are counted from the repository, the scan only says how fresh that knowledge is: one that is too old is no
 * fault while the base branch is scanned. A scan that is counted from has to be young enough itself.
 */
function decideAge(
  query: ScanOutcomeQuery,
  { scans }: ScanHistory,
  selected: JudgedScan,
): ScanFound | Unverified | ScanAged {
  const { maxScanAgeMs, now } = query;
  if (maxScanAgeMs === null) return { kind: 'found', selected };
  if (isFromFuture(selected.scan, now)) return futureScanFault(selected.scan, now).with({ selected });
  if (scanAgeMs(selected.scan, now) <= maxScanAgeMs) return { kind: 'found', selected };
  const allowed = `\`max-scan-age\` allows ${formatDuration(maxScanAgeMs)}`;
  if (decideCounting(query, selected).countFrom === 'scan') {
    return oldScanFault(selected, `finished ${toEnd([selected.scan], now)}; ${allowed}`).with({ selected });
  }
  const full = selectFullScans(query, scans.slice(0, scans.indexOf(selected.scan)));
  const young = full.filter((scan) => scanAgeMs(scan, now) <= maxScanAgeMs);
  const commits = [...new Set(young.flatMap(({ sha }) => sha ?? []))].slice(0, MAX_COMPARED);
  const stale = (what: string, headline: string): Unverified =>
    unverified('stale-scan', `${what}; ${allowed}.`, [
      'When the base branch has been scanned again, run this job again.',
    ]).with({ selected, headline });
  if (commits.length === 0) {
    return stale(
      `No full scan that can be used has finished since ${toEnd([...full, selected.scan], now)}`,
      'there is no recent full scan',
    );
  }
  const fault = stale(
    `None of the newest full scans is of a commit on the base branch, and the judged scan \`${selected.scan.id}\` finished ${toEnd([selected.scan], now)}`,
    'there is no recent scan of the base branch',
  );
  return { kind: 'aged', selected, commits, fault };
}

/** How many commits are compared with the base branch, where scans of other branches come before one of it. */
const MAX_COMPARED = 30;

/** The complete full ones that may be used and are not dated in the future. */
function selectFullScans({ query, now }: ScanOutcomeQuery, scans: readonly Scan[]): readonly UsableScan[] {
  return scans
    .filter(isComplete)
    .filter((scan) => isFullScan(scan) && isOfTypes(scan, query.types) && !isFromFuture(scan, now));
}

/** When the last of the scans ended: never empty. */
function toEnd(scans: readonly Scan[], now: EpochMs): string {
  const endedAt = Math.max(...scans.map(scanEndMs)) as EpochMs;
  return `${formatTime(endedAt)}, ${formatDuration(Math.max(0, now - endedAt))} ago`;
}

/** `when` says when it finished, and how long ago that may be. */
function oldScanFault({ scan, standsIn }: JudgedScan, when: string): Unverified {
  return unverified(
    'stale-scan',
    `Scan \`${scan.id}\` ${when}.`,
    standsIn
      ? [
          'Merge the base branch into yours, so that a newer scan counts.',
          'If the newest scan of the base branch is too old as well, start one in the service, then run this job again.',
        ]
      : ['Scan the commit again in the service, then run this job again.'],
  );
}

function futureScanFault(scan: UsableScan, now: EpochMs): Unverified {
  const ahead = formatDuration(scanAheadMs(scan, now));
  return unverified(
    'stale-scan',
    `Scan \`${scan.id}\` is dated ${ahead} in the future, so \`max-scan-age\` cannot tell how old it is.`,
    ['Set the clock of the machine that runs this job, or ask who runs the service about its clock.'],
  ).with({ headline: 'the scan is dated in the future' });
}

function scanFailedFault(
  { query }: ScanOutcomeQuery,
  { scan, passedOver }: Pick<ScanRunning, 'scan' | 'passedOver'>,
): Unverified {
  const fault = unverified(
    'scan-failed',
    `${toScanName(scan)} of commit \`${toShortSha(query.sha)}\` ended as ${scan.status ?? 'failed'}, and no other scan of it can be used.`,
    ['Start the scan again in the service, then run this job again.'],
  );
  return fault.with({ selected: selectAlone(scan, query.sha, passedOver) });
}

function noScanFault(
  { repositoryId, query, waitForScanMs }: ScanOutcomeQuery,
  read: ScanHistory,
  passedOver: readonly Scan[],
): Unverified {
  const { scans, foreignRepositoryIds } = read;
  const what = [
    `No scan of commit \`${toShortSha(query.sha)}\` can be used.`,
    describeScansRead(repositoryId, read),
    ...toPassedOverSentences(passedOver),
  ].join(' ');
  if (scans.length === 0 && foreignRepositoryIds.length > 0) {
    return unverified('no-scan', what, OTHER_REPOSITORY_ADVICE);
  }
  const advice = compact([
    'Start a scan of this commit in the service, then run this job again.',
    waitForScanMs === 0
      ? 'If scans start by themselves but late, let the workflow wait for them: `wait-for-scan: 5m`.'
      : `If scans start later than \`wait-for-scan: ${formatSetting(waitForScanMs)}\` allows for, let the workflow wait longer.`,
    query.types.length > 0 &&
      `Only scans of ${query.types.length === 1 ? 'the type' : 'the types'} \`${query.types.join(', ')}\` count: see the input \`scan-types\`.`,
    // `latest` has looked at every commit already.
    query.strategies.every((strategy) => strategy === 'exact') &&
      'If not every commit is scanned, let the workflow use the scan of an older commit: `scan-match: exact, ancestor`.',
  ]);
  return unverified('no-scan', what, [
    ...(foreignRepositoryIds.length === 0 ? [] : OTHER_REPOSITORY_ADVICE),
    ...advice,
  ]);
}

const MAX_NAMED_REPOSITORIES = 5;

function describeScansRead(repositoryId: RepoId, { scans, foreignRepositoryIds }: ScanHistory): string {
  const read = scans.length + foreignRepositoryIds.length;
  if (read === 0) return 'The service has no scan of this repository at all.';
  const none = `None of the ${countOf(read, 'newest scan', 'newest scans')} matches`;
  if (foreignRepositoryIds.length === 0) return `${none}.`;
  const repositories = [...new Set(foreignRepositoryIds)].slice(0, MAX_NAMED_REPOSITORIES);
  const names = repositories.map((id) => `\`${id}\``).join(', ');
  const count = foreignRepositoryIds.length === 1 ? '1 is' : `${foreignRepositoryIds.length} are`;
  return `${none}: ${count} not of \`${repositoryId}\` but of ${names}.`;
}

export const OTHER_REPOSITORY_ADVICE: readonly string[] = [
  'Check the input `repository-id`, or leave it out so that the repository is looked up.',
  'If it is right, tell whoever runs the service: its answer is for another repository.',
];
