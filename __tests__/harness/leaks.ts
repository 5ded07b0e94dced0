// The search for secrets in everything that a run leaves behind, whatever form they took on the way.
import type { RunnerResult } from '../../sandbox/runner/runner.ts';

/** The commands by which the runner is told to hide a value are the one place where it has to stand. */
const maskCommand = /^::add-mask::.*$/gmu;

/** Where a secret shows, with its form; empty when it shows nowhere. See `formsIn`. */
export function leaksOf(
  secrets: readonly string[],
  result: RunnerResult,
  others: readonly unknown[],
): readonly string[] {
  const { stdout, stderr, log, summary, outputs, annotations, workspaceFiles } = result;
  const places: readonly (readonly [string, string])[] = [
    ['stdout', stdout.replace(maskCommand, '')],
    ...Object.entries({ stderr, log, summary }),
    ['outputs', JSON.stringify([outputs, annotations])],
    ['files', JSON.stringify(Object.keys(workspaceFiles))],
    ...Object.values(workspaceFiles).map((text) => ['files', text] as const),
    ['others', JSON.stringify(others)],
  ];
  return places.flatMap(([place, text]) => formsIn(text, secrets).map((form) => `${place}: ${form}`));
}

/** So many characters of a secret in a row are a leak; a shorter secret is one as a whole. */
const longFragment = 12;
/** Escapes are undone so often: what is JSON in JSON in a URL needs three. */
const rounds = 4;

/**
 * The forms in which a text holds one of the secrets, or twelve characters of it in a row: `plain` (also in other
 * letters, split by white space or invisible characters, escaped for Markdown, HTML, JSON or a URL, in any mixture),
 * `Base64` and `hex` (wherever in a longer text it begins). Empty for none.
 */
export function formsIn(text: string, secrets: readonly string[]): readonly string[] {
  const { traces, anyBlock } = searchFor(secrets);
  const readings = readingsOf(text);
  const lower = readings.map((reading) => reading.toLowerCase());
  if (!lower.some((reading) => anyBlock.test(reading))) return [];
  const found = traces.filter((trace) =>
    (trace.form === 'Base64' ? readings : lower).some((reading) => holds(reading, trace)),
  );
  return [...new Set(found.map(({ form }) => form))];
}

/** A text that gives a secret away, and how much of it in a row does. */
interface Trace {
  readonly form: 'plain' | 'Base64' | 'hex';
  readonly text: string;
  readonly length: number;
}

/** Whether a reading has enough of a trace in a row. */
function holds(reading: string, { text, length }: Trace): boolean {
  return fragments(text, length).some((fragment) => reading.includes(fragment));
}

/** What is looked for, and an expression that hardly any text matches unless it has some of it. */
interface Search {
  readonly traces: readonly Trace[];
  /** Of lower-case text. */
  readonly anyBlock: RegExp;
}

const searches = new Map<string, Search>();

/** Every run has the same few secrets. */
function searchFor(secrets: readonly string[]): Search {
  const key = JSON.stringify(secrets);
  const search = searches.get(key) ?? makeSearch(secrets);
  searches.set(key, search);
  return search;
}

function makeSearch(secrets: readonly string[]): Search {
  const traces = secrets
    .map((secret) => secret.trim())
    .filter((secret) => secret !== '')
    .flatMap(makeTraces);
  const blocks = new Set(traces.flatMap(blocksOf).map((block) => block.toLowerCase()));
  const alternatives = [...blocks].map((block) => block.replace(/[^\da-z]/g, '\\$&'));
  return { traces, anyBlock: new RegExp(blocks.size === 0 ? '(?!)' : alternatives.join('|')) };
}

/** Parts of a trace of which every fragment of it has one. */
function blocksOf({ text, length }: Trace): readonly string[] {
  if (text.length <= length) return [text];
  const size = Math.floor((length + 1) / 2);
  return Array.from({ length: Math.floor(text.length / size) }, (_, at) => text.slice(at * size, (at + 1) * size));
}

/** A text as it stands and after each round of undoing, without what has no ink of its own. */
function readingsOf(text: string): readonly string[] {
  const readings: string[] = [];
  let reading = text;
  for (let round = 0; round <= rounds; round += 1) {
    readings.push(withoutGaps(reading));
    const next = unescape(reading);
    if (next === reading) break;
    reading = next;
  }
  return readings;
}

/** White space, controls, invisible characters, line breaks of HTML; a plus stands for a space in an address. */
function withoutGaps(text: string): string {
  // Most is ASCII, of which this takes a fraction of the time.
  const rest = text.replace(/<\/?w?br\s*\/?>/gi, '').replace(/[\0-\x20+\x7f]+/g, '');
  return rest.replace(/[^\0-\x7f]+/gu, (run) => run.replace(/[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]+/gu, ''));
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  shy: '',
  lowbar: '_',
  sol: '/',
  bsol: '\\',
  equals: '=',
  plus: '+',
  hyphen: '-',
  dash: '-',
  percnt: '%',
};

/** One layer of JSON, HTML and URL escapes, and of Markdown's backslashes. */
function unescape(text: string): string {
  const plain = text.includes('\\') ? fromBackslashes(text) : text;
  const marked = plain.includes('&') ? fromEntities(plain) : plain;
  return marked.includes('%') ? marked.replace(/(?:%[\da-f]{2})+/giu, fromPercent) : marked;
}

function fromBackslashes(text: string): string {
  return text
    .replace(/\\u\{?0{0,4}([\da-f]{2,4})\}?/giu, (_, hex: string) => characterOf(hex, 16))
    .replace(/\\x([\da-f]{2})/giu, (_, hex: string) => characterOf(hex, 16))
    .replace(/\\[bfnrtv]/gu, ' ')
    .replace(/\\([!-/:-@[-`{-~])/gu, '$1');
}

function fromEntities(text: string): string {
  return text
    .replace(/&#(\d{1,7});?/gu, (_, digits: string) => characterOf(digits, 10))
    .replace(/&#x([\da-f]{1,6});?/giu, (_, hex: string) => characterOf(hex, 16))
    .replace(/&([a-z]+);/giu, (whole, name: string) => entities[name.toLowerCase()] ?? whole);
}

function characterOf(digits: string, base: number): string {
  const code = Number.parseInt(digits, base);
  return code > 0x10_ff_ff ? '' : String.fromCodePoint(code);
}

/** Bytes that are no UTF-8 hide nothing that could be read. */
function fromPercent(text: string): string {
  return Buffer.from(text.replaceAll('%', ''), 'hex').toString('utf8');
}

function makeTraces(secret: string): readonly Trace[] {
  // A key that has escapes of its own is undone with the text around it.
  const plain = readingsOf(secret).map((reading) => reading.toLowerCase());
  const hex = Buffer.from(secret).toString('hex');
  return [
    ...plain.map((text) => ({ form: 'plain', text, length: longFragment }) as const),
    ...base64CoresOf(secret).map((text) => ({ form: 'Base64', text, length: (longFragment / 3) * 4 }) as const),
    { form: 'hex', text: hex, length: longFragment * 2 },
  ];
}

/** The part of the Base64 text that is the same whatever stands around the secret, for each place it can begin at. */
function base64CoresOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  return (['base64', 'base64url'] as const).flatMap((alphabet) =>
    [0, 1, 2].map((shift) => {
      const text = Buffer.concat([Buffer.alloc(shift), bytes]).toString(alphabet);
      const end = Math.floor(((shift + bytes.length) * 8) / 6);
      // A plus is taken for a gap wherever secrets are looked for.
      return text.slice(Math.ceil((shift * 8) / 6), end).replaceAll('+', '');
    }),
  );
}

/** All parts of this length; the whole of a shorter text. */
function fragments(text: string, length: number): readonly string[] {
  if (text.length <= length) return [text];
  return Array.from({ length: text.length - length + 1 }, (_, at) => text.slice(at, at + length));
}
