// The part of `fetch` that this project uses, so that any implementation fits.

/** The platform's AbortSignal; without the `dom` library and Node's types, only what every signal has. */
export type Signal = typeof globalThis extends { AbortSignal: { prototype: infer T } }
  ? T
  : { readonly aborted: boolean };

/** The options of a request; every field means the same as for the platform's `fetch`. */
export interface FetchInit {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string | null;
  readonly redirect?: 'error' | 'follow' | 'manual';
  readonly signal?: Signal | null;
}

/** The part of an answer that we read; `body` is null if there is none. */
export interface FetchResponse {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  readonly body: ResponseBody | null;
}

/** A stream of bytes; the `dom` library of TypeScript 5 does not know that one can be iterated. */
export type ResponseBody = AsyncIterable<Uint8Array> | ReadableBody;

/** Gives a body chunk by chunk. */
export type BodyReader = Record<'read', () => Promise<BodyChunk>> & { cancel(): Promise<void> };

/** A piece of a body, or the end of it. */
export interface BodyChunk {
  readonly done: boolean;
  readonly value?: Uint8Array | undefined;
}

/** A stream that is read by its reader. */
export interface ReadableBody {
  getReader(): BodyReader;
}

/** Any function like `fetch`: the platform's, undici's, or a test's. */
export type FetchLike = (url: string, init?: FetchInit) => Promise<FetchResponse>;
