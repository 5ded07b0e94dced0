// Finds the gates of open pull requests by the markers in their comments.
import * as v from 'valibot';
import type { Marker } from '../documents/marker.ts';
import { countOf } from '../judgement/format.ts';
import { parseCommitSha, type RepositoryRef } from '../judgement/identifiers.ts';
import { compact } from '../judgement/lists.ts';
import type { JudgedPull } from '../judgement/remembered-world.ts';
import { MAX_COMMITS, MAX_FILES } from '../judgement/world.ts';
import { decode, GitHubAnswerError, GraphqlRefusal } from './failure.ts';
import {
  type Conversation,
  createAttemptFinder,
  fetchConversations,
  type FindAttempt,
  findMarkers,
  MAX_GATES,
  selectMarkers,
} from './gate-comments.ts';
import { Actor, type ActorAnswer, fetchNumbered, NO_DATA, PageInfo } from './graphql.ts';
import type { Octokit } from './octokit.ts';
import { PER_PAGE } from './pages.ts';

export interface GatedPull extends OpenPullRequest {
  /** The markers of the gates that judged its present head, one for each key. */
  readonly markers: readonly Marker[];
  /** True if a gate judged an older head of it, and none the present one. */
  readonly isOutdated: boolean;
  readonly isWhole: boolean;
}

interface OpenPullRequest extends JudgedPull {
  /** The author writes it, so it is untrusted. */
  readonly title: string;
  readonly isFork: boolean;
  /** How many REST requests it takes to read its files and its commits. */
  readonly cost: number;
}

export interface FoundGates {
  /** Pull requests of own branches come first, then those with the newest activity. */
  readonly pulls: readonly GatedPull[];
  /** This has the ones whose comments were not read, too. */
  readonly open: readonly OpenPullRequest[];
  /** How many are open. At most a thousand are listed. */
  readonly total: number;
  readonly leftOut: readonly string[];
}

/** We set this limit for the pull requests that are listed. */
const MAX_LISTED = 1_000;
/** We set this limit for the pull requests whose comments are read. */
const MAX_PULLS = 300;

const Pull = v.object({
  number: v.number(),
  title: v.nullish(v.string(), ''),
  headRefOid: v.string(),
  isCrossRepository: v.boolean(),
  author: Actor,
  changedFiles: v.nullish(v.number(), null),
  commits: v.nullish(v.object({ totalCount: v.number() }), null),
});
const Page = v.object({ totalCount: v.number(), pageInfo: PageInfo, nodes: v.array(v.unknown()) });
const Listed = v.object({ repository: v.nullish(v.object({ pullRequests: v.nullish(Page, null) }), null) });

/** Rejects where GitHub does not say. */
export async function findGates(github: Octokit, repository: RepositoryRef): Promise<FoundGates> {
  const { items: open, total, lost } = await fetchNumbered(github, toOpenPulls(repository));
  // The sort is stable, so the newest activity still comes first.
  const wanted = open.toSorted((a, b) => Number(a.isFork) - Number(b.isFork)).slice(0, MAX_PULLS);
  const conversations = await fetchConversations(github, repository, wanted);
  const attemptOf = createAttemptFinder(github, repository);
  const unread = conversations.filter((each) => !each.isWhole);
  const crowded = conversations.filter(({ found }) => selectMarkers(found).length > MAX_GATES);
  const unlisted = total - wanted.length - lost;
  const toNumbers = (some: readonly Conversation<OpenPullRequest>[]): string =>
    some.map(({ pull }) => pull.number).join(', ');
  return {
    pulls: await Promise.all(conversations.map((each) => findGatesOf(each, attemptOf))),
    open,
    total,
    leftOut: compact([
      lost > 0 && `GitHub does not give ${countOf(lost, 'open pull request', 'open pull requests')}.`,
      unlisted > 0 && `${unlisted} more pull requests are open and were not looked at.`,
      unread.length > 0 && `Not all comments were read of pull requests ${toNumbers(unread)}.`,
      crowded.length > 0 && `Only ${MAX_GATES} gates were judged of pull requests ${toNumbers(crowded)}.`,
    ]),
  };
}

const toListQuery = (fields: string): string => `query ($owner: String!, $name: String!, $first: Int!, $after: String) {
  repository(owner: $owner, name: $name) {
    pullRequests(states: OPEN, first: $first, after: $after, orderBy: { field: UPDATED_AT, direction: DESC }) {
      totalCount
      pageInfo { hasNextPage endCursor }
      nodes {
        ${fields}
      }
    }
  }
}`;

const FIELDS = `number
        title
        headRefOid
        isCrossRepository
        author { __typename login ... on User { databaseId } }
        changedFiles
        commits { totalCount }`;

const LISTED = 'Pull requests';

const toOpenPulls = (place: RepositoryRef) => ({
  what: LISTED,
  toQuery: toListQuery,
  fields: FIELDS,
  variables: { owner: place.owner, name: place.repo },
  max: MAX_LISTED,
  readPage: (data: unknown) => {
    const { repository } = decode(Listed, data, LISTED);
    if (!repository?.pullRequests) throw new GraphqlRefusal(NO_DATA);
    const { totalCount: total, ...page } = repository.pullRequests;
    return { ...page, total };
  },
  node: Pull,
  toItem: toOpenPull,
});

function toOpenPull(pull: v.InferOutput<typeof Pull>): OpenPullRequest {
  const { number, title, headRefOid, isCrossRepository: isFork, author, changedFiles: fileCount } = pull;
  const headSha = parseCommitSha(headRefOid);
  if (headSha === null) throw new GitHubAnswerError('Pull requests: headRefOid: not a full commit SHA');
  const cost = toPageCount(fileCount ?? 0, MAX_FILES) + toPageCount(pull.commits?.totalCount ?? 0, MAX_COMMITS);
  return { number, title, headSha, isFork, closedAt: null, author: toAuthor(author), fileCount, cost };
}

/** An empty list takes a request, too. */
function toPageCount(items: number, max: number): number {
  return Math.max(1, Math.ceil(Math.min(items, max) / PER_PAGE));
}

function toAuthor(author: ActorAnswer): JudgedPull['author'] {
  if (author === null) return null;
  const { __typename: type, login, databaseId: id } = author;
  return { id, login: type === 'Bot' ? `${login}[bot]` : login, isUser: type === 'User' };
}

async function findGatesOf(
  { pull, found, isWhole }: Conversation<OpenPullRequest>,
  attemptOf: FindAttempt,
): Promise<GatedPull> {
  const markers = await findMarkers(found, { headSha: pull.headSha, attemptOf });
  return { ...pull, markers, isOutdated: markers.length === 0 && found.length > 0, isWhole };
}
