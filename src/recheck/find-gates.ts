// The gates of open pull requests: the markers that they left in their comments.
import * as v from 'valibot';
import { type Marker, parseMarker } from '../documents/marker.ts';
import { GITHUB_ACTIONS } from '../github/account.ts';
import { decode, GitHubAnswerError, isTooLarge, readFailure } from '../github/failure.ts';
import { queryGitHub } from '../github/graphql.ts';
import type { Octokit } from '../github/octokit.ts';
import { type CommitSha, parseCommitSha, parseTime, type RepositoryRef } from '../judgement/identifiers.ts';
import type { JudgedPull } from '../judgement/remembered-world.ts';

/** An open pull request and the gates that wrote on it. */
export interface GatedPull extends OpenPullRequest {
  /** Of the gates that judged its present head, one for each key. */
  readonly markers: readonly Marker[];
  /** Whether a gate judged an older head of it, and none the present one. */
  readonly isOutdated: boolean;
}

interface OpenPullRequest extends JudgedPull {
  /** Whether its branch is in another repository. */
  readonly isFork: boolean;
}

export interface FoundGates {
  /** Own branches first, then by newest activity. */
  readonly pulls: readonly GatedPull[];
  /** All open ones, also those whose comments were not read. */
  readonly open: readonly OpenPullRequest[];
  /** Whether those are all that are open. */
  readonly isWhole: boolean;
  /** What was left out, a sentence each. */
  readonly leftOut: readonly string[];
}

/** Open pull requests that are listed, our own limit. */
const MAX_LISTED = 1_000;
const LISTED_A_QUERY = 100;
/** Of those, the ones whose comments are read, our own limit. */
const MAX_PULLS = 300;
const PULLS_A_QUERY = 50;
/** Enough for the comment of a gate that wrote while the conversation was short. */
const COMMENTS_A_PULL = 50;
/** Further queries for comments, our own limits: anybody can write as many as he likes. */
const MAX_QUERIES = 60;
const MAX_QUERIES_A_PULL = 5;
const COMMENTS_A_QUERY = 100;
/** Gates of one pull request that are judged, our own limit: whoever can make a bot comment could add thousands. */
const MAX_GATES = 10;

const Actor = v.nullish(
  v.object({ __typename: v.string(), login: v.string(), databaseId: v.nullish(v.number(), null) }),
  null,
);
type ActorAnswer = v.InferOutput<typeof Actor>;
const PageInfo = v.object({ hasNextPage: v.boolean(), endCursor: v.nullish(v.string(), null) });
const Pull = v.object({
  number: v.number(),
  headRefOid: v.string(),
  createdAt: v.nullish(v.string(), null),
  isCrossRepository: v.boolean(),
  author: Actor,
});
const Listed = v.object({
  repository: v.nullable(
    v.object({ pullRequests: v.object({ totalCount: v.number(), pageInfo: PageInfo, nodes: v.array(Pull) }) }),
  ),
});
const Comments = v.object({
  pageInfo: PageInfo,
  nodes: v.array(v.object({ author: Actor, body: v.string() })),
});
const Commented = v.object({ repository: v.record(v.string(), v.nullish(v.object({ comments: Comments }), null)) });

/**
 * Lists the open pull requests, then reads the comments of those of own branches first: fifty pull requests a query,
 * fewer where long comments make the answer too large, and what is behind the first comments by queries of their own.
 * Rejects where GitHub does not say.
 */
export async function findGates(github: Octokit, repository: RepositoryRef): Promise<FoundGates> {
  const { open, total } = await fetchOpen(github, repository);
  const isWhole = total <= open.length;
  // A stable sort: by newest activity among themselves.
  const wanted = open.toSorted((a, b) => Number(a.isFork) - Number(b.isFork)).slice(0, MAX_PULLS);
  const conversations = await fetchFirstComments(github, repository, wanted);
  const unread = await fetchFurtherComments(github, repository, conversations);
  const crowded = conversations.filter(({ found }) => selectMarkers(found).length > MAX_GATES);
  const toNumbers = (some: readonly Conversation[]): string => some.map(({ pull }) => pull.number).join(', ');
  return {
    pulls: conversations.map(toGatedPull),
    open,
    isWhole,
    leftOut: [
      ...(total > wanted.length
        ? [`${total - wanted.length} more pull requests are open and were not looked at.`]
        : []),
      ...(unread.length > 0 ? [`Not all comments were read of pull requests ${toNumbers(unread)}.`] : []),
      ...(crowded.length > 0 ? [`Only ${MAX_GATES} gates were judged of pull requests ${toNumbers(crowded)}.`] : []),
    ],
  };
}

const LIST_QUERY = `query ($owner: String!, $name: String!, $after: String) {
  repository(owner: $owner, name: $name) {
    pullRequests(states: OPEN, first: ${LISTED_A_QUERY}, after: $after, orderBy: { field: UPDATED_AT, direction: DESC }) {
      totalCount
      pageInfo { hasNextPage endCursor }
      nodes {
        number
        headRefOid
        createdAt
        isCrossRepository
        author { __typename login ... on User { databaseId } }
      }
    }
  }
}`;

/** By newest activity; each once, as they move to the front while they are read. */
async function fetchOpen(
  github: Octokit,
  { owner, repo: name }: RepositoryRef,
): Promise<{ readonly open: readonly OpenPullRequest[]; readonly total: number }> {
  const found = new Map<number, OpenPullRequest>();
  let total = 0;
  let after: string | null = null;
  do {
    const { data, fault } = await queryGitHub(github, LIST_QUERY, { owner, name, after });
    // A part that was refused would look like pull requests that are not there.
    if (fault !== null) throw new GitHubAnswerError(fault);
    const { repository } = decode(Listed, data, 'Pull requests');
    if (repository === null) throw new GitHubAnswerError(`there is no ${owner}/${name}`);
    const { nodes, pageInfo, totalCount } = repository.pullRequests;
    for (const node of nodes) found.set(node.number, toOpenPull(node));
    total = totalCount;
    after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
  } while (after !== null && found.size < MAX_LISTED);
  return { open: [...found.values()], total };
}

function toOpenPull(pull: v.InferOutput<typeof Pull>): OpenPullRequest {
  const { number, headRefOid, createdAt, isCrossRepository: isFork, author } = pull;
  const headSha = parseCommitSha(headRefOid);
  if (headSha === null) throw new GitHubAnswerError('Pull requests: headRefOid: not a full commit SHA');
  return { number, headSha, isFork, openedAt: parseTime(createdAt), closedAt: null, author: toAuthor(author) };
}

function toAuthor(author: ActorAnswer): JudgedPull['author'] {
  if (author === null) return null;
  const { __typename: type, login, databaseId: id } = author;
  return { id, login: type === 'Bot' ? `${login}[bot]` : login, isUser: type === 'User' };
}

/** A marker that a bot wrote; of the comments of others nothing is kept. */
interface BotMarker {
  readonly marker: Marker;
  readonly isOfWorkflow: boolean;
}

/** What was read of a pull request's comments. */
interface Conversation {
  readonly pull: OpenPullRequest;
  /** Oldest first. */
  readonly found: BotMarker[];
  /** Where to read on; null: all were read. */
  after: string | null;
  /** Whether nothing was read yet, since the first comments are too long for one answer. */
  isUnread: boolean;
}

async function fetchFirstComments(
  github: Octokit,
  repository: RepositoryRef,
  pulls: readonly OpenPullRequest[],
): Promise<readonly Conversation[]> {
  const conversations: Conversation[] = [];
  let size = PULLS_A_QUERY;
  while (conversations.length < pulls.length) {
    const some = pulls.slice(conversations.length, conversations.length + size);
    try {
      const queries = some.map((pull) => ({ pull, first: COMMENTS_A_PULL, after: null }));
      const pages = await fetchComments(github, repository, queries);
      conversations.push(...some.map((pull, at) => toConversation(pull, pages[at] ?? null)));
      // Twice as many as came in time: only a few pull requests may have long comments.
      size = Math.min(PULLS_A_QUERY, size * 2);
    } catch (error) {
      if (!isTooMuch(error)) throw error;
      // Those of one alone are read by smaller queries.
      if (size === 1) conversations.push(...some.map((pull) => ({ pull, found: [], after: null, isUnread: true })));
      size = Math.max(1, Math.ceil(size / 5));
    }
  }
  return conversations;
}

function toConversation(pull: OpenPullRequest, page: CommentsAnswer | null): Conversation {
  const conversation: Conversation = { pull, found: [], after: null, isUnread: false };
  // Closed meanwhile.
  if (page !== null) add(conversation, page);
  return conversation;
}

function add(conversation: Conversation, { nodes, pageInfo }: CommentsAnswer): void {
  conversation.found.push(...nodes.flatMap(({ author, body }) => toBotMarker(author, body) ?? []));
  conversation.after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
  conversation.isUnread = false;
}

/** Null for a comment that no bot wrote, or without the marker of a gate. GraphQL names a bot without the `[bot]` of REST. */
function toBotMarker(author: ActorAnswer, body: string): BotMarker | null {
  if (author?.__typename !== 'Bot') return null;
  const marker = parseMarker(body);
  if (marker === null || marker.kind !== undefined) return null;
  return { marker, isOfWorkflow: `${author.login}[bot]` === GITHUB_ACTIONS.login };
}

/** Reads on where there are more comments, whatever was found so far; what is left unread is returned. */
async function fetchFurtherComments(
  github: Octokit,
  repository: RepositoryRef,
  conversations: readonly Conversation[],
): Promise<readonly Conversation[]> {
  let left = MAX_QUERIES;
  for (const conversation of conversations) {
    let size = COMMENTS_A_QUERY;
    for (let queries = 0; isMore(conversation) && left > 0 && queries < MAX_QUERIES_A_PULL; queries += 1) {
      left -= 1;
      try {
        const { pull, after } = conversation;
        const [page = null] = await fetchComments(github, repository, [{ pull, first: size, after }]);
        if (page === null) break;
        add(conversation, page);
      } catch (error) {
        if (!isTooMuch(error)) throw error;
        size = Math.ceil(size / 5);
      }
    }
  }
  return conversations.filter(isMore);
}

function isMore({ after, isUnread }: Conversation): boolean {
  return isUnread || after !== null;
}

/** GitHub answers 502 or 504 where a query takes it too long. */
function isTooMuch(error: unknown): boolean {
  return isTooLarge(error) || [502, 504].includes(readFailure(error).status ?? 0);
}

interface CommentsQuery {
  readonly pull: OpenPullRequest;
  readonly first: number;
  readonly after: string | null;
}

type CommentsAnswer = v.InferOutput<typeof Comments>;

/** A page of each pull request's comments; null for one that is not there any more. */
async function fetchComments(
  github: Octokit,
  { owner, repo: name }: RepositoryRef,
  queries: readonly CommentsQuery[],
): Promise<readonly (CommentsAnswer | null)[]> {
  const fields = queries.map(
    ({ pull, first, after }) =>
      `p${pull.number}: pullRequest(number: ${pull.number}) { comments(first: ${first}, after: ${JSON.stringify(after)}) { ...page } }`,
  );
  const { data, fault } = await queryGitHub(
    github,
    `query ($owner: String!, $name: String!) { repository(owner: $owner, name: $name) { ${fields.join(' ')} } }
    fragment page on IssueCommentConnection { pageInfo { hasNextPage endCursor } nodes { author { __typename login } body } }`,
    { owner, name },
  );
  if (fault !== null) throw new GitHubAnswerError(fault);
  const { repository } = decode(Commented, data, 'Comments of pull requests');
  return queries.map(({ pull }) => repository[`p${pull.number}`]?.comments ?? null);
}

function toGatedPull({ pull, found }: Conversation): GatedPull {
  const ofHead = selectMarkers(found, pull.headSha).slice(0, MAX_GATES);
  return { ...pull, markers: ofHead, isOutdated: ofHead.length === 0 && found.length > 0 };
}

/**
 * The markers for this head, or for any, one for each key. What the workflows' own token wrote is preferred and comes
 * first; else the newest counts. Whoever can make a bot write one can cause or prevent a run, and no more.
 */
function selectMarkers(found: readonly BotMarker[], headSha?: CommitSha): readonly Marker[] {
  const byKey = (some: readonly BotMarker[]): ReadonlyMap<string, Marker> =>
    new Map(
      some
        .filter(({ marker }) => headSha === undefined || marker.sha === headSha)
        .map(({ marker }) => [marker.key, marker]),
    );
  const ofWorkflow = byKey(found.filter(({ isOfWorkflow }) => isOfWorkflow));
  const ofBot = byKey(found.filter(({ isOfWorkflow }) => !isOfWorkflow));
  return [...ofWorkflow.values(), ...[...ofBot.values()].filter(({ key }) => !ofWorkflow.has(key))];
}
