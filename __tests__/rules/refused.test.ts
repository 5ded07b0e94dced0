// The refusals of the rules action to write: hostile keys and rules, and links in the checkout.
import { lstat, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, test } from '../jest.ts';
import { IS_WINDOWS } from '../platform.ts';
import { errorOf, makeRule, type RulesContext, withRules } from './harness.ts';

const pull = { operation: 'pull' };
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
  const hostile = [
    ...['../x', '../../../x', '/etc/x', 'C:\\x', 'C:x', 'a\\..\\b', '.git/hooks/x', '.GIT/x'],
    ...['.git./x', '.git /x', '.g\u200cit/x', 'git~1', 'a\u0000b', 'a\nb', 'x'.repeat(300), ''],
    ...['good/z', './good', 'a##[add-mask]x\u2028'],
  ];
  const withTexts = (keys: readonly string[]) => Object.fromEntries(keys.map((key) => [key, `text of ${key}`]));

  test('are refused, the job is red and names each, and the others are written', async () => {
    const files = withTexts([...hostile, './/fine', 'good']);
    await withRules({ rules: { rule_a: files, rule_b: { y: 'ours' } } }, async ({ run }) => {
      const result = await run(pull);
      const error = errorOf(result);
      expect(error).toContain('Some files of rules were refused; the others are written.');
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

  test('that only Windows does not allow are files elsewhere', async () => {
    const odd = ['::error::x', 'a\tb', 'aux.yml', 'end.', 'q?.yml', 'rule: x.yml', 'space '];
    await withRules({ rules: { rule_a: withTexts([...odd, 'good']) } }, async ({ run }) => {
      const result = await run(pull);
      const files = (IS_WINDOWS ? ['good'] : [...odd, 'good']).toSorted();
      expect(result.outputs['files']?.split('\n')).toEqual(files.map((file) => `.scan-rules/rule_a/${file}`));
      if (IS_WINDOWS) expect(errorOf(result).match(/^- rule_a, /gm)).toHaveLength(odd.length);
      else expect(result.conclusion).toBe('success');
    });
  });

  test('of a rule that was just created are refused too', async () => {
    await withRules({}, async (context) => {
      context.service.state.change((data) => {
        data.rules = [makeRule('rule_known', { '../x': 'theirs', good: 'ours' })];
      });
      const result = await context.run({ operation: 'create', 'request-id': 'rcr_known' });
      expect(errorOf(result)).toContain('- rule_known, "../x"');
      expect(result.outputs).toMatchObject({ status: 'complete', changed: 'true' });
      expect(Object.keys(result.workspaceFiles)).toEqual(['.scan-rules/manifest.json', '.scan-rules/rule_known/good']);
    });
  });

  test.each(['rule_../../x', 'rule_\\..\\x'])('are all keys of a rule whose identifier is %j', async (id) => {
    await withRules({ rules: { [id]: { x: 'theirs' }, rule_b: { y: 'ours' } } }, async (context) => {
      const result = await context.run(pull);
      expect(errorOf(result)).toContain(`- ${id}, "x": `);
      expect(result.workspaceFiles['.scan-rules/manifest.json']).not.toContain(JSON.stringify(id));
      expect(Object.keys(result.workspaceFiles)).toEqual(['.scan-rules/manifest.json', '.scan-rules/rule_b/y']);
      expect(await readdir(dirname(dirname(context.checkout)))).toEqual(['one']);
    });
  });
});

describe('hostile text', () => {
  test('is written as it is, and is nothing but letters in the log', async () => {
    const name = '::error::x\n::add-mask::one ##[stop-commands]y';
    const text = '::set-output name=changed::no\n';
    await withRules({ rules: { rule_a: { 'a.txt': text } } }, async (context) => {
      context.service.state.change((data) => {
        data.rules.forEach((rule) => {
          rule.ruleName = name;
        });
      });
      const result = await context.run(pull);
      expect(result.conclusion).toBe('success');
      expect(result.workspaceFiles['.scan-rules/rule_a/a.txt']).toBe(text);
      expect(JSON.parse(result.outputs['rules'] ?? '')).toEqual([{ id: 'rule_a', name }]);
    });
  });

  test('that repeats the key is written without it', async () => {
    await withRules({}, async (context) => {
      context.service.state.change((data) => {
        data.rules = [makeRule('rule_a', { x: 'key: svc_live_small', svc_live_small: 'y' })];
        data.rules.forEach((rule) => {
          rule.ruleName = 'svc_live_small';
        });
      });
      const result = await context.run(pull);
      expect(result.workspaceFiles['.scan-rules/rule_a/x']).toBe('key: ***');
    });
  });
});

describe('a symbolic link in the checkout', () => {
  test.each<[string, string, string]>([
    ['for a file, to the outside', '.scan-rules/rule_a/x/rule.txt', 'outside/rule.txt'],
    ['for a folder, to the outside', '.scan-rules/rule_a/x', 'outside'],
    ['for the folder of the rule, to the outside', '.scan-rules/rule_a', 'outside'],
    ['for the folder of the rule, dangling', '.scan-rules/rule_a', 'outside/new'],
    ['for the folder of the rule, to .git', '.scan-rules/rule_a', 'one/.git'],
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

  test.each<[string, string, string]>([
    ['for output-dir, to the outside', '.scan-rules', 'outside'],
    ['for output-dir, dangling', '.scan-rules', 'outside/new'],
  ])('%s: nothing is written', async (_, at, target) => {
    await withRules({ rules, checkout: { 'src/a': 'theirs' } }, async (context) => {
      const outside = await makeOutside(context);
      await link(context, at, join(dirname(context.checkout), target));
      const result = await context.run({ ...pull, prune: 'true' });
      const why = 'there is a symbolic link on the way: .scan-rules';
      expect(errorOf(result).split('\n').slice(1)).toEqual([
        `- rule_a, "x/rule.txt": ${why}`,
        `- rule_b, "y": ${why}`,
        `.scan-rules/manifest.json could not be read: ${why}. It is left as it is, and nothing is deleted.`,
      ]);
      expect(result.workspaceFiles).toEqual({ 'src/a': 'theirs' });
      expect(result.outputs).toMatchObject({ files: '', changed: 'false', 'rule-ids': /./ });
      await expectUntouched(outside);
    });
  });

  test.each<[string, string]>([
    ['to the outside', 'outside/rule.txt'],
    ['to a manifest of ours', 'outside/manifest.json'],
    ['dangling', 'outside/new.json'],
  ])('for the manifest, %s: the files are written, it is left alone', async (_, target) => {
    await withRules({ rules: { ...rules, rule_c: { z: 'stale' } } }, async (context) => {
      await context.run(pull);
      context.service.state.change((data) => {
        data.rules = [makeRule('rule_a', { 'x/rule.txt': 'new' })];
      });
      const manifest = join(context.checkout, '.scan-rules/manifest.json');
      const outside = join(dirname(context.checkout), 'outside');
      await mkdir(outside);
      await writeFile(join(outside, 'rule.txt'), 'theirs');
      await writeFile(join(outside, 'manifest.json'), await readFile(manifest));
      await rm(manifest);
      await symlink(join(dirname(context.checkout), target), manifest);
      const before = await readFile(join(outside, 'manifest.json'), 'utf8');

      const result = await context.run({ ...pull, prune: 'true' });
      expect(errorOf(result)).toBe(
        `.scan-rules/manifest.json could not be read: there is a symbolic link on the way: ${normalize('.scan-rules/manifest.json')}. It is left as it is, and nothing is deleted.`,
      );
      expect(result.workspaceFiles).toEqual({
        '.scan-rules/rule_a/x/rule.txt': 'new',
        '.scan-rules/rule_b/y': 'ours',
        '.scan-rules/rule_c/z': 'stale',
      });
      expect(result.outputs).toMatchObject({ changed: 'true', files: '.scan-rules/rule_a/x/rule.txt' });
      expect((await lstat(manifest)).isSymbolicLink()).toBe(true);
      expect((await readdir(outside)).toSorted()).toEqual(['manifest.json', 'rule.txt']);
      expect(await readFile(join(outside, 'manifest.json'), 'utf8')).toBe(before);
      expect(await readFile(join(outside, 'rule.txt'), 'utf8')).toBe('theirs');
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

  test('in the workspace itself is refused too', async () => {
    await withRules({ rules }, async (context) => {
      const outside = await makeOutside(context);
      await link(context, 'rule_a', outside);
      for (const folder of ['.', context.checkout]) {
        const result = await context.run({ ...pull, 'output-dir': folder });
        expect(errorOf(result)).toContain('there is a symbolic link on the way: rule_a');
        expect(result.workspaceFiles).toMatchObject({ 'rule_b/y': 'ours' });
      }
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
      context.service.state.change((data) => {
        data.rules = data.rules.filter(({ id }) => id !== 'rule_c');
      });
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

  test('a file in the place of output-dir: nothing is written', async () => {
    await withRules({ rules, checkout: { '.scan-rules': 'theirs' } }, async ({ run }) => {
      const result = await run(pull);
      expect(errorOf(result)).toContain(
        IS_WINDOWS ? inTheWay : `.scan-rules/manifest.json could not be read: ${inTheWay}`,
      );
      expect(result.workspaceFiles).toEqual({ '.scan-rules': 'theirs' });
    });
  });
});
