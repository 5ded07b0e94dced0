// What GitHub says of the last pull requests, each thing asked for once, however many set-ups and pull requests need it.
import { fetchIsOnBranch } from '../github/commits.ts';
import { explain } from '../github/failure.ts';
import { type Octokit, RequestLimitError } from '../github/octokit.ts';
import type { ChangeLists } from '../github/pull-request-changes.ts';
import { type DatedCommit, fetchCommits, fetchFiles, fetchOpenPulls, type OpenPull } from '../github/pull-request.ts';
import { DeadlineError } from '../judgement/errors.ts';
import type { CommitSha, RepositoryRef } from '../judgement/identifiers.ts';
import { unverified, type Unverified } from '../judgement/unverified.ts';
import { settle } from '../net/abort.ts';
import { type AncestorSearch, fetchAncestorsUntil, type RecentPull } from './recent-pulls.ts';

/** The lists of a pull request, its commits with their dates. */
export interface DatedLists extends Pick<ChangeLists, 'files'> {
  readonly commits: PromiseSettledResult<readonly DatedCommit[]>;
}

export interface PullMaterial {
  /** Never rejects. */
  fetchLists(number: number): Promise<DatedLists>;
  /** Never rejects. Of a commit that was asked for before, the same answer, so `isEnough` must depend on it alone. */
  findAncestors(search: AncestorSearch): Promise<readonly CommitSha[] | Unverified>;
  /** Whether its base branch has the commit. Never rejects. */
  findIsOnBase(pull: RecentPull, sha: CommitSha): Promise<boolean | Unverified>;
  /** As if it were open now, with the others that are. Rejects where GitHub does not say. */
  fetchOpenPulls(pull: RecentPull): Promise<readonly OpenPull[]>;
  /** Whether anything is missing for lack of requests or time, which says nothing about the pull request. */
  isOver(): boolean;
}

/** Asks nothing yet. */
export function createPullMaterial(github: Octokit, repository: RepositoryRef): PullMaterial {
  let isOver = false;
  const ask = async <Answer>(question: Promise<Answer>): Promise<Answer> => {
    try {
      return await question;
    } catch (error) {
      isOver ||= error instanceof RequestLimitError || error instanceof DeadlineError;
      throw error;
    }
  };
  const fetchLists = once(async (number: number): Promise<DatedLists> => {
    const place = { ...repository, number };
    const [files, commits] = await Promise.all([
      settle(ask(fetchFiles(github, place))),
      settle(ask(fetchCommits(github, place))),
    ]);
    return { files, commits };
  });
  const fetchOpen = once((open: RepositoryRef) => ask(fetchOpenPulls(github, open)));
  const findAncestors = once(async (ref: string, search: AncestorSearch) => {
    try {
      return await ask(fetchAncestorsUntil(github, repository, search));
    } catch (error) {
      const what = explain(error, `read the ancestors of commit ${ref}`, 'contents: read');
      return unverified('github-error', what);
    }
  });
  const findIsOnBranch = once(async (_: string, branch: string, sha: CommitSha) => {
    try {
      return await ask(fetchIsOnBranch(github, repository, { branch, sha }));
    } catch (error) {
      const what = explain(error, `compare commit ${sha} with ${branch}`, 'contents: read');
      return unverified('github-error', what);
    }
  });
  return {
    findIsOnBase: async ({ base, number }, sha) =>
      base === null
        ? unverified('github-error', `GitHub does not say what pull request ${number} is to be merged into.`)
        : await findIsOnBranch(`${sha} ${base}`, base, sha),
    fetchLists,
    findAncestors: (search) => findAncestors(search.ref, search),
    fetchOpenPulls: async (pull) => {
      const others = (await fetchOpen(repository)).filter(({ number }) => number !== pull.number);
      return [...others, pull];
    },
    isOver: () => isOver,
  };
}

/** The same as findings are compared with them. */
export function toChangeLists({ files, commits }: DatedLists): ChangeLists {
  if (commits.status === 'rejected') return { files, commits };
  return { files, commits: { ...commits, value: commits.value.map(({ sha }) => sha) } };
}

/** Remembers the answer for each key, whatever else is asked with it. */
export function once<Key, Rest extends readonly unknown[], Answer>(
  ask: (key: Key, ...rest: Rest) => Promise<Answer>,
): (key: Key, ...rest: Rest) => Promise<Answer> {
  const asked = new Map<Key, Promise<Answer>>();
  return (key, ...rest) => {
    const answer = asked.get(key) ?? ask(key, ...rest);
    asked.set(key, answer);
    return answer;
  };
}
