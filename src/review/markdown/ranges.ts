// Owns the parts of a text that a reader does not see as text of their own lines.

/** From the first character of what hides to behind its last one. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** A line of a comment, and as much of it as belongs to a block. */
export interface BlockLine {
  /** Number of the line in the comment, from 0. */
  readonly index: number;
  readonly text: string;
  /** Whether it goes on with a paragraph only because nothing else can be there: indented like code, or outside of its quote or list. */
  readonly isLoose?: boolean;
}

/** Whether Markdown takes it for empty: neither a no-break space nor what else Unicode calls white space is any to it. */
export function isBlank(text: string): boolean {
  return /^[ \t\n]*$/.test(text);
}

/** The lines as one text. */
export function toText(lines: readonly BlockLine[]): string {
  return lines.map(({ text }) => text).join('\n');
}

/** Numbers of the lines that begin inside of a range of their text. */
export function selectInside(
  lines: readonly BlockLine[],
  ranges: readonly Range[],
): readonly number[] {
  const starts: number[] = [];
  let offset = 0;
  for (const { text } of lines) {
    starts.push(offset);
    offset += text.length + 1;
  }
  // Ranges may lie in each other: counting where they begin and end takes no longer for it.
  const changes = new Array<number>(lines.length + 1).fill(0);
  for (const { start, end } of ranges) {
    const first = countBelow(starts, start + 1);
    const behind = Math.max(first, countBelow(starts, end));
    changes[first] = (changes[first] ?? 0) + 1;
    changes[behind] = (changes[behind] ?? 0) - 1;
  }
  let depth = 0;
  return lines.flatMap(({ index }, at) => {
    depth += changes[at] ?? 0;
    return depth > 0 ? [index] : [];
  });
}

/** How many of the sorted numbers are below a limit. */
function countBelow(sorted: readonly number[], limit: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
