// Makes changed files: unified diffs whose headers count what they hold.
import type { FileData } from '../github/data.ts';

export interface Hunk {
  /** It is the first line in the old and in the new file. */
  readonly from: number;
  readonly to: number;
  /** It follows the second `@@`. */
  readonly context?: string;
  /** They have their leading ` `, `+` or `-`. */
  readonly text: string;
}

/** A file that the pull request adds whole. */
export function addedFile(filename: string, text: string): FileData {
  const lines = toLines(text);
  return {
    filename,
    status: 'added',
    additions: lines.length,
    deletions: 0,
    patch: [`@@ -0,0 +1,${lines.length} @@`, ...lines.map((line) => `+${line}`)].join('\n'),
  };
}

/** A file that the pull request changes in places, perhaps under a new name. */
export function changedFile(filename: string, hunks: readonly Hunk[], previousFilename?: string): FileData {
  const lines = hunks.flatMap(({ text }) => toLines(text));
  return {
    filename,
    status: previousFilename === undefined ? 'modified' : 'renamed',
    ...(previousFilename === undefined ? {} : { previousFilename }),
    additions: lines.filter((line) => line.startsWith('+')).length,
    deletions: lines.filter((line) => line.startsWith('-')).length,
    patch: hunks.map(renderHunk).join('\n'),
  };
}

function renderHunk({ from, to, context, text }: Hunk): string {
  const lines = toLines(text);
  const before = lines.filter((line) => !line.startsWith('+')).length;
  const after = lines.filter((line) => !line.startsWith('-')).length;
  const head = `@@ -${from},${before} +${to},${after} @@`;
  return [context === undefined ? head : `${head} ${context}`, ...lines].join('\n');
}

/** Drops the line break after the opening quote and the one before the closing quote. */
function toLines(text: string): string[] {
  return text.replace(/^\n/u, '').replace(/\n$/u, '').split('\n');
}
