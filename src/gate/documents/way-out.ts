// Where nothing could be judged: whether it is about the change, what to do, and what else there is to know.
import { type CauseReader, type CauseWords, explainCause, type Page, type Template } from '../../documents/causes.ts';
import { formatDuration, formatTime } from '../../judgement/format.ts';
import { compact } from '../../judgement/lists.ts';
import type { PullEnding, Report } from '../../judgement/report.ts';
import { isFullScan, type Scan } from '../../judgement/scan.ts';
import { toMergeSentence } from './merge.ts';
import { MAINTAINER } from './phrases.ts';

/** What to say of a run that judged nothing. */
export interface WayOut {
  /** The first sentence: whether the reader's change has to do with it. */
  readonly about: string;
  /** What follows it: what a reader has to know of the run, and whether the merge is blocked. */
  readonly opening: string;
  /** Completes the opening with a page; null: nothing is to be read. */
  readonly see: { readonly text: string; readonly page: Page } | null;
  /** One step and one person, without a capital at its start; null: nothing. */
  readonly todo: Template | null;
  /** What happened, for the maintainer of the workflow; null: the headline says it all. */
  readonly cause: string | null;
  /** For the same reader, a sentence each. */
  readonly advice: readonly string[];
  readonly page: Page | null;
}

const FORKS_PAGE: Page = {
  title: 'Forks and Dependabot',
  url: 'https://github.com/scan-gate/scan-gate/blob/main/docs/forks.md',
};

/** Where each reason has a heading of its own. */
const WHEN_RED_PAGE = 'https://github.com/scan-gate/scan-gate/blob/main/docs/when-it-is-red.md';

/** For the log of a run with wrong inputs, which has no report. */
export function toWrongInputsLine(contact: string | null): string {
  const who = contact ?? MAINTAINER;
  return `Not about your change. The check stays red until the inputs of this workflow are correct. What to do: ask ${who} to correct them.`;
}

/** What the table of causes has for this reader; null where something was judged. */
export function toCauseWords(report: Report): CauseWords | null {
  const { cause, ending, pullRequest, repository, isHead, rerunBy } = report;
  if (cause === null) return null;
  const commit = pullRequest !== null && isHead ? 'the newest commit' : 'the commit';
  const reader: CauseReader = {
    ...{ visibility: repository.visibility, ending, pullRequest, commit, rerunBy },
    scanTimes: toScanTimes(report),
  };
  return explainCause(cause, reader);
}

/** Null where something was judged. */
export function toWayOut(report: Report): WayOut | null {
  const { verdict, ending } = report;
  const words = toCauseWords(report);
  if (verdict.kind !== 'unverified' || words === null) return null;
  const { reason } = verdict;
  const { about, note, todo, technical, advice } = words;
  const blocked = ending === null ? toMergeSentence(report) : toEndSentence(ending);
  const isToRead = note !== null && note.page !== null;
  return {
    ...{ about, todo, cause: technical, advice },
    opening: compact([!isToRead && note?.text, !isToRead && blocked]).join(' '),
    see: isToRead ? { text: note.text, page: note.page } : null,
    page: isToRead
      ? null
      : reason === 'no-credentials'
        ? FORKS_PAGE
        : { title: 'More about this', url: `${WHEN_RED_PAGE}#${reason}` },
  };
}

/** A run may begin after the end, and one before it may have judged. */
function toEndSentence(ending: PullEnding): string {
  return `This pull request was ${ending} before this run could judge it.`;
}

const MAX_COMPARED = 3;

/** By which a reader can tell when a scan will have finished; dates, so that nothing changes without news. */
function toScanTimes({ scan: selected, recentScans }: Report): string {
  if (selected === null) return '';
  const { scan } = selected;
  const took = recentScans
    .filter((each) => each.state === 'complete' && each.startedAt < scan.startedAt)
    .filter((each) => isFullScan(each) === isFullScan(scan))
    .flatMap(toDurationMs)
    .slice(0, MAX_COMPARED);
  const before =
    took.length === 0
      ? ''
      : took.length === 1
        ? `; the last one took ${toRange(took)}`
        : `; the last ${took.length} took ${toRange(took)} each`;
  return `It started ${formatTime(scan.startedAt)}${before}.`;
}

function toDurationMs({ startedAt, endedAt }: Scan): readonly number[] {
  return endedAt === null || endedAt < startedAt ? [] : [endedAt - startedAt];
}

/** Such as `12 min`, or `12 min to 1.5 h`. */
function toRange(durationsMs: readonly number[]): string {
  const [shortest, longest] = [Math.min(...durationsMs), Math.max(...durationsMs)].map(formatDuration);
  return shortest === longest ? `${shortest}` : `${shortest} to ${longest}`;
}
