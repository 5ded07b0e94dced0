// The build: tsc turns src/ into build/, ncc turns that into one file for each action and one for the library.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ACTIONS, entryOf, LIBRARY } from './actions.ts';
import { bundle } from './bundle.ts';
import { renderLicenses } from './licenses.ts';

/** The root of the repository, without a slash at the end. */
export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

/** Builds everything into `directory`, which is emptied first; build/ is rewritten on the way. */
export async function buildInto(directory: string): Promise<void> {
  process.chdir(ROOT);
  compile();
  rmSync(directory, { recursive: true, force: true });
  const packages = [];
  for (const entry of [...ACTIONS.map(entryOf), entryOf(LIBRARY)]) {
    const made = await bundle(ROOT, join(ROOT, 'build', `${entry}.js`));
    write(join(directory, `${entry}.js`), made.code);
    packages.push(...made.packages);
  }
  writeTypes(directory);
  // Without it Node would read the bundles by the package.json of the repository, which may change.
  write(join(directory, 'package.json'), '{"type":"module"}\n');
  write(join(directory, 'licenses.txt'), renderLicenses(packages));
}

function compile(): void {
  rmSync(join(ROOT, 'build'), { recursive: true, force: true });
  const tsc = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
  const { status } = spawnSync(process.execPath, [tsc, '-p', 'tsconfig.build.json'], {
    cwd: ROOT,
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error('the types do not check, see above');
}

/** The declarations of the library, as the compiler wrote them: those that its index reaches. */
function writeTypes(directory: string): void {
  const reached = new Set<string>([entryOf(LIBRARY)]);
  // A set that grows while it is walked: each file is visited once.
  for (const name of reached) {
    const source = readFileSync(join(ROOT, 'build', `${name}.d.ts`), 'utf8');
    // The compiler leaves the endings of imports in declarations as they are in the source.
    const text = source.replace(/(from ')(\.[^']+)\.ts'/g, (_, from: string, path: string) => {
      reached.add(posix.join(posix.dirname(name), path));
      return `${from}${path}.js'`;
    });
    write(join(directory, LIBRARY, 'types', `${name}.d.ts`), text);
  }
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

if (import.meta.main) {
  try {
    await buildInto(join(ROOT, 'dist'));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
