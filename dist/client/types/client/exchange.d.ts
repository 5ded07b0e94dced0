import { type Body } from './body.js';
import { type NetworkCause } from './network-cause.js';
import type { FetchLike } from '../net/fetch.js';
/** What one exchange is made of. */
export interface ExchangeRequest {
    readonly url: string;
    readonly method: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string | undefined;
    readonly fetch: FetchLike;
    /** For the whole exchange, body included. */
    readonly timeoutMs: number;
    readonly maxBodyBytes: number;
    /** Ends the exchange at once; its reason is thrown. */
    readonly signal: AbortSignal | undefined;
    readonly scrub: (text: string) => string;
}
/** A whole answer, as it came. */
export interface Answer {
    readonly kind: 'answer';
    readonly status: number;
    readonly retryAfter: string | null;
    readonly location: string | null;
    readonly contentType: string | null;
    readonly body: Body;
}
/** How an exchange ended. */
export type Outcome = Answer | {
    readonly kind: 'timeout';
} | {
    readonly kind: 'network';
    readonly cause: NetworkCause;
    readonly mayHaveArrived: boolean;
};
/** Sends one request and reads its answer. Throws only the reason of `signal`, as soon as that is aborted. */
export declare function fetchOutcome(request: ExchangeRequest): Promise<Outcome>;
/** Gives what the work gives, or rejects as soon as the signal is aborted: slow work does not hold up the caller. */
export declare function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T>;
