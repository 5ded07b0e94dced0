// The methods for bugs: list, collect, iterate, get, review.
import type { BugId } from '../judgement/identifiers.ts';
import { checkArguments, checkCall } from './arguments.ts';
import { ENDPOINTS, type OneStateQuery, toEndpointName } from './endpoints.ts';
import { collectPages, iterateChangingPages, PAGE_SIZE, type PagedList } from './pages.ts';
import type { BugQuery, CallOptions, PageQuery, ReviewInput, Selecting } from './queries.ts';
import type { WithResponse } from './read-answer.ts';
import { type ClientConfig, type ServiceCall, toCall, toMethod } from './request.ts';
import type { Bug, BugPage, BugReview, ReviewState } from './resources.ts';

/** The methods for bugs. */
export interface BugMethods {
  /**
   * One page of bugs; the service does not document their order. Of several states, the lists follow one another in
   * the order given: `limit`, `offset` and `total` are those of all together, each list is asked for its part, and
   * `withResponse` gives the last response.
   */
  list(query: BugQuery & PageQuery, options?: CallOptions): ServiceCall<BugPage>;
  /**
   * Reads all bugs of a query, each once, in page order: pages of 100, six at once. Returns what `select` returns for each.
   * It reads the whole list again if `total` changes while it reads, or is not the number of distinct bugs.
   * It reads the list of each state that way; a bug whose state changes meanwhile comes once or not at all.
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
  get(id: BugId, options?: CallOptions): ServiceCall<Bug>;
  /** Records a review and replaces any earlier one; `pending` reopens the bug. Retried like a GET. */
  review(id: BugId, review: ReviewInput, options?: CallOptions): ServiceCall<BugReview>;
}

export function bugMethods(config: ClientConfig): BugMethods {
  const listOne: ListOneState = toMethod(config, ENDPOINTS.listBugs);
  async function collect<T>(query: BugQuery & Selecting<Bug, T>, options?: CallOptions): Promise<T[]>;
  async function collect(query: BugQuery, options?: CallOptions): Promise<Bug[]>;
  async function collect(
    query: BugQuery & Partial<Selecting<Bug, unknown>>,
    options?: CallOptions,
  ): Promise<unknown[]> {
    checkCall(config, 'bugs.collect', [query, options]);
    const { repoId, scanId } = query;
    const { select = (bug: Bug) => bug } = query;
    const toList = (status: ReviewState) => toPagedList(listOne, { repoId, scanId, status }, options);
    const [only, ...others] = toStates(query);
    if (others.length === 0) return await collectPages(toList(only), select);
    const read = await Promise.all(
      [only, ...others].map(
        async (status) => await collectPages(toList(status), (bug) => [bug.id, select(bug)] as const),
      ),
    );
    return [...new Map(read.flat()).values()];
  }
  return {
    list: (query, options) =>
      toCall(async () => {
        checkArguments(config, ENDPOINTS.listBugs, [query, options]);
        return await listStates(listOne, query, options);
      }),
    collect,
    iterate: (query, options) => {
      checkCall(config, 'bugs.iterate', [query, options]);
      return iterateStates(listOne, query, options);
    },
    get: toMethod(config, ENDPOINTS.getBug),
    review: toMethod(config, ENDPOINTS.reviewBug),
  };
}

type ListOneState = (query: OneStateQuery & PageQuery, options?: CallOptions) => ServiceCall<BugPage>;

/** The states of a query, each once. The check of the arguments has refused an empty list. */
function toStates({ status }: Pick<BugQuery, 'status'>): readonly [ReviewState, ...ReviewState[]] {
  const [first = 'pending', ...others] = new Set([status].flat());
  return [first, ...others];
}

function toPagedList(listOne: ListOneState, query: OneStateQuery, options: CallOptions | undefined): PagedList<Bug> {
  return {
    endpoint: toEndpointName(ENDPOINTS.listBugs),
    // Reviewed while the list is read, a bug can come in both states: then the list has changed.
    keyOf: ({ id, review }: Bug) => `${id} ${review?.state ?? 'pending'}`,
    signal: options?.signal,
    fetchPage: async (offset, signal) => {
      const { bugs: items, total } = await listOne({ ...query, limit: PAGE_SIZE, offset }, { ...options, signal });
      return { items, total };
    },
  };
}

/** The service's own default of `limit`. */
const DEFAULT_LIMIT = 50;

async function listStates(
  listOne: ListOneState,
  query: BugQuery & PageQuery,
  options: CallOptions | undefined,
): Promise<WithResponse<BugPage>> {
  const [first, ...others] = toStates(query);
  if (others.length === 0) return await listOne({ ...query, status: first }, options).withResponse();
  const { limit = DEFAULT_LIMIT, offset = 0 } = query;
  const fetchPart = async (status: ReviewState, { bugs, total }: BugPage): Promise<WithResponse<BugPage>> => {
    const missing = limit - bugs.length;
    const part = { offset: Math.max(0, offset - total), limit: Math.max(1, missing) };
    const { data, response } = await listOne({ ...query, ...part, status }, options).withResponse();
    return { data: { bugs: [...bugs, ...data.bugs.slice(0, missing)], total: total + data.total }, response };
  };
  let joined = await fetchPart(first, { bugs: [], total: 0 });
  for (const status of others) joined = await fetchPart(status, joined.data);
  return joined;
}

async function* iterateStates(
  listOne: ListOneState,
  { repoId, scanId, status: states }: BugQuery,
  options?: CallOptions,
): AsyncGenerator<Bug, void, undefined> {
  const seen = new Set<string>();
  for (const status of toStates({ status: states })) {
    for await (const bug of iterateChangingPages(toPagedList(listOne, { repoId, scanId, status }, options))) {
      if (seen.has(bug.id)) continue;
      seen.add(bug.id);
      yield bug;
    }
  }
}
