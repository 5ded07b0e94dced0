// What the doctor says in the log: its progress, its checks, and its conclusion. Pure.
import type { Disclosure } from '../judgement/disclosure.ts';
import { compact } from '../judgement/lists.ts';
import type { Check } from './checks.ts';
import type { ReplayedPull } from './evidence.ts';
import { type DoctorReport, toShownVerdict } from './report.ts';
import { SET_UP_NAMES } from './set-ups.ts';
import { CHECK_TITLES, toPlainSentence, toResultSentence, toReplayText } from './wording.ts';

export interface Progress {
  /** From 1. */
  readonly position: number;
  readonly total: number;
  readonly disclosure: Disclosure;
}

/** Such as `Pull request 482 (3 of 20): pull-request-scans no-scan, nightly-scans passed, release 25 bugs`. */
export function toProgressLine({ pull, verdicts }: ReplayedPull, { position, total, disclosure }: Progress): string {
  const parts = SET_UP_NAMES.map((name) => `${name} ${toReplayText(toShownVerdict(verdicts[name], disclosure))}`);
  return `Pull request ${pull.number} (${position} of ${total}): ${parts.join(', ')}`;
}

/** A check in one line, with what to do. */
export function toCheckLine({ id, what, advice, line }: Check): string {
  return compact([`${CHECK_TITLES[id]}:`, what, ...advice, line !== null && `Add: ${line}`]).join(' ');
}

/** A sentence for each set-up; empty where nothing was replayed. */
export function toResultLines(report: DoctorReport): readonly string[] {
  return report.results.map((result) => toPlainSentence(toResultSentence(result, report)));
}
