// The body of an answer: read up to a size limit, parsed, and redacted.
import type { FetchResponse, ReadableBody, ResponseBody } from './fetch.ts';
import type { Redactor } from './redact.ts';

/** A redacted body; `text` if it is not JSON, or empty. */
export type Body =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'too-large' };

interface BodyOptions {
  /** After decompression. */
  readonly maxBytes: number;
  readonly redactor: Redactor;
}

/** Reads a body as UTF-8; more than `maxBytes` stop it, which closes the connection. Throws what the connection throws. */
export async function fetchBody(response: FetchResponse, { maxBytes, redactor }: BodyOptions): Promise<Body> {
  const text = await fetchText(response, maxBytes);
  return text === null ? { kind: 'too-large' } : parseBody(text, redactor);
}

export async function discardBody({ body }: FetchResponse): Promise<void> {
  if (body === null) return;
  if (Symbol.asyncIterator in body) await body[Symbol.asyncIterator]().return?.();
  else await body.getReader().cancel();
}

function chunksOf(body: ResponseBody): AsyncIterable<Uint8Array> {
  return Symbol.asyncIterator in body ? body : fetchChunks(body);
}

async function* fetchChunks(body: ReadableBody): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = body.getReader();
  let isDone = false;
  try {
    while (!isDone) {
      const { done, value } = await reader.read();
      isDone = done;
      if (value !== undefined) yield value;
    }
  } finally {
    if (!isDone) await reader.cancel();
  }
}

/** Most answers fit into so many bytes. The room for a larger one doubles each time. */
const FIRST_ROOM = 2 ** 16;

/** Reads into one growing buffer: a list of pieces takes twice the memory. Null if it is too large. */
async function fetchText(response: FetchResponse, maxBytes: number): Promise<string | null> {
  const announced = Number(response.headers.get('content-length') ?? 0);
  if (announced > maxBytes) {
    await discardBody(response);
    return null;
  }
  let bytes = new Uint8Array(announced > 0 ? Math.min(announced, FIRST_ROOM) : FIRST_ROOM);
  let length = 0;
  for await (const chunk of response.body === null ? [] : chunksOf(response.body)) {
    const start = length;
    length += chunk.byteLength;
    if (length > maxBytes) return null;
    if (length > bytes.length) {
      const larger = new Uint8Array(Math.max(length, bytes.length * 2));
      larger.set(bytes);
      bytes = larger;
    }
    bytes.set(chunk, start);
  }
  return new TextDecoder().decode(bytes.subarray(0, length));
}

function parseBody(text: string, redactor: Redactor): Body {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The error's message would quote the text, which may contain parts of a secret.
    return { kind: 'text', text: redactor.text(text) };
  }
  // After parsing, because escapes in the JSON text could hide a secret.
  return { kind: 'json', value: redactor.value(value) };
}

/** These words stand for a page, which is never quoted. */
export const HTML_PAGE = 'an HTML page';
const XML_PAGE = 'an XML document';
/** These words stand for a text that is never quoted either. */
export const PLAIN_TEXT = 'a text that is not JSON';

/** Something on the way answered in place of a service that answers in JSON. */
export function isForeign(detail: string | undefined): boolean {
  return detail === HTML_PAGE || detail === XML_PAGE || detail === PLAIN_TEXT;
}

/** Names the page of a server or firewall on the way by its looks, or its content type if that is known; null: it is no page. */
export function findPage(text: string, type = ''): string | null {
  const page = text.trimStart();
  if (page === '') return null;
  if (page === XML_PAGE) return XML_PAGE;
  if (page === HTML_PAGE || /html/i.test(type) || /<(?:html|body)\b/i.test(page)) return HTML_PAGE;
  if (/xml/i.test(type) || /^<\?xml\b/i.test(page)) return XML_PAGE;
  return /^<[!?a-z]/i.test(page) ? HTML_PAGE : null;
}
