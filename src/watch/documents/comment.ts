// Renders the comment on a merged pull request: the bugs that it brought in.
import { MAX_COMMENT_CHARACTERS } from '../../documents/limits.ts';
import { renderCommitLink } from '../../documents/links.ts';
import { blocks, gfm, join, type Markdown, renderCode } from '../../documents/markdown.ts';
import { decodeKey, encodeKey, type Marker, toMarkerLine, withoutMarker } from '../../documents/marker.ts';
import { renderProse } from '../../documents/untrusted-prose.ts';
import { countOf, formatTime } from '../../judgement/format.ts';
import { type BugId, isBugId } from '../../judgement/identifiers.ts';
import { scanEndMs } from '../../judgement/scan.ts';
import type { WatchedFinding } from '../report.ts';
import { type WatchEntryFrame, renderEntry, toShare } from './entry.ts';

export interface AnnouncementFrame extends WatchEntryFrame {
  readonly branch: string;
  readonly marker: Marker;
  readonly serviceName: string;
}

const BUGS = /^<!-- bugs((?: \S+)*) -->(?:\n|$)/;
/** Everything but the list fits into this. */
const FRAME_CHARACTERS = 2_000;

/**
 * Renders the comment: at most 65,000 characters, its first line the marker, its second the bugs that it lists, by
 * which the next run knows them. Bugs are left out whole, last first, and the comment says how many.
 */
export function renderAnnouncement(findings: readonly WatchedFinding[], frame: AnnouncementFrame): string {
  const marker = toMarkerLine(frame.marker);
  if (findings.length === 0) return `${marker}\n<!-- bugs -->\n${String(renderNone(frame))}`;
  const listed = takeListed(findings, frame, MAX_COMMENT_CHARACTERS - FRAME_CHARACTERS);
  const ids = listed.map(({ id }) => ` ${encodeKey(id)}`).join('');
  const missing = findings.length - listed.length;
  const text = blocks(
    renderTitle(findings),
    renderAdvice(findings.length, frame),
    join(
      listed.map(({ entry }) => entry),
      '\n',
    ),
    missing > 0 && `${countOf(missing, 'more bug is', 'more bugs are')} not listed here.`,
    renderFoot(frame),
  );
  return `${marker}\n<!-- bugs${ids} -->\n${String(text)}`;
}

/** Reads which bugs a comment of ours lists; none where its second line is not ours. */
export function parseAnnounced(body: string): readonly BugId[] {
  const [, ids = ''] = BUGS.exec(withoutMarker(body)) ?? [];
  return ids
    .split(' ')
    .map((id) => decodeKey(id))
    .filter((id) => isBugId(id));
}

function takeListed(
  findings: readonly WatchedFinding[],
  frame: AnnouncementFrame,
  budget: number,
): readonly { readonly id: BugId; readonly entry: Markdown }[] {
  const listed: { readonly id: BugId; readonly entry: Markdown }[] = [];
  let used = 0;
  for (const finding of findings) {
    const { id } = finding;
    const entry = join([renderEntry(finding, frame), renderSummary(finding)], '\n');
    used += entry.length + encodeKey(id).length + 2;
    if (used > budget) break;
    listed.push({ id, entry });
  }
  return listed;
}

/** The indentation keeps the sentence in the item of its bug. */
function renderSummary({ details }: WatchedFinding): Markdown | null {
  const [sentence] = renderProse(details?.summary ?? '', MAX_COMMENT_CHARACTERS);
  return sentence === undefined ? null : gfm`  ${sentence}`;
}

function renderTitle(findings: readonly WatchedFinding[]): Markdown {
  const security = findings.filter(({ kind }) => kind === 'security').length;
  const icon = security > 0 ? '🔴' : '🟠';
  const bugs = countOf(findings.length, 'bug', 'bugs');
  const share = toShare(findings.length, security);
  const text = share === '' ? `${bugs} found` : `${bugs}${share}, found`;
  return gfm`### ${icon} Scan Gate: ${text} in this pull request after its merge`;
}

/** Where the bugs are withheld, nobody learns from this whether they are settled. */
function renderNone({ serviceName }: AnnouncementFrame): Markdown {
  return blocks(
    gfm`### Scan Gate: no bugs are listed here any more`,
    gfm`The bugs that were listed here are resolved or dismissed, or shown only in ${serviceName}.`,
  );
}

function renderAdvice(count: number, { serviceName }: AnnouncementFrame): Markdown {
  const them = count === 1 ? 'it' : 'them';
  return gfm`**What to do:** fix ${them} in a new pull request. If ${count === 1 ? 'it' : 'one'} is a false alarm, dismiss it in ${serviceName}.`;
}

function renderFoot({ scan, repository, branch }: AnnouncementFrame): Markdown {
  const commit = scan.sha === null ? 'an unknown commit' : renderCommitLink(repository, scan.sha);
  const date = formatTime(scanEndMs(scan));
  return gfm`<sub>Found by a scan of ${renderCode(branch, 100)}; the newest is of ${commit}, finished ${date}.</sub>`;
}
