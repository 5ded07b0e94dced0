// The bill of materials: the packages whose code is in dist/, as CycloneDX 1.5. Works without dependencies, and
// the same commit gives the same bytes. `npm sbom --omit dev` is not used: it drops a package that the bundle shares with
// a tool, and names others that are in no bundle.
// usage: node scripts/sbom.ts > sbom.cdx.json
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** `packages` in package-lock.json has more fields than these, which are read here. */
export interface LockEntry {
  readonly version?: string;
  readonly integrity?: string;
  readonly license?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

export interface SbomSources {
  readonly name: string;
  readonly version: string;
  /** `packages` of package-lock.json. */
  readonly packages: Readonly<Record<string, LockEntry>>;
  /** The text of dist/licenses.txt, which the build writes. */
  readonly licenses: string;
}

interface Component {
  readonly type: 'library';
  readonly 'bom-ref': string;
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly licenses: readonly { readonly license: { readonly id: string } }[];
  readonly hashes: readonly { readonly alg: 'SHA-512'; readonly content: string }[];
}

interface Dependency {
  readonly ref: string;
  readonly dependsOn: readonly string[];
}

/** CycloneDX allows more fields than these, which this project writes. */
export interface Sbom {
  readonly bomFormat: 'CycloneDX';
  readonly specVersion: '1.5';
  readonly serialNumber: string;
  readonly version: 1;
  readonly metadata: { readonly component: Readonly<Record<string, string>> };
  readonly components: readonly Component[];
  readonly dependencies: readonly Dependency[];
}

/** Makes the bill. Throws for a bundled package that the lock file does not have. */
export function makeSbom({ name, version, packages, licenses }: SbomSources): Sbom {
  const found = parseLicenses(licenses).map((bundled) => findInLock(packages, bundled));
  const components = found.map(toComponent);
  const own = `${name}@${version}`;
  const root = { name, version, entry: packages[''] ?? {} };
  const dependencies = [root, ...found].map((each) => toDependency(each, found));
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    serialNumber: toSerialNumber(JSON.stringify([own, components, dependencies])),
    version: 1,
    metadata: { component: { type: 'application', 'bom-ref': own, name, version } },
    components,
    dependencies,
  };
}

interface Named {
  readonly name: string;
  readonly version: string;
}
interface Locked extends Named {
  readonly entry: LockEntry;
}

/** Name and version of every package in dist/licenses.txt. */
export function parseLicenses(text: string): readonly Named[] {
  return [...text.matchAll(/^={80}\n(\S+) (\S+)\n={80}$/gm)].map(([, name = '', version = '']) => ({
    name,
    version,
  }));
}

function findInLock(packages: SbomSources['packages'], { name, version }: Named): Locked {
  const entry = Object.entries(packages).find(
    ([path, { version: locked }]) => path.endsWith(`node_modules/${name}`) && locked === version,
  )?.[1];
  if (entry === undefined) throw new Error(`package-lock.json has no ${name} ${version}`);
  return { name, version, entry };
}

function toComponent({ name, version, entry }: Locked): Component {
  const [algorithm, digest = ''] = (entry.integrity ?? '').split('-');
  if (algorithm !== 'sha512' || entry.license === undefined) {
    throw new Error(`package-lock.json has no SHA-512 or no licence for ${name} ${version}`);
  }
  return {
    type: 'library',
    'bom-ref': `${name}@${version}`,
    name,
    version,
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    licenses: [{ license: { id: entry.license } }],
    hashes: [{ alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') }],
  };
}

/** Finds which of `bundled` a package asks for: the bundles have only one copy of each. */
function toDependency({ name, version, entry }: Locked, bundled: readonly Named[]): Dependency {
  const asked = Object.keys(entry.dependencies ?? {});
  const dependsOn = bundled.filter((each) => asked.includes(each.name));
  return {
    ref: `${name}@${version}`,
    dependsOn: dependsOn.map((each) => `${each.name}@${each.version}`),
  };
}

/** A UUID of version 8, whose bits are free to choose: here a hash of the content. */
function toSerialNumber(content: string): string {
  const hex = createHash('sha256').update(content).digest('hex');
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`];
  return `urn:uuid:${[...parts, hex.slice(20, 32)].join('-')}`;
}

const ROOT = join(import.meta.dirname, '..');

export function readSources(): SbomSources {
  const { name, version } = JSON.parse(read('package.json')) as Named;
  const { packages } = JSON.parse(read('package-lock.json')) as Pick<SbomSources, 'packages'>;
  return { name, version, packages, licenses: read('dist/licenses.txt') };
}

function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

if (import.meta.main) console.log(JSON.stringify(makeSbom(readSources()), null, 2));
