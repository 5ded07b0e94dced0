// Tests of the path filter: which files pass the input `paths`.
import { createChangedPaths } from '../../src/judgement/changed-paths.ts';
import { foldPath, isPattern, toPathFilter, toPathKeys } from '../../src/judgement/path-filter.ts';
import { growthOf, LINEAR_AT_MOST } from '../harness/growth.ts';
import { fc } from '../harness/random.ts';
import { describe, expect, test } from '../jest.ts';

/** Words between blanks, each a row. */
function toRows(words: string): readonly (readonly [string])[] {
  return words
    .trim()
    .split(/\s+/)
    .map((word) => [word] as const);
}

describe('a path passes', () => {
  test.each<[string, string[], string | null]>([
    ['an empty filter', [], 'src/a.ts'],
    ['an empty filter without being known', [], null],
    ['a pattern that it matches', ['src/**'], 'src/cart/a.ts'],
    ['any of several patterns', ['docs/**', 'src/**'], 'src/a.ts'],
    ['a pattern with brackets, which are themselves', ['src/[...slug]/*'], 'src/[...slug]/a.ts'],
    ['a pattern with parentheses, which are themselves', ['app/(shop)/**'], 'app/(shop)/a.ts'],
    ['as a dot file like any other', ['**/*.yml'], '.github/workflows/.a.yml'],
    ['as a file of a dot folder', ['**'], '.github/CODEOWNERS'],
    ['when only other paths are excluded', ['!docs/**'], 'src/a.ts'],
    ['when the exclusion is narrower', ['src/**', '!src/gen/**'], 'src/a.ts'],
    ['a pattern that begins at the root with ./', ['./src/**'], 'src/a.ts'],
    ['a pattern that begins at the root with /', ['/src/**'], 'src/a.ts'],
    ['a pattern with a folder that ends with a dot', ['src./*'], 'src./a.ts'],
    ['a pattern with a slash too many', ['src//api/**'], 'src/api/a.ts'],
    ['a folder with a slash too many', ['src//'], 'src/api/a.ts'],
    ['with a line feed in its name', ['src/**'], 'src/new\nline.ts'],
    ['with a line separator in its name', ['**/*.ts'], 'src/\u2028.ts'],
    ['in another case', ['SRC/**'], 'src/a.ts'],
    ['in another case than an exclusion', ['!SRC/**'], 'src/a.ts'],
    ['in another normal form', ['src/caf\u00e9/**'], 'src/cafe\u0301/a.ts'],
    ['with a leading ./', ['src/**'], './src/a.ts'],
    ['when it may lead anywhere, although it seems excluded', ['!docs/**'], 'docs/../src/a.ts'],
    ['when it has a drive', ['src/**'], 'C:/src/a.ts'],
    ['when a part of its name could not be read', ['!docs/**'], 'docs/caf\ufffd.ts'],
    ['when half a character is part of its name', ['docs/**'], 'src/\ud83d.ts'],
    ['when a backslash may be part of its name', ['!docs/**'], 'docs\\a.ts'],
    ['with 1,024 characters', ['src/**'], `src/${'a'.repeat(1_020)}`],
    ['with 1,025 characters, which is too long to compare', ['docs/**'], `src/${'a'.repeat(1_021)}`],
    ['with 1,025 characters, although it seems excluded', ['!src/**'], `src/${'a'.repeat(1_021)}`],
    ['as a character of two code units where one may be anything', ['src/?.ts'], 'src/🛒.ts'],
    ['in another case, of which there are two', ['src/ΣΑΣ'], 'src/σας'],
    ['as a folder of which all is included', ['src/**'], 'src'],
    ['as a folder of which all is excluded', ['!src/**'], 'src'],
    ['as a file in the root, where all folders are excluded', ['!*/**'], 'README.md'],
    ['as a file in the root, where all folders are excluded by a slash', ['!*/'], 'README.md'],
    ['in any folder, as for GitHub', ['**.ts'], 'src/cart/a.ts'],
    ['in none, as for GitHub', ['**.ts'], 'a.ts'],
    ['below a folder, by two stars beside a letter', ['src/**.ts'], 'src/cart/x/a.ts'],
    ['by two stars between letters', ['src**a.ts'], 'src/a.ts'],
    ['by two stars behind a letter', ['src/a**'], 'src/api/x.ts'],
    ['by two stars in a folder’s name', ['**-gen/*.ts'], 'src/x-gen/a.ts'],
    ['in a folder, where two stars stand beside a letter of what is excluded', ['!src/**.ts'], 'src/cart/a.ts'],
    ['between two stars that meet', ['src/***.ts'], 'src/a.ts'],
    ['below folders of any number, none too', ['**/src/**/**/a.ts'], 'src/a.ts'],
  ])('%s', (_, patterns, path) => {
    expect(toPathFilter(patterns)(path)).toBe(true);
  });
});

describe('a path does not pass', () => {
  test.each<[string, string[], string | null]>([
    ['when it matches nothing', ['src/**'], 'docs/a.md'],
    ['when it is not known', ['**'], null],
    ['when it is not known and only others are excluded', ['!docs/**'], null],
    ['when it is excluded', ['src/**', '!src/gen/**'], 'src/gen/a.ts'],
    ['when the exclusion is written first', ['!src/gen/**', 'src/**'], 'src/gen/a.ts'],
    ['when it is excluded and nothing else is said', ['!docs/**'], 'docs/a.md'],
    ['when the exclusion begins at the root with /', ['!/docs/**'], 'docs/a.md'],
    ['when the exclusion begins at the root with ./', ['!./docs/**'], 'docs/a.md'],
    ['when one star would have to cross a folder', ['src/*.ts'], 'src/cart/a.ts'],
    ['when it is excluded in another normal form', ['!caf\u00e9/**'], 'cafe\u0301/a.ts'],
    ['when only a part matches', ['src'], 'src/a.ts'],
    ['with 1,024 characters', ['docs/**', '!src/**'], `src/${'a'.repeat(1_020)}`],
    [
      'with 1,024 characters, although the pattern has many stars',
      ['**/*a*a*a*/**/*b'],
      `${'a'.repeat(511)}/${'a'.repeat(512)}`,
    ],
    ['when a question mark would have to be a slash', ['src?a.ts'], 'src/a.ts'],
    ['when a question mark would have to be nothing', ['src/a?.ts'], 'src/a.ts'],
    ['when two stars beside a letter have nothing of the kind', ['src**b.ts'], 'src/a.ts'],
    ['in any folder, where one star stands at the start', ['*.ts'], 'src/a.ts'],
    ['in the folder itself, where two stars stand beside a letter of what is excluded', ['!src/**.ts'], 'src/a.ts'],
    ['when its name only ends with the folder’s', ['**/src/*'], 'mysrc/a.ts'],
    ['when it is an excluded dot file', ['!**/*.yml'], '.github/a.yml'],
  ])('%s', (_, patterns, path) => {
    expect(toPathFilter(patterns)(path)).toBe(false);
  });
});

describe('the order of patterns', () => {
  test('does not matter', () => {
    const patterns = ['src/**', '!src/gen/**', 'docs/*.md', '!**/*.snap'];
    const paths = ['src/a.ts', 'src/gen/a.ts', 'docs/a.md', 'docs/x/a.md', 'src/a.snap', 'b.ts'];
    fc.assert(
      fc.property(fc.shuffledSubarray(patterns, { minLength: 4 }), (shuffled) => {
        expect(paths.filter(toPathFilter(shuffled))).toEqual(paths.filter(toPathFilter(patterns)));
      }),
    );
  });
});

describe('a pattern', () => {
  const strange = { 'has a drive': 'C:/src/**', 'is in brackets': '[src/**]', 'has a dash before it': '-src/**' };

  test.each(
    toRows(String.raw`
      { } \ src/{a,b} src/{a,b}/[0-9]*.ts \** src\** !src\api\** app/\(shop\)/** {{src}}/**
      "src/**" 'src/**' "src/** !"src/**" "!src/**" “src/**” ‘src/**’ it's/** src/"a"/** ["src/**"]
      $SRC/** src/$A/**
      !!src/** wow!.ts src/!(gen)/** src/! a/!b
      . /. !. src/. **/. .. ../** !../** src/../src/** src/.. ././src/** src/./** !./../a
      all none null undefined !all NULL
    `),
  )('cannot be read, since another tool reads it in another way or no path can match it: %s', (pattern) => {
    expect(isPattern(pattern)).toBe(false);
  });

  test.each([
    '`src/**`',
    '${SRC}/**',
    'src/** docs/**',
    'src/**\tdocs',
    '!a/** !b/**',
    '- src/**',
    'src/** # the server',
    'docs/My File.md',
  ])('cannot be read either: %j', (pattern) => {
    expect(isPattern(pattern)).toBe(false);
  });

  test.each(
    toRows(`
      ! / ./ src/ !src/** src/[z-a] app/(shop)/** !(shop)/** .github/** .?/** ... src/..a/** !./(shop)/**
      $lib/** src/$lib/** ~/x.ts nullable/** all/** ./all src/all src/^a/-b docs/C#/*.cs a;b|c:d.ts docs/甲、乙.md app/[...slug]/*
    `),
  )('can be read: %s', (pattern) => {
    expect(isPattern(pattern)).toBe(true);
  });

  test.each(Object.entries(strange))('that %s is what it says, and matches nothing else: %s', (_, pattern) => {
    expect([isPattern(pattern), toPathFilter([pattern])('src/a.ts')]).toEqual([true, false]);
  });

  test.each([
    [256, true],
    [257, false],
  ])('of %i characters can be read: %j', (length, is) => {
    expect(isPattern('a'.repeat(length))).toBe(is);
  });

  test.each([
    ['./src/**', 'src/a.ts'],
    ['./', 'src/a.ts'],
    ['/', 'src/a.ts'],
    ['src/C:/**', 'src/C:/a.ts'],
    ['**/TextMesh?Pro/**', 'Assets/TextMesh Pro/a.cs'],
    ['it?s/**', "it's/a.ts"],
    ['app/[...slug]/*', 'app/[...slug]/page.tsx'],
    ['docs/👩\u200d💻/**', 'docs/👩\u200d💻/a.md'],
    ['src/**\u200b', 'src/a.ts'],
  ])('matches what it says: %s', (pattern, path) => {
    expect([isPattern(pattern), toPathFilter([pattern])(path)]).toEqual([true, true]);
  });

  test('with a slash at its end is the folder with all that is in it', () => {
    expect(toPathFilter(['src/'])('src/a/b.ts')).toBe(true);
    expect(toPathFilter(['src/'])('docs/a.md')).toBe(false);
    expect(toPathFilter(['!src/'])('src/a.ts')).toBe(false);
  });

  test('a path that no repository can hold counts, whatever the globs', () => {
    expect(toPathFilter(['src/**'])('src/../x')).toBe(true);
    expect(toPathFilter(['src/**'])('docs/new\nline.ts')).toBe(true);
  });

  test('a lone exclusion mark excludes nothing', () => {
    expect(toPathFilter(['!'])('src/a.ts')).toBe(true);
    expect(toPathFilter(['src/**', '!'])('src/a.ts')).toBe(true);
  });
});

describe('patterns mean what the same regular expression means', () => {
  const part = fc.constantFrom('a', 'b', 'A', '.', '*', '**', '?', '[', '+');
  const segment = fc.oneof({ arbitrary: fc.constant('**'), weight: 1 }, { arbitrary: joined(part, 3), weight: 3 });
  const patterns = fc
    .tuple(fc.array(segment, { minLength: 1, maxLength: 4 }), fc.constantFrom('', '', '/'))
    .map(([segments, end]) => segments.join('/') + end)
    .filter((pattern) => isPattern(pattern) && pattern.split('/').every((each) => !/^\.{1,2}$/.test(each)));
  const name = joined(fc.constantFrom('a', 'b', 'A', '.', '[', '+'), 3).filter((each) => !/^\.{1,2}$/.test(each));
  const paths = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join('/'));

  function joined(parts: fc.Arbitrary<string>, maxLength: number): fc.Arbitrary<string> {
    return fc.array(parts, { minLength: 1, maxLength }).map((written) => written.join(''));
  }

  /** Right, and slow for long paths. `below` is what `/**` at the end stands for, `far` what it is beside a letter. */
  function toExpression(pattern: string, { below, far }: Readonly<Record<'below' | 'far', string>>): string {
    const toGlob = (sign: string): string => {
      if (sign.startsWith('**')) return far;
      return { '*': '[^/]*', '?': '[^/]' }[sign] ?? `\\${sign}`;
    };
    const segments = pattern
      .replace(/\/$/, '/**')
      .replace(/(?<=^|\/)\*\*(?:\/\*\*)+(?=\/|$)/g, '**')
      .split('/');
    return segments
      .map((each, index) => {
        const isLast = index === segments.length - 1;
        if (each === '**') return isLast ? (index === 0 ? '.*' : below) : '(?:[^/]+/)*';
        const source = each.replace(/\*+|[?.[+]/g, toGlob);
        return isLast || (index === segments.length - 2 && segments.at(-1) === '**') ? source : `${source}/`;
      })
      .join('');
  }

  test('whatever the patterns and paths', () => {
    let included = 0;
    fc.assert(
      fc.property(patterns, paths, (pattern, path) => {
        // Nobody says what three stars mean; here more counts with them.
        fc.pre(!pattern.includes('***'));
        const isIncluded = new RegExp(`^(?:${toExpression(pattern, { below: '(?:/.*)?', far: '.*' })})$`, 'i').test(
          path,
        );
        const isExcluded = new RegExp(`^(?:${toExpression(pattern, { below: '/.+', far: '[^/]*' })})$`).test(path);
        expect([pattern, path, toPathFilter([pattern])(path)]).toEqual([pattern, path, isIncluded]);
        expect([pattern, path, !toPathFilter([`!${pattern}`])(path)]).toEqual([pattern, path, isExcluded]);
        if (isIncluded) included += 1;
      }),
      { numRuns: 1_000 },
    );
    expect(included).toBeGreaterThan(50);
  });
});

test.each(['**/*a*a*a*/**/*b', `${'*a'.repeat(127)}b`, `*a${'?'.repeat(120)}b`, `${'**/a/'.repeat(51)}b`])(
  'the work grows with the path, not with its square: %s',
  (pattern) => {
    for (const unit of ['a', 'a/', '\u0390']) {
      const compare = (length: number): void => {
        // Each a path of its own.
        const isInPaths = toPathFilter([pattern]);
        for (let at = 0; at < 5; at += 1) isInPaths(`${unit.repeat(length / unit.length)}${at}`);
      };
      expect([unit, growthOf(compare, 240) <= LINEAR_AT_MOST]).toEqual([unit, true]);
    }
  },
);

describe('what only one of two names has, and nobody sees', () => {
  const invisible = [
    ...['\u00ad', '\u034f', '\u061c', '\u115f', '\u17b4', '\u180b', '\u200b', '\u200c', '\u200d', '\u200e', '\u202e'],
    ...['\u2060', '\u2066', '\u3164', '\ufe0f', '\ufeff', '\uffa0', '\u{1d173}', '\u{e0001}', '\u{e0100}'],
  ];

  test.each(invisible)('%j makes no other name where more counts, and another where less would', (sign) => {
    const places = [
      'src/a.ts',
      `src/a${sign}.ts`,
      `${sign}src/a.ts`,
      `src/a.ts${sign}`,
      `src${sign}/${sign}${sign}a.ts`,
    ];
    for (const one of places) {
      for (const other of places) {
        const touched = createChangedPaths([{ path: one, previousPath: null }]).isTouched(toPathKeys(other));
        const included = toPathFilter([one])(other);
        const excluded = !toPathFilter([`!${one}`])(other);
        expect([one, other, touched, included, excluded]).toEqual([one, other, true, true, one === other]);
        expect(foldPath(one)).toBe(foldPath(other));
      }
    }
  });

  test('counts as one character where a pattern asks for one, and as none', () => {
    expect(['a?b', 'ab', 'a??b'].map((pattern) => toPathFilter([pattern])('a\u200bb'))).toEqual([true, true, false]);
  });

  test('does not hide that a path may lead anywhere', () => {
    for (const path of ['.\u200b./a.ts', '\u200bC:/a.ts', 'src/\ufeff../../a.ts']) {
      expect(toPathFilter(['docs/**'])(path)).toBe(true);
      expect(createChangedPaths([]).isTouched(toPathKeys(path))).toBe(true);
    }
  });

  test.each(['\u2800', '\u00a0', '\u2009', '-', 'а'])('%j is seen, so it makes another name', (sign) => {
    const other = `src/a${sign}.ts`;
    expect(toPathFilter(['src/a.ts'])(other)).toBe(false);
    expect(createChangedPaths([{ path: 'src/a.ts', previousPath: null }]).isTouched(toPathKeys(other))).toBe(false);
  });
});

describe('how a service may write the path of src/a.ts', () => {
  const changed = createChangedPaths([
    { path: 'src/a.ts', previousPath: null },
    { path: 'lib/b.ts', previousPath: 'src/b.ts' },
  ]);
  /** Whether it counts for a pull request that changes the file, for one that does not, and by patterns. */
  const read = (path: string): readonly boolean[] => [
    changed.isTouched(toPathKeys(path)),
    createChangedPaths([{ path: 'x.ts', previousPath: null }]).isTouched(toPathKeys(path)),
    toPathFilter(['src/*.ts'])(path),
    toPathFilter(['docs/**'])(path),
    !toPathFilter(['!src/a.ts'])(path),
  ];

  test.each([
    ...['src/a.ts', './src/a.ts', '/src/a.ts', '//src/a.ts', './/src/a.ts', 'src//a.ts', 'src/./a.ts', 'SRC/a.ts'],
  ])('relative to the root: %j', (path) => {
    expect(read(path)).toEqual([true, false, true, false, !path.startsWith('SRC')]);
  });

  test.each([
    ...['src/a.ts:12', 'src/a.ts:12:5', 'src/a.ts:12-20', 'src/a.ts:12:5-13:1', 'src/a.ts:12:', '/src/a.ts:12'],
    ...[
      'src/a.ts#L12',
      'src/a.ts#L12-L20',
      'src/a.ts#L12C5-L20C1',
      'src/a.ts#L12-20',
      'src/a.ts(12)',
      'src/a.ts(12,5)',
      'src/a.ts:L12',
      'src/a.ts:L12-L20',
      'src/a.ts (line 12)',
    ],
  ])('with a place in the file, unless that is its name: %j', (path) => {
    expect(read(path)).toEqual([true, false, true, false, false]);
    expect(createChangedPaths([{ path, previousPath: null }]).isTouched(toPathKeys(path))).toBe(true);
    expect(toPathFilter([path.replace(/^\//, '')])(path)).toBe(true);
    expect(changed.laterNames(toPathKeys(path.replace('a.ts', 'b.ts')))).toEqual(['lib/b.ts']);
  });

  test.each([
    ...[
      'file:///home/ada/storefront/src/a.ts',
      'file:/src/a.ts',
      'https://github.com/acme/storefront/blob/main/src/a.ts',
    ],
    ...[
      'github.com/acme/storefront/src/a.ts',
      '/home/runner/work/storefront/storefront/src/a.ts',
      '/Users/ada/src/a.ts',
    ],
    ...['/github/workspace/src/a.ts', '//workspace/src/a.ts', '/__w/storefront/storefront/src/a.ts', '/tmp/x/src/a.ts'],
    ...['/private/var/folders/x/src/a.ts', '/var/lib/jenkins/src/a.ts', '/root/src/a.ts', '/builds/acme/src/a.ts'],
    ...['D:/a/storefront/src/a.ts', 'src\\a.ts'],
  ])('on some machine or server, so that it may be any file: %j', (path) => {
    expect(read(path)).toEqual([true, true, true, true, false]);
  });

  test('with a slash too many at its end', () => {
    expect(read('src/a.ts/')).toEqual([true, false, true, true, false]);
  });

  test('in a folder of the repository, it is another file', () => {
    const others = [
      ...[
        'home/runner/src/a.ts',
        'tmp/src/a.ts',
        'workspace/src/a.ts',
        'builds/a.ts',
        '/app/src/a.ts',
        '/var/src/a.ts',
      ],
      ...['/home/a.ts', 'storefront/src/a.ts', 'src/file:/a.ts', 'src/github.com/a.ts', 'http/a.ts', 'src/a.ts:x'],
      ...['src/a.ts:', 'src/a:12.ts', 'src/a.ts#12', 'src/a.ts()', 'src/a(1).ts', 'src/a.ts 12'],
    ];
    expect(others.filter((path) => changed.isTouched(toPathKeys(path)) || toPathFilter(['docs/**'])(path))).toEqual([]);
  });
});

describe('letters that are the same but for their case', () => {
  /** Each in every form, as a service, a person or a file system may write it. */
  const same = [
    ['straße', 'STRASSE', 'strasse', 'STRAẞE', 'Straße'],
    ['ΣΑΣ', 'σας', 'σασ', 'ςΑς'],
    ['\u0130', 'i\u0307', 'I\u0307'],
    ['\u00e9', 'e\u0301', '\u00c9', 'E\u0301'],
    ['\u0390', '\u03ca\u0301', '\u0399\u0308\u0301', '\u03b9\u0308\u0301', '\u03aa\u0301', '\u1fd3'],
    ['\u01f0', 'j\u030c', 'J\u030c'],
    ['\u1e96', 'h\u0331', 'H\u0331'],
    ['\u01c4', '\u01c5', '\u01c6'],
    ['ﬁ', 'FI', 'fi'],
    ['\u212a', 'k', 'K'],
    ['\u212b', '\u00e5', 'A\u030a'],
    ['\u1fb3', '\u1fbc', '\u03b1\u0399'],
    ['ſ', 's', 'S'],
    ['𐐀', '𐐨'],
  ];

  test.each(same)('%s, %s and their like include and are each other', (...forms) => {
    for (const pattern of forms) {
      const filters = [pattern, `${pattern}*`, `*${pattern}`, `**/x*${pattern}`].map((each) =>
        toPathFilter([`a/${each}`]),
      );
      for (const path of forms) {
        const seen = filters.map((isIn, at) => isIn(at < 3 ? `a/${path}` : `A/b/X${path}`));
        expect([pattern, path, ...seen]).toEqual([pattern, path, true, true, true, true]);
        expect([pattern, foldPath(path)]).toEqual([pattern, foldPath(pattern)]);
      }
    }
  });

  test.each([
    ['i', '\u0130'],
    ['e', '\u00e9'],
    ['a', 'а'],
    ['s', 'ß'],
    ['f', 'ﬁ'],
  ])('%s and %s are two', (one, other) => {
    expect(toPathFilter([one])(other)).toBe(false);
    expect(foldPath(one)).not.toBe(foldPath(other));
  });

  test.each<[pattern: string, path: string, isIn: boolean]>([
    ['stra?e', 'straße', true],
    ['stra??e', 'straße', true],
    ['stra???e', 'straße', false],
    ['caf?', 'CAFE\u0301', true],
    ['caf??', 'CAFE\u0301', false],
    ['*ss*', 'maß', true],
    ['?', '\u0390', true],
  ])('a question mark is one of them, or one of its capitals: %s and %s, %s', (pattern, path, isIn) => {
    expect(toPathFilter([pattern])(path)).toBe(isIn);
  });

  test.each(same)('%s excludes no other form of itself than Unicode has of it', (...forms) => {
    const [first = ''] = forms;
    const excluded = forms.filter((path) => !toPathFilter([`!${first}`])(path));
    expect(excluded.map((path) => path.normalize('NFC'))).toEqual(excluded.map(() => first.normalize('NFC')));
  });
});
