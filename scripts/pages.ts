// Which of the project's pages people read to use it or to work on it.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

/** Relative to the repository, with slashes, sorted. The list of changes is none, nor are the decisions. */
export function listPages(): readonly string[] {
  const folders = readdirSync(root, { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== 'node_modules',
  );
  const below = folders.flatMap(({ name }) => readdirSync(join(root, name)).map((file) => `${name}/${file}`));
  return [...readdirSync(root), ...below].filter((path) => path.endsWith('.md') && path !== 'CHANGELOG.md').sort();
}
