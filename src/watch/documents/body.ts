// The body that the issue and the job summary of a watch share.
import { type ScanPoint, toBar, toScanPoints } from '../../documents/chart.ts';
import { toCommitLink } from '../../documents/links.ts';
import { join, type Markdown, safe, toCode, toList, toSentence } from '../../documents/markdown.ts';
import { toCodeBlock } from '../../documents/prose.ts';
import { countOf, formatCount, formatTime } from '../../judgement/format.ts';
import { toPassedOverSentences } from '../../judgement/scan-line.ts';
import { isFullScan, type Scan, scanEndMs } from '../../judgement/scan.ts';
import type { Announcements, Origin, WatchedFinding, WatchReport } from '../report.ts';
import { CUT_SENTENCES, toAge, toEntry, toOrigin, toPullNames, toShare } from './entry.ts';
import { type Section, type SectionLimits, toSectionBlocks } from './sections.ts';

/** Renders the body: what changed, the bugs as far as they fit, who brought them in, and the scans. */
export function renderWatchBody(report: WatchReport, limits: SectionLimits): Markdown {
  const head = [toTitle(report), ...toNews(report)];
  const foot = [...toOrigins(report), ...toChart(report), toScanLine(report)];
  const budget = limits.budget - limits.measure(join([...head, ...foot], '\n\n'));
  const sections = toSectionBlocks(toSections(report), { ...limits, budget });
  return join([...head, ...sections, ...foot], '\n\n');
}

/** How many bugs are open, such as `12 open bugs`. */
export function toOpenCount({ counts: { open } }: WatchReport): string {
  return open === 0 ? 'No open bugs' : countOf(open, 'open bug', 'open bugs');
}

/** What is new in one sentence; null: nothing is known of earlier runs. */
export function toNewSentence({ isBaseline, counts }: WatchReport): string | null {
  if (isBaseline) return null;
  const { fresh, freshSecurity } = counts;
  const bugs = fresh === 0 ? 'no new bugs' : countOf(fresh, 'new bug', 'new bugs');
  return `${bugs}${toShare(fresh, freshSecurity)}`;
}

function toTitle(report: WatchReport): Markdown {
  const { open, openSecurity } = report.counts;
  const icon = open === 0 ? safe`✅` : openSecurity > 0 ? safe`🔴` : safe`🟠`;
  const share = toSentence(toShare(open, openSecurity));
  return safe`### ${icon} ${toSentence(toOpenCount(report))} on ${toCode(report.branch, 100)}${share}`;
}

function toNews(report: WatchReport): readonly Markdown[] {
  const { isBaseline, isIntervalCut, passedOver, before, announcements } = report;
  if (isBaseline) return [toBaseline(report)];
  if (before === null) return [];
  const lines = [
    ...(isIntervalCut ? [toSentence(CUT_SENTENCES)] : []),
    ...toPassedOverSentences(passedOver).map(toSentence),
    ...(announcements === null ? [] : toAnnouncementLines(announcements)),
  ];
  return [toChange(report, before), ...(lines.length === 0 ? [] : [toList(lines)])];
}

function toBaseline({ announcements }: WatchReport): Markdown {
  const next =
    announcements === null
      ? safe`From now on this page says what is new.`
      : safe`From now on a pull request that brings in a bug gets a comment, and this page says what is new.`;
  return safe`**There is no earlier run to compare with,** so nothing counts as new and nobody was notified. ${next}`;
}

function toChange(report: WatchReport, before: NonNullable<WatchReport['before']>): Markdown {
  const { open, openSecurity } = report.counts;
  const now = toDifference(before.open, open, ['open bug', 'open bugs']);
  const security = toDifference(before.openSecurity, openSecurity, ['security bug', 'security bugs']);
  const changes = [now, security].filter((change) => change !== null);
  const total = changes.length === 0 ? ['as many open as before'] : changes;
  const text = `${[toNewSentence(report), ...total].filter((part) => part !== null).join('; ')}.`;
  return safe`**Since the last run:** ${toSentence(text)}`;
}

/** Such as `2 more open bugs (12 instead of 10)`; null: as many as before. */
function toDifference(before: number, now: number, [one, many]: readonly [string, string]): string | null {
  if (now === before) return null;
  const by = Math.abs(now - before);
  const direction = now > before ? 'more' : 'fewer';
  const noun = by === 1 ? one : many;
  return `${formatCount(by)} ${direction} ${noun} (${formatCount(now)} instead of ${formatCount(before)})`;
}

const MAX_REFUSED_LINES = 20;

function toAnnouncementLines({ announced, refused, leftOut, maxNotified }: Announcements): readonly Markdown[] {
  const lines = refused
    .slice(0, MAX_REFUSED_LINES)
    .map(({ pullRequest, reason }) => `Could not comment on pull request ${pullRequest}, because ${reason}.`);
  const unnamed = refused.slice(MAX_REFUSED_LINES).map(({ pullRequest }) => pullRequest);
  return [
    ...(announced.length === 0 ? [] : [`Commented on: ${toPullNames(announced)}.`]),
    ...lines,
    ...(unnamed.length === 0 ? [] : [`Could not comment either on: ${toPullNames(unnamed)}.`]),
    ...(leftOut.length === 0
      ? []
      : [
          `Not notified, because \`max-notified\` allows ${formatCount(maxNotified)} per run: ${toPullNames(leftOut)}.`,
        ]),
  ].map(toSentence);
}

function toSections(report: WatchReport): readonly Section[] {
  const fresh = new Set(report.fresh.map(({ id }) => id));
  const older = report.open.filter(({ id }) => !fresh.has(id));
  const withheld = older.filter(({ details }) => details === null);
  const shown = older.filter(({ details }) => details !== null);
  const isSecurity = ({ kind }: WatchedFinding): boolean => kind === 'security';
  const others = shown.filter((finding) => !isSecurity(finding));
  const toItem = (finding: WatchedFinding): Markdown =>
    toEntry(finding, report, [...toAge(finding, report), ...toOrigin(finding)]);
  const isAlone = others.length === report.open.length;
  const isFolded = others.length > (isAlone ? MAX_UNFOLDED_ALONE : MAX_UNFOLDED);
  const count = isAlone
    ? countOf(others.length, 'open bug', 'open bugs')
    : countOf(others.length, 'other open bug', 'other open bugs');
  return [
    ...toFreshSections(report),
    {
      heading: safe`#### Security bugs, oldest first`,
      findings: shown.filter(isSecurity),
      toItem,
      isFolded: false,
    },
    {
      heading: safe`#### Security bugs, and bugs that are not classified\n\nTheir titles and files are shown only in the service.`,
      findings: withheld,
      toItem,
      isFolded: false,
    },
    {
      heading: isFolded
        ? safe`<b>${toSentence(count)}</b>, oldest first`
        : safe`#### ${isAlone ? safe`Open` : safe`Other open`} bugs, oldest first`,
      findings: others,
      toItem,
      isFolded,
    },
  ];
}

const MAX_UNFOLDED = 10;
const MAX_UNFOLDED_ALONE = 25;

function toFreshSections(report: WatchReport): readonly Section[] {
  const groups = Map.groupBy(report.fresh, ({ details }) => details?.pullRequest ?? null);
  return [...groups].map(([pullRequest, findings], index) => {
    const name = pullRequest === null ? safe`**Not attributed**` : safe`**From pull request ${pullRequest}**`;
    return {
      heading: index === 0 ? safe`#### New since the last run\n\n${name}` : name,
      findings,
      toItem: (finding) => toEntry(finding, report),
      isFolded: false,
    };
  });
}

/** Pull requests, never persons. */
function toOrigins({ origins, otherOrigins }: WatchReport): readonly Markdown[] {
  const isNamed = origins.some(({ pullRequest }) => pullRequest !== null);
  if (!isNamed) return [];
  const rest = toSentence(`Other pull requests: ${countOf(otherOrigins, 'bug', 'bugs')}`);
  // Many pull requests have one bug, and a line for each of them would say little.
  const single = origins.filter(isSingle).flatMap(({ pullRequest }) => pullRequest ?? []);
  const isGrouped = (origin: Origin): boolean => single.length > 1 && isSingle(origin);
  const lines = [
    ...origins.filter((origin) => origin.pullRequest !== null && !isGrouped(origin)).map(toOriginLine),
    ...(single.length > 1 ? [toSentence(`One bug each: ${toPullNames(single)}`)] : []),
    ...origins.filter(({ pullRequest }) => pullRequest === null).map(toOriginLine),
    ...(otherOrigins === 0 ? [] : [rest]),
  ];
  return [safe`#### Where the open bugs came from`, toList(lines)];
}

function isSingle({ pullRequest, count, security }: Origin): boolean {
  return pullRequest !== null && count === 1 && security === 0;
}

function toOriginLine({ pullRequest, count, security }: Origin): Markdown {
  const name = pullRequest === null ? 'Not attributed' : `Pull request ${pullRequest}`;
  return toSentence(`${name}: ${countOf(count, 'bug', 'bugs')}${toShare(count, security)}`);
}

const MAX_BARS = 14;

/** Letters of one width, so that it looks the same everywhere. */
function toChart({ recentScans }: WatchReport): readonly Markdown[] {
  const points = toScanPoints(recentScans).slice(-MAX_BARS);
  if (points.length < 2) return [];
  const highest = Math.max(1, ...points.map(({ open }) => open));
  const width = formatCount(highest).length;
  const rows = points.map((point) => toBarRow(point, highest, width));
  return [safe`#### Open bugs that each scan lists`, ...toCodeBlock(rows)];
}

function toBarRow({ at, open }: ScanPoint, highest: number, width: number): string {
  const date = formatTime(at).slice(5, 10);
  return `${date}  ${formatCount(open).padStart(width)}  ${toBar(open, highest)}`;
}

function toScanLine(report: WatchReport): Markdown {
  const { scan, failedScan, repository } = report;
  const kind = isFullScan(scan) ? safe`Full scan` : safe`Partial scan`;
  const commit = scan.sha === null ? safe`an unknown commit` : toCommitLink(repository, scan.sha);
  const date = toSentence(formatTime(scanEndMs(scan)));
  const failed = failedScan === null ? [] : [toFailedLine(failedScan)];
  const settle = safe`A bug leaves this list when it is fixed, or resolved or dismissed in the service.`;
  const line = safe`${kind} of ${commit} on ${toCode(report.branch, 100)}, finished ${date}.`;
  return safe`<sub>${join([line, ...failed, settle], ' ')}</sub>`;
}

function toFailedLine(scan: Scan): Markdown {
  return toSentence(`The newest scan, begun ${formatTime(scan.startedAt)}, failed.`);
}
