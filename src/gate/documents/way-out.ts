// A run that judged nothing says whether it is about the change, what to do, and what else there is to know.
import {
  type CauseReader,
  type CauseWords,
  explainCause,
  explainToAnybody,
  type Page,
} from '../../documents/causes.ts';
import type { Cause } from '../../judgement/cause.ts';
import { formatDuration, formatTime } from '../../judgement/format.ts';
import { compact } from '../../judgement/lists.ts';
import type { Report } from '../../judgement/report.ts';
import { isFullScan, type Scan } from '../../judgement/scan.ts';
import { toMergeSentence } from './merge.ts';
import { MAINTAINER } from './phrases.ts';

export interface WayOut extends Omit<CauseWords, 'note'> {
  /** Follows `about`, and says whether the merge is blocked. */
  readonly opening: string;
  /** Completes the opening with a page; null: there is none to read. */
  readonly see: { readonly text: string; readonly page: Page } | null;
  readonly page: Page | null;
  /** True if the author may be the one who maintains the workflow, so that the fold for maintainers is open. */
  readonly isOpen: boolean;
}

const FORKS_PAGE: Page = {
  title: 'Forks and Dependabot',
  url: 'https://github.com/scan-gate/scan-gate/blob/main/docs/forks.md',
};

const WHEN_RED_PAGE = 'https://github.com/scan-gate/scan-gate/blob/main/docs/when-it-is-red.md';

/** The log of a run with wrong inputs has no report to take it from. */
export function toWrongInputsLine(cause: Cause, contact: string | null): string {
  const { about, todo } = explainToAnybody(cause);
  return `${about} What to do: ${(todo ?? '').replace('{contact}', contact ?? MAINTAINER)}`;
}

export function toWayOut(report: Report): WayOut | null {
  const { cause, verdict, ending, pullRequest, isHead, repository, changesWorkflow } = report;
  if (verdict.kind !== 'unverified' || cause === null) return null;
  const reader: CauseReader = {
    ...report,
    visibility: repository.visibility,
    commit: pullRequest !== null && isHead ? 'the newest commit' : 'the commit',
    scanTimes: toScanTimes(report),
  };
  const { note, ...words } = explainCause(cause, reader);
  // A run may begin after the end, and one before it may have judged.
  const blocked =
    ending === null ? toMergeSentence(report) : `This pull request was ${ending} before this run could judge it.`;
  const see = note?.page ? { text: note.text, page: note.page } : null;
  const isOpen = changesWorkflow && ending === null;
  if (see !== null) return { ...words, opening: '', see, page: null, isOpen };
  const page =
    verdict.reason === 'no-credentials'
      ? FORKS_PAGE
      : { title: 'More about this', url: `${WHEN_RED_PAGE}#${verdict.reason}` };
  return { ...words, opening: compact([note?.text, blocked]).join(' '), see, page, isOpen };
}

const MAX_COMPARED = 3;

/** Tells when a scan may have finished: dates, so that nothing changes without news. */
function toScanTimes({ scan: selected, recentScans }: Report): string {
  if (selected === null) return '';
  const { scan } = selected;
  const took = recentScans
    .filter((each) => each.state === 'complete' && each.startedAt < scan.startedAt)
    .filter((each) => isFullScan(each) === isFullScan(scan))
    .flatMap(toDurationMs)
    .slice(0, MAX_COMPARED);
  const last = took.length === 1 ? 'the last one' : `the last ${took.length}`;
  const before = took.length === 0 ? '' : `; ${last} took ${toRange(took)}`;
  return `It started ${formatTime(scan.startedAt)}${before}.`;
}

function toDurationMs({ startedAt, endedAt }: Scan): readonly number[] {
  return endedAt === null || endedAt < startedAt ? [] : [endedAt - startedAt];
}

function toRange(durationsMs: readonly number[]): string {
  const [shortest, longest] = [Math.min(...durationsMs), Math.max(...durationsMs)].map(formatDuration);
  return shortest === longest ? `${shortest}` : `${shortest} to ${longest}`;
}
