// The refusals of the rules action to write: hostile keys and rules, and links in the checkout.
import { lstat, mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, test } from '../jest.ts';
import { IS_WINDOWS } from '../platform.ts';
import { errorOf, pull, type RulesContext, withRules } from './harness.ts';

const rules = { rule_a: { 'x/rule.txt': 'ours' }, rule_b: { y: 'ours' } };

/** A folder beside the checkout, with one file in it. */
async function makeOutside({ checkout }: RulesContext): Promise<string> {
  const folder = join(dirname(checkout), 'outside');
  await mkdir(join(folder, 'x'), { recursive: true });
  await writeFile(join(folder, 'rule.txt'), 'theirs');
  return folder;
}

async function expectUntouched(outside: string): Promise<void> {
  expect((await readdir(outside, { recursive: true })).toSorted()).toEqual(['rule.txt', 'x']);
  expect(await readFile(join(outside, 'rule.txt'), 'utf8')).toBe('theirs');
}

/** Puts a link into the checkout, with the folders that it needs. */
async function link({ checkout }: RulesContext, at: string, target: string): Promise<void> {
  await mkdir(dirname(join(checkout, at)), { recursive: true });
  await symlink(target, join(checkout, at));
}

describe('hostile keys', () => {
  const hostile = ['../x', '/etc/x', '.git/hooks/x', 'a\u0000b', 'good/z', './good', 'a##[add-mask]x\u2028'];
  const withTexts = (keys: readonly string[]) => Object.fromEntries(keys.map((key) => [key, `text of ${key}`]));

  test('are refused, the job is red and names each, and the others are written', async () => {
    const files = withTexts([...hostile, './/fine', 'good']);
    await withRules({ rules: { rule_a: files, rule_b: { y: 'ours' } } }, async ({ run }) => {
      const result = await run(pull);
      const error = errorOf(result);
      expect(error).toContain('Some files of rules were refused; the others were written.');
      // Of the two that come to the same path the first by letter is written.
      const refused = [...hostile.filter((key) => key !== './good'), 'good'];
      expect(error.match(/^- rule_a, /gm)).toHaveLength(refused.length);
      expect(error).toContain('- rule_a, "../x": it has a . or .. part');
      expect(error).toContain('- rule_a, "good": it is the same as rule_a/good');
      expect(result.workspaceFiles).toEqual({
        '.scan-rules/manifest.json': expect.stringContaining('"rule_a/fine"') as unknown,
        '.scan-rules/rule_a/fine': 'text of .//fine',
        '.scan-rules/rule_a/good': 'text of ./good',
        '.scan-rules/rule_b/y': 'ours',
      });
      expect(result.outputs).toMatchObject({
        changed: 'true',
        files: '.scan-rules/rule_a/fine\n.scan-rules/rule_a/good\n.scan-rules/rule_b/y',
      });
      expect((await run(pull)).outputs['changed']).toBe('false');
    });
  });
});

test.each<[string, refused: string, kept: string]>([
  ['a name that Windows reserves', 'x/CON', 'x/CONTENTS'],
  ['a dot at the end', 'x./a', 'x/a'],
  ['a space at the end', 'a ', 'a'],
  ['a sign that Windows does not take', 'a:b', 'a-b'],
  ['another case', 'skill.md', 'SKILL.md'],
  ['another Unicode form', 'caf\u00e9', 'cafe\u0301'],
])('what some system cannot hold is refused on every runner: %s', async (_, refused, kept) => {
  await withRules({ rules: { rule_a: { [refused]: '1', [kept]: '2' } } }, async ({ run }) => {
    const result = await run(pull);
    expect(errorOf(result)).toContain(`- rule_a, ${JSON.stringify(refused)}: `);
    expect(Object.keys(result.workspaceFiles).toSorted()).toEqual([
      '.scan-rules/manifest.json',
      `.scan-rules/rule_a/${kept}`,
    ]);
  });
});

describe('a symbolic link in the checkout', () => {
  test.each<[string, string, string]>([
    ['for a folder, to the outside', '.scan-rules/rule_a/x', 'outside'],
    ['for the folder of the rule, dangling', '.scan-rules/rule_a', 'outside/new'],
  ])('%s: the key is refused, the others are written', async (_, at, target) => {
    const checkout = { 'src/x/rule.txt': 'theirs', '.git/x/rule.txt': 'theirs' };
    await withRules({ rules, checkout }, async (context) => {
      const outside = await makeOutside(context);
      await link(context, at, join(dirname(context.checkout), target));
      const result = await context.run({ ...pull, prune: 'true' });
      expect(errorOf(result)).toContain(
        `- rule_a, "x/rule.txt": there is a symbolic link on the way: ${normalize(at)}`,
      );
      expect(result.workspaceFiles).toMatchObject({ ...checkout, '.scan-rules/rule_b/y': 'ours' });
      expect(result.outputs['files']).toBe('.scan-rules/rule_b/y');
      expect((await lstat(join(context.checkout, at))).isSymbolicLink()).toBe(true);
      await expectUntouched(outside);
    });
  });

  test('for output-dir: nothing is written', async () => {
    await withRules({ rules, checkout: { 'src/a': 'theirs' } }, async (context) => {
      const outside = await makeOutside(context);
      await link(context, '.scan-rules', outside);
      const result = await context.run({ ...pull, prune: 'true' });
      const why = 'there is a symbolic link on the way: .scan-rules';
      expect(errorOf(result).split('\n').slice(1)).toEqual([
        `- rule_a, "x/rule.txt": ${why}`,
        `- rule_b, "y": ${why}`,
        `.scan-rules/manifest.json could not be read: ${why}. It was not changed, and nothing is deleted.`,
      ]);
      expect(result.workspaceFiles).toEqual({ 'src/a': 'theirs' });
      expect(result.outputs).toMatchObject({ files: '', changed: 'false', 'rule-ids': /./ });
      await expectUntouched(outside);
    });
  });

  test('for the manifest, to one of ours: the files are written, it is left alone', async () => {
    await withRules({ rules: { ...rules, rule_c: { z: 'stale' } } }, async (context) => {
      await context.run(pull);
      context.setRules({ rule_a: { 'x/rule.txt': 'new' } });
      const manifest = join(context.checkout, '.scan-rules/manifest.json');
      const target = join(await makeOutside(context), 'manifest.json');
      await rename(manifest, target);
      await symlink(target, manifest);
      const before = await readFile(target, 'utf8');

      const result = await context.run({ ...pull, prune: 'true' });
      expect(errorOf(result)).toBe(
        `.scan-rules/manifest.json could not be read: there is a symbolic link on the way: ${normalize('.scan-rules/manifest.json')}. It was not changed, and nothing is deleted.`,
      );
      expect(result.workspaceFiles).toEqual({
        '.scan-rules/rule_a/x/rule.txt': 'new',
        '.scan-rules/rule_b/y': 'ours',
        '.scan-rules/rule_c/z': 'stale',
      });
      expect(result.outputs).toMatchObject({ changed: 'true', files: '.scan-rules/rule_a/x/rule.txt' });
      expect((await lstat(manifest)).isSymbolicLink()).toBe(true);
      expect(await readFile(target, 'utf8')).toBe(before);
    });
  });

  test('in an absolute output-dir is refused too, and not the folder itself', async () => {
    await withRules({ rules }, async (context) => {
      const outside = await makeOutside(context);
      const target = join(dirname(context.checkout), 'target');
      const linked = join(dirname(context.checkout), 'linked');
      await mkdir(target);
      await symlink(target, linked);
      await symlink(outside, join(target, 'rule_a'));
      const result = await context.run({ ...pull, prune: 'true', 'output-dir': linked });
      expect(errorOf(result)).toContain('- rule_a, "x/rule.txt": there is a symbolic link on the way: rule_a');
      expect(await readFile(join(target, 'rule_b/y'), 'utf8')).toBe('ours');
      expect((await readdir(target)).toSorted()).toEqual(['manifest.json', 'rule_a', 'rule_b']);
      await expectUntouched(outside);
    });
  });

  test('above a deeper output-dir, absolute or not: nothing is written', async () => {
    await withRules({ rules }, async (context) => {
      const outside = await makeOutside(context);
      await link(context, '..ci', outside);
      for (const folder of ['..ci/rules', join(context.checkout, '..ci/rules')]) {
        const result = await context.run({ ...pull, 'output-dir': folder });
        expect(errorOf(result)).toContain('there is a symbolic link on the way: ..ci');
      }
      await expectUntouched(outside);
    });
  });

  test('where a stale file was: it is not followed, and the warning says so', async () => {
    await withRules({ rules: { ...rules, rule_c: { 'rule.txt': 'stale' } } }, async (context) => {
      const outside = await makeOutside(context);
      await context.run(pull);
      context.setRules(rules);
      await rm(join(context.checkout, '.scan-rules/rule_c'), { recursive: true });
      await link(context, '.scan-rules/rule_c', outside);
      const result = await context.run({ ...pull, prune: 'true' });
      expect(result.conclusion).toBe('success');
      expect(result.log).toContain('Could not delete .scan-rules/rule_c/rule.txt');
      await expectUntouched(outside);
    });
  });
});

describe('what is in the way', () => {
  /** Windows finds no file below a file, and notices when the folder cannot be made. */
  const inTheWay = IS_WINDOWS ? 'EEXIST' : 'ENOTDIR';

  test('a file where a folder is needed: the key is refused', async () => {
    await withRules({ rules, checkout: { '.scan-rules/rule_a/x': 'theirs' } }, async ({ run }) => {
      const result = await run(pull);
      expect(errorOf(result)).toContain(`- rule_a, "x/rule.txt": ${inTheWay}`);
      expect(result.workspaceFiles).toMatchObject({ '.scan-rules/rule_a/x': 'theirs', '.scan-rules/rule_b/y': 'ours' });
    });
  });

  test('a folder in the place of the manifest: the files are written', async () => {
    const checkout = { '.scan-rules/manifest.json/x': 'theirs' };
    await withRules({ rules, checkout }, async ({ run }) => {
      const result = await run({ ...pull, prune: 'true' });
      expect(errorOf(result)).toMatch(/^\.scan-rules\/manifest\.json could not be read: it is no file/);
      expect(result.workspaceFiles).toEqual({
        ...checkout,
        '.scan-rules/rule_a/x/rule.txt': 'ours',
        '.scan-rules/rule_b/y': 'ours',
      });
      expect(result.outputs['changed']).toBe('true');
    });
  });
});
