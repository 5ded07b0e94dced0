// The attempts of a workflow run: when GitHub lets another one start, and how one begins and ends.
import type { JobData, RunData } from './data.ts';
import { Refusal } from './refusal.ts';

const LONGEST_DAYS = 30;
const DAY_MS = 86_400_000;
const MOST_RERUNS = 50;

export interface AttemptStart {
  /** GitHub's timestamp. */
  readonly now: string;
  /** Login of who starts it. */
  readonly by: string;
  /** These jobs run again; the others keep their conclusion, and when they began. */
  readonly isRunAgain?: (job: JobData) => boolean;
}

/**
 * Starts another attempt, or throws as GitHub does: while one runs, 30 days after the first, after 50. A run that waits
 * for approval is started by that, as on GitHub: the person who asks for it has approved it.
 */
export function startAttempt(run: RunData, start: AttemptStart): void {
  const { now, by, isRunAgain = () => true } = start;
  if (run.status !== 'completed') throw new Refusal(403, 'This workflow is already running');
  const ageMs = Date.parse(now) - Date.parse(run.createdAt ?? now);
  if (ageMs > LONGEST_DAYS * DAY_MS)
    throw new Refusal(403, 'Unable to retry this workflow run because it was created over a month ago');
  if (run.attempt > MOST_RERUNS) throw new Refusal(403, 'This workflow run has reached the limit of 50 re-runs');
  const { conclusion, startedAt, triggeredBy, jobs } = structuredClone(run);
  const past = run.past ?? [];
  past[run.attempt - 1] = {
    conclusion,
    ...(startedAt === undefined ? {} : { startedAt }),
    ...(triggeredBy === undefined ? {} : { triggeredBy }),
    ...(jobs === undefined ? {} : { jobs }),
  };
  for (const job of run.jobs ?? []) {
    if (!isRunAgain(job)) {
      // GitHub shows it in the new attempt as it was.
      const began = job.startedAt ?? startedAt ?? run.createdAt;
      if (began !== undefined) job.startedAt = began;
      continue;
    }
    delete job.conclusion;
    delete job.startedAt;
  }
  Object.assign(run, { past, startedAt: now, triggeredBy: by, status: 'in_progress' });
  run.attempt += 1;
  run.conclusion = null;
}

/** Ends the newest attempt; jobs that ran in it end as the run does. */
export function endAttempt(run: RunData, conclusion: RunData['conclusion']): void {
  for (const job of run.jobs ?? []) job.conclusion ??= conclusion;
  Object.assign(run, { status: 'completed', conclusion });
}
