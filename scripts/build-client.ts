// The client as a package of its own: one readable module, one file of types, and what npm wants beside them.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { generateDtsBundle } from 'dts-bundle-generator';
import { build } from 'esbuild';
import { format } from 'prettier';
import { type BundledPackage, packagesOf } from './bundle.ts';
import { renderLicenses } from './licenses.ts';

/** The name under which the client is installed. */
export const CLIENT_PACKAGE = 'scan-gate-client';

/** What the package is made of. */
export interface ClientPackage {
  /** From a name to a text. */
  readonly files: Readonly<Record<string, string>>;
  /** Third parties, sorted by name. */
  readonly packages: readonly BundledPackage[];
}

const ENTRY = 'src/client/index.ts';
/** As the compiler writes them; what they declare is checked already, so that nothing else has to be read. */
const TYPES = 'build/client/index.d.ts';

/**
 * Builds the package from the repository at `root`, where build/ has what the compiler wrote. Throws when esbuild warns,
 * or when code or types import anything, Node's own modules included.
 */
export async function buildClient(root: string): Promise<ClientPackage> {
  const { code, packages } = await bundleModule(root);
  const types = await bundleTypes(root);
  const faults = [...importsIn(code), ...importsIn(types)];
  if (faults.length > 0) throw new Error(`The client imports ${faults.join(', ')}`);
  const manifest = readFileSync(join(root, 'package.json'), 'utf8');
  const { version, license } = JSON.parse(manifest) as Record<'version' | 'license', string>;
  const readme = readFileSync(join(root, 'src/client/README.md'), 'utf8');
  const files = {
    'index.js': code,
    'index.d.ts': types,
    'package.json': renderManifest(version, license),
    'README.md': readme.replaceAll('{version}', version),
    LICENSE: readFileSync(join(root, 'LICENSE'), 'utf8'),
    'licenses.txt': renderLicenses(packages),
  };
  return { files, packages };
}

async function bundleModule(root: string): Promise<Bundled> {
  const { outputFiles, metafile, warnings } = await build({
    absWorkingDir: root,
    entryPoints: [ENTRY],
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    target: 'node20.3',
    // What is not ASCII is escaped, so that no invisible character can hide in it.
    charset: 'ascii',
    legalComments: 'none',
    logLevel: 'silent',
    metafile: true,
    write: false,
  });
  if (warnings.length > 0) throw new Error(warnings.map(({ text }) => text).join('\n'));
  const code = outputFiles.map(({ text }) => text).join('');
  const used = Object.values(metafile.outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).filter(([, { bytesInOutput }]) => bytesInOutput > 0),
  );
  return { code, packages: packagesOf(used.map(([file]) => resolve(root, file))) };
}

interface Bundled {
  readonly code: string;
  readonly packages: readonly BundledPackage[];
}

async function bundleTypes(root: string): Promise<string> {
  const [types = ''] = generateDtsBundle(
    [
      {
        filePath: join(root, TYPES),
        output: { noBanner: true, exportReferencedTypes: false, sortNodes: false },
      },
    ],
    { preferredConfigPath: join(root, 'tsconfig.client.json') },
  );
  const examples = readFileSync(join(root, 'examples/client/calls.ts'), 'utf8');
  return await format(`// The types of ${CLIENT_PACKAGE}.\n\n${addExamples(types, examples)}`, {
    parser: 'typescript',
    singleQuote: true,
    printWidth: 100,
  });
}

/** The interface that declares the methods of each group. */
const GROUPS: Readonly<Record<string, string>> = {
  'client.': 'ServiceClient',
  'client.user.': 'UserMethods',
  'client.repos.': 'RepoMethods',
  'client.scans.': 'ScanMethods',
  'client.bugs.': 'BugMethods',
  'client.rules.': 'RuleMethods',
  'client.rules.requests.': 'RuleRequestMethods',
};

/** Puts each line of the examples that calls a method into the comment above that method, once for each method. */
function addExamples(types: string, examples: string): string {
  let told = types;
  for (const line of examples.split('\n')) {
    const [, group = '', name = ''] = /\b(client\.(?:[a-z]+\.)*)(\w+)\(/.exec(line) ?? [];
    const member = new RegExp(`(interface ${GROUPS[group]} .*?/\\*\\*(?:(?!\\*/).)*?)\\s*\\*/(\\s+${name}[<(])`, 's');
    if (name === '') continue;
    if (!member.test(told)) throw new Error(`No method of the client for the example: ${line}`);
    told = told.replace(
      member,
      (_, above: string, below: string) => `${above}\n * @example ${line.trim()}\n */${below}`,
    );
  }
  return told;
}

function importsIn(text: string): readonly string[] {
  const imports = text.matchAll(/(?:\bfrom |\bimport ?\(?)["']([^"']+)["']/g);
  return [...imports].map(([, name = '']) => name);
}

function renderManifest(version: string, license: string): string {
  const manifest = {
    name: CLIENT_PACKAGE,
    version,
    description: 'The typed client of a bug findings service',
    license,
    repository: { type: 'git', url: 'git+https://github.com/scan-gate/scan-gate.git' },
    type: 'module',
    engines: { node: '>=20.3' },
    sideEffects: false,
    main: './index.js',
    types: './index.d.ts',
    exports: {
      '.': { types: './index.d.ts', default: './index.js' },
      './package.json': './package.json',
    },
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}
