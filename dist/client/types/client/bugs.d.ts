import type { DismissalReason } from '../domain/dismissal-reason.js';
import type { BugId, RepoId, ScanId } from '../domain/identifiers.js';
import { type CallOptions, type ClientConfig } from './request.js';
import type { Bug, BugPage, BugReview, ReviewState } from './resources.js';
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
export type ReviewInput = {
    readonly state: 'dismissed';
    readonly dismissalReason: DismissalReason;
    readonly notes?: string | undefined;
} | {
    readonly state: 'resolved' | 'pending';
    readonly notes?: string | undefined;
};
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
export declare function bugMethods(config: ClientConfig): BugMethods;
