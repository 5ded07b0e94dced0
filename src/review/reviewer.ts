// Fetches what the author of a command may do, and its comment, as they are when it is executed.
import * as v from 'valibot';
import { AccountAnswer, type AccountName, isAnswerAbout, isOtherAccount } from '../github/account.ts';
import type { WrittenComment } from '../github/event.ts';
import { decode, hasStatus, orInstead } from '../github/failure.ts';
import type { Octokit } from '../github/octokit.ts';
import type { RepositoryRef } from '../judgement/identifiers.ts';

const PERMISSIONS = ['none', 'read', 'triage', 'write', 'maintain', 'admin'] as const;

export type Permission = (typeof PERMISSIONS)[number];

/** GitHub has these other words in `permission` for two of its standard roles. */
const LEGACY: Partial<Record<Permission, Permission>> = { triage: 'read', maintain: 'write' };

export function isPermitted(permission: Permission, least: Permission): boolean {
  return PERMISSIONS.indexOf(permission) >= PERMISSIONS.indexOf(least);
}

const Collaborator = v.object({
  permission: v.string(),
  role_name: v.nullish(v.string()),
  user: AccountAnswer,
});
const Comment = v.object({
  body: v.nullish(v.string(), ''),
  updated_at: v.nullish(v.string()),
  user: AccountAnswer,
  performed_via_github_app: v.nullish(v.unknown(), null),
});

/** Gives `none` where nobody has the login, or an account with another ID has it now. */
export async function fetchPermission(
  octokit: Octokit,
  { owner, repo }: RepositoryRef,
  account: AccountName & { readonly login: string },
): Promise<Permission> {
  const ask = async (): Promise<Permission> => {
    const query = { owner, repo, username: account.login };
    const { data } = await octokit.rest.repos.getCollaboratorPermissionLevel(query);
    const { permission, role_name: role, user } = decode(Collaborator, data, 'Permission');
    if (user && !isAnswerAbout(user, account)) return 'none';
    return decidePermission(permission, role ?? null);
  };
  return await orInstead('none', ask, hasStatus(404));
}

export type CommentState = 'unchanged' | 'changed' | 'by-app' | 'gone';

/**
 * Compares the comment with that of the event: its text, its time (if both have one), and the login of its author.
 * The author may have changed logins, and someone else may have the old one now. It is `by-app` where the event or GitHub
 * now says that an app wrote it.
 */
export async function fetchCommentState(
  octokit: Octokit,
  { owner, repo }: RepositoryRef,
  comment: WrittenComment,
): Promise<CommentState> {
  const ask = async (): Promise<CommentState> => {
    const { data } = await octokit.rest.issues.getComment({ owner, repo, comment_id: comment.id });
    const now = decode(Comment, data, 'Comment');
    if (comment.isByApp || now.performed_via_github_app !== null) return 'by-app';
    const updatedAt = now.updated_at ?? comment.updatedAt;
    const isSame =
      now.body === comment.body &&
      updatedAt === (comment.updatedAt ?? updatedAt) &&
      !isOtherAccount({ id: null, login: now.user?.login ?? null }, comment.author);
    return isSame ? 'unchanged' : 'changed';
  };
  return await orInstead('gone', ask, hasStatus(404));
}

/**
 * GitHub answers with two words: the role counts where `permission` can stand for it, else the lower of both.
 * A role that is not a standard one counts as `permission`; a permission that is not known is none.
 */
export function decidePermission(permission: string, role: string | null): Permission {
  const given = readPermission(permission) ?? 'none';
  const standard = readPermission(role ?? '');
  if (standard === null) return given;
  if ((LEGACY[standard] ?? standard) === given) return standard;
  return isPermitted(standard, given) ? given : standard;
}

function readPermission(word: string): Permission | null {
  return PERMISSIONS.find((permission) => permission === word) ?? null;
}
