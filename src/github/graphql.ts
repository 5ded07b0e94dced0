// Queries to GitHub's GraphQL API, whose refusals come with status 200.
import * as v from 'valibot';
import { uniqueBy } from '../judgement/lists.ts';
import { decode, type GraphqlError, GraphqlErrorAnswer, GraphqlRefusal, isNotWhole, readFailure } from './failure.ts';
import type { Octokit } from './octokit.ts';
import { createQuerySize, type QuerySize } from './query-size.ts';

/** Octokit throws this where there are errors, beside the data or without any. */
const ResponseError = v.object({
  name: v.literal('GraphqlResponseError'),
  data: v.nullish(v.unknown(), null),
  errors: v.array(GraphqlErrorAnswer),
  headers: v.fallback(v.record(v.string(), v.unknown()), {}),
});

/** The author of something; null where the account is gone. */
export const Actor = v.nullish(
  v.object({ __typename: v.string(), login: v.string(), databaseId: v.nullish(v.number(), null) }),
  null,
);
export type ActorAnswer = v.InferOutput<typeof Actor>;

export const PageInfo = v.object({ hasNextPage: v.boolean(), endCursor: v.nullish(v.string(), null) });

/** A field that an error is about is null. */
export interface GraphqlAnswer {
  readonly data: unknown;
  readonly errors: readonly GraphqlError[];
}

/** Rejects where nothing of the query was answered. @throws {GraphqlRefusal} If GitHub says why. */
export async function queryGitHub(
  octokit: Octokit,
  query: string,
  variables: Readonly<Record<string, unknown>> = {},
): Promise<GraphqlAnswer> {
  try {
    const data: unknown = await octokit.graphql(query, { ...variables });
    if (data === null || data === undefined) throw new GraphqlRefusal(NO_DATA);
    return { data, errors: [] };
  } catch (error) {
    const thrown = v.safeParse(ResponseError, error);
    if (!thrown.success) throw error;
    const { data, errors, headers } = thrown.output;
    const [first = NO_DATA] = errors;
    if (data === null) throw new GraphqlRefusal(first, headers);
    return { data, errors };
  }
}

/** Goes beside the variables of a query: one for several things is asked again by halves if too heavy. */
export function divisible(count: number): { readonly request?: { readonly isDivisible: true } } {
  return count > 1 ? { request: { isDivisible: true } } : {};
}

/** @throws {GraphqlRefusal} If an error is about more than single ones of the things below one field. */
export function refuseErrorOfAll(errors: readonly GraphqlError[]): void {
  const ofAll = errors.find(({ path }) => path.length < 2);
  if (ofAll !== undefined) throw new GraphqlRefusal(ofAll);
}

/** Says why GitHub did not give one of them; null if there is no such thing. */
export function findRefusal(errors: readonly GraphqlError[], key: string): GraphqlRefusal | null {
  const ofKey = errors.filter(({ path }) => path[1] === key);
  const error = ofKey.find(({ type }) => type !== 'NOT_FOUND');
  if (error === undefined && ofKey.length > 0) return null;
  return new GraphqlRefusal(error ?? NO_DATA);
}

/** An answer may lack what was asked for and give no reason. */
export const NO_DATA: GraphqlError = { type: null, message: 'no data, and no reason for it', path: [] };

/** Whether a query was too much for GitHub. A server that says when to ask again has another reason. */
export function isTooHeavy(error: unknown): boolean {
  const { status, retryAfter, rateLimited } = readFailure(error);
  if (!(error instanceof GraphqlRefusal)) return isNotWhole(error) || ((status ?? 0) >= 500 && retryAfter === null);
  // GitHub gives no type for what went wrong within it, and a timeout has many words.
  return error.type === null ? !rateLimited : HEAVY.test(error.type);
}

const HEAVY = /^(?:RESOURCE_LIMITS_EXCEEDED|MAX_NODE_LIMIT_EXCEEDED|INTERNAL|SERVICE_UNAVAILABLE|TIMED?_?OUT)/;

/** Each page is as large as GitHub can bear. */
interface PagedQuery<Item> {
  readonly fetchPage: (first: number, after: string | null) => Promise<QueriedPage<Item>>;
  /** Passes over one item that is too heavy by itself, and gives it as lost. Absent: the list needs every item. */
  readonly passOver?: (after: string | null, why: unknown) => Promise<QueriedPage<Item>>;
  readonly pageSize: number;
  /** Reading ends with the page on which so many were read. */
  readonly max: number;
}

export interface QueriedPage<Item> {
  readonly items: readonly Item[];
  readonly lost: number;
  readonly pageInfo: v.InferOutput<typeof PageInfo>;
}

/** More items in a row than this are no bad ones, but an outage or a refusal. */
const MAX_MISSES = 5;

/** Reads a page that is too heavy again by halves. Ends early behind a few items in a row that GitHub did not give. */
export async function fetchQueried<Item>({
  fetchPage,
  passOver,
  pageSize,
  max,
}: PagedQuery<Item>): Promise<Omit<QueriedPage<Item>, 'pageInfo'>> {
  const items: Item[] = [];
  let lost = 0;
  let misses = 0;
  const sizes = createQuerySize(pageSize);
  let after: string | null = null;
  for (;;) {
    const size = sizes.now();
    const start: string | null = after;
    const page: QueriedPage<Item> | null = await fetchPage(size, start).catch(async (error: unknown) => {
      if (!isTooHeavy(error)) throw error;
      if (size > 1) return null;
      if (passOver === undefined) throw error;
      return await passOver(start, error).catch((second: unknown) => {
        // The list is too heavy, not this item.
        throw isTooHeavy(second) ? error : second;
      });
    });
    // Only smaller pages tell whether one item is bad or all together are too many.
    if (page === null || (page.lost > 0 && size > 1)) {
      sizes.refuse(size);
      continue;
    }
    items.push(...page.items);
    lost += page.lost;
    misses = page.items.length > 0 ? 0 : misses + page.lost;
    const { hasNextPage, endCursor }: v.InferOutput<typeof PageInfo> = page.pageInfo;
    const isEnd = !hasNextPage || endCursor === null || page.items.length + page.lost === 0;
    if (isEnd || misses >= MAX_MISSES || items.length + lost >= max) return { items, lost };
    after = endCursor;
    if (page.lost > 0) sizes.refuse(size);
    else sizes.bear(size);
  }
}

/** A list of numbered things, such as pull requests, in the answers to a query with `$first` and `$after`. */
interface NumberedList<Node, Item> {
  readonly what: string;
  readonly toQuery: (fields: string) => string;
  /** The fields have `number` among them. */
  readonly fields: string;
  readonly variables: Readonly<Record<string, string>>;
  readonly readPage: (data: unknown) => NodePage;
  readonly node: v.GenericSchema<unknown, Node>;
  readonly toItem: (node: Node) => Item;
  readonly max: number;
}

interface NodePage extends Pick<QueriedPage<unknown>, 'pageInfo'> {
  readonly nodes: readonly unknown[];
  readonly total: number;
}

interface NumberedItems<Item> {
  readonly items: readonly Item[];
  readonly total: number;
  readonly lost: number;
}

const NODES_A_QUERY = 100;

/** Rejects where GitHub does not say, and where it gives none of those that are there. */
export async function fetchNumbered<Node, Item extends { readonly number: number }>(
  github: Octokit,
  { what, toQuery, fields, variables, readPage, node, toItem, max }: NumberedList<Node, Item>,
): Promise<NumberedItems<Item>> {
  let said = 0;
  const causes: Error[] = [];
  const ask = async (wanted: string, first: number, after: string | null): Promise<NodePage> => {
    const given = { ...variables, first, after, ...divisible(first) };
    const { data, errors } = await queryGitHub(github, toQuery(wanted), given);
    // A refused part would look like an empty one.
    const ofAll = errors.find(({ path }) => !path.slice(0, -1).includes('nodes'));
    if (ofAll !== undefined) throw new GraphqlRefusal(ofAll);
    causes.push(...errors.map((error) => new GraphqlRefusal(error)));
    const page = readPage(data);
    said = page.total;
    return page;
  };
  const { items: read, lost } = await fetchQueried<Item>({
    fetchPage: async (first, after) => {
      const { nodes, pageInfo } = await ask(fields, first, after);
      const items = nodes.filter((each) => each !== null).map((each) => toItem(decode(node, each, what)));
      return { items, lost: nodes.length - items.length, pageInfo };
    },
    // The cursor can be had without the fields that are heavy.
    passOver: async (after, error) => {
      const { nodes, pageInfo } = await ask('number', 1, after);
      if (error instanceof Error) causes.push(error);
      return { items: [], lost: nodes.length, pageInfo };
    },
    pageSize: NODES_A_QUERY,
    max,
  });
  const [why = new GraphqlRefusal(NO_DATA)] = causes;
  if (read.length === 0 && lost > 0) throw why;
  // Items move from page to page while they are read.
  const items = uniqueBy(read, ({ number }) => number);
  return { items, total: Math.max(said, items.length), lost };
}

interface ManyAsked<Name, Answer> {
  readonly names: readonly Name[];
  readonly sizes: QuerySize;
  readonly ask: (names: readonly Name[]) => Promise<readonly (Answer | GraphqlRefusal)[]>;
}

/**
 * Gives each name's answer, in order, or says why there is none. Asks by halves where a query is too heavy, so that a bad name costs
 * no other. Rejects with an error that is about more than single names, and where none has an answer.
 */
export async function askByHalves<Name, Answer>({
  names,
  sizes,
  ask,
}: ManyAsked<Name, Answer>): Promise<readonly (Answer | Error)[]> {
  const answers: (Answer | Error)[] = [];
  let misses = 0;
  while (answers.length < names.length && misses < MAX_MISSES) {
    const some = names.slice(answers.length, answers.length + sizes.now());
    try {
      const given = await ask(some);
      const heavy = given.find((answer) => answer instanceof GraphqlRefusal && isTooHeavy(answer));
      if (heavy instanceof GraphqlRefusal) throw heavy;
      answers.push(...given);
      misses = 0;
      sizes.bear(some.length);
    } catch (error) {
      if (!(error instanceof Error) || !isTooHeavy(error)) throw error;
      if (some.length === 1) {
        answers.push(error);
        misses += 1;
      }
      sizes.refuse(some.length);
    }
  }
  const failure = answers.find((answer) => answer instanceof Error);
  if (failure !== undefined && answers.every((answer) => answer instanceof Error)) throw failure;
  return [...answers, ...names.slice(answers.length).map(() => new GraphqlRefusal(NOT_ASKED))];
}

const NOT_ASKED: GraphqlError = { type: 'NOT_ASKED', message: 'too many before it could not be read', path: [] };
