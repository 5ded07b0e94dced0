// The log on the page: groups that open, levels in colour.
import { renderEntry } from '../runner/display.ts';
import { html, type Html } from './html.ts';

interface Group {
  /** Lines outside a group have none. */
  readonly title?: string;
  readonly lines: Html[];
}

/** Groups are closed at first, as on GitHub once a step has ended. */
export function renderLog(entries: readonly string[]): Html {
  const groups: Group[] = [{ lines: [] }];
  for (const entry of entries) {
    const [, kind = ''] = /^##\[(\w+)\]/u.exec(entry) ?? [];
    const text = renderEntry(entry);
    if (kind === 'group') groups.push({ title: text.replace(/^▸ /u, ''), lines: [] });
    else if (kind === 'endgroup') groups.push({ lines: [] });
    else groups.at(-1)?.lines.push(html`<div class="${kind}">${text === '' ? ' ' : text}</div>`);
  }
  return html`<div class="log" role="region" aria-label="Log" tabindex="0">${groups.map(renderGroup)}</div>`;
}

function renderGroup({ title, lines }: Group): Html {
  if (title === undefined) return html`${lines}`;
  return html`<details>
    <summary>${title}</summary>
    ${lines}
  </details>`;
}
