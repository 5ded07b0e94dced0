// The comparison of documents with the golden files, byte for byte.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { expect } from '../jest.ts';

const folder = new URL('../golden/', import.meta.url);

/**
 * Compares with `__tests__/golden/<name>`; a file that is missing fails. `UPDATE_GOLDEN=1` writes it instead, and a
 * failure names the command that does, and what else shows the text.
 */
export function expectGolden(name: string, text: string): void {
  const file = new URL(name, folder);
  if (process.env['UPDATE_GOLDEN'] === '1') {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, text);
  }
  withTakeover(() => {
    expect(text).toBe(readFileSync(file, 'utf8'));
  });
}

/** Adds to a failure how to take the difference over. */
function withTakeover(compare: () => void): void {
  try {
    compare();
  } catch (error) {
    const test = relative(process.cwd(), expect.getState().testPath ?? '__tests__');
    if (error instanceof Error) {
      error.message += `\n\nTo take it over: UPDATE_GOLDEN=1 npm test -- ${test}
Transcripts show it, too: npm run bundle, then UPDATE_GOLDEN=1 npm test -- __tests__/e2e/transcripts`;
    }
    throw error;
  }
}
