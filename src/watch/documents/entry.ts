// How one bug looks in the issue and in the comments of a watch.
import { DAY_MS } from '../../judgement/duration.ts';
import { countOf } from '../../judgement/format.ts';
import { scanEndMs, type Scan } from '../../judgement/scan.ts';
import { KINDS, toFileLink, toFileName, toTitle } from '../../documents/finding-entry.ts';
import { join, safe, toSentence, type Markdown } from '../../documents/markdown.ts';
import type { RepositoryAddress } from '../../judgement/report.ts';
import type { WatchedFinding } from '../report.ts';

/** What an entry must know of the document that it is in. */
export interface EntryFrame {
  readonly repository: RepositoryAddress;
  /** Files are linked at its commit, and ages are counted to its end. */
  readonly scan: Scan;
  readonly bugUrl: string | null;
}

/** A list item of one line; `facts` follow the file. */
export function toEntry(
  finding: WatchedFinding,
  frame: EntryFrame,
  facts: readonly Markdown[] = [],
): Markdown {
  const { repository, scan } = frame;
  const head = safe`- ${KINDS[finding.kind]} ${toTitle(finding, frame)}`;
  const path = finding.details?.path ?? null;
  const file = toFileLink(path, { repository, sha: scan.sha }, toFileName);
  return join([file === '' ? head : safe`${head} in ${file}`, ...facts], ', ');
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
