// The rules for dependencies: a reason for each, and a lock file that pins every package by its checksum.
import { readdirSync, readFileSync } from 'node:fs';
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

/** What build, demo and tests need; what the demo alone needs; what only other checks need. */
const manifests = ['package.json', 'sandbox/package.json', 'scripts/checks/package.json'] as const;
const [manifest, ofSandbox, ofChecks] = manifests.map((path) => JSON.parse(read(path)) as Partial<Manifest>);
const listed = [manifest, ofSandbox, ofChecks].flatMap((each) =>
  [each?.dependencies, each?.devDependencies, each?.optionalDependencies].flatMap((group) =>
    Object.entries(group ?? {}),
  ),
);
const dependencies: Versions = Object.fromEntries(listed);
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

  it.each([
    ['', manifest],
    ['sandbox', ofSandbox],
    ['scripts/checks', ofChecks],
  ])('is of the package.json in "%s"', (path, given) => {
    const groups = ['dependencies', 'devDependencies', 'optionalDependencies'] as const;
    expect(packages[path]).toMatchObject(
      Object.fromEntries(groups.flatMap((name) => (given?.[name] ? [[name, given[name]]] : []))),
    );
  });

  it('names no registry', () => {
    expect(read('package-lock.json')).not.toMatch(/"resolved": "https?:/u);
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
  it('names few packages, and leaves to the manifest of the checks what only they need', () => {
    expect(Object.keys(manifest?.devDependencies ?? {}).length).toBeLessThanOrEqual(22);
    const ofOthers = new Set([manifest, ofSandbox].flatMap((each) => Object.keys(each?.devDependencies ?? {})));
    expect(Object.keys(ofChecks?.devDependencies ?? {}).filter((name) => ofOthers.has(name))).toEqual([]);
  });

  it('has no package for checks that no check names', () => {
    const texts = ['scripts', '__tests__']
      .flatMap((folder) =>
        readdirSync(new URL(`../../${folder}`, import.meta.url), { recursive: true, encoding: 'utf8' }).map(
          (path) => `${folder}/${path}`,
        ),
      )
      .filter((path) => /\.(?:ts|mjs)$/u.test(path) && !path.includes('node_modules'))
      .concat('package.json')
      .map(read)
      // Stryker looks for the one itself, oxlint for the other.
      .concat('@stryker-mutator/jest-runner', 'oxlint-tsgolint');
    const isNamed = (name: string): boolean => texts.some((text) => text.includes(name));
    expect(Object.keys(ofChecks?.devDependencies ?? {}).filter((name) => !isNamed(name))).toEqual([]);
    expect(isNamed(['no-such', 'package'].join('-'))).toBe(false);
  });

  it('pins every dependency to one version, the same in each manifest', () => {
    expect(listed.filter(([name, version]) => dependencies[name] !== version)).toEqual([]);
    expect(
      Object.values(dependencies).filter((version) => !/^(\d+\.\d+\.\d+(-[\w.]+)?|file:vendor\/\S+)$/.test(version)),
    ).toEqual([]);
  });

  it('has Node 24 for every platform that sandbox/runner/node24.mjs names', () => {
    expect(Object.keys(ofSandbox?.optionalDependencies ?? {}).sort()).toEqual([...NODE_PACKAGES].sort());
  });

  it('lets no package run a script of its own when it is installed', () => {
    for (const each of [manifest, ofSandbox, ofChecks]) expect(each).not.toHaveProperty('allowScripts');
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
