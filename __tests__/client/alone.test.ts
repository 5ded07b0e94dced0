import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';

const src = resolve(dirname(fileURLToPath(import.meta.url)), '../../src');
const files = [
  ...['client', 'net', 'secret'].flatMap((room) =>
    readdirSync(join(src, room)).map((name) => join(src, room, name)),
  ),
  // What it shares with the rest; these import nothing.
  join(src, 'domain', 'dismissal-reason.ts'),
  join(src, 'domain', 'identifiers.ts'),
];

describe('the client is usable alone', () => {
  test.each(files)('%s imports only its own rooms, p-limit, undici, valibot and node', (file) => {
    const imported = [...readFileSync(file, 'utf8').matchAll(/(?:from|import) '([^']+)'/g)].map(
      ([, name = '']) => (name.startsWith('.') ? resolve(dirname(file), name) : name),
    );
    const foreign = imported.filter(
      (name) => !/^(?:node:.*|p-limit|valibot|undici)$/.test(name) && !files.includes(name),
    );
    expect(foreign).toEqual([]);
    // One room for each third party.
    if (!file.endsWith('connections.ts')) expect(imported).not.toContain('undici');
  });
});
