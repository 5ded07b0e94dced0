// Owns the grammar of review commands: the text of a comment becomes commands. Pure, never throws.
import type { BugId } from '../domain/identifiers.ts';

export type DismissalReason = 'not_a_bug' | 'wont_fix' | 'duplicate' | 'other';
export type Decision = 'dismiss' | 'resolve' | 'reopen';
export type Verb = Decision | 'show' | 'recheck' | 'help';

export const REASONS: readonly DismissalReason[] = ['not_a_bug', 'wont_fix', 'duplicate', 'other'];

export type Command =
  | {
      readonly verb: 'dismiss';
      readonly bugs: readonly BugId[];
      readonly reason: DismissalReason;
      readonly note: string;
    }
  | {
      readonly verb: 'resolve' | 'reopen';
      readonly bugs: readonly BugId[];
      readonly note: string;
    }
  | { readonly verb: 'show'; readonly bugs: readonly BugId[] }
  | { readonly verb: 'recheck' }
  | { readonly verb: 'help' }
  | {
      readonly verb: 'unclear';
      /** The verb that was written; null when it is not known. */
      readonly written: Verb | null;
      /** Those that it names nevertheless. */
      readonly bugs: readonly BugId[];
      /** What was written, on one line. */
      readonly line: string;
      /** What is wrong with it and what would be right. */
      readonly problem: string;
    };

/** Most bugs that one comment may name, so that a comment cannot keep a runner busy for hours: ours. */
export const MAX_BUGS = 100;
const MAX_LINE_CHARACTERS = 200;

/** The verb of a command as it was written; `unclear` where it is not known. */
export function verbOf(command: Command): Verb | 'unclear' {
  return command.verb === 'unclear' ? (command.written ?? 'unclear') : command.verb;
}

/** The bugs that a command names, each once, in its order. */
export function bugsOf(command: Command): readonly BugId[] {
  return 'bugs' in command ? command.bugs : [];
}

/**
 * Reads the commands of a comment, in order: each line that begins with the prefix. Lines in code blocks and in
 * HTML comments are none, nor are quoted ones, since those begin with `>`.
 */
export function parseCommands(body: string, prefix: string): readonly Command[] {
  return toTextLines(body)
    .map(toEvenSpaces)
    .filter((line) => line === prefix || line.startsWith(`${prefix} `))
    .map((line) => parseCommand(line.slice(prefix.length).trim()));
}

/** Whether a line is the last of the block that it is in. */
type IsLast = (line: string) => boolean;

/**
 * The lines that a reader sees as text. Where Markdown leaves doubt a line is hidden: a command that is overlooked
 * can be written again, one that was never meant cannot be unwritten.
 */
function toTextLines(body: string): readonly string[] {
  const lines: string[] = [];
  let isLast: IsLast | null = null;
  let isDoubtful = false;
  for (const line of body.split(/\r\n|\r|\n/)) {
    if (/^-{2,} ?Original Message ?-{2,}\s*$/i.test(line)) break;
    if (isLast !== null) {
      if (isLast(line)) isLast = null;
      continue;
    }
    isLast = readFence(line);
    const isHtmlLast = readHtmlBlock(line);
    if (isHtmlLast !== null && !isHtmlLast(line)) isLast = isHtmlLast;
    // Within other HTML neither is what it looks like, so that what was in doubt before stays so.
    if (isLast !== null || isHtmlLast !== null) continue;
    if (!isDoubtful) lines.push(line);
    isDoubtful = line.trim() !== '' && (isDoubtful || leavesDoubt(line));
  }
  return lines;
}

/**
 * Whether the lines after this one, up to the next empty one, may be a part of what it begins: of a quote, a link, a
 * definition, a tag, a comment, a formula or code.
 */
function leavesDoubt(line: string): boolean {
  const isQuote = /^(?:\s|[-+*]|\d{1,9}[.)])*>/.test(line);
  return isQuote || /[[<]|\$\$/.test(line) || isOpenCode(line);
}

/** Whether code may be open at the end: pairs of single backticks alone are sure to be closed. */
function isOpenCode(line: string): boolean {
  const runs = line.match(/\\?`+/g) ?? [];
  return runs.some((run) => run !== '`') || runs.length % 2 === 1;
}

/** The code block that the line opens; null when it opens none. */
function readFence(line: string): IsLast | null {
  const [, ticks, tildes] = /^ {0,3}(?:(`{3,})[^`]*|(~{3,}).*)$/.exec(line) ?? [];
  const fence = ticks ?? tildes;
  if (fence === undefined) return null;
  return (later) => /^ {0,3}(`+|~+)[ \t]*$/.exec(later)?.[1]?.startsWith(fence) ?? false;
}

/** The HTML that the line opens and that GitHub does not read as Markdown; it may end on the same line. */
function readHtmlBlock(line: string): IsLast | null {
  if (/^ {0,3}<!--/.test(line)) return (later) => later.includes('-->');
  if (/^ {0,3}<\?/.test(line)) return (later) => later.includes('?>');
  if (/^ {0,3}<!\[CDATA\[/.test(line)) return (later) => later.includes(']]>');
  if (/^ {0,3}<![a-z]/i.test(line)) return (later) => later.includes('>');
  if (!/^ {0,3}<(?:pre|script|style|textarea)(?:[\s>]|$)/i.test(line)) return null;
  return (later) => /<\/(?:pre|script|style|textarea)>/i.test(later);
}

/** Without HTML comments. */
function toEvenSpaces(line: string): string {
  return line
    .replace(/(?<=.)<!--.*?(?:-->|$)/g, '')
    .replace(/[\t\u00a0]/g, ' ')
    .trimEnd();
}

function parseCommand(text: string): Command {
  const [word = ''] = /^\S*/.exec(text) ?? [];
  const verb = word.toLowerCase();
  const { bugs, rest } = takeBugs(text.slice(word.length));
  switch (verb) {
    case 'dismiss':
      return bugs.length === 0 ? noBugs(verb, text) : parseDismissal(text, bugs, rest);
    case 'resolve':
    case 'reopen':
      return bugs.length === 0 ? noBugs(verb, text) : { verb, bugs, note: toNote(rest) };
    case 'show':
      return bugs.length === 0 ? noBugs(verb, text) : { verb, bugs };
    case 'recheck':
    case 'help':
      return { verb };
    case '':
      return { verb: 'help' };
    default:
      return { ...unclear(text, 'This command is not known.'), bugs };
  }
}

/** Takes the identifiers at the beginning, each once, separated by spaces or commas. */
function takeBugs(text: string): { readonly bugs: readonly BugId[]; readonly rest: string } {
  const match = /^(?:[\s,]*bug_[^\s,]+)+/.exec(text);
  const words = (match?.[0] ?? '').split(/[\s,]+/).filter(isBugId);
  return { bugs: [...new Set(words)], rest: text.slice(match?.[0].length ?? 0) };
}

function parseDismissal(text: string, bugs: readonly BugId[], rest: string): Command {
  const match = /^[\s,]*(\S+)\s*(.*)$/.exec(rest);
  const word = (match?.[1] ?? '')
    .toLowerCase()
    .replaceAll('-', '_')
    .replace(/[.,;:]+$/, '');
  const reason = REASONS.find((known) => known === word);
  if (reason === undefined) {
    const problem = `After the bugs a dismissal needs one of the reasons ${REASONS.join(', ')}.`;
    return { ...unclear(text, problem), written: 'dismiss', bugs };
  }
  return { verb: 'dismiss', bugs, reason, note: toNote(match?.[2] ?? '') };
}

function noBugs(written: Verb, text: string): Command {
  return { ...unclear(text, 'It names no bug, such as bug_1a2b.'), written };
}

function unclear(text: string, problem: string): Extract<Command, { readonly verb: 'unclear' }> {
  const line = text.slice(0, MAX_LINE_CHARACTERS);
  return { verb: 'unclear', written: null, bugs: [], line, problem };
}

function toNote(text: string): string {
  return text
    .replace(/^[\s,]+/, '')
    .trim()
    .toWellFormed();
}

function isBugId(word: string): word is BugId {
  return /^bug_.+/.test(word);
}
