// The first changed line of a file's patch.

/**
 * The number of the first added line in the new file. If lines were only removed: the line now in their place, or the
 * last line if they were at the end. 1 without a readable patch; never less.
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
