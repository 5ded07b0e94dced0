// What a selection among scans comes to: a scan that may be judged, one that still runs, or why there is none. Pure.
import { countOf, formatDuration } from './format.ts';
import { type EpochMs, type RepoId, toShortSha } from './identifiers.ts';
import { toPassedOverSentences, toScanName } from './scan-line.ts';
import {
  type JudgedScan,
  type ScanQuery,
  type ScanSelection,
  selectAlone,
  type SelectedScan,
} from './scan-selection.ts';
import { isFromFuture, type Scan, scanAgeMs, scanAheadMs, type ScanHistory, type UsableScan } from './scan.ts';
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

export interface ScanOutcomeQuery {
  readonly repositoryId: RepoId;
  readonly query: ScanQuery;
  /** Null: any age. */
  readonly maxScanAgeMs: number | null;
  readonly now: EpochMs;
}

/** Decides what the scans that were read come to; `unknown` counts as none. */
export function decideScanOutcome(
  read: ScanHistory & { readonly selection: ScanSelection },
  query: ScanOutcomeQuery,
): ScanFound | Unverified | ScanRunning {
  const { selection } = read;
  switch (selection.kind) {
    case 'selected':
      return decideAge(query, selection);
    case 'running':
      return { ...selection, kind: 'running' };
    case 'failed':
      return scanFailedFault(query, selection);
    case 'none':
      return noScanFault(query, read, selection.passedOver);
    case 'unknown':
      return noScanFault(query, read, []);
  }
}

/** States that a scan still ran when the time to wait was up. */
export function scanTimeoutFault(
  { query }: Pick<ScanOutcomeQuery, 'query'>,
  { scan, passedOver }: Pick<ScanRunning, 'scan' | 'passedOver'>,
  waitedMs: number,
): Unverified {
  const state = scan.status ?? 'without a status';
  const fault = unverified(
    'scan-timeout',
    `${toScanName(scan)} of commit \`${toShortSha(query.sha)}\` was still ${state} after ${formatDuration(waitedMs)}.`,
    ['Run this job again when the scan has finished, or raise the input `wait-timeout`.'],
  );
  return fault.with({ selected: selectAlone(scan, query.sha, passedOver) });
}

function decideAge({ maxScanAgeMs, now }: ScanOutcomeQuery, selected: JudgedScan): ScanFound | Unverified {
  if (maxScanAgeMs === null) return { kind: 'found', selected };
  if (isFromFuture(selected.scan, now)) return futureScanFault(selected.scan, now).with({ selected });
  const ageMs = scanAgeMs(selected.scan, now);
  if (ageMs <= maxScanAgeMs) return { kind: 'found', selected };
  const fault = unverified(
    'stale-scan',
    `Scan \`${selected.scan.id}\` is ${formatDuration(ageMs)} old; \`max-scan-age\` allows ${formatDuration(maxScanAgeMs)}.`,
    selected.standsIn
      ? [
          'Merge the base branch into yours, so that a newer scan counts.',
          'If the newest scan of the base branch is too old as well, start one in the service, then run this job again.',
        ]
      : ['Scan the repository again, then run this job again.'],
  );
  return fault.with({ selected });
}

function futureScanFault(scan: UsableScan, now: EpochMs): Unverified {
  const ahead = formatDuration(scanAheadMs(scan, now));
  return unverified(
    'stale-scan',
    `Scan \`${scan.id}\` is dated ${ahead} in the future, so \`max-scan-age\` cannot tell how old it is.`,
    ['Set the clock of the machine that runs this job, or ask who runs the service about its clock.'],
  );
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
  { repositoryId, query }: ScanOutcomeQuery,
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
  return unverified('no-scan', what, [
    ...(foreignRepositoryIds.length === 0 ? [] : OTHER_REPOSITORY_ADVICE),
    'Start a scan of this commit in the service, then run this job again.',
    'If scans start by themselves but late, let the workflow wait for them: `wait-for-scan: 5m`.',
    ...(query.types.length === 0
      ? []
      : [`Only scans of the types ${query.types.join(', ')} count: see the input \`scan-types\`.`]),
    ...(query.strategies.includes('ancestor')
      ? []
      : [
          'If not every commit is scanned, let the workflow use the scan of an older commit: `scan-match: exact, ancestor`.',
        ]),
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
