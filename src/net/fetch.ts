// The shape of an HTTP function: as much of `fetch` as this project uses, so that any fetch fits.

/** What a request is made of; every field means what it means for the platform's `fetch`. */
export interface FetchInit {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string | null;
  readonly redirect?: 'error' | 'follow' | 'manual';
  readonly signal?: AbortSignal | null;
}

/** What is read from an answer; `body` is null when the answer has none. */
export interface FetchResponse {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  readonly body: AsyncIterable<Uint8Array> | null;
}

/** Any function that speaks HTTP like `fetch`: the platform's own, undici's, or one of a test. */
export type FetchLike = (url: string, init?: FetchInit) => Promise<FetchResponse>;
