// The rule that the local GitHub answers every operation of its description, and breaks none of it in silence.
import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { HANDLERS } from '../../sandbox/github/handlers.ts';
import { loadContract } from '../../sandbox/github/openapi.ts';
import { unknownFields } from '../../sandbox/github/unknown-fields.ts';

const DESCRIPTION = readFileSync(
  new URL('../../sandbox/github/openapi.json', import.meta.url),
  'utf8',
);

test('every operation of the description has a handler, and no handler is left over', () => {
  const ids = [...DESCRIPTION.matchAll(/"operationId": "([^"]+)"/g)].map(([, id]) => id);
  expect(Object.keys(HANDLERS).sort()).toEqual(ids.sort());
});

test('the description holds no prose and no examples', () => {
  expect(DESCRIPTION).not.toMatch(/"examples?":/);
  expect(DESCRIPTION.match(/"description": "[^"]/g)).toBeNull();
});

test('an answer of our own that breaks the description is found', async () => {
  const contract = await loadContract();
  const matched = contract.match('GET', '/repos/acme/shop/pulls/7/files');
  if (matched === undefined) throw new Error('no such operation');
  expect(contract.responseFaults(matched, 200, [])).toEqual([]);
  expect(contract.responseFaults(matched, 200, [{ filename: 1 }])).not.toEqual([]);
});

test('unknown fields are found at any depth, also behind alternatives', () => {
  const schema = {
    anyOf: [{ properties: { a: {} } }],
    properties: { list: { items: { properties: { b: {} } } }, free: {} },
  };
  expect(unknownFields(schema, { a: 1, free: { x: 1 }, list: [{ b: 1 }, { c: 1 }] })).toEqual([
    '/body/list/1 has an unknown field: c',
  ]);
});
