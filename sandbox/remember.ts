// The memory of a pure function of a text: a long list asks the same of the same few names again and again.

const MAX_KNOWN = 10_000;
const MAX_LENGTH = 1_000;

/** The function with ten thousand answers to short texts remembered. It must be pure, and nobody may change an answer. */
export function remembering<Value>(compute: (text: string) => Value): (text: string) => Value {
  const known = new Map<string, Value>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    if (text.length > MAX_LENGTH) return compute(text);
    if (known.size >= MAX_KNOWN) known.clear();
    const value = compute(text);
    known.set(text, value);
    return value;
  };
}
