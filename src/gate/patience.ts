// While waiting may change the answer, the gate waits, looks again, and judges again.
import { toBrief } from '../documents/causes.ts';
import { fetchPull } from '../github/pull-request.ts';
import { mayPass } from '../judgement/cause.ts';
import { countOf, formatDuration } from '../judgement/format.ts';
import type { EpochMs } from '../judgement/identifiers.ts';
import { findScans, judge, type Judgement, toUnjudged, type Waiting } from '../judgement/judge.ts';
import { compact } from '../judgement/lists.ts';
import type { Question } from '../judgement/question.ts';
import { toStateWord } from '../judgement/scan-wording.ts';
import type { Scan } from '../judgement/scan.ts';
import { Unverified } from '../judgement/unverified.ts';
import { capture } from '../net/abort.ts';
import type { Clock } from '../net/clock.ts';
import type { GateSession } from './session.ts';
import type { Subject } from './subject.ts';
import { beginAsking, openWorld, type RunWorld } from './world.ts';

/** How often lists that fall short are read again, a `poll-interval` apart. */
export const MAX_REREADS = 3;
/** The list of scans may fail so often in a row while a running scan is awaited. */
const MAX_FAILURES = 5;

interface Wait {
  readonly attempt: number;
  readonly startedAt: EpochMs;
  /** A scan in progress has been awaited since then; null: none is. */
  readonly runningSince: EpochMs | null;
  /** So many looks in a row failed. */
  readonly failures: number;
  readonly rereads: number;
  /** A look reads as far as this scan of the commit. */
  readonly oldest: Scan | null;
}

interface Answered<Answer> {
  readonly answer: Answer;
  readonly world: RunWorld;
}

/** Judges, first in a world that was opened before. Rejects only for a cancelled job or a defect. */
export async function judgePatiently(
  session: GateSession,
  subject: Subject,
  first: RunWorld,
): Promise<Answered<Judgement>> {
  const { runner, clock, signal } = session;
  const startedAt = clock.now();
  let wait: Wait = { attempt: 1, startedAt, runningSince: null, failures: 0, rereads: 0, oldest: null };
  for (;;) {
    const { answer, world } =
      wait.attempt === 1
        ? { answer: await judge(first, toQuestion(session, subject, wait)), world: first }
        : await look(session, subject, wait);
    const next = decideNext(session, wait, answer);
    if (next.kind === 'end') return { answer: next.judgement, world };
    runner.info(next.line);
    await clock.wait(next.pauseMs, signal);
    wait = { ...next.wait, attempt: wait.attempt + 1, oldest: findOldest(subject, answer) ?? wait.oldest };
  }
}

/** The first look is right after the event. Later ones first see whether there is anything new to judge. */
async function look(session: GateSession, subject: Subject, wait: Wait): Promise<Answered<Judgement | Waiting>> {
  const question = toQuestion(session, subject, wait);
  const { oldest } = wait;
  const isEnough = (newest: readonly Scan[]): boolean =>
    oldest === null || newest.some(({ startedAt }) => startedAt <= oldest.startedAt);
  const world = openWorld(session, subject, { history: null, isEnough });
  const [seen, hasMoved] = await Promise.all([findScans(world, question), findHasMoved(session, subject)]);
  if (hasMoved) {
    const meanwhile = ' while the service was awaited';
    return { answer: toUnjudged(new Unverified({ kind: 'superseded', sha: subject.sha, meanwhile }), seen), world };
  }
  if (seen.kind === 'waiting' || (seen.kind === 'judged' && seen.history === null)) return { answer: seen, world };
  // What decides reads as far as it needs.
  const history = seen.history?.isWhole === true ? seen.history : null;
  const deciding = openWorld(session, subject, { history, isEnough: null });
  void capture(beginAsking(deciding, session, subject));
  return { answer: await judge(deciding, question), world: deciding };
}

function toQuestion({ inputs, clock }: GateSession, subject: Subject, wait: Wait): Question {
  const now = clock.now();
  const waitedMs = now - (wait.runningSince ?? now);
  const waits = {
    forStart: now - wait.startedAt < inputs.waitForScanMs,
    forEnd: waitedMs < inputs.waitTimeoutMs,
  };
  return { ...subject, inputs, now, asOf: now, wants: 'report', waits, judgesUncounted: true, waitedMs };
}

/** A head that cannot be read is no reason to stop waiting. */
async function findHasMoved({ github, event }: GateSession, subject: Subject): Promise<boolean> {
  const { pullRequest: number, isHead, sha, findIsLate } = subject;
  if (github === null || typeof number !== 'number' || !isHead) return false;
  const now = await capture(fetchPull(github, { ...event.repository, number }));
  return now.status === 'fulfilled' && now.value.headSha !== sha && !(await findIsLate(now.value.headSha));
}

type Next =
  | { readonly kind: 'end'; readonly judgement: Judgement }
  | {
      readonly kind: 'again';
      readonly line: string;
      readonly pauseMs: number;
      readonly wait: Omit<Wait, 'attempt' | 'oldest'>;
    };

function decideNext(session: GateSession, wait: Wait, answer: Judgement | Waiting): Next {
  const { inputs, clock } = session;
  const now = clock.now();
  const again = (look: Omit<Seen, 'attempt'>, changes: Partial<Wait>): Next => {
    const seen = { ...look, attempt: wait.attempt };
    const pauseMs = toPauseMs(session, seen);
    return { kind: 'again', line: toLine(seen, now), pauseMs, wait: { ...wait, ...changes } };
  };
  const forStart = { sinceMs: wait.startedAt, mostMs: inputs.waitForScanMs };
  if (answer.kind === 'waiting') {
    if (answer.running === null)
      return again({ what: 'no scan yet', ...forStart }, { failures: 0, runningSince: null });
    const runningSince = wait.runningSince ?? now;
    const forEnd = { sinceMs: runningSince, mostMs: inputs.waitTimeoutMs };
    return again({ what: toRunning(answer.running), ...forEnd }, { failures: 0, runningSince });
  }
  if (answer.fault !== null && mayPass(answer.fault.cause)) {
    const what = toBrief(answer.fault.cause);
    // Only the list of scans says whether the awaited one still runs.
    const runningSince = answer.history === null ? wait.runningSince : null;
    const failures = wait.failures + 1;
    if (runningSince !== null && failures < MAX_FAILURES) {
      const count = `failure ${failures} of ${MAX_FAILURES} in a row`;
      return again({ what, count, sinceMs: runningSince, mostMs: inputs.waitTimeoutMs }, { failures });
    }
    const isPatient = runningSince === null && now - wait.startedAt < inputs.waitForScanMs;
    return isPatient ? again({ what, ...forStart }, { failures, runningSince }) : { kind: 'end', judgement: answer };
  }
  const missing = answer.counted?.missing ?? 0;
  if (missing === 0 || wait.rereads === MAX_REREADS) return { kind: 'end', judgement: answer };
  const line = `The service lists ${countOf(missing, 'bug', 'bugs')} fewer than its scan counts; the lists are read again.`;
  return {
    kind: 'again',
    line,
    pauseMs: inputs.pollIntervalMs,
    wait: { ...wait, failures: 0, runningSince: null, rereads: wait.rereads + 1 },
  };
}

function toRunning(scan: Scan): string {
  return `${scan.id === null ? 'a scan without an ID' : `scan ${scan.id}`} is ${toStateWord(scan)}`;
}

function findOldest({ sha }: Subject, { history }: Judgement | Waiting): Scan | null {
  return history?.scans.findLast((scan) => scan.sha === sha) ?? null;
}

interface Seen {
  readonly attempt: number;
  readonly what: string;
  readonly count?: string;
  readonly sinceMs: number;
  readonly mostMs: number;
}

/** Says what was seen, how long it took, and when the gate gives up. */
function toLine({ attempt, what, count, sinceMs, mostMs }: Seen, now: EpochMs): string {
  const facts = compact([count, `${formatDuration(now - sinceMs)} so far`, `gives up after ${formatDuration(mostMs)}`]);
  return `Attempt ${attempt}: ${what} (${facts.join(', ')}).`;
}

const MIN_PAUSE_MS = 200;
const MAX_PAUSE_FACTOR = 6;

/** The pause grows by half each time, minus a random part, and is never longer than the remaining time. */
function toPauseMs(
  { clock, inputs }: { readonly clock: Clock; readonly inputs: Pick<GateSession['inputs'], 'pollIntervalMs'> },
  { attempt, sinceMs, mostMs }: Seen,
): number {
  const factor = Math.min(MAX_PAUSE_FACTOR, 1.5 ** (attempt - 1));
  const pauseMs = inputs.pollIntervalMs * factor * (1 - 0.2 * clock.random());
  const leftMs = Math.max(0, sinceMs + mostMs - clock.now());
  return Math.max(MIN_PAUSE_MS, Math.min(pauseMs, leftMs));
}
