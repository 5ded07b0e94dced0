// The manifest: what it says is read again, what others put into it counts for nothing.
import {
  type Manifest,
  type ManifestRule,
  mergeManifests,
  parseManifest as parseManifestOn,
  renderManifest,
} from '../../src/rules/manifest.ts';
import { anyCharacter, fc } from '../harness/random.ts';
import { describe, expect, test } from '../jest.ts';

const ruleA: ManifestRule = { id: 'rule_a', name: 'A', files: ['rule_a/1', 'rule_a/2'] };
const ruleB: ManifestRule = { id: 'rule_b', name: 'B', files: ['rule_b/x/y.txt'] };

const parseManifest = (text: string): Manifest | null => parseManifestOn(text, 'linux');

/** A manifest as somebody may have left it in a checkout. */
const left = (rules: unknown, version: unknown = 1): string => JSON.stringify({ version, rules });

describe('the text', () => {
  test('is read as it was written', () => {
    expect(parseManifest(renderManifest({ rules: [ruleA, ruleB] }))).toEqual({ rules: [ruleA, ruleB] });
    expect(parseManifest(renderManifest({ rules: [] }))).toEqual({ rules: [] });
  });

  test('is plain JSON that ends with a line feed, and has a version', () => {
    expect(renderManifest({ rules: [ruleB] })).toBe(`${JSON.stringify({ version: 1, rules: [ruleB] }, null, 2)}\n`);
  });

  test('does not hang on the order of rules or fields', () => {
    const turned = { files: ruleB.files, name: ruleB.name, id: ruleB.id };
    expect(renderManifest({ rules: [turned, ruleA] })).toBe(renderManifest({ rules: [ruleA, ruleB] }));
  });

  test('comes back whatever the names are', () => {
    const names = fc.string({ unit: anyCharacter });
    fc.assert(
      fc.property(names, (name) => {
        const manifest = { rules: [{ ...ruleA, name: name.toWellFormed() }] };
        expect(parseManifest(renderManifest(manifest))).toEqual(manifest);
      }),
    );
  });
});

describe('what is none of ours', () => {
  test.each([
    ['no JSON of ours', ['', 'null', '[]', '"text"', '{}', '{"name":"an extension","manifest_version":3}']],
    ['no rules', ['{"version":1}', '{"version":1,"rules":{}}']],
    ['broken', ['<<<<<<< HEAD\n{}\n=======', '{"version":1,"rules":[', '['.repeat(100_000)]],
    ['of another version', [left([ruleA], 2), left([ruleA], '1'), left([ruleA], 0), left([ruleA], null)]],
  ])('%s', (_, texts) => {
    for (const text of texts) expect(parseManifest(text)).toBeNull();
  });
});

describe('a rule that we would not have written', () => {
  test.each<[string, unknown]>([
    ['no object', 'rule_a'],
    ['null', null],
    ['no name', { id: 'rule_a', files: [] }],
    ['no files', { id: 'rule_a', name: 'A' }],
    ['files that are no list', { id: 'rule_a', name: 'A', files: { 0: 'rule_a/1' } }],
    ['an identifier with a slash', { id: 'rule_a/b', name: 'A', files: ['rule_a/b/1'] }],
  ])('is left out: %s', (_, rule) => {
    expect(parseManifest(left([rule, ruleB]))).toEqual({ rules: [ruleB] });
  });
});

describe('a path that we would not have written', () => {
  test.each<[string, unknown[]]>([
    ['outside', ['../x', '/etc/passwd', 'rule_a/../x', 'rule_a/../../x']],
    ['no path', ['rule_a', 'rule_a/', 'rule_a//x', 'rule_a/./x']],
    ['of another', ['rule_b/x', 'rule_ab/x', 'Rule_a/x', 'README.md', 'manifest.json', './rule_a/x']],
    ['of no system', ['rule_a\\x', 'rule_a/.git/config', 'C:\\x']],
    ['no text', [1, null, ['rule_a/x']]],
  ])('is left out: %s', (_, files) => {
    for (const file of files) {
      const rules = [{ ...ruleA, files: ['rule_a/1', file] }];
      expect(parseManifest(left(rules))).toEqual({ rules: [{ ...ruleA, files: ['rule_a/1'] }] });
    }
  });
});

test('a path that only Windows does not allow is ours elsewhere', () => {
  const text = left([{ ...ruleA, files: ['rule_a/q?.yml'] }]);
  expect(parseManifestOn(text, 'linux')?.rules[0]?.files).toEqual(['rule_a/q?.yml']);
  expect(parseManifestOn(text, 'windows')?.rules[0]?.files).toEqual([]);
});

test('unknown fields are ignored', () => {
  const text = JSON.stringify({ version: 1, more: true, rules: [{ ...ruleA, more: { files: ['../x'] } }] });
  expect(parseManifest(text)).toEqual({ rules: [ruleA] });
});

describe('after a run', () => {
  const known: Manifest = { rules: [ruleA, ruleB] };
  const all = new Set([...ruleA.files, ...ruleB.files]);
  const merge = (written: readonly ManifestRule[], kept: ReadonlySet<string> = all) =>
    mergeManifests(known, written, kept).rules;

  test('what was deleted is forgotten, and a rule without files with it', () => {
    expect(merge([], new Set(['rule_a/2']))).toEqual([{ ...ruleA, files: ['rule_a/2'] }]);
  });

  test('what is written joins what is known of the rule, sorted and once', () => {
    expect(merge([{ ...ruleA, files: ['rule_a/2', 'rule_a/0'] }])).toEqual([
      { ...ruleA, files: ['rule_a/0', 'rule_a/1', 'rule_a/2'] },
      ruleB,
    ]);
  });

  test('the newer name counts', () => {
    expect(merge([{ ...ruleB, name: 'renamed' }])[1]).toEqual({ ...ruleB, name: 'renamed' });
  });

  test('a new rule is known, also one without files', () => {
    expect(merge([{ id: 'rule_0', name: 'new', files: [] }])[0]).toEqual({ id: 'rule_0', name: 'new', files: [] });
  });

  test('a rule that somebody listed twice loses no file', () => {
    const twice = {
      rules: [
        { ...ruleA, files: ['rule_a/1'] },
        { ...ruleA, files: ['rule_a/2'] },
      ],
    };
    expect(mergeManifests(twice, [], all).rules).toEqual([ruleA]);
  });
});
