// The changed files, folded: each line of a diff, and each annotation under its line.
import type { FileData } from '../github/data.ts';
import type { Annotation } from '../runner/annotation.ts';
import { html, type Html } from './html.ts';
import { renderSign } from './sign.ts';

/** Renders one folded diff a file; annotations of other files and lines are left out. */
export function renderFiles(files: readonly FileData[], annotations: readonly Annotation[]): Html {
  return html`${files.map((file) => {
    const own = annotations.filter((annotation) => annotation.file === file.filename);
    const from = file.previousFilename === undefined ? '' : `${file.previousFilename} → `;
    return html`<details class="box file">
      <summary>
        <span class="path">${from}${file.filename}</span>
        ${own.map(({ level }) => renderSign(level))}
        <span class="muted">+${file.additions} −${file.deletions}</span>
      </summary>
      <div class="diff" role="region" aria-label="Changes of ${file.filename}" tabindex="0">
        ${renderPatch(file.patch ?? '', own)}
      </div>
    </details>`;
  })}`;
}

const kinds: Readonly<Record<string, string>> = { '@': 'hunk', '+': 'added', '-': 'removed' };

function renderPatch(patch: string, annotations: readonly Annotation[]): Html {
  let next = 0;
  const rows = patch.split('\n').map((text) => {
    const [, start] = /^@@ -\S+ \+(\d+)/u.exec(text) ?? [];
    if (start !== undefined) next = Number(start);
    const line = /^[+ ]/u.test(text) ? next++ : null;
    const here = annotations.filter((annotation) => annotation.line === line);
    return html`<div class="${kinds[text.charAt(0)] ?? 'same'}">${text}</div>
      ${here.map(renderLineAnnotation)}`;
  });
  return html`${rows}`;
}

function renderLineAnnotation({ level, title, message }: Annotation): Html {
  return html`<div class="annotation ${level}"><b>${title ?? level}</b><br />${message}</div>`;
}
