// What a watch says in the log of each repository, and of all of them.
import { toWhat, toWhatAndAdvice } from '../documents/causes.ts';
import { countOf, formatCount } from '../judgement/format.ts';
import { compact } from '../judgement/lists.ts';
import type { Runner } from '../runner/runner.ts';
import { sayFault, toPlace } from '../sweep/progress.ts';
import type { Visit } from '../sweep/sweep.ts';
import { toNewSentence, toOpenCount } from './documents/body.ts';
import { NEVER_SCANNED, toGapSentences, toPullNames, toShare } from './documents/entry.ts';
import { isFailed, isNoneRead, type Look, sumCounts } from './look.ts';
import type { WatchReport } from './report.ts';

function toState(report: WatchReport): string {
  const { branch, counts } = report;
  const share = toShare(counts.open, counts.openSecurity);
  return `${toOpenCount(report)} on ${branch}${share}; ${toNewSentence(report) ?? 'there is no earlier run to compare with, so nobody was notified'}.`;
}

/** One repository in a line, and warnings; where the token may not write, that replaces those about comments. */
export function sayLook(runner: Runner, visit: Visit, looks: readonly Look[]): void {
  const look = looks.at(-1);
  if (look === undefined) return;
  const { repository, outcome, fault } = look;
  if (outcome === null) {
    if (fault === null) runner.info(`${toPlace(visit)}: ${NEVER_SCANNED}`);
    else sayFault(runner, looks);
    return;
  }
  const { report, refusal } = outcome;
  runner.info(`${visit.total === 1 ? repository : toPlace(visit)}: ${toState(report)}`);
  const refused = refusal === null || refusal === fault ? [] : [toWhat(refusal)];
  const warnings = [...refused, ...toGapSentences(report), ...(refusal === null ? toAnnouncementWarnings(report) : [])];
  for (const warning of warnings) runner.warning(`${repository}: ${warning}`);
  if (fault !== null) runner.error(`${repository}: ${toWhatAndAdvice(fault, ' ')}`);
}

/** Such as `200 repositories, 2 new bugs, 1,234 pending bugs; 3 could not be read`. */
export function toTotalLine(looks: readonly Look[]): string {
  const { newBugs, newSecurityBugs, open, openSecurity } = sumCounts(looks);
  const failed = looks.filter(isFailed).length;
  const all = countOf(looks.length, 'repository', 'repositories');
  if (isNoneRead(looks)) return `${all} could not be read`;
  const bugs = newBugs === 0 ? 'no new bugs' : countOf(newBugs, 'new bug', 'new bugs');
  const parts = compact([
    `${all}: ${bugs}${toShare(newBugs, newSecurityBugs)}`,
    `${countOf(open, 'pending bug', 'pending bugs')}${toShare(open, openSecurity)}`,
    failed > 0 && `${formatCount(failed)} could not be read`,
  ]);
  return parts.join('; ');
}

function toAnnouncementWarnings({ announcements }: WatchReport): readonly string[] {
  if (announcements === null) return [];
  const { refused, leftOut, maxNotified } = announcements;
  const [first] = refused;
  const others = refused.slice(1).map(({ pullRequest }) => pullRequest);
  return compact([
    first &&
      `Could not comment on pull request ${first.pullRequest}, because ${first.reason}.${others.length === 0 ? '' : ` Nor on ${toPullNames(others)}.`} The issue names them.`,
    leftOut.length > 0 &&
      `max-notified allows ${maxNotified} per run, so these were not notified: ${toPullNames(leftOut)}.`,
  ]);
}
