/** Most items of a page (the service's bound of `limit`). */
export declare const PAGE_SIZE = 100;
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
 * Reads a whole list: the first page, then all others at once, at most MAX_IN_FLIGHT in flight. Gives
 * `select` of each item, each item once, in the order of the pages; only what `select` gives is kept in
 * memory.
 *
 * Pages shift while people review. Where `total` is not the same on all pages, or not the number of
 * different items, the list is read again, MAX_READINGS times in all, then a ServiceError of kind `decode`
 * is thrown. The order of the items is no sign, for the service promises none. So this cannot see one item
 * leave and another come between two pages: one of those that stayed may then be missing.
 */
export declare function collectPages<Item, T>(list: PagedList<Item>, select: (item: Item) => T): Promise<readonly T[]>;
/**
 * Reads a list page by page, one after the other, and stops reading when the consumer stops or after
 * `maxItems`. Gives each item once, in the list's order; meant for lists that grow at their beginning.
 * Throws what `fetchPage` throws, and a ServiceError for a page with fewer items than its total says.
 */
export declare function iteratePages<Item>(list: PagedList<Item>, maxItems: number): AsyncGenerator<Item, void, undefined>;
