// The lines of the doctor in the log: its progress, its checks, and its conclusion.
import type { Disclosure } from '../judgement/disclosure.ts';
import { countOf, formatCount } from '../judgement/format.ts';
import { compact } from '../judgement/lists.ts';
import type { Runner } from '../runner/runner.ts';
import { toPlace } from '../sweep/progress.ts';
import type { Visit } from '../sweep/sweep.ts';
import type { Check } from './check.ts';
import type { ReplayedPull } from './evidence.ts';
import { type DoctorReport, toShownVerdict } from './report.ts';
import { isReady, type Row, toRedSentence } from './row.ts';
import { SET_UP_NAMES } from './set-ups.ts';
import { CHECK_TITLES, toNoReplaySentence, toReplayText, toResultSentence } from './wording.ts';

/** Says, for example, `nightly-scans passed, pull-request-scans no-scan, release 25 bugs`. */
export function toVerdictsText({ verdicts }: ReplayedPull, disclosure: Disclosure): string {
  const parts = SET_UP_NAMES.map((name) => `${name} ${toReplayText(toShownVerdict(verdicts[name], disclosure))}`);
  return parts.join(', ');
}

export function sayReport(runner: Runner, report: DoctorReport): void {
  for (const result of report.results) runner.info(toResultSentence(result, report));
  const none = toNoReplaySentence(report);
  if (none !== null) runner.info(none);
  for (const check of report.checks) runner[LEVELS[check.status]](toCheckLine(check));
}

const LEVELS = { ok: 'info', warning: 'warning', blocked: 'error' } as const;

function toCheckLine({ id, what, advice, line }: Check): string {
  return compact([`${CHECK_TITLES[id]}:`, what, ...advice, line !== null && `Add: ${line}`]).join(' ');
}

export function sayRow(runner: Runner, visit: Pick<Visit, 'repository' | 'position' | 'total'>, row: Row): void {
  if (row.isHealthy) runner.info(`${toPlace(visit)}: ${toRowLine(row)}`);
  else runner.error(`${row.repository}: ${row.blocked.map(toCheckLine).join(' ')}`);
}

function toRowLine(row: Row): string {
  if (row.recommendation === 'none') return 'no set-up would work yet.';
  return `${row.recommendation}; ${toRedSentence(row) ?? 'no pull request was replayed.'}`;
}

/** Says, for example, `200 repositories: 190 ready, 10 not ready yet`. */
export function toTotalLine(rows: readonly Row[]): string {
  const ready = rows.filter(isReady).length;
  const others = rows.length - ready;
  const parts = [`${formatCount(ready)} ready`, ...(others > 0 ? [`${formatCount(others)} not ready yet`] : [])];
  return `${countOf(rows.length, 'repository', 'repositories')}: ${parts.join(', ')}`;
}
