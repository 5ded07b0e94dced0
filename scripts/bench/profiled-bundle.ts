// Owns a bundle of the gate that can tell where each of its functions comes from.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { join, relative, resolve } from 'node:path';
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
  const file = join(folder, 'index.js');
  mkdirSync(folder, { recursive: true });
  buildSync({
    entryPoints: [join(root, 'src', 'index.ts')],
    absWorkingDir: root,
    outfile: file,
    bundle: true,
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
  const map = new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')) as SourceMapPayload);
  return {
    actionFile: join(directory, 'action.yml'),
    findPlace: (line, column) => {
      const entry = map.findEntry(line, column);
      return 'originalSource' in entry ? toPlace(resolve(folder, entry.originalSource)) : LOADING;
    },
  };
}

/** `src/client/` for a room, the name for a package; of a scope all packages together. */
function toPlace(source: string): string {
  const segments = relative(root, source).split('/');
  const at = segments.lastIndexOf('node_modules');
  if (at !== -1) return segments[at + 1] ?? LOADING;
  const [top = LOADING, room = ''] = segments;
  return top === 'src' && !room.endsWith('.ts') ? `src/${room}/` : top;
}
