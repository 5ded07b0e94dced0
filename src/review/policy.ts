// Decides who may give which command. Pure.
import type { Bug } from '../client/index.ts';
import { type AccountName, isOtherAccount, isSameAccount } from '../github/account.ts';
import type { ActionEvent, EventData, WrittenComment } from '../github/event.ts';
import { type Disclosure, isDisclosed } from '../judgement/disclosure.ts';
import type { RepoId } from '../judgement/identifiers.ts';
import { readBug } from '../service/from-api.ts';
import type { Decision } from './command.ts';
import type { FourEyes } from './inputs.ts';
import type { Permission } from './reviewer.ts';

export interface ReviewRequest {
  readonly pullRequest: number;
  readonly comment: WrittenComment;
}

/**
 * Gives the request in an event, or a sentence that says why there is none. Only new comments count: someone else may
 * have edited an old one, and a bot's comment could make a bot answer itself.
 */
export function decideRequest(data: EventData): ReviewRequest | string {
  if (data.kind !== 'pull-request-comment') return 'This is not a comment on a pull request.';
  const { number: pullRequest, comment } = data;
  if (comment === null) return 'The event does not say who wrote the comment.';
  if (comment.action !== 'created') return 'Only a new comment can give commands.';
  if (comment.author.type !== 'User' || isOtherAccount(comment.sender, comment.author)) {
    return 'Only a comment that a person has just written can give commands.';
  }
  return { pullRequest, comment };
}

/**
 * Says why a run that was started again carries nothing out; null if it may. The person who starts it again speaks in the name of
 * the comment's author, who may have changed his mind, or lost the permission.
 */
export function findRerunFault(
  { runAttempt, triggeringActor }: Pick<ActionEvent, 'runAttempt' | 'triggeringActor'>,
  { comment }: ReviewRequest,
): string | null {
  if (runAttempt < 2) return null;
  const { login } = comment.author;
  const starter = { id: null, login: triggeringActor };
  if (triggeringActor !== null && isSameAccount(starter, { id: null, login })) return null;
  const who =
    triggeringActor === null
      ? 'it is not known who started the run again'
      : `\`${triggeringActor}\` started the run again`;
  return `${who}, and only \`${login}\`, who wrote the comment, may do that; anybody else writes a new comment`;
}

export interface ReviewRules {
  readonly repositoryId: RepoId;
  readonly fourEyes: FourEyes;
  readonly permission: Permission;
  readonly disclosure: Disclosure;
  readonly isPullAuthor: boolean;
  /** It gives the commands. */
  readonly account: AccountName;
  /** An address that hides a person's own ends with `users.noreply.` and one of these. */
  readonly noreplyHosts: readonly string[];
}

/**
 * Says why a decision on a bug is not allowed, by what the service says of the bug. Null: nothing in that forbids it; who
 * introduced it may still have to be found, see `needsFourEyes`.
 */
export function findDecisionFault(bug: Bug, decision: Decision, rules: ReviewRules): string | null {
  if (!needsFourEyes(bug, decision, rules.fourEyes)) return null;
  if (!rules.isPullAuthor) {
    const named = readAuthor(bug.introducedIn?.author ?? '', rules.noreplyHosts);
    return findIntroducerFault(bug, named, rules);
  }
  const which = rules.fourEyes === 'always' ? 'bugs' : 'security bugs or unclassified bugs';
  return toRefusal(
    bug,
    rules,
    `the author of the pull request may not dismiss or resolve ${which}; ask somebody else with the permission ${rules.permission} who did not introduce the bug`,
  );
}

/** A bug that is not classified may be a security bug. */
export function needsFourEyes(bug: Bug, decision: Decision, fourEyes: FourEyes): boolean {
  if (decision === 'reopen') return false;
  if (fourEyes === 'security') return readBug(bug).kind !== 'bug';
  return fourEyes === 'always';
}

/** Gives null when the person who decides did not introduce the bug. */
export function findIntroducerFault(bug: Bug, introducers: readonly AccountName[], rules: ReviewRules): string | null {
  if (!introducers.some((each) => isSameAccount(each, rules.account))) return null;
  return toRefusal(
    bug,
    rules,
    `the person who introduced a bug may not dismiss or resolve it; ask somebody else with the permission ${rules.permission}, but not the author of the pull request`,
  );
}

/** Where details are withheld everybody reads the same: who introduced a bug would point at its code. */
function toRefusal(bug: Bug, { disclosure, permission }: ReviewRules, why: string): string {
  const shown = isDisclosed(readBug(bug), disclosure)
    ? why
    : `somebody else with the permission ${permission} has to dismiss or resolve it`;
  return `${shown}. If nobody else can, set the input \`four-eyes: off\``;
}

/**
 * Reads accounts from the service's author, which is free text: it may forbid, never permit. It reads a login, with or
 * without `@`, and GitHub's addresses `login@users.noreply.…` and `id+login@users.noreply.…`.
 */
export function readAuthor(author: string, hosts: readonly string[]): readonly AccountName[] {
  const login = author.trim().replace(/^@/, '');
  return [{ id: null, login }, ...readNoreplyAddresses(author, hosts)];
}

export function readNoreplyAddresses(text: string, hosts: readonly string[]): readonly AccountName[] {
  // The brackets of an app's login, `name[bot]@`, belong to it.
  return text.split(/(?:[\s<>()"',;:]|\[(?!bot\]@)|\](?!@))+/i).flatMap((word) => readNoreply(word, hosts) ?? []);
}

function readNoreply(word: string, hosts: readonly string[]): AccountName | null {
  const [local = '', domain = '', ...rest] = word.toLowerCase().split('@');
  const isOurs = hosts.some((host) => domain === `users.noreply.${host.toLowerCase()}`);
  if (!isOurs || rest.length > 0) return null;
  const [, id, login = ''] = /^(?:(\d{1,15})\+)?(.+)$/.exec(local) ?? [];
  return login === '' ? null : { id: id === undefined ? null : Number(id), login };
}
