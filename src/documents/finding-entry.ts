// How one finding looks in Markdown documents: a line, and its details with the command that settles it.
import type { ShownFinding } from '../judgement/disclosure.ts';
import type { FindingDetails } from '../judgement/finding.ts';
import type { CommitSha } from '../judgement/identifiers.ts';
import { isRegularPath } from '../judgement/path-filter.ts';
import type { Report, RepositoryAddress } from '../judgement/report.ts';
import { MAX_SUMMARY_TEXT_CHARACTERS, MAX_TITLE_CHARACTERS } from './limits.ts';
import { toBugUrl, toFileUrl } from './links.ts';
import { join, type Markdown, safe, toCode, toLink, toText } from './markdown.ts';
import { toCodeBlock, toProse } from './prose.ts';

/** The mark of each kind, at the start of a finding's line. */
export const KINDS: Readonly<Record<ShownFinding['kind'], Markdown>> = {
  security: safe`🔴`,
  bug: safe`🟠`,
  unclassified: safe`⚪`,
};

const KIND_WORDS: Readonly<Record<ShownFinding['kind'], Markdown>> = {
  security: safe`Security bug`,
  bug: safe`Bug`,
  unclassified: safe`Not classified`,
};

const MAX_LINKED_ISSUES = 5;

/** What an entry needs from its document. */
export type EntryFrame = Pick<Report, 'repository' | 'sha' | 'pullRequest' | 'closedPullRequests' | 'bugUrl'>;

/** One line: kind, title, file, and who brought it in where that was not this pull request. */
export function toFindingLine(finding: ShownFinding, frame: EntryFrame): Markdown {
  const { kind, details, relevance } = finding;
  const title = toTitle(finding, frame);
  if (details === null) return safe`- ${KINDS[kind]} ${title}`;
  const file = toFileLink(details.path, frame, toFileName);
  const origin = relevance === 'introduced' ? safe`` : toOrigin(details, frame);
  return safe`- ${KINDS[kind]} ${title}${file === '' ? safe`` : safe` in ${file}`}${origin === '' ? safe`` : safe`, ${origin}`}`;
}

/** Everything about one finding, as blocks: title, facts, summary, and the command that dismisses it. */
export function toFindingDetails(finding: ShownFinding, frame: EntryFrame): readonly Markdown[] {
  const { id, details } = finding;
  const command = toCodeBlock([`/scan-gate dismiss ${id} not_a_bug`]);
  if (details === null) return [safe`**${toCode(id, 80)}**`, ...command];
  const facts = toFacts(finding, details, frame);
  const title = toText(details.title, MAX_TITLE_CHARACTERS) || toCode(id, 80);
  return [safe`**${title}**`, join(facts, ' · '), ...toProse(details.summary, MAX_SUMMARY_TEXT_CHARACTERS), ...command];
}

/** One block for a list of everything: a line, then facts and summary folded. */
export function toFindingEntry(finding: ShownFinding, frame: EntryFrame): Markdown {
  const line = toFindingLine(finding, frame);
  const { details } = finding;
  if (details === null) return line;
  const blocks = [
    join(toFacts(finding, details, frame), ' · '),
    ...toProse(details.summary, MAX_SUMMARY_TEXT_CHARACTERS),
  ];
  const folded = join(blocks, '\n\n').replace(/\n(?=[^\n])/g, '\n  ') as Markdown;
  return safe`${line}\n  <details><summary>Details</summary>\n\n  ${folded}\n\n  </details>`;
}

/** The title, linked to the service; without a link in bold, with the id behind it; withheld, the id in its place. */
export function toTitle(
  { id, details }: Pick<ShownFinding, 'id'> & { readonly details: { readonly title: string } | null },
  { bugUrl }: Pick<EntryFrame, 'bugUrl'>,
): Markdown {
  const code = toCode(id, 80);
  const title = details === null ? code : toText(details.title, MAX_TITLE_CHARACTERS) || code;
  if (bugUrl !== null) return toLink(title, toBugUrl(bugUrl, id));
  return title === code ? code : safe`**${title}** (${code})`;
}

function toFacts({ id, kind }: ShownFinding, details: FindingDetails, frame: EntryFrame): readonly Markdown[] {
  const { introducedBy } = details;
  const path = toFileLink(details.path, frame, (whole) => whole);
  const date = introducedBy === null ? safe`` : toText(introducedBy.date, 10);
  const issues = details.linkedIssues.slice(0, MAX_LINKED_ISSUES).map(toIssue);
  const by = toText(introducedBy?.author ?? '', 80);
  const circumstances = join(
    [
      ...toPullRequest(introducedBy?.pullRequest ?? null, frame),
      ...(date === '' ? [] : [safe`on ${date}`]),
      ...(by === '' ? [] : [safe`by ${by}`]),
    ],
    ' ',
  );
  const introduced = circumstances === '' ? safe`` : safe`introduced ${circumstances}`;
  return [KIND_WORDS[kind], path, introduced, ...issues, toCode(id, 80)].filter((fact) => fact !== '');
}

function toPullRequest(number: number | null, frame: EntryFrame): readonly Markdown[] {
  if (number === null) return [];
  return [number === frame.pullRequest ? safe`by this pull request` : safe`in pull request ${number}`];
}

/** Such as `from pull request 417 by jonas-weber`; empty where neither is known. */
function toOrigin({ introducedBy }: FindingDetails, { pullRequest, closedPullRequests }: EntryFrame): Markdown {
  if (introducedBy === null) return safe``;
  const from = introducedBy.pullRequest;
  if (from !== null && closedPullRequests.includes(from)) {
    return safe`from pull request ${from}, closed unmerged: if nothing of it is here, have it resolved`;
  }
  const author = introducedBy.author === null ? safe`` : toText(introducedBy.author, 80);
  const number = introducedBy.pullRequest === pullRequest ? null : introducedBy.pullRequest;
  return join(
    [...(number === null ? [] : [safe`from pull request ${number}`]), ...(author === '' ? [] : [safe`by ${author}`])],
    ' ',
  );
}

/** Text, not a link: the address comes from the service, and a link to a GitHub issue would leave a reference there. */
function toIssue(issue: { readonly tracker: string; readonly key: string }): Markdown {
  const parts = [toText(issue.tracker, 20), toCode(issue.key, 80)];
  return join(
    parts.filter((part) => part !== ''),
    ' ',
  );
}

/** The last part of a path; never empty where the path is not. */
export function toFileName(path: string): string {
  return path.split('/').at(-1) ?? path;
}

/** The file, linked at a commit; empty without a path. */
export function toFileLink(
  path: string | null,
  { repository, sha }: { readonly repository: RepositoryAddress; readonly sha: CommitSha | null },
  toLabel: (path: string) => string,
): Markdown {
  const label = path === null ? safe`` : toCode(toLabel(path) || path, MAX_TITLE_CHARACTERS);
  if (path === null || label === '') return safe``;
  if (sha === null || !isRegularPath(path)) return label;
  return toLink(label, toFileUrl(repository, sha, path));
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
