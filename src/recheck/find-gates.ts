// The gates of open pull requests: the markers that they left in their comments.
import * as v from 'valibot';
import { type Marker, parseMarker } from '../documents/marker.ts';
import { GITHUB_ACTIONS } from '../github/account.ts';
import { fetchComments } from '../github/comment.ts';
import { decode, explain, GitHubAnswerError, isTooLarge, readFailure } from '../github/failure.ts';
import type { Octokit } from '../github/octokit.ts';
import type { PullRequestRef } from '../github/pull-request.ts';
import { type CommitSha, parseCommitSha, parseTime, type RepositoryRef } from '../judgement/identifiers.ts';
import type { JudgedPull } from '../judgement/remembered-world.ts';
import { queryGitHub } from './graphql.ts';

/** An open pull request and the gates that judged its present head. */
export interface GatedPull extends JudgedPull {
  /** Whether its branch is in another repository. */
  readonly isFork: boolean;
  /** One for each key. */
  readonly markers: readonly Marker[];
  /** Why its comments could not be read; null if they were. */
  readonly fault: string | null;
}

export interface FoundGates {
  /** Newest activity first. */
  readonly pulls: readonly GatedPull[];
  /** How many more pull requests are open. */
  readonly leftOut: number;
}

const PULLS_A_QUERY = 50;
/** Ours; enough for the comment of a gate that wrote while the conversation was short. */
const COMMENTS_A_PULL = 50;
/** Pull requests of one repository that are looked at, ours. */
const MAX_PULLS = 300;
/** Gates of one pull request that are judged, ours: whoever can make a bot comment could add thousands. */
const MAX_GATES = 10;

const QUERY = `query ($owner: String!, $name: String!, $after: String, $pulls: Int!, $comments: Int!) {
  repository(owner: $owner, name: $name) {
    pullRequests(states: OPEN, first: $pulls, after: $after, orderBy: { field: UPDATED_AT, direction: DESC }) {
      totalCount
      pageInfo { hasNextPage endCursor }
      nodes {
        number
        headRefOid
        createdAt
        isCrossRepository
        author { __typename login ... on User { databaseId } }
        comments(first: $comments) {
          totalCount
          nodes { author { __typename login } body }
        }
      }
    }
  }
}`;

const Actor = v.nullish(
  v.object({
    __typename: v.string(),
    login: v.string(),
    databaseId: v.nullish(v.number(), null),
  }),
  null,
);
const Comment = v.object({ author: Actor, body: v.string() });
const Pull = v.object({
  number: v.number(),
  headRefOid: v.string(),
  createdAt: v.nullish(v.string(), null),
  isCrossRepository: v.boolean(),
  author: Actor,
  comments: v.object({ totalCount: v.number(), nodes: v.array(Comment) }),
});
const Answer = v.object({
  repository: v.nullable(
    v.object({
      pullRequests: v.object({
        totalCount: v.number(),
        pageInfo: v.object({ hasNextPage: v.boolean(), endCursor: v.nullish(v.string(), null) }),
        nodes: v.array(Pull),
      }),
    }),
  ),
});
type PullAnswer = v.InferOutput<typeof Pull>;

/**
 * Asks for fifty pull requests at a time with their first comments, for fewer where long comments make the answer too
 * large; by REST for all comments of one that has more of them and no marker among the first. Rejects where GitHub does
 * not say.
 */
export async function findGates(github: Octokit, { owner, repo }: RepositoryRef): Promise<FoundGates> {
  const found = new Map<number, PullAnswer>();
  let total = 0;
  let after: string | null = null;
  let size: PageSize = FULL_PAGE;
  do {
    const asked: AskedPage = await fetchSmaller(github, { owner, name: repo, after }, size);
    const { page } = asked;
    // Twice as many as came in time: only a few pull requests may have long comments.
    size = { pulls: Math.min(PULLS_A_QUERY, asked.size.pulls * 2), comments: COMMENTS_A_PULL };
    // Pull requests move to the front while they are read.
    for (const pull of page.nodes) found.set(pull.number, pull);
    total = page.totalCount;
    after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
  } while (after !== null && found.size < MAX_PULLS);
  const pulls = [...found.values()].slice(0, MAX_PULLS);
  const gated: GatedPull[] = [];
  for (const pull of pulls) gated.push(await findGatesOf(github, { owner, repo }, pull));
  return { pulls: gated, leftOut: Math.max(0, total - pulls.length) };
}

interface PageQuery {
  readonly owner: string;
  readonly name: string;
  readonly after: string | null;
}

interface PageSize {
  readonly pulls: number;
  readonly comments: number;
}

const FULL_PAGE: PageSize = { pulls: PULLS_A_QUERY, comments: COMMENTS_A_PULL };

type PullsPage = NonNullable<v.InferOutput<typeof Answer>['repository']>['pullRequests'];

interface AskedPage {
  readonly page: PullsPage;
  readonly size: PageSize;
}

/** Asks for a fifth of the pull requests until the answer is small enough, at last for one without its comments. */
async function fetchSmaller(github: Octokit, query: PageQuery, size: PageSize): Promise<AskedPage> {
  try {
    return { page: await fetchPulls(github, query, size), size };
  } catch (error) {
    if (!isTooMuch(error) || size.comments === 0) throw error;
    const smaller = size.pulls > 1 ? { ...size, pulls: Math.ceil(size.pulls / 5) } : { ...size, comments: 0 };
    return await fetchSmaller(github, query, smaller);
  }
}

/** GitHub answers 502 or 504 where a query takes it too long. */
function isTooMuch(error: unknown): boolean {
  return isTooLarge(error) || [502, 504].includes(readFailure(error).status ?? 0);
}

async function fetchPulls(github: Octokit, query: PageQuery, size: PageSize): Promise<PullsPage> {
  const { data, fault } = await queryGitHub(github, QUERY, { ...query, ...size });
  // A part that was refused would look like pull requests without a gate.
  if (fault !== null) throw new GitHubAnswerError(fault);
  const { repository } = decode(Answer, data, 'Pull requests');
  if (repository === null) throw new GitHubAnswerError(`there is no ${query.owner}/${query.name}`);
  return repository.pullRequests;
}

async function findGatesOf(github: Octokit, repository: RepositoryRef, pull: PullAnswer): Promise<GatedPull> {
  const { number, headRefOid, createdAt, isCrossRepository: isFork, author, comments } = pull;
  const headSha = parseCommitSha(headRefOid);
  if (headSha === null) throw new GitHubAnswerError('Pull requests: headRefOid: not a full commit SHA');
  const openedAt = parseTime(createdAt);
  const known = { number, headSha, isFork, openedAt, closedAt: null, author: toAuthor(author) };
  const listed = comments.nodes.map(({ author: by, body }) => ({ body, writer: toWriter(by) }));
  const read = await findComments(github, { ...repository, number }, { listed, total: comments.totalCount });
  if (typeof read === 'string') return { ...known, markers: [], fault: read };
  const markers = selectGateMarkers(read, headSha);
  const fault = markers.length > MAX_GATES ? `it has ${markers.length} gates; ${MAX_GATES} of them were judged.` : null;
  return { ...known, markers: markers.slice(0, MAX_GATES), fault };
}

/** A comment by a bot is what a gate may have written. */
interface BotComment {
  readonly body: string;
  /** Null: not a bot's. */
  readonly writer: 'workflow' | 'bot' | null;
}

/** Those that came with the query, or all where a marker may be behind them; a sentence where GitHub does not give those. */
async function findComments(
  github: Octokit,
  pullRequest: PullRequestRef,
  { listed, total }: { readonly listed: readonly BotComment[]; readonly total: number },
): Promise<readonly BotComment[] | string> {
  if (total <= listed.length || selectGateMarkers(listed).length > 0) return listed;
  try {
    return await fetchComments(github, pullRequest, ({ body, author, authorType }): BotComment | null => {
      if (authorType !== 'Bot' || author === null) return null;
      return { body, writer: author === GITHUB_ACTIONS.login ? 'workflow' : 'bot' };
    });
  } catch (error) {
    return explain(error, 'read its comments', 'pull-requests: read');
  }
}

/** GraphQL names a bot without the `[bot]` of REST. */
function toWriter(author: v.InferOutput<typeof Actor>): BotComment['writer'] {
  if (author?.__typename !== 'Bot') return null;
  return `${author.login}[bot]` === GITHUB_ACTIONS.login ? 'workflow' : 'bot';
}

/**
 * The markers of gates, for this head or any, one for each key. What the workflows' own token wrote is preferred and
 * comes first; else the newest counts. Whoever can make a bot write one can cause or prevent a run, and no more.
 */
function selectGateMarkers(comments: readonly BotComment[], headSha?: CommitSha): readonly Marker[] {
  const ofWorkflow = new Map<string, Marker>();
  const ofBot = new Map<string, Marker>();
  for (const { body, writer } of comments) {
    const marker = writer === null ? null : parseMarker(body);
    if (marker === null || marker.kind !== undefined) continue;
    if (headSha !== undefined && marker.sha !== headSha) continue;
    (writer === 'workflow' ? ofWorkflow : ofBot).set(marker.key, marker);
  }
  return [...ofWorkflow.values(), ...[...ofBot.values()].filter(({ key }) => !ofWorkflow.has(key))];
}

function toAuthor(author: v.InferOutput<typeof Actor>): JudgedPull['author'] {
  if (author === null) return null;
  const { __typename: type, login, databaseId: id } = author;
  return { id, login: type === 'Bot' ? `${login}[bot]` : login, isUser: type === 'User' };
}
