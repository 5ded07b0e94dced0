// One finding in a Markdown document: a line, and its details with the commands of the review.
import type { RepositoryAddress } from '../judgement/address.ts';
import { formatDay } from '../judgement/day.ts';
import type { ShownFinding } from '../judgement/disclosure.ts';
import type { FindingDetails } from '../judgement/finding.ts';
import type { CommitSha } from '../judgement/identifiers.ts';
import { isLinkable } from '../judgement/path-filter.ts';
import type { Report } from '../judgement/report.ts';
import { MAX_SUMMARY_TEXT_CHARACTERS, MAX_TITLE_CHARACTERS } from './limits.ts';
import { toBugUrl, toFileUrl } from './links.ts';
import { blocks, gfm, indent, join, type Markdown, renderCode, renderLink, renderText } from './markdown.ts';
import { renderCodeBlock, renderProse } from './untrusted-prose.ts';

export const KINDS: Readonly<Record<ShownFinding['kind'], string>> = {
  security: '🔴',
  bug: '🟠',
  unclassified: '⚪',
};

const KIND_WORDS: Readonly<Record<ShownFinding['kind'], string>> = {
  security: 'Security bug',
  bug: 'Bug',
  unclassified: 'Not classified',
};

const MAX_LINKED_ISSUES = 5;

export type EntryFrame = Pick<Report, 'repository' | 'sha' | 'pullRequest' | 'bugUrl' | 'foundSince'>;

/** One line: kind, title, file, and who brought it in where that was not this pull request. */
export function renderFindingLine(finding: ShownFinding, frame: EntryFrame): Markdown {
  const { kind, details, relevance } = finding;
  const line = gfm`- ${KINDS[kind]} ${renderBugTitle(finding, frame)}`;
  if (details === null) return line;
  const file = renderFileOf(details, frame, toFileName);
  const introducedBy = relevance !== 'introduced' && renderIntroducedBy(details, frame);
  const kindCounted =
    kind === 'unclassified' && finding.countsAsSecurity && 'not classified yet, counted as a security bug';
  const whyCounted =
    finding.counted &&
    finding.isInAddedFile &&
    frame.foundSince !== null &&
    `older than ${formatDay(frame.foundSince)}, but this pull request adds its file`;
  return join([gfm`${line}${file && gfm` in ${file}`}`, introducedBy, kindCounted, whyCounted], ', ');
}

export type OfferedCommand = 'resolve' | 'dismiss';

/** The commands come last, the likelier first. No reason to dismiss the finding is given: it would be taken unread. */
export function renderFindingDetails(
  finding: ShownFinding,
  frame: EntryFrame & Pick<Report, 'reviewPrefix'>,
  offered: readonly OfferedCommand[],
): Markdown {
  const { id, details } = finding;
  const commands = blocks(
    offered.map((command) => renderCodeBlock([`${frame.reviewPrefix ?? ''} ${COMMANDS[command](id)}`])),
  );
  if (details === null) return blocks(gfm`**${renderCode(id, 80)}**`, commands);
  const title = renderText(details.title, MAX_TITLE_CHARACTERS) ?? renderCode(id, 80);
  return blocks(gfm`**${title}**`, renderFacts(finding, details, frame), renderBugSummary(details), commands);
}

const COMMANDS: Readonly<Record<OfferedCommand, (id: string) => string>> = {
  resolve: (id) => `resolve ${id} fixed in this pull request`,
  dismiss: (id) => `dismiss ${id} <reason>`,
};

/** One block for a list of everything: a line, then facts and summary folded. */
export function renderFindingEntry(finding: ShownFinding, frame: EntryFrame): Markdown {
  const line = renderFindingLine(finding, frame);
  const { details } = finding;
  if (details === null) return line;
  const folded = indent(blocks(renderFacts(finding, details, frame), renderBugSummary(details)));
  return gfm`${line}\n  <details><summary>Details</summary>\n\n  ${folded}\n\n  </details>`;
}

function renderBugSummary({ summary }: FindingDetails): readonly Markdown[] {
  return renderProse(summary, MAX_SUMMARY_TEXT_CHARACTERS);
}

/** The title, linked to the service; without a link in bold, with the id behind it; withheld, the id in its place. */
export function renderBugTitle(
  { id, details }: Pick<ShownFinding, 'id'> & { readonly details: { readonly title: string } | null },
  { bugUrl }: Pick<EntryFrame, 'bugUrl'>,
): Markdown {
  const code = renderCode(id, 80);
  const title = details === null ? null : renderText(details.title, MAX_TITLE_CHARACTERS);
  const url = toBugUrl(bugUrl, id);
  if (url !== null) return renderLink(title ?? code, url);
  return title === null ? gfm`${code}` : gfm`**${title}** (${code})`;
}

function renderFacts({ id, kind }: ShownFinding, details: FindingDetails, frame: EntryFrame): Markdown {
  const { introducedBy } = details;
  const date = renderText(introducedBy?.date ?? '', 10);
  const author = renderText(introducedBy?.author ?? '', 80);
  const circumstances = join(
    [renderPullRequest(introducedBy?.pullRequest ?? null, frame), date && gfm`on ${date}`, author && gfm`by ${author}`],
    ' ',
  );
  return join(
    [
      KIND_WORDS[kind],
      renderFileOf(details, frame, (whole) => whole),
      circumstances.length > 0 && gfm`introduced ${circumstances}`,
      details.linkedIssues.slice(0, MAX_LINKED_ISSUES).map(renderLinkedIssue),
      renderCode(id, 80),
    ],
    ' · ',
  );
}

function renderPullRequest(number: number | null, { pullRequest }: EntryFrame): Markdown | null {
  if (number === null) return null;
  return number === pullRequest ? gfm`by this pull request` : gfm`in pull request ${number}`;
}

/** Renders such as `from pull request 417 by jonas-weber`; nothing where neither is known. */
function renderIntroducedBy({ introducedBy }: FindingDetails, { pullRequest }: EntryFrame): Markdown {
  const from = introducedBy?.pullRequest ?? null;
  const author = renderText(introducedBy?.author ?? '', 80);
  const number = from === pullRequest ? null : from;
  return join([number !== null && gfm`from pull request ${number}`, author && gfm`by ${author}`], ' ');
}

/** Text, not a link: the address comes from the service, and a link to a GitHub issue would leave a reference there. */
function renderLinkedIssue(issue: { readonly tracker: string; readonly key: string }): Markdown {
  return join([renderText(issue.tracker, 20), renderCode(issue.key, 80)], ' ');
}

/** The last part of a path; never empty where the path is not. */
export function toFileName(path: string): string {
  return path.split('/').at(-1) ?? path;
}

/** The file of a bug, linked at the commit at which it is; null without a path. */
function renderFileOf(
  { path, fileSha }: FindingDetails,
  { repository, sha }: EntryFrame,
  toLabel: (path: string) => string,
): Markdown | null {
  return renderFileLink(path, { repository, sha: fileSha === undefined ? sha : fileSha }, toLabel);
}

export function renderFileLink(
  path: string | null,
  { repository, sha }: { readonly repository: RepositoryAddress; readonly sha: CommitSha | null },
  toLabel: (path: string) => string,
): Markdown | null {
  if (path === null) return null;
  const label = renderCode(toLabel(path) || path, MAX_TITLE_CHARACTERS);
  if (label === null || sha === null || !isLinkable(path)) return label;
  return renderLink(label, toFileUrl(repository, sha, path));
}

/** Takes as many whole entries from the start as fit into `budget`, with a line feed after each. */
export function takeFitting<Entry extends Markdown | string>(
  entries: readonly Entry[],
  budget: number,
  measure: Measure = countCharacters,
): readonly Entry[] {
  let used = 0;
  const end = entries.findIndex((entry) => {
    used += measure(entry) + 1;
    return used > budget;
  });
  return end === -1 ? entries : entries.slice(0, end);
}

export type Measure = (text: Markdown | string) => number;

export const countCharacters: Measure = ({ length }) => length;
export const countBytes: Measure = (text) => Buffer.byteLength(String(text));
