// The service's error body (ApiError), as much of it as can be read, cut to a safe length. Pure.
import { toShortLine } from '../net/network-cause.ts';
import type { Failure } from './failure.ts';

const MAX_MESSAGE_CHARS = 1_000;
const MAX_WORD_CHARS = 200;
const MAX_DETAILS_CHARS = 4_000;

/** The fields of an ApiError that could be read. */
export type ServiceFault = Pick<Failure, 'type' | 'detail' | 'requiredRole' | 'resource' | 'details'>;

/** Reads a parsed error body; omits fields that are missing or have the wrong type. Never throws. */
export function readServiceFault(body: unknown): ServiceFault {
  if (!isRecord(body)) return {};
  return {
    type: readText(body['type'], MAX_WORD_CHARS),
    detail: readText(body['message'], MAX_MESSAGE_CHARS),
    requiredRole: readText(body['requiredRole'], MAX_WORD_CHARS),
    resource: readText(body['resource'], MAX_WORD_CHARS),
    details: readDetails(body['details']),
  };
}

function readText(value: unknown, maxChars: number): string | undefined {
  if (typeof value !== 'string') return undefined;
  const line = toShortLine(value, maxChars);
  return line === '' ? undefined : line;
}

function readDetails(value: unknown): ServiceFault['details'] {
  if (!isRecord(value)) return undefined;
  return JSON.stringify(value).length > MAX_DETAILS_CHARS ? undefined : value;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
