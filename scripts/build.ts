// The build: tsc turns src/ into build/, that becomes one small file for each action; the client is a package of its own.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ACTIONS, CLIENT, entryOf } from './actions.ts';
import { buildClient } from './build-client.ts';
import { bundle, type BundledPackage } from './bundle.ts';
import { renderLicenses } from './licenses.ts';

/** The root of the repository, without a slash at the end. */
export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

/** Every job that uses an action downloads and parses its bundle. */
const MAX_BUNDLE_BYTES = 985_000;

/**
 * Builds everything into `directory`; build/ is rewritten on the way. Throws when a bundle is larger than
 * `MAX_BUNDLE_BYTES`.
 */
export async function buildInto(directory: string): Promise<void> {
  process.chdir(ROOT);
  compile();
  const packages: BundledPackage[] = [];
  for (const entry of ACTIONS.map(entryOf)) {
    const made = await bundle(ROOT, join(ROOT, 'build', `${entry}.js`));
    checkSize(`dist/${entry}.js`, made.code);
    write(join(directory, `${entry}.js`), made.code);
    packages.push(...made.packages);
  }
  const client = await buildClient(ROOT);
  for (const [name, text] of Object.entries(client.files)) write(join(directory, CLIENT, name), text);
  packages.push(...client.packages);
  // If it were missing, Node would read the bundles by the package.json of the repository, which may change.
  write(join(directory, 'package.json'), '{"type":"module"}\n');
  write(join(directory, 'licenses.txt'), renderLicenses(packages));
}

/** Types are not checked here: `npm run lint` does, in less time. */
function compile(): void {
  rmSync(join(ROOT, 'build'), { recursive: true, force: true });
  const tsc = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
  const { status } = spawnSync(process.execPath, [tsc, '-p', 'tsconfig.build.json', '--noCheck'], {
    cwd: ROOT,
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error('src/ cannot be compiled, see above');
}

function checkSize(file: string, code: string): void {
  const bytes = Buffer.byteLength(code);
  if (bytes <= MAX_BUNDLE_BYTES) return;
  throw new Error(`${file} would have ${bytes} bytes, more than the limit of ${MAX_BUNDLE_BYTES}.`);
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** Replaces dist/ file by file when all of them are built, so that what runs meanwhile finds either the old or the new. */
async function replaceDist(): Promise<void> {
  const [dist, aside] = [join(ROOT, 'dist'), join(ROOT, 'build', 'dist')];
  await buildInto(aside);
  const files = listFiles(aside);
  for (const file of files) {
    mkdirSync(dirname(join(dist, file)), { recursive: true });
    renameSync(join(aside, file), join(dist, file));
  }
  for (const file of listFiles(dist)) if (!files.includes(file)) rmSync(join(dist, file));
}

/** Every file in a folder, relative to it; none if there is no such folder. */
export function listFiles(directory: string): readonly string[] {
  if (!existsSync(directory)) return [];
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)));
}

if (import.meta.main) {
  try {
    await replaceDist();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
