// The text of a second issue of a watch, which was closed.
import { safe, toLink } from '../../documents/markdown.ts';

/** Renders the text: where the issue is that is kept. It begins with no marker. */
export function renderDuplicate(keptUrl: string | null): string {
  const kept = safe`the issue that is kept up to date`;
  return safe`Closed as a duplicate of ${keptUrl === null ? kept : toLink(kept, keptUrl)}: two runs had opened one at the same time.`;
}
