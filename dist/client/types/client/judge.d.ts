import type { Endpoint } from './endpoints.js';
import type { Outcome } from './exchange.js';
import { ServiceError } from './service-error.js';
/** What a judgement needs to know besides the outcome. */
export interface Circumstances {
    readonly baseUrl: string;
    readonly tries: number;
    readonly timeoutMs: number;
    readonly maxBodyBytes: number;
    readonly nowMs: number;
    readonly scrub: (text: string) => string;
}
/** What became of a request. */
export type Judgement<T> = {
    readonly kind: 'value';
    readonly value: T;
} | {
    readonly kind: 'failure';
    readonly error: ServiceError;
    readonly again: boolean;
};
/** Names an endpoint as errors and documents do: `GET /public/v1/bugs/{bug_id}`. */
export declare function toEndpointName({ method, path, }: Pick<Endpoint<unknown>, 'method' | 'path'>): string;
/** Judges how an exchange ended. Never throws. */
export declare function judge<T>(endpoint: Endpoint<T>, outcome: Outcome, circumstances: Circumstances): Judgement<T>;
