// The comments of gates on pull requests: the markers in them, and nothing else of what anybody wrote.
import * as v from 'valibot';
import { type Marker, parseMarker } from '../documents/marker.ts';
import type { CommitSha, RepositoryRef } from '../judgement/identifiers.ts';
import { GITHUB_ACTIONS } from './account.ts';
import { decode, GitHubAnswerError, isTooLarge, readFailure } from './failure.ts';
import { Actor, type ActorAnswer, PageInfo, queryGitHub } from './graphql.ts';
import type { Octokit } from './octokit.ts';

const PULLS_A_QUERY = 50;
/** Enough for the comment of a gate that wrote while the conversation was short. */
const COMMENTS_A_PULL = 50;
/** Further queries for comments, our own limits: anybody can write as many as he likes. */
const MAX_QUERIES = 60;
const MAX_QUERIES_A_PULL = 5;
const COMMENTS_A_QUERY = 100;
/** Gates of one pull request that count, our own limit: whoever can make a bot comment could add thousands. */
export const MAX_GATES = 10;

const Comments = v.object({
  pageInfo: PageInfo,
  nodes: v.array(v.object({ author: Actor, body: v.string() })),
});
const Commented = v.object({ repository: v.record(v.string(), v.nullish(v.object({ comments: Comments }), null)) });

/** A pull request whose comments are read. */
interface Commentable {
  readonly number: number;
}

/** What the gates wrote on a pull request. */
export interface Conversation<Pull extends Commentable> {
  readonly pull: Pull;
  /** Oldest first. */
  readonly found: readonly BotMarker[];
  /** Whether all of its comments were read, of a pull request that is gone none. */
  readonly isWhole: boolean;
}

/**
 * The comments of pull requests, in the order given: fifty pull requests a query, fewer where long comments make the answer
 * too large, and what is behind the first comments by queries of their own. Rejects where GitHub does not say.
 */
export async function fetchConversations<Pull extends Commentable>(
  github: Octokit,
  repository: RepositoryRef,
  pulls: readonly Pull[],
): Promise<readonly Conversation<Pull>[]> {
  const readings = await fetchFirstComments(github, repository, pulls);
  await fetchFurtherComments(github, repository, readings);
  return readings.map((reading) => ({ pull: reading.pull, found: reading.found, isWhole: !isMore(reading) }));
}

/** A marker that a bot wrote; of the comments of others nothing is kept. */
export interface BotMarker {
  readonly marker: Marker;
  readonly isOfWorkflow: boolean;
}

/** What was read of a pull request's comments. */
interface Reading<Pull extends Commentable> {
  readonly pull: Pull;
  /** Oldest first. */
  readonly found: BotMarker[];
  /** Where to read on; null: all were read. */
  after: string | null;
  /** Whether nothing was read yet, since the first comments are too long for one answer. */
  isUnread: boolean;
}

async function fetchFirstComments<Pull extends Commentable>(
  github: Octokit,
  repository: RepositoryRef,
  pulls: readonly Pull[],
): Promise<readonly Reading<Pull>[]> {
  const readings: Reading<Pull>[] = [];
  let size = PULLS_A_QUERY;
  while (readings.length < pulls.length) {
    const some = pulls.slice(readings.length, readings.length + size);
    try {
      const queries = some.map((pull) => ({ pull, first: COMMENTS_A_PULL, after: null }));
      const pages = await fetchComments(github, repository, queries);
      readings.push(...some.map((pull, at) => toReading(pull, pages[at] ?? null)));
      // Twice as many as came in time: only a few pull requests may have long comments.
      size = Math.min(PULLS_A_QUERY, size * 2);
    } catch (error) {
      if (!isTooMuch(error)) throw error;
      // Those of one alone are read by smaller queries.
      if (size === 1) readings.push(...some.map((pull) => ({ pull, found: [], after: null, isUnread: true })));
      size = Math.max(1, Math.ceil(size / 5));
    }
  }
  return readings;
}

function toReading<Pull extends Commentable>(pull: Pull, page: CommentsAnswer | null): Reading<Pull> {
  const reading: Reading<Pull> = { pull, found: [], after: null, isUnread: false };
  // Not there any more: there is nothing to read.
  if (page !== null) add(reading, page);
  return reading;
}

function add(reading: Reading<Commentable>, { nodes, pageInfo }: CommentsAnswer): void {
  reading.found.push(...nodes.flatMap(({ author, body }) => toBotMarker(author, body) ?? []));
  reading.after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
  reading.isUnread = false;
}

/** Null for a comment that no bot wrote, or without the marker of a gate. GraphQL names a bot without the `[bot]` of REST. */
function toBotMarker(author: ActorAnswer, body: string): BotMarker | null {
  if (author?.__typename !== 'Bot') return null;
  const marker = parseMarker(body);
  if (marker === null || marker.kind !== undefined) return null;
  return { marker, isOfWorkflow: `${author.login}[bot]` === GITHUB_ACTIONS.login };
}

/** Reads on where there are more comments, whatever was found so far. */
async function fetchFurtherComments(
  github: Octokit,
  repository: RepositoryRef,
  readings: readonly Reading<Commentable>[],
): Promise<void> {
  let left = MAX_QUERIES;
  for (const reading of readings) {
    let size = COMMENTS_A_QUERY;
    for (let queries = 0; isMore(reading) && left > 0 && queries < MAX_QUERIES_A_PULL; queries += 1) {
      left -= 1;
      try {
        const { pull, after } = reading;
        const [page = null] = await fetchComments(github, repository, [{ pull, first: size, after }]);
        if (page === null) break;
        add(reading, page);
      } catch (error) {
        // Not even one comment: an outage, and no long conversation.
        if (!isTooMuch(error) || (size === 1 && reading.isUnread)) throw error;
        size = Math.ceil(size / 5);
      }
    }
  }
}

function isMore({ after, isUnread }: Reading<Commentable>): boolean {
  return isUnread || after !== null;
}

/** GitHub answers 502 or 504 where a query takes it too long. */
function isTooMuch(error: unknown): boolean {
  return isTooLarge(error) || [502, 504].includes(readFailure(error).status ?? 0);
}

interface CommentsQuery {
  readonly pull: Commentable;
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

/**
 * The markers for this head, or for any, one for each key. What the workflows' own token wrote is preferred and comes
 * first; else the newest counts. Whoever can make a bot write one can cause or prevent a run, and no more.
 */
export function selectMarkers(found: readonly BotMarker[], headSha?: CommitSha): readonly Marker[] {
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
