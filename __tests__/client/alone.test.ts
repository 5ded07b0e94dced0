// The client works by itself, on Node 20.3 and elsewhere: what it imports, and what that may use of the platform.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '../jest.ts';

const src = resolve(dirname(fileURLToPath(import.meta.url)), '../../src');

/** Every file that the client loads or takes types from, and each package or part of Node. */
function importsOf(entry: string): { files: Set<string>; packages: Set<string> } {
  const files = new Set([entry]);
  const packages = new Set<string>();
  for (const file of files) {
    for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(/(?:from |import\()'([^']+)'/g)) {
      if (name.startsWith('.')) files.add(resolve(dirname(file), name));
      else packages.add(name);
    }
  }
  return { files, packages };
}

const { files, packages } = importsOf(resolve(src, 'client/index.ts'));

test('it imports client, net and judgement, p-limit and valibot, and never the connections of undici', () => {
  const folders = [...files].map((file) => dirname(relative(src, file)));
  expect([...new Set(folders)].sort()).toEqual(['client', 'judgement', 'net']);
  expect([...packages].sort()).toEqual(['p-limit', 'valibot']);
  expect(files).not.toContain(resolve(src, 'net/connections.ts'));
  expect(existsSync(resolve(src, 'net/connections.ts'))).toBe(true);
});

// What came with Node 21 or later, and what only Node has.
test.each([
  'Buffer.',
  'setImmediate(',
  'process.env',
  'process.nextTick',
  'Promise.withResolvers',
  'Promise.try',
  'URL.parse',
  'Map.groupBy',
  'Object.groupBy',
  'Array.fromAsync',
  'import.meta.dirname',
  '.union(',
  '.intersection(',
  '.difference(',
  '.isSubsetOf(',
])('it uses no %s', (name) => {
  const users = [...files].filter((file) => readFileSync(file, 'utf8').includes(name));
  expect(users).toEqual([]);
});
