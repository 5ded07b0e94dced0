// The comparison of documents with the golden files, byte for byte.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { expect } from '../jest.ts';

const folder = new URL('../golden/', import.meta.url);

/** Compares with `__tests__/golden/<name>`; a file that is missing fails. `npm run golden` writes it instead. */
export function expectGolden(name: string, text: string): void {
  const file = new URL(name, folder);
  if (process.env['UPDATE_GOLDEN'] === '1') {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, text);
  }
  try {
    expect(text).toBe(readFileSync(file, 'utf8'));
  } catch (error) {
    if (error instanceof Error) error.message += '\n\nIf it reads as it should: npm run golden';
    throw error;
  }
}
