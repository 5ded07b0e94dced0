// The search for the scan to judge, which waits while it runs or has not started.
import type { ServiceClient } from '../client/index.ts';
import type { RepoId } from '../judgement/identifiers.ts';
import {
  decideScanOutcome,
  type ScanAged,
  type ScanFound,
  type ScanOutcomeInputs,
  type ScanRunning,
  scanTimeoutFault,
} from '../judgement/scan-outcome.ts';
import { isStuck, type Scan, type ScanHistory } from '../judgement/scan.ts';
import {
  isDecided,
  type ScanMatch,
  type ScanQuery,
  type ScanSelection,
  type SelectedScan,
  selectScan,
} from '../judgement/selection.ts';
import { isUnverified, supersededFault, type Unverified } from '../judgement/unverified.ts';
import {
  describeAnswer,
  hasMoved,
  isPatient,
  isTransient,
  logLook,
  type Patience,
  toPauseMs,
  type Wait,
} from './patience.ts';
import { type FindIsOnBase, resolveAged } from './scan-age.ts';
import { createScanReader, scanHistoryFault, type ScanReader } from './scan-history.ts';

/** Which scan to use, and how long to wait for it. */
export interface ScanQueryInputs extends ScanOutcomeInputs {
  /** Not empty; tried in order where the commit has no scan of its own. */
  readonly scanMatch: readonly ScanMatch[];
  /** The `scanType` values that may be used; empty means any. */
  readonly scanTypes: readonly string[];
  readonly pollIntervalMs: number;
}

export interface ScanSearch extends Patience {
  readonly service: ServiceClient;
  readonly repositoryId: RepoId;
  readonly query: ScanQuery;
  readonly inputs: ScanQueryInputs;
  /** Asked where the judged scan is too old and newer ones are not. */
  readonly findIsOnBase: FindIsOnBase;
}

/** The scan to judge, and the repository's scans as far as they were read, newest first. */
export interface FoundScan {
  readonly selected: SelectedScan;
  readonly scans: readonly Scan[];
}

const MAX_FAILED_ATTEMPTS = 5;
const MOVED = ' while its scan was awaited';

/**
 * Polls until the answer is known, the time is up, or the pull request has a newer head.
 * @throws {Unverified} If there is no scan to judge; says what was read.
 */
export async function findScan(search: ScanSearch): Promise<FoundScan> {
  const { repositoryId, clock, signal } = search;
  const waiting: Waiting = {
    fetchHistory: createScanReader(search, (scan) => mayChange(search, scan)),
    runningSince: null,
    attempts: 0,
    failures: 0,
  };
  let scans: readonly Scan[] = [];
  for (;;) {
    const read = await attempt(search, waiting);
    if (isUnverified(read)) throw read.with({ repositoryId, scans });
    if (read !== null) {
      scans = read.scans;
      const decided = decideOutcome(search, waiting, read);
      const outcome = decided?.kind === 'aged' ? await resolveAged(decided, search.findIsOnBase) : decided;
      if (isUnverified(outcome)) throw outcome.with({ repositoryId, scans });
      if (outcome !== null) return { selected: outcome.selected, scans };
    }
    await clock.wait(toPauseMs(search, waiting.attempts, toWait(search, waiting)), signal);
  }
}

/** A stuck scan is not expected to end, but one of the commit itself would decide. */
function mayChange({ query, clock }: ScanSearch, scan: Scan): boolean {
  if (scan.state !== 'running') return false;
  return scan.sha === query.sha || !isStuck(scan, clock.now());
}

/** The state kept between attempts. */
interface Waiting {
  readonly fetchHistory: ScanReader;
  runningSince: number | null;
  attempts: number;
  /** Failed attempts in a row. */
  failures: number;
}

interface Look extends ScanHistory {
  readonly selection: ScanSelection;
  /** The selection with the first strategy only. */
  readonly firstSelection: ScanSelection;
}

/** Null: the service could not be asked this time. */
async function attempt(search: ScanSearch, waiting: Waiting): Promise<Look | Unverified | null> {
  waiting.attempts += 1;
  // The first attempt is right after the event, so only later ones check whether the head has moved.
  const head = waiting.attempts > 1 ? search.findHead?.() : null;
  try {
    const read = await fetchScans(search, waiting);
    if (await hasMoved(search.sha, head)) return supersededFault(search.query.sha, MOVED);
    waiting.failures = 0;
    return read;
  } catch (error) {
    if (isTransient(error) && (await hasMoved(search.sha, head))) return supersededFault(search.query.sha, MOVED);
    waiting.failures += 1;
    const isRunning = waiting.runningSince !== null;
    const isTolerated = isRunning ? waiting.failures < MAX_FAILED_ATTEMPTS : isPatient(search);
    if (!isTransient(error) || !isTolerated) return scanHistoryFault(error, search.repositoryId);
    const count = isRunning ? `failure ${waiting.failures} of ${MAX_FAILED_ATTEMPTS} in a row` : undefined;
    logLook(search, { attempt: waiting.attempts, seen: describeAnswer(error), count, ...toWait(search, waiting) });
    return null;
  }
}

async function fetchScans({ query, clock }: ScanSearch, { fetchHistory }: Waiting): Promise<Look> {
  const history = await fetchHistory((scans) => isDecided(scans, query, clock.now()));
  const now = clock.now();
  const first = { ...query, strategies: query.strategies.slice(0, 1) };
  return {
    ...history,
    selection: selectScan(history.scans, query, now),
    firstSelection: selectScan(history.scans, first, now),
  };
}

/** Null: poll again. */
function decideOutcome(search: ScanSearch, waiting: Waiting, read: Look): ScanFound | Unverified | ScanAged | null {
  const { firstSelection } = read;
  const now = search.clock.now();
  if (firstSelection.kind === 'none' && isPatient(search)) {
    const wait = { sinceMs: search.startedAt, mostMs: search.inputs.waitForScanMs };
    logLook(search, { attempt: waiting.attempts, seen: 'no scan yet', ...wait });
    return null;
  }
  const outcome = decideScanOutcome(read, { ...search.inputs, ...search, now });
  return outcome.kind === 'running' ? decideRunning(search, waiting, outcome) : outcome;
}

function decideRunning(search: ScanSearch, waiting: Waiting, running: ScanRunning): Unverified | null {
  const { scan } = running;
  const now = search.clock.now();
  waiting.runningSince ??= now;
  const waitedMs = now - waiting.runningSince;
  const { waitTimeoutMs } = search.inputs;
  if (waitedMs >= waitTimeoutMs) return scanTimeoutFault({ ...search, waitTimeoutMs }, running, waitedMs);
  const state = scan.status ?? 'without a status';
  const name = scan.id === null ? 'a scan without an ID' : `scan ${scan.id}`;
  logLook(search, { attempt: waiting.attempts, seen: `${name} is ${state}`, ...toWait(search, waiting) });
  return null;
}

/** For a running scan to end, or for one to appear. */
function toWait({ startedAt, inputs: { waitForScanMs, waitTimeoutMs } }: ScanSearch, { runningSince }: Waiting): Wait {
  return runningSince === null
    ? { sinceMs: startedAt, mostMs: waitForScanMs }
    : { sinceMs: runningSince, mostMs: waitTimeoutMs };
}
