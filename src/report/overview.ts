// The parts that comment and job summary share: headline, thresholds, counts, the scan, what to do.
import type { ScanMatch } from '../domain/scan-selection.ts';
import type { Threshold } from '../domain/threshold.ts';
import { toScanPoints, toSparkline } from './chart.ts';
import { toCommitLink } from './links.ts';
import { join, safe, toCode, toList, toSentence, toTable, type Markdown } from './markdown.ts';
import type { Note, Report } from './report.ts';
import { countOf, formatCount, formatTime } from '../domain/format.ts';
import { toHeadline, toMatchSentence, toRecentScans, toScanLine } from './wording.ts';

const ICONS: Readonly<Record<Report['verdict']['kind'], Markdown>> = {
  passed: safe`✅`,
  failed: safe`❌`,
  unverified: safe`⚠️`,
};

const NOTE_ICONS: Readonly<Record<Note['level'], Markdown>> = {
  warning: safe`⚠️`,
  notice: safe`ℹ️`,
  info: safe`ℹ️`,
};

const EMPTY = safe``;

/** The title: icon, verdict, why. */
export function toTitle(report: Report): Markdown {
  const { verdict, job } = report;
  const only = verdict.kind === 'failed' && job === 'warning' ? safe` (only a warning)` : EMPTY;
  return safe`### ${ICONS[verdict.kind]} Scan Gate ${toSentence(toHeadline(report))}${only}`;
}

/** Everything above the findings, as blocks. */
export function toOverview(report: Report): readonly Markdown[] {
  return [
    ...toExplanation(report),
    ...toThresholds(report),
    ...toCounts(report),
    ...report.notes.map(({ level, text }) => safe`> ${NOTE_ICONS[level]} ${toSentence(text)}`),
  ];
}

/** Everything below the findings, as blocks. */
export function toFooter(report: Report): readonly Markdown[] {
  return [...toScanBlock(report), ...toHistory(report), ...toNextSteps(report)];
}

function toExplanation({ explanation }: Report): readonly Markdown[] {
  if (explanation === null) return [];
  const what = toSentence(explanation.what);
  if (explanation.advice.length === 0) return [what];
  return [what, toList(explanation.advice.map(toSentence))];
}

function toThresholds({ verdict }: Report): readonly Markdown[] {
  if (verdict.kind === 'unverified') return [];
  const head = [
    { label: safe`Threshold`, align: 'left' },
    { label: safe`Counted`, align: 'right' },
    { label: safe`Allowed`, align: 'right' },
    { label: EMPTY, align: 'left' },
  ] as const;
  return [toTable(head, verdict.thresholds.map(toThresholdCells))];
}

function toThresholdCells({ name, count, limit, exceeded }: Threshold): readonly Markdown[] {
  const allowed = limit === 'off' ? safe`no limit` : toSentence(formatCount(limit));
  const within = limit === 'off' ? EMPTY : safe`✅ within`;
  const state = exceeded ? safe`❌ exceeded` : within;
  return [toCode(name, 40), toSentence(formatCount(count)), allowed, state];
}

/** Unknown: the service counts resolved and dismissed bugs of all kinds together. */
const NOT_TOLD = safe`–`;

function toCounts({ tally }: Report): readonly Markdown[] {
  if (tally === null) return [];
  const { pending, pendingSecurity, pendingUnclassified, resolved, dismissed } = tally;
  const cell = (count: number): Markdown => toSentence(formatCount(count));
  const kinds = [
    [safe`Security`, cell(pendingSecurity), NOT_TOLD, NOT_TOLD],
    [safe`Other`, cell(pending - pendingSecurity - pendingUnclassified), NOT_TOLD, NOT_TOLD],
    [safe`Not classified`, cell(pendingUnclassified), NOT_TOLD, NOT_TOLD],
  ];
  const head = [
    { label: safe`Bugs`, align: 'left' },
    { label: safe`Pending`, align: 'right' },
    { label: safe`Resolved`, align: 'right' },
    { label: safe`Dismissed`, align: 'right' },
  ] as const;
  return [
    toTable(head, [...kinds, [safe`**All**`, cell(pending), cell(resolved), cell(dismissed)]]),
  ];
}

function toScanBlock(report: Report): readonly Markdown[] {
  return [...toChosenScan(report), ...toOtherScans(report)];
}

function toChosenScan(report: Report): readonly Markdown[] {
  if (report.scan === null) return [];
  const { scan, match, commitsBehind, supersededScan } = report.scan;
  const facts = [
    safe`Scan ${toCode(scan.id, 80)}`,
    scan.sha === null
      ? safe`of an unknown commit`
      : safe`of commit ${toCommitLink(report.repository, scan.sha)}`,
    toMatch(match),
    ...(scan.endedAt === null ? [] : [safe`finished ${toSentence(formatTime(scan.endedAt))}`]),
    ...(commitsBehind === null || match === 'exact'
      ? []
      : [safe`${toSentence(countOf(commitsBehind, 'commit', 'commits'))} behind`]),
  ];
  const standIn =
    supersededScan === null
      ? []
      : [
          toSentence(
            `It stands in for a newer scan that is not complete: ${toScanLine(supersededScan)}.`,
          ),
        ];
  return [join(facts, ' · '), ...standIn];
}

/** The value of `scan-match`, and what it means unless that is obvious. */
function toMatch(match: ScanMatch): Markdown {
  const word = safe`match ${toCode(match, 40)}`;
  return match === 'exact' ? word : safe`${word}, ${toSentence(toMatchSentence(match))}`;
}

/** If no scan could be judged: the scans that exist. */
function toOtherScans(report: Report): readonly Markdown[] {
  const lines = toRecentScans(report).map((scan) => toSentence(toScanLine(scan)));
  return lines.length === 0 ? [] : [safe`The newest scans of this repository:`, toList(lines)];
}

function toHistory({ recentScans }: Report): readonly Markdown[] {
  const points = toScanPoints(recentScans);
  const first = points.at(0);
  const last = points.at(-1);
  if (first === undefined || last === undefined || points.length < 2) return [];
  const change = toSentence(`${formatCount(first.open)} → ${formatCount(last.open)}`);
  return [safe`Open bugs over the last ${points.length} scans: ${toSparkline(points)} ${change}`];
}

/** Only if there are bugs to resolve or dismiss. */
function toNextSteps({ tally }: Report): readonly Markdown[] {
  if (tally === null || tally.pending === 0) return [];
  return [
    safe`<sub>A finding stops counting once it is fixed, or resolved or dismissed: in the service, or by a comment such as <code>/scan-gate dismiss bug_… wont_fix</code> where review commands are set up.</sub>`,
  ];
}
