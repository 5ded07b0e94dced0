// The rule that a job that is cancelled while it writes stops between two files, and that a later run goes on from there.
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, jest, test } from '@jest/globals';
import * as v from 'valibot';
import type { RunnerResult } from '../../sandbox/runner/runner.ts';
import { preload } from '../harness/preload.ts';
import { errorOf, makeRule, withJob, type Job } from './job.ts';

jest.setTimeout(120_000);

const COUNT = 2_000;
const MANIFEST = '.scan-rules/manifest.json';
const pull = { operation: 'pull' };
const prune = { ...pull, prune: 'true' };

/** Half of the files in each of them. */
const twoRules = { rule_a: makeFiles('text'), rule_b: makeFiles('text') };

function makeFiles(text: string): Readonly<Record<string, string>> {
  const names = Array.from({ length: COUNT / 2 }, (_, at) => String(at).padStart(4, '0'));
  return Object.fromEntries(names.map((name) => [name, text]));
}

/**
 * Makes the event of the signal in the process itself as soon as a file is there, or is gone: from outside it would
 * come at any time, and on Windows not at all.
 */
function cancelOnce(file: string, is: 'there' | 'gone'): Readonly<Record<string, string>> {
  const path = JSON.stringify(`.scan-rules/${file}`);
  return preload(
    `import {existsSync} from 'node:fs';const t=setInterval(()=>{if(existsSync(${path})!==${String(is === 'there')})return;clearInterval(t);process.emit('SIGTERM','SIGTERM')},1);t.unref()`,
  );
}

const manifestShape = v.object({ rules: v.array(v.object({ files: v.array(v.string()) })) });

/** The files that the manifest names, below the checkout. */
function knownOf({ workspaceFiles }: RunnerResult): readonly string[] {
  const { rules } = v.parse(manifestShape, JSON.parse(workspaceFiles[MANIFEST] ?? ''));
  return rules.flatMap(({ files }) => files).map((file) => `.scan-rules/${file}`);
}

const rulesOf = ({ workspaceFiles }: RunnerResult): readonly string[] =>
  Object.keys(workspaceFiles).filter((file) => file !== MANIFEST);

function setRules(
  { service }: Job,
  rules: Readonly<Record<string, Readonly<Record<string, string>>>>,
) {
  service.state.change((data) => {
    data.rules = Object.entries(rules).map(([id, files]) => makeRule(id, files));
  });
}

test('while it writes: the manifest and the outputs name what was written, and the next run writes the rest', async () => {
  await withJob({ rules: twoRules }, async ({ run }) => {
    const cancelled = await run(pull, cancelOnce('rule_a/0003', 'there'));
    expect(errorOf(cancelled)).toBe('The job was cancelled (SIGTERM).');
    const written = rulesOf(cancelled);
    expect(written.length).toBeGreaterThan(3);
    expect(written.length).toBeLessThan(COUNT);
    expect(knownOf(cancelled)).toEqual(written);
    expect(cancelled.outputs).toMatchObject({ files: written.join('\n'), changed: 'true' });
    for (const file of written) expect(cancelled.workspaceFiles[file]).toBe('text');
    const next = await run(prune);
    expect(next.conclusion).toBe('success');
    expect(rulesOf(next)).toHaveLength(COUNT);
    expect(knownOf(next)).toEqual(rulesOf(next));
  });
});

test('while it deletes: what is left is still known, and the next run deletes it', async () => {
  await withJob({ rules: twoRules }, async (job) => {
    await job.run(pull);
    setRules(job, { rule_a: { '0000': 'new' } });
    const cancelled = await job.run(prune, cancelOnce('rule_a/0003', 'gone'));
    expect(errorOf(cancelled)).toBe('The job was cancelled (SIGTERM).');
    const left = rulesOf(cancelled);
    expect(left.length).toBeLessThan(COUNT - 2);
    expect(left.length).toBeGreaterThan(1);
    expect(knownOf(cancelled)).toEqual(left);
    expect(cancelled.workspaceFiles['.scan-rules/rule_a/0000']).toBe('text');
    expect(cancelled.outputs).toMatchObject({ files: '', changed: 'true' });
    const next = await job.run(prune);
    expect(rulesOf(next)).toEqual(['.scan-rules/rule_a/0000']);
    expect(next.workspaceFiles['.scan-rules/rule_a/0000']).toBe('new');
  });
});

test('before the manifest could be written: the next run knows what it would have written, and deletes nothing else', async () => {
  const before = { rule_a: { x: '1' }, rule_b: { y: '1' } };
  await withJob({ rules: before }, async (job) => {
    await job.run(pull);
    const manifest = join(job.checkout, MANIFEST);
    const old = await readFile(manifest);
    setRules(job, { rule_a: { x: '2', z: '2' }, rule_c: { y: '2' }, rule_d: { y: '2' } });
    await job.run(prune);
    // As a process leaves it that is ended at once: some files are new, one is deleted, and the manifest is the old one.
    await writeFile(manifest, old);
    await rm(join(job.checkout, '.scan-rules/rule_d'), { recursive: true });
    setRules(job, { rule_a: { x: '2', z: '2' }, rule_d: { y: '2' } });
    const next = await job.run(prune);
    expect(next.conclusion).toBe('success');
    // Nothing says that the file of rule_c is ours.
    const ours = ['rule_a/x', 'rule_a/z', 'rule_d/y'].map((file) => `.scan-rules/${file}`);
    expect(knownOf(next)).toEqual(ours);
    expect(rulesOf(next)).toEqual([...ours, '.scan-rules/rule_c/y'].toSorted());
  });
});
