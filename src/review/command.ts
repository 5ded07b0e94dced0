// Owns the grammar of review commands: the text of a comment becomes commands. Pure, never throws.
import { DISMISSAL_REASONS, type DismissalReason } from '../domain/dismissal-reason.ts';
import { isBugId, type BugId } from '../domain/identifiers.ts';
import { toVisibleLines } from './markdown/visible-lines.ts';

export type Decision = 'dismiss' | 'resolve' | 'reopen';
export type Verb = Decision | 'show' | 'recheck' | 'help';

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
 * Reads the commands of a comment, in order: each line that begins with the prefix, and that a reader of the comment
 * sees as text of its own line.
 */
export function parseCommands(body: string, prefix: string): readonly Command[] {
  return toVisibleLines(body)
    .map(toPlain)
    .filter((line) => line === prefix || line.startsWith(`${prefix} `))
    .map((line) => parseCommand(line.slice(prefix.length).trim()));
}

/** With plain spaces, and without what looks like an HTML comment. */
function toPlain(line: string): string {
  return line
    .replace(/(?<=[^])<!--[^]*?(?:-->|$)/g, '')
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
  const match = /^[\s,]*(\S+)\s*([^]*)$/.exec(rest);
  const word = (match?.[1] ?? '')
    .toLowerCase()
    .replaceAll('-', '_')
    .replace(/[.,;:]+$/, '');
  const reason = DISMISSAL_REASONS.find((known) => known === word);
  if (reason === undefined) {
    const problem = `After the bugs a dismissal needs one of the reasons ${DISMISSAL_REASONS.join(', ')}.`;
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
