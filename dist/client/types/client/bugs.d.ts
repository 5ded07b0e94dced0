import type { DismissalReason } from '../domain/dismissal-reason.js';
import type { BugId, RepoId, ScanId } from '../domain/identifiers.js';
import { type CallOptions, type ClientConfig } from './request.js';
import type { Bug, BugPage, BugReview, ReviewState } from './resources.js';
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
export type ReviewInput = {
    readonly state: 'dismissed';
    readonly dismissalReason: DismissalReason;
    readonly notes?: string | undefined;
} | {
    readonly state: 'resolved' | 'pending';
    readonly notes?: string | undefined;
};
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
export declare function bugMethods(config: ClientConfig): BugMethods;
