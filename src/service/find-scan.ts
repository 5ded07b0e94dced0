// The search for the scan to judge, which waits while it runs or has not started.
import {
  isServiceError,
  errorCategory,
  type ServiceClient,
  type ServiceError,
} from '../client/index.ts';
import { toShortSha, type CommitSha, type EpochMs, type RepoId } from '../domain/identifiers.ts';
import {
  isFromFuture,
  scanAgeMs,
  scanAheadMs,
  type Scan,
  type UsableScan,
} from '../domain/scan.ts';
import {
  selectAlone,
  selectScan,
  type SelectedScan,
  type ScanSelection,
  type ScanMatch,
  type ScanQuery,
} from '../domain/scan-selection.ts';
import { countOf, formatDuration } from '../domain/format.ts';
import type { Clock } from '../net/clock.ts';
import { toScan } from './to-finding.ts';
import { unverified, type Unverified } from '../domain/unverified.ts';
import { unverifiedBy } from './unverified-by.ts';
import { OTHER_REPOSITORY_ADVICE } from './other-repository.ts';
import { supersededFault } from './superseded.ts';

/** Which scan to use, and how long to wait for it. */
export interface ScanQueryInputs {
  /** Not empty; tried in order. */
  readonly scanMatch: readonly ScanMatch[];
  /** The `scanType` values that may be used; empty means any. */
  readonly scanTypes: readonly string[];
  /** Null: any age. */
  readonly maxScanAgeMs: number | null;
  /** How long to wait for a scan to appear. */
  readonly waitForScanMs: number;
  /** How long to wait for a scan in progress to end. */
  readonly waitTimeoutMs: number;
  readonly pollIntervalMs: number;
}

export interface ScanSearch {
  readonly service: ServiceClient;
  readonly repositoryId: RepoId;
  readonly query: ScanQuery;
  readonly inputs: ScanQueryInputs;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Returns the pull request's current head, null if unknown. Null instead of a function: there is nothing to compare. */
  readonly findHead: (() => Promise<CommitSha | null>) | null;
  readonly log: (line: string) => void;
}

/** The outcome, and the repository's scans as far as they were read, newest first. */
export interface ScanSearchResult {
  readonly outcome: ScanFound | ScanUnusable;
  readonly scans: readonly Scan[];
}

export interface ScanFound {
  readonly kind: 'found';
  readonly selected: SelectedScan;
}

export interface ScanUnusable extends Unverified {
  /** The scan that is too old, still running or failed. Absent if there is none. */
  readonly selected?: SelectedScan;
}

/** A repository may have years of scans; we do not search further than this. */
const MAX_SCANS = 2_000;
/** After each page of the client we check whether to read on. */
const PAGE = 100;
const MAX_FAILED_ATTEMPTS = 5;
const MIN_PAUSE_MS = 200;
const MAX_PAUSE_FACTOR = 6;

/** Polls until the answer is known, the time is up, or the pull request has a newer head. */
export async function findScan(search: ScanSearch): Promise<ScanSearchResult> {
  const waiting: Waiting = {
    startedAt: search.clock.now(),
    runningSince: null,
    attempts: 0,
    failures: 0,
  };
  let scans: readonly Scan[] = [];
  for (;;) {
    const read = await attempt(search, waiting);
    if (read.kind === 'unverified') return { outcome: read, scans };
    if (read.kind === 'read') {
      scans = read.scans;
      const outcome = decideOutcome(search, waiting, read);
      if (outcome !== null) return { outcome, scans };
    }
    await search.clock.wait(toPauseMs(search, waiting), search.signal);
  }
}

/** The state kept between attempts. */
interface Waiting {
  readonly startedAt: number;
  runningSince: number | null;
  attempts: number;
  /** Failed attempts in a row. */
  failures: number;
}

interface Attempt {
  readonly kind: 'read';
  readonly scans: readonly Scan[];
  /** The repository of each scan that is not of ours, in the order of the scans. */
  readonly foreignRepositoryIds: readonly string[];
  readonly selection: ScanSelection;
  /** The selection with the first strategy only. */
  readonly firstSelection: ScanSelection;
}

async function attempt(
  search: ScanSearch,
  waiting: Waiting,
): Promise<Attempt | Unverified | { readonly kind: 'missed' }> {
  waiting.attempts += 1;
  // The first attempt is right after the event, so only later ones check whether the head has moved.
  const head = waiting.attempts > 1 ? search.findHead?.() : null;
  try {
    const read = await fetchScans(search);
    if (await hasMoved(search, head))
      return supersededFault(search.query.sha, ' while its scan was awaited');
    waiting.failures = 0;
    return read;
  } catch (error) {
    await head;
    waiting.failures += 1;
    const refusal = isUnknownRepository(error)
      ? unknownRepositoryFault(search)
      : unverifiedBy(error);
    const isPatient = waiting.attempts > 1 && waiting.failures < MAX_FAILED_ATTEMPTS;
    if (refusal.reason !== 'service-error' || !isPatient || !isTransient(error)) return refusal;
    logFailedAttempt(search, waiting, error.status);
    return { kind: 'missed' };
  }
}

function logFailedAttempt(search: ScanSearch, waiting: Waiting, status: number | undefined): void {
  const { sinceMs, mostMs } = toWait(search, waiting);
  const waited = formatDuration(search.clock.now() - sinceMs);
  const seen = status === undefined ? 'did not answer' : `answered ${status}`;
  const failures = `failure ${waiting.failures} of ${MAX_FAILED_ATTEMPTS} in a row`;
  search.log(
    `Attempt ${waiting.attempts}: the service ${seen} (${failures}, ${waited} so far, gives up after ${formatDuration(mostMs)}).`,
  );
}

/** The list of scans depends only on the repository, so "not found" means that the repository is unknown. */
function isUnknownRepository(error: unknown): boolean {
  return isServiceError(error) && error.kind === 'api' && errorCategory(error) === 'not-found';
}

function unknownRepositoryFault({ repositoryId }: ScanSearch): Unverified {
  return unverified(
    'repository-not-found',
    `The service knows no repository \`${repositoryId}\`, or this API key may not see it.`,
    ['Check the input `repository-id`, or leave it out so that the repository is looked up.'],
  );
}

/** A refusal or a malformed answer would be the same next time. */
function isTransient(error: unknown): error is ServiceError {
  if (!isServiceError(error) || error.kind === 'decode') return false;
  const { status = 500 } = error;
  return status === 408 || status === 429 || status >= 500;
}

async function hasMoved(
  { query }: ScanSearch,
  head: Promise<CommitSha | null> | null | undefined,
): Promise<boolean> {
  const sha = (await head) ?? null;
  return sha !== null && sha !== query.sha;
}

async function fetchScans({ service, repositoryId, query, signal }: ScanSearch): Promise<Attempt> {
  const scans: Scan[] = [];
  const foreignRepositoryIds: string[] = [];
  const found = service.scans.iterate({ repoId: repositoryId, maxScans: MAX_SCANS }, { signal });
  for await (const scan of found) {
    const ours = toScan(scan);
    // A scan of another repository must not be judged, even if the service lists it here.
    const isOurs = scan.repoId === repositoryId;
    scans.push(isOurs ? ours : { ...ours, id: null });
    if (!isOurs) foreignRepositoryIds.push(scan.repoId);
    if (scans.length % PAGE !== 0) continue;
    const selection = selectScan({ scans, exhausted: false }, query);
    if (selection.kind !== 'unknown') break;
  }
  return { kind: 'read', scans, foreignRepositoryIds, ...selectFrom(scans, query) };
}

/** Treats the scans as complete: either they were enough for an answer, or there are no more. */
function selectFrom(
  scans: readonly Scan[],
  query: ScanQuery,
): Pick<Attempt, 'selection' | 'firstSelection'> {
  const read = { scans, exhausted: true };
  return {
    selection: selectScan(read, query),
    firstSelection: selectScan(read, { ...query, strategies: query.strategies.slice(0, 1) }),
  };
}

/** Null: poll again. */
function decideOutcome(
  search: ScanSearch,
  waiting: Waiting,
  read: Attempt,
): ScanFound | ScanUnusable | null {
  const { selection, firstSelection } = read;
  const now = search.clock.now();
  const { waitForScanMs } = search.inputs;
  const elapsedMs = now - waiting.startedAt;
  if (firstSelection.kind === 'none' && elapsedMs < waitForScanMs) {
    search.log(
      `Attempt ${waiting.attempts}: no scan yet (${formatDuration(elapsedMs)} so far, ${formatDuration(waitForScanMs)} at most).`,
    );
    return null;
  }
  switch (selection.kind) {
    case 'selected':
      return decideAge(search, selection);
    case 'running':
      return decideRunning(search, waiting, selection.scan);
    case 'failed':
      return scanFailedFault(search, selection.scan);
    case 'none':
    case 'unknown':
      return noScanFault(search, read);
  }
}

function decideRunning(
  search: ScanSearch,
  waiting: Waiting,
  scan: UsableScan,
): ScanUnusable | null {
  const now = search.clock.now();
  waiting.runningSince ??= now;
  const waitedMs = now - waiting.runningSince;
  const { waitTimeoutMs } = search.inputs;
  const state = scan.status ?? 'without a status';
  if (waitedMs >= waitTimeoutMs) {
    const fault = unverified(
      'scan-timeout',
      `Scan \`${scan.id}\` of commit \`${toShortSha(search.query.sha)}\` was still ${state} after ${formatDuration(waitedMs)}.`,
      ['Run this job again when the scan has finished, or raise the input `wait-timeout`.'],
    );
    return { ...fault, selected: selectAlone(scan, search.query.sha) };
  }
  search.log(
    `Attempt ${waiting.attempts}: scan ${scan.id} is ${state} (${formatDuration(waitedMs)} so far, gives up after ${formatDuration(waitTimeoutMs)}).`,
  );
  return null;
}

function decideAge(search: ScanSearch, selected: SelectedScan): ScanFound | ScanUnusable {
  const { maxScanAgeMs } = search.inputs;
  const now = search.clock.now();
  if (maxScanAgeMs === null) return { kind: 'found', selected };
  if (isFromFuture(selected.scan, now)) return { ...futureScanFault(selected.scan, now), selected };
  const ageMs = scanAgeMs(selected.scan, now);
  if (ageMs <= maxScanAgeMs) return { kind: 'found', selected };
  const fault = unverified(
    'stale-scan',
    `Scan \`${selected.scan.id}\` is ${formatDuration(ageMs)} old; \`max-scan-age\` allows ${formatDuration(maxScanAgeMs)}.`,
    ['Scan the repository again, then run this job again.'],
  );
  return { ...fault, selected };
}

function futureScanFault(scan: UsableScan, now: EpochMs): Unverified {
  const ahead = formatDuration(scanAheadMs(scan, now));
  return unverified(
    'stale-scan',
    `Scan \`${scan.id}\` is dated ${ahead} in the future, so \`max-scan-age\` cannot tell how old it is.`,
    [
      'Set the clock of the machine that runs this job, or ask who runs the service about its clock.',
    ],
  );
}

function scanFailedFault({ query }: ScanSearch, scan: UsableScan): ScanUnusable {
  const fault = unverified(
    'scan-failed',
    `Scan \`${scan.id}\` of commit \`${toShortSha(query.sha)}\` ended as ${scan.status ?? 'failed'}, and no other scan of it is complete.`,
    ['Start the scan again in the service, then run this job again.'],
  );
  return { ...fault, selected: selectAlone(scan, query.sha) };
}

function noScanFault({ repositoryId, query }: ScanSearch, read: Attempt): Unverified {
  const { scans, foreignRepositoryIds } = read;
  const summary = describeScansRead(repositoryId, read);
  const what = `No scan of commit \`${toShortSha(query.sha)}\` can be used. ${summary}`;
  if (scans.length > 0 && foreignRepositoryIds.length === scans.length) {
    return unverified('no-scan', what, OTHER_REPOSITORY_ADVICE);
  }
  return unverified('no-scan', what, [
    ...(foreignRepositoryIds.length === 0 ? [] : OTHER_REPOSITORY_ADVICE),
    'Start a scan of this commit in the service, then run this job again.',
    'If scans start by themselves but late, wait for them with the input `wait-for-scan`, such as `5m`.',
    ...(query.types.length === 0
      ? []
      : [`Only scans of the types ${query.types.join(', ')} count: see the input \`scan-types\`.`]),
    ...(query.strategies.includes('ancestor')
      ? []
      : [
          'If not every commit is scanned, let an older scan count: `scan-match: exact, ancestor`.',
        ]),
  ]);
}

const MAX_NAMED_REPOSITORIES = 5;

function describeScansRead(repositoryId: RepoId, { scans, foreignRepositoryIds }: Attempt): string {
  if (scans.length === 0) return 'The service has no scan of this repository at all.';
  const none = `None of the ${countOf(scans.length, 'scan', 'scans')} that were read fits`;
  if (foreignRepositoryIds.length === 0) return `${none}.`;
  const repositories = [...new Set(foreignRepositoryIds)].slice(0, MAX_NAMED_REPOSITORIES);
  const names = repositories.map((id) => `\`${id}\``).join(', ');
  const count = foreignRepositoryIds.length === 1 ? '1 is' : `${foreignRepositoryIds.length} are`;
  return `${none}: ${count} not of \`${repositoryId}\` but of ${names}.`;
}

/** Since when and how long at most the gate waits: for a running scan to end, or for one to appear. */
function toWait(
  { inputs: { waitForScanMs, waitTimeoutMs } }: ScanSearch,
  { startedAt, runningSince }: Waiting,
): { readonly sinceMs: number; readonly mostMs: number } {
  return runningSince === null
    ? { sinceMs: startedAt, mostMs: waitForScanMs }
    : { sinceMs: runningSince, mostMs: waitTimeoutMs };
}

/** Grows by half each time, up to six times the interval, minus a random part; never longer than the remaining time. */
function toPauseMs(search: ScanSearch, waiting: Waiting): number {
  const { pollIntervalMs } = search.inputs;
  const factor = Math.min(MAX_PAUSE_FACTOR, 1.5 ** (waiting.attempts - 1));
  const pauseMs = pollIntervalMs * factor * (1 - 0.2 * search.clock.random());
  const { sinceMs, mostMs } = toWait(search, waiting);
  const leftMs = Math.max(0, sinceMs + mostMs - search.clock.now());
  return Math.max(MIN_PAUSE_MS, Math.min(pauseMs, leftMs));
}
