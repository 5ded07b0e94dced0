// The rules for dependencies: a reason for each, and a lock file that pins every package by its checksum.
import { readFileSync } from 'node:fs';
import { NODE_PACKAGES } from '../../sandbox/runner/node24.mjs';
import { describe, expect, it } from '../jest.ts';

type Versions = Readonly<Record<string, string>>;
interface Manifest {
  readonly dependencies: Versions;
  readonly devDependencies: Versions;
  readonly optionalDependencies: Versions;
}
interface LockedPackage {
  readonly integrity?: string;
  readonly link?: boolean;
}

const manifest = JSON.parse(read('package.json')) as Manifest;
const dependencies: Versions = {
  ...manifest.dependencies,
  ...manifest.devDependencies,
  ...manifest.optionalDependencies,
};
const reasons = readReasons(read('docs/decisions/0001-dependencies.md'));

describe('docs/decisions/0001-dependencies.md', () => {
  it('gives each dependency one reason, and nothing else', () => {
    const names = Object.keys(dependencies).sort();
    expect(reasons.map(({ name }) => name).sort()).toEqual(names);
  });

  it('leaves no reason empty', () => {
    expect(reasons.filter(({ reason }) => reason.length < 10)).toEqual([]);
  });
});

describe('package-lock.json', () => {
  const { packages } = JSON.parse(read('package-lock.json')) as {
    readonly packages: Readonly<Record<string, LockedPackage>>;
  };

  it('is of this package.json', () => {
    const { dependencies, devDependencies, optionalDependencies } = manifest;
    expect(packages['']).toMatchObject({ dependencies, devDependencies, optionalDependencies });
  });

  it('has a checksum for every package from the registry', () => {
    const unchecked = Object.entries(packages)
      .filter(([path, { link }]) => path.includes('node_modules/') && link !== true)
      .filter(([, { integrity }]) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''))
      .map(([path]) => path);
    expect(unchecked).toEqual([]);
  });
});

describe('package.json', () => {
  it('pins every dependency to one version', () => {
    expect(
      Object.values(dependencies).filter((version) => !/^(\d+\.\d+\.\d+(-[\w.]+)?|file:vendor\/\S+)$/.test(version)),
    ).toEqual([]);
  });

  it('has Node 24 for every platform that sandbox/runner/node24.mjs names', () => {
    expect(Object.keys(manifest.optionalDependencies).sort()).toEqual([...NODE_PACKAGES].sort());
  });

  it('lets no package run a script of its own when it is installed', () => {
    expect(manifest).not.toHaveProperty('allowScripts');
    expect(read('.npmrc')).toMatch(/^ignore-scripts=true$/m);
  });
});

function read(path: string): string {
  return readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
}

/** The rows `| \`name\` | reason |` of all tables in the document. */
function readReasons(text: string): readonly { readonly name: string; readonly reason: string }[] {
  return [...text.matchAll(/^\| `([^`]+)` +\| (.*?) *\|$/gm)].map(([, name = '', reason = '']) => ({ name, reason }));
}
