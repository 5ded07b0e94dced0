// Owns "Files changed": diffs with each annotation under its line, and annotations of files that did not change.
import type { FileData } from '../github/data.ts';
import type { Annotation } from '../runner/annotation.ts';
import { html, type Html } from './html.ts';
import { levelIcon } from './icons.ts';

export interface DiffRow {
  readonly kind: 'hunk' | 'added' | 'removed' | 'same';
  readonly oldLine?: number;
  readonly newLine?: number;
  readonly text: string;
}

/** Lines of a unified diff with their numbers. Empty for a patch that holds no hunk. */
export function readPatch(patch: string): DiffRow[] {
  const rows: DiffRow[] = [];
  let oldLine = 0;
  let newLine = 0;
  for (const line of patch.split('\n')) {
    const hunk = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/u.exec(line);
    const text = line.slice(1);
    if (hunk) {
      oldLine = Number(hunk[1]);
      newLine = Number(hunk[2]);
      rows.push({ kind: 'hunk', text: line });
    } else if (line.startsWith('+')) rows.push({ kind: 'added', newLine: newLine++, text });
    else if (line.startsWith('-')) rows.push({ kind: 'removed', oldLine: oldLine++, text });
    else if (line.startsWith(' ')) {
      rows.push({ kind: 'same', oldLine: oldLine++, newLine: newLine++, text });
    }
  }
  return rows;
}

/** The whole section. Annotations without a file belong to the run and are not shown here. */
export function renderFiles(files: readonly FileData[], annotations: readonly Annotation[]): Html {
  const changed = new Set(files.map((file) => file.filename));
  const others = Object.groupBy(
    annotations.filter(({ file }) => file !== undefined && !changed.has(file)),
    ({ file }) => file ?? '',
  );
  const unchanged = Object.entries(others);
  return html`${files.map((file) =>
    renderFile(
      file,
      annotations.filter((annotation) => annotation.file === file.filename),
    ),
  )}
  ${
    unchanged.length === 0
      ? undefined
      : html`<h3 class="unchanged">Unchanged files with check annotations</h3>
          ${unchanged.map(([file, list]) => renderUnchanged(file, list ?? []))}`
  }`;
}

function renderFile(file: FileData, annotations: readonly Annotation[]): Html {
  const rows = readPatch(file.patch ?? '');
  const inDiff = new Set(rows.map((row) => row.newLine));
  const lost = annotations.filter((annotation) => !inDiff.has(lineOf(annotation)));
  return html`<details class="file" open>
    <summary>
      <span class="path">${pathOf(file)}</span>
      <span class="added">+${file.additions}</span>
      <span class="removed">−${file.deletions}</span>
    </summary>
    ${lost.map(renderAnnotation)}
    <div class="diff">
      <table>
        ${rows.map((row) => renderRow(row, annotations))}
      </table>
    </div>
  </details>`;
}

function pathOf(file: FileData): string {
  return file.previousFilename === undefined
    ? file.filename
    : `${file.previousFilename} → ${file.filename}`;
}

function renderRow(row: DiffRow, annotations: readonly Annotation[]): Html {
  const here = annotations.filter(
    (annotation) => row.newLine !== undefined && lineOf(annotation) === row.newLine,
  );
  const sign = { hunk: '', added: '+', removed: '-', same: ' ' }[row.kind];
  return html`<tr class="${row.kind}">
      <td class="number">${row.oldLine}</td>
      <td class="number">${row.newLine}</td>
      <td class="code">${sign}${row.text}</td>
    </tr>
    ${
      here.length === 0
        ? undefined
        : html`<tr>
            <td class="notes" colspan="3">${here.map(renderAnnotation)}</td>
          </tr>`
    }`;
}

/** GitHub puts an annotation under its last line. */
function lineOf(annotation: Annotation): number {
  return annotation.endLine ?? annotation.line ?? 1;
}

function renderUnchanged(file: string, annotations: readonly Annotation[]): Html {
  return html`<details class="file" open>
    <summary><span class="path">${file}</span></summary>
    ${annotations.map(renderAnnotation)}
  </details>`;
}

const levelNames = { error: 'failure', warning: 'warning', notice: 'notice' };

/** One box as on "Files changed"; the message is text, never markup. */
function renderAnnotation(annotation: Annotation): Html {
  const { level, title, message, file, line } = annotation;
  const place = file === undefined ? 'on the run' : `on line ${line ?? 1} in ${file}`;
  return html`<div class="annotation ${level}">
    <div class="annotation-head">
      ${levelIcon(level)}
      <span><b>Check ${levelNames[level]}</b> ${place}</span>
      <span class="source">GitHub Actions / gate</span>
    </div>
    <div class="annotation-body">
      ${title === undefined ? undefined : html`<b>${title}</b>`}
      <pre>${message}</pre>
    </div>
  </div>`;
}
