// The name that a bug's file has at the judged commit, by what GitHub lists of the pull request.
import { createPlacePath } from '../../src/gate/present-paths.ts';
import type { ChangedFile } from '../../src/judgement/world.ts';
import { describe, expect, test } from '../jest.ts';
import { aFinding } from '../judgement/fixtures.ts';

const sha = 'c'.repeat(40);
const file = (path: string, change?: ChangedFile['change'], previousPath: string | null = null): ChangedFile => ({
  ...{ path, previousPath, change, firstChangedLine: 1 },
});
const renamed = (from: string, to: string): ChangedFile => file(to, 'renamed', from);

describe('a bug’s file', () => {
  test.each<[string, readonly ChangedFile[], string | null, string | null]>([
    ['that nothing touches keeps its name', [file('b.ts')], 'a.ts', 'a.ts'],
    ['that is changed keeps its name', [file('a.ts')], 'a.ts', 'a.ts'],
    ['that is renamed has the new one', [renamed('a.ts', 'src/b.ts')], 'a.ts', 'src/b.ts'],
    ['whose new name is known has it', [renamed('a.ts', 'b.ts')], 'b.ts', 'b.ts'],
    [
      'that is renamed, and another takes its place, is the one that is there',
      [renamed('a.ts', 'b.ts'), file('a.ts')],
      'a.ts',
      'a.ts',
    ],
    ['the same, as GitHub may list them the other way round', [file('a.ts'), renamed('a.ts', 'b.ts')], 'a.ts', 'a.ts'],
    [
      'that changes places with another is the one that is there',
      [renamed('a.ts', 'b.ts'), renamed('b.ts', 'a.ts')],
      'a.ts',
      'a.ts',
    ],
    [
      'in a chain of renames has the name next to it',
      [renamed('b.ts', 'c.ts'), renamed('a.ts', 'b.ts')],
      'a.ts',
      'b.ts',
    ],
    [
      'at the end of such a chain has the last name',
      [renamed('b.ts', 'c.ts'), renamed('a.ts', 'd.ts')],
      'b.ts',
      'c.ts',
    ],
    ['that is copied stays where it is', [file('b.ts', 'copied', 'a.ts')], 'a.ts', 'a.ts'],
    ['that was renamed, where GitHub does not say how', [file('b.ts', undefined, 'a.ts')], 'a.ts', 'b.ts'],
    ['that is written in another case has the present one', [file('src/App.ts')], 'SRC/app.ts', 'src/App.ts'],
    ['whose case is changed has the present one', [renamed('src/App.ts', 'src/app.ts')], 'src/App.ts', 'src/app.ts'],
    ['that is renamed and known in another case', [renamed('src/App.ts', 'src/main.ts')], 'src/app.ts', 'src/main.ts'],
    [
      'that differs in case from one that is there, and was renamed',
      [renamed('App.ts', 'main.ts'), file('app.ts')],
      'App.ts',
      'main.ts',
    ],
    ['in another Unicode form has the present one', [file('cafe\u0301.ts')], 'caf\u00e9.ts', 'cafe\u0301.ts'],
    ['the same the other way round', [file('caf\u00e9.ts')], 'cafe\u0301.ts', 'caf\u00e9.ts'],
    ['that is renamed and known in another Unicode form', [renamed('cafe\u0301.ts', 'b.ts')], 'caf\u00e9.ts', 'b.ts'],
    ['that only begins alike keeps its name', [renamed('src', 'lib')], 'src/a.ts', 'src/a.ts'],
    ['that no path compares with keeps its name', [renamed('a.ts', 'b.ts')], '../a.ts', '../a.ts'],
    ['without a path has none', [renamed('a.ts', 'b.ts')], null, null],
  ])('%s', (_, files, path, present) => {
    const { details } = createPlacePath(files)(aFinding('1', { path, commitSha: sha }));
    expect([details.path, details.fileSha]).toEqual([present, undefined]);
  });

  test.each<[string, readonly ChangedFile[], string, string | null, string | null]>([
    ['is linked where the bug was found', [file('a.ts', 'removed')], 'a.ts', sha, sha],
    ['whatever its case', [file('a.ts', 'removed')], 'A.ts', sha, sha],
    ['is linked nowhere if that is not known', [file('a.ts', 'removed')], 'a.ts', null, null],
    ['is linked nowhere if that is no full commit', [file('a.ts', 'removed')], 'a.ts', 'c0ffee', null],
  ])('that is removed %s', (_, files, path, commitSha, fileSha) => {
    const { details } = createPlacePath(files)(aFinding('1', { path, commitSha }));
    expect([details.path, details.fileSha]).toEqual([path, fileSha]);
  });

  test('that is removed under one name and there under another is not removed', () => {
    const { details } = createPlacePath([file('a.ts', 'removed'), file('A.ts')])(aFinding('1', { path: 'a.ts' }));
    expect([details.path, details.fileSha]).toEqual(['A.ts', undefined]);
  });

  test('that keeps its name is the same finding, of which there may be 100,000', () => {
    const finding = aFinding('1', { path: 'a.ts' });
    expect(createPlacePath([renamed('b.ts', 'c.ts')])(finding)).toBe(finding);
  });
});
