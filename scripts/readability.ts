// Prints how long the project's pages are and how easy to read, the hardest first.
// Usage: node scripts/readability.ts [page ...]
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listPages } from './pages.ts';
import { measureProse } from './prose.ts';

const root = join(import.meta.dirname, '..');

const named = process.argv.slice(2);
const rows = (named.length > 0 ? named : listPages())
  .map((path) => ({ path, ...measureProse(readFileSync(join(root, path), 'utf8')) }))
  .sort((a, b) => (a.readingEase ?? 0) - (b.readingEase ?? 0));
for (const { path, words, sentences, readingEase } of rows) {
  const length = sentences === 0 ? 0 : words / sentences;
  const figures = [(readingEase ?? 0).toFixed(1), String(words), length.toFixed(1)];
  console.log(`${figures.map((figure) => figure.padStart(6)).join(' ')}  ${path}`);
}
console.log('  ease  words  words in a sentence');
