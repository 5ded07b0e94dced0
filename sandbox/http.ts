// Calls a handler for each exchange of both local services, and records every request.
import type { IncomingHttpHeaders } from 'node:http';

export interface SandboxRequest {
  readonly method: string;
  /** It is the path without its query, still percent-encoded. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  /** It is the raw text; empty when there was none. */
  readonly body: string;
}

export interface SandboxResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** It is sent as JSON; absent: there is no body. */
  readonly body?: unknown;
}

/** `status` is absent while an exchange is under way, or when the connection was cut. */
export interface RecordedRequest {
  readonly method: string;
  /** It is path and query as sent. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  status?: number;
}

export interface Delivery {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** So many spaces come before the text. */
  readonly padding?: number;
  readonly sends: 'nothing' | 'half' | 'all';
  readonly then: 'end' | 'hang' | 'reset';
  /** It leaves without a content-length. */
  readonly isChunked?: boolean;
}

export interface Wire {
  /** Sends what there is to send, once, then ends, hangs or resets. */
  deliver(delivery: Delivery): void;
  /** Calls back when the client has left, at once if it has, unless the returned function was called. */
  whenLeft(callback: () => void): () => void;
}

/** A socket carries an exchange, or this process's memory. */
export interface Carrier extends Omit<Wire, 'deliver'> {
  /** `onSent` is called when the whole of an answer has been sent. */
  deliver(delivery: Delivery, onSent: () => void): void;
}

/** Decides whether an exchange goes wrong. Returns true when it has answered (or cut) the exchange itself. */
export interface FaultInjector {
  intercept(
    request: SandboxRequest,
    wire: Wire,
    /** Asks the handler; with `instead` it is asked that, not what was sent. */
    answer: (instead?: SandboxRequest) => Promise<SandboxResponse>,
  ): Promise<boolean>;
}

export interface ExchangeOptions {
  readonly handle: (request: SandboxRequest) => Promise<SandboxResponse>;
  readonly faults?: FaultInjector;
}

/** The body of this request has been read. */
export type Arrival = Omit<RecordedRequest, 'status'>;

export interface Exchanges {
  /** They are in order of arrival. */
  readonly requests: readonly RecordedRequest[];
  /** Answers a request. A handler that throws is answered with 500 and the message: a defect of the sandbox. */
  receive(arrival: Arrival, carrier: Carrier): Promise<void>;
}

/** Prepares to answer with a handler. */
export function createExchanges({ handle, faults }: ExchangeOptions): Exchanges {
  const requests: RecordedRequest[] = [];
  return {
    requests,
    receive: async (arrival, carrier) => {
      const record: RecordedRequest = { ...arrival };
      requests.push(record);
      const wire: Wire = {
        deliver: (delivery) => {
          carrier.deliver(delivery, () => {
            record.status = delivery.status;
          });
        },
        whenLeft: (callback) => carrier.whenLeft(callback),
      };
      const request = toRequest(arrival);
      const answer = (instead = request): Promise<SandboxResponse> => handle(instead);
      try {
        if (await faults?.intercept(request, wire, answer)) return;
        wire.deliver(toDelivery(await answer()));
      } catch (error) {
        const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
        wire.deliver(toDelivery({ status: 500, body: { message: `sandbox defect: ${message}` } }));
      }
    },
  };
}

function toRequest({ method, url: target, headers, body }: Arrival): SandboxRequest {
  // It is joined as text: `//host` at the start of a target is a path here, never another host.
  const url = new URL(`http://sandbox.invalid${target}`);
  return { method, path: url.pathname, query: url.searchParams, headers, body };
}

export function toDelivery({ status, headers, body }: SandboxResponse): Delivery {
  if (body === undefined) return toTextDelivery(status, headers ?? {}, '');
  const type = { 'content-type': 'application/json; charset=utf-8' };
  return toTextDelivery(status, { ...type, ...headers }, JSON.stringify(body));
}

/** The text of this answer need not be JSON. */
export function toTextDelivery(status: number, headers: Delivery['headers'], text: string): Delivery {
  return { status, headers, text, sends: 'all', then: 'end' };
}

/** So much of a body leaves at once. */
const CHUNK_BYTES = 65_536;
const SPACES = Buffer.alloc(CHUNK_BYTES, ' ');

/** Gives the bytes of a body in pieces, and the headers that say how many there are in all. */
export function toBytes({ text, padding = 0, sends, isChunked }: Delivery): {
  readonly chunks: readonly Uint8Array[];
  readonly length: Readonly<Record<string, string>>;
} {
  const own = Buffer.from(text);
  const sent = sends === 'half' ? own.subarray(0, Math.ceil(own.byteLength / 2)) : own;
  return {
    // The same spaces again and again: millions of them are no memory.
    chunks: [
      ...Array.from({ length: Math.floor(padding / CHUNK_BYTES) }, () => SPACES),
      ...chunksOf(Buffer.concat([SPACES.subarray(0, padding % CHUNK_BYTES), sent])),
    ],
    length: isChunked ? {} : { 'content-length': String(padding + own.byteLength) },
  };
}

function chunksOf(bytes: Uint8Array): readonly Uint8Array[] {
  const count = Math.ceil(bytes.byteLength / CHUNK_BYTES);
  return Array.from({ length: count }, (_, at) => bytes.subarray(at * CHUNK_BYTES, (at + 1) * CHUNK_BYTES));
}
