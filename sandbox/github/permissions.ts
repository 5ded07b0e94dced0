// Decides what a token may do: by the permission that each operation needs, with GitHub's words when it is missing.
import { findConversation, isPullRequest } from './conversations.ts';
import type { Access, TokenData } from './data.ts';
import type { MatchedOperation } from './openapi.ts';
import { isGiven } from './reach.ts';
import { Refusal } from './refusal.ts';
import type { GitHubState } from './state.ts';

export type Scope = keyof TokenData['permissions'];

interface Need {
  /** Any one of these is enough; empty: every token may. */
  readonly scopes: readonly Scope[];
  readonly access: 'read' | 'write';
}

const METADATA: Need = { scopes: [], access: 'read' };
const READ_TALK: Need = { scopes: ['issues', 'pull-requests'], access: 'read' };
// GitHub's page says that the permission for issues is enough; it answers 403 to a token that has only that one.
const WRITE_TALK: Need = { scopes: ['pull-requests'], access: 'write' };
const READ_ISSUES: Need = { scopes: ['issues'], access: 'read' };
const WRITE_ISSUES: Need = { scopes: ['issues'], access: 'write' };
const READ_PULLS: Need = { scopes: ['pull-requests'], access: 'read' };
const READ_CONTENTS: Need = { scopes: ['contents'], access: 'read' };
const READ_CHECKS: Need = { scopes: ['checks'], access: 'read' };
const WRITE_CHECKS: Need = { scopes: ['checks'], access: 'write' };
const READ_ACTIONS: Need = { scopes: ['actions'], access: 'read' };
const WRITE_ACTIONS: Need = { scopes: ['actions'], access: 'write' };

const NEEDS: Readonly<Record<string, Need>> = {
  'actions/get-job-for-workflow-run': READ_ACTIONS,
  'actions/get-workflow': READ_ACTIONS,
  'actions/get-workflow-run': READ_ACTIONS,
  'actions/list-jobs-for-workflow-run': READ_ACTIONS,
  'actions/list-workflow-runs-for-repo': READ_ACTIONS,
  'actions/re-run-job-for-workflow-run': WRITE_ACTIONS,
  'actions/re-run-workflow': WRITE_ACTIONS,
  'actions/re-run-workflow-failed-jobs': WRITE_ACTIONS,
  'apps/list-repos-accessible-to-installation': METADATA,
  'checks/create': WRITE_CHECKS,
  'checks/get': READ_CHECKS,
  'checks/update': WRITE_CHECKS,
  'issues/create': WRITE_ISSUES,
  'issues/create-comment': WRITE_TALK,
  'issues/delete-comment': WRITE_TALK,
  'issues/get-comment': READ_TALK,
  'issues/list-comments': READ_TALK,
  'issues/list-for-repo': READ_ISSUES,
  'issues/update': WRITE_TALK,
  'issues/update-comment': WRITE_TALK,
  'pulls/get': READ_PULLS,
  'pulls/list': READ_PULLS,
  'pulls/list-commits': READ_PULLS,
  'pulls/list-files': READ_PULLS,
  'reactions/create-for-issue-comment': WRITE_TALK,
  'reactions/delete-for-issue-comment': WRITE_TALK,
  'repos/compare-commits-with-basehead': READ_CONTENTS,
  'repos/get': METADATA,
  'repos/get-branch': READ_CONTENTS,
  'repos/get-branch-rules': METADATA,
  'repos/get-collaborator-permission-level': METADATA,
  'repos/get-commit': READ_CONTENTS,
  'repos/list-commits': READ_CONTENTS,
  'repos/list-for-authenticated-user': METADATA,
  'repos/list-pull-requests-associated-with-commit': READ_PULLS,
};

const RANK: Readonly<Record<Access, number>> = { none: 0, read: 1, write: 2 };

/** Throws 403 in GitHub's words where the token lacks what the operation needs. Anybody may read a public repository. */
export function checkPermission(
  state: GitHubState,
  token: TokenData,
  operation: Pick<MatchedOperation, 'id' | 'params'>,
): void {
  const need = needOf(state, operation);
  if (need === WRITE_CHECKS && token.type === 'User') throw new Refusal(403, 'You must authenticate via a GitHub App.');
  if (!isAllowed(state, token, need)) throw forbidden(token, need);
  if (need.access === 'write' && state.isArchived) throw new Refusal(403, 'Repository was archived so is read-only.');
}

export function mayRead(state: GitHubState, token: TokenData, scope: Scope): boolean {
  return isAllowed(state, token, { scopes: [scope], access: 'read' });
}

// The permission for pull requests does nothing for the conversation of an issue that is none.
function needOf(state: GitHubState, { id, params }: Pick<MatchedOperation, 'id' | 'params'>): Need {
  const need = NEEDS[id];
  if (need === undefined) throw new Error(`No permission is known for ${id}.`);
  if (need !== READ_TALK && need !== WRITE_TALK) return need;
  const comment = state.comments.find((each) => each.id === Number(params['comment_id']));
  const number = comment?.issue ?? Number(params['issue_number']);
  const conversation = findConversation(state, number);
  if (conversation === undefined || isPullRequest(conversation)) return need;
  return need === READ_TALK ? READ_ISSUES : WRITE_ISSUES;
}

/** 403 as a token without the permission sees it. */
export function forbidden(token: TokenData, need?: Need): Refusal {
  const who = token.type === 'Bot' ? 'integration' : 'personal access token';
  const accepted = need?.scopes.map((scope) => `${scope.replace('-', '_')}=${need.access}`);
  return new Refusal(403, `Resource not accessible by ${who}`, {
    ...(accepted === undefined ? {} : { headers: { 'x-accepted-github-permissions': accepted.join('; ') } }),
  });
}

function isAllowed(state: GitHubState, token: TokenData, need: Need): boolean {
  if (need.scopes.length === 0) return true;
  if (need.access === 'read' && state.visibility === 'public') return true;
  return (
    isGiven(state, token) && need.scopes.some((scope) => RANK[token.permissions[scope] ?? 'none'] >= RANK[need.access])
  );
}
