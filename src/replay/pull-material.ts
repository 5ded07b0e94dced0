// What GitHub says of pull requests, each thing asked for once, however many judgements need it.
import { type AncestorSearch, fetchAncestorsUntil, fetchIsOnBranch } from '../github/commits.ts';
import { gitHubFault } from '../github/failure.ts';
import { type Octokit, RequestLimitError } from '../github/octokit.ts';
import type { ChangeLists } from '../github/pull-request-changes.ts';
import { fetchCommits, fetchFiles, fetchOpenPulls, type OpenPull } from '../github/pull-request.ts';
import { DeadlineError } from '../judgement/errors.ts';
import type { CommitSha, RepositoryRef } from '../judgement/identifiers.ts';
import { type Unverified, unverified } from '../judgement/unverified.ts';
import { capture } from '../net/abort.ts';
import { once } from '../net/once.ts';

/** A pull request and the branch that it is to be merged into; null if GitHub does not say. */
interface PullBase {
  readonly number: number;
  readonly base: string | null;
}

export interface PullMaterial {
  /** Never rejects. */
  fetchLists(number: number): Promise<ChangeLists>;
  /** Never rejects. */
  findAncestors(search: AncestorSearch): Promise<readonly CommitSha[] | Unverified>;
  /** Whether its base branch has the commit. Never rejects. */
  findIsOnBase(pull: PullBase, sha: CommitSha): Promise<boolean | Unverified>;
  /** As if it were open now, with the others that are. Rejects where GitHub does not say. */
  fetchOpenPulls(pull: OpenPull): Promise<readonly OpenPull[]>;
  /** Whether anything is missing for lack of requests or time, which says nothing about the pull request. */
  isOver(): boolean;
}

/** What is known already. */
interface KnownMaterial {
  /** All open pull requests; null: they are asked for. */
  readonly open: readonly OpenPull[] | null;
  /** Of some commits the nearest ancestors. */
  readonly ancestors: ReadonlyMap<string, KnownAncestors>;
}

const NOTHING_KNOWN: KnownMaterial = { open: null, ancestors: new Map() };

/** The commit and its nearest ancestors, as far as they were read. */
export interface KnownAncestors {
  readonly nearest: readonly CommitSha[];
  /** Whether there are no more that count. */
  readonly isWhole: boolean;
}

/** Asks nothing yet. */
export function createPullMaterial(
  github: Octokit,
  repository: RepositoryRef,
  known: KnownMaterial = NOTHING_KNOWN,
): PullMaterial {
  let isOver = false;
  const ask = async <Answer>(question: Promise<Answer>): Promise<Answer> => {
    try {
      return await question;
    } catch (error) {
      isOver ||= error instanceof RequestLimitError || error instanceof DeadlineError;
      throw error;
    }
  };
  const fetchLists = once(async (number: number): Promise<ChangeLists> => {
    const place = { ...repository, number };
    const [files, commits] = await Promise.all([
      capture(ask(fetchFiles(github, place))),
      capture(ask(fetchCommits(github, place))),
    ]);
    return { files, commits };
  });
  const fetchOpen = once(() => ask(fetchOpenPulls(github, repository)));
  const ancestors = new Map<string, Promise<KnownAncestors>>(
    [...known.ancestors].map(([ref, found]) => [ref, Promise.resolve(found)]),
  );
  const fetchAncestors = async (search: AncestorSearch): Promise<KnownAncestors> => {
    const nearest = await ask(fetchAncestorsUntil(github, repository, search));
    return { nearest, isWhole: !search.isEnough(nearest) };
  };
  const findAncestors = async (search: AncestorSearch): Promise<readonly CommitSha[] | Unverified> => {
    const { ref, isEnough } = search;
    try {
      const before = await ancestors.get(ref);
      if (before !== undefined && (before.isWhole || isEnough(before.nearest))) return before.nearest;
      const asked = fetchAncestors(search);
      ancestors.set(ref, asked);
      return (await asked).nearest;
    } catch (error) {
      return gitHubFault(error, { doing: `read the ancestors of commit ${ref}`, permission: 'contents: read' });
    }
  };
  const findIsOnBranch = once(
    async (sha: CommitSha, branch: string) => {
      try {
        return await ask(fetchIsOnBranch(github, repository, { branch, sha }));
      } catch (error) {
        return gitHubFault(error, { doing: `compare commit ${sha} with ${branch}`, permission: 'contents: read' });
      }
    },
    (sha, branch) => `${sha} ${branch}`,
  );
  return {
    findIsOnBase: async ({ base, number }, sha) =>
      base === null
        ? unverified('github-error', `GitHub does not say what pull request ${number} is to be merged into.`)
        : await findIsOnBranch(sha, base),
    fetchLists,
    findAncestors,
    fetchOpenPulls: async (pull) => {
      const open = known.open ?? (await fetchOpen());
      const others = open.filter(({ number }) => number !== pull.number);
      return [...others, pull];
    },
    isOver: () => isOver,
  };
}
