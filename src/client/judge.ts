// Owns the judgement of an exchange: a value, or a failure and whether the request may be sent again. Pure.

import { decode } from './decode.ts';
import type { Endpoint } from './endpoints.ts';
import type { Answer, Outcome } from './exchange.ts';
import { readServiceFault, toLine } from './service-fault.ts';
import { ServiceError, type Failure } from './service-error.ts';
import { parseRetryAfterMs } from '../net/retry-timing.ts';

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
export type Judgement<T> =
  | { readonly kind: 'value'; readonly value: T }
  | { readonly kind: 'failure'; readonly error: ServiceError; readonly again: boolean };

type Fault = Omit<Failure, 'endpoint' | 'tries'>;

const TRANSIENT: readonly number[] = [408, 429, 500, 502, 503, 504];

/** Names an endpoint as errors and documents do: `GET /public/v1/bugs/{bug_id}`. */
export function toEndpointName({
  method,
  path,
}: Pick<Endpoint<unknown>, 'method' | 'path'>): string {
  return `${method} ${path}`;
}

/** Judges how an exchange ended. Never throws. */
export function judge<T>(
  endpoint: Endpoint<T>,
  outcome: Outcome,
  circumstances: Circumstances,
): Judgement<T> {
  const always = endpoint.repeat === 'always';
  const fail = (fault: Fault, again: boolean): Judgement<T> => ({
    kind: 'failure',
    error: new ServiceError({
      ...fault,
      endpoint: toEndpointName(endpoint),
      tries: circumstances.tries,
    }),
    again,
  });
  switch (outcome.kind) {
    case 'timeout':
      return fail(
        { kind: 'timeout', detail: `not finished within ${circumstances.timeoutMs / 1000} s` },
        always,
      );
    case 'network':
      return fail(
        { kind: 'network', cause: outcome.cause, detail: connectionDetail(outcome.cause) },
        always || !outcome.mayHaveArrived,
      );
    case 'answer': {
      const { status } = outcome;
      if (status < 200 || status >= 300) {
        return fail(readAnswerFault(outcome, circumstances), always && TRANSIENT.includes(status));
      }
      const decoded = decodeAnswer(endpoint, outcome, circumstances);
      if (decoded.kind === 'value') return decoded;
      return fail({ kind: 'decode', status, detail: decoded.fault }, false);
    }
  }
}

function connectionDetail({
  code,
  message,
}: {
  code: string | undefined;
  message: string;
}): string {
  return code === undefined || message.includes(code) ? message : `${message} (${code})`;
}

function decodeAnswer<T>(
  endpoint: Endpoint<T>,
  { body, contentType }: Answer,
  { maxBodyBytes, scrub }: Circumstances,
): ReturnType<typeof decode<T>> {
  if (body.kind === 'too-large') {
    return { kind: 'fault', fault: `a body of more than ${maxBodyBytes} bytes` };
  }
  const decoded = decode(body.text, endpoint.schema, scrub);
  if (decoded.kind === 'value') return decoded;
  const type = /json/i.test(contentType ?? '') ? '' : ` (${contentType ?? 'no content type'})`;
  return { kind: 'fault', fault: toLine(decoded.fault + type, scrub, 500) };
}

function readAnswerFault(answer: Answer, { baseUrl, scrub, nowMs }: Circumstances): Fault {
  const { status, body, retryAfter } = answer;
  const fault = {
    kind: 'api',
    status,
    retryAfterMs: parseRetryAfterMs(retryAfter, nowMs),
  } as const;
  if (status >= 300 && status < 400) {
    return { ...fault, detail: toLine(redirectDetail(answer.location, baseUrl), scrub, 300) };
  }
  if (body.kind === 'too-large') return { ...fault, detail: 'with a body that is too large' };
  return { ...fault, ...readServiceFault(body.text, scrub) };
}

// The origin alone: path and query of a redirect may carry anything.
function redirectDetail(location: string | null, baseUrl: string): string {
  const target = location === null ? null : URL.parse(location, `${baseUrl}/`);
  return target === null ? 'a redirect' : `a redirect to ${target.origin}`;
}
