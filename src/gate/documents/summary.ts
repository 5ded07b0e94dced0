// The job summary: everything at length. Thresholds, counts, findings, scans, and a chart of open bugs.
import { toBar, toScanPoints } from '../../documents/chart.ts';
import { takeFitting, toFindingEntry } from '../../documents/finding-entry.ts';
import { MAX_SUMMARY_BYTES } from '../../documents/limits.ts';
import { toCommitLink } from '../../documents/links.ts';
import { join, type Markdown, safe, toCode, toList, toSentence, toTable } from '../../documents/markdown.ts';
import { formatCount, formatTime } from '../../judgement/format.ts';
import type { Note, Report } from '../../judgement/report.ts';
import type { Threshold } from '../../judgement/verdict.ts';
import { toMatchSentence } from '../../judgement/wording.ts';
import { isCounted, toHeadline, toIcon } from './headline.ts';
import { orderAsListed, toBlindSpot, toScanSentence, toScansTable, toWhatToDo } from './overview.ts';

/** Space for what an earlier part of the same step may have written to the summary. */
const RESERVED_BYTES = 16 * 1024;
/** Room for the headings of the lists and the sentence on what is left out. */
const LIST_FRAME_BYTES = 1_000;

/** Renders the summary: under 1 MiB in UTF-8, at most `maxListed` findings, each whole or not at all. The same report gives the same text. */
export function renderSummary(report: Report, maxListed: number): string {
  return renderWithin(report, maxListed, MAX_SUMMARY_BYTES - RESERVED_BYTES);
}

/** The same with another size limit, which is kept if the part without findings fits. */
export function renderWithin(report: Report, maxListed: number, maxBytes: number): string {
  const head = toHead(report);
  const foot = [...toScans(report), ...toChart(report)];
  const measure = (text: string): number => Buffer.byteLength(text);
  const budget = maxBytes - LIST_FRAME_BYTES - measure(join([...head, ...foot], '\n\n'));
  // What counts first, so that what is left out matters least.
  const entries = orderAsListed(report)
    .slice(0, maxListed)
    .map((finding) => toFindingEntry(finding, report));
  const listed = takeFitting(entries, budget, measure);
  return join([...head, ...toFindings(report, listed), ...foot], '\n\n');
}

function toHead(report: Report): readonly Markdown[] {
  const blindSpot = toBlindSpot(report);
  return [
    safe`### ${toSentence(toIcon(report))} ${toSentence(toHeadline(report))}`,
    ...toExplanation(report),
    ...(report.verdict.kind === 'failed' ? [toWhatToDo(report)] : []),
    ...(blindSpot === null ? [] : [blindSpot]),
    ...report.notes.map(toNote),
    ...toThresholds(report),
    ...toCounts(report),
  ];
}

function toExplanation({ explanation }: Report): readonly Markdown[] {
  if (explanation === null) return [];
  const what = toSentence(explanation.what);
  if (explanation.advice.length === 0) return [what];
  return [what, safe`**What to do:**`, toList(explanation.advice.map(toSentence))];
}

const NOTE_ICONS: Readonly<Record<Note['level'], Markdown>> = {
  warning: safe`⚠️`,
  notice: safe`ℹ️`,
  info: safe`ℹ️`,
};

function toNote({ level, text }: Note): Markdown {
  return safe`> ${NOTE_ICONS[level]} ${toSentence(text)}`;
}

function toThresholds({ verdict, job }: Report): readonly Markdown[] {
  if (verdict.kind === 'unverified') return [];
  const head = [
    { label: safe`Threshold`, align: 'left' },
    { label: safe`Counted`, align: 'right' },
    { label: safe`Allowed`, align: 'right' },
    { label: safe`Result`, align: 'left' },
  ] as const;
  return [
    toTable(
      head,
      verdict.thresholds.map((threshold) => toThresholdCells(threshold, job)),
    ),
  ];
}

function toThresholdCells({ name, count, limit, exceeded }: Threshold, job: Report['job']): readonly Markdown[] {
  const allowed = limit === 'off' ? safe`no limit` : toSentence(formatCount(limit));
  const within = limit === 'off' ? safe`` : safe`✅ within`;
  return [
    toCode(name, 40),
    toSentence(formatCount(count)),
    allowed,
    exceeded ? safe`${job === 'red' ? safe`❌` : safe`⚠️`} exceeded` : within,
  ];
}

/** The service counts settled bugs whatever their kind. */
const NOT_KNOWN = safe`–`;

function toCounts({ tally }: Report): readonly Markdown[] {
  if (tally === null) return [];
  const { pending, pendingSecurity, pendingUnclassified, resolved, dismissed } = tally;
  const cell = (count: number): Markdown => toSentence(formatCount(count));
  const rows = [
    [safe`Security`, cell(pendingSecurity), NOT_KNOWN, NOT_KNOWN],
    [safe`Other`, cell(pending - pendingSecurity - pendingUnclassified), NOT_KNOWN, NOT_KNOWN],
    [safe`Not classified`, cell(pendingUnclassified), NOT_KNOWN, NOT_KNOWN],
    [safe`**All**`, cell(pending), cell(resolved), cell(dismissed)],
  ];
  const head = [
    { label: safe`Bugs`, align: 'left' },
    { label: safe`Pending`, align: 'right' },
    { label: safe`Resolved`, align: 'right' },
    { label: safe`Dismissed`, align: 'right' },
  ] as const;
  return [toTable(head, rows)];
}

function toFindings(report: Report, listed: readonly Markdown[]): readonly Markdown[] {
  const { findings, verdict } = report;
  if (findings.length === 0) return [];
  const counted = findings.filter((finding) => isCounted(finding, verdict)).length;
  const missing = findings.length - listed.length;
  return [
    ...toFindingList(safe`#### Counted`, listed.slice(0, counted)),
    ...toFindingList(counted === 0 ? safe`#### Pending bugs` : safe`#### Not counted`, listed.slice(counted)),
    ...(missing === 0
      ? []
      : [
          toSentence(
            `${formatCount(missing)} more of ${formatCount(findings.length)} pending bugs are not listed here.`,
          ),
        ]),
  ];
}

function toFindingList(heading: Markdown, entries: readonly Markdown[]): readonly Markdown[] {
  return entries.length === 0 ? [] : [heading, join(entries, '\n')];
}

function toScans(report: Report): readonly Markdown[] {
  const { scan: selected, repository } = report;
  const table = toScansTable(report);
  const sentence = toScanSentence(report);
  const judged = selected === null ? [] : selected.judged;
  return [
    ...(sentence === null || selected === null
      ? []
      : [
          safe`#### The scan`,
          safe`${sentence} Found by ${toCode(selected.match, 40)}, ${toSentence(toMatchSentence(selected.match))}.`,
          toList(
            judged.map((scan) =>
              join(
                [
                  toCode(scan.id, 80),
                  toCode(scan.type ?? 'default', 40),
                  scan.sha === null ? safe`unknown commit` : toCommitLink(repository, scan.sha),
                ],
                ' · ',
              ),
            ),
          ),
        ]),
    ...(table === null ? [] : [safe`#### The newest scans`, table.table]),
  ];
}

function toChart(report: Report): readonly Markdown[] {
  const points = toScanPoints(report.recentScans);
  if (points.length < 2) return [];
  const highest = Math.max(...points.map((point) => point.open));
  const head = [
    { label: safe`Finished`, align: 'left' },
    { label: safe`Commit`, align: 'left' },
    { label: safe`Open`, align: 'right' },
    { label: safe`Chart`, align: 'left' },
  ] as const;
  const rows = points.map(({ at, sha, open }) => [
    toSentence(formatTime(at)),
    sha === null ? safe`unknown` : toCommitLink(report.repository, sha),
    toSentence(formatCount(open)),
    toBar(open, highest),
  ]);
  return [safe`#### Open bugs by scan`, toTable(head, rows)];
}
