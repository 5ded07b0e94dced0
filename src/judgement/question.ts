// The question to the judge: what is to be judged, by which inputs, and how patiently.
import type { AssessmentInputs } from './assessment.ts';
import type { CommitSha, EpochMs } from './identifiers.ts';
import type { Limits } from './limits.ts';
import type { ScanHistory } from './scan.ts';
import type { ScanMatch } from './selection.ts';
import type { CountFrom } from './tally.ts';
import type { Unverified } from './unverified.ts';

export interface JudgementInputs extends AssessmentInputs, Limits {
  /** Tried in order where the commit has no scan of its own. */
  readonly scanMatch: readonly ScanMatch[];
  /** `scanType` values that may be used; empty: any. */
  readonly scanTypes: readonly string[];
  /** Null: any age. */
  readonly maxScanAgeMs: number | null;
  readonly countFrom: Exclude<CountFrom, 'both'> | 'auto';
  /** How long a scan is waited for, to start and to end: only the words of a fault need them here. */
  readonly waitForScanMs: number;
  readonly waitTimeoutMs: number;
}

/** Moves a question to the service's time, as far as the service says it; the end of a pull request is GitHub's and stays. */
export function toServiceTime(question: Question, { clockAheadMs = 0 }: Pick<ScanHistory, 'clockAheadMs'>): Question {
  const now = (question.now - clockAheadMs) as EpochMs;
  return { ...question, now, asOf: question.asOf === question.now ? now : question.asOf };
}

export interface Question {
  readonly sha: CommitSha;
  /** Null: there is none. `Unverified`: why it is not known. */
  readonly pullRequest: number | null | Unverified;
  /** Whether the commit is the head of the pull request, so that its lists have to be of this head. */
  readonly isHead: boolean;
  /** Whether the commit is in a merge queue, together with those of other pull requests. */
  readonly isQueued: boolean;
  /** The branch that a push has moved to the commit; null: it is not judged for a push. */
  readonly pushedTo: string | null;
  readonly inputs: JudgementInputs;
  readonly now: EpochMs;
  /** The moment whose verdict it is: now, or when the pull request was closed. */
  readonly asOf: EpochMs;
  /** `verdict`: nobody reads more than that, so nothing is asked that cannot change it. `counts`: nor its counts. */
  readonly wants: 'report' | 'counts' | 'verdict';
  /** Whether the asker would rather wait: for a first scan to start, for a scan in progress to end. */
  readonly waits: { readonly forStart: boolean; readonly forEnd: boolean };
  /** Whether a scan whose bugs the service has not counted yet is judged as it is, once nobody waits; else it is in progress. */
  readonly judgesUncounted: boolean;
  /** How long a scan in progress has been waited for. */
  readonly waitedMs: number;
}
