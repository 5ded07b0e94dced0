// What the doctor says in the log: its progress, its checks, and its conclusion. Pure.
import type { Disclosure } from '../judgement/disclosure.ts';
import { countOf, formatCount } from '../judgement/format.ts';
import { compact } from '../judgement/lists.ts';
import type { Check } from './check.ts';
import type { ReplayedPull } from './evidence.ts';
import { type DoctorReport, toShownVerdict } from './report.ts';
import { countRed, isReady, type Row } from './row.ts';
import { SET_UP_NAMES } from './set-ups.ts';
import { CHECK_TITLES, toNoReplaySentence, toPlainSentence, toReplayText, toResultSentence } from './wording.ts';

export interface Progress {
  /** From 1. */
  readonly position: number;
  readonly total: number;
  readonly what: string;
}

/** Such as `Pull request 482 (3 of 20): too large to be judged here`. */
export function toProgressLine(number: number, { position, total, what }: Progress): string {
  return `Pull request ${number} (${position} of ${total}): ${what}`;
}

/** Such as `nightly-scans passed, pull-request-scans no-scan, release 25 bugs`. */
export function toVerdictsText({ verdicts }: ReplayedPull, disclosure: Disclosure): string {
  const parts = SET_UP_NAMES.map((name) => `${name} ${toReplayText(toShownVerdict(verdicts[name], disclosure))}`);
  return parts.join(', ');
}

/** A check in one line, with what to do. */
export function toCheckLine({ id, what, advice, line }: Check): string {
  return compact([`${CHECK_TITLES[id]}:`, what, ...advice, line !== null && `Add: ${line}`]).join(' ');
}

/** A sentence for each set-up, or that nothing could be replayed; empty where there was nothing to replay. */
export function toResultLines(report: DoctorReport): readonly string[] {
  const lines = report.results.map((result) => toPlainSentence(toResultSentence(result, report)));
  return compact([...lines, toNoReplaySentence(report)]);
}

/** One of many repositories in one line, such as `nightly-scans; 1 of 5 pull requests would have been red.` */
export function toRowLine(row: Row): string {
  const { recommendation, result } = row;
  if (recommendation === 'none') return 'no set-up would work yet.';
  if (result === null) return `${recommendation}; no pull request was replayed.`;
  const pulls = countOf(result.replayed, 'pull request', 'pull requests');
  return `${recommendation}; ${formatCount(countRed(row) ?? 0)} of ${pulls} would have been red.`;
}

/** Such as `200 repositories: 190 are ready, 10 are not`. */
export function toTotalLine(rows: readonly Row[]): string {
  const ready = rows.filter(isReady).length;
  const others = rows.length - ready;
  const parts = [`${formatCount(ready)} ready`, ...(others > 0 ? [`${formatCount(others)} not ready yet`] : [])];
  return `${countOf(rows.length, 'repository', 'repositories')}: ${parts.join(', ')}`;
}

export function toBlockedLine({ repository, blocked }: Row): string {
  return `${repository}: ${blocked.map(toCheckLine).join(' ')}`;
}
