// The parser for review commands in a comment. Pure, never throws.
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
      /** The last day on which the reason is good, in UTC: `2027-01-31`; null: none follows the reason, so for good. */
      readonly until: string | null;
      /** One line of visible characters; may be empty. */
      readonly note: string;
    }
  | { readonly verb: 'resolve' | 'reopen'; readonly bugs: readonly BugId[]; readonly note: string }
  | { readonly verb: 'show'; readonly bugs: readonly BugId[] }
  | { readonly verb: 'recheck' }
  | { readonly verb: 'help' }
  | {
      readonly verb: 'unclear';
      /** The verb as written; null if unknown. */
      readonly written: Verb | null;
      /** The bugs that it names all the same. */
      readonly bugs: readonly BugId[];
      /** The command as written, on one line. */
      readonly line: string;
      /** What is wrong and what is allowed. */
      readonly fault: string;
    };

/** Our limit on the bugs in one comment, so that a comment cannot keep a runner busy for hours. */
export const MAX_BUGS = 100;
/** The longest time for which a bug can be dismissed until a day. */
const MAX_DAYS = 366;
const MAX_LINE_CHARACTERS = 200;

/** The verb of a command as written; `unclear` if unknown. */
export function verbOf(command: Command): Verb | 'unclear' {
  return command.verb === 'unclear' ? (command.written ?? 'unclear') : command.verb;
}

/** The bugs that a command names, each once, in the order of the command. */
export function bugsOf(command: Command): readonly BugId[] {
  return 'bugs' in command ? command.bugs : [];
}

export interface CommentCommands {
  /** In the order of the comment; empty if there are none. */
  readonly commands: readonly Command[];
  /**
   * Lines that begin with the prefix and were not read, in order, each at most 200 characters: later ones, and the first
   * ones where they are in backticks. Where there are any, or commands, also those with marks before the prefix.
   */
  readonly unread: readonly string[];
}

/** What could start something that hides or changes the next line: HTML, a link or image, code, a formula. */
const OPENING = /[<[`]|\$\$/;
/** Not directly after a backslash or a URL, which would consume the first backtick. */
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
  let isAsking = false;
  let reading = true;
  let isTop = true;
  for (const line of body
    .replace(/^\ufeff/, '')
    .replace(/\r\n?/g, '\n')
    .split('\n')) {
    const text = readCommandText(line, prefix);
    if (text === null) {
      if (/^[\t ]*$/.test(line)) {
        reading &&= isTop;
        continue;
      }
      const isQuoted: boolean = isTop && isQuotedCommand(line, prefix);
      if (isQuoted || isMarkedCommand(line, prefix)) unread.push(cut(line));
      reading = false;
      isTop = isQuoted;
      isAsking ||= isQuoted;
      continue;
    }
    isTop = false;
    isAsking = true;
    if (reading) {
      commands.push(parseCommand(text, now));
      reading = !OPENING.test(line.replace(QUOTED_BUG, ''));
    } else {
      unread.push(cut(line));
    }
  }
  // A comment that has marked ones alone may just talk of commands.
  return { commands, unread: isAsking ? unread : [] };
}

function cut(line: string): string {
  return line.slice(0, MAX_LINE_CHARACTERS).trim();
}

/** Whether a line is nothing but a command in a pair of backticks, or of as many more: code, as some write a command. */
function isQuotedCommand(line: string, prefix: string): boolean {
  const marks = /^ {0,3}(`+)/.exec(line)?.[1] ?? '';
  const quoted = line.trim().slice(marks.length).replace(/^ /, '');
  const inside = quoted.slice(0, -marks.length);
  return marks !== '' && quoted.endsWith(marks) && !inside.includes(marks) && readCommandText(inside, prefix) !== null;
}

/** Whether a command stands behind marks, as of a list, a quote or emphasis. Backticks and indentation mark code. */
function isMarkedCommand(line: string, prefix: string): boolean {
  const marks = /^(?:\[x\]|[^\p{L}`/!])*/iu.exec(line)?.[0] ?? '';
  return !/^[\t ]*$/.test(marks) && readCommandText(line.slice(marks.length), prefix) !== null;
}

/** What follows the prefix, and a `:` or `,` behind it, trimmed at the start; null if the line does not start with the prefix. */
function readCommandText(line: string, prefix: string): string | null {
  // Four spaces or a tab make the line a code block.
  const at = /^ {0,3}/.exec(line)?.[0].length ?? 0;
  if (!startsWithPrefix(line, prefix, at)) return null;
  const rest = line.slice(at + prefix.length);
  if (!/^(?:[\t\p{Zs}:,]|$)/u.test(rest)) return null;
  return rest
    .replace(/^[:,]/, '')
    .replace(/[\t\p{Zs}]/gu, ' ')
    .replace(/^ +/, '');
}

/** Whether the prefix stands at this place of a text, in whatever case. */
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

/** Takes the identifiers from the start, each once, separated by spaces, commas or `and`, with or without backticks. */
function takeBugs(text: string): { readonly bugs: readonly BugId[]; readonly rest: string } {
  const [list = ''] = /^(?:[ ,]+(?:(?:[Aa][Nn][Dd]|&|\+)[ ,]+)?`*bug_[^\s,`]+`*(?=[ ,]|$))*/.exec(text) ?? [];
  const words = list.replaceAll('`', '').split(/[ ,]+/).filter(isBugId);
  return { bugs: [...new Set(words)], rest: text.slice(list.length) };
}

const WRITTEN_REASON = /^[ ,]*(not[-_ ]a[-_ ]bug|false[-_ ]positive|wont[-_ ]fix|duplicate|other)(?=[ .,;:]|$)[.,;:]*/i;

/** What ends the brackets or stars around a day. */
const CLOSING = /^[\p{Pe}\p{Pf}\p{Po}_~`]+\s*/u;

/** A dismissal, of no bug yet. */
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
  const [opening = ''] = /^[\p{P}\p{S}\s]*/u.exec(note) ?? [];
  const acceptance = readAcceptance(note.slice(opening.length));
  if (acceptance === null) return { verb: 'dismiss', bugs: [], reason, until: null, note };
  const [first, last] = [formatDay(now), formatDay((now + MAX_DAYS * DAY_MS) as EpochMs)];
  if (acceptance.kind === 'unreadable' || acceptance.day < first || acceptance.day > last) {
    const fault = `The word until needs a day from ${first} to ${last} (UTC), such as ${last}.`;
    return { ...unclear(text, fault), written: 'dismiss' };
  }
  const { day: until, text: why } = acceptance;
  return { verb: 'dismiss', bugs: [], reason, until, note: opening === '' ? why : why.replace(CLOSING, '') };
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

/** The selectors of emoji, which documents keep, and the empty braille cell, which looks like a space. */
const ALSO_INVISIBLE = /[\ufe0e\ufe0f\u2800]/g;

/** On one line, without characters that nobody sees or that change the order of the others. Linear time. */
export function toNote(text: string): string {
  return toVisibleLine(text.replace(ALSO_INVISIBLE, ''));
}
