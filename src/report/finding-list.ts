// The list of findings in a document: security bugs visible, all others folded, and how many are left out.
import { join, safe, toSentence, type Markdown } from './markdown.ts';
import type { Report } from './report.ts';
import { countOf, formatCount } from '../domain/format.ts';

/** Space for the headings of the list and for the sentence about what is left out. */
export const LIST_FRAME_CHARACTERS = 400;

/** The blocks of the list, with the entries that fit; nothing without findings. */
export function toFindingList(report: Report, listed: readonly Markdown[]): readonly Markdown[] {
  const { findings } = report;
  if (findings.length === 0) return [];
  const security = findings.filter((finding) => finding.security).length;
  return [
    ...toSecurityBlocks(security, listed.slice(0, security)),
    ...toOtherBlocks(findings.length - security, listed.slice(security)),
    ...toRemainder(findings.length, listed.length),
  ];
}

function toSecurityBlocks(count: number, entries: readonly Markdown[]): readonly Markdown[] {
  if (count === 0) return [];
  const heading = safe`#### ${toSentence(countOf(count, 'pending security bug', 'pending security bugs'))}`;
  return entries.length === 0 ? [heading] : [heading, join(entries, '\n')];
}

/** Folded, because reviewers look for what blocks the merge, and the rest is often old. */
function toOtherBlocks(count: number, entries: readonly Markdown[]): readonly Markdown[] {
  if (count === 0) return [];
  const title = toSentence(countOf(count, 'other pending bug', 'other pending bugs'));
  if (entries.length === 0) return [safe`#### ${title}`];
  return [safe`<details><summary><b>${title}</b></summary>`, join(entries, '\n'), safe`</details>`];
}

function toRemainder(all: number, listed: number): readonly Markdown[] {
  if (all === listed) return [];
  const more = countOf(all - listed, 'more finding is', 'more findings are');
  return [toSentence(`${more} not listed here, of ${formatCount(all)} in all.`)];
}
