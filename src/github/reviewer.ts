// Owns what GitHub says of a command's author and comment at the time the command is carried out.
import * as v from 'valibot';
import type { RepositoryRef } from '../domain/repository.ts';
import { decode } from './answer.ts';
import { readFailure } from './failure.ts';
import type { Octokit } from './octokit.ts';

/** What a person may do in a repository, least first. */
export type Permission = 'none' | 'read' | 'triage' | 'write' | 'maintain' | 'admin';

const Collaborator = v.object({
  permission: v.string(),
  role_name: v.nullish(v.string(), ''),
  user: v.nullish(v.object({ id: v.number() })),
});
const Comment = v.object({
  body: v.nullish(v.string(), ''),
  created_at: v.string(),
  updated_at: v.string(),
});

/**
 * The permission of an account, found by its login and held against its id, because logins change hands. A role
 * that is not known counts as the permission that it is based on; an account that is not known has none.
 */
export async function fetchPermission(
  octokit: Octokit,
  { owner, repo }: RepositoryRef,
  account: { readonly id: number; readonly login: string },
): Promise<Permission> {
  try {
    const { data } = await octokit.rest.repos.getCollaboratorPermissionLevel({
      owner,
      repo,
      username: account.login,
    });
    const { permission, role_name: role, user } = decode(Collaborator, data, 'Permission');
    if (user?.id !== account.id) return 'none';
    return readPermission(role) ?? readPermission(permission) ?? 'none';
  } catch (error) {
    if (readFailure(error).status === 404) return 'none';
    throw error;
  }
}

export type CommentState = 'unchanged' | 'changed' | 'gone';

/** Whether the comment still says what the event says; one that was ever edited has changed. */
export async function fetchCommentState(
  octokit: Octokit,
  { owner, repo }: RepositoryRef,
  comment: { readonly id: number; readonly body: string },
): Promise<CommentState> {
  try {
    const { data } = await octokit.rest.issues.getComment({ owner, repo, comment_id: comment.id });
    const now = decode(Comment, data, 'Comment');
    const same = now.body === comment.body && now.created_at === now.updated_at;
    return same ? 'unchanged' : 'changed';
  } catch (error) {
    if (readFailure(error).status === 404) return 'gone';
    throw error;
  }
}

function readPermission(word: string): Permission | null {
  switch (word) {
    case 'none':
    case 'read':
    case 'triage':
    case 'write':
    case 'maintain':
    case 'admin':
      return word;
    default:
      return null;
  }
}
