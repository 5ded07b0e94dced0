// The last pull requests of a repository.
import * as v from 'valibot';
import { AuthorAnswer } from '../github/account.ts';
import { GitHubAnswerError } from '../github/failure.ts';
import type { Octokit } from '../github/octokit.ts';
import { fetchPages, type Paging, PER_PAGE } from '../github/pages.ts';
import { formatCount } from '../judgement/format.ts';
import { isSameFullName, parseCommitSha, parseTime, type RepositoryRef, toFullName } from '../judgement/identifiers.ts';
import { compact } from '../judgement/lists.ts';
import type { JudgedPull } from '../judgement/remembered-world.ts';

const DEPENDABOT = 'dependabot[bot]';

const PullAnswer = v.object({
  number: v.number(),
  title: v.nullish(v.string(), ''),
  state: v.string(),
  merged_at: v.nullish(v.string(), null),
  closed_at: v.nullish(v.string(), null),
  user: AuthorAnswer,
  head: v.object({
    sha: v.string(),
    // GitHub gives null where the fork was deleted.
    repo: v.nullish(v.object({ full_name: v.string() }), null),
  }),
});

/** Reads the pull requests that were opened last, newest first, at most `count`. Rejects where GitHub does not say. */
export async function fetchRecentPulls(
  octokit: Octokit,
  { owner, repo }: RepositoryRef,
  count: number,
): Promise<readonly RecentPull[]> {
  const query = { owner, repo, state: 'all', sort: 'created', direction: 'desc' } as const;
  const list = {
    item: PullAnswer,
    what: 'Pull requests',
    fetchPage: (paging: Paging) => octokit.rest.pulls.list({ ...query, ...paging }),
  };
  const found: RecentPull[] = [];
  for await (const { items } of fetchPages(list, { perPage: Math.min(count, PER_PAGE) })) {
    found.push(...items.map((pull) => toRecentPull(pull, toFullName({ owner, repo }))));
    if (found.length >= count) break;
  }
  return found.slice(0, count);
}

function toRecentPull(pull: v.InferOutput<typeof PullAnswer>, home: string): RecentPull {
  const headSha = parseCommitSha(pull.head.sha);
  if (headSha === null) {
    throw new GitHubAnswerError('Pull requests: head.sha: not a full commit SHA');
  }
  const isMerged = pull.merged_at !== null;
  const isOpen = pull.state === 'open';
  return {
    number: pull.number,
    title: pull.title,
    state: isOpen ? 'open' : isMerged ? 'merged' : 'closed',
    headSha,
    closedAt: isOpen ? null : parseTime(pull.merged_at ?? pull.closed_at),
    isFork: !isSameFullName(pull.head.repo?.full_name ?? '', home),
    author: pull.user,
    isDependabot: pull.user?.login === DEPENDABOT,
  };
}

/** These pull requests get no secrets on `pull_request`. */
export interface PullOrigins {
  readonly forks: number;
  readonly dependabot: number;
}

export function countOrigins(pulls: readonly RecentPull[]): PullOrigins {
  return {
    forks: pulls.filter(({ isFork }) => isFork).length,
    dependabot: pulls.filter(({ isDependabot, isFork }) => isDependabot && !isFork).length,
  };
}

/** Says, for example, `2 from forks, 1 from Dependabot`; nothing where there is none. */
export function toOriginWords({ forks, dependabot }: PullOrigins): string {
  const parts = compact([
    forks > 0 && `${formatCount(forks)} from ${forks === 1 ? 'a fork' : 'forks'}`,
    dependabot > 0 && `${formatCount(dependabot)} from Dependabot`,
  ]);
  return parts.join(', ');
}

export interface RecentPull extends JudgedPull {
  /** Its author wrote it: it is untrusted. */
  readonly title: string;
  readonly state: 'open' | 'merged' | 'closed';
  /** It is true, too, if the repository of its branch is gone. */
  readonly isFork: boolean;
  readonly isDependabot: boolean;
}
