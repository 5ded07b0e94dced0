// The pull request comment: the verdict, what to do, what counts, one line on the rest and on the scan.
import { takeFitting, toFindingDetails, toFindingLine } from '../../documents/finding-entry.ts';
import { MAX_COMMENT_CHARACTERS, MAX_PASSED_COMMENT_CHARACTERS } from '../../documents/limits.ts';
import { join, type Markdown, safe, toLink, toList, toSentence } from '../../documents/markdown.ts';
import { type Marker, toMarkerLine } from '../../documents/marker.ts';
import type { ShownFinding } from '../../judgement/disclosure.ts';
import { countOf, formatCount } from '../../judgement/format.ts';
import { isOthersBusiness } from '../../judgement/judgement.ts';
import type { Report } from '../../judgement/report.ts';
import { isCounted, toHeadline, toIcon } from './headline.ts';
import {
  groupCounted,
  orderAsListed,
  toBlindSpot,
  toNotCounted,
  toNotes,
  toScanSentence,
  toScansTable,
  toSmallPrint,
  toWhatToDo,
} from './overview.ts';

export interface CommentOptions {
  readonly marker: Marker;
  /** How many findings to list at most; fewer if they do not fit. */
  readonly maxListed: number;
}

/** Where the README tells which set-up fits a service. */
const NIGHTLY_SETUP = 'https://github.com/scan-gate/scan-gate/blob/main/docs/set-ups.md#every-night';

/**
 * Renders the comment: at most 65,000 characters (2,000 for a gate that passed), its first line the marker. Findings
 * are left out whole, last first, and the comment says how many. Same report, same text.
 */
export function renderComment(report: Report, { marker, maxListed }: CommentOptions): string {
  const line = toMarkerLine(marker);
  const most = report.verdict.kind === 'passed' ? MAX_PASSED_COMMENT_CHARACTERS : MAX_COMMENT_CHARACTERS;
  const blocks = toBlocks(report, { maxListed, budget: most - line.length - 1 });
  return `${line}\n${join(blocks, '\n\n')}`;
}

interface Frame {
  readonly maxListed: number;
  /** Characters. */
  readonly budget: number;
}

function toBlocks(report: Report, frame: Frame): readonly Markdown[] {
  const title = safe`### ${toSentence(toIcon(report))} ${toSentence(toHeadline(report))}`;
  switch (report.verdict.kind) {
    case 'passed':
      return toPassed(report, title, frame);
    case 'failed':
      return toFailed(report, title, frame);
    case 'unverified':
      return [title, ...toNotJudged(report)];
  }
}

/** What counts and is allowed, as far as it fits: nobody has to act on it. */
function toPassed(report: Report, title: Markdown, frame: Frame): readonly Markdown[] {
  const blindSpot = toBlindSpot(report);
  const foot = toSmallPrint([toNotCounted(report), toScanSentence(report)]);
  const head = [title, ...(blindSpot === null ? [] : [blindSpot])];
  const counted = selectCounted(report, frame);
  const reserved = counted.length === 0 ? 0 : LIST_FRAME_CHARACTERS;
  const left = frame.budget - join([...head, ...foot], '\n\n').length - reserved;
  const notes = takeNotes(report, left);
  const budget = left - join(notes, '\n\n').length - 2;
  const listed = takeFindings(counted, report, budget);
  return [
    ...head,
    ...notes,
    ...toGroups(report, listed.findings),
    ...toRemainder(report, listed.findings.length),
    ...foot,
  ];
}

/** Room for headings and for the sentence that says how many findings are left out. */
const LIST_FRAME_CHARACTERS = 500;

function toFailed(report: Report, title: Markdown, frame: Frame): readonly Markdown[] {
  const head = [title, toWhatToDo(report), ...takeNotes(report, MAX_NOTES_CHARACTERS)];
  const foot = toSmallPrint([toNotCounted(report), toScanSentence(report)]);
  const budget = frame.budget - join([...head, ...foot], '\n\n').length - LIST_FRAME_CHARACTERS;
  const listed = takeFindings(selectCounted(report, frame), report, budget);
  const left = budget - listed.lines.reduce((sum, line) => sum + line.length + 1, 0);
  return [
    ...head,
    ...toGroups(report, listed.findings),
    ...toRemainder(report, listed.findings.length),
    ...toDetails(report, listed.findings, left - DETAILS_FRAME_CHARACTERS),
    ...foot,
  ];
}

/** Characters of notes, ours: they may quote answers of the service and of GitHub. */
const MAX_NOTES_CHARACTERS = 10_000;

function takeNotes(report: Report, budget: number): readonly Markdown[] {
  return takeFitting(toNotes(report), budget, (text) => text.length + 1);
}

function selectCounted(report: Report, { maxListed }: Frame): Report['findings'] {
  return orderAsListed(report)
    .filter((finding) => isCounted(finding, report.verdict))
    .slice(0, maxListed);
}

interface Listed {
  readonly findings: readonly ShownFinding[];
  readonly lines: readonly Markdown[];
}

function takeFindings(findings: readonly ShownFinding[], report: Report, budget: number): Listed {
  const lines = findings.map((finding) => toFindingLine(finding, report));
  const fitting = takeFitting(lines, budget, (text) => text.length);
  return { findings: findings.slice(0, fitting.length), lines: fitting };
}

const GROUPS = [
  ['withheld', safe`**Details are withheld**`],
  ['introduced', safe`**Introduced by this pull request**`],
  ['touched', safe`**Older, in files you changed**`],
  ['older', safe`**Older, elsewhere**`],
] as const;

function toGroups(report: Report, listed: readonly ShownFinding[]): readonly Markdown[] {
  const groups = groupCounted({ ...report, findings: listed });
  return GROUPS.flatMap(([name, heading]) => {
    const findings = groups[name];
    if (findings.length === 0) return [];
    const lines = findings.map((finding) => toFindingLine(finding, report));
    return [join([toGroupHeading(name, report) ?? heading, ...lines], '\n')];
  });
}

function toGroupHeading(name: (typeof GROUPS)[number][0], { relevanceKnown, repository }: Report): Markdown | null {
  if (name === 'older' && !relevanceKnown) return safe`**Bugs**`;
  const isPublic = name === 'withheld' && repository.visibility === 'public';
  return isPublic ? safe`**Details are withheld, since this repository is public**` : null;
}

function toRemainder(report: Report, listed: number): readonly Markdown[] {
  const { findings, verdict, runUrl } = report;
  const all = findings.filter((finding) => isCounted(finding, verdict)).length;
  if (all === listed) return [];
  const more = toSentence(
    listed === 0 ? countOf(all, 'bug counts', 'bugs count') : `${formatCount(all - listed)} more`,
  );
  return [runUrl === null ? safe`${more}.` : safe`${more} (${toLink(safe`job summary`, runUrl)}).`];
}

/** Room for the fold around the details. */
const DETAILS_FRAME_CHARACTERS = 500;

function toDetails(report: Report, listed: readonly ShownFinding[], budget: number): readonly Markdown[] {
  const entries = listed.map((finding) => join(toFindingDetails(finding, report), '\n\n'));
  const fitting = takeFitting(entries, budget, (text) => text.length + 1);
  if (fitting.length === 0) return [];
  return [
    listed.some(({ details }) => details !== null)
      ? safe`<details><summary><b>Details</b>, and the command that dismisses each bug</summary>`
      : safe`<details><summary>The command that dismisses each bug</summary>`,
    safe`Where [review commands](https://github.com/scan-gate/scan-gate/blob/main/review/README.md) are set up, a command is the first line of a new comment. Choose the reason: \`not_a_bug\`, \`wont_fix\`, \`duplicate\` or \`other\`.`,
    ...fitting,
    ...(fitting.length === entries.length ? [] : [safe`The other details do not fit in a comment.`]),
    safe`</details>`,
  ];
}

/** Whose turn it is, and what the service has scanned. */
function toNotJudged(report: Report): readonly Markdown[] {
  const { explanation, verdict, scan } = report;
  if (explanation === null) return [];
  // Of a scan that failed or still runs, the explanation says more.
  const scanned = scan?.scan.state === 'complete' ? toScanSentence(report) : null;
  const isSaid = OTHER_REASONS.has(verdict.reason) || isOthersBusiness(verdict.reason);
  const about = isSaid ? '' : 'This says nothing about your code. ';
  return [
    toSentence(`${about}${explanation.what}`),
    ...toAdvice(report, explanation.advice),
    ...toNightlyHint(report),
    ...takeNotes(report, MAX_NOTES_CHARACTERS),
    ...toScans(report),
    ...toSmallPrint([toNotCounted(report), scanned]),
  ];
}

/** Of a newer commit, and of the workflow itself: here the reader needs no reassurance. */
const OTHER_REASONS: ReadonlySet<string> = new Set(['superseded', 'invalid-input']);

function toAdvice({ runUrl }: Report, advice: readonly string[]): readonly Markdown[] {
  const lines = advice.map((line) => toAdviceLine(line, runUrl));
  const [first, ...others] = lines;
  if (first === undefined) return [];
  if (others.length === 0) return [safe`**What to do:** ${first}`];
  return [safe`**What to do:**`, toList(lines)];
}

/** The words "run this job again" lead to the run, which has the button for it. */
function toAdviceLine(line: string, runUrl: string | null): Markdown {
  const [before = '', words = '', after = ''] = line.split(/\b(run this job again)\b(.*)/is);
  if (words === '' || runUrl === null) return toSentence(line);
  return safe`${toSentence(before)}${toLink(toSentence(words), runUrl)}${toSentence(after)}`;
}

/** For a reader whose service does not scan pull requests at all. */
function toNightlyHint({ verdict, recentScans, sha }: Report): readonly Markdown[] {
  const isOther = recentScans.length > 0 && recentScans.every((scan) => scan.sha !== sha);
  if (verdict.reason !== 'no-scan' || !isOther) return [];
  return [
    safe`**If every pull request says this,** the service probably scans only the default branch. ${toLink(safe`Choose the set-up for nightly scans`, NIGHTLY_SETUP)}.`,
  ];
}

function toScans(report: Report): readonly Markdown[] {
  const scans = toScansTable(report);
  if (scans === null) return [];
  const which = scans.count === 1 ? 'scan' : `${formatCount(scans.count)} scans`;
  return [
    safe`<details><summary>The last ${toSentence(which)} of this repository</summary>`,
    scans.table,
    safe`</details>`,
  ];
}
