// The question to the judge says what to judge, by which inputs, and how patiently.
import type { AssessmentInputs } from './assessment.ts';
import type { CommitSha, EpochMs } from './identifiers.ts';
import type { Limits } from './limits.ts';
import type { ScanHistory } from './scan.ts';
import type { ScanMatch } from './selection.ts';
import type { CountFrom } from './tally.ts';
import type { Unverified } from './unverified.ts';

export interface JudgementInputs extends AssessmentInputs, Limits {
  /** The entries are tried in order where the commit has no scan of its own. */
  readonly scanMatch: readonly ScanMatch[];
  /** An empty list admits scans of any type. */
  readonly scanTypes: readonly string[];
  /** Null: any age. */
  readonly maxScanAgeMs: number | null;
  readonly countFrom: Exclude<CountFrom, 'both'> | 'auto';
  /** Only the words of a fault need the two times. */
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
  /** True: the commit is the head of the pull request, so GitHub's lists have to be of this head. */
  readonly isHead: boolean;
  /** True: the commit is in a merge queue, which may hold other pull requests too. */
  readonly isQueued: boolean;
  /** A push moved this branch to the commit; null: there was no push. */
  readonly pushedTo: string | null;
  readonly inputs: JudgementInputs;
  readonly now: EpochMs;
  /** The moment whose verdict it is: now, or when the pull request was closed. */
  readonly asOf: EpochMs;
  /** `verdict` asks nothing that cannot change the verdict; `counts` asks for all but settled bugs. */
  readonly wants: 'report' | 'counts' | 'verdict';
  /** The asker may rather wait for a first scan to start, or for a scan in progress to end. */
  readonly waits: { readonly forStart: boolean; readonly forEnd: boolean };
  /** True: once nobody waits, a scan is judged though the service has not counted its bugs yet. */
  readonly judgesUncounted: boolean;
  readonly waitedMs: number;
}
