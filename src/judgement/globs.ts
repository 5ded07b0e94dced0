// Glob patterns, matched by a table of which parts of a pattern a path has reached: no pattern takes more than its length times
// the path's.

/** A letter, or one of `?`, `*`, `**` beside other letters, and `**` with the slash behind it, which is a segment of its own. */
type Part = string;

/**
 * Compiles patterns to the question whether one of them matches a path as a whole. `?` is one letter and `*` any number, none of
 * them a slash; `**` is any number of any letters, as a segment of its own any number of segments. Both patterns and paths are
 * relative, without empty segments.
 */
export function compileGlobs(patterns: readonly string[]): (path: readonly string[]) => boolean {
  const globs = [...new Set(patterns)].map(toParts);
  return (path) => {
    const letters = ['/', ...path, '/'];
    return globs.some((parts) => isMatch(parts, letters));
  };
}

function toParts(pattern: string): readonly Part[] {
  const parts = `/${pattern}/`.matchAll(/(?<=\/)\*{2,}\/|\*{2,}|[^]/gu);
  return Array.from(parts, ([part]) => part.replace(/^\*{2,}/, '**'));
}

function isMatch(parts: readonly Part[], letters: readonly string[]): boolean {
  let [first, last] = [0, 0];
  const isPlace = new Uint8Array(parts.length + 1);
  isPlace[0] = 1;
  for (const letter of letters) {
    let isReached = false;
    let [from, to] = [Infinity, -1];
    for (let at = first; at <= last || isReached; at += 1) {
      const part = parts[at] ?? '';
      const wasHere = isPlace[at] === 1;
      const isHere: boolean = isReached || (wasHere && mayGoOn(part, letter));
      isPlace[at] = isHere ? 1 : 0;
      if (isHere) [from, to] = [Math.min(from, at), at];
      isReached = (wasHere && isOne(part, letter)) || (isHere && mayBeNone(part, letter));
    }
    if (to === -1) return false;
    [first, last] = [from, to];
  }
  return isPlace[parts.length] === 1;
}

function isOne(part: Part, letter: string): boolean {
  return part === letter || (part === '?' && letter !== '/');
}

function mayGoOn(part: Part, letter: string): boolean {
  return part === '**' || part === '**/' || (part === '*' && letter !== '/');
}

/** A whole segment can only be left out where one begins. */
function mayBeNone(part: Part, letter: string): boolean {
  return part === '**' || part === '*' || (part === '**/' && letter === '/');
}
