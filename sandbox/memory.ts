// Exchanges requests without a socket: a `fetch` hands a request of this process to a local service. It answers, and fails, as
// undici's does over the loopback; a test holds the two against each other.
import { type Arrival, type Carrier, type Delivery, type Exchanges, toBytes } from './http.ts';

/** It asks as `fetch` does, and never follows redirects. */
export interface MemoryInit {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | null;
  readonly redirect?: 'error' | 'follow' | 'manual';
  readonly signal?: AbortSignal | null;
}

export interface MemoryResponse {
  readonly status: number;
  readonly headers: { get(name: string): string | null; keys(): Iterable<string> };
  readonly body: AsyncIterable<Uint8Array> | null;
}

export type MemoryFetch = (url: string, init?: MemoryInit) => Promise<MemoryResponse>;

export interface Memory {
  readonly fetch: MemoryFetch;
  readonly cut: () => void;
}

/** Makes a `fetch` whose every request goes to one service, whatever its host. */
export function createMemoryFetch({ receive }: Pick<Exchanges, 'receive'>): Memory {
  const open = new Set<Line>();
  return {
    fetch: async (url, { signal, ...init } = {}) => {
      if (init.redirect !== 'manual') throw new Error('in memory no redirect is followed: ask for "manual"');
      signal?.throwIfAborted();
      const arrival = toArrival(new URL(url), init);
      const line = new Line(signal ?? undefined, () => open.delete(line));
      open.add(line);
      // Over a socket, too, nothing arrives in the same turn of the event loop.
      setImmediate(() => {
        if (!line.isLeft) receive(arrival, line).catch(ignore);
      });
      return await line.answer;
    },
    cut: () => {
      for (const line of open) line.reset();
    },
  };
}

/** undici sends these, too. */
const OWN_HEADERS = {
  connection: 'keep-alive',
  accept: '*/*',
  'accept-language': '*',
  'sec-fetch-mode': 'cors',
  'user-agent': 'undici',
  'accept-encoding': 'gzip, deflate',
};

function toArrival(
  { host, pathname, search }: URL,
  { method = 'GET', headers = {}, body }: Omit<MemoryInit, 'signal'>,
): Arrival {
  const text = body?.toWellFormed();
  const given = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value.trim()]));
  // The platform refuses in its own words what cannot be sent.
  if (Object.values(given).some((value) => /[^ -~]/.test(value))) new Headers(given);
  const ofBody =
    text === undefined
      ? {}
      : { 'content-type': 'text/plain;charset=UTF-8', 'content-length': String(Buffer.byteLength(text)) };
  return {
    method,
    url: pathname + search,
    headers: { host, ...OWN_HEADERS, ...ofBody, ...given },
    body: text ?? '',
  };
}

const EMPTY_STATUSES: ReadonlySet<number> = new Set([101, 204, 205, 304]);

class Line implements Carrier {
  isLeft = false;
  readonly #answered = Promise.withResolvers<MemoryResponse>();
  readonly #broken = Promise.withResolvers<never>();
  readonly #leaving = new Set<() => void>();
  readonly #signal: AbortSignal | undefined;
  readonly #onEnd: () => void;
  #isAnswered = false;

  /** `onEnd` is called when nothing more can come. */
  constructor(signal: AbortSignal | undefined, onEnd: () => void) {
    this.#signal = signal;
    this.#onEnd = onEnd;
    signal?.addEventListener('abort', this.#leave);
    // Nobody reads the body here, so nobody hears how it broke off.
    for (const { promise } of [this.#answered, this.#broken]) promise.catch(ignore);
  }

  get answer(): Promise<MemoryResponse> {
    return this.#answered.promise;
  }

  deliver(delivery: Delivery, onSent: () => void): void {
    if (this.isLeft) return;
    if (delivery.sends === 'all') onSent();
    setImmediate(() => {
      this.#arrive(delivery);
    });
  }

  whenLeft(callback: () => void): () => void {
    this.#leaving.add(callback);
    if (this.isLeft) callback();
    return () => this.#leaving.delete(callback);
  }

  /** Breaks off as a server does that resets a connection. */
  reset(): void {
    const cause = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
    this.#break(new TypeError(this.#isAnswered ? 'terminated' : 'fetch failed', { cause }));
  }

  #arrive(delivery: Delivery): void {
    if (delivery.sends !== 'nothing') this.#answer(delivery);
    if (delivery.then === 'end') this.#end();
    if (delivery.then === 'reset') {
      setImmediate(() => {
        this.reset();
      });
    }
  }

  #answer(delivery: Delivery): void {
    const { chunks, length } = toBytes(delivery);
    const headers = new Map(
      Object.entries({ ...delivery.headers, ...length }).map(([name, value]) => [name.toLowerCase(), value]),
    );
    this.#isAnswered = true;
    this.#answered.resolve({
      status: delivery.status,
      headers: { get: (name) => headers.get(name.toLowerCase()) ?? null, keys: () => headers.keys() },
      body: EMPTY_STATUSES.has(delivery.status) ? null : this.#send(chunks, delivery.sends === 'all'),
    });
  }

  async *#send(chunks: readonly Uint8Array[], isWhole: boolean): AsyncGenerator<Uint8Array, void, undefined> {
    for (const chunk of chunks) {
      this.#signal?.throwIfAborted();
      yield chunk;
    }
    if (!isWhole) await this.#broken.promise;
  }

  readonly #leave = (): void => {
    this.isLeft = true;
    this.#break(this.#signal?.reason);
    for (const callback of this.#leaving) callback();
  };

  #break(reason: unknown): void {
    this.#answered.reject(reason);
    this.#broken.reject(reason);
    this.#end();
  }

  #end(): void {
    this.#signal?.removeEventListener('abort', this.#leave);
    this.#onEnd();
  }
}

function ignore(): void {
  // The caller hears of it.
}
