// The rule of which file of a rule may be written where: a table of what people try, and what holds for any text.
import path from 'node:path';
import {
  decideFilePlan,
  type FilePlan,
  findPathFault,
  findRuleFault,
  type RuleText,
  type System,
  toSystem,
} from '../../src/client/rule-files.ts';
import { parseFolder } from '../../src/rules/inputs.ts';
import { growthOf, LINEAR_AT_MOST } from '../harness/growth.ts';
import { anyCharacter, fc } from '../harness/random.ts';
import { describe, expect, test } from '../jest.ts';

function rule(files: Readonly<Record<string, string>>, id = 'rule_1'): RuleText {
  return { id, name: 'n', files };
}

const systems: readonly System[] = ['linux', 'macos', 'windows'];

function planOn(system: System, ...keys: readonly string[]): FilePlan {
  const files = Object.fromEntries(keys.map((key) => [key, `text of ${key}`]));
  return decideFilePlan([rule(files)], system);
}

const written = ({ files }: FilePlan): string[] => files.map((file) => file.path);
const refused = ({ refused }: FilePlan): string[] => refused.map(({ key }) => key);

test('a system allows what its platform does, and any other what Linux does', () => {
  const platforms = ['win32', 'darwin', 'linux', 'freebsd'];
  expect(platforms.map(toSystem)).toEqual(['windows', 'macos', 'linux', 'linux']);
});

describe('a key that is written', () => {
  test.each<[string, string[]]>([
    ['plain', ['rule.txt', 'a/b/c.yml', '__proto__', 'constructor', 'manifest.json', 'a'.repeat(255)]],
    ['hidden', ['.hidden', '.github/rule.yml', '.gitignore', '.gitattributes/x', 'git']],
    ['with dots', ['x.git', '..a', 'a..b', 'a...b/c']],
    ['of any letters', ['...x/y', ' leading space', 'in the middle', 'umlaut-ä.txt']],
    ['of a shell', ['規則/ルール.txt', '👩.txt', '$(rm -rf x)', '`id`', "it's; a & name", '-rf', '~/x', '%2e%2e/x']],
    ['like those that Windows reserves', ['a%2fb', '##[add-mask]x', 'con-text', 'console.txt', 'com10.txt']],
    ['that every object has', ['comx', 'nullable']],
  ])('on every system: %s, %j', (_, keys) => {
    const text = 'its text\r\n\u0000';
    for (const [system, key] of systems.flatMap((each) => keys.map((key) => [each, key] as const))) {
      const files = [{ rule: 'rule_1', key, path: `rule_1/${key}`, text }];
      expect(decideFilePlan([rule(Object.fromEntries([[key, text]]))], system)).toEqual({ files, refused: [] });
    }
  });

  test.each<[string, string]>([
    ['./dot.yml', 'dot.yml'],
    ['././a', 'a'],
    ['.//a', 'a'],
    ['a//b.yml', 'a/b.yml'],
    ['a///b/./c', 'a/b/c'],
  ])('without the parts that lead nowhere: %j', (key, path) => {
    for (const system of systems) {
      expect(planOn(system, key)).toMatchObject({ files: [{ key, path: `rule_1/${path}` }], refused: [] });
    }
  });
});

describe('a key that only Windows does not allow', () => {
  test.each<[string, string[]]>([
    ['Windows does not allow', ['q?.yml', 'rule: x.yml', 'a/C:/x', '::error::x', 'a*b', 'a|b', '<a>', '"a"', 'a\tb']],
    ['dot or a space', ['end.', 'a ', 'a./b', 'a /b', '.../x', '... /x', '.. /x']],
    ['Windows reserves', ['CON', 'con.txt', 'a/NUL', 'aux/x', 'COM1', 'com¹.txt', 'LPT9.log', 'con .txt', 'CONIN$']],
  ])('is refused there and written elsewhere: %s, %j', (why, keys) => {
    for (const key of keys) {
      const refusal = { rule: 'rule_1', key, why: expect.stringContaining(why) as unknown };
      expect(planOn('windows', key).refused).toEqual([refusal]);
      for (const system of ['linux', 'macos'] as const) {
        expect(planOn(system, key)).toMatchObject({ files: [{ path: `rule_1/${key}` }], refused: [] });
      }
    }
  });
});

describe('a key that is refused', () => {
  test.each<[string, string[]]>([
    ['no file', ['', '.', './', 'a/', 'a/.']],
    ['absolute', ['/', '/etc/x', '//server/share']],
    ['. or ..', ['..', '../x', './../x', 'a/../../x', 'a//../x', 'a/..']],
    ['backslash', ['\\\\server\\share', 'a\\..\\b', '..\\x']],
    ['drive', ['C:\\x', 'C:x', 'c:/x', './C:/x']],
    ['.git', ['.git', 'a/.git/hooks/x', '.GIT/x', '.git . ./x', '.git::$INDEX_ALLOCATION/x', 'git~1', 'GIT~12./x']],
    ['invisible', ['.g\u200cit/x', '.git\u200b/x', '\ufeff.git/x', '.gi\u00adt/x']],
    ['control', ['a\u0000b', 'a\nb', 'a\rb', 'a\u001b[31mb', 'a\u0085b', 'a\u2028b', 'a\u202eb', 'a\ud800b']],
    ['too long', ['x'.repeat(300), 'ä'.repeat(200), 'a/'.repeat(300) + 'b', 'x'.repeat(2_000)]],
  ])('on every system: %s, %j', (why, keys) => {
    for (const [system, key] of systems.flatMap((each) => keys.map((key) => [each, key] as const))) {
      const plan = planOn(system, key, 'good.txt');
      expect(written(plan)).toEqual(['rule_1/good.txt']);
      expect(plan.refused).toEqual([{ rule: 'rule_1', key, why: expect.stringContaining(why) as unknown }]);
    }
  });
});

describe('an identifier of a rule', () => {
  test.each([
    ...['rule_../../x', 'rule_/../..', 'rule_a/b', 'rule_a/', 'rule_\\..\\..', 'rule_a\u0000', 'rule_a\n'],
    ...[`rule_${'a'.repeat(300)}`, 'manifest.json', '..', '.git', '', 'Rule_a'],
  ])('%j has no files', (id) => {
    const rules = [rule({ 'a.txt': 'x', b: 'y' }, id), rule({ c: 'z' })];
    for (const system of systems) {
      const plan = decideFilePlan(rules, system);
      expect(written(plan)).toEqual(['rule_1/c']);
      expect(plan.refused.map(({ rule: of, key }) => [of, key])).toEqual([
        [id, 'a.txt'],
        [id, 'b'],
      ]);
    }
  });

  test.each(['rule_.', 'rule_ ', 'rule_a:b'])('%j is no folder on Windows alone', (id) => {
    expect(systems.map((system) => findRuleFault(id, system))).toEqual([null, null, expect.any(String)]);
  });

  test.each(['rule_1', 'rule_', 'rule_..x', 'rule_A-b.c', 'rule_ä', 'rule_con'])('%j is a folder', (id) => {
    for (const system of systems) {
      expect(findRuleFault(id, system)).toBeNull();
      expect(written(decideFilePlan([rule({ a: '' }, id)], system))).toEqual([`${id}/a`]);
    }
  });

  test('cannot stand for a file of another rule', () => {
    const rules = [rule({ 'b/c': 'theirs' }), rule({ c: 'ours' }, 'rule_1/b')];
    const { files } = decideFilePlan(rules, 'linux');
    expect(files).toMatchObject([{ path: 'rule_1/b/c', text: 'theirs' }]);
  });
});

describe('a folder on Windows', () => {
  test.each<[string, string | null]>([
    ['D:\\a\\_temp\\rules', 'D:/a/_temp/rules'],
    ['d:/a//rules/', 'd:/a/rules'],
    ['\\\\server\\share\\rules', '//server/share/rules'],
    ['\\rules', '/rules'],
    ['ci\\rules', 'ci/rules'],
    ['D:\\a\\..\\rules', 'D:/a/../rules'],
    ['.\\', '.'],
    ['D:rules', null],
    ['..\\rules', null],
    ['D:\\a\\.git', null],
    ['D:\\a\\q?', null],
    ['D:\\a\\b:c', null],
  ])('%j', (text, folder) => {
    expect(parseFolder(text, 'windows')).toBe(folder);
  });
});

describe('two files that cannot stand beside each other', () => {
  function expectOne(system: System, first: string, second: string): void {
    const plan = planOn(system, first, second);
    expect(plan.files).toHaveLength(1);
    expect(plan.refused).toHaveLength(1);
    expect(planOn(system, second, first)).toEqual(plan);
    expect(plan.refused[0]?.why).toMatch(/the same as rule_1\/|the same name as a folder/);
  }

  const anywhere: [string, string, string][] = [
    ['a part that leads nowhere', './a', 'a'],
    ['an empty part', 'a//b', 'a/b'],
    ['a file where a folder is needed', 'a', 'a/b'],
    ['a file where a deeper folder is needed', 'a/b', 'a/b/c/d'],
    ['a folder where a file is needed', './a/b', 'a'],
  ];
  /** Where the usual file system takes both for one. */
  const folded: [string, string, string][] = [
    ['upper and lower case', 'README.md', 'readme.md'],
    ['case of a folder', 'A/x', 'a/x'],
    ['two forms of an accent', 'u\u0308.txt', '\u00fc.txt'],
    ['final sigma', 'ΑΣ', 'ασ'],
    ['sharp s', 'STRASSE', 'straße'],
    ['a file where a folder is needed, in other case', 'A', 'a/b/c'],
  ];

  test.each(anywhere)('%s: one is written, the other refused, in whatever order they come', (_, first, second) => {
    for (const system of systems) expectOne(system, first, second);
  });

  test.each(folded)('%s: the same on macOS and Windows alone', (_, first, second) => {
    for (const system of ['macos', 'windows'] as const) expectOne(system, first, second);
    expect(refused(planOn('linux', first, second))).toEqual([]);
  });

  test('may have the same name in folders of their own', () => {
    expect(refused(planOn('windows', 'a/x', 'b/x', 'x', 'ab/x', 'a b/x'))).toEqual([]);
  });

  test('a rule that comes twice is one rule', () => {
    const plan = decideFilePlan([rule({ a: '1', b: '2' }), rule({ a: '1', b: '2' })], 'linux');
    expect([written(plan), plan.refused]).toEqual([['rule_1/a', 'rule_1/b'], []]);
  });

  test('two keys that come to one path are two files, even with the same text', () => {
    const plan = decideFilePlan([rule({ a: '1', './a': '1' })], 'linux');
    expect(written(plan)).toEqual(['rule_1/a']);
    expect(refused(plan)).toEqual(['a']);
  });

  test('a rule that comes twice with another text is refused once', () => {
    const plan = decideFilePlan([rule({ a: '1' }), rule({ a: '2' })], 'linux');
    expect(plan.files).toMatchObject([{ path: 'rule_1/a', text: '1' }]);
    expect(refused(plan)).toEqual(['a']);
  });

  test('two rules whose identifiers differ in case share no file', () => {
    const rules = [rule({ x: '1' }, 'rule_A'), rule({ x: '1', y: '3' }, 'rule_a')];
    const plan = decideFilePlan(rules, 'windows');
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
  fc.string({ unit: anyCharacter }),
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
    files: fc.array(fc.tuple(hostileText, fc.string())).map((entries) => Object.fromEntries(entries)),
  }),
  { maxLength: 4 },
);

describe('whatever a service says', () => {
  test.each([
    ['linux', path.posix, '/srv/checkout/.scan-rules'],
    ['macos', path.posix, '/srv/checkout/.scan-rules'],
    ['windows', path.win32, 'D:\\work\\checkout\\.scan-rules'],
  ] as const)('a planned path stays below the folder of its rule: %s', (name, system, root) => {
    fc.assert(
      fc.property(hostileRules, (rules) => {
        for (const file of decideFilePlan(rules, name).files) {
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
    );
  });

  test('every file is written or refused, never both, none lost', () => {
    fc.assert(
      fc.property(hostileRules, fc.constantFrom(...systems), (rules, system) => {
        const plan = decideFilePlan(rules, system);
        const count = rules.flatMap(({ files }) => Object.keys(files)).length;
        const ids = rules.map(({ id }) => id);
        const sum = plan.files.length + plan.refused.length;
        if (new Set(ids).size === ids.length) expect(sum).toBe(count);
        else expect(sum).toBeLessThanOrEqual(count);
        for (const { path: planned } of plan.files) {
          expect(findPathFault(planned, system)).toBeNull();
        }
      }),
    );
  });

  test('the plan is sorted and does not hang on the order of rules and keys', () => {
    fc.assert(
      fc.property(fc.uniqueArray(hostileText, { maxLength: 12 }), (keys) => {
        const plan = planOn('linux', ...keys);
        expect(planOn('linux', ...keys.toReversed())).toEqual(plan);
        expect(written(plan)).toEqual(written(plan).toSorted());
      }),
    );
  });

  test('many files are planned in time linear in their number', () => {
    const plan = (length: number) =>
      planOn('macos', ...Array.from({ length }, (_, at) => `folder-${at % 200}/file-${at}`));
    expect(plan(500).files).toHaveLength(500);
    expect(growthOf(plan, 500)).toBeLessThanOrEqual(LINEAR_AT_MOST);
  });
});
