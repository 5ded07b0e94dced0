// Who may do what by a command. Pure.
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

/** Whether `permission` is at least `least`. */
export function isPermitted(permission: Permission, least: Permission): boolean {
  return RANKS[permission] >= RANKS[least];
}

/** A comment that may hold commands, on a pull request. */
export interface Request {
  readonly pullRequest: number;
  readonly comment: WrittenComment;
}

/**
 * The request that the event makes; a sentence where it makes none. Only a new comment counts: an edited one can
 * carry the words of somebody else than its author, and a bot's would let a bot talk to itself.
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
  /** Whether the commands are by the author of the pull request. */
  readonly isPullAuthor: boolean;
  /** Who gives the commands. */
  readonly login: string;
}

/** Why a decision on a bug is not allowed; null when it is. */
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

/** A bug that is not classified may be a security bug. */
function needsFourEyes(bug: Bug, fourEyes: FourEyes): boolean {
  if (fourEyes === 'security') return readBug(bug).kind !== 'bug';
  return fourEyes === 'always';
}

/** The service's author is free text, a login or a name: it may forbid, never permit. */
function isIntroducedBy({ introducedIn }: Bug, login: string): boolean {
  const author = introducedIn?.author?.trim().replace(/^@/, '');
  return author?.toLowerCase() === login.toLowerCase();
}
