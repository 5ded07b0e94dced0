// What the lint finds, and what it lets pass beside that.

/** A finding, where `#` is any name, and a module's text. */
export type Sample = readonly [code: string, path: string, text: string];

/** From a rule that others wrote to texts in which it finds something: where an option of the rule decides, with one for it. */
const COMMON: Readonly<Record<string, readonly string[]>> = {
  'eslint/eqeqeq': [
    'export const a = (x: unknown): boolean => x == 1;',
    'export const a = (x: unknown): boolean => x != null;',
  ],
  'eslint/no-array-constructor': [
    'export const a: unknown[] = new Array(1, 2);',
    'export const a: unknown[] = Array();',
  ],
  'eslint/no-console': ["console.log('a'); export {};"],
  'eslint/no-empty-function': ['export const f = (): void => {};', 'export class A { a(): void {} }'],
  'eslint/no-unused-expressions': [
    'declare const a: { readonly b: number }; a.b; export {};',
    'declare const a: boolean, f: () => void; a && f(); export {};',
    'declare const a: boolean, f: () => void; a ? f() : undefined; export {};',
  ],
  'eslint/no-unused-vars': [
    'const a = 1; export {};',
    'const _a = 1; export {};',
    'export const f = (_a: number): number => 1;',
    'export const f = (): number => { try { return 1; } catch (error) { return 2; } };',
    "import { readFileSync } from 'node:fs';\nexport {};",
    "import type { Stats } from 'node:fs';\nexport {};",
    'type A = number; export {};',
    'export const f = ([_a, b]: readonly [number, number]): number => b;',
    'export const f = ({ a, ...rest }: { a: number; b: number }): unknown => rest;',
    'export const f = (): void => { let a = 1; a = 2; };',
    'function f(): void { f(); } export {};',
  ],
  'eslint/no-useless-constructor': [
    'export class A { constructor() {} }',
    'class B { constructor(readonly_: number) { void readonly_; } } export class A extends B { constructor(a: number) { super(a); } }',
  ],
  'eslint/no-var': ['export var a = 1;'],
  'eslint/prefer-const': [
    'let a = 1; export const b = a;',
    'export const f = (x: readonly number[]): number => { let [a, b] = x; b = 1; return (a ?? 0) + b; };',
  ],
  'eslint/prefer-rest-params': ['export function f(): unknown { return arguments; }'],
  'eslint/prefer-spread': [
    'const f = (...a: number[]): number[] => a; export const g = (a: number[]): unknown => f.apply(undefined, a);',
  ],
  'import/no-duplicates': [
    "import { readFileSync } from 'node:fs';\nimport { writeFileSync } from 'node:fs';\nexport const a = [readFileSync, writeFileSync];",
    "import { readFileSync } from 'node:fs';\nimport type { Stats } from 'node:fs';\nexport const a = (s: Stats): unknown => [readFileSync, s];",
  ],
  'typescript/adjacent-overload-signatures': ['export interface A { a(): void; b(): void; a(x: number): void; }'],
  'typescript/array-type': ['export type A = Array<string>;', 'export type A = ReadonlyArray<string>;'],
  'typescript/await-thenable': [
    'export const f = async (a: number): Promise<void> => { await a; };',
    'export const f = async (a: number[]): Promise<void> => { for await (const x of a) void x; };',
  ],
  'typescript/ban-ts-comment': [
    '// @ts-ignore because of this long reason\nexport const a = 1;',
    '// @ts-expect-error\nexport const a: string = 1;',
    '// @ts-expect-error short\nexport const a: string = 1;',
    '// @ts-nocheck\nexport const a = 1;',
  ],
  'typescript/ban-tslint-comment': ['// tslint:disable-next-line\nexport const a = 1;'],
  'typescript/class-literal-property-style': ["export class A { get a(): string { return 'a'; } }"],
  'typescript/consistent-generic-constructors': ['export const a: Map<string, number> = new Map();'],
  'typescript/consistent-indexed-object-style': [
    'export interface A { [key: string]: number; }',
    'export type A = { readonly [key: string]: number };',
  ],
  'typescript/consistent-type-assertions': ['declare const b: unknown; export const a = <string>b;'],
  'typescript/consistent-type-definitions': ['export type A = { readonly a: number };'],
  'typescript/consistent-type-imports': [
    "import { Stats } from 'node:fs';\nexport type A = Stats;",
    "export type A = import('node:fs').Stats;",
  ],
  'typescript/dot-notation': ["export const f = (a: { readonly b: number }): number => a['b'];"],
  'typescript/explicit-module-boundary-types': [
    'export function f() { return 1; }',
    'export const f = (a: number) => a;',
    'export class A { a() { return 1; } }',
    'export const f = (a): number => 1;',
  ],
  'typescript/no-array-delete': ['export const f = (a: number[]): void => { delete a[0]; };'],
  'typescript/no-base-to-string': [
    'export const f = (a: object): string => String(a);',
    'export const f = (a: { readonly b: 1 }): string => `${a}`;',
    "export const f = (a: readonly object[]): string => a.join('');",
  ],
  'typescript/no-confusing-non-null-assertion': ['declare const a: number | undefined; export const b = a! == 1;'],
  'typescript/no-confusing-void-expression': [
    'declare const g: () => void; export const f = (): void => g();',
    'declare const g: () => void; export const f = (): void => { const a = g(); void a; };',
    'declare const g: () => void; export const f = (): void => { return g(); };',
  ],
  'typescript/no-deprecated': [
    '/** @deprecated use b */\nconst a = 1;\nexport const c = a;',
    "import { parse } from 'node:url';\nexport const a = parse('x');",
  ],
  'typescript/no-duplicate-enum-values': ['export enum A { b = 1, c = 1, }'],
  'typescript/no-duplicate-type-constituents': ["export type A = 'a' | 'a';"],
  'typescript/no-dynamic-delete': [
    'export const f = (a: Record<string, number>, b: string): void => { delete a[b]; };',
  ],
  'typescript/no-empty-object-type': [
    'export type A = {};',
    'export interface A {}',
    'interface B { readonly b: 1 } export interface A extends B {}',
  ],
  'typescript/no-explicit-any': ['export type A = any;', 'export const f = (...a: any[]): unknown => a;'],
  'typescript/no-extra-non-null-assertion': [
    'declare const a: { readonly b: number } | undefined; export const b = a!!.b;',
  ],
  'typescript/no-extraneous-class': ['export class A { static readonly b = 1; }', 'export class A {}'],
  'typescript/no-floating-promises': [
    'declare const f: () => Promise<void>; f(); export {};',
    'declare const f: () => Promise<void>; export const g = (): void => { [1].map(f); f().then(() => 1); };',
  ],
  'typescript/no-for-in-array': ['export const f = (a: number[]): void => { for (const x in a) void x; };'],
  'typescript/no-generated-empty-object-type': [
    "export type A = Omit<{ a: 1 }, 'a'>;",
    'export type A = Pick<{ a: 1 }, never>;',
  ],
  'typescript/no-implied-eval': ["setTimeout('a()', 1); export {};", "export const f = new Function('return 1');"],
  'typescript/no-inferrable-types': [
    'export const f = (a: number = 1): number => a;',
    'const a: string = "a"; export const b = [a];',
  ],
  'typescript/no-invalid-void-type': ['export type A = void | string;', 'export const f = (a: void): unknown => a;'],
  'typescript/no-meaningless-void-operator': ['declare const g: () => void; void g(); export {};'],
  'typescript/no-misused-new': ['export interface A { new (): A; }', 'export declare class A { new(): A; }'],
  'typescript/no-misused-promises': [
    'declare const f: () => Promise<boolean>; export const g = (): number => (f() ? 1 : 2);',
    'declare const f: () => Promise<void>; [1].forEach(async () => { await f(); }); export {};',
    'export const a: { readonly f: () => void } = { f: async () => { await Promise.resolve(); } };',
  ],
  'typescript/no-misused-spread': [
    'declare const p: Promise<number>; export const a = { ...p };',
    "export const a = [...'abc'];",
    'declare const m: Map<string, number>; export const a = { ...m };',
    'export const f = (a: readonly number[]): object => ({ ...a });',
  ],
  'typescript/no-mixed-enums': ["export enum A { b = 1, c = 'c', }"],
  'typescript/no-namespace': ['export namespace A { export type B = 1; }'],
  'typescript/no-non-null-asserted-nullish-coalescing': [
    'export const f = (a: { readonly b?: number }): number => a.b! ?? 1;',
  ],
  'typescript/no-non-null-asserted-optional-chain': [
    'declare const a: { readonly b: number } | undefined; export const b = a?.b!;',
  ],
  'typescript/no-non-null-assertion': ['declare const a: number | undefined; export const b = a!;'],
  'typescript/no-redundant-type-constituents': [
    'export type A = string | unknown;',
    "export type A = string | 'a';",
    'export type A = never | string;',
  ],
  'typescript/no-require-imports': [
    "import fs = require('node:fs');\nexport const a = fs;",
    "export const a = require('node:fs') as unknown;",
  ],
  'typescript/no-this-alias': ['export class A { b = 1; f(): number { const self = this; return self.b; } }'],
  'typescript/no-unnecessary-boolean-literal-compare': ['export const f = (a: boolean): boolean => a === true;'],
  'typescript/no-unnecessary-condition': [
    'export const f = (a: { readonly b: number }): number => a?.b;',
    'export const f = (a: object): number => (a ? 1 : 2);',
    'export const f = (a: string): string => a ?? 1;',
    'export const f = (): void => { while (1 === 1) break; };',
    "export const f = (a: 'b'): boolean => a === 'b';",
    'export const f = (a: readonly object[]): unknown => a.filter((x) => x);',
  ],
  'typescript/no-unnecessary-template-expression': [
    "export const a = `${'b'}`;",
    'declare const c: string;\nexport const a = `${c}`;',
    "export const a = (x: number): string => `a${'b'}${x}`;",
  ],
  'typescript/no-unnecessary-type-arguments': [
    'declare const f: <T = string>(a?: T) => T; export const a = f<string>();',
    "const f = <T = string>(a: T): T => a; export const b = f<string>('a');",
  ],
  'typescript/no-unnecessary-type-assertion': [
    'declare const a: string; export const b = a as string;',
    'declare const a: string; export const b = a!;',
  ],
  'typescript/no-unnecessary-type-constraint': ['export const f = <T extends unknown>(a: T): T[] => [a, a];'],
  'typescript/no-unnecessary-type-conversion': [
    'export const f = (a: string): string => String(a);',
    'export const f = (a: boolean): boolean => !!a;',
    'export const f = (a: number): number => Number(a);',
    'export const f = (a: string): string => a.toString();',
    "export const f = (a: string): string => a + '';",
  ],
  'typescript/no-unnecessary-type-parameters': [
    'export const f = <T>(a: T): void => { void a; };',
    'export const f = <T>(): T => JSON.parse("1") as T;',
  ],
  'typescript/no-unsafe-argument': [
    'declare const a: any; declare const f: (b: string) => void; f(a); export {};',
    "declare const f: (b: string) => void; f(JSON.parse('1')); export {};",
  ],
  'typescript/no-unsafe-assignment': ["const a = JSON.parse('1'); export const b = [a];"],
  'typescript/no-unsafe-call': [
    'declare const a: any; a(); export {};',
    'export const f = (a: Function): void => { a(); };',
  ],
  'typescript/no-unsafe-declaration-merging': ['export interface A { readonly b: number; } export class A { c = 1; }'],
  'typescript/no-unsafe-enum-assignment': [
    'enum A { b = 1, } export const a: A = 1 as number;',
    'enum A { b = 1, } export const f = (a: number): A => a;',
    'enum A { b = 1, } export let a: A = A.b; a = 1;',
  ],
  'typescript/no-unsafe-enum-comparison': ['enum A { b = 1, } export const f = (a: A): boolean => a === 1;'],
  'typescript/no-unsafe-function-type': ['export type A = Function;'],
  'typescript/no-unsafe-member-access': ['declare const a: any; export const b: unknown = a.b;'],
  'typescript/no-unsafe-return': [
    "export const f = (): string => JSON.parse('1');",
    'declare const a: any; export function f(): number { return a; }',
  ],
  'typescript/no-unsafe-unary-minus': ['export const f = (a: string): number => -a;'],
  'typescript/no-useless-default-assignment': [
    'export const f = ({ a = 1 }: { readonly a: number }): number => a;',
    '[1].map((a = 2) => a); export {};',
  ],
  'typescript/no-wrapper-object-types': ['export type A = String;', 'export type A = Object;'],
  'typescript/non-nullable-type-assertion-style': [
    'declare const a: string | undefined; export const b = a as string;',
  ],
  'typescript/only-throw-error': [
    "export const f = (): void => { throw 'a'; };",
    'export const f = (a: { readonly b: 1 }): void => { throw a; };',
  ],
  'typescript/prefer-as-const': ["export const a = 'b' as 'b';", "export const a: 'b' = 'b';"],
  'typescript/prefer-find': [
    'export const f = (a: readonly number[]): unknown => a.filter((x) => x > 1)[0];',
    'export const f = (a: readonly number[]): unknown => a.filter((x) => x > 1).at(0);',
  ],
  'typescript/prefer-for-of': [
    'export const f = (a: readonly number[]): void => { for (let i = 0; i < a.length; i += 1) void a[i]; };',
    'export const f = (a: readonly number[]): void => { for (let i = 0; i < a.length; i++) void a[i]; };',
  ],
  'typescript/prefer-function-type': ['export interface A { (b: number): void; }'],
  'typescript/prefer-includes': [
    "export const f = (a: string): boolean => a.indexOf('b') !== -1;",
    'export const f = (a: string): boolean => /b/.test(a);',
  ],
  'typescript/prefer-literal-enum-member': ['const b = 1; export enum A { c = b, }'],
  'typescript/prefer-namespace-keyword': ['declare module A { export type B = 1; } export type C = A.B;'],
  'typescript/prefer-nullish-coalescing': [
    'export const f = (a: object | undefined): object => a || {};',
    'export const f = (a: object | undefined): object => (a === undefined ? {} : a);',
    'export const f = (a: string | undefined): string => a || "b";',
    'export const f = (b: object | undefined): object => { let a = b; if (a === undefined) { a = {}; } return a; };',
  ],
  'typescript/prefer-optional-chain': [
    'export const f = (a: { readonly b: number } | undefined): unknown => a && a.b;',
    'export const f = (a: { readonly b: number } | undefined): boolean => a !== undefined && a.b === 1;',
    'export const f = (a: { readonly b?: { c: 1 } } | undefined): unknown => a !== undefined && a.b !== undefined && a.b.c;',
    'export const f = (a: { readonly b: number } | undefined): boolean => a === undefined || a.b !== 1;',
  ],
  'typescript/prefer-promise-reject-errors': [
    "export const f = (): Promise<never> => Promise.reject('a');",
    "export const a = new Promise((_, reject) => { reject('a'); });",
    'export const f = (): Promise<never> => Promise.reject();',
  ],
  'typescript/prefer-readonly': [
    'export class A { private b = 1; f(): number { return this.b; } }',
    'export class A { #b = 1; f(): number { return this.#b; } }',
  ],
  'typescript/prefer-reduce-type-parameter': [
    'export const f = (a: readonly number[]): unknown => a.reduce((b, c) => b.concat(c), [] as number[]);',
  ],
  'typescript/prefer-regexp-exec': ['export const f = (a: string): unknown => a.match(/b/);'],
  'typescript/prefer-return-this-type': ['export class A { a = 1; f(): A { return this; } }'],
  'typescript/prefer-string-starts-ends-with': [
    "export const f = (a: string): boolean => a[0] === 'b';",
    "export const f = (a: string): boolean => a.indexOf('b') === 0;",
    'export const f = (a: string): boolean => /^b/.test(a);',
    "export const f = (a: string): boolean => a.slice(0, 3) === 'bcd';",
  ],
  'typescript/related-getter-setter-pairs': [
    'export class A { get a(): string { return String(Math.random()); } set a(b: number) { void b; } }',
  ],
  'typescript/require-await': [
    'export const f = async (): Promise<number> => 1;',
    'export async function f(): Promise<void> { void 1; }',
    'export async function* f(): AsyncGenerator<number> { yield 1; }',
  ],
  'typescript/restrict-plus-operands': [
    "export const f = (a: number): string => a + 'b';",
    'declare const a: any; export const b: unknown = a + 1;',
    "export const f = (a: boolean): unknown => 'a' + a;",
    "export const f = (a: string | undefined): unknown => 'a' + a;",
  ],
  'typescript/restrict-template-expressions': [
    'export const f = (a: object): string => `${a}`;',
    'export const f = (a: readonly string[]): string => `${a}`;',
    'export const f = (a: symbol): string => `a${a}`;',
    'export const f = (a: never): string => `${a}b`;',
  ],
  'typescript/return-await': [
    'declare const g: () => Promise<number>; export const f = async (): Promise<number> => { try { return g(); } catch { return 1; } };',
  ],
  'typescript/switch-exhaustiveness-check': [
    "export const f = (a: 'b' | 'c'): number => { switch (a) { case 'b': return 1; } return 2; };",
  ],
  'typescript/triple-slash-reference': [
    '/// <reference path="./a.d.ts" />\nexport const a = 1;',
    '/// <reference types="node" />\nimport type { Stats } from "node";\nexport type A = Stats;',
  ],
  'typescript/unbound-method': [
    'declare class A { b(): void; } export const f = (a: A): unknown => a.b;',
    'declare class A { b(): void; } export const f = ({ b }: A): unknown => b;',
  ],
  'typescript/unified-signatures': [
    'export interface A { a(b: number): void; a(b: string): void; }',
    'export declare function f(a: number): void; export declare function f(a: number, b: string): void;',
  ],
  'typescript/use-unknown-in-catch-callback-variable': [
    'export const f = (a: Promise<void>): Promise<void> => a.catch((error) => { void error; });',
    'export const f = (a: Promise<void>): Promise<void> => a.then(() => {return;}, (error: any) => { void error; });',
  ],
};

/** In a wrong order, and in the right one. */
const ORDERS: readonly (readonly [wrong: string, right: string])[] = [
  [
    "import { b } from 'undici';\nimport { a } from 'node:fs';",
    "import { a } from 'node:fs';\nimport { b } from 'undici';",
  ],
  [
    "import { b } from './b.ts';\nimport { a } from '../a.ts';",
    "import { a } from '../a.ts';\nimport { b } from './b.ts';",
  ],
  [
    "import { b } from '../a.ts';\nimport { a } from 'undici';",
    "import { a } from 'undici';\nimport { b } from '../a.ts';",
  ],
  [
    "import { b } from './b.ts';\nimport { a } from './a.ts';",
    "import { a } from './a.ts';\nimport { b } from './b.ts';",
  ],
  [
    "import { b } from './a/b.ts';\nimport { a } from './A.ts';",
    "import { a } from './A.ts';\nimport { b } from './a/b.ts';",
  ],
  [
    "import { b } from '../a.ts';\nimport { a } from '../../a.ts';",
    "import { a } from '../../a.ts';\nimport { b } from '../a.ts';",
  ],
  [
    "import { b } from './b.ts';\nimport type { a } from './a.ts';",
    "import type { a } from './a.ts';\nimport { b } from './b.ts';",
  ],
  [
    "import { a } from './a.ts';\n\nimport { b } from './b.ts';",
    "import { a } from './a.ts';\n// b\nimport { b } from './b.ts';",
  ],
];
const orders = (texts: readonly string[]): readonly Sample[] =>
  texts.map((text) => ['scan-gate/import-order', 'sandbox/#.ts', `${text}\nexport const c = [a, b];`]);

/** What a module does when it is imported. */
const ACTS = [
  'process.exitCode = 1;',
  'if (process.exitCode === 1) process.exitCode = 2;',
  'for (const each of process.argv) process.emitWarning(each);',
  'for (let each = 0; each < 2; each += 1) process.exitCode = each;',
  'try { process.exit(); } finally { process.exit(); }',
  'let a = 1;',
  'export let c = 1;',
  'const d = await Promise.resolve(1);',
  'export const b = await Promise.resolve(1);',
];
const acts = (path: string, texts: readonly string[] = ACTS): readonly Sample[] =>
  texts.map((text) => ['scan-gate/imports-do-nothing', path, `${text} export {};`]);

/** What is async, by a name. */
const promises = (path: string, name: string): readonly Sample[] =>
  [
    `export async function ${name}(a: Promise<number>): Promise<void> { await a; }`,
    `export function ${name}(a: Promise<number>): Promise<number> { return a; }`,
    `export const ${name} = async (a: Promise<number>): Promise<void> => { await a; };`,
    `export const b = { ${name}: async (a: Promise<number>): Promise<void> => { await a; } };`,
    `export class B { async ${name}(a: Promise<number>): Promise<void> { await a; } }`,
    `export interface B { ${name}(): Promise<void>; }`,
    `export interface B { readonly ${name}: () => AsyncGenerator<void>; }`,
  ].map((text) => ['scan-gate/computes-at-once', path, text]);
const VERBS = ['parse', 'read', 'decide', 'select', 'render', 'to', 'is'];

const THROWS = ["throw new Error('a');", 'a.throwIfAborted();'];
const throws = (path: string, end = 'catch { return 1; }'): readonly Sample[] =>
  THROWS.map((text) => [
    'scan-gate/no-own-throw',
    path,
    `export const f = (a: AbortSignal): number => { try { ${text} } ${end} return a.aborted ? 2 : 3; };`,
  ]);

const jestFunctions = (path: string): readonly Sample[] =>
  ['expect.assertions', 'expect.hasAssertions', 'it.failing', 'test.failing'].map((name) => [
    'eslint/no-restricted-properties',
    path,
    `import { expect, it, test } from '@jest/globals';\nexport const a = [expect, it, test, ${name}];`,
  ]);

const fourParameters = (path: string): Sample => [
  'eslint/max-params',
  path,
  'export const f = (a: number, b: number, c: number, d: number): number => a + b + c + d;',
];

const NO_CONSOLE = 'eslint/no-console';
const PRINTS = "console.log('a'); export {};";
const UNUSED = 'Unused eslint-disable directive (no problems were reported).';
const DIRECTIVE = '// eslint-disable-next-line eqeqeq\n';

/** Mistakes in types: some that need no flag, then what each flag of `tsconfig.json` finds. */
const TYPES: readonly Sample[] = [
  ['typescript/TS2322', 'src/gate/#.ts', 'export const a: string = 1;'],
  ['typescript/TS2304', '__tests__/#.ts', 'export const a = nowhere;'],
  ['typescript/TS2307', 'sandbox/#.ts', "import { a } from './nowhere.ts';\nexport const b = [a];"],
  ['typescript/TS2345', 'scripts/#.ts', "declare const f: (a: 'b' | 'c') => void; f('d'); export {};"],
  ['typescript/TS2578', 'scripts/#.ts', '// @ts-expect-error nothing is wrong here\nexport const a = 1;'],
  ['typescript/TS2584', 'src/gate/#.ts', 'export const a: unknown = document.title;'],
  ['typescript/TS7006', 'src/gate/#.ts', 'export const f = (a): unknown => a;'],
  ['typescript/TS18046', 'src/gate/#.ts', 'export const f = (a: unknown): unknown => a.b;'],
  ['typescript/TS18048', 'src/gate/#.ts', 'export const f = (a?: Date): number => a.getTime();'],
  ['typescript/TS2564', 'src/gate/#.ts', 'export class A { a: string; }'],
  ['typescript/TS2375', 'src/gate/#.ts', 'export const a: { readonly b?: number } = { b: undefined };'],
  ['typescript/TS2322', 'src/gate/#.ts', 'export const f = (a: readonly string[]): string => a[0];'],
  ['typescript/TS4111', 'src/gate/#.ts', 'export const f = (a: Record<string, number>): unknown => a.b;'],
  ['typescript/TS4114', 'src/gate/#.ts', "export class A extends Error { name = 'A'; }"],
  ['typescript/TS7030', 'src/gate/#.ts', 'export function f(a: number): number | undefined { if (a > 1) return 1; }'],
  [
    'typescript/TS7029',
    'src/gate/#.ts',
    'export const f = (a: number): number => { switch (a) { case 1: f(2); case 2: return 1; default: return a; } };',
  ],
  ['typescript/TS6133', 'src/gate/#.ts', 'const a = 1; export {};'],
  ['typescript/TS6133', 'src/gate/#.ts', 'export const f = (a: number): number => 1;'],
  ['typescript/TS1294', 'src/gate/#.ts', 'export enum A { b }'],
];

/** What is found. */
export const FOUND: readonly Sample[] = [
  ...Object.entries(COMMON).flatMap(([rule, texts]) => texts.map((text): Sample => [rule, 'src/gate/#.ts', text])),
  ...orders(ORDERS.map(([wrong]) => wrong)),
  ['scan-gate/named-exports', 'src/gate/#.ts', 'export default 1;'],
  ['scan-gate/named-exports', 'src/#/index.ts', 'export default function f(): void { f(); }'],
  ['scan-gate/void-of-calls', 'src/gate/#.ts', 'export const f = (a: number): void => { void a; };'],
  ...acts('src/gate/#.ts'),
  ...VERBS.flatMap((verb) => promises('src/gate/#.ts', `${verb}Name`)),
  ...promises('src/gate/#.ts', 'to'),
  ...['net', 'client', 'runner/deeper'].flatMap((room) => throws(`src/${room}/#.ts`)),
  ...jestFunctions('__tests__/gate/#.test.ts'),
  fourParameters('src/gate/#.ts'),
  fourParameters('scripts/#.ts'),
  [NO_CONSOLE, '__tests__/#.ts', PRINTS],
  [UNUSED, 'src/gate/#.ts', `${DIRECTIVE}export const a = 1;`],
  ...TYPES,
];

/** What is not, each beside what is. */
export const LET_PASS: readonly Sample[] = [
  ...orders(ORDERS.map(([, right]) => right)),
  ['scan-gate/import-order', 'sandbox/#.ts', "import { b } from './b.ts';\nimport './a.ts';\nexport const c = b;"],
  ['scan-gate/named-exports', 'src/gate/#.ts', 'export const a = 1;'],
  ['scan-gate/void-of-calls', 'src/gate/#.ts', 'export const f = (a: () => number): void => { void a(); };'],
  ...acts('src/#/index.ts'),
  ...acts('src/index.ts', [ACTS.join(' ')]),
  ...acts('scripts/#.ts'),
  ...acts('src/gate/#.ts', ['export const a = 1;', 'export function f(): number { return 1; }']),
  ...VERBS.flatMap((verb) => promises('src/gate/#.ts', `${verb}name`)),
  ...promises('src/gate/#.ts', 'find'),
  ...promises('sandbox/#.ts', 'readName'),
  ...throws('src/gate/#.ts'),
  ...throws('src/net/#.ts', 'finally { a.onabort = null; }'),
  ...throws('src/client/index.ts').slice(1),
  ...jestFunctions('sandbox/#.ts'),
  ['eslint/max-params', 'src/gate/#.ts', 'export const f = (a: number, b: number, c: number): number => a + b + c;'],
  [NO_CONSOLE, 'sandbox/#.ts', PRINTS],
  [NO_CONSOLE, 'scripts/#.ts', PRINTS],
  [UNUSED, 'src/gate/#.ts', `${DIRECTIVE}export const f = (a: unknown): boolean => a == 1;`],
  ['eslint/eqeqeq', 'src/gate/#.ts', `${DIRECTIVE}export const f = (a: unknown): boolean => a == 1;`],
];
