// The grammar of review commands: the text of a comment becomes commands. Pure, never throws.
import { DISMISSAL_REASONS, type DismissalReason } from '../domain/dismissal-reason.ts';
import { isBugId, type BugId } from '../domain/identifiers.ts';
import { toNote } from './note.ts';

export type Decision = 'dismiss' | 'resolve' | 'reopen';
export type Verb = Decision | 'show' | 'recheck' | 'help';

export type Command =
  | {
      readonly verb: 'dismiss';
      readonly bugs: readonly BugId[];
      readonly reason: DismissalReason;
      /** One line of visible characters; may be empty. */
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

/** What a comment asks for. */
export interface CommentCommands {
  /** In the order of the comment; empty when it gives none. */
  readonly commands: readonly Command[];
  /** Later lines that begin with the prefix and were not read, in order, each at most 200 characters. */
  readonly unread: readonly string[];
}

/** What could begin something that hides or restyles the next line: HTML, a link or image, code, a formula. */
const OPENING = /[<[`]|\$\$/;
/** Not directly behind a backslash or an address, which would take the first backtick away. */
const QUOTED_BUG = /(?<=[\s,])`bug_[^\s,`<[$]+`/g;

/**
 * Reads the commands of a comment: its first lines that begin with the prefix. Reading stops at the first line that
 * does not, and after a line that could hide the next; so no other part of the comment has to be understood. A line is
 * what CommonMark takes for one: it ends at LF, CR or CRLF, blank lines at the top and up to three spaces do not count.
 * Never throws; takes time in proportion to the length.
 */
export function parseCommands(body: string, prefix: string): CommentCommands {
  const commands: Command[] = [];
  const unread: string[] = [];
  let reading = true;
  for (const line of body
    .replace(/^\ufeff/, '')
    .replace(/\r\n?/g, '\n')
    .split('\n')) {
    const text = readCommandText(line, prefix);
    if (text === null) {
      reading &&= commands.length === 0 && /^[\t ]*$/.test(line);
    } else if (reading) {
      commands.push(parseCommand(text));
      reading = !OPENING.test(line.replace(QUOTED_BUG, ''));
    } else {
      unread.push(line.slice(0, MAX_LINE_CHARACTERS).trim());
    }
  }
  return { commands, unread };
}

/** What follows the prefix, with plain spaces and none in front; null when the line does not begin with the prefix. */
function readCommandText(line: string, prefix: string): string | null {
  const at = line.indexOf(prefix);
  // Four spaces, or a tab, make code of a line.
  if (at === -1 || !'   '.startsWith(line.slice(0, at))) return null;
  const rest = line.slice(at + prefix.length);
  if (!/^(?:[\t\p{Zs}]|$)/u.test(rest)) return null;
  return rest.replace(/[\t\p{Zs}]/gu, ' ').replace(/^ +/, '');
}

function parseCommand(text: string): Command {
  const [word = ''] = /^[^ ]*/.exec(text) ?? [];
  const verb = word.toLowerCase();
  const { bugs, rest } = takeBugs(text.slice(word.length));
  switch (verb) {
    case 'dismiss':
      return bugs.length === 0 ? noBugs(verb, text) : parseDismissal(text, bugs, rest);
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
      return { ...unclear(text, 'This command is not known.'), bugs };
  }
}

/** Takes the identifiers at the beginning, each once, separated by spaces or commas, with or without backticks. */
function takeBugs(text: string): { readonly bugs: readonly BugId[]; readonly rest: string } {
  const [list = ''] = /^(?:[ ,]+`*bug_[^\s,`]+`*(?=[ ,]|$))*/.exec(text) ?? [];
  const words = list.replaceAll('`', '').split(/[ ,]+/).filter(isBugId);
  return { bugs: [...new Set(words)], rest: text.slice(list.length) };
}

const WRITTEN_REASON =
  /^[ ,]*(not[-_ ]a[-_ ]bug|false[-_ ]positive|wont[-_ ]fix|duplicate|other)(?=[ .,;:]|$)[.,;:]*/i;

function parseDismissal(text: string, bugs: readonly BugId[], rest: string): Command {
  const [match = '', written = ''] = WRITTEN_REASON.exec(rest) ?? [];
  const word = written.toLowerCase().replace(/[- ]/g, '_');
  const reason =
    word === 'false_positive' ? 'not_a_bug' : DISMISSAL_REASONS.find((known) => known === word);
  if (reason === undefined) {
    const problem = `After the bugs a dismissal needs one of the reasons ${DISMISSAL_REASONS.join(', ')}.`;
    return { ...unclear(text, problem), written: 'dismiss', bugs };
  }
  return { verb: 'dismiss', bugs, reason, note: readNote(rest.slice(match.length)) };
}

function noBugs(written: Verb, text: string): Command {
  return { ...unclear(text, 'It names no bug, such as bug_1a2b.'), written };
}

function unclear(text: string, problem: string): Extract<Command, { readonly verb: 'unclear' }> {
  const line = text.slice(0, MAX_LINE_CHARACTERS);
  return { verb: 'unclear', written: null, bugs: [], line, problem };
}

function readNote(text: string): string {
  return toNote(text.replace(/^[ ,]+/, ''));
}
