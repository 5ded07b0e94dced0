// One finding as Markdown, and how many fit into a document.
import type { ShownFinding } from '../domain/disclosure.ts';
import type { FindingDetails } from '../domain/finding.ts';
import { isRegularPath } from '../domain/repository-path.ts';
import { MAX_SUMMARY_TEXT_CHARACTERS, MAX_TITLE_CHARACTERS } from './limits.ts';
import { toBugUrl, toFileUrl } from './links.ts';
import { join, safe, toCode, toLink, toParagraphs, toText, type Markdown } from './markdown.ts';
import type { Report } from './report.ts';

const KINDS: Readonly<Record<ShownFinding['kind'], Markdown>> = {
  security: safe`🔴 Security:`,
  bug: safe`🟠 Bug:`,
  unclassified: safe`⚪ Not classified:`,
};

const RELEVANCES: Readonly<Record<ShownFinding['relevance'], Markdown>> = {
  introduced: safe`introduced by this pull request`,
  touched: safe`in a file touched by this pull request`,
  backlog: safe`backlog`,
};

const MAX_LINKED_ISSUES = 5;

/** What an entry needs from its document. */
export type EntryFrame = Pick<
  Report,
  'repository' | 'sha' | 'pullRequest' | 'relevanceKnown' | 'bugUrl'
>;

/** A list item with several lines. Does not end with a line feed. */
export function toFindingEntry(finding: ShownFinding, frame: EntryFrame): Markdown {
  const { id, kind, relevance, details } = finding;
  const bug = toBugLink(id, frame);
  if (details === null) return safe`- ${KINDS[kind]} ${bug} (details withheld)`;
  const facts = [
    toFileLink(details.path, frame),
    ...(frame.relevanceKnown ? [RELEVANCES[relevance]] : []),
    ...toIntroduction(details, frame),
    ...details.linkedIssues.slice(0, MAX_LINKED_ISSUES).map(toIssue).filter(isSaid),
    bug,
  ];
  const title = toText(details.title, MAX_TITLE_CHARACTERS) || safe`untitled`;
  const head = safe`- ${KINDS[kind]} **${title}**\\\n  ${join(facts, ' · ')}`;
  return join([head, ...toFolded(details.summary)], '\n');
}

/** The summary, folded; nothing if it is empty. */
function toFolded(summary: string): readonly Markdown[] {
  const paragraphs = toParagraphs(summary, MAX_SUMMARY_TEXT_CHARACTERS);
  if (paragraphs.length === 0) return [];
  const indented = paragraphs.map((paragraph) => safe`  ${paragraph}`);
  return [safe`  <details><summary>Details</summary>\n\n${join(indented, '\n\n')}\n\n  </details>`];
}

/** Who introduced it and when, and the pull request if it is another one. */
function toIntroduction(
  { introducedBy: by }: FindingDetails,
  frame: EntryFrame,
): readonly Markdown[] {
  if (by === null) return [];
  const author = by.author === null ? safe`` : toText(by.author, 80);
  const date = toText(by.date, 10);
  const elsewhere = by.pullRequest !== null && by.pullRequest !== frame.pullRequest;
  const parts = [
    author === '' ? safe`introduced` : safe`by ${author}`,
    ...(date === '' ? [] : [safe`on ${date}`]),
    ...(elsewhere ? [safe`in pull request ${by.pullRequest}`] : []),
  ];
  return [join(parts, ' ')];
}

/** Text, not a link: the address comes from the service, and a link to a GitHub issue would leave a reference there. */
function toIssue(issue: { readonly tracker: string; readonly key: string }): Markdown {
  return join([toText(issue.tracker, 20), toCode(issue.key, 80)].filter(isSaid), ' ');
}

function isSaid(piece: Markdown): boolean {
  return piece !== '';
}

/** The file at the judged commit. */
function toFileLink(path: string | null, frame: EntryFrame): Markdown {
  const label = path === null ? '' : toCode(path, MAX_TITLE_CHARACTERS);
  if (path === null || label === '') return safe`no file`;
  if (frame.sha === null || !isRegularPath(path)) return label;
  return toLink(label, toFileUrl(frame.repository, frame.sha, path));
}

/** The bug's id, linked if `bug-url` is set. */
function toBugLink(id: string, { bugUrl }: EntryFrame): Markdown {
  const label = toCode(id, 80);
  return bugUrl === null ? label : toLink(label, toBugUrl(bugUrl, id));
}

/** As many whole entries from the start as fit into `budget`, with a line feed after each. */
export function takeFitting(
  entries: readonly Markdown[],
  budget: number,
  measure: (text: string) => number,
): readonly Markdown[] {
  let used = 0;
  const end = entries.findIndex((entry) => {
    used += measure(entry) + 1;
    return used > budget;
  });
  return end === -1 ? entries : entries.slice(0, end);
}
