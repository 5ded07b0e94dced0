// The methods for bugs: list, collect, iterate, get, review.
import type { BugId } from '../judgement/identifiers.ts';
import { checkArguments, checked } from './arguments.ts';
import { ENDPOINTS, toEndpointName } from './endpoints.ts';
import { collectPages, iterateChangingPages, PAGE_SIZE, type PagedList } from './pages.ts';
import type { BugQuery, PageQuery, Selecting } from './queries.ts';
import { type CallOptions, type ClientConfig, request } from './request.ts';
import type { Bug, BugPage, BugReview, DismissalReason, ReviewState } from './resources.ts';

/** What to record about a bug; a dismissal needs a reason. */
export type ReviewInput =
  | {
      readonly state: 'dismissed';
      readonly dismissalReason: DismissalReason;
      readonly notes?: string | undefined;
    }
  | { readonly state: 'resolved' | 'pending'; readonly notes?: string | undefined };

/**
 * The methods for bugs.
 * @throws {ServiceError} Where a request fails; if its signal is aborted, the signal’s reason instead.
 * @throws {ServiceClientError} For an argument that cannot be used.
 */
export interface BugMethods {
  /**
   * One page of bugs; the service does not document their order. Of several states, the lists follow one another in
   * the order given: `limit`, `offset` and `total` are those of all together, and each list is asked for its part.
   */
  list(query: BugQuery & PageQuery, options?: CallOptions): Promise<BugPage>;
  /**
   * What `select` returns for each bug of a query, each bug once, in page order. Reads pages of 100, six at once.
   * If `total` changes while it reads, or is not the number of distinct bugs, it reads the whole list again.
   * With several states, it reads each list that way; a bug whose state changes meanwhile comes once or not at all.
   * @throws {ServiceError} Of kind `decode`, if the list is still inconsistent after three reads: it never returns
   * fewer bugs than the service counted.
   */
  collect<T>(query: BugQuery & Selecting<Bug, T>, options?: CallOptions): Promise<T[]>;
  collect(query: BugQuery, options?: CallOptions): Promise<Bug[]>;
  /**
   * All bugs of a query, each once. Reads a page of 100 when the consumer asks for it, and no more once the consumer
   * stops. Bugs may be reviewed in the loop: where the list changes, all of it is read as `collect` reads, so that no bug
   * is left out whose state did not change.
   */
  iterate(query: BugQuery, options?: CallOptions): AsyncGenerator<Bug, void, undefined>;
  /** One bug. */
  get(id: BugId, options?: CallOptions): Promise<Bug>;
  /** Records a review and replaces any earlier one; `pending` reopens the bug. Retried like a GET. */
  review(id: BugId, review: ReviewInput, options?: CallOptions): Promise<BugReview>;
}

export function bugMethods(config: ClientConfig): BugMethods {
  const listState: ListState = async (query, options) =>
    await request(config, ENDPOINTS.listBugs, { ...options, query: toQuery(query) });
  async function collect<T>(query: BugQuery & Selecting<Bug, T>, options?: CallOptions): Promise<T[]>;
  async function collect(query: BugQuery, options?: CallOptions): Promise<Bug[]>;
  async function collect(
    query: BugQuery & Partial<Selecting<Bug, unknown>>,
    options?: CallOptions,
  ): Promise<unknown[]> {
    checkArguments(config, 'bugs.collect', [query, options]);
    const { signal } = options ?? {};
    const lists = toStates(query).map((status) => toPagedList(listState, { ...query, status }, signal));
    const { select = (bug: Bug) => bug } = query;
    const [only, ...others] = lists;
    if (only !== undefined && others.length === 0) return await collectPages(only, select);
    const read = await Promise.all(
      lists.map(async (list) => await collectPages(list, (bug) => [bug.id, select(bug)] as const)),
    );
    return [...new Map(read.flat()).values()];
  }
  return {
    list: checked(config, 'bugs.list', (query, options) => listStates(listState, query, options)),
    collect,
    iterate: (query, options) => {
      checkArguments(config, 'bugs.iterate', [query, options]);
      return iterateStates(listState, query, options);
    },
    get: checked(config, 'bugs.get', (id, options) => request(config, ENDPOINTS.getBug, { ...options, id })),
    review: checked(config, 'bugs.review', (id, review, options) =>
      request(config, ENDPOINTS.reviewBug, { ...options, id, body: toBody(review) }),
    ),
  };
}

/** Which bugs, as the service can be asked: one state at a time. */
interface StateQuery extends Omit<BugQuery, 'status'> {
  readonly status: ReviewState;
}

type ListState = (query: StateQuery & PageQuery, options?: CallOptions) => Promise<BugPage>;

/** The states of a query, each once; at least one. */
function toStates({ status }: BugQuery): readonly ReviewState[] {
  return typeof status === 'object' ? [...new Set(status)] : [status];
}

function toPagedList(listState: ListState, query: StateQuery, signal: AbortSignal | undefined): PagedList<Bug> {
  return {
    endpoint: toEndpointName(ENDPOINTS.listBugs),
    // Reviewed while the list is read, a bug can come in both states: then the list has changed.
    keyOf: ({ id, review }: Bug) => `${id} ${review?.state ?? 'pending'}`,
    signal,
    fetchPage: async (offset: number, pageSignal: AbortSignal | undefined) => {
      const page = await listState({ ...query, limit: PAGE_SIZE, offset }, { signal: pageSignal });
      return { items: page.bugs, total: page.total };
    },
  };
}

/** The service's own default of `limit`. */
const DEFAULT_LIMIT = 50;

async function listStates(
  listState: ListState,
  query: BugQuery & PageQuery,
  options: CallOptions | undefined,
): Promise<BugPage> {
  const [first, ...others] = toStates(query);
  if (first !== undefined && others.length === 0) return await listState({ ...query, status: first }, options);
  const { limit = DEFAULT_LIMIT, offset = 0 } = query;
  const bugs: Bug[] = [];
  let total = 0;
  for (const status of toStates(query)) {
    const missing = limit - bugs.length;
    const part = { offset: Math.max(0, offset - total), limit: Math.max(1, missing) };
    const page = await listState({ ...query, ...part, status }, options);
    bugs.push(...page.bugs.slice(0, missing));
    total += page.total;
  }
  return { bugs, total };
}

async function* iterateStates(
  listState: ListState,
  query: BugQuery,
  options?: CallOptions,
): AsyncGenerator<Bug, void, undefined> {
  const { signal } = options ?? {};
  const seen = new Set<string>();
  for (const status of toStates(query)) {
    const list = toPagedList(listState, { ...query, status }, signal);
    for await (const bug of iterateChangingPages(list)) {
      if (seen.has(bug.id)) continue;
      seen.add(bug.id);
      yield bug;
    }
  }
}

function toQuery(query: StateQuery & PageQuery): Record<string, string | number | undefined> {
  return {
    repo_id: query.repoId,
    status: query.status,
    limit: query.limit,
    offset: query.offset,
    workflow_request_id: query.scanId,
  };
}

// Field by field: the caller's object may contain more than the service should see.
function toBody(review: ReviewInput): Record<string, string | undefined> {
  const { state, notes } = review;
  return review.state === 'dismissed' ? { state, dismissalReason: review.dismissalReason, notes } : { state, notes };
}
