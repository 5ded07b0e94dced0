// Renders the reply to a comment with commands. Pure.
import { DISMISSAL_REASONS, REVIEW_STATES } from '../client/resources.ts';
import { type EntryFrame, renderBugTitle, renderFindingEntry, takeFitting } from '../documents/finding-entry.ts';
import { MAX_COMMENT_CHARACTERS } from '../documents/limits.ts';
import {
  blocks,
  gfm,
  join,
  type Markdown,
  type Pieces,
  renderCode,
  renderList,
  renderSentence,
} from '../documents/markdown.ts';
import { readAcceptance } from '../judgement/acceptance.ts';
import { decideShown, type Disclosure, type ShownFinding } from '../judgement/disclosure.ts';
import type { Finding } from '../judgement/finding.ts';
import { countOf } from '../judgement/format.ts';
import { parseCommitSha } from '../judgement/identifiers.ts';
import { type Command, startsWithPrefix, verbOf } from './command.ts';
import type { BugResult, CommandOutcome } from './outcome.ts';
import type { RerunNews } from './rerun.ts';

export interface ReplySource {
  /** The login of the person who gave the commands. */
  readonly author: string;
  readonly outcomes: readonly CommandOutcome[];
  readonly unread: readonly string[];
  readonly rerun: readonly RerunNews[];
  readonly disclosure: Disclosure;
  readonly frame: EntryFrame;
  readonly prefix: string;
}

/** The sentence on outcomes that are left out needs this much. */
const MISSING_CHARACTERS = 100;
const MAX_UNREAD = 10;

/** Renders at most 65,000 characters, and no line that starts with the prefix. */
export function renderReply(source: ReplySource): string {
  const head = gfm`Scan Gate results for the commands of ${renderCode(source.author, 80)}:`;
  const foot = blocks(
    source.rerun.map((each) => (typeof each === 'string' ? renderSentence(each) : each)),
    renderUnread(source),
    renderRules(source),
  );
  const entries = source.outcomes.flatMap((outcome) => renderOutcomes(outcome, source));
  const frame = blocks(head, foot).length + MISSING_CHARACTERS;
  const listed = takeFitting(entries, MAX_COMMENT_CHARACTERS - frame);
  const missing = entries.length - listed.length;
  const more = missing > 0 && `${countOf(missing, 'more outcome', 'more outcomes')} not listed here.`;
  return withoutCommands(String(blocks(head, join(listed, '\n'), more, foot)), source.prefix);
}

/** A reply written with a user's token must not be taken for that user's command. */
function withoutCommands(text: string, prefix: string): string {
  return text.replace(/^ {0,3}/gm, (indent, at: number) =>
    startsWithPrefix(text, prefix, at + indent.length) ? `${indent}\u200b` : indent,
  );
}

function renderOutcomes({ command, fault, bugs }: CommandOutcome, source: ReplySource): readonly Markdown[] {
  if (command.verb === 'unclear' && fault === undefined) {
    return [gfm`- ❓ ${renderCode(command.line, 200) ?? 'An empty command'}: ${renderSentence(command.fault)}`];
  }
  if (bugs.length === 0 && fault !== undefined) {
    return [gfm`- ⛔ ${renderCode(verbOf(command), 40)} was not carried out: ${renderSentence(fault)}.`];
  }
  return bugs.map((result) => renderOutcome(result, command, source));
}

function renderOutcome({ id, outcome, finding }: BugResult, command: Command, source: ReplySource): Markdown {
  const { verb } = command;
  const shown = finding === undefined ? null : toShown(finding, source);
  const bug = shown === null ? renderCode(id, 80) : renderBugTitle(shown, source.frame);
  const renderState = (state: string): Markdown | null => renderCode(shown?.details ? state : toKnownState(state), 40);
  switch (outcome.kind) {
    case 'reviewed': {
      const line = gfm`- ✅ ${bug} is now ${renderState(outcome.state)}.`;
      const said = [...toEnd(command), ...toDoubts(outcome.doubts)].map(renderSentence);
      return join([line, renderReplaced(outcome.replaced, shown), ...said], ' ');
    }
    case 'rejected':
      return verb === 'show'
        ? gfm`- ⛔ ${bug} cannot be shown: ${renderSentence(outcome.why)}.`
        : gfm`- ⛔ ${bug} was not changed: ${renderSentence(outcome.why)}.`;
    case 'failed': {
      const said = renderSentence(outcome.told ?? outcome.why);
      return verb === 'show'
        ? gfm`- ❌ ${bug} could not be read: ${said}`
        : gfm`- ❌ ${bug} could not be changed: ${said}`;
    }
    case 'shown':
      return shown === null ? gfm`- ${bug}` : renderWhole(shown, renderState(outcome.state), source);
  }
}

/** The note of the earlier dismissal is text of the service, which may name what is withheld. */
function renderReplaced(note: string | undefined, shown: ShownFinding | null): Markdown | false {
  if (note === undefined) return false;
  if (shown?.details) return gfm`It replaces a dismissal with the note ${renderCode(note, 300)}.`;
  const acceptance = readAcceptance(note);
  return acceptance?.kind === 'until'
    ? gfm`It replaces a dismissal until ${acceptance.day} (UTC).`
    : gfm`It replaces a dismissal with a note.`;
}

/** Any other word is the service's text, which may name what is withheld. */
function toKnownState(state: string): string {
  return REVIEW_STATES.find((known) => known === state) ?? 'other';
}

/** Says when a dismissed bug is pending again. */
function toEnd(command: Command): readonly string[] {
  if (command.verb !== 'dismiss' || command.until === null) return [];
  return [`It is pending again after ${command.until} (UTC) if the \`recheck\` action runs with \`reopen-expired\`.`];
}

/** Says why somebody else may have introduced the bug. */
export function toDoubts(doubts: readonly string[]): readonly string[] {
  if (doubts.length === 0) return [];
  return [`Could not determine for certain who introduced it: ${doubts.join('; ')}.`];
}

function toShown({ details, ...finding }: Finding, { disclosure }: ReplySource): ShownFinding | null {
  const assessed = {
    ...finding,
    // At this commit the file has the name that the service knows. The pull request may have renamed it.
    details: { ...details, fileSha: parseCommitSha(details.commitSha ?? '') },
    relevance: 'backlog',
    isFoundHere: false,
    isInAddedFile: false,
    isListed: true,
    counted: false,
    exclusion: null,
    countsAsSecurity: false,
  } as const;
  return decideShown([assessed], disclosure)[0] ?? null;
}

function renderWhole(shown: ShownFinding, state: Markdown | null, { frame }: ReplySource): Markdown {
  const withheld = shown.details === null && gfm` Its details are withheld here.`;
  return blocks(renderFindingEntry(shown, frame), gfm`  It is ${state}.${withheld}`);
}

function renderUnread({ unread, prefix }: ReplySource): Pieces {
  if (unread.length === 0) return null;
  const lines = unread.slice(0, MAX_UNREAD).map((line) => renderCode(line, 200));
  const more = unread.length - lines.length;
  return [
    gfm`These lines with ${renderCode(prefix, 50)} were not read:`,
    renderList([...lines, more > 0 && gfm`and ${more} more`]),
  ];
}

/** Says where commands belong, if the comment got it wrong or asked for help, and how to write them, if that helps. */
function renderRules({ outcomes, unread, prefix }: ReplySource): Pieces {
  const help = outcomes.some(({ command: { verb }, fault }) => !fault && (verb === 'unclear' || verb === 'help'));
  if (!help && unread.length === 0) return null;
  const word = renderCode(prefix, 50);
  const place = gfm`Commands are the first lines of a comment, as plain text. Reading stops at the first line that does not begin with ${word}, and after a line with \`<\`, \`[\`, \`$$\` or a backtick; a pair of backticks around one ID is fine.`;
  return [place, help && renderUsage(prefix)];
}

function renderUsage(prefix: string): Pieces {
  const usage = [
    `${prefix} dismiss bug_… ${DISMISSAL_REASONS[0]} why`,
    `${prefix} dismiss bug_… ${DISMISSAL_REASONS[1]} until YYYY-MM-DD why`,
    `${prefix} resolve bug_… how`,
    `${prefix} reopen bug_… why`,
    `${prefix} show bug_…`,
    `${prefix} recheck`,
    `${prefix} help`,
  ];
  const reasons = join(
    DISMISSAL_REASONS.map((reason) => renderCode(reason, 40)),
    ', ',
  );
  return [
    gfm`A dismissal needs one of the reasons ${reasons}; separate several bugs with spaces or commas.`,
    renderList(usage.map((line) => renderCode(line, 200))),
  ];
}

/** Replies where nothing was done, since GitHub did not say what had to be known first. */
export function renderUnanswered(author: string, doing: string): string {
  return String(
    gfm`Nothing was done for ${renderCode(author, 80)}: Scan Gate could not ${renderSentence(doing)}. Write the commands again in a few minutes.`,
  );
}
