// The methods about bugs: list, collect, get, review.

import type { DismissalReason } from '../domain/dismissal-reason.ts';
import { ENDPOINTS } from './endpoints.ts';
import type { BugId, RepoId, ScanId } from '../domain/identifiers.ts';
import { toEndpointName } from './classify-response.ts';
import { collectPages, PAGE_SIZE } from './pages.ts';
import { request, type CallOptions, type ClientConfig } from './request.ts';
import type { Bug, BugPage, BugReview, ReviewState } from './resources.ts';

/** Which bugs. */
export interface BugQuery {
  readonly repoId: RepoId;
  /** The state of review; a bug without a review is listed as `pending`. */
  readonly status: ReviewState;
  /** Only bugs that this scan surfaced. */
  readonly scanId?: ScanId | undefined;
}

/** Which page of a list. */
export interface PageQuery {
  /** 1 to 100; the service's default is 50. */
  readonly limit?: number | undefined;
  /** From 0, which is the default. */
  readonly offset?: number | undefined;
}

/** What is kept of each item as it arrives, so that a long list stays small. */
export interface Selecting<Item, T> {
  /** May be called more than once for an item. */
  readonly select: (item: Item) => T;
}

/** What to record about a bug; a dismissal needs its reason. */
export type ReviewInput =
  | {
      readonly state: 'dismissed';
      readonly dismissalReason: DismissalReason;
      readonly notes?: string | undefined;
    }
  | { readonly state: 'resolved' | 'pending'; readonly notes?: string | undefined };

/** Everything about bugs. All methods throw a ServiceError, or the reason of an aborted signal. */
export interface BugMethods {
  /** One page of bugs; the service does not document their order. */
  list(query: BugQuery & PageQuery, options?: CallOptions): Promise<BugPage>;
  /**
   * All bugs of a query, each once, in the order of the pages, or what `select` gives of each. Reads pages of
   * 100, six at once. Where `total` changes meanwhile, or is not the number of different bugs, the list
   * is read again, three times in all, then it is a ServiceError of kind `decode`: never fewer bugs than counted.
   */
  collect<T>(query: BugQuery & Selecting<Bug, T>, options?: CallOptions): Promise<readonly T[]>;
  collect(query: BugQuery, options?: CallOptions): Promise<readonly Bug[]>;
  /** One bug. */
  get(id: BugId, options?: CallOptions): Promise<Bug>;
  /** Records a review over any earlier one: `resolved`, `dismissed`, or `pending` to reopen. Sent again when it fails. */
  review(id: BugId, review: ReviewInput, options?: CallOptions): Promise<BugReview>;
}

/** Makes the methods about bugs. */
export function bugMethods(config: ClientConfig): BugMethods {
  const list: BugMethods['list'] = async (query, options) =>
    await request(config, ENDPOINTS.listBugs, { ...options, query: toQuery(query) });
  async function collect<T>(
    query: BugQuery & Selecting<Bug, T>,
    options?: CallOptions,
  ): Promise<readonly T[]>;
  async function collect(query: BugQuery, options?: CallOptions): Promise<readonly Bug[]>;
  async function collect(
    query: BugQuery & Partial<Selecting<Bug, unknown>>,
    { signal }: CallOptions = {},
  ): Promise<readonly unknown[]> {
    const pages = {
      endpoint: toEndpointName(ENDPOINTS.listBugs),
      // Reviewed while the list is read, a bug can come in both states: then the list has changed.
      keyOf: ({ id, review }: Bug) => `${id} ${review?.state ?? 'pending'}`,
      signal,
      fetchPage: async (offset: number, pageSignal: AbortSignal | undefined) => {
        const page = await list({ ...query, limit: PAGE_SIZE, offset }, { signal: pageSignal });
        return { items: page.bugs, total: page.total };
      },
    };
    return await collectPages(pages, query.select ?? ((bug: Bug) => bug));
  }
  return {
    list,
    collect,
    get: async (id, options) => await request(config, ENDPOINTS.getBug, { ...options, id }),
    review: async (id, review, options) =>
      await request(config, ENDPOINTS.reviewBug, { ...options, id, body: toBody(review) }),
  };
}

function toQuery(query: BugQuery & PageQuery): Record<string, string | number | undefined> {
  return {
    repo_id: query.repoId,
    status: query.status,
    limit: query.limit,
    offset: query.offset,
    workflow_request_id: query.scanId,
  };
}

// Field by field: an object of a caller may hold more than the service should see.
function toBody(review: ReviewInput): Record<string, string | undefined> {
  const { state, notes } = review;
  return review.state === 'dismissed'
    ? { state, dismissalReason: review.dismissalReason, notes }
    : { state, notes };
}
