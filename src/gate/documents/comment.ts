// The pull request comment: the verdict, what to do, what counts, one line on the rest and on the scan.
import {
  type Measure,
  type OfferedCommand,
  renderFindingDetails,
  renderFindingLine,
  takeFitting,
} from '../../documents/finding-entry.ts';
import { MAX_COMMENT_CHARACTERS, MAX_PASSED_COMMENT_CHARACTERS } from '../../documents/limits.ts';
import {
  blocks,
  gfm,
  join,
  type Markdown,
  type Piece,
  type Pieces,
  renderFold,
  renderLink,
  renderSentence,
} from '../../documents/markdown.ts';
import { decideSincePush, type Marker, toMarkerLine } from '../../documents/marker.ts';
import type { ShownFinding } from '../../judgement/disclosure.ts';
import { countOf, formatCount } from '../../judgement/format.ts';
import { compact, sum } from '../../judgement/lists.ts';
import type { Report } from '../../judgement/report.ts';
import {
  renderWayOutAdvice,
  renderBlindSpot,
  renderNotCounted,
  renderNotes,
  renderOpening,
  renderRemedy,
  renderScanSentence,
  renderScansTable,
  renderSmallPrint,
  renderSummaryLink,
} from './overview.ts';
import { fillMarkdown } from './phrases.ts';
import type { WordedReport } from './words.ts';

export interface CommentOptions {
  readonly marker: Marker;
  /** Most findings to list; fewer if they do not fit. */
  readonly maxListed: number;
}

/**
 * Renders the comment: at most 65,000 characters, its first line the marker; of a gate that passed at most 2,000 beside
 * the marker and one fold. Findings are left out whole, last first, and the comment says how many. Same report, same text.
 */
export function renderComment(report: WordedReport, { marker, maxListed }: CommentOptions): string {
  const line = toMarkerLine(marker);
  const frame = { maxListed, marker, budget: MAX_COMMENT_CHARACTERS - line.length - 1 };
  return `${line}\n${String(renderBody(report, frame))}`;
}

interface Frame extends CommentOptions {
  /** Characters. */
  readonly budget: number;
}

function renderBody(report: WordedReport, frame: Frame): Markdown {
  const { icon, headline, unscanned } = report.words;
  const title = blocks(gfm`### ${icon} ${headline}`, unscanned, report.ending === null && toSincePush(frame));
  switch (report.verdict.kind) {
    case 'passed':
      return renderPassed(report, title, frame);
    case 'failed':
      return renderFailed(report, title, frame);
    case 'unverified':
      return blocks(title, renderNotJudged(report));
  }
}

/** The line is like `Since the last push: 2 no longer block, 1 new, 3 still there.`; null: nothing changed, or that is not known. */
function toSincePush({ marker }: Frame): string | null {
  const since = decideSincePush(marker);
  if (since === null || (since.gone === 0 && since.added === 0)) return null;
  const { gone, added, left } = since;
  const block = gone === 1 ? 'no longer blocks' : 'no longer block';
  const inMode = marker.inputs?.['mode'] === 'warn' ? 'would no longer block' : block;
  const parts = compact([
    gone > 0 && `${formatCount(gone)} ${inMode}`,
    added > 0 && `${formatCount(added)} new`,
    left > 0 && `${formatCount(left)} still there`,
  ]);
  return `Since the last push: ${parts.join(', ')}.`;
}

/** Nobody has to act on it, so it lists only as much as fits. */
function renderPassed(report: WordedReport, title: Markdown, frame: Frame): Markdown {
  const top = blocks(title, renderBlindSpot(report));
  const foot = renderFoot(report);
  const counted = selectCounted(report, frame);
  const reserved = counted.length === 0 ? 0 : FRAME_CHARACTERS;
  const left = MAX_PASSED_COMMENT_CHARACTERS - blocks(top, foot).length - reserved;
  const notes = takeNotes(report, left);
  const listed = takeFindings(counted, report, left - blocks(notes).length - 2);
  const fold = renderNew(report, frame.budget - MAX_PASSED_COMMENT_CHARACTERS - FRAME_CHARACTERS);
  return blocks(top, notes, renderListed(report, listed), fold, foot);
}

const MAX_NEW = 10;

/** Lists what the pull request introduces and no limit counts. */
function renderNew(report: WordedReport, budget: number): Markdown | null {
  const { added } = report.groups;
  if (added.length === 0) return null;
  const lines = added.slice(0, MAX_NEW).map((finding) => renderFindingLine(finding, report));
  const listed = takeFitting(lines, budget);
  const bugs = countOf(added.length, 'bug', 'bugs');
  const verb = added.length === 1 ? 'does' : 'do';
  const summary = `${bugs} from this pull request that ${verb} not ${report.ending === null ? 'block' : 'count'}`;
  const more = added.length > listed.length && renderMore(`${formatCount(added.length - listed.length)} more`, report);
  return renderFold(summary, [join(listed, '\n'), more]);
}

/** Room for what stands around a list: its headings or its fold, and how many findings are left out. */
const FRAME_CHARACTERS = 500;

function renderFailed(report: WordedReport, title: Markdown, frame: Frame): Markdown {
  const top = blocks(title, report.words.ended, renderRemedy(report), takeNotes(report, MAX_NOTES_CHARACTERS));
  // Nobody waits for a green check if the gate only warns.
  const isAwaited = report.ending === null && report.job === 'red';
  const end = blocks(isAwaited && renderWhenDone(report), renderFoot(report));
  const budget = frame.budget - blocks(top, end).length - FRAME_CHARACTERS;
  const listed = takeFindings(selectCounted(report, frame), report, budget);
  const left = budget - sum(listed.lines.map(({ length }) => length + 1));
  const details = renderDetails(report, listed.findings, left - FRAME_CHARACTERS);
  return blocks(top, renderListed(report, listed), details, end);
}

/** Nothing but a run makes the gate look again. */
function renderWhenDone(report: Report): Markdown {
  const again = WHEN_DONE[report.rerunBy];
  return fillMarkdown(`Has one been dismissed in {service}? ${again}`, report);
}

const WHEN_DONE = {
  reader: '{Again}.',
  maintainer: '{Contact} can run the job again.',
  queue: 'Add this pull request to the queue again.',
  nobody: 'Push once more.',
} as const;

const WHAT_IS_THIS = renderLink(
  'What is this?',
  'https://github.com/scan-gate/scan-gate/blob/main/docs/what-is-this.md',
);

function renderFoot(report: WordedReport): Markdown | null {
  const { merge, limits } = report.words;
  const standsIn = report.scan?.standsIn === true;
  // The first sentence of a gate that passed says it.
  const isSaid = standsIn && report.verdict.kind === 'passed';
  const scan = isSaid ? null : standsIn ? renderBlindSpot(report) : renderScanSentence(report);
  return renderSmallPrint(merge, limits, renderNotCounted(report), scan, WHAT_IS_THIS);
}

/** Characters of notes, ours: they may quote answers of the service and of GitHub. */
const MAX_NOTES_CHARACTERS = 10_000;

/** An empty line stands between two blocks. */
const withEmptyLine: Measure = ({ length }) => length + 1;

function takeNotes(report: WordedReport, budget: number): readonly Markdown[] {
  return takeFitting(renderNotes(report), budget, withEmptyLine);
}

function selectCounted(report: WordedReport, { maxListed }: Frame): Report['findings'] {
  return report.groups.listed.slice(0, Math.min(maxListed, report.groups.counted.length));
}

interface ListedFindings {
  readonly findings: readonly ShownFinding[];
  readonly lines: readonly Markdown[];
}

function takeFindings(findings: readonly ShownFinding[], report: Report, budget: number): ListedFindings {
  const lines = findings.map((finding) => renderFindingLine(finding, report));
  const fitting = takeFitting(lines, budget);
  return { findings: findings.slice(0, fitting.length), lines: fitting };
}

function renderListed(report: WordedReport, { findings: listed }: ListedFindings): readonly Pieces[] {
  return [...renderGroups(report, listed), renderRemainder(report, listed.length)];
}

const GROUPS = [
  ['withheld', 'Details are hidden'],
  ['introduced', 'Introduced by this pull request'],
  ['found', 'Found in this pull request'],
  ['touched', 'Older, in files you changed'],
  ['older', 'Older, elsewhere'],
] as const;

function renderGroups(report: WordedReport, listed: readonly ShownFinding[]): readonly Markdown[] {
  const isListed = new Set(listed);
  return GROUPS.flatMap(([name, usual]) => {
    const findings = report.groups[name].filter((finding) => isListed.has(finding));
    if (findings.length === 0) return [];
    const heading = toSpecialHeading(name, report) ?? usual;
    return [join([gfm`**${heading}**`, findings.map((finding) => renderFindingLine(finding, report))], '\n')];
  });
}

function toSpecialHeading(name: (typeof GROUPS)[number][0], { relevanceKnown, repository }: Report): string | null {
  if (name === 'older' && !relevanceKnown) return 'Bugs';
  const isPublic = name === 'withheld' && repository.visibility === 'public';
  return isPublic ? 'Details are hidden because this repository is public' : null;
}

function renderRemainder(report: WordedReport, listed: number): Markdown | null {
  const all = report.groups.counted.length;
  if (all === listed) return null;
  const more = listed === 0 ? countOf(all, 'bug counts', 'bugs count') : `${formatCount(all - listed)} more`;
  return renderMore(more, report);
}

function renderMore(more: string, report: Report): Markdown {
  return gfm`${more}${renderSummaryLink(report)}.`;
}

function renderDetails(report: WordedReport, listed: readonly ShownFinding[], budget: number): Markdown | null {
  const offered = toOffered(report);
  // A withheld bug has nothing but its commands.
  const told = offered.length === 0 ? listed.filter(({ details }) => details !== null) : listed;
  const entries = told.map((finding) => renderFindingDetails(finding, report, offered));
  const fitting = takeFitting(entries, budget, withEmptyLine);
  if (fitting.length === 0) return null;
  return renderFold(renderDetailsTitle(told, offered), [
    offered.length > 0 &&
      gfm`A [command](https://github.com/scan-gate/scan-gate/blob/main/review/README.md) is the first line of a new comment, by a third person: not you, and not the person who introduced the bug. Alone here? \`four-eyes: off\`. The reason is \`not_a_bug\`, \`wont_fix\`, \`duplicate\` or \`other\`.`,
    fitting,
    fitting.length < entries.length && 'The other details do not fit in a comment.',
  ]);
}

/** The likelier command comes first. The review takes none on a pull request that is closed. */
function toOffered({ scan, ending, reviewPrefix }: Report): readonly OfferedCommand[] {
  if (ending !== null || reviewPrefix === null) return [];
  return scan?.standsIn === true ? ['resolve', 'dismiss'] : ['dismiss'];
}

function renderDetailsTitle(told: readonly ShownFinding[], offered: readonly OfferedCommand[]): Piece {
  if (offered.length === 0) return gfm`<b>Details</b>`;
  const which = `${offered.join(' or ')} each bug`;
  return told.some(({ details }) => details !== null)
    ? gfm`<b>Details</b>, and the commands to ${which}`
    : `The commands to ${which}`;
}

/** The fold holds what the author need not know. */
function renderNotJudged(report: WordedReport): readonly Pieces[] {
  const { wayOut } = report.words;
  if (wayOut === null) return [];
  const title = 'You maintain this workflow? How to fix it';
  const scans = renderScansTable(report);
  // The cause says more about a scan that failed or still runs.
  const scanned = report.scan?.scan.state === 'complete' && renderScanSentence(report);
  return [
    renderOpening(wayOut, report),
    takeNotes(report, MAX_NOTES_CHARACTERS),
    wayOut.technical !== null &&
      renderFold(title, [renderSentence(wayOut.technical), renderWayOutAdvice(wayOut)], wayOut.isOpen),
    scans && renderFold('The newest scans of this repository', [scans]),
    renderSmallPrint(renderNotCounted(report), scanned, WHAT_IS_THIS),
  ];
}
