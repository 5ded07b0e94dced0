// The operations pull and list, through the bundle: every rule's files, nothing touched without need, nothing foreign deleted.
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, jest, test } from '@jest/globals';
import { makeRule, withJob, type Job } from './job.ts';

jest.setTimeout(60_000);

const pull = { operation: 'pull' };
const prune = { ...pull, prune: 'true' };

const twoRules = {
  rule_a: { 'a/rule.txt': 'A\r\n', 'a/notes.md': '' },
  rule_b: { 'rule.txt': 'B: ä 👩\n' },
};

/** Puts other files in the place of a rule's; null takes the rule away. */
function setRule({ service }: Job, id: string, files: Readonly<Record<string, string>> | null) {
  service.state.change((data) => {
    data.rules = data.rules.filter((rule) => rule.id !== id);
    if (files) data.rules.push(makeRule(id, files));
  });
}

describe('pull', () => {
  test('writes the files of every rule, and the manifest; names the rules in the order of the service', async () => {
    await withJob({ rules: twoRules }, async ({ run, sent }) => {
      const result = await run(pull);
      expect(result.conclusion).toBe('success');
      expect(result.outputs).toEqual({
        'request-id': '',
        status: '',
        'rule-ids': 'rule_b,rule_a',
        rules: JSON.stringify([
          { id: 'rule_b', name: 'name of rule_b' },
          { id: 'rule_a', name: 'name of rule_a' },
        ]),
        requests: '[]',
        files: [
          '.scan-rules/rule_a/a/notes.md',
          '.scan-rules/rule_a/a/rule.txt',
          '.scan-rules/rule_b/rule.txt',
        ].join('\n'),
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
    await withJob({ rules: twoRules }, async ({ run, writtenAt }) => {
      const first = await run(pull);
      const files = Object.keys(first.workspaceFiles);
      const times = await Promise.all(files.map(writtenAt));
      const second = await run(prune);
      expect(second.outputs).toEqual({ ...first.outputs, changed: 'false' });
      expect(second.workspaceFiles).toEqual(first.workspaceFiles);
      expect(await Promise.all(files.map(writtenAt))).toEqual(times);
    });
  });

  test('writes only what differs', async () => {
    await withJob({ rules: twoRules }, async (job) => {
      await job.run(pull);
      const before = await job.writtenAt('.scan-rules/rule_a/a/rule.txt');
      setRule(job, 'rule_b', { 'rule.txt': 'changed' });
      const result = await job.run(pull);
      expect(result.outputs['changed']).toBe('true');
      expect(result.workspaceFiles['.scan-rules/rule_b/rule.txt']).toBe('changed');
      expect(await job.writtenAt('.scan-rules/rule_a/a/rule.txt')).toBe(before);
    });
  });

  test('puts back what somebody has changed or deleted', async () => {
    const checkout = { '.scan-rules/rule_b/rule.txt': 'by hand' };
    await withJob({ rules: twoRules, checkout }, async ({ run }) => {
      const result = await run(pull);
      expect(result.workspaceFiles['.scan-rules/rule_b/rule.txt']).toBe('B: ä 👩\n');
      expect(result.outputs['changed']).toBe('true');
    });
  });

  test('writes into the folder that is asked for', async () => {
    await withJob({ rules: twoRules }, async ({ run }) => {
      const result = await run({ ...pull, 'output-dir': './ci/..rules/' });
      expect(Object.keys(result.workspaceFiles)).toContain('ci/..rules/rule_b/rule.txt');
      expect(result.outputs['files']).toContain('ci/..rules/rule_b/rule.txt');
    });
  });

  test('writes into the workspace itself, beside what others have there', async () => {
    const checkout = { 'README.md': 'theirs', 'rule_b/by-hand': 'theirs', 'manifest.json': '{}' };
    await withJob({ rules: twoRules, checkout }, async ({ run }) => {
      const result = await run({ ...prune, 'output-dir': '.' });
      expect(result.conclusion).toBe('success');
      expect(result.outputs['files']?.split('\n')).toEqual([
        'rule_a/a/notes.md',
        'rule_a/a/rule.txt',
        'rule_b/rule.txt',
      ]);
      expect(result.workspaceFiles).toEqual({
        ...checkout,
        'rule_a/a/notes.md': '',
        'rule_a/a/rule.txt': 'A\r\n',
        'rule_b/rule.txt': 'B: ä 👩\n',
      });
      expect(result.log).toContain('manifest.json is not a manifest of this action');
    });
  });

  test('prunes in the workspace itself only what is ours', async () => {
    const checkout = { 'README.md': 'theirs', 'rule_b/by-hand': 'theirs' };
    await withJob({ rules: twoRules, checkout }, async (job) => {
      await job.run({ ...pull, 'output-dir': '.' });
      setRule(job, 'rule_a', null);
      setRule(job, 'rule_b', null);
      const { workspaceFiles } = await job.run({ ...prune, 'output-dir': '.' });
      expect(workspaceFiles).toEqual({
        ...checkout,
        'manifest.json': expect.stringContaining('"rules": []') as unknown,
      });
    });
  });

  test('writes into an absolute folder: outside of the workspace, and below it', async () => {
    await withJob({ rules: twoRules }, async (job) => {
      const outside = join(dirname(job.checkout), 'outside', 'rules').replaceAll('\\', '/');
      const result = await job.run({ ...pull, 'output-dir': `${outside}/` });
      expect(result.conclusion).toBe('success');
      expect(result.workspaceFiles).toEqual({});
      expect(result.outputs['files']?.split('\n')).toEqual([
        `${outside}/rule_a/a/notes.md`,
        `${outside}/rule_a/a/rule.txt`,
        `${outside}/rule_b/rule.txt`,
      ]);
      expect(await readFile(join(outside, 'rule_b/rule.txt'), 'utf8')).toBe('B: ä 👩\n');
      setRule(job, 'rule_a', null);
      const pruned = await job.run({ ...prune, 'output-dir': outside });
      expect(pruned.outputs['changed']).toBe('true');
      expect((await readdir(outside)).toSorted()).toEqual(['manifest.json', 'rule_b']);

      const inside = join(job.checkout, 'ci');
      const { workspaceFiles } = await job.run({ ...pull, 'output-dir': inside });
      expect(Object.keys(workspaceFiles)).toEqual(['ci/manifest.json', 'ci/rule_b/rule.txt']);
    });
  });

  test('writes nothing where there is no folder for it', async () => {
    await withJob({ rules: twoRules }, async ({ run }) => {
      const result = await run({ ...pull, 'output-dir': '' });
      expect(result.workspaceFiles).toEqual({});
      expect(result.outputs).toMatchObject({
        'rule-ids': 'rule_b,rule_a',
        files: '',
        changed: 'false',
      });
    });
  });

  test('says in a notice which inputs are for create alone', async () => {
    await withJob({ rules: twoRules }, async ({ run }) => {
      const result = await run({ ...pull, description: 'x', 'request-id': 'rcr_known' });
      expect(result.conclusion).toBe('success');
      expect(result.annotations.map(({ level, message }) => `${level}: ${message}`)).toEqual([
        'notice: Inputs without effect: description, request-id; the operation pull does not use them.',
      ]);
    });
  });

  test('takes no rules for what it is', async () => {
    await withJob({ rules: {} }, async ({ run }) => {
      expect((await run(pull)).outputs).toMatchObject({ 'rule-ids': '', rules: '[]', files: '' });
      expect((await run(pull)).outputs['changed']).toBe('false');
    });
  });

  test('writes files with names of things that every object has', async () => {
    const files = Object.fromEntries([
      ['__proto__', '1'],
      ['constructor', '2'],
      ['toString', '3'],
    ]);
    await withJob({ rules: { rule_a: {} } }, async (job) => {
      job.service.state.change(({ rules: [rule] }) => {
        if (rule) rule.ruleFiles = files;
      });
      const { workspaceFiles } = await job.run(pull);
      expect(workspaceFiles).toMatchObject({
        '.scan-rules/rule_a/__proto__': '1',
        '.scan-rules/rule_a/constructor': '2',
        '.scan-rules/rule_a/toString': '3',
      });
    });
  });

  test('reads sixty rules', async () => {
    const rules = Object.fromEntries(
      Array.from({ length: 60 }, (_, at) => [`rule_${at}`, { x: `${at}` }]),
    );
    await withJob({ rules }, async ({ run }) => {
      const { outputs } = await run(pull);
      expect(outputs['files']?.split('\n')).toHaveLength(60);
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
    await withJob({ rules: twoRules, checkout }, async (job) => {
      await job.run(pull);
      setRule(job, 'rule_a', { 'a/rule.txt': 'A\r\n' });
      setRule(job, 'rule_b', null);
      const result = await job.run(prune);
      expect(result.outputs).toMatchObject({
        changed: 'true',
        files: '.scan-rules/rule_a/a/rule.txt',
      });
      expect(result.workspaceFiles).toEqual({
        ...checkout,
        '.scan-rules/rule_a/a/rule.txt': 'A\r\n',
        '.scan-rules/manifest.json': JSON.stringify(
          {
            version: 1,
            rules: [{ id: 'rule_a', name: 'name of rule_a', files: ['rule_a/a/rule.txt'] }],
          },
          undefined,
          2,
        ).concat('\n'),
      });
      expect((await job.run(prune)).outputs['changed']).toBe('false');
    });
  });

  test('not asked for: stale files stay, and are still known for later', async () => {
    await withJob({ rules: twoRules }, async (job) => {
      const first = await job.run(pull);
      setRule(job, 'rule_b', null);
      setRule(job, 'rule_a', { 'a/rule.txt': 'A\r\n' });
      const second = await job.run(pull);
      expect(second.workspaceFiles).toEqual(first.workspaceFiles);
      expect(second.outputs).toMatchObject({
        changed: 'false',
        files: '.scan-rules/rule_a/a/rule.txt',
      });
      const third = await job.run(prune);
      expect(Object.keys(third.workspaceFiles)).toEqual([
        '.scan-rules/manifest.json',
        '.scan-rules/rule_a/a/rule.txt',
      ]);
    });
  });

  test('makes room: a file where a folder is needed now, and the other way round', async () => {
    await withJob({ rules: { rule_a: { x: '1', 'y/z': '2' } } }, async (job) => {
      await job.run(pull);
      setRule(job, 'rule_a', { 'x/deep': '3', y: '4' });
      const { workspaceFiles, conclusion } = await job.run(prune);
      expect(conclusion).toBe('success');
      expect(workspaceFiles).toMatchObject({
        '.scan-rules/rule_a/x/deep': '3',
        '.scan-rules/rule_a/y': '4',
      });
    });
  });

  test('keeps a file whose new text could not be written', async () => {
    await withJob({ rules: { rule_a: { x: '1', y: '2' } } }, async (job) => {
      await job.run(pull);
      // A folder of somebody is where our file was.
      await rm(join(job.checkout, '.scan-rules/rule_a/x'));
      await mkdir(join(job.checkout, '.scan-rules/rule_a/x'));
      const result = await job.run(prune);
      expect(result.conclusion).toBe('failure');
      expect(result.workspaceFiles['.scan-rules/manifest.json']).toContain('"rule_a/x"');
    });
  });

  test.each<[string, string]>([
    ['that is none', 'not JSON'],
    ['of another version', '{"version":2,"rules":[]}'],
    ['of a browser extension', '{"manifest_version":3,"name":"x"}'],
    ['with the marks of a merge', '<<<<<<< HEAD\n{"version":1,"rules":[]}\n=======\n'],
  ])('a manifest %s deletes nothing, and is left as it is', async (_, text) => {
    const files = { ...checkout, '.scan-rules/manifest.json': text };
    await withJob({ rules: twoRules, checkout: files }, async ({ run }) => {
      const result = await run(prune);
      expect(result.conclusion).toBe('success');
      expect(result.workspaceFiles).toMatchObject(files);
      expect(result.outputs['changed']).toBe('true');
      expect(result.workspaceFiles['.scan-rules/rule_b/rule.txt']).toBe('B: ä 👩\n');
      expect(result.log).toContain('is not a manifest of this action: it is left as it is');
      expect((await run(prune)).outputs['changed']).toBe('false');
    });
  });

  test('a manifest that somebody has prepared deletes only what could be ours', async () => {
    const prepared = {
      version: 1,
      rules: [
        {
          id: 'rule_gone',
          name: '::error::x',
          files: ['../README.md', 'rule_gone/../../README.md', 'README.md', 'rule_gone/x'],
        },
        { id: '..', name: 'x', files: ['../README.md'] },
        { id: 'rule_b/..', name: 'x', files: ['rule_b/../README.md'] },
      ],
    };
    const files = { ...checkout, '.scan-rules/manifest.json': JSON.stringify(prepared) };
    await withJob({ rules: twoRules, checkout: files }, async ({ run }) => {
      const { workspaceFiles } = await run(prune);
      const { '.scan-rules/rule_gone/x': gone, ...others } = checkout;
      expect(gone).toBe('theirs');
      expect(workspaceFiles).toMatchObject(others);
      expect(workspaceFiles).not.toHaveProperty(['.scan-rules/rule_gone/x']);
    });
  });
});

describe('list', () => {
  test('tells rules and requests, and writes nothing', async () => {
    await withJob({}, async ({ run, sent }) => {
      const result = await run({ operation: 'list' });
      expect(result.outputs).toEqual({
        'request-id': '',
        status: '',
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
        files: '',
        changed: 'false',
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

  test('tells a request that is under way', async () => {
    await withJob({ looks: 9 }, async ({ run }) => {
      await run({
        operation: 'create',
        description: 'x',
        'max-polls': '1',
        'poll-interval': '0',
      });
      const { outputs } = await run({ operation: 'list' });
      expect(outputs['requests']).toMatch(/"id":"rcr_sandbox_2","status":"pending"/);
    });
  });
});
