// The operations pull and list: every rule's files, nothing touched without need, nothing foreign deleted.
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as v from 'valibot';
import type { RunnerResult } from '../../sandbox/runner/run-step.ts';
import { EMPTY_OUTPUTS } from '../../src/rules/outputs.ts';
import { describe, expect, test } from '../jest.ts';
import { list, pull, withRules } from './harness.ts';

const prune = { ...pull, prune: 'true' };

const twoRules = { rule_a: { 'a/rule.txt': 'A\r\n', 'a/notes.md': '' }, rule_b: { 'rule.txt': 'B: ä 👩\n' } };

describe('pull', () => {
  test('writes the files of every rule, and the manifest; names the rules in the order of the service', async () => {
    await withRules({ rules: twoRules }, async ({ run, sent }) => {
      const result = await run(pull);
      expect(result.conclusion).toBe('success');
      expect(result.outputs).toEqual({
        ...EMPTY_OUTPUTS,
        'rule-ids': 'rule_b,rule_a',
        rules: JSON.stringify([
          { id: 'rule_b', name: 'name of rule_b' },
          { id: 'rule_a', name: 'name of rule_a' },
        ]),
        files: ['.scan-rules/rule_a/a/notes.md', '.scan-rules/rule_a/a/rule.txt', '.scan-rules/rule_b/rule.txt'].join(
          '\n',
        ),
        changed: 'true',
      });
      expect(result.workspaceFiles).toEqual({
        '.scan-rules/manifest.json': expect.stringContaining('"version": 1') as unknown,
        '.scan-rules/rule_a/a/notes.md': '',
        '.scan-rules/rule_a/a/rule.txt': 'A\r\n',
        '.scan-rules/rule_b/rule.txt': 'B: ä 👩\n',
      });
      expect(sent().toSorted()).toEqual([
        'GET /public/v1/repos',
        'GET /public/v1/rules',
        'GET /public/v1/rules/rule_a',
        'GET /public/v1/rules/rule_b',
      ]);
    });
  });

  test('a second time changes nothing and touches no file', async () => {
    await withRules({ rules: twoRules }, async ({ run, writtenAt }) => {
      const first = await run(pull);
      const files = Object.keys(first.workspaceFiles);
      const times = await Promise.all(files.map(writtenAt));
      const second = await run(prune);
      expect(second.outputs).toEqual({ ...first.outputs, changed: 'false' });
      expect(second.workspaceFiles).toEqual(first.workspaceFiles);
      expect(await Promise.all(files.map(writtenAt))).toEqual(times);
    });
  });

  test('writes only what differs, and puts back what somebody has changed', async () => {
    await withRules({ rules: twoRules }, async (context) => {
      await context.run(pull);
      const before = await context.writtenAt('.scan-rules/rule_a/a/rule.txt');
      await writeFile(join(context.checkout, '.scan-rules/rule_a/a/notes.md'), 'by hand');
      context.setRules({ ...twoRules, rule_b: { 'rule.txt': 'changed' } });
      const result = await context.run(pull);
      expect(result.outputs['changed']).toBe('true');
      expect(result.workspaceFiles['.scan-rules/rule_b/rule.txt']).toBe('changed');
      expect(result.workspaceFiles['.scan-rules/rule_a/a/notes.md']).toBe('');
      expect(await context.writtenAt('.scan-rules/rule_a/a/rule.txt')).toBe(before);
    });
  });

  test('writes into the workspace itself, and prunes there only what is ours', async () => {
    const checkout = { 'README.md': 'theirs', 'rule_b/by-hand': 'theirs' };
    await withRules({ rules: twoRules, checkout }, async (context) => {
      const { outputs } = await context.run({ ...pull, 'output-dir': '.' });
      expect(outputs['files']).toBe('rule_a/a/notes.md\nrule_a/a/rule.txt\nrule_b/rule.txt');
      context.setRules({});
      const { workspaceFiles } = await context.run({ ...prune, 'output-dir': '.' });
      expect(workspaceFiles).toEqual({
        ...checkout,
        'manifest.json': expect.stringContaining('"rules": []') as unknown,
      });
    });
  });

  test('writes into an absolute folder: outside of the workspace, and below it', async () => {
    await withRules({ rules: twoRules }, async (context) => {
      const outside = join(dirname(context.checkout), 'outside', 'rules').replaceAll('\\', '/');
      const result = await context.run({ ...pull, 'output-dir': `${outside}/` });
      expect(result.conclusion).toBe('success');
      expect(result.workspaceFiles).toEqual({});
      expect(result.outputs['files']?.split('\n')).toEqual([
        `${outside}/rule_a/a/notes.md`,
        `${outside}/rule_a/a/rule.txt`,
        `${outside}/rule_b/rule.txt`,
      ]);
      expect(await readFile(join(outside, 'rule_b/rule.txt'), 'utf8')).toBe('B: ä 👩\n');
      context.setRules({ rule_b: twoRules.rule_b });
      const pruned = await context.run({ ...prune, 'output-dir': outside });
      expect(pruned.outputs['changed']).toBe('true');
      expect((await readdir(outside)).toSorted()).toEqual(['manifest.json', 'rule_b']);

      const inside = join(context.checkout, './ci/..rules/');
      const { workspaceFiles } = await context.run({ ...pull, 'output-dir': inside });
      expect(Object.keys(workspaceFiles)).toEqual(['ci/..rules/manifest.json', 'ci/..rules/rule_b/rule.txt']);
    });
  });

  test('writes nothing where there is no folder for it', async () => {
    await withRules({ rules: twoRules }, async ({ run }) => {
      const result = await run({ ...pull, 'output-dir': '' });
      expect(result.workspaceFiles).toEqual({});
      expect(result.outputs).toMatchObject({ 'rule-ids': 'rule_b,rule_a', files: '', changed: 'false' });
    });
  });
});

describe('prune', () => {
  const checkout = {
    'README.md': 'theirs',
    '.scan-rules/README.md': 'theirs',
    '.scan-rules/rule_b/added-by-hand.txt': 'theirs',
    '.scan-rules/rule_gone/x': 'theirs',
  };

  test('deletes what we wrote and no rule has any more, and nothing else', async () => {
    await withRules({ rules: twoRules, checkout }, async (context) => {
      await context.run(pull);
      context.setRules({ rule_a: { 'a/rule.txt': 'A\r\n' } });
      const result = await context.run(prune);
      expect(result.outputs).toMatchObject({ changed: 'true', files: '.scan-rules/rule_a/a/rule.txt' });
      expect(result.workspaceFiles).toEqual({
        ...checkout,
        '.scan-rules/rule_a/a/rule.txt': 'A\r\n',
        '.scan-rules/manifest.json': JSON.stringify(
          { version: 1, rules: [{ id: 'rule_a', name: 'name of rule_a', files: ['rule_a/a/rule.txt'] }] },
          undefined,
          2,
        ).concat('\n'),
      });
      expect((await context.run(prune)).outputs['changed']).toBe('false');
    });
  });

  test('not asked for: stale files stay, and are still known for later', async () => {
    await withRules({ rules: twoRules }, async (context) => {
      const first = await context.run(pull);
      context.setRules({ rule_a: { 'a/rule.txt': 'A\r\n' } });
      const second = await context.run(pull);
      expect(second.workspaceFiles).toEqual(first.workspaceFiles);
      expect(second.outputs).toMatchObject({ changed: 'false', files: '.scan-rules/rule_a/a/rule.txt' });
      const third = await context.run(prune);
      expect(Object.keys(third.workspaceFiles)).toEqual(['.scan-rules/manifest.json', '.scan-rules/rule_a/a/rule.txt']);
    });
  });

  test('makes room: a file where a folder is needed now, and the other way round', async () => {
    await withRules({ rules: { rule_a: { x: '1', 'y/z': '2' } } }, async (context) => {
      await context.run(pull);
      context.setRules({ rule_a: { 'x/deep': '3', y: '4' } });
      const { workspaceFiles, conclusion } = await context.run(prune);
      expect(conclusion).toBe('success');
      expect(workspaceFiles).toMatchObject({ '.scan-rules/rule_a/x/deep': '3', '.scan-rules/rule_a/y': '4' });
    });
  });

  test('keeps a file whose new text could not be written', async () => {
    await withRules({ rules: { rule_a: { x: '1', y: '2' } } }, async (context) => {
      await context.run(pull);
      // A folder of somebody is where our file was.
      await rm(join(context.checkout, '.scan-rules/rule_a/x'));
      await mkdir(join(context.checkout, '.scan-rules/rule_a/x'));
      const result = await context.run(prune);
      expect(result.conclusion).toBe('failure');
      expect(result.workspaceFiles['.scan-rules/manifest.json']).toContain('"rule_a/x"');
    });
  });

  test('a manifest that is none deletes nothing, and is left as it is', async () => {
    const files = { ...checkout, '.scan-rules/manifest.json': 'not JSON' };
    await withRules({ rules: twoRules, checkout: files }, async ({ run }) => {
      const result = await run(prune);
      expect(result.conclusion).toBe('success');
      expect(result.workspaceFiles).toMatchObject(files);
      expect(result.outputs['changed']).toBe('true');
      expect(result.workspaceFiles['.scan-rules/rule_b/rule.txt']).toBe('B: ä 👩\n');
      expect(result.log).toContain('is not a manifest of this action: it was not changed');
      expect((await run(prune)).outputs['changed']).toBe('false');
    });
  });
});

describe('list', () => {
  test('tells rules and requests, and writes nothing', async () => {
    await withRules({}, async ({ run, sent }) => {
      const result = await run(list);
      expect(result.outputs).toEqual({
        ...EMPTY_OUTPUTS,
        'rule-ids': 'rule_known',
        rules: '[{"id":"rule_known","name":"no-empty-catch"}]',
        requests: JSON.stringify([
          {
            id: 'rcr_known',
            status: 'complete',
            createdAt: Date.UTC(2026, 10, 20, 12) - 31 * 3_600_000,
            completedAt: Date.UTC(2026, 10, 20, 12) - 30 * 3_600_000,
            rules: ['rule_known'],
          },
        ]),
      });
      expect(result.workspaceFiles).toEqual({});
      expect(result.log).toMatch(/rule_known no-empty-catch[^]*rcr_known complete/);
      expect(sent().toSorted()).toEqual([
        'GET /public/v1/repos',
        'GET /public/v1/rules',
        'GET /public/v1/rules/requests',
      ]);
    });
  });
});

const MANIFEST = '.scan-rules/manifest.json';
const manifestShape = v.object({ rules: v.array(v.object({ files: v.array(v.string()) })) });

/** The files that the manifest names, below the checkout. */
function knownOf({ workspaceFiles }: RunnerResult): readonly string[] {
  const { rules: known } = v.parse(manifestShape, JSON.parse(workspaceFiles[MANIFEST] ?? ''));
  return known.flatMap(({ files }) => files).map((file) => `.scan-rules/${file}`);
}

const rulesOf = ({ workspaceFiles }: RunnerResult): readonly string[] =>
  Object.keys(workspaceFiles).filter((file) => file !== MANIFEST);

test('a pull that ends before the manifest is written leaves files that the next run knows, and nothing else is deleted', async () => {
  const before = { rule_a: { x: '1' }, rule_b: { y: '1' } };
  await withRules({ rules: before }, async (context) => {
    await context.run(pull);
    const manifest = join(context.checkout, MANIFEST);
    const old = await readFile(manifest);
    context.setRules({ rule_a: { x: '2', z: '2' }, rule_c: { y: '2' }, rule_d: { y: '2' } });
    await context.run(prune);
    // As a process leaves it that is ended at once: some files are new, one is deleted, and the manifest is the old one.
    await writeFile(manifest, old);
    await rm(join(context.checkout, '.scan-rules/rule_d'), { recursive: true });
    context.setRules({ rule_a: { x: '2', z: '2' }, rule_d: { y: '2' } });
    const next = await context.run(prune);
    expect(next.conclusion).toBe('success');
    // Nothing says that the file of rule_c is ours.
    const ours = ['rule_a/x', 'rule_a/z', 'rule_d/y'].map((file) => `.scan-rules/${file}`);
    expect(knownOf(next)).toEqual(ours);
    expect(rulesOf(next)).toEqual([...ours, '.scan-rules/rule_c/y'].toSorted());
  });
});
