// Owns the rule that no dependency is without a reason, and that the lock file holds what package.json asks for.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';

type Versions = Readonly<Record<string, string>>;
interface Manifest {
  readonly dependencies: Versions;
  readonly devDependencies: Versions;
}

const manifest = JSON.parse(read('package.json')) as Manifest;
const reasons = readReasons(read('docs/decisions/0001-dependencies.md'));

describe('docs/decisions/0001-dependencies.md', () => {
  it('gives each dependency one reason, and nothing else', () => {
    const names = [...Object.keys(manifest.dependencies), ...Object.keys(manifest.devDependencies)];
    expect(reasons.map(({ name }) => name).sort()).toEqual(names.sort());
  });

  it('leaves no reason empty', () => {
    expect(reasons.filter(({ reason }) => reason.length < 10)).toEqual([]);
  });
});

describe('package-lock.json', () => {
  it('is of this package.json', () => {
    const lock = JSON.parse(read('package-lock.json')) as { packages: Record<string, Manifest> };
    expect(lock.packages['']).toMatchObject({
      dependencies: manifest.dependencies,
      devDependencies: manifest.devDependencies,
    });
  });
});

describe('package.json', () => {
  it('pins every dependency to one version', () => {
    const versions = Object.values({ ...manifest.dependencies, ...manifest.devDependencies });
    expect(
      versions.filter((version) => !/^(\d+\.\d+\.\d+(-[\w.]+)?|file:vendor\/\S+)$/.test(version)),
    ).toEqual([]);
  });
});

function read(path: string): string {
  return readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
}

/** The rows `| \`name\` | reason |` of all tables in the document. */
function readReasons(text: string): readonly { readonly name: string; readonly reason: string }[] {
  return [...text.matchAll(/^\| `([^`]+)` +\| (.*?) *\|$/gm)].map(([, name = '', reason = '']) => ({
    name,
    reason,
  }));
}
