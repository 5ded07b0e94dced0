// The table of causes: each row says whose turn it is, the one step, which run helps, and, for the maintainer of the workflow,
// what happened and what to do. To change a sentence, change its row in `causes/`.
import type { Cause } from '../judgement/cause.ts';
import { compact } from '../judgement/lists.ts';
import type { PullEnding } from '../judgement/report.ts';
import type { Unverified } from '../judgement/unverified.ts';
import { GITHUB_ROWS } from './causes/github.ts';
import { REQUEST_ROWS } from './causes/requests.ts';
import { type CauseReader, type CauseWords, NOT_YOURS, type Row, type Rows, type Template } from './causes/row.ts';
import { SCAN_ROWS } from './causes/scans.ts';
import { SERVICE_ROWS } from './causes/service.ts';

export type { CauseReader, CauseWords, Page, Template } from './causes/row.ts';

const ROWS: Rows<Cause['kind']> = { ...SCAN_ROWS, ...SERVICE_ROWS, ...GITHUB_ROWS, ...REQUEST_ROWS };

function toRow(cause: Cause, reader: CauseReader): Row {
  const make: (cause: never, reader: CauseReader) => Row = ROWS[cause.kind];
  return make(cause as never, reader);
}

/** A sweep's log and summary hold no more than everybody may read. */
const ANYBODY: CauseReader = {
  ...{ visibility: 'unknown', ending: null, pullRequest: null, readAt: null },
  ...{ commit: 'the commit', scanTimes: '', rerunBy: 'reader', changesWorkflow: false, hasOwnToken: false },
};

/** Words where nothing is known of the reader. */
export function explainToAnybody(cause: Cause): CauseWords {
  return explainCause(cause, ANYBODY);
}

/** Words for the reader of a gate's documents. */
export function explainCause(cause: Cause, reader: CauseReader): CauseWords {
  const { headline, about = NOT_YOURS, note = null, technical, advice = [], ...steps } = toRow(cause, reader);
  const { ending } = reader;
  return {
    ...{ headline, note, about: toAbout(about, reader) },
    // A note says it all.
    ...(note === null ? { technical, advice } : { technical: null, advice: [] }),
    todo: ending === null ? toTodo(steps, reader) : toLateTodo({ ...steps, isYours: about !== NOT_YOURS }, ending),
  };
}

function toAbout(about: string, { ending, changesWorkflow }: CauseReader): string {
  if (about !== NOT_YOURS) return ending === null ? about : 'Your change was not checked.';
  return changesWorkflow
    ? 'Not about your code, but perhaps about the workflow that this pull request changes.'
    : about;
}

type Steps = Pick<Row, 'step' | 'run' | 'when' | 'after' | 'tail'>;

function toTodo({ step, run, when, after, tail }: Steps, reader: CauseReader): Template | null {
  if (run === null) return step && `${step}.`;
  const again = AGAIN[reader.rerunBy];
  if (run !== 'again' || reader.rerunBy === 'nobody') {
    const isPushed = run !== 'started' && reader.pullRequest !== null;
    return compact([step && `${step}. Then`, toNewRun(isPushed, reader)]).join(' ');
  }
  if (after !== undefined) return `${after}, ${again ?? 'ask {contact} to run the job again'}.`;
  if (step === null) {
    return again === null
      ? `ask {contact} to run the job again ${when ?? ''}.`
      : `${again} ${when ?? ''}. If that fails too, ask {contact}.`;
  }
  if (again === null) return compact([`${step}.`, tail, '{Contact} can then run the job again.']).join(' ');
  return tail === undefined ? `${step}. Then ${again}.` : compact([`${step}, then ${again}.`, tail]).join(' ');
}

/** The reader's words for running the job again; null: the reader cannot. */
const AGAIN: Readonly<Record<CauseReader['rerunBy'], Template | null>> = {
  reader: '{again}',
  queue: 'add it to the queue again',
  maintainer: null,
  nobody: null,
};

/** A re-run keeps the workflow file and the event of the first attempt. */
function toNewRun(isPushed: boolean, { rerunBy }: CauseReader): string {
  if (rerunBy === 'queue') return 'add it to the queue again.';
  const how = isPushed ? 'push, or close and reopen this pull request' : 'start a new run';
  return rerunBy === 'nobody'
    ? `${how}: this one is too old to be run again.`
    : `${how}: a re-run keeps the old workflow file and the old event.`;
}

/** No scan and no run helps a pull request that is closed; what helps every other one still does. */
function toLateTodo(
  { step, run, isYours }: Pick<Row, 'step' | 'run'> & { readonly isYours: boolean },
  ending: PullEnding,
): Template | null {
  if (step === null && run === null) return null;
  if (!isYours && (step !== null || run === 'again')) {
    return `nothing in this pull request. If others say the same, ${step ?? 'ask {contact}'}.`;
  }
  return ending === 'closed'
    ? 'nothing, unless you open it again.'
    : 'nothing. If it has bugs, {service} shows them once the branch that it was merged into is scanned.';
}

/** Tells what happened, in one paragraph of plain text that may quote others as far as the cause was disclosed. */
export function toWhat({ cause }: Pick<Unverified, 'cause'>): string {
  return toRow(cause, ANYBODY).technical;
}

/** Tells the maintainer of the workflow what to do, a sentence each, and when a run is worth it. */
export function toAdvice({ cause }: Pick<Unverified, 'cause'>): readonly string[] {
  const { advice = [], step, after, when } = toRow(cause, ANYBODY);
  if (after !== undefined) return [...advice, `Run the job again ${after}.`];
  return step === null && when === 'in a few minutes' && cause.kind !== 'given-up'
    ? [...advice, 'Run the job again in a few minutes.']
    : advice;
}

export function toWhatAndAdvice(fault: Pick<Unverified, 'cause'>, separator: string): string {
  return [toWhat(fault), ...toAdvice(fault)].join(separator);
}

/** Says in a few words what the service did, such as `the service answered 503`. */
export function toBrief(cause: Cause): string {
  const status = 'status' in cause ? cause.status : null;
  if (cause.kind === 'rate-limited') return 'the service answered 429';
  return `the service ${status === null ? 'did not answer' : `answered ${status}`}`;
}
