// Owns the rule of which file of a rule may be written where: a table of what people try, and what holds for any text.
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  decideFilePlan,
  findPathFault,
  findRuleFault,
  type FilePlan,
  type RuleText,
} from '../../src/rules/files.ts';
import { IN_PROPORTION_MS } from '../platform.ts';

function rule(files: Readonly<Record<string, string>>, id = 'rule_1'): RuleText {
  return { id, name: 'n', files };
}

function planOf(...keys: readonly string[]): FilePlan {
  return decideFilePlan([rule(Object.fromEntries(keys.map((key) => [key, `text of ${key}`])))]);
}

const written = ({ files }: FilePlan): string[] => files.map((file) => file.path);
const refused = ({ refused }: FilePlan): string[] => refused.map(({ key }) => key);

describe('a key that is written', () => {
  test.each([
    'rule.txt',
    'a/b/c.yml',
    'no-empty-catch/rule.txt',
    '.hidden',
    '.github/rule.yml',
    '.gitignore',
    '.gitattributes/x',
    'git',
    'x.git',
    '..a',
    'a..b',
    'a...b/c',
    '...x/y',
    ' leading space',
    'in the middle',
    'umlaut-ä.txt',
    '規則/ルール.txt',
    '👩.txt',
    '$(rm -rf x)',
    '`id`',
    "it's; a & name",
    '-rf',
    '~/x',
    '%2e%2e/x',
    'a%2fb',
    '##[add-mask]x',
    'con-text',
    'console.txt',
    'com10.txt',
    'comx',
    'nullable',
    '__proto__',
    'constructor',
    'toString/x',
    'manifest.json',
    'a'.repeat(255),
  ])('%j', (key) => {
    const plan = decideFilePlan([
      { id: 'rule_1', name: 'n', files: Object.fromEntries([[key, 'its text\r\n\u0000']]) },
    ]);
    expect(plan).toEqual({
      files: [{ path: `rule_1/${key}`, text: 'its text\r\n\u0000' }],
      refused: [],
    });
  });
});

describe('a key that is refused', () => {
  test.each<[string, string]>([
    ['', 'empty part'],
    ['/', 'empty part'],
    ['/etc/x', 'absolute'],
    ['//server/share', 'absolute'],
    ['a//b', 'empty part'],
    ['a/', 'empty part'],
    ['.', '. or ..'],
    ['./a', '. or ..'],
    ['a/./b', '. or ..'],
    ['..', '. or ..'],
    ['../x', '. or ..'],
    ['a/../../x', '. or ..'],
    ['a/..', '. or ..'],
    ['... /x', 'dot or a space'],
    ['.../x', 'dot or a space'],
    ['.. /x', 'dot or a space'],
    ['C:\\x', 'backslash'],
    ['\\\\server\\share', 'backslash'],
    ['a\\..\\b', 'backslash'],
    ['..\\x', 'backslash'],
    ['C:x', 'drive'],
    ['C:/x', 'drive'],
    ['file.txt:stream', 'drive'],
    ['.git::$INDEX_ALLOCATION/x', 'drive'],
    ['a?b', 'not every system'],
    ['a*b', 'not every system'],
    ['a|b', 'not every system'],
    ['<a>', 'not every system'],
    ['"a"', 'not every system'],
    ['.git', '.git'],
    ['.git/hooks/x', '.git'],
    ['a/.git/hooks/x', '.git'],
    ['.GIT/x', '.git'],
    ['.Git/config', '.git'],
    ['.git./x', 'dot or a space'],
    ['.git /x', 'dot or a space'],
    ['.g\u200cit/x', 'invisible'],
    ['.git\u200b/x', 'invisible'],
    ['\ufeff.git/x', 'invisible'],
    ['.gi\u00adt/x', 'invisible'],
    ['git~1', '.git'],
    ['GIT~1/hooks/x', '.git'],
    ['git~2/x', '.git'],
    ['a\u0000b', 'control'],
    ['a\nb', 'control'],
    ['a\rb', 'control'],
    ['a\tb', 'control'],
    ['a\u001b[31mb', 'control'],
    ['a\u0085b', 'control'],
    ['a\u2028b', 'control'],
    ['a\u202eb', 'control'],
    ['a\ud800b', 'control'],
    ['a.', 'dot or a space'],
    ['a ', 'dot or a space'],
    ['a./b', 'dot or a space'],
    ['a /b', 'dot or a space'],
    ['CON', 'Windows'],
    ['con.txt', 'Windows'],
    ['a/NUL', 'Windows'],
    ['nul.tar.gz', 'Windows'],
    ['aux/x', 'Windows'],
    ['COM1', 'Windows'],
    ['com¹.txt', 'Windows'],
    ['LPT9.log', 'Windows'],
    ['con .txt', 'Windows'],
    ['CONIN$', 'Windows'],
    ['x'.repeat(300), 'too long'],
    ['ä'.repeat(200), 'too long'],
    ['a/'.repeat(300) + 'b', 'too long'],
    ['x'.repeat(100_000), 'too long'],
  ])('%j: %s', (key, why) => {
    const plan = planOf(key, 'good.txt');
    expect(written(plan)).toEqual(['rule_1/good.txt']);
    expect(plan.refused).toEqual([
      { rule: 'rule_1', key, why: expect.stringContaining(why) as unknown },
    ]);
  });
});

describe('an identifier of a rule', () => {
  test.each([
    'rule_../../x',
    'rule_/../..',
    'rule_a/b',
    'rule_a/',
    'rule_\\..\\..',
    'rule_a\u0000',
    'rule_a\n',
    'rule_.',
    'rule_ ',
    'rule_a:b',
    `rule_${'a'.repeat(300)}`,
    'manifest.json',
    '..',
    '.git',
    '',
    'Rule_a',
  ])('%j has no files', (id) => {
    const plan = decideFilePlan([rule({ 'a.txt': 'x', b: 'y' }, id), rule({ c: 'z' })]);
    expect(written(plan)).toEqual(['rule_1/c']);
    expect(plan.refused.map(({ rule: of, key }) => [of, key])).toEqual([
      [id, 'a.txt'],
      [id, 'b'],
    ]);
  });

  test.each(['rule_1', 'rule_', 'rule_..x', 'rule_A-b.c', 'rule_ä', 'rule_con'])(
    '%j is a folder',
    (id) => {
      expect(findRuleFault(id)).toBeNull();
      expect(written(decideFilePlan([rule({ a: '' }, id)]))).toEqual([`${id}/a`]);
    },
  );

  test('cannot stand for a file of another rule', () => {
    const plan = decideFilePlan([rule({ 'b/c': 'theirs' }), rule({ c: 'ours' }, 'rule_1/b')]);
    expect(plan.files).toEqual([{ path: 'rule_1/b/c', text: 'theirs' }]);
  });
});

describe('two files that cannot stand beside each other', () => {
  test.each<[string, string, string]>([
    ['upper and lower case', 'Rule.txt', 'rule.txt'],
    ['case of a folder', 'A/x', 'a/x'],
    ['two forms of an accent', 'u\u0308.txt', '\u00fc.txt'],
    ['accent and case', 'A\u030a', 'å'],
    ['final sigma', 'ΑΣ', 'ασ'],
    ['sharp s', 'STRASSE', 'straße'],
    ['long s', 's', 'ſ'],
    ['the sign for Kelvin', 'k', '\u212a'],
    ['a file where a folder is needed', 'a', 'a/b'],
    ['the same in other case', 'A', 'a/b/c'],
    ['a file where a deeper folder is needed', 'a/b', 'a/b/c/d'],
  ])('%s: one is written, the other refused, in whatever order they come', (_, first, second) => {
    const plan = planOf(first, second);
    expect(plan.files).toHaveLength(1);
    expect(plan.refused).toHaveLength(1);
    expect(planOf(second, first)).toEqual(plan);
    expect(plan.refused[0]?.why).toMatch(/the same as rule_1\/|the same name as a folder/);
  });

  test('may have the same name in folders of their own', () => {
    expect(refused(planOf('a/x', 'b/x', 'x', 'ab/x', 'a b/x'))).toEqual([]);
  });

  test('a rule that comes twice is one rule', () => {
    const plan = decideFilePlan([rule({ a: '1', b: '2' }), rule({ a: '1', b: '2' })]);
    expect(written(plan)).toEqual(['rule_1/a', 'rule_1/b']);
    expect(plan.refused).toEqual([]);
  });

  test('a rule that comes twice with another text is refused once', () => {
    const plan = decideFilePlan([rule({ a: '1' }), rule({ a: '2' })]);
    expect(plan.files).toEqual([{ path: 'rule_1/a', text: '1' }]);
    expect(refused(plan)).toEqual(['a']);
  });

  test('two rules whose identifiers differ in case share no file', () => {
    const plan = decideFilePlan([rule({ x: '1' }, 'rule_A'), rule({ x: '2', y: '3' }, 'rule_a')]);
    expect(written(plan)).toEqual(['rule_A/x', 'rule_a/y']);
    expect(plan.refused.map(({ rule: of, key }) => [of, key])).toEqual([['rule_a', 'x']]);
  });
});

/** Pieces that paths are broken with, and plain letters between them. */
const piece = fc.constantFrom(
  ...['..', '.', '/', '\\', '//', ':', 'C:', '.git', 'a', 'b', 'A', ' ', '\0', '\n', '~', '%2e'],
  ...['\u202e', '\u200c', 'git~1', 'CON', '\u2215', '\uff0f', '\uff0e\uff0e', '\u2024', 'x'],
);
const hostileText = fc.oneof(
  fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join('')),
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
);
const hostileRules = fc.array(
  fc.record({
    id: fc.oneof(
      fc.constant('rule_1'),
      hostileText.map((text) => `rule_${text}`),
      hostileText,
    ),
    name: fc.string(),
    files: fc
      .array(fc.tuple(hostileText, fc.string()))
      .map((entries) => Object.fromEntries(entries)),
  }),
  { maxLength: 4 },
);

describe('whatever a service says', () => {
  test.each([
    ['POSIX', path.posix, '/work/checkout/.scan-rules'],
    ['Windows', path.win32, 'D:\\work\\checkout\\.scan-rules'],
  ] as const)('a planned path stays below the folder of its rule: %s', (_, system, root) => {
    fc.assert(
      fc.property(hostileRules, (rules) => {
        for (const file of decideFilePlan(rules).files) {
          const owner = rules.find(({ id }) => file.path.startsWith(`${id}/`));
          const folder = system.resolve(root, owner?.id ?? '');
          expect(system.dirname(folder)).toBe(root);
          const relative = system.relative(folder, system.resolve(root, file.path));
          expect(relative).not.toBe('');
          expect(system.isAbsolute(relative)).toBe(false);
          // Every part is a name and leads one step down, none back up.
          expect(`${owner?.id ?? ''}/${relative.split(system.sep).join('/')}`).toBe(file.path);
          expect(relative.split(system.sep)).not.toContain('..');
        }
      }),
      { numRuns: 1_000 },
    );
  });

  test('every file is written or refused, never both, none lost', () => {
    fc.assert(
      fc.property(hostileRules, (rules) => {
        const plan = decideFilePlan(rules);
        const count = rules.flatMap(({ files }) => Object.keys(files)).length;
        const ids = rules.map(({ id }) => id);
        const sum = plan.files.length + plan.refused.length;
        if (new Set(ids).size === ids.length) expect(sum).toBe(count);
        else expect(sum).toBeLessThanOrEqual(count);
        for (const { path: planned } of plan.files) expect(findPathFault(planned)).toBeNull();
      }),
    );
  });

  test('the plan is sorted and does not hang on the order of rules and keys', () => {
    fc.assert(
      fc.property(fc.uniqueArray(hostileText, { maxLength: 12 }), (keys) => {
        const plan = planOf(...keys);
        expect(planOf(...keys.toReversed())).toEqual(plan);
        expect(written(plan)).toEqual(written(plan).toSorted());
      }),
    );
  });

  test('twenty thousand files are planned in no time', () => {
    const keys = Array.from({ length: 20_000 }, (_, at) => `folder-${at % 200}/file-${at}`);
    const before = performance.now();
    expect(planOf(...keys).files).toHaveLength(20_000);
    expect(performance.now() - before).toBeLessThan(IN_PROPORTION_MS);
  });
});
