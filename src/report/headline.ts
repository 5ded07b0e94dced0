// The headline of a report: the verdict in one sentence that claims no more than was looked at. Plain text.
import { countOf, formatCount } from '../domain/format.ts';
import type { Relation } from '../domain/relevance.ts';
import type { SelectedScan } from '../domain/scan-selection.ts';
import type { Threshold, ThresholdName } from '../domain/threshold.ts';
import type { UnverifiedReason, Verdict } from '../domain/verdict.ts';
import type { Report } from './report.ts';

/** Completes "could not judge this pull request: …". */
const NOT_JUDGED: Readonly<Record<UnverifiedReason, string>> = {
  'no-scan': 'its head has not been scanned',
  'scan-failed': 'the scan of its head failed',
  'scan-timeout': 'the scan of its head did not finish in time',
  'stale-scan': 'the scan is too old, or dated in the future',
  superseded: 'it has newer commits',
  'service-error': 'the service could not be read',
  'github-error': 'GitHub could not be read',
  'no-credentials': 'there is no API key',
  'invalid-input': 'an input is wrong',
  unauthorized: 'the service refused the API key',
  'repository-not-found': 'the service does not know this repository',
};

const KINDS: Readonly<Record<ThresholdName, readonly [one: string, many: string]>> = {
  'max-security-bugs': ['security bug', 'security bugs'],
  'max-bugs': ['bug', 'bugs'],
};

/** What the gate concludes; the title of a document puts an icon in front of it. */
export function toHeadline(report: Report): string {
  const { verdict } = report;
  switch (verdict.kind) {
    case 'passed':
      return `Scan Gate: ${toPassed(report, verdict.thresholds)}`;
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

/** Such as `no security bugs in this scan (0 allowed, partial scan)`. */
function toPassed(report: Report, thresholds: readonly Threshold[]): string {
  const active = thresholds.filter(({ limit }) => limit !== 'off');
  if (active.length === 0) {
    return `no limit is set, so nothing was counted${toParenthesis(toQualifiers(report.scan))}`;
  }
  const counts = active.map(({ name, count }) => toNone(count, KINDS[name])).join(' and ');
  return `${counts} ${toScope(report)}${toParenthesis([toAllowed(active), ...toQualifiers(report.scan)])}`;
}

/** Such as `4 security bugs block this merge (0 allowed)`. */
function toFailed(report: Report, thresholds: readonly Threshold[]): string {
  const exceeded = thresholds.filter((threshold) => threshold.exceeded);
  const security = exceeded.find(({ name }) => name === 'max-security-bugs');
  const all = exceeded.find(({ name }) => name === 'max-bugs');
  const shown = all === undefined ? exceeded : [all, ...(security === undefined ? [] : [security])];
  const subject =
    all === undefined
      ? countOf(security?.count ?? 0, ...KINDS['max-security-bugs'])
      : toAllCounted(all, security);
  const isOne = (all ?? security)?.count === 1;
  const effect = toEffect(report, isOne);
  return `${subject} ${effect}${toParenthesis([toAllowed(shown), ...toQualifiers(report.scan)])}`;
}

function toAllCounted(all: Threshold, security: Threshold | undefined): string {
  const bugs = countOf(all.count, ...KINDS['max-bugs']);
  if (security === undefined) return bugs;
  return `${bugs}, ${formatCount(security.count)} of them ${security.count === 1 ? 'a security bug' : 'security bugs'},`;
}

function toEffect({ job, pullRequest }: Report, isOne: boolean): string {
  const where = pullRequest === null ? 'this commit' : 'this merge';
  if (job !== 'red') return `would block ${where}`;
  return `${isOne ? 'blocks' : 'block'} ${where}`;
}

function toNotJudged({ pullRequest, verdict }: Report, reason: UnverifiedReason): string {
  const isConfiguration = verdict.kind === 'unverified' && reason === 'invalid-input';
  if (isConfiguration) return 'Scan Gate could not start: an input is wrong';
  const what = pullRequest === null ? 'this commit' : 'this pull request';
  const why = NOT_JUDGED[reason];
  return `Scan Gate could not judge ${what}: ${pullRequest === null ? why.replace('its head', 'it').replace('the scan of it ', 'its scan ') : why}`;
}

function toNone(count: number, [one, many]: readonly [string, string]): string {
  return count === 0 ? `no ${many}` : countOf(count, one, many);
}

/** `0 allowed`, or `10 and 0 allowed`, in the order of the counts. */
function toAllowed(thresholds: readonly Threshold[]): string {
  const limits = thresholds.map(({ limit }) => (limit === 'off' ? 'any' : formatCount(limit)));
  return `${limits.join(' and ')} allowed`;
}

/** Where the counted bugs are: never more than was counted. */
function toScope({ countedFrom, gateOn, pathsLimited }: Report): string {
  const paths = pathsLimited ? ' in the selected paths' : '';
  if (gateOn === 'all') {
    return `${countedFrom === 'repository' ? 'in this repository' : 'in this scan'}${paths}`;
  }
  return `${toSelected(gateOn)}${countedFrom === 'scan' ? ' in this scan' : ''}${paths}`;
}

function toSelected(gateOn: readonly Relation[]): string {
  const introduced = gateOn.includes('introduced');
  if (introduced && gateOn.includes('touched')) {
    return 'from this pull request or in files it changes';
  }
  return introduced ? 'from this pull request' : 'in the files you changed';
}

/** What was not scanned, or not by a full scan. */
function toQualifiers(scan: SelectedScan | null): readonly string[] {
  if (scan === null) return [];
  const { commitsBehind, newerFailed } = scan;
  const unscanned =
    commitsBehind === null
      ? 'an unknown number of commits not scanned'
      : `${countOf(commitsBehind, 'commit', 'commits')} not scanned`;
  return [
    ...(scan.standsIn ? [unscanned] : []),
    ...(scan.isPartial ? ['partial scan'] : []),
    ...(newerFailed.length === 0 ? [] : ['a newer scan failed']),
  ];
}

function toParenthesis(parts: readonly string[]): string {
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`;
}

/** Whether a verdict counts a finding against a limit. */
export function isCounted(
  { gated, security }: { readonly gated: boolean; readonly security: boolean },
  verdict: Verdict,
): boolean {
  if (!gated || verdict.kind === 'unverified') return false;
  return verdict.thresholds.some(
    ({ name, limit }) => limit !== 'off' && (name === 'max-bugs' || security),
  );
}
