// How one bug looks in the issue and in the comments of a watch.
import { countOf } from '../../domain/format.ts';
import { isRegularPath } from '../../domain/repository-path.ts';
import { scanEndMs, type Scan } from '../../domain/scan.ts';
import { MAX_TITLE_CHARACTERS } from '../limits.ts';
import { toBugUrl, toFileUrl } from '../links.ts';
import { join, safe, toCode, toLink, toSentence, toText, type Markdown } from '../markdown.ts';
import type { RepositoryAddress } from '../report.ts';
import type { WatchedFinding } from './report.ts';

/** What an entry must know of the document that it is in. */
export interface EntryFrame {
  readonly repository: RepositoryAddress;
  /** Files are linked at its commit, and ages are counted to its end. */
  readonly scan: Scan;
  readonly bugUrl: string | null;
}

const ICONS: Readonly<Record<WatchedFinding['kind'], Markdown>> = {
  security: safe`🔴`,
  bug: safe`🟠`,
  unclassified: safe`⚪`,
};

const DAY_MS = 86_400_000;

/** A list item of one line; `facts` follow the file. */
export function toEntry(
  finding: WatchedFinding,
  frame: EntryFrame,
  facts: readonly Markdown[] = [],
): Markdown {
  const { details, kind } = finding;
  const icon = ICONS[kind];
  if (details === null) return safe`- ${icon} ${toIdLink(finding, frame)}`;
  const file = toFileLink(details.path, frame);
  const place = file === null ? safe`` : safe` in ${file}`;
  const head = safe`- ${icon} ${toTitle(finding, details.title, frame)}${place}`;
  return join([head, ...facts], ', ');
}

/** How old a bug was when the scan ended, such as `12 days old`; nothing on the first day. */
export function toAge(finding: WatchedFinding, { scan }: EntryFrame): readonly Markdown[] {
  if (finding.details === null) return [];
  const days = Math.floor((scanEndMs(scan) - finding.details.foundAt) / DAY_MS);
  return days < 1 ? [] : [toSentence(`${countOf(days, 'day', 'days')} old`)];
}

/** Where a bug came from, such as `from pull request 417`; nothing where that is not known. */
export function toOrigin({ details }: WatchedFinding): readonly Markdown[] {
  const pullRequest = details?.pullRequest ?? null;
  return pullRequest === null ? [] : [safe`from pull request ${pullRequest}`];
}

function toTitle({ id }: WatchedFinding, title: string, frame: EntryFrame): Markdown {
  const text = toText(title, MAX_TITLE_CHARACTERS);
  if (text === '') return toIdLink({ id }, frame);
  if (frame.bugUrl !== null) return toLink(text, toBugUrl(frame.bugUrl, id));
  return safe`**${text}** (${toCode(id, MAX_ID_CHARACTERS)})`;
}

const MAX_ID_CHARACTERS = 80;

function toIdLink({ id }: Pick<WatchedFinding, 'id'>, { bugUrl }: EntryFrame): Markdown {
  const label = toCode(id, MAX_ID_CHARACTERS);
  return bugUrl === null ? label : toLink(label, toBugUrl(bugUrl, id));
}

/** The file by its name, linked at the scanned commit. Null: there is none. */
function toFileLink(path: string | null, { repository, scan }: EntryFrame): Markdown | null {
  const label = path === null ? '' : toCode(path.split('/').at(-1) ?? '', MAX_TITLE_CHARACTERS);
  if (path === null || label === '') return null;
  if (scan.sha === null || !isRegularPath(path)) return label;
  return toLink(label, toFileUrl(repository, scan.sha, path));
}
