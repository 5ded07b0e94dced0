// The methods for bugs: list, collect, get, review.

import type { DismissalReason } from '../domain/dismissal-reason.ts';
import { ENDPOINTS } from './endpoints.ts';
import type { BugId, RepoId, ScanId } from '../domain/identifiers.ts';
import { toEndpointName } from './classify-response.ts';
import { collectPages, PAGE_SIZE } from './pages.ts';
import { request, type CallOptions, type ClientConfig } from './request.ts';
import type { Bug, BugPage, BugReview, ReviewState } from './resources.ts';

/** Selects the bugs of a list. */
export interface BugQuery {
  readonly repoId: RepoId;
  /** The state of review; a bug without a review is listed as `pending`. */
  readonly status: ReviewState;
  /** Only bugs that this scan surfaced. */
  readonly scanId?: ScanId | undefined;
}

/** Selects a page of a list. */
export interface PageQuery {
  /** 1 to 100. Without it the service sends 50. */
  readonly limit?: number | undefined;
  /**
   * The index of the first item.
   * @default 0
   */
  readonly offset?: number | undefined;
}

/** Maps each item as it arrives, so that a long list takes little memory. */
export interface Selecting<Item, T> {
  /** May be called more than once for an item. */
  readonly select: (item: Item) => T;
}

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
 * @throws {ServiceError} From every method; if its signal is aborted, the signal's reason instead.
 */
export interface BugMethods {
  /** One page of bugs; the service does not document their order. */
  list(query: BugQuery & PageQuery, options?: CallOptions): Promise<BugPage>;
  /**
   * What `select` returns for each bug of a query, each bug once, in page order. Reads pages of 100, six at once.
   * If `total` changes while it reads, or is not the number of distinct bugs, it reads the whole list again.
   * @throws {ServiceError} Of kind `decode`, if the list is still inconsistent after three reads: it never returns
   * fewer bugs than the service counted.
   */
  collect<T>(query: BugQuery & Selecting<Bug, T>, options?: CallOptions): Promise<readonly T[]>;
  collect(query: BugQuery, options?: CallOptions): Promise<readonly Bug[]>;
  /** One bug. */
  get(id: BugId, options?: CallOptions): Promise<Bug>;
  /** Records a review and replaces any earlier one; `pending` reopens the bug. Retried like a GET. */
  review(id: BugId, review: ReviewInput, options?: CallOptions): Promise<BugReview>;
}

/** Creates the methods for bugs. */
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
      // A bug that is reviewed while we read can appear in both states: then the list has changed.
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

// Field by field: the caller's object may contain more than the service should see.
function toBody(review: ReviewInput): Record<string, string | undefined> {
  const { state, notes } = review;
  return review.state === 'dismissed'
    ? { state, dismissalReason: review.dismissalReason, notes }
    : { state, notes };
}
