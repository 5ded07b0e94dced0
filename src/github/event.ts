// Owns the event that started the workflow, read once from GitHub's payload into exact types.
import type { Visibility } from '../domain/disclosure.ts';
import { parseCommitSha, type CommitSha } from '../domain/identifiers.ts';
import type { RepositoryRef } from '../domain/repository.ts';

/** What the payload says, by kind of event. */
export type Happening =
  | { readonly kind: 'pull-request'; readonly number: number; readonly headSha: CommitSha }
  /** `headRef` names the pull request; empty when the payload lacks it. */
  | { readonly kind: 'merge-group'; readonly headSha: CommitSha; readonly headRef: string }
  | { readonly kind: 'push'; readonly after: CommitSha | null; readonly deleted: boolean }
  | { readonly kind: 'workflow-run'; readonly headSha: CommitSha }
  | {
      readonly kind: 'pull-request-comment';
      readonly number: number;
      /** Null when the payload does not say who wrote what. */
      readonly comment: WrittenComment | null;
    }
  /** Any other event, or a payload that lacks what its event should have. */
  | { readonly kind: 'other' };

/** A comment as the event tells it; it may have changed since. */
export interface WrittenComment {
  readonly id: number;
  /** `created`, `edited` or `deleted`. */
  readonly action: string;
  readonly body: string;
  /** When it was written, or changed last; null when the payload does not say. */
  readonly updatedAt: string | null;
  readonly author: Account;
  /** Who caused the event: somebody else where a comment is edited. */
  readonly sender: Account;
}

export interface Account {
  /** Null when the payload does not say. */
  readonly id: number | null;
  readonly login: string;
  /** `User`, `Bot` or `Organization`. */
  readonly type: string;
}

export interface ActionEvent {
  /** Such as `pull_request`. */
  readonly name: string;
  readonly happening: Happening;
  /** `GITHUB_SHA`: on a pull request the merge commit, which is never judged. */
  readonly workflowSha: CommitSha | null;
  readonly repository: RepositoryRef;
  readonly visibility: Visibility;
  readonly serverUrl: string;
  readonly workflow: string;
  readonly job: string;
  /** 0 when it is not known. */
  readonly runId: number;
  readonly runAttempt: number;
}

/** Says what happened. Never throws: a payload of another shape is `other`. */
export function parseHappening(name: string, payload: unknown): Happening {
  switch (name) {
    case 'pull_request':
    case 'pull_request_target':
    case 'pull_request_review':
    case 'pull_request_review_comment':
      return readPullRequest(payload);
    case 'merge_group':
      return readMergeGroup(payload);
    case 'push':
      return readPush(payload);
    case 'workflow_run':
      return readWorkflowRun(payload);
    case 'issue_comment':
      return readIssueComment(payload);
    default:
      return { kind: 'other' };
  }
}

/** A run's id or attempt; `fallback` where the environment has none, as a marker without a number is never found again. */
export function parseRunNumber(value: number, fallback: number): number {
  return Number.isSafeInteger(value) && value >= 0 ? value : fallback;
}

/** The repository's visibility as the payload has it; older servers only say `private`. */
export function parseVisibility(payload: unknown): Visibility {
  const visibility = at(payload, 'repository', 'visibility');
  if (visibility === 'public' || visibility === 'private' || visibility === 'internal') {
    return visibility;
  }
  const isPrivate = at(payload, 'repository', 'private');
  if (typeof isPrivate !== 'boolean') return 'unknown';
  return isPrivate ? 'private' : 'public';
}

function readPullRequest(payload: unknown): Happening {
  const number =
    readNumber(at(payload, 'pull_request', 'number')) ?? readNumber(at(payload, 'number'));
  const headSha = readSha(at(payload, 'pull_request', 'head', 'sha'));
  if (number === null || headSha === null) return { kind: 'other' };
  return { kind: 'pull-request', number, headSha };
}

function readMergeGroup(payload: unknown): Happening {
  const headSha = readSha(at(payload, 'merge_group', 'head_sha'));
  const headRef = at(payload, 'merge_group', 'head_ref');
  if (headSha === null) return { kind: 'other' };
  return { kind: 'merge-group', headSha, headRef: typeof headRef === 'string' ? headRef : '' };
}

function readPush(payload: unknown): Happening {
  const after = readSha(at(payload, 'after'));
  // Git's SHA of nothing: no branch is left there, whatever else the payload says.
  const isNothing = after !== null && /^0+$/.test(after);
  return { kind: 'push', after, deleted: isNothing || at(payload, 'deleted') === true };
}

function readWorkflowRun(payload: unknown): Happening {
  const headSha = readSha(at(payload, 'workflow_run', 'head_sha'));
  return headSha === null ? { kind: 'other' } : { kind: 'workflow-run', headSha };
}

function readIssueComment(payload: unknown): Happening {
  const number = readNumber(at(payload, 'issue', 'number'));
  const link = at(payload, 'issue', 'pull_request');
  const isPullRequest = typeof link === 'object' && link !== null;
  if (number === null || !isPullRequest) return { kind: 'other' };
  return { kind: 'pull-request-comment', number, comment: readComment(payload) };
}

function readComment(payload: unknown): WrittenComment | null {
  const id = readNumber(at(payload, 'comment', 'id'));
  const action = at(payload, 'action');
  const body = at(payload, 'comment', 'body');
  const author = readAccount(at(payload, 'comment', 'user'));
  const sender = readAccount(at(payload, 'sender'));
  if (id === null || author === null || sender === null) return null;
  if (typeof action !== 'string' || typeof body !== 'string') return null;
  const updatedAt = at(payload, 'comment', 'updated_at');
  return {
    ...{ id, action, body, author, sender },
    updatedAt: typeof updatedAt === 'string' ? updatedAt : null,
  };
}

function readAccount(value: unknown): Account | null {
  const id = readNumber(at(value, 'id'));
  const login = at(value, 'login');
  const type = at(value, 'type');
  if (typeof login !== 'string' || typeof type !== 'string') return null;
  return { id, login, type };
}

/** Follows a path of property names; undefined where it ends early. */
function at(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (node, key) =>
      typeof node === 'object' && node !== null && Object.hasOwn(node, key)
        ? Object.entries(node).find(([name]) => name === key)?.[1]
        : undefined,
    value,
  );
}

function readNumber(value: unknown): number | null {
  return Number.isSafeInteger(value) && typeof value === 'number' ? value : null;
}

function readSha(value: unknown): CommitSha | null {
  return typeof value === 'string' ? parseCommitSha(value) : null;
}
