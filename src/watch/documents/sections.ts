// Lists of bugs under headings, as many whole entries as fit.
import type { Measure } from '../../documents/finding-entry.ts';
import { join, type Markdown, type Pieces, renderFold } from '../../documents/markdown.ts';
import { countOf } from '../../judgement/format.ts';
import type { WatchedFinding } from '../report.ts';

/** A list with its heading; not shown without findings. */
export interface Section {
  readonly heading: Markdown;
  readonly findings: readonly WatchedFinding[];
  /** Called only for what may be shown: of ten thousand few are. */
  readonly renderItem: (finding: WatchedFinding) => Markdown;
  /** Whether the list is folded behind its heading. */
  readonly isFolded: boolean;
}

export interface SectionLimits {
  /** Most entries of all sections together. */
  readonly maxListed: number;
  /** Most that the sections, or the body around them, may measure. */
  readonly budget: number;
  readonly measure: Measure;
}

/** Room for what stands around one list. */
const FRAME = 60;
const REMAINDER = 100;

/** Renders sections in order. Entries are left out whole, last first, and a sentence says how many. */
export function renderSections(
  sections: readonly Section[],
  { maxListed, budget, measure }: SectionLimits,
): readonly Pieces[] {
  const blocks: Pieces[] = [];
  let left = budget - REMAINDER;
  let listed = 0;
  let missing = 0;
  for (const { heading, findings, renderItem, isFolded } of sections) {
    const shown: Markdown[] = [];
    for (const finding of findings.slice(0, Math.max(0, maxListed - listed))) {
      // Once one is left out, so are all after it.
      if (missing > 0) break;
      const entry = renderItem(finding);
      const size = measure(entry) + 1 + (shown.length === 0 ? measure(heading) + FRAME : 0);
      if (size > left) break;
      left -= size;
      shown.push(entry);
    }
    listed += shown.length;
    missing += findings.length - shown.length;
    if (shown.length > 0) blocks.push(renderSection(heading, shown, isFolded));
  }
  if (missing === 0) return blocks;
  const bugs = listed === 0 ? countOf(missing, 'bug is', 'bugs are') : countOf(missing, 'more bug is', 'more bugs are');
  return [...blocks, `${bugs} not listed here.`];
}

function renderSection(heading: Markdown, entries: readonly Markdown[], isFolded: boolean): Pieces {
  const list = join(entries, '\n');
  return isFolded ? renderFold(heading, [list]) : [heading, list];
}
