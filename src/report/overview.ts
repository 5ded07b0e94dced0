// What comment and job summary say besides findings: what to do, what is not counted, and the scan.
import { countOf, formatTime } from '../domain/format.ts';
import { isFullScan, type UsableScan } from '../domain/scan.ts';
import type { ShownFinding } from '../domain/disclosure.ts';
import { isCounted } from './headline.ts';
import { toCommitLink } from './links.ts';
import { join, safe, toLink, toSentence, type Markdown } from './markdown.ts';
import type { Report } from './report.ts';

/** The counted findings by what they have to do with the pull request; withheld ones are not told apart. */
export interface CountedFindings {
  readonly introduced: readonly ShownFinding[];
  readonly touched: readonly ShownFinding[];
  readonly older: readonly ShownFinding[];
  readonly withheld: readonly ShownFinding[];
}

/** Groups what the verdict counts, each group in the report's order. */
export function groupCounted({ findings, verdict, relevanceKnown }: Report): CountedFindings {
  const counted = findings.filter((finding) => isCounted(finding, verdict));
  const shown = counted.filter(({ details }) => details !== null);
  const of = (relevance: ShownFinding['relevance']): readonly ShownFinding[] =>
    shown.filter((finding) => (relevanceKnown ? finding.relevance : 'backlog') === relevance);
  return {
    introduced: of('introduced'),
    touched: of('touched'),
    older: of('backlog'),
    withheld: counted.filter(({ details }) => details === null),
  };
}

/** What a reader does about findings that block. */
export function toWhatToDo(report: Report): Markdown {
  const { introduced, touched, older, withheld } = groupCounted(report);
  const existing = [...touched, ...older];
  const settle = safe`or ask someone with write access to dismiss`;
  if (withheld.length > 0) {
    return safe`**What to do:** open each bug in the service. Fix it and push, ${settle} it.`;
  }
  if (introduced.length === 0) {
    const them = existing.length === 1 ? safe`it` : safe`them`;
    return safe`**What to do:** fix ${them} and push, ${settle} ${them}.`;
  }
  const own =
    existing.length === 0
      ? introduced.length === 1
        ? safe`it`
        : safe`them`
      : safe`the ${introduced.length} that this pull request introduces`;
  const first = safe`**What to do:** fix ${own} and push`;
  if (existing.length === 0) return safe`${first}, ${settle} ${own}.`;
  const isOne = existing.length === 1;
  const place =
    older.length === 0 ? safe` in ${isOne ? safe`a file` : safe`files`} you changed` : safe``;
  const them = isOne ? safe`it` : safe`them`;
  const verb = isOne ? safe`one is` : safe`${existing.length} are`;
  const where = place === '' ? safe`The others were there before` : safe`The older ${verb}${place}`;
  return safe`${first}. ${where}: fix ${them} too, ${settle} ${them}.`;
}

/** One line on everything that is listed in the job summary and not counted; null when there is nothing. */
export function toNotCounted(report: Report): Markdown | null {
  const { findings, verdict, relevanceKnown } = report;
  const rest = findings.filter((finding) => !isCounted(finding, verdict));
  if (rest.length === 0) return null;
  const canSplit = relevanceKnown && rest.every(({ details }) => details !== null);
  const count = (is: (finding: ShownFinding) => boolean): number => rest.filter(is).length;
  const removed = count(({ exclusion }) => exclusion === 'removed-file');
  const others = count(({ exclusion }) => exclusion === 'other-pull-request');
  // No pull request touches a bug without a file.
  const isPathless = ({ exclusion, details }: ShownFinding): boolean =>
    exclusion === 'gate-on' && details?.path === null;
  const pathless = count(isPathless);
  const isPlain = (finding: ShownFinding): boolean =>
    finding.exclusion !== 'removed-file' &&
    finding.exclusion !== 'other-pull-request' &&
    !isPathless(finding);
  const changed = count((finding) => isPlain(finding) && finding.relevance !== 'backlog');
  const elsewhere = count((finding) => isPlain(finding) && finding.relevance === 'backlog');
  const parts = canSplit
    ? [
        ...(changed === 0 ? [] : [`${countOf(changed, 'bug', 'bugs')} in files you changed`]),
        ...(elsewhere === 0
          ? []
          : [
              changed === 0
                ? `${countOf(elsewhere, 'bug', 'bugs')} elsewhere`
                : `${elsewhere} elsewhere`,
            ]),
        ...(pathless === 0 ? [] : [`${countOf(pathless, 'bug', 'bugs')} without a file`]),
        ...(removed === 0
          ? []
          : [`${countOf(removed, 'bug', 'bugs')} in files that this pull request removes`]),
        ...(others === 0
          ? []
          : [`${countOf(others, 'bug', 'bugs')} of other pull requests that are not merged`]),
      ]
    : [countOf(rest.length, 'other bug', 'other bugs')];
  return safe`Not counted: ${toSentence(parts.join(', '))}${toSummaryLink(report)}.`;
}

function toSummaryLink({ runUrl }: Report): Markdown {
  return runUrl === null ? safe`` : safe` (${toLink(safe`job summary`, runUrl)})`;
}

/** One line on the scan that was judged; null without one. */
export function toScanSentence(report: Report): Markdown | null {
  const { scan: selected, repository } = report;
  if (selected === null) return null;
  const { scan, judged, commitsBehind, standsIn } = selected;
  const commit = scan.sha === null ? safe`an unknown commit` : toCommitLink(repository, scan.sha);
  const position = standsIn ? toDistance(commitsBehind, report) : toHead(report);
  const finished =
    scan.endedAt === null ? safe`` : safe`, finished ${toSentence(formatTime(scan.endedAt))}`;
  const others = judged.length - 1;
  const together =
    others === 0
      ? safe``
      : safe`, together with ${toSentence(countOf(others, 'newer partial scan', 'newer partial scans'))}`;
  return safe`${toKind(scan)} scan of ${commit}${position}${finished}${together}.`;
}

function toKind(scan: UsableScan): Markdown {
  return isFullScan(scan) ? safe`Full` : safe`Partial`;
}

function toHead({ isHead, pullRequest }: Report): Markdown {
  return isHead && pullRequest !== null ? safe`, the head of this pull request` : safe``;
}

function toDistance(commitsBehind: number | null, { pullRequest }: Report): Markdown {
  const what = pullRequest === null ? safe`the judged commit` : safe`this pull request’s head`;
  if (commitsBehind === null) return safe`, which is not ${what}`;
  return safe`, ${toSentence(countOf(commitsBehind, 'commit', 'commits'))} behind ${what}`;
}

/** What a stand-in cannot know, for a verdict that is green because of it; null where the scan is of the commit. */
export function toStandInSentence(report: Report): Markdown | null {
  const { scan: selected } = report;
  if (selected?.standsIn !== true) return null;
  return safe`The service has not scanned the newest commits yet. What they bring in shows when the service scans them${report.pullRequest === null ? safe`` : safe`, which may be after the merge`}.`;
}

/** Sentences that a reader must see beside the verdict, as blocks. */
export function toNotes({ notes }: Report, most = Infinity): readonly Markdown[] {
  return notes
    .filter(({ level }) => level !== 'info')
    .slice(0, most)
    .map(
      ({ level, text }) => safe`${level === 'warning' ? safe`⚠️` : safe`ℹ️`} ${toSentence(text)}`,
    );
}

/** Lines in small print, on one block. */
export function toSmallPrint(lines: readonly (Markdown | null)[]): readonly Markdown[] {
  const said = lines.filter((line) => line !== null);
  return said.length === 0 ? [] : [safe`<sub>${join(said, ' ')}</sub>`];
}
