// Our own lint rules find what they are there for, and let pass what stands beside it; so does what depends on the folder.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from '../jest.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SETTINGS = ['.oxlintrc.json', 'tsconfig.json', 'package.json', 'scripts/lint-rules.mjs'];

/** A rule, a module in which it finds something, and one in which it does not; `|` ends a line of a module. */
const ROWS = `
import-order         sandbox/a.ts        import { b } from 'undici';|import { a } from 'node:fs';|export const c = [a, b];
                     sandbox/b.ts        import { a } from 'node:fs';|import { b } from 'undici';|export const c = [a, b];
import-order         sandbox/c.ts        import { b } from '../a.ts';|import { a } from 'undici';|export const c = [a, b];
                     sandbox/d.ts        import { a } from 'undici';|import { b } from '../a.ts';|export const c = [a, b];
import-order         sandbox/e.ts        import { b } from '../a.ts';|import { a } from '../../a.ts';|export const c = [a, b];
                     sandbox/f.ts        import { a } from '../../a.ts';|import { b } from '../a.ts';|export const c = [a, b];
import-order         sandbox/g.ts        import { b } from './a/b.ts';|import { a } from './A.ts';|export const c = [a, b];
                     sandbox/h.ts        import { a } from './A.ts';|import { b } from './a/b.ts';|export const c = [a, b];
import-order         sandbox/i.ts        import { a } from './a.ts';||import { b } from './b.ts';|export const c = [a, b];
                     sandbox/j.ts        import { a } from './a.ts';|// b|import { b } from './b.ts';|export const c = [a, b];
named-exports        src/gate/a.ts       export default 1;
                     src/gate/b.ts       export const a = 1;
void-of-calls        src/gate/c.ts       export const f = (a: number): void => { void a; };
                     src/gate/d.ts       export const f = (a: () => number): void => { void a(); };
imports-do-nothing   src/gate/e.ts       process.exitCode = 1; export {};
                     src/gate/index.ts   process.exitCode = 1; export {};
imports-do-nothing   src/gate/f.ts       if (process.exitCode === 1) process.exitCode = 2; export {};
                     scripts/a.ts        if (process.exitCode === 1) process.exitCode = 2; export {};
imports-do-nothing   src/gate/g.ts       export let a = 1;
                     src/gate/h.ts       export function f(): number { return 1; }
imports-do-nothing   src/gate/i.ts       export const b = await Promise.resolve(1);
                     src/index.ts        export const b = await Promise.resolve(1);
computes-at-once     src/gate/j.ts       export async function readA(a: Promise<number>): Promise<void> { await a; }
                     src/gate/k.ts       export async function reada(a: Promise<number>): Promise<void> { await a; }
computes-at-once     src/gate/l.ts       export const isA = async (a: Promise<number>): Promise<void> => { await a; };
                     src/gate/m.ts       export const find = async (a: Promise<number>): Promise<void> => { await a; };
computes-at-once     src/gate/n.ts       export class B { async to(a: Promise<number>): Promise<void> { await a; } }
                     sandbox/k.ts        export class B { async to(a: Promise<number>): Promise<void> { await a; } }
computes-at-once     src/gate/o.ts       export interface B { decideA(): Promise<void>; readonly renderA: () => AsyncGenerator<void>; }
                     src/gate/p.ts       export interface B { findA(): Promise<void>; readonly fetchA: () => AsyncGenerator<void>; }
no-own-throw         src/net/a.ts        export const f = (): number => { try { throw new Error('a'); } catch { return 1; } };
                     src/gate/q.ts       export const f = (): number => { try { throw new Error('a'); } catch { return 1; } };
no-own-throw         src/client/a.ts     export const f = (a: AbortSignal): number => { try { a.throwIfAborted(); } catch { return 1; } return 2; };
                     src/client/b.ts     export const f = (a: AbortSignal): number => { try { a.throwIfAborted(); } finally { f(a); } return 2; };
max-params           scripts/b.ts        export const f = (a: number, b: number, c: number, d: number): number => a + b + c + d;
                     scripts/c.ts        export const f = (a: number, b: number, c: number): number => a + b + c;
no-console           __tests__/a.ts      console.log('a'); export {};
                     sandbox/l.ts        console.log('a'); export {};
no-restricted-properties __tests__/b.ts  import { expect } from '@jest/globals';|export const a = expect.assertions;
                     sandbox/m.ts        import { expect } from '@jest/globals';|export const a = expect.assertions;
TS2322               src/gate/r.ts       export const a: string = 1;
                     src/gate/s.ts       export const a: string = '1';
`;

const samples = [...ROWS.matchAll(/^(\S+) +(\S+) +(.+)\n +(\S+) +(.+)$/gmu)].map(([, rule = '', ...rest]) => {
  const [wrong = '', first = '', right = '', second = ''] = rest;
  return { rule, wrong, right, texts: { [wrong]: first, [right]: second } };
});

interface Diagnostic {
  readonly filename: string;
  readonly code?: string;
}

function lint(): readonly Diagnostic[] {
  const folder = mkdtempSync(join(tmpdir(), 'scan-gate-lint-'));
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  try {
    for (const path of SETTINGS) write(path, readFileSync(join(ROOT, path), 'utf8'));
    for (const [path, text] of samples.flatMap(({ texts }) => Object.entries(texts))) {
      write(path, `${text.replaceAll('|', '\n')}\n`);
    }
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction');
    const command = ['node_modules/oxlint/bin/oxlint', '-f', 'json'];
    const { stdout } = spawnSync(process.execPath, command, { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 26 });
    return (JSON.parse(stdout) as { readonly diagnostics: readonly Diagnostic[] }).diagnostics;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

it('each rule finds what is wrong, and lets pass what is not', () => {
  const found = lint();
  const isFound = (rule: string, path: string): boolean =>
    found.some(({ code, filename }) => code?.includes(`(${rule})`) && filename.replaceAll('\\', '/') === path);
  expect(samples).toHaveLength(21);
  expect(samples.filter(({ rule, wrong }) => !isFound(rule, wrong))).toEqual([]);
  expect(samples.filter(({ rule, right }) => isFound(rule, right))).toEqual([]);
});
