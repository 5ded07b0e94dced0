// The rules of docs/architecture.md that a machine can hold: imports, homes of third parties, nothing on import, names, parameters.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '../jest.ts';
import ts from 'typescript';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const BELOW_RUNNER = ['service', 'github', 'report', 'client', 'inputs', 'net', 'domain'];
const BELOW_ACTIONS = ['runner', ...BELOW_RUNNER];

/** What each module may import besides itself. `entry` is an index.ts, `dependencies` src/dependencies.ts. */
const MODULES: Readonly<Record<string, readonly string[]>> = {
  domain: [],
  net: ['domain'],
  inputs: ['net', 'domain'],
  client: ['net', 'domain'],
  service: ['client', 'net', 'domain'],
  report: ['domain'],
  github: ['report', 'net', 'domain'],
  runner: BELOW_RUNNER,
  gate: BELOW_ACTIONS,
  review: BELOW_ACTIONS,
  rules: BELOW_ACTIONS,
  watch: BELOW_ACTIONS,
  doctor: BELOW_ACTIONS,
  dependencies: BELOW_ACTIONS,
  entry: ['dependencies', 'gate', 'review', 'rules', 'watch', 'doctor', 'runner'],
};

/** The modules that import a package or a part of Node: no other may, and each of them does. */
const THIRD_PARTIES: Readonly<Record<string, readonly string[]>> = {
  '@actions/core': ['runner'],
  '@actions/github': ['dependencies'],
  '@octokit/rest': ['github'],
  'node:crypto': ['runner'],
  'node:fs': ['runner'],
  'node:path': ['runner'],
  'node:timers': ['runner'],
  'p-limit': ['net'],
  picomatch: ['domain'],
  undici: ['net'],
  valibot: ['client', 'github', 'report'],
};

/** The verbs of functions that compute, and so are never async. */
const COMPUTES = /^(?:parse|read|decide|select|render|to|is)(?=[A-Z]|$)/;

interface Source {
  /** Relative to the repository, with slashes. */
  readonly path: string;
  readonly text: string;
}

/** What a file does that a rule forbids, in one line each. */
type Rule = (file: Source) => readonly string[];

const importsUp: Rule = (file) => {
  const known = [moduleOf(file.path), ...(MODULES[moduleOf(file.path)] ?? [])];
  return relativeImportsOf(file).filter((target) => !known.includes(moduleOf(target)));
};

const actsOnImport: Rule = (file) =>
  moduleOf(file.path) === 'entry'
    ? []
    : toTree(file)
        .statements.filter((statement) => !isDeclaration(statement))
        .map((statement) => statement.getText());

const misnamed: Rule = (file) =>
  functionsOf(file)
    .filter(isAsync)
    .map(nameOf)
    .filter((name) => COMPUTES.test(name));

const crowded: Rule = (file) =>
  functionsOf(file)
    .filter(({ parameters }) => parameters.length > 3)
    .map((node) => `${nameOf(node)}: ${node.parameters.length}`);

const RULES = {
  'imports run one way': importsUp,
  'nothing happens on import but in entry points': actsOnImport,
  'a name that computes is not of an async function': misnamed,
  'at most three parameters': crowded,
};

const sources = readFolder('src');

describe('src/', () => {
  it.each(Object.entries(RULES))('%s', (_, rule) => {
    const found = sources.flatMap((file) => rule(file).map((fault) => `${file.path}: ${fault}`));
    expect(found).toEqual([]);
  });

  it('has every file in a module that the rules name', () => {
    const strays = sources.filter(({ path }) => !Object.hasOwn(MODULES, moduleOf(path)));
    expect(strays.map(({ path }) => path)).toEqual([]);
  });

  it('imports a third party in its homes alone', () => {
    const homes = sources.flatMap((file) =>
      packagesOf(file).map((name) => `${name} in ${moduleOf(file.path)}`),
    );
    const expected = Object.entries(THIRD_PARTIES).flatMap(([name, modules]) =>
      modules.map((module) => `${name} in ${module}`),
    );
    expect(expected).toContain('node:fs in runner');
    expect([...new Set(homes)].sort()).toEqual(expected.sort());
  });

  it('does not know the sandbox, nor the sandbox it', () => {
    const imports = (folder: string): readonly string[] =>
      readFolder(folder).flatMap(relativeImportsOf);
    expect(imports('src').filter((target) => target.startsWith('sandbox/'))).toEqual([]);
    expect(imports('sandbox').filter((target) => target.startsWith('src/'))).toEqual([]);
  });
});

describe('the rules see what they forbid', () => {
  it.each<[Rule, string, string]>([
    [importsUp, 'domain', "import { b } from '../report/b.ts';"],
    [importsUp, 'gate', "export { b } from '../review/b.ts';"],
    [importsUp, 'client', "import type { B } from '../report/b.ts';"],
    [importsUp, 'client', "type B = import('../report/b.ts').B;"],
    [importsUp, 'runner', "export const b = () => import('../gate/b.ts');"],
    [importsUp, 'gate', "import '../index.ts';"],
    [actsOnImport, 'gate', 'start();'],
    [actsOnImport, 'gate', 'if (a) b();'],
    [actsOnImport, 'gate', 'let count = 0;'],
    [actsOnImport, 'gate', 'const key = process.env.KEY;'],
    [actsOnImport, 'gate', 'const b = await a;'],
    [misnamed, 'gate', 'async function readA() {}'],
    [misnamed, 'gate', 'function toA(): Promise<void> {}'],
    [misnamed, 'gate', 'async function* selectA() {}'],
    [misnamed, 'gate', 'const isA = async () => 1;'],
    [misnamed, 'gate', 'const a = { parse: async () => 1 };'],
    [misnamed, 'gate', 'class A { async decideA() {} }'],
    [misnamed, 'gate', 'interface A { read(b: string): Promise<string>; }'],
    [misnamed, 'gate', 'interface A { readonly readB: (() => Promise<string>) | null; }'],
    [crowded, 'gate', 'function a(b: 1, c: 1, d: 1, e: 1) {}'],
    [crowded, 'gate', 'const a = (b, c, d, e) => 1;'],
    [crowded, 'gate', 'interface A { b(c: 1, d: 1, e: 1, f: 1): void }'],
  ])('%p in %s: %s', (rule, module, text) => {
    expect(rule({ path: `src/${module}/a.ts`, text })).toHaveLength(1);
  });

  it.each<[Rule, string]>([
    [importsUp, "import { b } from '../domain/b.ts';"],
    [actsOnImport, 'const a = new Set([1]);'],
    [actsOnImport, 'const f = () => process.env;'],
    [misnamed, 'async function findA() {}'],
    [misnamed, 'const total = async () => 1;'],
    [misnamed, 'async function issue() {}'],
    [misnamed, 'function toA(): () => Promise<void> {}'],
    [misnamed, 'const isA = list.map(async () => 1);'],
    [crowded, 'function a(b: 1, c: 1, d: 1) {}'],
  ])('%p allows: %s', (rule, text) => {
    expect(rule({ path: 'src/gate/a.ts', text })).toEqual([]);
  });
});

function readFolder(folder: string): readonly Source[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => ({
      path: `${folder}/${name.split(sep).join('/')}`,
      text: readFileSync(join(ROOT, folder, name), 'utf8'),
    }));
}

function moduleOf(path: string): string {
  if (/^src\/(?:[^/]+\/)?index\.ts$/.test(path) && path !== 'src/client/index.ts') return 'entry';
  return /^src\/([^/]+?)(?:\.ts|\/)/.exec(path)?.[1] ?? path;
}

/** Static, dynamic and re-exporting imports, of types as well. */
function importsOf({ text }: Source): readonly string[] {
  return ts.preProcessFile(text).importedFiles.map(({ fileName }) => fileName);
}

function relativeImportsOf(file: Source): readonly string[] {
  return importsOf(file)
    .filter((name) => name.startsWith('.'))
    .map((name) => posix.join(dirname(file.path), name));
}

/** Packages and parts of Node, these by their first name: `node:fs/promises` is `node:fs`. */
function packagesOf(file: Source): readonly string[] {
  return importsOf(file)
    .filter((name) => !name.startsWith('.'))
    .map((name) => name.replace(/^(node:[^/]+).*/, '$1'));
}

function toTree({ path, text }: Source): ts.SourceFile {
  return ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
}

function isDeclaration(node: ts.Statement): boolean {
  if (ts.isVariableStatement(node)) {
    return (node.declarationList.flags & ts.NodeFlags.Const) !== 0 && !isAct(node);
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

/** Whether a value waits for something or reads the process, apart from what its functions do later. */
function isAct(node: ts.Node): boolean {
  if (ts.isFunctionLike(node)) return false;
  if (ts.isAwaitExpression(node)) return true;
  if (ts.isIdentifier(node) && node.text === 'process') return true;
  return ts.forEachChild(node, isAct) ?? false;
}

function functionsOf(file: Source): readonly ts.SignatureDeclaration[] {
  const found: ts.SignatureDeclaration[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node)) found.push(node);
    ts.forEachChild(node, visit);
  };
  visit(toTree(file));
  return found;
}

/** By its keyword, or by the type that it says it returns. */
function isAsync(node: ts.SignatureDeclaration): boolean {
  const modifiers = ts.canHaveModifiers(node) ? (ts.getModifiers(node) ?? []) : [];
  return (
    /^(?:Promise|AsyncGenerator|AsyncIterable)\b/.test(node.type?.getText() ?? '') ||
    modifiers.some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword)
  );
}

/** Its own name, or that of the variable or property that it is the value or type of; else empty. */
function nameOf(node: ts.SignatureDeclaration): string {
  if (node.name !== undefined) return node.name.getText();
  const owner = toOwner(node.parent);
  const isNamed =
    ts.isVariableDeclaration(owner) ||
    ts.isPropertyAssignment(owner) ||
    ts.isPropertySignature(owner) ||
    ts.isParameter(owner);
  return isNamed ? owner.name.getText() : '';
}

function toOwner(node: ts.Node): ts.Node {
  const isWrapping = ts.isParenthesizedTypeNode(node) || ts.isUnionTypeNode(node);
  return isWrapping ? toOwner(node.parent) : node;
}
