// Untrusted text as one short line. Pure.

/** Replaces each run of white space and control characters with a space, and cuts to `maxChars`. Redact the text first. */
export function toShortLine(text: string, maxChars: number): string {
  const line = text.replace(/[\s\u0000-\u001f\u007f-\u009f]+/g, ' ').trim();
  return line.length > maxChars ? `${line.slice(0, maxChars - 1)}…` : line;
}
