/** The options of a request; every field means the same as for the platform's `fetch`. */
export interface FetchInit {
    readonly method?: string;
    readonly headers?: Record<string, string>;
    readonly body?: string | null;
    readonly redirect?: 'error' | 'follow' | 'manual';
    readonly signal?: AbortSignal | null;
}
/** The part of an answer that we read; `body` is null if there is none. */
export interface FetchResponse {
    readonly status: number;
    readonly headers: {
        get(name: string): string | null;
    };
    readonly body: AsyncIterable<Uint8Array> | null;
}
/** Any function like `fetch`: the platform's, undici's, or a test's. */
export type FetchLike = (url: string, init?: FetchInit) => Promise<FetchResponse>;
