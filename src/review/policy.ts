// The rules about who may give which command. Pure.
import type { Bug } from '../client/index.ts';
import type { RepoId } from '../domain/identifiers.ts';
import { isOtherAccount } from '../github/account.ts';
import type { Account, EventData, WrittenComment } from '../github/event.ts';
import type { Permission } from '../github/reviewer.ts';
import { readBug } from '../service/to-finding.ts';
import type { Decision } from './command.ts';
import type { FourEyes } from './inputs.ts';

const RANKS: Readonly<Record<Permission, number>> = {
  none: 0,
  read: 1,
  triage: 2,
  write: 3,
  maintain: 4,
  admin: 5,
};

/** Whether a permission is `least` or higher. */
export function isPermitted(permission: Permission, least: Permission): boolean {
  return RANKS[permission] >= RANKS[least];
}

/** A comment that may hold commands, on a pull request. */
export interface Request {
  readonly pullRequest: number;
  readonly comment: WrittenComment;
}

/**
 * The request in an event, or a sentence that says why there is none. Only new comments count: someone other than the
 * author may have edited a comment, and a bot's comment could make a bot answer itself.
 */
export function decideRequest(data: EventData): Request | string {
  if (data.kind !== 'pull-request-comment') return 'This is no comment on a pull request.';
  const { number: pullRequest, comment } = data;
  if (comment === null) return 'The event does not say who wrote the comment.';
  if (comment.action !== 'created') return 'Only a new comment can hold commands.';
  if (!isPerson(comment.author) || isOtherAccount(comment.sender, comment.author)) {
    return 'Only a comment that a person has just written can hold commands.';
  }
  return { pullRequest, comment };
}

function isPerson(account: Account): boolean {
  return account.type === 'User';
}

export interface ReviewRules {
  readonly repositoryId: RepoId;
  readonly fourEyes: FourEyes;
  /** Whether the author of the commands is the author of the pull request. */
  readonly isPullAuthor: boolean;
  /** Who gives the commands. */
  readonly login: string;
}

/** Why a decision on a bug is not allowed; null if it is. */
export function findObjection(bug: Bug, decision: Decision, rules: ReviewRules): string | null {
  if (bug.repoId !== rules.repositoryId) return 'it is not a bug of this repository';
  if (decision === 'reopen' || !needsFourEyes(bug, rules.fourEyes)) return null;
  if (rules.isPullAuthor) {
    const which =
      rules.fourEyes === 'always' ? 'bugs' : 'security bugs or bugs that are not classified';
    return `the author of the pull request may not settle ${which}`;
  }
  return isIntroducedBy(bug, rules.login) ? 'the one who introduced a bug may not settle it' : null;
}

/** An unclassified bug may be a security bug. */
function needsFourEyes(bug: Bug, fourEyes: FourEyes): boolean {
  if (fourEyes === 'security') return readBug(bug).kind !== 'bug';
  return fourEyes === 'always';
}

/** The service's `author` is free text, a login or a name: it may forbid, but never permit. */
function isIntroducedBy({ introducedIn }: Bug, login: string): boolean {
  const author = introducedIn?.author?.trim().replace(/^@/, '');
  return author?.toLowerCase() === login.toLowerCase();
}
