// The body that comment and job summary share: overview, as many findings as fit, and footer.
import { takeFitting, toFindingEntry } from './finding-entry.ts';
import { LIST_FRAME_CHARACTERS, toFindingList } from './finding-list.ts';
import { join, type Markdown } from './markdown.ts';
import { toOverview, toTitle } from './overview.ts';
import type { Report } from './report.ts';

export interface BodyOptions {
  /** Blocks below the findings. */
  readonly foot: readonly Markdown[];
  /** How many findings to list at most; fewer if they do not fit. */
  readonly maxListed: number;
  /** The maximum size of the body. Kept if the part without findings fits. */
  readonly room: number;
  readonly measure: (text: string) => number;
}

/** Renders the body. Whole findings are left out, from the last one, and the body says how many. */
export function renderBody(report: Report, options: BodyOptions): string {
  const { foot, maxListed, room, measure } = options;
  const head = [toTitle(report), ...toOverview(report)];
  const budget = room - LIST_FRAME_CHARACTERS - measure(join([...head, ...foot], '\n\n'));
  const entries = report.findings
    .slice(0, maxListed)
    .map((finding) => toFindingEntry(finding, report));
  const listed = takeFitting(entries, budget, measure);
  return join([...head, ...toFindingList(report, listed), ...foot], '\n\n');
}
