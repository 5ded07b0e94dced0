// What a watch says in the log: its conclusion, and the facts.
import { cutLines, toBugFacts } from '../documents/log-lines.ts';
import { countOf, formatCount, formatTime } from '../judgement/format.ts';
import { toShortSha } from '../judgement/identifiers.ts';
import { compact } from '../judgement/lists.ts';
import { scanEndMs } from '../judgement/scan.ts';
import type { Unverified } from '../judgement/unverified.ts';
import type { Runner } from '../runner/runner.ts';
import { sayFault, toPlace } from '../sweep/progress.ts';
import type { Visit } from '../sweep/sweep.ts';
import { toNewSentence, toOpenCount } from './documents/body.ts';
import { toGapSentences, toPullNames, toShare } from './documents/entry.ts';
import { isFailed, isNoneRead, type Look, sumCounts } from './look.ts';
import type { WatchReport } from './report.ts';

/** The verdict in one line, such as `Scan Gate: 12 pending bugs on main, 3 of them security bugs; 2 new bugs.` */
export function toConclusion(report: WatchReport): string {
  return `Scan Gate: ${toState(report)}`;
}

function toState(report: WatchReport): string {
  const { branch, counts } = report;
  const share = toShare(counts.open, counts.openSecurity);
  return `${toOpenCount(report)} on ${branch}${share}; ${toNewSentence(report) ?? 'there is no earlier run to compare with, so nobody was notified'}.`;
}

/** Why the job is red. */
export function toFaultConclusion({ reason, what, advice }: Unverified): string {
  return [`Scan Gate watch is unverified (${reason}): ${what}`, ...advice].join('\n');
}

/** What the run was about, a line each. */
export function toFactLines(report: WatchReport): readonly string[] {
  const { branch, scan, newScanCount, announcements } = report;
  const commit = scan.sha === null ? 'an unknown commit' : toShortSha(scan.sha);
  return compact([
    `Branch: ${branch}`,
    `Newest complete scan: ${scan.id} of ${commit}, ${formatTime(scanEndMs(scan))}`,
    `New since the last run: ${countOf(newScanCount, 'scan', 'scans')}`,
    announcements !== null &&
      announcements.announced.length > 0 &&
      `Commented on: ${toPullNames(announcements.announced)}`,
  ]);
}

/** The new bugs, a line each, at most a hundred; those whose details are withheld are only counted. */
export function toNewLines({ newFindings, counts, serviceName }: WatchReport): readonly string[] {
  const lines = cutLines(newFindings.map(({ id, details }) => (details === null ? id : toBugFacts(id, details))));
  const withheld = counts.newBugs - newFindings.length;
  return withheld === 0
    ? lines
    : [...lines, `${countOf(withheld, 'more', 'more')}, whose details are only in ${serviceName}`];
}

/** One of several repositories in a line, and warnings; where the token may not write, that replaces those about comments. */
export function sayLook(runner: Runner, visit: Visit, looks: readonly Look[]): void {
  const look = looks.at(-1);
  if (look === undefined) return;
  const { repository, outcome, fault } = look;
  if (outcome !== null) {
    const { report, refusal } = outcome;
    runner.info(`${toPlace(visit)}: ${toState(report)}`);
    const warnings = refusal === null ? toWarnings(report) : [refusal.what, ...toGapSentences(report)];
    for (const warning of warnings) runner.warning(`${repository}: ${warning}`);
  }
  if (isFailed(look)) sayFault(runner, looks);
  else if (fault !== null) runner.error(`${repository}: ${fault.what}`);
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

/** What was not looked at, and what could not be announced. */
export function toWarnings(report: WatchReport): readonly string[] {
  return [...toGapSentences(report), ...toAnnouncementWarnings(report)];
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
