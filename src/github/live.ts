// Answers the judge's questions to GitHub, and remembers each answer.
import { isGivenUp as isGivenUpBy } from '../judgement/cause.ts';
import type { CommitSha, RepositoryRef } from '../judgement/identifiers.ts';
import { uniqueBy } from '../judgement/lists.ts';
import { GITHUB_QUESTIONS, type GitHubQuestion, noTokenFault } from '../judgement/reasons.ts';
import type { Memory } from '../judgement/remembered-world.ts';
import { isUnverified, type Unverified } from '../judgement/unverified.ts';
import type { OpenPulls, World } from '../judgement/world.ts';
import { once } from '../net/once.ts';
import { fetchAncestors, fetchAncestorsUntil, fetchIsOnBranch } from './commits.ts';
import { findAnswer } from './fault.ts';
import { fetchFormerCommits } from './former-heads.ts';
import type { Octokit } from './octokit.ts';
import {
  fetchCommits,
  fetchFiles,
  fetchFirstCommit,
  fetchOpenOfLabel,
  fetchOpenPull,
  fetchOpenPulls,
  fetchPull,
  type Pull,
} from './pull-request.ts';
import { fetchRepository } from './repository.ts';

export interface GitHubWorld extends Pick<
  World,
  'changes' | 'formerCommits' | 'firstCommit' | 'openPulls' | 'openPull' | 'head' | 'repository'
> {
  /** The pull request behind `head`, with all that GitHub says in the same answer. */
  pull(number: number): Promise<Pull | Unverified>;
  /** The commit and what is reachable from it, nearest first; at most 250. */
  ancestorsOf(sha: CommitSha): ReturnType<World['ancestors']>;
  /** Whether the second commit is the first one, or an ancestor of it. */
  isReached(from: CommitSha, sha: string): ReturnType<World['reaches']>;
  nearestAncestorsOf: Memory['ancestors'];
  /** True if anything is missing for lack of requests or time. */
  isGivenUp(): boolean;
}

export interface GitHubSource {
  readonly github: Octokit | null;
  readonly repository: RepositoryRef;
  readonly signal: AbortSignal;
  readonly open?: OpenPulls;
  readonly known?: ReadonlyMap<CommitSha, KnownAncestors>;
}

/** The commit and its nearest ancestors, as far as they were read. */
export interface KnownAncestors {
  readonly nearest: readonly CommitSha[];
  /** True if there are no more that count. */
  readonly isWhole: boolean;
}

export function createGitHubWorld({ github, repository, signal, open, known = new Map() }: GitHubSource): GitHubWorld {
  let isGivenUp = false;
  const ask = async <Answer>(
    question: GitHubQuestion,
    read: (octokit: Octokit) => Promise<Answer>,
  ): Promise<Answer | Unverified> => {
    if (github === null) return noTokenFault(question);
    const answer = await findAnswer(signal, question, () => read(github));
    isGivenUp ||= isUnverified(answer) && isGivenUpBy(answer.cause);
    return answer;
  };
  const changes = once(async (number: number) => {
    const place = { ...repository, number };
    const [files, commits] = await Promise.all([
      ask(GITHUB_QUESTIONS.files, (octokit) => fetchFiles(octokit, place)),
      ask(GITHUB_QUESTIONS.commits, (octokit) => fetchCommits(octokit, place)),
    ]);
    return { files, commits };
  });
  const pull = once(async (number: number) => {
    // The head comes after the lists, so that a push in between is noticed.
    await changes(number);
    return await ask(GITHUB_QUESTIONS.head, (octokit) => fetchPull(octokit, { ...repository, number }));
  });
  const listed = once(
    async () => open ?? (await ask(GITHUB_QUESTIONS.openPulls, (octokit) => fetchOpenPulls(octokit, repository))),
  );
  const read = new Map(known);
  return {
    isGivenUp: () => isGivenUp,
    changes,
    ancestorsOf: once((sha) => ask(GITHUB_QUESTIONS.ancestors, (octokit) => fetchAncestors(octokit, repository, sha))),
    isReached: (from, sha) =>
      ask(GITHUB_QUESTIONS.comparison, (octokit) => fetchIsOnBranch(octokit, repository, { branch: from, sha })),
    nearestAncestorsOf: async (ref, isEnough) => {
      const before = read.get(ref);
      if (before !== undefined && (before.isWhole || isEnough(before.nearest))) return before.nearest;
      const nearest = await ask(GITHUB_QUESTIONS.ancestors, (octokit) =>
        fetchAncestorsUntil(octokit, repository, { ref, isEnough }),
      );
      if (!isUnverified(nearest)) read.set(ref, { nearest, isWhole: !isEnough(nearest) });
      return nearest;
    },
    formerCommits: once((number) =>
      ask(GITHUB_QUESTIONS.formerHeads, (octokit) => fetchFormerCommits(octokit, { ...repository, number })),
    ),
    firstCommit: once((number) =>
      ask(GITHUB_QUESTIONS.otherPulls, (octokit) => fetchFirstCommit(octokit, { ...repository, number })),
    ),
    openPull: once((number) =>
      ask(GITHUB_QUESTIONS.otherPulls, (octokit) => fetchOpenPull(octokit, { ...repository, number })),
    ),
    openPulls: once(async (beside) => {
      const pulls = await listed();
      if (isUnverified(pulls) || pulls.isWhole || beside === null) return pulls;
      const own = await pull(beside);
      if (isUnverified(own)) return own;
      const { headLabel } = own;
      if (headLabel === null) return pulls;
      const ofBranch = await ask(GITHUB_QUESTIONS.openPulls, (octokit) =>
        fetchOpenOfLabel(octokit, repository, headLabel),
      );
      if (isUnverified(ofBranch)) return ofBranch;
      return { ...pulls, pulls: uniqueBy([...pulls.pulls, ...ofBranch], ({ number }) => number) };
    }),
    pull,
    head: async (number) => {
      const answer = await pull(number);
      return isUnverified(answer) ? answer : { ...answer, sha: answer.headSha };
    },
    repository: once(() => ask(GITHUB_QUESTIONS.repository, (octokit) => fetchRepository(octokit, repository))),
  };
}
