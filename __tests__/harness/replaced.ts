// The change of a text by a test, which must not do nothing unnoticed.

/** The text with the pattern replaced as by `replace`. Throws where that leaves it as it is. */
export function replaced(text: string, pattern: string | RegExp, by: string): string {
  const changed = text.replace(pattern, by);
  if (changed === text)
    throw new Error(`Nothing to replace: ${String(pattern)} is not in ${JSON.stringify(text.slice(0, 500))}.`);
  return changed;
}
