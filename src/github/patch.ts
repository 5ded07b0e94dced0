// The reading of a file's patch: the first line that a reviewer sees changed.

/**
 * The number, in the new file, of the first added line; where lines were only removed, of the line that took
 * their place, or of the last line when they were the end of the file; 1 without a readable patch. At least 1.
 */
export function readFirstChangedLine(patch: string | null): number {
  let line = 0;
  let removedAt: number | null = null;
  for (const text of (patch ?? '').split('\n')) {
    const hunk = /^@@ -\d+(?:,\d+)? \+(\d+)(?:,\d+)? @@/.exec(text);
    if (hunk) line = Number(hunk[1]);
    else if (line > 0 && text.startsWith('+')) return line;
    else if (line > 0 && text.startsWith('-')) removedAt ??= line;
    else if (line > 0 && text.startsWith(' ')) {
      if (removedAt !== null) return removedAt;
      line += 1;
    }
  }
  return Math.max(1, (removedAt ?? 1) - 1);
}
