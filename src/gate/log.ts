// The log of the gate: a few readable lines. Pure.
import { cut, toVisibleLine } from '../documents/markdown.ts';
import type { ShownFinding } from '../judgement/disclosure.ts';
import { countOf, formatTime } from '../judgement/format.ts';
import { toShortSha } from '../judgement/identifiers.ts';
import { compact } from '../judgement/lists.ts';
import { type Report, toRecentScans } from '../judgement/report.ts';
import { MATCH_SENTENCES, toScanAgeLine } from '../judgement/scan-wording.ts';
import { isFullScan } from '../judgement/scan.ts';
import { fillText } from './documents/phrases.ts';
import type { WordedReport } from './documents/words.ts';
import type { Subject } from './subject.ts';

/** The first line of the log: what is about to be judged. */
export function toOpening(repository: string, { sha, pullRequest }: Pick<Subject, 'sha' | 'pullRequest'>): string {
  const where = typeof pullRequest === 'number' ? `, pull request ${pullRequest}` : '';
  return `Judging commit ${toShortSha(sha)} of ${repository}${where}.`;
}

/** Why nothing could be judged and what to do, a line each; what to do about findings that block. */
export function toAdviceLines(report: WordedReport): readonly string[] {
  const { wayOut, unscanned, ended, remedy, merge } = report.words;
  const toStep = (todo: string): string => `What to do: ${fillText(todo, report)}`;
  if (wayOut !== null) {
    const { about, opening, see, todo, technical, advice, page } = wayOut;
    return compact([
      compact([about, opening !== '' && opening, see && `${see.text} ${see.page.url}`]).join(' '),
      todo && toStep(todo),
      technical,
      ...advice,
      page && `${page.title}: ${page.url}`,
      ...toRecentLines(report),
    ]);
  }
  return remedy === null ? [] : compact([unscanned, ended, remedy.notYours, toStep(remedy.todo), merge]);
}

function toRecentLines(report: Report): readonly string[] {
  const lines = toRecentScans(report).map((scan) => `- ${toScanAgeLine(scan, report.readAt)}`);
  return lines.length === 0 ? [] : ['The newest scans:', ...lines];
}

const MAX_TITLE_CHARACTERS = 120;
const MAX_LINES = 100;

/** Lists what counts, then the rest: a line each, at most a hundred, and one that says how many more there are. */
export function toFindingLines({ groups: { counted, listed } }: Report): readonly string[] {
  const isMarked = counted.length > 0;
  const areCounted = new Set(counted);
  const lines = listed.map((finding) =>
    toFindingLine(finding, isMarked && !areCounted.has(finding) ? ' (not counted)' : ''),
  );
  const missing = lines.length - MAX_LINES;
  return missing <= 0 ? lines : [...lines.slice(0, MAX_LINES), countOf(missing, 'more bug', 'more bugs')];
}

function toFindingLine({ id, kind, details }: ShownFinding, mark: string): string {
  if (details === null) return `${kind}: ${id} (details withheld)${mark}`;
  const title = cut(toVisibleLine(details.title), MAX_TITLE_CHARACTERS);
  const facts = [title, details.path ?? '', id].filter((part) => part !== '');
  return `${kind}: ${facts.join(', ')}${mark}`;
}

/** The scan, the counts, and what else explains the verdict, a line each. */
export function toFactLines(report: WordedReport): readonly string[] {
  const { scan: selected, tally } = report;
  const { notCounted } = report.words;
  return compact([
    report.repositoryId !== null && `Repository ${report.repositoryId}`,
    ...(selected === null ? [] : toScanLines(selected)),
    tally !== null &&
      `Pending: ${tally.pending} (security: ${tally.pendingSecurity}, not classified: ${tally.pendingUnclassified}); resolved: ${tally.resolved}; dismissed: ${tally.dismissed}`,
    report.countedFrom !== null && `Counted from: ${report.countedFrom}`,
    notCounted !== null && `${notCounted}.`,
    ...report.notes.filter(({ level }) => level === 'info').map(({ text }) => text),
  ]);
}

function toScanLines(selected: NonNullable<Report['scan']>): readonly string[] {
  const { scan, judged, match, commitsBehind } = selected;
  const kind = isFullScan(scan) ? 'full scan' : 'partial scan';
  const finished = scan.endedAt === null ? '' : `, finished ${formatTime(scan.endedAt)}`;
  return compact([
    `Scan ${scan.id ?? 'without an ID'}: ${kind}, ${MATCH_SENTENCES[match]}${finished}`,
    ...judged
      .filter((each) => each !== scan)
      .map((each) => `Judged together with ${isFullScan(each) ? 'full' : 'partial'} scan ${each.id}`),
    commitsBehind !== null && `Commits behind: ${commitsBehind}`,
  ]);
}
