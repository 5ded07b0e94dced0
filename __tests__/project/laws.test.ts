// Laws 1 to 4 and 9 of docs/architecture.md: which room may import which, where third parties live, that
// nothing happens on import, that a name says whether it acts, and that functions take three arguments.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const BELOW_ACTIONS = [
  'runner',
  'service',
  'github',
  'report',
  'client',
  'inputs',
  'net',
  'domain',
];

/** What each module may import besides itself. `entry` is an index.ts, `dependencies` src/dependencies.ts. */
const MODULES: Readonly<Record<string, readonly string[]>> = {
  domain: [],
  net: ['domain'],
  inputs: ['net', 'domain'],
  client: ['net', 'domain'],
  service: ['client', 'net', 'domain'],
  report: ['domain'],
  github: ['report', 'net', 'domain'],
  runner: ['service', 'github', 'report', 'client', 'inputs', 'net', 'domain'],
  gate: BELOW_ACTIONS,
  review: BELOW_ACTIONS,
  rules: BELOW_ACTIONS,
  watch: BELOW_ACTIONS,
  dependencies: BELOW_ACTIONS,
  entry: ['dependencies', 'gate', 'review', 'rules', 'watch', 'runner'],
};

/** Where each third party, and each part of Node, may be imported. */
const THIRD_PARTIES: Readonly<Record<string, readonly string[]>> = {
  '@actions/core': ['runner'],
  '@actions/github': ['dependencies'],
  '@octokit/rest': ['github'],
  'node:crypto': ['runner'],
  'node:fs': ['runner'],
  'node:path': ['runner'],
  'node:timers': ['runner', 'net'],
  'p-limit': ['net'],
  picomatch: ['domain'],
  undici: ['net'],
  valibot: ['client', 'github'],
};

/** The verbs of functions that compute, and so are never async. */
const COMPUTES = /^(?:parse|read|decide|select|render|to|is)(?=[A-Z]|$)/;

interface SourceFile {
  /** Relative to the repository, with slashes. */
  readonly path: string;
  readonly tree: ts.SourceFile;
}

const sources = readTree('src');
const sandbox = readTree('sandbox');

describe('law 1: imports run one way', () => {
  it('every file of src/ is in a module', () => {
    expect(
      sources.filter(({ path }) => !(moduleOf(path) in MODULES)).map(({ path }) => path),
    ).toEqual([]);
  });

  it('no module imports one that it may not know', () => {
    expect(sources.flatMap(forbiddenOf)).toEqual([]);
  });

  it('the sandbox and src/ do not know each other', () => {
    const leavesOf = (folder: string) => (file: SourceFile) =>
      relativeImportsOf(file).filter((target) => target.startsWith(folder));
    expect(sandbox.flatMap(leavesOf('src/'))).toEqual([]);
    expect(sources.flatMap(leavesOf('sandbox/'))).toEqual([]);
  });
});

describe('law 2: a third party has one room', () => {
  it('no other module imports it', () => {
    expect(sources.flatMap(misplacedOf)).toEqual([]);
  });

  it('no room may import what it does not', () => {
    const used = new Set(
      sources.flatMap((file) =>
        packagesOf(file).map((name) => `${name} in ${moduleOf(file.path)}`),
      ),
    );
    const allowed = Object.entries(THIRD_PARTIES).flatMap(([name, rooms]) =>
      rooms.map((room) => `${name} in ${room}`),
    );
    expect(allowed.filter((pair) => !used.has(pair))).toEqual([]);
  });
});

describe('law 3: nothing happens on import', () => {
  it('only doors have a statement at the top that is not a declaration', () => {
    const offenders = sources.filter(({ path }) => moduleOf(path) !== 'entry').flatMap(activeOf);
    expect(offenders).toEqual([]);
  });
});

describe('law 4: a name says whether it computes or acts', () => {
  it('no function that is async is named like one that computes', () => {
    expect(sources.flatMap(misnamedOf)).toEqual([]);
  });
});

describe('law 9: functions take three arguments', () => {
  it('none takes more', () => {
    expect(sources.flatMap(crowdedOf)).toEqual([]);
  });
});

describe('the laws see what they forbid', () => {
  it.each([
    ['src/domain/a.ts', "import { b } from '../report/b.ts';"],
    ['src/gate/a.ts', "export { b } from '../review/b.ts';"],
    ['src/client/a.ts', "import type { B } from '../report/b.ts';"],
    ['src/runner/a.ts', "export const b = () => import('../gate/b.ts');"],
  ])('an import that runs up from %s: %s', (path, text) => {
    expect(forbiddenOf(parse(path, text))).toHaveLength(1);
  });

  it.each([
    ['src/gate/a.ts', "import { readFileSync } from 'node:fs';"],
    ['src/gate/a.ts', "import { readFile } from 'node:fs/promises';"],
    ['src/gate/a.ts', "import { exec } from 'node:child_process';"],
    ['src/client/a.ts', "import { fetch } from 'undici';"],
    ['src/gate/a.ts', "import lodash from 'lodash';"],
  ])('a third party in %s: %s', (path, text) => {
    expect(misplacedOf(parse(path, text))).toHaveLength(1);
  });

  it.each([
    'start();',
    'if (a) b();',
    'let count = 0;',
    'const key = process.env.KEY;',
    'await a;',
  ])('an act on import: %s', (text) => {
    expect(activeOf(parse('src/gate/a.ts', text))).toHaveLength(1);
  });

  it.each(['const a = new Set([1]);', 'const f = () => process.env;', 'interface A { b: 1 }'])(
    'and lets a declaration be: %s',
    (text) => {
      expect(activeOf(parse('src/gate/a.ts', text))).toEqual([]);
    },
  );

  it.each([
    'async function readA() {}',
    'function toA(): Promise<void> {}',
    'async function* selectA() {}',
    'const isA = async () => 1;',
    'const a = { parse: async () => 1 };',
    'const a = { async render() {} };',
    'class A { async decideA() {} }',
    'interface A { read(b: string): Promise<string>; }',
    'interface A { readonly readB: (() => Promise<string>) | null; }',
  ])('an act with a name that computes: %s', (text) => {
    expect(misnamedOf(parse('src/gate/a.ts', text))).toHaveLength(1);
  });

  it.each([
    'async function findA() {}',
    'const total = async () => 1;',
    'async function issue() {}',
    'function toA(): () => Promise<void> {}',
    'const isA = list.map(async () => 1);',
  ])('and lets an honest name be: %s', (text) => {
    expect(misnamedOf(parse('src/gate/a.ts', text))).toEqual([]);
  });

  it.each([
    'function a(b: 1, c: 1, d: 1, e: 1) {}',
    'const a = (b, c, d, e) => 1;',
    'interface A { b(c: 1, d: 1, e: 1, f: 1): void }',
  ])('a fourth argument: %s', (text) => {
    expect(crowdedOf(parse('src/gate/a.ts', text))).toHaveLength(1);
  });
});

function readTree(folder: string): readonly SourceFile[] {
  const directory = join(ROOT, folder);
  if (!existsSync(directory)) return [];
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(directory, name))
    .map((path) => parse(toSlashes(relative(ROOT, path)), readFileSync(path, 'utf8')));
}

function toSlashes(path: string): string {
  return path.split(sep).join('/');
}

function parse(path: string, text: string): SourceFile {
  return { path, tree: ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true) };
}

function moduleOf(path: string): string {
  if (/^src\/((review|rules|watch)\/)?index\.ts$/.test(path)) return 'entry';
  return /^src\/([^/]+?)(?:\.ts|\/)/.exec(path)?.[1] ?? path;
}

function forbiddenOf(file: SourceFile): readonly string[] {
  const module = moduleOf(file.path);
  const known = [module, ...(MODULES[module] ?? [])];
  return relativeImportsOf(file)
    .filter((target) => !known.includes(moduleOf(target)))
    .map((target) => `${file.path} imports ${target}`);
}

function misplacedOf(file: SourceFile): readonly string[] {
  return packagesOf(file)
    .filter((name) => !(THIRD_PARTIES[name] ?? []).includes(moduleOf(file.path)))
    .map((name) => `${file.path} imports ${name}`);
}

/** The third parties that a file imports, a part of Node by its first name: `node:fs/promises` is `node:fs`. */
function packagesOf(file: SourceFile): readonly string[] {
  return importsOf(file)
    .filter((name) => !name.startsWith('.'))
    .map((name) => name.replace(/^(node:[^/]+).*/, '$1'));
}

function relativeImportsOf(file: SourceFile): readonly string[] {
  return importsOf(file)
    .filter((name) => name.startsWith('.'))
    .map((name) => toTarget(file, name));
}

function toTarget({ path }: SourceFile, name: string): string {
  return toSlashes(join(dirname(path), name));
}

/** The specifier of every static, dynamic and re-exporting import. */
function importsOf({ tree }: SourceFile): readonly string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const specifier = specifierOf(node);
    if (specifier !== undefined && ts.isStringLiteralLike(specifier)) found.push(specifier.text);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

function specifierOf(node: ts.Node): ts.Node | undefined {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return node.moduleSpecifier;
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument))
    return node.argument.literal;
  const isDynamic =
    ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword;
  return isDynamic ? node.arguments[0] : undefined;
}

function activeOf({ path, tree }: SourceFile): readonly string[] {
  return tree.statements
    .filter((statement) => !isDeclaration(statement))
    .map((statement) => `${path}: ${statement.getText().split('\n')[0] ?? ''}`);
}

function isDeclaration(node: ts.Statement): boolean {
  if (ts.isVariableStatement(node)) {
    return (node.declarationList.flags & ts.NodeFlags.Const) !== 0 && !actsOnImport(node);
  }
  return (
    ts.isImportDeclaration(node) ||
    ts.isExportDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isFunctionDeclaration(node) ||
    ts.isClassDeclaration(node)
  );
}

/** Whether a value at the top waits for something or reads the process. What functions do later is their affair. */
function actsOnImport(node: ts.Node): boolean {
  if (ts.isFunctionLike(node)) return false;
  if (ts.isAwaitExpression(node)) return true;
  if (ts.isIdentifier(node) && node.text === 'process') return true;
  return ts.forEachChild(node, actsOnImport) ?? false;
}

function crowdedOf({ path, tree }: SourceFile): readonly string[] {
  return functionsOf(tree)
    .filter(({ parameters }) => parameters.length > 3)
    .map((node) => `${path}: ${nameOf(node)} takes ${node.parameters.length} arguments`);
}

function functionsOf(tree: ts.Node): readonly ts.SignatureDeclaration[] {
  const found: ts.SignatureDeclaration[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node)) found.push(node);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

function misnamedOf({ path, tree }: SourceFile): readonly string[] {
  return functionsOf(tree)
    .filter(isAsync)
    .map(nameOf)
    .filter((name) => COMPUTES.test(name))
    .map((name) => `${path}: ${name} is async`);
}

/** By its keyword, or by the type that it says it returns. */
function isAsync(node: ts.SignatureDeclaration): boolean {
  const { type } = node;
  const returns = type !== undefined && ts.isTypeReferenceNode(type) ? type.typeName.getText() : '';
  const modifiers = ts.canHaveModifiers(node) ? (ts.getModifiers(node) ?? []) : [];
  return (
    /^(?:Promise|AsyncGenerator|AsyncIterable)$/.test(returns) ||
    modifiers.some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword)
  );
}

/** Its own name, or that of the variable, property or parameter that it is the value or type of; else empty. */
function nameOf(node: ts.SignatureDeclaration): string {
  if (node.name !== undefined) return node.name.getText();
  const parent = toOwner(node.parent);
  const isNamed =
    ts.isVariableDeclaration(parent) ||
    ts.isPropertyAssignment(parent) ||
    ts.isPropertySignature(parent) ||
    ts.isParameter(parent);
  return isNamed ? parent.name.getText() : '';
}

/** What a type is of, where it stands in parentheses or is one of several. */
function toOwner(node: ts.Node): ts.Node {
  const isWrapping = ts.isParenthesizedTypeNode(node) || ts.isUnionTypeNode(node);
  return isWrapping ? toOwner(node.parent) : node;
}
