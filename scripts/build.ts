// Owns the way from src/ to dist/: tsc writes build/, ncc makes one file of it for each door.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle, type Bundle } from './bundle.ts';
import { DOORS, LIBRARY } from './doors.ts';
import { renderLicenses } from './licenses.ts';

/** The root of the repository, without a slash at the end. */
export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

/** Builds all doors into `directory`, which is emptied first; build/ is written anew on the way. */
export async function buildInto(directory: string): Promise<void> {
  process.chdir(ROOT);
  compile();
  const bundles: Bundle[] = [];
  rmSync(directory, { recursive: true, force: true });
  for (const door of [...DOORS, LIBRARY.room]) {
    const made = await bundle(ROOT, join(ROOT, 'build', door, 'index.js'));
    write(join(directory, door, 'index.js'), made.code);
    bundles.push(made);
  }
  writeTypes(directory);
  // Without it Node would read the bundles by the package.json of the repository, which may change.
  write(join(directory, 'package.json'), '{"type":"module"}\n');
  const packages = bundles.flatMap((each) => each.packages);
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

/** The declarations of the library, as the compiler wrote them; its code is one file without them. */
function writeTypes(directory: string): void {
  for (const room of LIBRARY.rooms) {
    const from = join(ROOT, 'build', room);
    for (const name of readdirSync(from).filter((file) => file.endsWith('.d.ts'))) {
      // The compiler leaves the endings of imports in declarations as they are in the source.
      const text = readFileSync(join(from, name), 'utf8').replace(
        /(from ')(\.[^']+)\.ts'/g,
        "$1$2.js'",
      );
      write(join(directory, LIBRARY.room, 'types', room, name), text);
    }
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
