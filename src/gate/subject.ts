// The subject of the gate: which commit and which pull request.
import type { ActionEvent } from '../github/event.ts';
import { explain, gitHubFault } from '../github/failure.ts';
import type { Octokit } from '../github/octokit.ts';
import { fetchOpenOfBranch, fetchPull } from '../github/pull-request.ts';
import type { JudgedSubject } from '../judgement/evidence.ts';
import type { CommitSha } from '../judgement/identifiers.ts';
import type { Note } from '../judgement/report.ts';
import { Unverified, unverified } from '../judgement/unverified.ts';
import type { PullRequestSource, Target } from './target.ts';

export interface Subject extends JudgedSubject {
  /** The commit for a check run: in a merge queue the group's, otherwise the judged one. */
  readonly checkSha: CommitSha;
  /** Whether to comment on the pull request. */
  readonly comments: boolean;
}

/**
 * Completes a target with what only GitHub knows.
 * @throws {Unverified} If the commit is not known.
 */
export async function resolveSubject(
  target: Exclude<Target, { readonly kind: 'nothing' }>,
  event: ActionEvent,
  github: Octokit | null,
): Promise<Subject> {
  switch (target.kind) {
    case 'unknown':
      throw new Unverified('github-error', {
        what: target.why,
        advice: ['Name the commit with the input sha.'],
        // GitHub was not even asked.
        headline: 'the event does not say which commit to judge',
      });
    case 'commit': {
      const { sha, isHead, comments } = target;
      const found = await findPullRequest(target.pullRequest, { event, github, sha });
      return { sha, checkSha: toCheckSha(event) ?? sha, isHead, comments, ...found };
    }
    case 'head-of':
      return await findHead(target, event, github);
  }
}

/** The commit of the event that waits for a check run, whichever is judged; null: the judged one. */
export function toCheckSha({ data }: ActionEvent): CommitSha | null {
  return data.kind === 'merge-group' ? data.headSha : null;
}

async function findHead(
  target: Extract<Target, { readonly kind: 'head-of' }>,
  event: ActionEvent,
  github: Octokit | null,
): Promise<Subject> {
  const { number, comments } = target;
  const advice = ['Run this job again, or name the commit with the input sha.'];
  if (github === null) {
    const what = `Without a github-token the gate cannot find the head of pull request ${number}.`;
    throw unverified('github-error', what, advice);
  }
  try {
    const { headSha: sha } = await fetchPull(github, { ...event.repository, number });
    const checkSha = toCheckSha(event) ?? sha;
    // A merge queue tests a commit of its own, which no newer head overtakes.
    return { sha, checkSha, comments, isHead: comments, ...toFound(number) };
  } catch (error) {
    throw gitHubFault(error, { doing: `read pull request ${number}`, permission: 'pull-requests: read', advice });
  }
}

type FoundPullRequest = Pick<Subject, 'pullRequest' | 'pullRequestFault' | 'notes'>;

/** If all findings count, only the report needs the number. So failing to find it is a note, and a fault for `gate-on` only. */
async function findPullRequest(
  source: PullRequestSource,
  context: {
    readonly event: ActionEvent;
    readonly github: Octokit | null;
    readonly sha: CommitSha;
  },
): Promise<FoundPullRequest> {
  if (source.kind !== 'by-branch') return toFound(source.kind === 'known' ? source.number : null);
  const { event, github, sha } = context;
  if (github === null) {
    return toUnknownPullRequest('Without a github-token the gate cannot look for a pull request.', []);
  }
  try {
    return toFound(await fetchOpenOfBranch(github, event.repository, { ...source.branch, sha }));
  } catch (error) {
    const text = explain(error, 'find the pull request of the commit', 'pull-requests: read');
    return toUnknownPullRequest(text, [{ level: 'warning', text }]);
  }
}

function toFound(pullRequest: number | null): FoundPullRequest {
  return { pullRequest, pullRequestFault: null, notes: [] };
}

function toUnknownPullRequest(what: string, notes: readonly Note[]): FoundPullRequest {
  const advice = ['Run this job again, or name the pull request with the input pr-number; gate-on needs to know it.'];
  const pullRequestFault = unverified('github-error', what, advice);
  return { pullRequest: null, pullRequestFault, notes };
}
