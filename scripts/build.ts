// Owns the way from src/ to dist/: tsc writes build/, ncc makes two files of it for each door and one for the library.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle, copiesIn, type Bundle } from './bundle.ts';
import { DOORS, filesOf, LIBRARY } from './doors.ts';
import { renderLicenses } from './licenses.ts';

/** The root of the repository, without a slash at the end. */
export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

/** Builds all doors into `directory`, which is emptied first; build/ is written anew on the way. */
export async function buildInto(directory: string): Promise<void> {
  process.chdir(ROOT);
  compile();
  rmSync(directory, { recursive: true, force: true });
  const bundles: Bundle[] = [];
  for (const files of [...DOORS.map(filesOf), [LIBRARY.index]]) {
    bundles.push(...(await bundleTogether(files, directory)));
  }
  writeTypes(directory);
  // Without it Node would read the bundles by the package.json of the repository, which may change.
  write(join(directory, 'package.json'), '{"type":"module"}\n');
  const packages = bundles.flatMap((each) => each.packages);
  write(join(directory, 'licenses.txt'), renderLicenses(packages));
}

/** Bundles files that one process loads. Throws when a package is in two of them. */
async function bundleTogether(
  files: readonly string[],
  directory: string,
): Promise<readonly Bundle[]> {
  const bundles: Bundle[] = [];
  for (const file of files) {
    const made = await bundle(ROOT, join(ROOT, 'build', `${file}.js`));
    write(join(directory, `${file}.js`), made.code);
    bundles.push(made);
  }
  const copies = copiesIn(bundles.flatMap(({ packages }) => packages));
  if (copies.length > 0) throw new Error(`${files.join(' and ')}:\n  ${copies.join('\n  ')}`);
  return bundles;
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
  const reached = new Set<string>([LIBRARY.index]);
  // A set that grows while it is walked: each file is visited once.
  for (const name of reached) {
    const source = readFileSync(join(ROOT, 'build', `${name}.d.ts`), 'utf8');
    // The compiler leaves the endings of imports in declarations as they are in the source.
    const text = source.replace(/(from ')(\.[^']+)\.ts'/g, (_, from: string, path: string) => {
      reached.add(posix.join(posix.dirname(name), path));
      return `${from}${path}.js'`;
    });
    write(join(directory, LIBRARY.room, 'types', `${name}.d.ts`), text);
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
