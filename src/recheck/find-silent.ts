// Finds gates that ended red without a comment: an outage of GitHub can end one so, red under the ✅ of the attempt
// before.
import { toWhat } from '../documents/causes.ts';
import type { Marker } from '../documents/marker.ts';
import { askGitHub } from '../github/fault.ts';
import type { FoundGates } from '../github/find-gates.ts';
import { fetchFailedRuns, fetchJobs, type FailedRuns, type Job, MAX_FAILED_RUNS } from '../github/runs.ts';
import { isGivenUp } from '../judgement/cause.ts';
import type { RepositoryRef } from '../judgement/identifiers.ts';
import { compact } from '../judgement/lists.ts';
import { isUnverified, type Unverified } from '../judgement/unverified.ts';
import { once } from '../net/once.ts';
import { orUnverified } from '../service/to-unverified.ts';
import type { RecheckSession } from './inputs.ts';
import type { JudgedGate } from './judge-gate.ts';
import type { Gate } from './select-gates.ts';

export interface SilentQuery {
  readonly repository: RepositoryRef & { readonly fullName: string };
  readonly found: FoundGates;
  /** The gates whose verdict is the same now. */
  readonly gates: readonly JudgedGate[];
  /** Puts the gates first whose turn it is. */
  readonly inTurn: (gates: readonly JudgedGate[]) => readonly JudgedGate[];
}

export interface SilentGates {
  /** The gates whose own job failed in a newer attempt and left no marker there, in turn. */
  readonly gates: readonly JudgedGate[];
  readonly leftOut: readonly string[];
}

/** Gives none, and warns, where GitHub does not say. */
export async function findSilent(
  { github, signal, runner }: RecheckSession,
  { repository, found, gates, inTurn }: SilentQuery,
): Promise<SilentGates> {
  const ask = async <Answer>(doing: string, fetchAnswer: () => Promise<Answer>): Promise<Answer | Unverified> =>
    await orUnverified(askGitHub(signal, { doing, permission: 'actions: write' }, fetchAnswer));
  const warn = (fault: Unverified): void => {
    runner.warning(`${toWhat(fault)} A run that failed without a comment is not started again.`);
  };
  if (gates.length === 0) return { gates: [], leftOut: [] };
  const doing = `read which runs of ${repository.fullName} failed`;
  const failed = await ask(doing, () => fetchFailedRuns(github, repository));
  if (isUnverified(failed)) {
    warn(failed);
    return { gates: [], leftOut: [UNREAD] };
  }
  const attemptOf = ({ gate }: JudgedGate): number => failed.attempts.get(gate.marker.runId) ?? 0;
  const newer = inTurn(gates.filter((each) => attemptOf(each) > each.gate.marker.runAttempt));
  const jobsOf = once((runId: number) =>
    ask(`read the jobs of run ${runId}`, () => fetchJobs(github, { ...repository, runId }, 'all')),
  );
  const silent: JudgedGate[] = [];
  const unread: JudgedGate[] = [];
  for (const each of newer) {
    const { jobId, runId } = each.gate.marker;
    const jobs = jobId === undefined ? [] : await jobsOf(runId);
    if (isUnverified(jobs)) {
      unread.push(each);
      if (!isGivenUp(jobs.cause)) warn(jobs);
    } else if (isSilent(each.gate, { found, jobs, attempt: attemptOf(each) })) silent.push(each);
  }
  const leftOut = compact([
    unread.length > 0 &&
      `GitHub did not say which jobs ran, or was not asked any more, so it is not known whether the gates of pull requests ${toNumbers(unread)} failed without a comment.`,
    toBeyondSentence(failed, gates),
  ]);
  return { gates: silent, leftOut };
}

const UNREAD = 'GitHub did not say which runs failed, so it is not known whether gates failed without a comment.';

interface Attempt extends Pick<SilentQuery, 'found'> {
  readonly attempt: number;
  /** The jobs of all attempts; none where the gate’s own is not known. */
  readonly jobs: readonly Job[];
}

function isSilent({ marker }: Gate, { found, jobs, attempt }: Attempt): boolean {
  const own = selectOwn(jobs, marker, attempt);
  if (own !== null) return own.some((job) => job.conclusion === 'failure' && !isTold(job, marker));
  const markers = found.pulls.flatMap((pull) => pull.markers);
  return markers.every(({ runId, runAttempt }) => runId !== marker.runId || runAttempt !== attempt);
}

/** Gives null where it is not known which job is the gate’s own. */
function selectOwn(jobs: readonly Job[], marker: Marker, attempt: number): readonly Job[] | null {
  const before = jobs.find(({ id }) => id === marker.jobId);
  return before === undefined ? null : jobs.filter((job) => job.attempt === attempt && job.name === before.name);
}

/** A job that did not run again is in the new attempt as it was, and the marker is its own. */
function isTold({ startedAt }: Job, marker: Marker): boolean {
  return startedAt !== null && startedAt <= marker.readAt;
}

/** Runs are listed from the newest on, and a later one has a higher number. */
function toBeyondSentence({ attempts, oldest }: FailedRuns, gates: readonly JudgedGate[]): string | null {
  if (oldest === null) return null;
  const beyond = gates.filter(({ gate: { marker } }) => {
    const { runId, readAt } = marker;
    return runId !== 0 && !attempts.has(runId) && (runId < oldest.runId || readAt < oldest.createdAt);
  });
  if (beyond.length === 0) return null;
  return `More than ${MAX_FAILED_RUNS} newer runs failed, so it is not known whether the gates of pull requests ${toNumbers(beyond)} failed without a comment.`;
}

function toNumbers(gates: readonly JudgedGate[]): string {
  return [...new Set(gates.map(({ gate }) => gate.pull.number))].join(', ');
}
