// The target is the commit to judge and the pull request to report on, as far as the event says them. Pure.
import type { ActionEvent, EventData } from '../github/event.ts';
import type { HeadBranch } from '../github/pull-request.ts';
import type { GateInputs } from '../inputs/gate.ts';
import type { CommitSha, RepositoryRef } from '../judgement/identifiers.ts';

export type PullRequestSource =
  | { readonly kind: 'known'; readonly number: number }
  /** The open one of this branch whose head is the judged commit, if there is one. */
  | { readonly kind: 'by-branch'; readonly branch: HeadBranch }
  | { readonly kind: 'none' };

export type Target =
  | {
      readonly kind: 'commit';
      readonly sha: CommitSha;
      readonly pullRequest: PullRequestSource;
      /** True: the commit is the head of the pull request, so that a newer head supersedes this run. */
      readonly isHead: boolean;
      /** False in a merge queue, because the pull request already has its comment. */
      readonly comments: boolean;
    }
  /** The commit is the head of pull request `number`, which we must ask GitHub for. */
  | {
      readonly kind: 'head-of';
      readonly number: number;
      readonly comments: boolean;
    }
  | { readonly kind: 'unknown'; readonly why: string };

export interface NoTarget {
  readonly kind: 'nothing';
  readonly why: string;
}

const QUEUE_REF = /^(?:refs\/heads\/)?gh-readonly-queue\/.+\/pr-(\d+)-[0-9a-f]+$/;

/** On a pull request it is never `GITHUB_SHA`, GitHub's temporary merge commit. */
export function decideTarget(
  event: ActionEvent,
  { sha, pullRequest: number }: Pick<GateInputs, 'sha' | 'pullRequest'>,
): Target | NoTarget {
  const { data } = event;
  // Both repeat the event; its pull request may have a newer head by now.
  const isRepeated = data.kind === 'pull-request' && data.number === number && data.headSha === sha;
  return number === null || isRepeated ? decideByEvent(event) : { kind: 'head-of', number, comments: true };
}

/** The commit of the input `sha` need not be the head of the pull request. */
export function toGivenCommit(sha: CommitSha, target: Target | NoTarget): Extract<Target, { readonly kind: 'commit' }> {
  const comments = !('comments' in target) || target.comments;
  return { kind: 'commit', sha, pullRequest: toSource(target), isHead: false, comments };
}

function toSource(target: Target | NoTarget): PullRequestSource {
  switch (target.kind) {
    case 'commit':
      return target.pullRequest;
    case 'head-of':
      return { kind: 'known', number: target.number };
    case 'nothing':
    case 'unknown':
      return { kind: 'none' };
  }
}

function decideByEvent(event: ActionEvent): Target | NoTarget {
  const { data } = event;
  switch (data.kind) {
    case 'pull-request':
      return toHead(data.headSha, { kind: 'known', number: data.number });
    case 'merge-group':
      return decideByQueue(data.headRef);
    case 'pull-request-comment':
      return { kind: 'head-of', number: data.number, comments: true };
    case 'workflow-run':
      return toHead(data.headSha, toBranchSource(data.headRepository, data.headBranch));
    case 'push':
      return decideByPush(data, event.repository);
    case 'other':
      return decideByWorkflow(event);
  }
}

function toHead(sha: CommitSha, pullRequest: PullRequestSource): Target {
  return { kind: 'commit', sha, pullRequest, isHead: true, comments: true };
}

function decideByQueue(headRef: string): Target {
  const number = Number(QUEUE_REF.exec(headRef)?.[1]);
  if (Number.isSafeInteger(number)) return { kind: 'head-of', number, comments: false };
  return { kind: 'unknown', why: 'The merge group does not name its pull request.' };
}

function decideByPush(
  push: Extract<EventData, { readonly kind: 'push' }>,
  repository: RepositoryRef,
): Target | NoTarget {
  const what = push.ref?.startsWith('refs/tags/') === true ? 'tag' : 'branch';
  if (push.deleted) return { kind: 'nothing', why: `A ${what} was deleted: there is nothing to judge.` };
  if (push.after === null) return { kind: 'unknown', why: 'The push does not name its commit.' };
  return toHead(push.after, toBranchSource(repository, toPushedBranch(push)));
}

/** Null for a tag, or if the payload lacks it. */
export function toPushedBranch({ ref }: Pick<Extract<EventData, { readonly kind: 'push' }>, 'ref'>): string | null {
  return /^refs\/heads\/(.+)$/.exec(ref ?? '')?.[1] ?? null;
}

/** Without a repository or a branch there is no pull request. */
function toBranchSource(repository: RepositoryRef | null, name: string | null): PullRequestSource {
  return repository !== null && name !== null ? { kind: 'by-branch', branch: { repository, name } } : { kind: 'none' };
}

/** Events that name a commit in their payload. If it cannot be read, we must not fall back to GITHUB_SHA. */
const NAMES_ITS_COMMIT = /^(?:pull_request.*|merge_group|workflow_run)$/;

function decideByWorkflow(event: ActionEvent): Target {
  const { workflowSha: sha } = event;
  if (sha === null || NAMES_ITS_COMMIT.test(event.name)) {
    const lacks = sha === null ? ', and GITHUB_SHA is not set' : '';
    return { kind: 'unknown', why: `The event ${event.name} does not name a commit to judge${lacks}.` };
  }
  return { kind: 'commit', sha, pullRequest: { kind: 'none' }, isHead: false, comments: true };
}
