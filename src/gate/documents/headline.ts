// The headline of a report: the verdict in one sentence that claims no more than was looked at. Plain text.
import type { ShownFinding } from '../../judgement/disclosure.ts';
import { countOf, formatCount } from '../../judgement/format.ts';
import type { Threshold, ThresholdName } from '../../judgement/limits.ts';
import { compact } from '../../judgement/lists.ts';
import type { Relation } from '../../judgement/relevance.ts';
import type { Report } from '../../judgement/report.ts';
import type { UnverifiedReason, Verdict } from '../../judgement/verdict.ts';
import type { WayOut } from './way-out.ts';
import { isNoneOfYours } from './what-to-do.ts';

const KINDS: Readonly<Record<ThresholdName, readonly [one: string, many: string]>> = {
  'max-security-bugs': ['security bug', 'security bugs'],
  'max-bugs': ['bug', 'bugs'],
};

/** The title of a document puts an icon in front of it. `wayOut` is null if something was judged. */
export function toHeadline(report: Report, wayOut: WayOut | null): string {
  const { verdict } = report;
  switch (verdict.kind) {
    case 'passed':
      return toVerdictLine(report, toPassed(report, verdict.thresholds), toNew(report));
    case 'failed':
      return toVerdictLine(report, toFailed(report, verdict.thresholds));
    case 'unverified':
      return toNotJudged(verdict.reason, wayOut);
  }
}

function toVerdictLine(report: Report, verdict: string, end = ''): string {
  return `Scan Gate: ${verdict}${toParentheses(report)}${end}`;
}

/** ❌ only where the job fails for it: a gate that only warns never says that it blocks. */
export function toIcon({ verdict, job }: Pick<Report, 'verdict' | 'job'>): '✅' | '❌' | '⚠️' {
  if (verdict.kind === 'passed') return '✅';
  return verdict.kind === 'failed' && job === 'red' ? '❌' : '⚠️';
}

/** It never claims more than was counted: `no security bugs in this scan`. */
function toPassed(report: Report, thresholds: readonly Threshold[]): string {
  const limits = toLimits(thresholds.filter(({ limit }) => limit !== 'off'));
  if (limits === null) return 'no limit is set, so nothing counts';
  const { first } = limits;
  if (first.count === 0) return toNone(report, first.name);
  const scope = toScope(report);
  const said = scope === THAT_COUNT && first.count === 1 ? 'that counts' : scope;
  return `${toBugs(report, limits, said)}${toAllowed(report)}`;
}

function toNone(report: Report, name: ThresholdName): string {
  const [, kinds] = KINDS[name];
  if (countLeftOut(report, 'other-pull-request') > 0) return `${kinds}: none that count`;
  return `no ${countLeftOut(report, 'found-since') > 0 ? 'new ' : ''}${kinds}${toBehind(toScope(report))}`;
}

function toBehind(scope: string): string {
  return scope === '' ? '' : ` ${scope}`;
}

/** The end is like ` · 4 other new bugs do not block`. The small print says how many are not classified. */
function toNew(report: Report): string {
  const { added } = report.groups;
  if (added.length === 0) return '';
  const security = countSecurity(added);
  const kind = security === added.length ? 'new security bug' : security > 0 ? 'new bug' : 'other new bug';
  const bugs = countOf(added.length, kind, `${kind}s`);
  const effect = report.ending === null ? (added.length === 1 ? 'does not block' : 'do not block') : 'pending';
  const among = security > 0 && security < added.length ? `, ${toAmong(security)}` : '';
  return ` · ${bugs} ${effect}${among}`;
}

function toFailed(report: Report, thresholds: readonly Threshold[]): string {
  const limits = toLimits(thresholds.filter(({ exceeded }) => exceeded));
  if (limits === null) return 'a limit is exceeded';
  // Bugs that would block must not read as the reader's own.
  if (report.job !== 'red' && isNoneOfYours(report)) return toOlder(report, limits.first);
  return `${toBugs(report, limits, toEffect(report, limits.first.count === 1))}${toAllowed(report)}`;
}

function toOlder({ groups }: Report, { name, count }: Threshold): string {
  const [one, many] = KINDS[name];
  const where = groups.older.length > 0 ? '' : count === 1 ? ' in a file you changed' : ' in files you changed';
  return `${countOf(count, `older ${one}`, `older ${many}`)}${where}`;
}

export function toEndingSentence({ verdict, ending }: Report): string | null {
  if (verdict.kind !== 'failed' || ending === null) return null;
  const limits = toLimits(verdict.thresholds.filter(({ exceeded }) => exceeded));
  if (limits === null) return null;
  const { name, count } = limits.first;
  return `This pull request was ${ending} with ${countOf(count, ...KINDS[name])} pending.`;
}

/** One threshold, or both, of which the one for all bugs comes first. */
interface LimitPair {
  readonly first: Threshold;
  readonly security: Threshold | null;
}

function toLimits(thresholds: readonly Threshold[]): LimitPair | null {
  const security = thresholds.find(({ name }) => name === 'max-security-bugs') ?? null;
  const all = thresholds.find(({ name }) => name === 'max-bugs');
  if (all !== undefined) return { first: all, security };
  return security === null ? null : { first: security, security: null };
}

/** The sentence is like `12 bugs, 4 of them security bugs, block this merge`. */
function toBugs({ groups }: Report, { first, security }: LimitPair, said: string): string {
  const counted = security === null ? 0 : countSecurity(groups.counted);
  const name = counted === first.count ? 'max-security-bugs' : first.name;
  const bugs = countOf(first.count, ...KINDS[name]);
  if (counted === 0 || counted === first.count) return `${bugs}${toBehind(said)}`;
  return `${bugs}, ${toAmong(counted)}${said === '' ? '' : `, ${said}`}`;
}

function toAmong(security: number): string {
  return `${formatCount(security)} of them ${security === 1 ? 'a security bug' : 'security bugs'}`;
}

function countSecurity(findings: readonly ShownFinding[]): number {
  return findings.filter(({ countsAsSecurity }) => countsAsSecurity).length;
}

function toEffect({ job, pullRequest, ending, isRequired }: Report, isOne: boolean): string {
  if (ending !== null) return 'pending';
  // The small print says that it does not block.
  if (job === 'red' && isRequired === 'not-required') return `${isOne ? 'fails' : 'fail'} this check`;
  const where = pullRequest === null ? 'this commit' : 'this merge';
  return `${job === 'red' ? (isOne ? 'blocks' : 'block') : 'would block'} ${where}`;
}

export const WRONG_INPUT = 'Scan Gate could not start: an input is wrong';

function toNotJudged(reason: UnverifiedReason, wayOut: WayOut | null): string {
  if (reason === 'invalid-input') return WRONG_INPUT;
  return `Scan Gate could not judge: ${wayOut?.headline ?? reason}`;
}

/** The end is like `, at most 2 are allowed`; it is empty if none is allowed. Two limits are in the small print. */
function toAllowed({ verdict }: Report): string {
  const [only, ...others] = selectLimits(verdict);
  if (only === undefined || others.length > 0 || only.limit === 0) return '';
  return `, at most ${toLimit(only)} ${only.limit === 1 ? 'is' : 'are'} allowed`;
}

function selectLimits(verdict: Verdict): readonly Threshold[] {
  return verdict.kind === 'unverified' ? [] : verdict.thresholds.filter(({ limit }) => limit !== 'off');
}

function toLimit({ limit }: Threshold): string {
  return limit === 'off' ? 'any' : formatCount(limit);
}

/** Says `Limits: 10 bugs, 0 security bugs.` in the small print if bugs are allowed and the headline does not say how many. */
export function toLimitsSentence({ verdict }: Report): string | null {
  const limits = selectLimits(verdict);
  const isSaid = limits.length === 1 && limits.every(({ count }) => count > 0);
  if (isSaid || limits.every(({ limit }) => limit === 0)) return null;
  const named = limits.map((each) => `${toLimit(each)} ${KINDS[each.name][each.limit === 1 ? 0 : 1]}`);
  return `${named.length === 1 ? 'Limit' : 'Limits'}: ${named.toReversed().join(', ')}.`;
}

/** Says where the counted bugs are, and nothing if that would point at withheld ones. */
function toScope({ countedFrom, gateOn, pathsLimited, findings, groups }: Report): string {
  if (gateOn === 'all') {
    return `in ${pathsLimited ? 'the selected paths of ' : ''}${countedFrom === 'repository' ? 'this repository' : 'this scan'}`;
  }
  const withheld = findings.filter(({ details }) => details === null);
  if (groups.withheld.length > 0) return '';
  // Why a withheld one does not count depends on what the pull request has to do with it, so the words are the same for each.
  if (withheld.length > 0 || findings.some(isFoundHereUnselected)) return THAT_COUNT;
  const within = `${countedFrom === 'scan' ? ' in this scan' : ''}${pathsLimited ? ' in the selected paths' : ''}`;
  return `${toSelected(gateOn)}${within}`;
}

const THAT_COUNT = 'that count';

/** Nobody says who introduced such a bug, so to say where none is would claim too much. */
function isFoundHereUnselected({ isFoundHere, kind, exclusion }: ShownFinding): boolean {
  return isFoundHere && kind === 'security' && exclusion === 'gate-on';
}

function toSelected(gateOn: readonly Relation[]): string {
  if (!gateOn.includes('touched')) return 'from this pull request';
  return gateOn.includes('introduced') ? 'from this pull request or in files it changes' : 'in the files you changed';
}

const MAX_PARENTHESES = 2;

/** Tells what matters most about the scan. The small print says all of it. */
function toParentheses(report: Report): string {
  const { scan } = report;
  const older = countLeftOut(report, 'found-since');
  const all = compact([
    scan?.isPartial === true && 'partial scan',
    scan?.standsIn === true && toUnscannedSentence(report) === null && toUnscanned(scan.commitsBehind),
    older > 0 && `${formatCount(older)} older left out`,
    (scan?.newerFailed.length ?? 0) > 0 && 'a newer scan failed',
  ]);
  return all
    .slice(0, MAX_PARENTHESES)
    .map((text) => ` (${text})`)
    .join('');
}

function toUnscanned(commitsBehind: number | null): string {
  if (commitsBehind === null) return 'scan of another commit';
  return `${countOf(commitsBehind, 'commit', 'commits')} not scanned`;
}

/** The sentence is like `Your 4 commits are not scanned yet.`; null: a headline of what blocks, or passed, says it in parentheses. */
export function toUnscannedSentence({ verdict, job, scan, pullRequest, ending, ownCommits }: Report): string | null {
  const isTold = verdict.kind === 'failed' && job !== 'red' && pullRequest !== null && ending === null;
  if (!isTold || scan?.standsIn !== true) return null;
  // The commits behind the scan may be some of the base branch, too.
  const count = Math.min(scan.commitsBehind ?? Infinity, ownCommits ?? Infinity);
  if (count === 1) return 'Your commit is not scanned yet.';
  return `Your ${Number.isFinite(count) ? `${formatCount(count)} ` : ''}commits are not scanned yet.`;
}

/**
 * Counts bugs of other pull requests, or bugs that `found-since` leaves out. Both are asked only of what `gate-on` selects, so
 * where it does not select all, nothing of withheld bugs: that would point at the diff.
 */
function countLeftOut({ findings, gateOn }: Report, which: 'other-pull-request' | 'found-since'): number {
  return findings.filter(({ exclusion, details }) => exclusion === which && (gateOn === 'all' || details !== null))
    .length;
}
