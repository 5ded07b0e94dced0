// The body of an answer, whatever it says of its length: one that is compressed announces fewer bytes than are read.
import { fetchBody } from '../../src/net/body.ts';
import { createRedactor } from '../../src/net/redact.ts';
import { expect, test } from '../jest.ts';

const text = 'ä'.repeat(50_000);
const options = { maxBytes: 200_000, redactor: createRedactor([]) };

test.each<[string, string | null]>([
  ['nothing', null],
  ['its length', '100000'],
  ['a tenth of it', '10000'],
  ['one byte', '1'],
  ['more than there is', '150000'],
  ['zero', '0'],
  ['what is no number', 'long'],
])('is read whole where it announces %s', async (_, announced) => {
  const headers = announced === null ? {} : { 'content-length': announced };
  // In five pieces, each of which has a character that the next one ends.
  const bytes = new TextEncoder().encode(text);
  const pieces = ReadableStream.from([0, 1, 2, 3, 4].map((at) => bytes.subarray(at * 20_001, (at + 1) * 20_001)));
  const response = new Response(pieces, { headers });
  expect(await fetchBody(response, options)).toEqual({ kind: 'text', text });
});

test('is not read where it announces more than may be read', async () => {
  const response = new Response(text, { headers: { 'content-length': '200001' } });
  expect(await fetchBody(response, options)).toEqual({ kind: 'too-large' });
});
