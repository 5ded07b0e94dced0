// Writes the log of a watch: of each repository, and of all of them.
import { toWhat, toWhatAndAdvice } from '../documents/causes.ts';
import { countOf, formatCount } from '../judgement/format.ts';
import { compact } from '../judgement/lists.ts';
import type { Runner } from '../runner/runner.ts';
import { sayFault, toPlace } from '../sweep/progress.ts';
import type { Visit } from '../sweep/sweep.ts';
import { toNewSentence, toOpenCount } from './documents/body.ts';
import { NEVER_SCANNED, toGapSentences, toShare, toUntoldSentences } from './documents/entry.ts';
import type { WatchReport } from './report.ts';
import { isFailed, isNoneRead, sumCounts, type WatchResult } from './result.ts';

function toState(report: WatchReport): string {
  const { branch, counts } = report;
  const share = toShare(counts.open, counts.openSecurity);
  return `${toOpenCount(report)} on ${branch}${share}; ${toNewSentence(report) ?? 'there is no earlier run to compare with, so nobody was notified'}.`;
}

/** Says one line and the warnings. Where the token may not write, no comment needs a warning of its own. */
export function sayLook(runner: Runner, visit: Visit, results: readonly WatchResult[]): void {
  const look = results.at(-1);
  if (look === undefined) return;
  const { repository, outcome, fault } = look;
  if (outcome === null) {
    if (fault === null) runner.info(`${toPlace(visit)}: ${NEVER_SCANNED}`);
    else sayFault(runner, results);
    return;
  }
  const { report, refusal } = outcome;
  runner.info(`${visit.total === 1 ? repository : toPlace(visit)}: ${toState(report)}`);
  const refused = refusal === null || refusal === fault ? [] : [toWhat(refusal)];
  const warnings = [
    ...refused,
    ...toGapSentences(report),
    ...(refusal === null ? toUntoldSentences(report.announcements) : []),
  ];
  for (const warning of warnings) runner.warning(`${repository}: ${warning}`);
  if (fault !== null) runner.error(`${repository}: ${toWhatAndAdvice(fault, ' ')}`);
}

/** Such as `200 repositories, 2 new bugs, 1,234 pending bugs; 3 could not be read`. */
export function toTotalLine(results: readonly WatchResult[]): string {
  const { newBugs, newSecurityBugs, open, openSecurity } = sumCounts(results);
  const failed = results.filter(isFailed).length;
  const all = countOf(results.length, 'repository', 'repositories');
  if (isNoneRead(results)) return `${all} could not be read`;
  const bugs = newBugs === 0 ? 'no new bugs' : countOf(newBugs, 'new bug', 'new bugs');
  const parts = compact([
    `${all}: ${bugs}${toShare(newBugs, newSecurityBugs)}`,
    `${countOf(open, 'pending bug', 'pending bugs')}${toShare(open, openSecurity)}`,
    failed > 0 && `${formatCount(failed)} could not be read`,
  ]);
  return parts.join('; ');
}
