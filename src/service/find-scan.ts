// The search for the scan to judge, which waits while it runs or has not started.
import { isServiceError, type ServiceClient, type ServiceError } from '../client/index.ts';
import { formatDuration } from '../judgement/format.ts';
import type { CommitSha, RepoId } from '../judgement/identifiers.ts';
import {
  decideScanOutcome,
  type ScanAged,
  type ScanFound,
  type ScanRunning,
  scanTimeoutFault,
  type ScanUnusable,
} from '../judgement/scan-outcome.ts';
import type { CountingQuery } from '../judgement/scan-results.ts';
import { type ScanMatch, type ScanQuery, type ScanSelection, selectScan } from '../judgement/scan-selection.ts';
import { isStuck, type Scan, type ScanHistory } from '../judgement/scan.ts';
import { supersededFault, type Unverified } from '../judgement/unverified.ts';
import type { Clock } from '../net/clock.ts';
import { type FindIsOnBase, resolveAged } from './scan-age.ts';
import { createScanReader, scanHistoryFault, type ScanReader } from './scan-history.ts';

/** Which scan to use, and how long to wait for it. */
export interface ScanQueryInputs extends CountingQuery {
  /** Not empty; tried in order where the commit has no scan of its own. */
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
  /** Asked where the judged scan is too old and newer ones are not. */
  readonly findIsOnBase: FindIsOnBase;
  readonly log: (line: string) => void;
}

/** The outcome, and the repository's scans as far as they were read, newest first. */
export interface ScanSearchResult {
  readonly outcome: ScanFound | ScanUnusable;
  readonly scans: readonly Scan[];
}

const MAX_FAILED_ATTEMPTS = 5;
const MIN_PAUSE_MS = 200;
const MAX_PAUSE_FACTOR = 6;

/** Polls until the answer is known, the time is up, or the pull request has a newer head. */
export async function findScan(search: ScanSearch): Promise<ScanSearchResult> {
  const waiting: Waiting = {
    reader: createScanReader(search, (scan) => mayChange(search, scan)),
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
      if (outcome?.kind === 'aged') return { outcome: await resolveAged(outcome, search.findIsOnBase), scans };
      if (outcome !== null) return { outcome, scans };
    }
    await search.clock.wait(toPauseMs(search, waiting), search.signal);
  }
}

/** A stuck scan is not expected to end, but one of the commit itself would decide. */
function mayChange({ query, clock }: ScanSearch, scan: Scan): boolean {
  if (scan.state !== 'running') return false;
  return scan.sha === query.sha || !isStuck(scan, clock.now());
}

/** The state kept between attempts. */
interface Waiting {
  readonly reader: ScanReader;
  readonly startedAt: number;
  runningSince: number | null;
  attempts: number;
  /** Failed attempts in a row. */
  failures: number;
}

interface Attempt extends ScanHistory {
  readonly kind: 'read';
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
    const read = await fetchScans(search, waiting);
    if (await hasMoved(search, head)) return supersededFault(search.query.sha, ' while its scan was awaited');
    waiting.failures = 0;
    return read;
  } catch (error) {
    await head;
    waiting.failures += 1;
    const refusal = scanHistoryFault(error, search.repositoryId);
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

/** A refusal or a malformed answer would be the same next time. */
function isTransient(error: unknown): error is ServiceError {
  if (!isServiceError(error) || error.kind === 'decode') return false;
  const { status = 500 } = error;
  return status === 408 || status === 429 || status >= 500;
}

async function hasMoved({ query }: ScanSearch, head: Promise<CommitSha | null> | null | undefined): Promise<boolean> {
  const sha = (await head) ?? null;
  return sha !== null && sha !== query.sha;
}

async function fetchScans({ query, clock }: ScanSearch, { reader }: Waiting): Promise<Attempt> {
  const history = await reader.look(
    (scans) => selectScan({ scans, exhausted: false }, query, clock.now()).kind !== 'unknown',
  );
  // Either they were enough for an answer, or there are no more.
  const read = { scans: history.scans, exhausted: true };
  const now = clock.now();
  const first = { ...query, strategies: query.strategies.slice(0, 1) };
  return {
    kind: 'read',
    ...history,
    selection: selectScan(read, query, now),
    firstSelection: selectScan(read, first, now),
  };
}

/** Null: poll again. */
function decideOutcome(
  search: ScanSearch,
  waiting: Waiting,
  read: Attempt,
): ScanFound | ScanUnusable | ScanAged | null {
  const { firstSelection } = read;
  const now = search.clock.now();
  const { waitForScanMs } = search.inputs;
  const elapsedMs = now - waiting.startedAt;
  if (firstSelection.kind === 'none' && elapsedMs < waitForScanMs) {
    search.log(
      `Attempt ${waiting.attempts}: no scan yet (${formatDuration(elapsedMs)} so far, ${formatDuration(waitForScanMs)} at most).`,
    );
    return null;
  }
  const outcome = decideScanOutcome(read, { ...search.inputs, ...search, now });
  return outcome.kind === 'running' ? decideRunning(search, waiting, outcome) : outcome;
}

function decideRunning(search: ScanSearch, waiting: Waiting, running: ScanRunning): ScanUnusable | null {
  const { scan } = running;
  const now = search.clock.now();
  waiting.runningSince ??= now;
  const waitedMs = now - waiting.runningSince;
  const { waitTimeoutMs } = search.inputs;
  if (waitedMs >= waitTimeoutMs) return scanTimeoutFault(search, running, waitedMs);
  const state = scan.status ?? 'without a status';
  const name = scan.id === null ? 'a scan without an ID' : `scan ${scan.id}`;
  search.log(
    `Attempt ${waiting.attempts}: ${name} is ${state} (${formatDuration(waitedMs)} so far, gives up after ${formatDuration(waitTimeoutMs)}).`,
  );
  return null;
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
