// Reads the markers of gates in comments, and keeps nothing else of what anybody wrote.
import * as v from 'valibot';
import { type Marker, parseMarker } from '../documents/marker.ts';
import type { CommitSha, RepositoryRef } from '../judgement/identifiers.ts';
import { capture } from '../net/abort.ts';
import { once } from '../net/once.ts';
import { GITHUB_ACTIONS } from './account.ts';
import { decode, GraphqlRefusal } from './failure.ts';
import {
  Actor,
  type ActorAnswer,
  askByHalves,
  divisible,
  findRefusal,
  isTooHeavy,
  NO_DATA,
  PageInfo,
  queryGitHub,
  refuseErrorOfAll,
} from './graphql.ts';
import type { Octokit } from './octokit.ts';
import { rememberQuerySize } from './query-size.ts';
import { fetchRun } from './runs.ts';

const pullsAQuery = rememberQuerySize(50);
/** A gate usually writes while a conversation is short. */
const COMMENTS_A_PULL = 50;
/** We limit further queries, because anybody can write any number of comments. */
const MAX_QUERIES = 60;
const MAX_QUERIES_A_PULL = 5;
const COMMENTS_A_QUERY = 100;
/** The first page is this small where the usual one is too heavy. */
const FEW_COMMENTS = 10;
/** We limit the gates of a pull request: someone who can make a bot comment could add thousands. */
export const MAX_GATES = 10;

const Comments = v.object({
  pageInfo: PageInfo,
  nodes: v.array(v.nullable(v.object({ author: Actor, body: v.string() }))),
});
const Commented = v.object({
  repository: v.nullish(v.record(v.string(), v.nullish(v.object({ comments: v.nullish(Comments, null) }), null)), null),
});

interface Commentable {
  readonly number: number;
}

export interface Conversation<Pull extends Commentable> {
  readonly pull: Pull;
  /** Oldest first. */
  readonly found: readonly BotMarker[];
  readonly isWhole: boolean;
}

/** Gives them in the order asked for; a bad one costs no other. Rejects where GitHub does not say, or none can be read. */
export async function fetchConversations<Pull extends Commentable>(
  github: Octokit,
  repository: RepositoryRef,
  pulls: readonly Pull[],
): Promise<readonly Conversation<Pull>[]> {
  const pages = await askByHalves({
    names: pulls,
    sizes: pullsAQuery(github),
    ask: (some) => {
      const queries = some.map((pull) => ({ pull, first: COMMENTS_A_PULL, after: null }));
      return fetchCommentPages(github, repository, queries);
    },
  });
  const readings = pulls.map((pull, at) => toReading(pull, pages[at] ?? null));
  await fetchFurtherComments(github, repository, readings);
  return readings.map((reading) => ({
    pull: reading.pull,
    found: reading.found,
    isWhole: !isMore(reading) && !reading.isLost,
  }));
}

/** A marker that a bot wrote. Nothing of the comments of others is kept. */
export interface BotMarker {
  readonly marker: Marker;
  readonly isOfWorkflow: boolean;
}

interface Reading<Pull extends Commentable> {
  readonly pull: Pull;
  readonly found: BotMarker[];
  /** The cursor of the next page; null if all were read. */
  after: string | null;
  /** True if the first comments are too heavy for one answer. */
  isUnread: boolean;
  /** True if GitHub does not give the comments. */
  isLost: boolean;
}

function toReading<Pull extends Commentable>(pull: Pull, page: PageOrNot | Error): Reading<Pull> {
  const reading: Reading<Pull> = { pull, found: [], after: null, isUnread: false, isLost: false };
  if (page instanceof Error) {
    reading.isUnread = isTooHeavy(page);
    reading.isLost = !reading.isUnread;
  } else if (page !== null) {
    // A pull request that is gone has no comments.
    add(reading, page);
  }
  return reading;
}

function add(reading: Reading<Commentable>, { nodes, pageInfo }: CommentsAnswer): void {
  reading.found.push(...nodes.flatMap((node) => (node && toBotMarker(node.author, node.body)) ?? []));
  reading.after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
  reading.isUnread = false;
}

/** Null: no bot wrote it, or it has no marker of a gate. GraphQL names a bot without REST's `[bot]`. */
function toBotMarker(author: ActorAnswer, body: string): BotMarker | null {
  if (author?.__typename !== 'Bot') return null;
  const marker = parseMarker(body);
  if (marker === null || marker.kind !== undefined) return null;
  return { marker, isOfWorkflow: `${author.login}[bot]` === GITHUB_ACTIONS.login };
}

async function fetchFurtherComments(
  github: Octokit,
  repository: RepositoryRef,
  readings: readonly Reading<Commentable>[],
): Promise<void> {
  let left = MAX_QUERIES;
  for (const reading of readings) {
    let size = reading.isUnread ? FEW_COMMENTS : COMMENTS_A_QUERY;
    for (let queries = 0; isMore(reading) && left > 0 && queries < MAX_QUERIES_A_PULL; queries += 1) {
      left -= 1;
      const { pull, after } = reading;
      const page = await fetchPage(github, repository, { pull, first: size, after });
      if (page === null) break;
      if (!(page instanceof Error)) add(reading, page);
      else if (size === 1 || !isTooHeavy(page)) reading.isLost = true;
      else size = Math.ceil(size / 2);
    }
  }
}

/** Gives the error where the page is too heavy; rejects with any other. */
async function fetchPage(github: Octokit, repository: RepositoryRef, query: CommentsQuery): Promise<PageOrNot | Error> {
  try {
    const [page = null] = await fetchCommentPages(github, repository, [query]);
    return page;
  } catch (error) {
    if (error instanceof Error && isTooHeavy(error)) return error;
    throw error;
  }
}

function isMore({ after, isUnread, isLost }: Reading<Commentable>): boolean {
  return !isLost && (isUnread || after !== null);
}

interface CommentsQuery {
  readonly pull: Commentable;
  readonly first: number;
  readonly after: string | null;
}

type CommentsAnswer = v.InferOutput<typeof Comments>;

/** Null stands for a pull request that is gone, and a refusal for one that GitHub does not give. */
type PageOrNot = CommentsAnswer | null | GraphqlRefusal;

/** Rejects for what is wrong with more than single pull requests. */
async function fetchCommentPages(
  github: Octokit,
  { owner, repo: name }: RepositoryRef,
  queries: readonly CommentsQuery[],
): Promise<readonly PageOrNot[]> {
  const fields = queries.map(
    ({ pull, first, after }) =>
      `p${pull.number}: pullRequest(number: ${pull.number}) { comments(first: ${first}, after: ${JSON.stringify(after)}) { ...page } }`,
  );
  const { data, errors } = await queryGitHub(
    github,
    `query ($owner: String!, $name: String!) { repository(owner: $owner, name: $name) { ${fields.join(' ')} } }
    fragment page on IssueCommentConnection { pageInfo { hasNextPage endCursor } nodes { author { __typename login } body } }`,
    { owner, name, ...divisible(queries.reduce((sum, { first }) => sum + first, 0)) },
  );
  refuseErrorOfAll(errors);
  const { repository } = decode(Commented, data, 'Comments of pull requests');
  if (repository === null) throw new GraphqlRefusal(NO_DATA);
  return queries.map(({ pull }) => {
    const key = `p${pull.number}`;
    const answer = repository[key] ?? null;
    if (answer === null) return findRefusal(errors, key);
    // GitHub leaves out what takes too long, and gives no error for it.
    const isGiven = answer.comments?.nodes.every((node) => node !== null) === true;
    return isGiven ? answer.comments : (findRefusal(errors, key) ?? new GraphqlRefusal(NO_DATA));
  });
}

/**
 * Gives one marker of this head for each key: that of the workflow's token, else the newest; of one run the latest attempt that
 * GitHub knows, because a bot may repeat a text. A forged marker can cause or prevent a run, and no more.
 */
export async function findMarkers(
  found: readonly BotMarker[],
  { headSha, attemptOf }: { readonly headSha: CommitSha; readonly attemptOf: FindAttempt },
): Promise<readonly Marker[]> {
  const ofHead = found.filter(({ marker }) => marker.sha === headSha);
  const preferred = selectMarkers(ofHead).slice(0, MAX_GATES);
  const findLatest = async (marker: Marker): Promise<Marker> => {
    const { key, runId } = marker;
    const rivals = ofHead.filter((each) => each.marker.key === key && each.marker.runId === runId);
    if (runId === 0 || rivals.every((each) => each.marker.runAttempt === marker.runAttempt)) return marker;
    const newest = await attemptOf(runId);
    if (newest === null) return marker;
    const attempts = rivals.map((each) => each.marker.runAttempt).filter((attempt) => attempt <= newest);
    const [latest = marker] = selectMarkers(rivals.filter((each) => each.marker.runAttempt === Math.max(...attempts)));
    return latest;
  };
  return await Promise.all(preferred.map(findLatest));
}

/** Selects one marker for each key: what the workflow's own token wrote, else the newest. */
export function selectMarkers(found: readonly BotMarker[]): readonly Marker[] {
  const byKey = (some: readonly BotMarker[]): ReadonlyMap<string, Marker> =>
    new Map(some.map(({ marker }) => [marker.key, marker]));
  const ofWorkflow = byKey(found.filter(({ isOfWorkflow }) => isOfWorkflow));
  const ofBot = byKey(found.filter(({ isOfWorkflow }) => !isOfWorkflow));
  return [...ofWorkflow.values(), ...[...ofBot.values()].filter(({ key }) => !ofWorkflow.has(key))];
}

export type FindAttempt = (runId: number) => Promise<number | null>;

/** We limit the runs whose attempts are asked for: a bot may repeat markers on each pull request. */
const MAX_RUNS = 20;

export function createAttemptFinder(github: Octokit, repository: RepositoryRef): FindAttempt {
  let left = MAX_RUNS;
  return once(async (runId: number) => {
    left -= 1;
    if (left < 0) return null;
    const run = await capture(fetchRun(github, { ...repository, runId }));
    return run.status === 'fulfilled' ? run.value.attempt : null;
  });
}
