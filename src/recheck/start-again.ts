// Starts the run of a gate again, unless it must not be.
import { toWhat } from '../documents/causes.ts';
import type { Marker } from '../documents/marker.ts';
import { isGitHubFailure, readFailure, RequestLimitError } from '../github/failure.ts';
import { gitHubFault } from '../github/fault.ts';
import type { GatedPull } from '../github/find-gates.ts';
import { chooseRerun, findRunFault, isNeverStartedAgain, NEW_RUN, startRerun } from '../github/rerun.ts';
import { fetchRun, type WorkflowRun } from '../github/runs.ts';
import { isGivenUp } from '../judgement/cause.ts';
import { formatDuration, formatTime } from '../judgement/format.ts';
import type { EpochMs, RepositoryRef } from '../judgement/identifiers.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../judgement/time.ts';
import type { RecheckSession } from './inputs.ts';
import type { GateOutcome, SkippedOutcome } from './report.ts';

export interface ChangedRun {
  readonly repository: RepositoryRef;
  readonly pull: GatedPull;
  readonly runId: number;
  /** The markers of the gates that would say something else. */
  readonly markers: readonly Marker[];
}

export interface Starter {
  /** How many were started so far, or would have been with `dry-run`. */
  started: number;
  readonly pace: () => Promise<void>;
}

/** GitHub starts no run again that is older than 30 days. A day less is for what starts late. */
export const MAX_RUN_AGE_MS = 29 * DAY_MS;
/** GitHub starts a run again 50 times, and the rest is for people. */
const MAX_ATTEMPTS = 40;
const FIRST_PAUSE_MS = 5 * MINUTE_MS;
const MAX_PAUSE_MS = HOUR_MS;
/** Dependabot has secrets of its own, so its runs may get no key for long. */
const KEYLESS_PAUSE_MS = DAY_MS;

/** Rejects only if cancelled, or for a bug in Scan Gate. */
export async function startAgain(session: RecheckSession, changed: ChangedRun, starter: Starter): Promise<GateOutcome> {
  const { inputs, github, clock, signal } = session;
  const { repository, runId, pull, markers } = changed;
  if (runId === 0) return skip('its marker names no run; run it by hand.');
  if (starter.started >= inputs.maxReruns) {
    return {
      ...skip(`max-reruns allows ${inputs.maxReruns} in a run; a later run of recheck starts it, or run it by hand.`),
      isWaiting: true,
    };
  }
  const ref = { ...repository, runId };
  try {
    const run = await fetchRun(github, ref);
    const fault = findRunFault(run, pull.headSha) ?? findStartFault(run, changed, clock.now());
    if (fault !== null) return skip(fault);
    const choice = await chooseRerun(github, { ref, run, markers }, markers.some(isGreen));
    if (choice.kind === 'none') return skip(`${choice.why} ${BY_HAND}`);
    if (!inputs.dryRun) {
      await starter.pace();
      await startRerun(github, ref, choice);
    }
    starter.started += 1;
    return { kind: inputs.dryRun ? 'would-rerun' : 'rerun' };
  } catch (error) {
    signal.throwIfAborted();
    if (!isGitHubFailure(error)) throw error;
    const why = toStartFault(error, runId);
    const fault = gitHubFault(error, { doing: 'start runs of the gate again', permission: PERMISSION });
    const isOfAll = !isGivenUp(fault.cause) && !isOfRunAlone(error);
    if (error instanceof RequestLimitError) return { ...skip(why), isWaiting: true };
    return isOfAll ? { ...skip(why), refusal: fault } : skip(why);
  }
}

/** If so, it says nothing of other runs. */
function isOfRunAlone(error: unknown): boolean {
  const { status, isWrite, message } = readFailure(error);
  if (status === 404) return !isWrite;
  const isRunning = status === 403 && /already (?:running|in progress)/i.test(message);
  return status === 409 || isRunning || isNeverStartedAgain(error);
}

function skip(why: string): SkippedOutcome {
  return { kind: 'skipped', why };
}

/** A gate that warned or passed was a green job, so the failed jobs of its run are others. */
function isGreen({ verdict, inputs }: Marker): boolean {
  return verdict?.kind === 'passed' || inputs?.['mode'] === 'warn';
}

function findStartFault(run: WorkflowRun, changed: ChangedRun, now: EpochMs): string | null {
  const { status, conclusion, attempt, createdAt } = run;
  // A new start would approve it.
  if (conclusion === 'action_required') return 'somebody has to approve its run first.';
  if (status !== 'completed') return 'its run is still going on.';
  if (createdAt === null) return 'GitHub does not say how old its run is; run it by hand.';
  if (now - createdAt >= MAX_RUN_AGE_MS) {
    return 'its run is over 29 days old, and GitHub starts none again after 30; push a commit to get a new one.';
  }
  if (attempt >= MAX_ATTEMPTS) return `its run has had ${attempt} attempts already; run it by hand.`;
  const { pull, markers } = changed;
  const lackedKey = markers.every(({ verdict }) => verdict?.reason === 'no-credentials');
  if (lackedKey && pull.isFork && run.event === 'pull_request') {
    return 'a run of a fork gets no key on `pull_request`, however often it is started.';
  }
  const isBot = pull.author !== null && !pull.author.isUser;
  return findPause(run, lackedKey && isBot ? KEYLESS_PAUSE_MS : toPauseMs(attempt), now);
}

/** A gate may keep disagreeing, for example with another key. */
function toPauseMs(attempt: number): number {
  return Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (Math.max(1, attempt) - 1));
}

function findPause({ attempt, startedAt, createdAt }: WorkflowRun, pauseMs: number, now: EpochMs): string | null {
  const next = ((startedAt ?? createdAt ?? now) + pauseMs) as EpochMs;
  if (now >= next) return null;
  const pause = formatDuration(pauseMs);
  return `attempt ${attempt} began less than ${pause} ago, so it is not started before ${formatTime(next)}; run it by hand.`;
}

const BY_HAND = 'If the verdict matters now, run it by hand.';

const PERMISSION = 'actions: write';

function toStartFault(error: unknown, runId: number): string {
  if (error instanceof RequestLimitError) return `${error.message}; a later run of recheck starts it. ${BY_HAND}`;
  const told = toWhat(gitHubFault(error, { doing: `start run ${runId} again`, permission: PERMISSION }));
  return `${told} ${isNeverStartedAgain(error) ? NEW_RUN : BY_HAND}`;
}
