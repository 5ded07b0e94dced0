// Owns the reading of a body within a limit of bytes.

import type { FetchResponse } from '../net/fetch.ts';

/** The text of a body, or that it is larger than allowed. */
export type Body =
  { readonly kind: 'text'; readonly text: string } | { readonly kind: 'too-large' };

/**
 * Reads a body as UTF-8, and stops reading (which cuts the connection) as soon as more than `maxBytes`
 * are announced or have come, counted after decompression. Throws what the connection throws.
 */
export async function fetchBody(response: FetchResponse, maxBytes: number): Promise<Body> {
  if (response.body === null) return { kind: 'text', text: '' };
  if (Number(response.headers.get('content-length') ?? 0) > maxBytes) {
    await discard(response.body);
    return { kind: 'too-large' };
  }
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of response.body) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) return { kind: 'too-large' };
    text += decoder.decode(chunk, { stream: true });
  }
  return { kind: 'text', text: text + decoder.decode() };
}

async function discard(body: AsyncIterable<Uint8Array>): Promise<void> {
  await body[Symbol.asyncIterator]().return?.();
}
