// The author and the comment of a command, as they are when it is executed.
import * as v from 'valibot';
import { AccountAnswer, type AccountName, isAnswerAbout, isOtherAccount } from '../github/account.ts';
import type { WrittenComment } from '../github/event.ts';
import { decode, hasStatus, orInstead } from '../github/failure.ts';
import type { Octokit } from '../github/octokit.ts';
import type { RepositoryRef } from '../judgement/identifiers.ts';

/** From least to most. */
const PERMISSIONS = ['none', 'read', 'triage', 'write', 'maintain', 'admin'] as const;

/** What a user may do in a repository. */
export type Permission = (typeof PERMISSIONS)[number];

/** The word that GitHub keeps in `permission` for a standard role, where it is another one. */
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

/** The permission of an account, found by its login; none where the answer is about another id, or nobody is known. */
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
 * Whether the comment is still as in the event: its text, its time (if both have one), and the login of its author.
 * The author may have changed logins, and someone else may have the old one now. `by-app` where the event or GitHub now
 * says that an app wrote it.
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
 * What the two words of GitHub's answer come to: the role where `permission` can stand for it, else the lower of both.
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
