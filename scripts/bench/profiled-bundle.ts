// Owns a bundle of the gate that can tell where each of its functions comes from.
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildSync } from 'esbuild';
import { LOADING, type FindPlace } from './cpu-profile.ts';

const root = join(import.meta.dirname, '..', '..');

export interface ProfiledBundle {
  readonly actionFile: string;
  readonly findPlace: FindPlace;
}

/** Builds it into a directory, minified like the one in dist/, so that it is loaded as quickly. */
export function buildProfiled(directory: string): ProfiledBundle {
  const folder = join(directory, 'dist');
  mkdirSync(folder, { recursive: true });
  buildSync({
    entryPoints: [join(root, 'src', 'index.ts')],
    absWorkingDir: root,
    outdir: folder,
    bundle: true,
    // What is loaded late is a file of its own, as it is in dist/.
    splitting: true,
    minify: true,
    sourcemap: 'external',
    platform: 'node',
    format: 'esm',
    // Packages in CommonJS ask for Node's modules by it.
    banner: {
      js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
    },
  });
  copyFileSync(join(root, 'action.yml'), join(directory, 'action.yml'));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  const maps = readMaps(folder);
  return {
    actionFile: join(directory, 'action.yml'),
    findPlace: (url, line, column) => {
      const entry = maps.get(url)?.findEntry(line, column);
      const isKnown = entry !== undefined && 'originalSource' in entry;
      return isKnown ? toPlace(resolve(folder, entry.originalSource)) : LOADING;
    },
  };
}

/** The source map of each file, by the address that a profile gives it. */
function readMaps(folder: string): ReadonlyMap<string, SourceMap> {
  const files = readdirSync(folder).filter((name) => name.endsWith('.js'));
  return new Map(
    files.map((name) => {
      const text = readFileSync(join(folder, `${name}.map`), 'utf8');
      const map = new SourceMap(JSON.parse(text) as SourceMapPayload);
      return [pathToFileURL(join(folder, name)).href, map];
    }),
  );
}

/** `src/client/` for a room, the name for a package; of a scope all packages together. */
function toPlace(source: string): string {
  const segments = relative(root, source).split('/');
  const at = segments.lastIndexOf('node_modules');
  if (at !== -1) return segments[at + 1] ?? LOADING;
  const [top = LOADING, room = ''] = segments;
  return top === 'src' && !room.endsWith('.ts') ? `src/${room}/` : top;
}
