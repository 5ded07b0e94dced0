// The headline of a report: the verdict in one sentence that claims no more than was looked at. Plain text.
import { formatDay } from '../../judgement/day.ts';
import type { ShownFinding } from '../../judgement/disclosure.ts';
import { countOf, formatCount } from '../../judgement/format.ts';
import type { Threshold, ThresholdName } from '../../judgement/limits.ts';
import { compact } from '../../judgement/lists.ts';
import type { Relation } from '../../judgement/relevance.ts';
import type { Report } from '../../judgement/report.ts';
import { isAbsent } from '../../judgement/scan.ts';
import type { UnverifiedReason, Verdict } from '../../judgement/verdict.ts';

/** Completes "could not judge this pull request: …", where `the commit` stands for what was to be judged. */
const NOT_JUDGED: Readonly<Record<UnverifiedReason, (commit: string) => string>> = {
  'no-scan': (commit) => `${commit} has not been scanned`,
  'scan-failed': (commit) => `${toItsScan(commit)} failed`,
  'scan-timeout': (commit) => `${toItsScan(commit)} did not finish in time`,
  'stale-scan': () => 'the last scan is too old',
  superseded: () => 'there is a newer commit',
  'service-error': () => 'the service could not be read',
  'github-error': () => 'GitHub could not be read',
  'no-credentials': () => 'there is no API key',
  'invalid-input': () => 'an input is wrong',
  unauthorized: () => 'the service refused the key',
  'repository-not-found': () => 'the service does not know this repository',
};

function toItsScan(commit: string): string {
  return commit === 'it' ? 'its scan' : `the scan of ${commit}`;
}

const KINDS: Readonly<Record<ThresholdName, readonly [one: string, many: string]>> = {
  'max-security-bugs': ['security bug', 'security bugs'],
  'max-bugs': ['bug', 'bugs'],
};

/** What the gate concludes; the title of a document puts an icon in front of it. */
export function toHeadline(report: Report): string {
  const { verdict } = report;
  switch (verdict.kind) {
    case 'passed':
      return `Scan Gate: ${toPassed(report, verdict.thresholds)}${toNew(report)}`;
    case 'failed':
      return `Scan Gate: ${toFailed(report, verdict.thresholds)}`;
    case 'unverified':
      return toNotJudged(report, verdict.reason);
  }
}

/** ❌ only where the job fails for it: a gate that only warns never says that it blocks. */
export function toIcon({ verdict, job }: Pick<Report, 'verdict' | 'job'>): '✅' | '❌' | '⚠️' {
  if (verdict.kind === 'passed') return '✅';
  return verdict.kind === 'failed' && job === 'red' ? '❌' : '⚠️';
}

/** Such as `no security bugs in this scan (partial scan)`. */
function toPassed(report: Report, thresholds: readonly Threshold[]): string {
  const limits = toLimits(thresholds.filter(({ limit }) => limit !== 'off'));
  if (limits === null) {
    return `no limit is set, so nothing was counted${toParenthesis([...toUnscanned(report), ...toLeftOut(report)])}`;
  }
  const scope = toScope(report);
  const where = scope === '' ? '' : ` ${scope}`;
  const [, kinds] = KINDS[limits.first.name];
  const qualifiers = [...toAllowed(limits), ...toUnscanned(report)];
  const leftOut = toLeftOut(report);
  if (limits.first.count > 0 || leftOut.length === 0) {
    return `${toBugs(report, limits, scope)}${toParenthesis([...qualifiers, ...leftOut])}`;
  }
  // Nobody may read that there are none.
  const older = toOlder(report);
  return older.length > 0 && leftOut.length === 1
    ? `no new ${kinds}${where}; ${leftOut.join()}${toParenthesis(qualifiers)}`
    : `${kinds}${where}: none that count${toParenthesis([...qualifiers, ...leftOut])}`;
}

/** Such as ` · 4 other new bugs do not block`; empty without any. How many are not classified is in the small print. */
function toNew(report: Report): string {
  const added = selectNew(report);
  if (added.length === 0) return '';
  const security = added.filter(({ kind }) => kind === 'security').length;
  const kinds = compact([security > 0 && countOf(security, 'security bug', 'security bugs')]);
  const other = security > 0 ? '' : 'other ';
  const bugs =
    report.ending === null
      ? `${countOf(added.length, `${other}new bug does`, `${other}new bugs do`)} not block`
      : `${countOf(added.length, `${other}new bug`, `${other}new bugs`)} pending`;
  return ` · ${bugs}${toParenthesis(kinds)}`;
}

/** Such as `4 security bugs block this merge`. */
function toFailed(report: Report, thresholds: readonly Threshold[]): string {
  const limits = toLimits(thresholds.filter(({ exceeded }) => exceeded));
  if (limits === null) return 'a limit is exceeded';
  const effect = toEffect(report, limits.first.count === 1);
  const qualifiers = [...toAllowed(limits), ...toUnscanned(report), ...toLeftOut(report)];
  return `${toBugs(report, limits, effect)}${toParenthesis(qualifiers)}`;
}

/** Such as `This pull request was merged with 2 security bugs pending.`; null where it is open, or within its limits. */
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

/** Such as `no bugs`, `4 security bugs`, or `12 bugs, 4 of them security bugs`, and what is said of them, if anything. */
function toBugs({ findings, verdict }: Report, { first, security }: LimitPair, said: string): string {
  const [one, many] = KINDS[first.name];
  const bugs = first.count === 0 ? `no ${many}` : countOf(first.count, one, many);
  const isApart = security !== null && first.count > 0;
  const counted = isApart ? `${bugs}, ${toKinds(findings.filter((finding) => isCounted(finding, verdict)))}` : bugs;
  return said === '' ? counted : `${counted}${isApart ? ',' : ''} ${said}`;
}

/** What some bugs are, at least one. Nobody knows of one that is not classified that it is no security bug. */
function toKinds(findings: readonly ShownFinding[]): string {
  const all = findings.length;
  const security = findings.filter(({ countsAsSecurity }) => countsAsSecurity).length;
  const unknown = findings.filter(({ kind, countsAsSecurity }) => kind === 'unclassified' && !countsAsSecurity).length;
  if (all === 1) return security === 1 ? 'a security bug' : unknown === 1 ? 'not classified yet' : 'not a security bug';
  if (security === all) return 'all of them security bugs';
  if (unknown === 0 && security === 0) return 'none of them a security bug';
  return compact([
    security > 0 && `${formatCount(security)} of them ${security === 1 ? 'a security bug' : 'security bugs'}`,
    unknown > 0 && `${formatCount(unknown)}${security > 0 ? '' : ' of them'} not classified yet`,
  ]).join(' and ');
}

function toEffect({ job, pullRequest, ending, isRequired }: Report, isOne: boolean): string {
  if (ending !== null) return 'pending';
  // The small print says that it does not block.
  if (job === 'red' && isRequired === 'not-required') return `${isOne ? 'fails' : 'fail'} this check`;
  const where = pullRequest === null ? 'this commit' : 'this merge';
  if (job !== 'red') return `would block ${where}`;
  return `${isOne ? 'blocks' : 'block'} ${where}`;
}

function toNotJudged(report: Report, reason: UnverifiedReason): string {
  if (reason === 'invalid-input') return 'Scan Gate could not start: an input is wrong';
  const { pullRequest, isHead } = report;
  const why = findSpecialReason(report, reason) ?? NOT_JUDGED[reason];
  if (pullRequest === null) return `Scan Gate could not judge this commit: ${why('it')}`;
  return `Scan Gate could not judge this pull request: ${why(isHead ? 'the newest commit' : 'the commit')}`;
}

/** Where a reason has two causes, the one that its usual words do not name; null for the usual one. */
function findSpecialReason(
  { readAt, recentScans, sha, explanation, isKeyless, isOwnFork }: Report,
  reason: UnverifiedReason,
): ((commit: string) => string) | null {
  const headline = explanation?.headline;
  if (headline !== undefined) return () => headline;
  if (reason === 'no-credentials' && isOwnFork) return () => 'a fork has no API key';
  if (reason === 'no-credentials' && isKeyless) return () => 'it comes from a fork, and forks get no API key';
  const absent = recentScans.filter((each) => isAbsent(each, readAt));
  if (reason === 'no-scan' && sha !== null && absent.some((each) => each.sha === sha)) {
    return (commit) => `no scan of ${commit} can be used`;
  }
  return null;
}

/** `2 allowed`, or `10 and 0 allowed`, in the order of the counts; nothing where none is. */
function toAllowed({ first, security }: LimitPair): readonly string[] {
  const limits = security === null ? [first] : [first, security];
  if (limits.every(({ limit }) => limit === 0)) return [];
  return [`${limits.map(({ limit }) => (limit === 'off' ? 'any' : formatCount(limit))).join(' and ')} allowed`];
}

/** Where the counted bugs are: never more than was counted. Empty where that would point at withheld bugs. */
function toScope({ countedFrom, isListedAgain, gateOn, pathsLimited, findings, verdict }: Report): string {
  if (gateOn === 'all') {
    if (isListedAgain) return pathsLimited ? 'in the selected paths' : '';
    const whole = countedFrom === 'repository' ? 'this repository' : 'this scan';
    return pathsLimited ? `in the selected paths of ${whole}` : `in ${whole}`;
  }
  if (findings.some((finding) => finding.details === null && isCounted(finding, verdict))) return '';
  const scan = countedFrom === 'scan' ? ' in this scan' : '';
  return `${toSelected(gateOn)}${scan}${pathsLimited ? ' in the selected paths' : ''}`;
}

function toSelected(gateOn: readonly Relation[]): string {
  const introduced = gateOn.includes('introduced');
  if (introduced && gateOn.includes('touched')) {
    return 'from this pull request or in files it changes';
  }
  return introduced ? 'from this pull request' : 'in the files you changed';
}

/** What was not scanned, or not by a full scan. */
function toUnscanned({ scan }: Report): readonly string[] {
  if (scan === null) return [];
  const { commitsBehind, newerFailed } = scan;
  const unscanned =
    commitsBehind === null ? 'an unknown number of commits' : countOf(commitsBehind, 'commit', 'commits');
  return compact([
    scan.standsIn && `${unscanned} not scanned`,
    scan.isPartial && 'partial scan',
    newerFailed.length > 0 && 'a newer scan failed',
  ]);
}

/** How many bugs count for nobody here although the inputs select them; of withheld ones it is not said whose they are. */
function toLeftOut(report: Report): readonly string[] {
  const older = toOlder(report);
  const others = report.findings.filter(({ exclusion }) => exclusion === 'other-pull-request');
  const whose = others.some(({ details }) => details === null) ? '' : ' of other pull requests';
  const day = report.foundSince === null ? '' : formatDay(report.foundSince);
  const are = older.length === 1 ? 'is' : 'are';
  return compact([
    others.length > 0 && `${countOf(others.length, 'bug', 'bugs')}${whose} left out`,
    older.length > 0 && `${formatCount(older.length)} found before ${day} ${are} left out, ${toKinds(older)}`,
  ]);
}

/** The bugs that `found-since` leaves out. */
function toOlder({ findings }: Report): readonly ShownFinding[] {
  return findings.filter(({ exclusion }) => exclusion === 'found-since');
}

function toParenthesis(parts: readonly string[]): string {
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`;
}

/** Whether the pull request introduces a finding, and nothing but the inputs could leave it out. */
export function isNew({ relevance, exclusion }: ShownFinding, { relevanceKnown }: Report): boolean {
  if (exclusion === 'other-pull-request') return false;
  return relevanceKnown && relevance === 'introduced';
}

/** What the pull request introduces and a gate that passed does not count; nothing of withheld bugs. */
export function selectNew(report: Report): readonly ShownFinding[] {
  const { findings, verdict } = report;
  if (verdict.kind !== 'passed') return [];
  return findings.filter(
    (finding) => finding.details !== null && isNew(finding, report) && !isCounted(finding, verdict),
  );
}

/** Whether a verdict counts a finding against a limit. */
export function isCounted(
  { counted, countsAsSecurity }: Pick<ShownFinding, 'counted' | 'countsAsSecurity'>,
  verdict: Verdict,
): boolean {
  if (!counted || verdict.kind === 'unverified') return false;
  return verdict.thresholds.some(({ name, limit }) => limit !== 'off' && (name === 'max-bugs' || countsAsSecurity));
}
