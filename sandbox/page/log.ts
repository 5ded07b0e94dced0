// Owns the log on the page: numbered lines, groups that open, levels in colour.
import { renderEntry } from '../runner/display.ts';
import { html, type Html } from './html.ts';

interface Line {
  readonly number: number;
  readonly kind: string;
  readonly text: string;
}

interface Group {
  /** Absent for lines that stand outside of a group. */
  readonly head?: Line;
  readonly lines: Line[];
}

/** Groups are closed at first, as on GitHub once a step has ended. */
export function renderLog(entries: readonly string[]): Html {
  return html`<div class="log">${readGroups(entries).map(renderGroup)}</div>`;
}

/** A group ends at its end tag, or where the next begins: there are none within one another. */
function readGroups(entries: readonly string[]): Group[] {
  const groups: Group[] = [{ lines: [] }];
  let count = 0;
  for (const entry of entries) {
    if (entry.startsWith('##[endgroup]')) {
      groups.push({ lines: [] });
      continue;
    }
    const [, kind = ''] = /^##\[(\w+)\]/u.exec(entry) ?? [];
    const lines = renderEntry(entry)
      .split('\n')
      .map((text): Line => ({ number: ++count, kind, text }));
    const [head] = lines;
    if (kind === 'group' && head) groups.push({ head, lines: lines.slice(1) });
    else groups.at(-1)?.lines.push(...lines);
  }
  return groups;
}

function renderGroup({ head, lines }: Group): Html {
  const body = html`${lines.map(renderLine)}`;
  if (!head) return body;
  const title = head.text.replace(/^▸ /u, '');
  return html`<details>
    <summary class="line">
      <span class="number">${head.number}</span><span class="text">${title}</span>
    </summary>
    ${body}
  </details>`;
}

function renderLine({ number, kind, text }: Line): Html {
  return html`<div class="line ${kind}">
    <span class="number">${number}</span><span class="text">${text}</span>
  </div>`;
}
