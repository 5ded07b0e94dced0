// Owns the reading of the service's error body (ApiError): scrubbed, capped, and never in the way of the status. Pure.

import { parseJson } from './decode.ts';
import { scrubValue } from '../secret/scrub-secret.ts';
import type { Failure } from './service-error.ts';

const MAX_MESSAGE_CHARS = 1_000;
const MAX_WORD_CHARS = 200;
const MAX_DETAILS_CHARS = 4_000;

/** The fields of an ApiError that could be read. */
export type ServiceFault = Pick<
  Failure,
  'type' | 'detail' | 'requiredRole' | 'resource' | 'details'
>;

/** Reads an error body; what is absent, mistyped or not JSON is left out. Never throws. */
export function readServiceFault(text: string, scrub: (text: string) => string): ServiceFault {
  const body = parseJson(text);
  if (!isRecord(body)) return {};
  const read = (field: string, maxChars: number): string | undefined =>
    readText(body[field], scrub, maxChars);
  return {
    type: read('type', MAX_WORD_CHARS),
    detail: read('message', MAX_MESSAGE_CHARS),
    requiredRole: read('requiredRole', MAX_WORD_CHARS),
    resource: read('resource', MAX_WORD_CHARS),
    details: readDetails(body['details'], scrub),
  };
}

/** Makes one short line of a text that others wrote: scrubbed first, so that no cut leaves half a key. */
export function toLine(text: string, scrub: (text: string) => string, maxChars: number): string {
  const line = scrub(text)
    .replace(/[\s\u0000-\u001f\u007f-\u009f]+/g, ' ')
    .trim();
  return line.length > maxChars ? `${line.slice(0, maxChars - 1)}…` : line;
}

function readText(
  value: unknown,
  scrub: (text: string) => string,
  maxChars: number,
): string | undefined {
  if (typeof value !== 'string') return undefined;
  const line = toLine(value, scrub, maxChars);
  return line === '' ? undefined : line;
}

function readDetails(value: unknown, scrub: (text: string) => string): ServiceFault['details'] {
  const scrubbed = scrubValue(value, scrub);
  if (!isRecord(scrubbed)) return undefined;
  return JSON.stringify(scrubbed).length > MAX_DETAILS_CHARS ? undefined : scrubbed;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
