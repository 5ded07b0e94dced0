// The pull request comment: the verdict, what to do, what counts, one line on the rest and on the scan.
import { countOf, formatCount } from '../domain/format.ts';
import type { ShownFinding } from '../domain/disclosure.ts';
import { takeFitting, toFindingDetails, toFindingLine } from './finding-entry.ts';
import { isCounted, toHeadline, toIcon } from './headline.ts';
import { MAX_COMMENT_CHARACTERS, MAX_PASSED_COMMENT_CHARACTERS } from './limits.ts';
import { join, safe, toLink, toList, toSentence, type Markdown } from './markdown.ts';
import { toMarkerLine, type Marker } from './marker.ts';
import {
  groupCounted,
  toNotCounted,
  toNotes,
  toScanSentence,
  toSmallPrint,
  toStandInSentence,
  toWhatToDo,
} from './overview.ts';
import type { Report } from './report.ts';
import { toScansTable } from './scans-table.ts';

export interface CommentOptions {
  readonly marker: Marker;
  /** How many findings to list at most; fewer if they do not fit. */
  readonly maxListed: number;
}

/** Where the README tells which set-up fits a service. */
const NIGHTLY_SETUP =
  'https://github.com/scan-gate/scan-gate/blob/main/docs/set-ups.md#every-night';

/**
 * Renders the comment: at most 65,000 characters (2,000 for a gate that passed), its first line the marker. Findings
 * are left out whole, last first, and the comment says how many. Same report, same text.
 */
export function renderComment(report: Report, { marker, maxListed }: CommentOptions): string {
  const room = MAX_COMMENT_CHARACTERS - toMarkerLine(marker).length - 1;
  const blocks = toBlocks(report, { maxListed, room });
  return `${toMarkerLine(marker)}\n${join(blocks, '\n\n')}`;
}

interface Frame {
  readonly maxListed: number;
  /** Characters. */
  readonly room: number;
}

function toBlocks(report: Report, frame: Frame): readonly Markdown[] {
  const title = safe`### ${toSentence(toIcon(report))} ${toSentence(toHeadline(report))}`;
  switch (report.verdict.kind) {
    case 'passed':
      return toPassed(report, title);
    case 'failed':
      return toFailed(report, title, frame);
    case 'unverified':
      return [title, ...toNotJudged(report)];
  }
}

const MAX_PASSED_NOTES = 3;

function toPassed(report: Report, title: Markdown): readonly Markdown[] {
  const foot = toSmallPrint([toNotCounted(report), toScanSentence(report)]);
  const standIn = toStandInSentence(report);
  const required = [title, ...(standIn === null ? [] : [standIn]), ...foot];
  const notes = toNotes(report, MAX_PASSED_NOTES);
  const room = MAX_PASSED_COMMENT_CHARACTERS - join(required, '\n\n').length;
  const fitting = takeFitting(notes, room, (text) => text.length + 2);
  return [title, ...(standIn === null ? [] : [standIn]), ...fitting, ...foot];
}

/** Room for headings and for the sentence that says how many findings are left out. */
const LIST_FRAME_CHARACTERS = 1_000;

function toFailed(report: Report, title: Markdown, frame: Frame): readonly Markdown[] {
  const head = [title, toWhatToDo(report), ...toNotes(report)];
  const foot = toSmallPrint([toNotCounted(report), toScanSentence(report)]);
  const room = frame.room - join([...head, ...foot], '\n\n').length - LIST_FRAME_CHARACTERS;
  const counted = report.findings
    .filter((finding) => isCounted(finding, report.verdict))
    .slice(0, frame.maxListed);
  const listed = takeFindings(counted, report, room);
  const left = room - listed.lines.reduce((sum, line) => sum + line.length + 1, 0);
  return [
    ...head,
    ...toGroups(report, listed.findings),
    ...toRemainder(report, listed.findings.length),
    ...toDetails(report, listed.findings, left),
    ...foot,
  ];
}

interface Listed {
  readonly findings: readonly ShownFinding[];
  readonly lines: readonly Markdown[];
}

function takeFindings(findings: readonly ShownFinding[], report: Report, room: number): Listed {
  const lines = findings.map((finding) => toFindingLine(finding, report));
  const fitting = takeFitting(lines, room, (text) => text.length);
  return { findings: findings.slice(0, fitting.length), lines: fitting };
}

const GROUPS = [
  ['introduced', safe`**Introduced by this pull request**`],
  ['touched', safe`**Older, in files you changed**`],
  ['older', safe`**Older, elsewhere**`],
  ['withheld', safe`**Details are withheld, since this repository is public**`],
] as const;

function toGroups(report: Report, listed: readonly ShownFinding[]): readonly Markdown[] {
  const groups = groupCounted({ ...report, findings: listed });
  return GROUPS.flatMap(([name, heading]) => {
    const findings = groups[name];
    if (findings.length === 0) return [];
    const isOnly = name === 'older' && !report.relevanceKnown;
    const lines = findings.map((finding) => toFindingLine(finding, report));
    return [join([isOnly ? safe`**Bugs**` : heading, ...lines], '\n')];
  });
}

function toRemainder(report: Report, listed: number): readonly Markdown[] {
  const { findings, verdict, runUrl } = report;
  const all = findings.filter((finding) => isCounted(finding, verdict)).length;
  if (all === listed) return [];
  const more = toSentence(`${formatCount(all - listed)} more`);
  return [
    runUrl === null ? safe`${more}.` : safe`${more} in the ${toLink(safe`job summary`, runUrl)}.`,
  ];
}

function toDetails(
  report: Report,
  listed: readonly ShownFinding[],
  room: number,
): readonly Markdown[] {
  const entries = listed.map((finding) => join(toFindingDetails(finding, report), '\n\n'));
  const fitting = takeFitting(entries, room, (text) => text.length + 1);
  if (fitting.length === 0) return [];
  const commands = safe`A command is the first line of a comment of its own, where [review commands](https://github.com/scan-gate/scan-gate/blob/main/review/README.md) are set up.`;
  return [
    safe`<details><summary><b>Details</b>, and the command that dismisses each bug</summary>`,
    commands,
    ...fitting,
    ...(fitting.length === entries.length ? [] : [safe`The others do not fit in a comment.`]),
    safe`</details>`,
  ];
}

/** Whose turn it is, and what the service has scanned. */
function toNotJudged(report: Report): readonly Markdown[] {
  const { explanation, verdict, runUrl } = report;
  if (explanation === null) return [];
  const isAboutScan = verdict.kind === 'unverified' && SCAN_REASONS.has(verdict.reason);
  const about = isAboutScan ? 'This says nothing about your code. ' : '';
  const again =
    runUrl === null ? safe`` : safe` ${toLink(safe`Run the job again`, runUrl)} when that is done.`;
  const advice = explanation.advice.map(toSentence);
  const scans = toScansTable(report);
  return [
    toSentence(`${about}${explanation.what}`),
    ...toAdvice(advice, again),
    ...(verdict.kind === 'unverified' && verdict.reason === 'no-scan' ? [toNightlyHint()] : []),
    ...toNotes(report),
    ...(scans === null
      ? []
      : [
          safe`<details><summary>The last ${toSentence(countOf(scans.count, 'scan', 'scans'))} of this repository</summary>`,
          scans.table,
          safe`</details>`,
        ]),
    ...toSmallPrint([toScanSentence(report)]),
  ];
}

function toAdvice(advice: readonly Markdown[], again: Markdown): readonly Markdown[] {
  const [first, ...others] = advice;
  if (first === undefined) return [];
  if (others.length === 0) return [safe`**What to do:** ${first}${again}`];
  return [safe`**What to do:**`, toList(advice), ...(again === '' ? [] : [safe`${again}`])];
}

const SCAN_REASONS: ReadonlySet<string> = new Set([
  'no-scan',
  'scan-failed',
  'scan-timeout',
  'stale-scan',
]);

function toNightlyHint(): Markdown {
  return safe`**If every pull request says this,** the service probably scans only the default branch. ${toLink(safe`Choose the set-up for nightly scans`, NIGHTLY_SETUP)}.`;
}
