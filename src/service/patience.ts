// Patience with a service that is down: while the wait for a scan lasts, from the first request to the service on.
import { isServiceError, type ServiceError } from '../client/index.ts';
import { formatDuration } from '../judgement/format.ts';
import type { CommitSha, EpochMs } from '../judgement/identifiers.ts';
import { compact } from '../judgement/lists.ts';
import { supersededFault } from '../judgement/unverified.ts';
import type { Clock } from '../net/clock.ts';

type FindHead = () => Promise<CommitSha | null>;

export interface Patience {
  readonly sha: CommitSha;
  /** The time of the first request to the service. */
  readonly startedAt: EpochMs;
  readonly inputs: {
    /** How long to wait for a scan to appear, and for the service to answer. */
    readonly waitForScanMs: number;
    readonly pollIntervalMs: number;
  };
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Returns the pull request's current head, null if unknown. Null instead of a function: there is nothing to compare. */
  readonly findHead: FindHead | null;
  readonly log: (line: string) => void;
}

/**
 * Asks until there is an answer, an error that would be the same next time, or the wait is over.
 * @throws {Unverified} If the pull request has a newer head by then. Else what `ask` throws.
 */
export async function askPatiently<Answer>(patience: Patience, ask: () => Promise<Answer>): Promise<Answer> {
  const { clock, signal, inputs, startedAt, sha } = patience;
  const wait = { sinceMs: startedAt, mostMs: inputs.waitForScanMs };
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ask();
    } catch (error) {
      if (!isTransient(error) || !isPatient(patience)) throw error;
      logLook(patience, { attempt, seen: describeAnswer(error), ...wait });
    }
    await clock.wait(toPauseMs(patience, attempt, wait), signal);
    if (await hasMoved(sha, patience.findHead?.())) throw supersededFault(sha, ' while the service was awaited');
  }
}

/** Whether the pull request's head, as far as it is known, is no longer this commit. */
export async function hasMoved(sha: CommitSha, head: ReturnType<FindHead> | null | undefined): Promise<boolean> {
  const now = (await head) ?? null;
  return now !== null && now !== sha;
}

/** Whether a service that is down may yet answer in time. */
export function isPatient({ clock, startedAt, inputs }: Pick<Patience, 'clock' | 'startedAt' | 'inputs'>): boolean {
  return clock.now() - startedAt < inputs.waitForScanMs;
}

/** A refusal or a malformed answer would be the same next time. */
export function isTransient(error: unknown): error is ServiceError {
  if (!isServiceError(error) || error.kind === 'decode') return false;
  const { status = 500 } = error;
  return status === 408 || status === 429 || status >= 500;
}

/** What came of asking a service that failed. */
export function describeAnswer({ status }: ServiceError): string {
  return `the service ${status === undefined ? 'did not answer' : `answered ${status}`}`;
}

/** Since when and how long at most the gate waits. */
export interface Wait {
  readonly sinceMs: number;
  readonly mostMs: number;
}

/** One attempt that is followed by another. */
interface Attempt extends Wait {
  /** From 1. */
  readonly attempt: number;
  /** Such as `no scan yet`. */
  readonly seen: string;
  /** Such as `failure 2 of 5 in a row`. */
  readonly count?: string | undefined;
}

/** One line: what was seen, how long it took, and when the gate gives up. */
export function logLook(
  { clock, log }: Pick<Patience, 'clock' | 'log'>,
  { attempt, seen, count, sinceMs, mostMs }: Attempt,
): void {
  const waited = formatDuration(clock.now() - sinceMs);
  const facts = compact([count, `${waited} so far`, `gives up after ${formatDuration(mostMs)}`]);
  log(`Attempt ${attempt}: ${seen} (${facts.join(', ')}).`);
}

const MIN_PAUSE_MS = 200;
const MAX_PAUSE_FACTOR = 6;

/**
 * How long to wait after so many attempts. Grows by half each time, up to six times the interval, minus a random part;
 * never longer than the remaining time.
 */
export function toPauseMs(
  { clock, inputs }: Pick<Patience, 'clock' | 'inputs'>,
  attempts: number,
  { sinceMs, mostMs }: Wait,
): number {
  const factor = Math.min(MAX_PAUSE_FACTOR, 1.5 ** (attempts - 1));
  const pauseMs = inputs.pollIntervalMs * factor * (1 - 0.2 * clock.random());
  const leftMs = Math.max(0, sinceMs + mostMs - clock.now());
  return Math.max(MIN_PAUSE_MS, Math.min(pauseMs, leftMs));
}
