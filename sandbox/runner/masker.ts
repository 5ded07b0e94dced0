// Secrets hidden in what people see: the values that were masked, and the forms that the runner derives from them.

export interface Masker {
  /** Hides the value, and each of its lines, from now on. */
  add(value: string): void;
  /** Replaces what is hidden by `***`; secrets that overlap or touch become one. */
  mask(text: string): string;
}

/** Starts with no secrets. The runner hides a value also Base64-, URL-, JSON- and XML-encoded. */
export function createMasker(): Masker {
  const secrets = new Set<string>();
  const add = (value: string): void => {
    for (const form of [value, ...derivedForms(value)]) if (form !== '') secrets.add(form);
  };
  return {
    add: (value) => {
      add(value);
      for (const line of value.split(/[\r\n]+/u)) add(line.trim());
    },
    mask: (text) => hide(text, secrets),
  };
}

function derivedForms(value: string): string[] {
  return [
    ...[0, 1, 2].map((shift) => base64(value, shift)),
    JSON.stringify(value).slice(1, -1),
    encodeURIComponent(value.toWellFormed()),
    value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
    value.length > 8 ? value.replace(/^"(.+)"$/su, '$1') : value,
  ];
}

/** The Base64 of the value at an offset of `shift` bytes in a longer text. */
function base64(value: string, shift: number): string {
  const bytes = Buffer.from(value).subarray(shift);
  return (bytes.length === 0 ? Buffer.from(value) : bytes).toString('base64');
}

interface Range {
  start: number;
  end: number;
}

function hide(text: string, secrets: ReadonlySet<string>): string {
  let shown = '';
  let at = 0;
  for (const range of mergeRanges(findRanges(text, secrets))) {
    shown += `${text.slice(at, range.start)}***`;
    at = range.end;
  }
  return shown + text.slice(at);
}

function findRanges(text: string, secrets: ReadonlySet<string>): Range[] {
  const ranges: Range[] = [];
  for (const secret of secrets) {
    for (let at = text.indexOf(secret); at >= 0; at = text.indexOf(secret, at + 1)) {
      ranges.push({ start: at, end: at + secret.length });
    }
  }
  return ranges.sort((a, b) => a.start - b.start);
}

function mergeRanges(ranges: readonly Range[]): Range[] {
  const merged: Range[] = [];
  for (const range of ranges) {
    const last = merged.at(-1);
    if (last && range.start <= last.end) last.end = Math.max(last.end, range.end);
    else merged.push({ ...range });
  }
  return merged;
}
