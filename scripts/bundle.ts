// Bundling: ncc turns an entry of build/ into one module and names the packages in it, esbuild makes that small.
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, sep } from 'node:path';
import { transform } from 'esbuild';

/** A package whose code is in a bundle. */
export interface BundledPackage {
  readonly name: string;
  readonly version: string;
  /** Absolute, links resolved. */
  readonly directory: string;
}

export interface Bundle {
  readonly code: string;
  /** Third parties, sorted by name. */
  readonly packages: readonly BundledPackage[];
}

// ncc ships no types: these are the parts of its result that are used here.
interface NccModule {
  readonly resource?: string;
  readonly modules?: Iterable<NccModule>;
}
interface NccResult {
  readonly code: string;
  readonly assets: Readonly<Record<string, unknown>>;
  readonly stats: {
    readonly compilation: {
      readonly modules: Iterable<NccModule>;
      readonly warnings: readonly { readonly message: string }[];
    };
  };
}
type Ncc = (entry: string, options: Readonly<Record<string, unknown>>) => Promise<NccResult>;

/**
 * Bundles the module `entry` (absolute). Module numbers depend on paths relative to the working directory, so call
 * it from the root of the repository. Throws when ncc or esbuild warns, a module is unresolved, a second file is
 * emitted, or two copies of a package are bundled.
 */
export async function bundle(root: string, entry: string): Promise<Bundle> {
  const ncc = createRequire(import.meta.url)('@vercel/ncc') as Ncc;
  const { code: whole, assets, stats } = await ncc(entry, { cache: false, quiet: true });
  const { code, warnings } = await minify(whole);
  const files = [...resourcesOf(stats.compilation.modules)];
  const packages = packagesOf(files);
  const faults = [
    ...stats.compilation.warnings.map(({ message }) => `ncc warns: ${message}`),
    ...warnings.map((warning) => `esbuild warns: ${warning}`),
    ...files.filter(isNotFound).map((file) => `not found: ${file.replace(/^.*\?/, '')}`),
    ...Object.keys(assets)
      .filter((name) => name !== 'package.json')
      .map((name) => `a second file: ${name} (a dynamic import?)`),
    ...copiesIn(packages),
    ...textFaults(root, code),
  ];
  if (faults.length > 0) throw new Error(`${entry} cannot be bundled:\n  ${faults.join('\n  ')}`);
  return { code, packages };
}

/**
 * Makes a module small. Names of functions and classes stay, for the traces of defects. What is not ASCII is escaped:
 * Node loads such a file faster, as one byte per character, and no invisible character can hide in it.
 */
async function minify(module: string): Promise<{ readonly code: string; readonly warnings: readonly string[] }> {
  const { code, warnings } = await transform(module, {
    format: 'esm',
    target: 'node24',
    minify: true,
    keepNames: true,
    charset: 'ascii',
    // All terms are in licenses.txt.
    legalComments: 'none',
    logLevel: 'silent',
  });
  return { code, warnings: warnings.map(({ text }) => text) };
}

/** Files of all modules, those that webpack joined into one included. */
function* resourcesOf(modules: Iterable<NccModule>): Generator<string> {
  for (const module of modules) {
    if (module.modules) yield* resourcesOf(module.modules);
    else if (module.resource !== undefined) yield module.resource;
  }
}

const isNotFound = (file: string): boolean => file.includes('@@notfound.js');

const isThirdParty = (file: string): boolean => !isNotFound(file) && file.split(sep).includes('node_modules');

/** The packages that hold the files (absolute), those of this project aside; sorted by name, each once. */
export function packagesOf(files: readonly string[]): readonly BundledPackage[] {
  const packages = new Map<string, BundledPackage>();
  for (const file of files.filter(isThirdParty)) {
    const found = packageOf(dirname(file));
    packages.set(found.directory, found);
  }
  return [...packages.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The nearest package.json that has a name and a version: some packages have bare ones in folders. */
function packageOf(directory: string): BundledPackage {
  const path = join(directory, 'package.json');
  if (existsSync(path)) {
    const manifest = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
    const { name, version } = manifest;
    if (typeof name === 'string' && typeof version === 'string') return { name, version, directory };
  }
  const parent = dirname(directory);
  if (parent === directory) throw new Error(`no package holds ${directory}`);
  return packageOf(parent);
}

/** One line for each package that is there more than once. */
function copiesIn(packages: readonly BundledPackage[]): readonly string[] {
  const byName = Map.groupBy(packages, ({ name }) => name);
  return [...byName.entries()]
    .filter(([, copies]) => copies.length > 1)
    .map(([name, copies]) => {
      const places = copies.map(({ version, directory }) => `${version} in ${directory}`);
      return `${name} is bundled ${copies.length} times: ${places.join(', ')}`;
    });
}

/** Finds what would make the text differ between machines, or slow to load. */
function textFaults(root: string, code: string): readonly string[] {
  const faults: string[] = [];
  if (code.includes('webpackMissingModule')) faults.push('the code holds webpackMissingModule');
  // Webpack's layout before it is minified.
  if (code.includes('/***/')) faults.push('the code is not minified');
  for (const folder of ['build', 'node_modules']) {
    if (code.includes(join(root, folder))) faults.push(`the code holds the path ${join(root, folder)}`);
  }
  return faults;
}
