// The shape of a row in the table of causes, the phrases that rows share, and the readers of a row.
import type { Asked, CauseKind, CauseOf, FailedCause, Need } from '../../judgement/cause.ts';
import type { Visibility } from '../../judgement/disclosure.ts';
import type { EpochMs } from '../../judgement/identifiers.ts';
import { compact } from '../../judgement/lists.ts';
import type { PullEnding, Report } from '../../judgement/report.ts';

/** Text of ours with places such as `{contact}` for what differs from run to run; with a capital, `{Contact}` begins a sentence. */
export type Template = string;

export interface CauseReader {
  readonly visibility: Visibility;
  readonly ending: PullEnding | null;
  readonly pullRequest: number | null;
  /** The commit to judge, such as `the newest commit`. */
  readonly commit: string;
  /** Sentences that say when the scan started and how long others took; empty: that is not known. */
  readonly scanTimes: string;
  readonly rerunBy: Report['rerunBy'];
  /** True if the pull request changes the file of the workflow that runs the gate. */
  readonly changesWorkflow: boolean;
  /** True if the token is known to be another than the one that GitHub makes for each job. */
  readonly hasOwnToken: boolean;
  /** The time at which the gate read from the service; null for a sweep, which has no inputs of a gate. */
  readonly readAt: EpochMs | null;
}

export interface CauseWords {
  /** Completes "could not judge: …". */
  readonly headline: string;
  /** Says whether the reader's change has to do with it. */
  readonly about: string;
  /** Says all that the reader has to know, and may end with a page; null: the step says it. */
  readonly note: { readonly text: string; readonly page: Page | null } | null;
  /** Completes "What to do:", without a capital at its start; null: nothing. */
  readonly todo: Template | null;
  /** Tells the maintainer of the workflow what happened; null: the note says it all. */
  readonly technical: string | null;
  /** Tells the maintainer what to do, a sentence each. */
  readonly advice: readonly string[];
}

export interface Page {
  readonly title: string;
  readonly url: string;
}

/** One row of the table: whose turn it is, the step, and the run that helps. */
export interface Row {
  readonly headline: string;
  /** @default NOT_YOURS */
  readonly about?: string;
  readonly note?: CauseWords['note'];
  /** Has no capital and no full stop; null: only the run helps. */
  readonly step: Template | null;
  /**
   * The run that helps after the step; null: none. `again`: the same job once more. `new`: a push, or anything that starts a run.
   * `started`: a new run that the maintainer starts, since the author has nothing to push.
   */
  readonly run: 'again' | 'new' | 'started' | null;
  /** The words for the time are like `in a few minutes`; absent: the run helps once the step is done. */
  readonly when?: string;
  /** The minute before which no run helps. */
  readonly after?: string;
  /** Sentences behind the step. */
  readonly tail?: Template;
  readonly technical: string;
  readonly advice?: readonly string[];
}

/** The part of the table for some kinds of causes. */
export type Rows<Kind extends CauseKind> = {
  readonly [Each in Kind]: (cause: CauseOf<Each>, reader: CauseReader) => Row;
};

export const NOT_YOURS = 'Not about your change.';
export const NOT_CHECKED = 'Your change has not been checked yet.';
export const NO_ACCOUNT = 'No account there? Ask {contact}.';
export const AGAIN_SOON = { step: null, run: 'again', when: 'in a few minutes' } as const;

export const UNREAD: Readonly<Record<Asked, string>> = {
  service: 'reading from the service failed',
  github: 'reading from GitHub failed',
};

/** No gate comes to such a cause, so only the maintainer of a workflow reads of it. */
export const OF_SWEEPS = { headline: 'nothing could be looked at', step: 'ask {contact}', run: null } as const;

/** A request that failed, as one paragraph: what was wanted, what came, and what to look at. */
export function toSentence(cause: FailedCause): string {
  const { task, said, remedy } = cause;
  if (cause.kind === 'unknown-pull-request') {
    return `Could not ${task ?? 'read it'}. There is ${said} that this token can see: check the number, and that the job has the permission "${cause.permission}".`;
  }
  return compact([task === null ? said : `Could not ${task}: ${said}.`, remedy]).join(' ');
}

const NEEDS: Readonly<Record<Need, string>> = {
  ancestors: '`scan-match` with `ancestor` needs to read commits.',
  changes: '`gate-on` needs to know what the pull request changes.',
  twins: 'A check belongs to the commit, and another pull request may have the same one.',
  'pull-request': '`gate-on` needs to know the pull request; the input `pr-number` can name it.',
  commit: 'The input `sha` can name the commit.',
  several: 'For several repositories use the token of a GitHub App, such as actions/create-github-app-token makes.',
};

export function adviseOnNeed({ need }: { readonly need?: Need | undefined }): readonly string[] {
  return need === undefined ? [] : [NEEDS[need]];
}
