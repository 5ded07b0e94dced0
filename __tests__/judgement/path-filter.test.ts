// Tests of the path filter: which files pass the input `paths`.
import { isPattern, toPathFilter } from '../../src/judgement/path-filter.ts';
import { fc } from '../harness/random.ts';
import { describe, expect, test } from '../jest.ts';

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
    ['a pattern that begins at the root more than once', ['././//src/**'], 'src/a.ts'],
    ['a pattern with a folder that ends with a dot', ['src./*'], 'src./a.ts'],
    ['a pattern with a slash too many', ['src//api/**'], 'src/api/a.ts'],
    ['a pattern with a dot between slashes', ['src/./api/**'], 'src/api/a.ts'],
    ['a folder with a slash too many', ['src//'], 'src/api/a.ts'],
    ['with a line feed in its name', ['src/**'], 'src/new\nline.ts'],
    ['with a line separator in its name', ['**/*.ts'], 'src/\u2028.ts'],
    ['in another case', ['SRC/**'], 'src/a.ts'],
    ['in another case than an exclusion', ['!SRC/**'], 'src/a.ts'],
    ['in another normal form', ['src/caf\u00e9/**'], 'src/cafe\u0301/a.ts'],
    ['with a leading ./', ['src/**'], './src/a.ts'],
    ['when it may lead anywhere, although it seems excluded', ['!docs/**'], 'docs/../src/a.ts'],
    ['when it has a drive', ['src/**'], 'C:/src/a.ts'],
    ['when a backslash may be part of its name', ['!docs/**'], 'docs\\a.ts'],
    ['when it is too long to match quickly', ['!src/**'], `src/${'a'.repeat(300)}`],
    ['when it is too long to compare', ['docs/**'], `src/${'a'.repeat(1_100)}`],
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

describe('a strange pattern', () => {
  test.each([
    ...[['{'], ['}'], ['\\'], ['*('], ['!('], ['?(a)'], ['+(a)'], ['@(a|b)'], ['src/{a,b'], ['src/{a,b}/[0-9]*.ts']],
    ...[['src\\**'], ['!src\\api\\**'], ['src\\.github'], ['!(docs)/**'], ['src/!(gen)/**'], ['app/\\(shop\\)/**']],
  ])('cannot be read: %j', (pattern) => {
    expect(isPattern(pattern)).toBe(false);
  });

  test.each([['!'], ['app/(shop)/**'], ['!./(shop)/**'], ['src/[z-a]'], ['!!src/**'], ['/'], ['src/'], ['!src/**']])(
    'can be read: %j',
    (pattern) => {
      expect(isPattern(pattern)).toBe(true);
    },
  );

  test('never throws once it is known that it can be read', () => {
    const odd = fc.string({ unit: fc.constantFrom(...'! * ? { } [ ] ( ) , . / \\ a b | + @ ^ $ - \n'.split(' ')) });
    fc.assert(
      fc.property(fc.array(odd, { maxLength: 4 }), odd, (patterns, path) => {
        expect(typeof toPathFilter(patterns.filter(isPattern))(path)).toBe('boolean');
      }),
    );
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
