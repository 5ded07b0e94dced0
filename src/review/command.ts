// Parses the review commands of a comment. Pure, never throws.
import { DISMISSAL_REASONS, type DismissalReason } from '../client/resources.ts';
import { toVisibleLine } from '../documents/markdown.ts';
import { readAcceptance } from '../judgement/acceptance.ts';
import { formatDay } from '../judgement/day.ts';
import { type BugId, type EpochMs, isBugId } from '../judgement/identifiers.ts';
import { DAY_MS } from '../judgement/time.ts';

export type Decision = 'dismiss' | 'resolve' | 'reopen';
export type Verb = Decision | 'show' | 'recheck' | 'help';

export type Command =
  | {
      readonly verb: 'dismiss';
      readonly bugs: readonly BugId[];
      readonly reason: DismissalReason;
      /** The reason is good until the end of this day (UTC), such as `2027-01-31`; null: it has no end. */
      readonly until: string | null;
      /** It is one line of visible characters, and may be empty. */
      readonly note: string;
    }
  | { readonly verb: 'resolve' | 'reopen'; readonly bugs: readonly BugId[]; readonly note: string }
  | { readonly verb: 'show'; readonly bugs: readonly BugId[] }
  | { readonly verb: 'recheck' }
  | { readonly verb: 'help' }
  | {
      readonly verb: 'unclear';
      /** Null if the verb is unknown. */
      readonly written: Verb | null;
      readonly bugs: readonly BugId[];
      readonly line: string;
      /** It says what is wrong and what is allowed. */
      readonly fault: string;
    };

/** We take so many bugs from one comment, which cannot then keep a runner busy for hours. */
export const MAX_BUGS = 100;
/** A bug can be dismissed until a day that is at most this far off. */
const MAX_DAYS = 366;
const MAX_LINE_CHARACTERS = 200;

export function verbOf(command: Command): Verb | 'unclear' {
  return command.verb === 'unclear' ? (command.written ?? 'unclear') : command.verb;
}

export function bugsOf(command: Command): readonly BugId[] {
  return 'bugs' in command ? command.bugs : [];
}

export interface CommentCommands {
  readonly commands: readonly Command[];
  /** They have the prefix: later lines, and first ones in backticks. Each is cut to 200 characters. */
  readonly unread: readonly string[];
}

/** HTML, a link or image, code, or a formula may begin here, and hide or change the next line. */
const OPENING = /[<[`]|\$\$/;
/** A backslash or a URL directly before it would consume the first backtick. */
const QUOTED_BUG = /(?<=[\s,])`bug_[^\s,`<[$]+`/g;

/**
 * Parses the commands of a comment: the first lines, as long as they start with the prefix. Parsing stops at the first
 * line that does not, and after a line that could hide the next, so nothing else in the comment has to be understood.
 * Lines are as in CommonMark: they end at LF, CR or CRLF; blank lines at the top and up to three leading spaces are
 * ignored, and so is the case of the prefix. `now` decides which days a dismissal may name. Never throws; takes linear time.
 */
export function parseCommands(body: string, prefix: string, now: EpochMs): CommentCommands {
  const commands: Command[] = [];
  const unread: string[] = [];
  let reading = true;
  let isTop = true;
  for (const line of body
    .replace(/^\ufeff/, '')
    .replace(/\r\n?/g, '\n')
    .split('\n')) {
    const text = readCommandText(line, prefix);
    const isBlank = /^[\t ]*$/.test(line);
    if (text !== null && reading) {
      commands.push(parseCommand(text, now));
      reading = !OPENING.test(line.replace(QUOTED_BUG, ''));
    } else {
      const isQuoted: boolean = isTop && isQuotedCommand(line, prefix);
      if (text !== null || isQuoted) unread.push(cut(line));
      // Blank lines at the top do not end it, and several quoted commands may follow each other.
      if (isTop && (isBlank || isQuoted)) {
        reading &&= isBlank;
        continue;
      }
      reading = false;
    }
    isTop = false;
  }
  return { commands, unread };
}

function cut(line: string): string {
  return line.slice(0, MAX_LINE_CHARACTERS).trim();
}

/** Some write a command as code: in a pair of backticks, or in more. */
function isQuotedCommand(line: string, prefix: string): boolean {
  const marks = /^ {0,3}(`+)/.exec(line)?.[1] ?? '';
  const quoted = line.trim().slice(marks.length).replace(/^ /, '');
  const inside = quoted.slice(0, -marks.length);
  return marks !== '' && quoted.endsWith(marks) && !inside.includes(marks) && readCommandText(inside, prefix) !== null;
}

/** Gives what follows the prefix, and a `:` or `,` behind it; null if the line does not start with the prefix. */
function readCommandText(line: string, prefix: string): string | null {
  // Four spaces or a tab would make the line a code block.
  const at = /^ {0,3}/.exec(line)?.[0].length ?? 0;
  if (!startsWithPrefix(line, prefix, at)) return null;
  const rest = line.slice(at + prefix.length);
  if (!/^(?:[\t\p{Zs}:,]|$)/u.test(rest)) return null;
  return rest
    .replace(/^[:,]/, '')
    .replace(/[\t\p{Zs}]/gu, ' ')
    .replace(/^ +/, '');
}

/** Ignores case. */
export function startsWithPrefix(text: string, prefix: string, at: number): boolean {
  return text.slice(at, at + prefix.length).toLowerCase() === prefix.toLowerCase();
}

function parseCommand(text: string, now: EpochMs): Command {
  const [word = ''] = /^[^ ]*/.exec(text) ?? [];
  const verb = word.toLowerCase();
  const { bugs, rest } = takeBugs(text.slice(word.length));
  switch (verb) {
    case 'dismiss':
      return bugs.length === 0 ? noBugs(verb, text) : { ...parseDismissal(text, rest, now), bugs };
    case 'resolve':
    case 'reopen':
      return bugs.length === 0 ? noBugs(verb, text) : { verb, bugs, note: readNote(rest) };
    case 'show':
      return bugs.length === 0 ? noBugs(verb, text) : { verb, bugs };
    case 'recheck':
    case 'help':
      return { verb };
    case '':
      return { verb: 'help' };
    default:
      return { ...unclear(text, 'This command is unknown.'), bugs };
  }
}

/** Takes the IDs from the start, each once, separated by spaces, commas or `and`, with or without backticks. */
function takeBugs(text: string): { readonly bugs: readonly BugId[]; readonly rest: string } {
  const [list = ''] = /^(?:[ ,]+(?:(?:[Aa][Nn][Dd]|&|\+)[ ,]+)?`*bug_[^\s,`]+`*(?=[ ,]|$))*/.exec(text) ?? [];
  const words = list.replaceAll('`', '').split(/[ ,]+/).filter(isBugId);
  return { bugs: [...new Set(words)], rest: text.slice(list.length) };
}

const WRITTEN_REASON = /^[ ,]*(not[-_ ]a[-_ ]bug|false[-_ ]positive|wont[-_ ]fix|duplicate|other)(?=[ .,;:]|$)[.,;:]*/i;

/** Gives a dismissal that names no bug yet. */
function parseDismissal(
  text: string,
  rest: string,
  now: EpochMs,
): Extract<Command, { readonly bugs: readonly BugId[] }> {
  const [match = '', written = ''] = WRITTEN_REASON.exec(rest) ?? [];
  const word = written.toLowerCase().replace(/[- ]/g, '_');
  const reason = word === 'false_positive' ? 'not_a_bug' : DISMISSAL_REASONS.find((known) => known === word);
  if (reason === undefined) {
    const fault = `After the bugs, a dismissal needs one of the reasons ${DISMISSAL_REASONS.join(', ')}.`;
    return { ...unclear(text, fault), written: 'dismiss' };
  }
  const note = readNote(rest.slice(match.length));
  const acceptance = readAcceptance(note);
  if (acceptance === null) return { verb: 'dismiss', bugs: [], reason, until: null, note };
  const [first, last] = [formatDay(now), formatDay((now + MAX_DAYS * DAY_MS) as EpochMs)];
  if (acceptance.kind === 'unreadable' || acceptance.day < first || acceptance.day > last) {
    const fault = `The word until needs a day from ${first} to ${last} (UTC), such as ${last}.`;
    return { ...unclear(text, fault), written: 'dismiss' };
  }
  return { verb: 'dismiss', bugs: [], reason, until: acceptance.day, note: acceptance.text };
}

function noBugs(written: Verb, text: string): Command {
  return { ...unclear(text, 'It needs the ID of a bug, such as bug_1a2b.'), written };
}

function unclear(text: string, fault: string): Extract<Command, { readonly verb: 'unclear' }> {
  const line = text.slice(0, MAX_LINE_CHARACTERS);
  return { verb: 'unclear', written: null, bugs: [], line, fault };
}

function readNote(text: string): string {
  return toNote(text.replace(/^[ ,]+/, ''));
}

/** Documents keep the selectors of emoji; the empty braille cell looks like a space. */
const ALSO_INVISIBLE = /[\ufe0e\ufe0f\u2800]/g;

/** Gives one line without characters that nobody sees or that change the order of the others. Linear time. */
export function toNote(text: string): string {
  return toVisibleLine(text.replace(ALSO_INVISIBLE, ''));
}
