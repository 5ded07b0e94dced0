// Owns the grammar of review commands: the text of a comment becomes commands. Pure, never throws.
import type { BugId } from '../domain/identifiers.ts';

export type DismissalReason = 'not_a_bug' | 'wont_fix' | 'duplicate' | 'other';
export type Decision = 'dismiss' | 'resolve' | 'reopen';

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
      /** What was written, on one line. */
      readonly line: string;
      /** What is wrong with it and what would be right. */
      readonly problem: string;
    };

/** Most bugs that one comment may name, so that a comment cannot keep a runner busy for hours: ours. */
export const MAX_BUGS = 100;
/** Characters of a note: ours. */
const MAX_NOTE_CHARACTERS = 1_000;
const MAX_LINE_CHARACTERS = 200;

/**
 * Reads the commands of a comment, in order: each line that begins with the prefix. Lines in code fences and in
 * HTML comments are none, nor are quoted ones, since those begin with `>`.
 */
export function parseCommands(body: string, prefix: string): readonly Command[] {
  return toPlainLines(body)
    .filter((line) => line === prefix || line.startsWith(`${prefix} `))
    .map((line) => parseCommand(line.slice(prefix.length).trim()));
}

/** The lines that a reader sees as text, white space made even. */
function toPlainLines(body: string): readonly string[] {
  const visible = body.replace(/<!--[\s\S]*?(?:-->|$)/g, '');
  let fence: string | null = null;
  return visible.split(/\r\n|\r|\n/).flatMap((line) => {
    const mark = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(line);
    const [, run = '', rest = ''] = mark ?? [];
    if (fence === null) {
      if (mark === null) return [line.replace(/[\t\u00a0]/g, ' ').trimEnd()];
      fence = run;
    } else if (run.startsWith(fence) && rest.trim() === '') {
      fence = null;
    }
    return [];
  });
}

function parseCommand(text: string): Command {
  const verb = /^\S*/.exec(text)?.[0].toLowerCase() ?? '';
  const { bugs, rest } = takeBugs(text.slice(verb.length));
  switch (verb) {
    case 'dismiss':
      return bugs.length === 0 ? noBugs(text) : parseDismissal(text, bugs, rest);
    case 'resolve':
    case 'reopen':
      return bugs.length === 0 ? noBugs(text) : { verb, bugs, note: toNote(rest) };
    case 'show':
      return bugs.length === 0 ? noBugs(text) : { verb, bugs };
    case 'recheck':
    case 'help':
      return { verb };
    case '':
      return { verb: 'help' };
    default:
      return unclear(text, 'This command is not known.');
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
    return unclear(
      text,
      `After the bugs a dismissal needs one of the reasons ${REASONS.join(', ')}.`,
    );
  }
  return { verb: 'dismiss', bugs, reason, note: toNote(match?.[2] ?? '') };
}

function noBugs(text: string): Command {
  return unclear(text, 'It names no bug, such as bug_1a2b.');
}

function unclear(text: string, problem: string): Command {
  return { verb: 'unclear', line: text.slice(0, MAX_LINE_CHARACTERS), problem };
}

function toNote(text: string): string {
  return text
    .replace(/^[\s,]+/, '')
    .trim()
    .slice(0, MAX_NOTE_CHARACTERS)
    .toWellFormed();
}

function isBugId(word: string): word is BugId {
  return /^bug_.+/.test(word);
}
