/** Most items of a page (the service's bound of `limit`). */
export declare const PAGE_SIZE = 100;
/** Most pages of one list that are asked for at the same time. */
export declare const PAGES_AT_ONCE = 6;
/** One page as the reading needs it. */
export interface Page<Item> {
    readonly items: readonly Item[];
    readonly total: number;
}
/** A list that can be read page by page. */
export interface PagedList<Item> {
    /** For errors: `GET /public/v1/bugs`. */
    readonly endpoint: string;
    /** Tells items apart; the same item has the same key on every page. */
    readonly keyOf: (item: Item) => string;
    /** Asks for PAGE_SIZE items from an offset. */
    readonly fetchPage: (offset: number, signal: AbortSignal | undefined) => Promise<Page<Item>>;
    readonly signal: AbortSignal | undefined;
}
/**
 * Reads a whole list: the first page, then all others at once, at most PAGES_AT_ONCE in flight. Gives
 * `select` of each item, each item once, in the list's order; only what `select` gives is kept in memory.
 *
 * Pages shift while people review. Each page therefore begins with the last item of the page before: as
 * long as these agree, nothing moved across a border between the two answers, so nothing was lost there.
 * (Equal totals and unique items do not show it alone: one item removed before the border and one added
 * behind it leave both as they were.) Where they do not agree, or `total` or the number of items differs,
 * the list is read again, MAX_READINGS times in all, then a ServiceError of kind `decode` is thrown.
 * An item that stays in the list, in its place among the others, is in the result exactly once; one that
 * comes or goes meanwhile may or may not be.
 */
export declare function collectPages<Item, T>(list: PagedList<Item>, select: (item: Item) => T): Promise<readonly T[]>;
/**
 * Reads a list page by page, one after the other, and stops reading when the consumer stops or after
 * `maxItems`. Gives each item once, in the list's order; meant for lists that grow at their beginning.
 * Throws what `fetchPage` throws, and a ServiceError for a page with fewer items than its total says.
 */
export declare function iteratePages<Item>(list: PagedList<Item>, maxItems: number): AsyncGenerator<Item, void, undefined>;
