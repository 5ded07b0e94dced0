// The proof that dist/ is what src/ builds to, byte by byte.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildInto, listFiles, ROOT } from './build.ts';

const fresh = mkdtempSync(join(tmpdir(), 'scan-gate-dist-'));
try {
  await buildInto(fresh);
  const different = compare(join(ROOT, 'dist'), fresh);
  for (const line of different) console.error(line);
  if (different.length > 0) {
    console.error('dist/ is not what src/ builds to: run "npm run bundle" and commit the result.');
    process.exitCode = 1;
  } else {
    console.log('dist/ is what src/ builds to.');
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  rmSync(fresh, { recursive: true, force: true });
}

/** One line for each file that differs or is in only one directory; empty if both are equal. */
function compare(committed: string, built: string): readonly string[] {
  const names = new Set([...listFiles(committed), ...listFiles(built)]);
  return [...names].sort().flatMap((name) => {
    const [left, right] = [read(join(committed, name)), read(join(built, name))];
    if (left === undefined) return [`dist/${name} is missing`];
    if (right === undefined) return [`dist/${name} is not built by anything`];
    return left.equals(right) ? [] : [`dist/${name} differs`];
  });
}

function read(path: string): Buffer | undefined {
  return existsSync(path) ? readFileSync(path) : undefined;
}
