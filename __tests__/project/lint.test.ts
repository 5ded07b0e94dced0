// The lint: each rule that is switched on finds what it is there for, where it applies; types are checked along with it.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '../jest.ts';
import { FOUND, LET_PASS, type Sample } from './lint-samples.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SETTINGS = ['.oxlintrc.json', 'tsconfig.json', 'package.json', 'scripts/lint-rules.mjs'];

interface Diagnostic {
  readonly filename: string;
  readonly message: string;
  /** Such as `typescript(TS2322)`; what is said of a comment has none. */
  readonly code?: string;
}

const folder = mkdtempSync(join(tmpdir(), 'scan-gate-lint-'));
/** What is found in which sample. */
const found = new Map<Sample, readonly string[]>();

/** Looks at all samples together, in a folder that has the settings of this project. */
beforeAll(() => {
  const samples = [...FOUND, ...LET_PASS].map((sample, at) => ({
    sample,
    path: sample[1].replace('#', `sample-${at}`),
  }));
  for (const path of SETTINGS) write(path, readFileSync(join(ROOT, path), 'utf8'));
  for (const { sample, path } of samples) write(path, `${sample[2]}\n`);
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction');
  const command = ['node_modules/oxlint/bin/oxlint', '-f', 'json'];
  const { stdout, stderr } = spawnSync(process.execPath, command, {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  if (!stdout.startsWith('{')) throw new Error(`${stdout}${stderr}`);
  const { diagnostics } = JSON.parse(stdout) as { readonly diagnostics: readonly Diagnostic[] };
  for (const { sample, path } of samples) {
    const own = diagnostics.filter(({ filename }) => filename.replaceAll('\\', '/') === path);
    found.set(
      sample,
      own.map(({ code, message }) => code?.replace(/^([^()]+)\(([^()]+)\)$/u, '$1/$2') ?? message),
    );
  }
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

const isFound = (sample: Sample): boolean => found.get(sample)?.includes(sample[0]) ?? false;
const codesOf = (samples: readonly Sample[]): readonly string[] => [...new Set(samples.map(([code]) => code))];

describe('npm run lint', () => {
  it.each(codesOf(FOUND))('finds %s', (code) => {
    expect(FOUND.filter((sample) => sample[0] === code && !isFound(sample))).toEqual([]);
  });

  it.each(codesOf(LET_PASS))('lets pass what looks like %s, and is not', (code) => {
    expect(LET_PASS.filter((sample) => sample[0] === code && isFound(sample))).toEqual([]);
  });

  it('has a sample for every rule that is switched on', () => {
    const { overrides } = JSON.parse(readFileSync(join(ROOT, '.oxlintrc.json'), 'utf8')) as {
      readonly overrides: readonly { readonly rules: Readonly<Record<string, unknown>> }[];
    };
    const rules = overrides.flatMap(({ rules: each }) => Object.keys(each));
    expect(rules.length).toBeGreaterThan(90);
    expect(rules.filter((rule) => !codesOf(FOUND).includes(rule))).toEqual([]);
  });
});
