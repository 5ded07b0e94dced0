// The name that a bug's file has at the judged commit, by what GitHub lists of the pull request.
import type { FileData } from '../../sandbox/github/data.ts';
import { createPlacePath } from '../../src/gate/present-paths.ts';
import type { CommitSha } from '../../src/judgement/identifiers.ts';
import type { ChangedFile } from '../../src/judgement/world.ts';
import { runGateIn } from '../harness/sandbox.ts';
import { changeGitHub, changeService, failingWorld } from '../harness/worlds.ts';
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
    ['also where a letter has two in the other case', [file('STRASSE.ts')], 'straße.ts', 'STRASSE.ts'],
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
    ['with a character that nobody sees has the name there', [file('src/a.ts')], 'src/a\u200b.ts', 'src/a.ts'],
    ['the same the other way round', [file('src/a\u200b.ts')], 'src/a.ts', 'src/a\u200b.ts'],
    [
      'of two that differ in such a one is the one of that name',
      [file('a.ts'), file('a\u200b.ts')],
      'a\u200b.ts',
      'a\u200b.ts',
    ],
    ['that is renamed and known with such a one', [renamed('a.ts', 'b.ts')], '\ufeffa.ts', 'b.ts'],
    ['with a line has the name there', [file('src/a.ts')], 'src/a.ts:12', 'src/a.ts'],
    ['with a line that is its name keeps it', [file('a.ts'), file('a.ts:12')], 'a.ts:12', 'a.ts:12'],
    ['with a line, and renamed', [renamed('a.ts', 'b.ts')], 'a.ts#L3', 'b.ts'],
    ['that only begins alike keeps its name', [renamed('src', 'lib')], 'src.ts', 'src.ts'],
    ['that no path compares with keeps its name', [renamed('a.ts', 'b.ts')], '../a.ts', '../a.ts'],
    ['without a path has none', [renamed('a.ts', 'b.ts')], null, null],
  ])('%s', (_, files, path, present) => {
    const { details } = createPlacePath(files)(aFinding('1', { path, commitSha: sha }));
    expect([details.path, details.fileSha]).toEqual([present, undefined]);
  });

  test('that is removed, with a line behind its path, is linked where it was, without the line', () => {
    const { details } = createPlacePath([file('a.ts', 'removed')])(aFinding('1', { path: 'a.ts:12', commitSha: sha }));
    expect([details.path, details.fileSha]).toEqual(['a.ts', sha]);
  });

  test.each([
    ['another case', 'SRC/Gone.ts', 'src/gone.ts'],
    ['another Unicode form', 'caf\u00e9.ts', 'cafe\u0301.ts'],
    ['what nobody sees', 'src/a\u200b.ts', 'src/a.ts'],
    ['its own name', 'src/a.ts', 'src/a.ts'],
  ])('that is removed, and that the service knows by %s, is linked under the name that it had', (_, known, had) => {
    const { details } = createPlacePath([file(had, 'removed')])(aFinding('1', { path: known, commitSha: sha }));
    expect([details.path, details.fileSha]).toEqual([had, sha]);
  });

  test.each<[string, readonly ChangedFile[], string, string | null, string | null]>([
    ['is linked where the bug was found', [file('a.ts', 'removed')], 'a.ts', sha, sha],
    ['is linked nowhere if that is not known', [file('a.ts', 'removed')], 'a.ts', null, null],
    [
      'is linked there also where a copy of it stays',
      [file('a.ts', 'removed'), file('b.ts', 'copied', 'a.ts')],
      'a.ts',
      sha,
      sha,
    ],
    [
      'is linked there also where a file takes the folder’s name',
      [file('a/b.ts', 'removed'), file('a')],
      'a/b.ts',
      sha,
      sha,
    ],
    ['is linked nowhere if that is no full commit', [file('a.ts', 'removed')], 'a.ts', 'c0ffee', null],
  ])('that is removed %s', (_, files, path, commitSha, fileSha) => {
    const { details } = createPlacePath(files)(aFinding('1', { path, commitSha }));
    expect([details.path, details.fileSha]).toEqual([path, fileSha]);
  });

  test.each<[string, readonly ChangedFile[], string, CommitSha | null | undefined]>([
    ['below a submodule that is changed is linked nowhere', [file('vendor/lib')], 'vendor/lib/src/a.ts', null],
    ['below one that is renamed', [renamed('vendor/lib', 'lib')], 'vendor/lib/a.ts', null],
    ['below the new name of one', [renamed('vendor/lib', 'lib')], 'lib/a.ts', null],
    ['below a symbolic link that is added', [file('src')], 'src/a.ts', null],
    ['in a folder of a name that only begins alike is linked', [file('vendor/lib')], 'vendor/lib2/a.ts', undefined],
    ['in a folder of such a name in another case is linked', [file('vendor/lib')], 'vendor/LIB/a.ts', undefined],
    [
      'in a folder that takes the place of a file is linked',
      [renamed('a', 'a/b.ts'), file('a/c.ts')],
      'a/c.ts',
      undefined,
    ],
    ['in a folder of the name of a file that is copied is linked', [file('b.ts', 'copied', 'a')], 'a/c.ts', undefined],
    ['in a folder of the name of a file that is removed is linked', [file('a', 'removed')], 'a/c.ts', undefined],
  ])('%s', (_, files, path, fileSha) => {
    const { details } = createPlacePath(files)(aFinding('1', { path, commitSha: sha }));
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

describe('a whole run carries that name everywhere: in link, annotation, SARIF and report,', () => {
  const added = '@@ -1,2 +1,3 @@\n one\n+two\n three';
  const changedFile = (filename: string, change: Partial<FileData> = {}): FileData => ({
    ...{ filename, status: 'modified', additions: 1, deletions: 0, patch: added },
    ...change,
  });
  const renamedFile = (previousFilename: string, filename: string): FileData =>
    changedFile(filename, { status: 'renamed', previousFilename });

  interface Row {
    /** As the service knows it. */
    readonly known: string;
    readonly files: readonly FileData[];
    /** Everywhere. */
    readonly present: string;
    /** Null: nothing is annotated. */
    readonly annotatedLine?: number | null;
    /** Default: the judged commit. */
    readonly linkedAt?: 'found' | null;
  }

  const foundAt = 'f0'.repeat(20);
  const rows: Readonly<Record<string, Row>> = {
    'of a file that is renamed': {
      known: 'src/old-name.ts',
      files: [renamedFile('src/old-name.ts', 'src/new-name.ts')],
      present: 'src/new-name.ts',
      annotatedLine: 2,
    },
    'of one that is renamed as it is': {
      known: 'src/old-name.ts',
      files: [
        changedFile('lib/name.ts', { status: 'renamed', previousFilename: 'src/old-name.ts', additions: 0, patch: '' }),
      ],
      present: 'lib/name.ts',
      annotatedLine: 1,
    },
    'of one that the service knows by its new name': {
      known: 'src/new-name.ts',
      files: [renamedFile('src/old-name.ts', 'src/new-name.ts')],
      present: 'src/new-name.ts',
      annotatedLine: 2,
    },
    'of one that is renamed while another takes its place': {
      known: 'src/a.ts',
      files: [renamedFile('src/a.ts', 'src/b.ts'), changedFile('src/a.ts', { status: 'added' })],
      present: 'src/a.ts',
      annotatedLine: 2,
    },
    'of one in another letter case': {
      known: 'SRC/app.ts',
      files: [changedFile('src/App.ts')],
      present: 'src/App.ts',
      annotatedLine: 2,
    },
    'of one whose letter case is changed': {
      known: 'src/App.ts',
      files: [renamedFile('src/App.ts', 'src/app.ts')],
      present: 'src/app.ts',
      annotatedLine: 2,
    },
    'of one in another Unicode form': {
      known: 'src/caf\u00e9.ts',
      files: [changedFile('src/cafe\u0301.ts')],
      present: 'src/cafe\u0301.ts',
      annotatedLine: 2,
    },
    'of one that is renamed and known in another form and case': {
      known: 'Src/Caf\u00e9.ts',
      files: [renamedFile('src/cafe\u0301.ts', 'src/tea.ts')],
      present: 'src/tea.ts',
      annotatedLine: 2,
    },
    'of one with a character that nobody sees': {
      known: 'src/a\u200bpp.ts',
      files: [changedFile('src/app.ts')],
      present: 'src/app.ts',
      annotatedLine: 2,
    },
    'of one where only the repository has such a character': {
      known: 'src/app.ts',
      files: [changedFile('src/a\u00adpp.ts')],
      present: 'src/a\u00adpp.ts',
      annotatedLine: 2,
    },
    'of one with a line behind it': {
      known: 'src/app.ts:12',
      files: [changedFile('src/app.ts')],
      present: 'src/app.ts',
      annotatedLine: 2,
    },
    'of one that the service begins with a dot': {
      known: './src/app.ts',
      files: [changedFile('src/app.ts')],
      present: 'src/app.ts',
      annotatedLine: 2,
    },
    'of one that the service begins with a slash, and nothing touches': {
      known: '/src/app.ts',
      files: [changedFile('src/other.ts')],
      present: 'src/app.ts',
    },
    'of one that is removed, at the commit at which the bug was found': {
      known: 'src/gone.ts',
      files: [changedFile('src/gone.ts', { status: 'removed' })],
      present: 'src/gone.ts',
      linkedAt: 'found',
    },
    'of one that is copied, where it was': {
      known: 'src/a.ts',
      files: [changedFile('src/b.ts', { status: 'copied', previousFilename: 'src/a.ts' })],
      present: 'src/a.ts',
    },
    'control: of one that is changed': {
      known: 'src/app.ts',
      files: [changedFile('src/app.ts')],
      present: 'src/app.ts',
      annotatedLine: 2,
    },
    'control: of one that nothing touches': {
      known: 'src/app.ts',
      files: [changedFile('src/other.ts')],
      present: 'src/app.ts',
    },
  };

  test.each(Object.entries(rows))('%s', async (_, { known, files, present, annotatedLine = null, linkedAt }) => {
    const world = changeGitHub(
      changeService(failingWorld(), ({ bugs }) => {
        const [bug] = bugs.filter(({ isSecurityVulnerability, review }) => isSecurityVulnerability === true && !review);
        if (bug === undefined) throw new Error('the world has a pending security bug');
        return { bugs: [{ ...bug, filePath: known, commitSha: foundAt, introducedIn: null }] };
      }),
      ({ pulls }) => ({ pulls: pulls.map((pull) => ({ ...pull, files: [...files] })) }),
    );
    const run = await runGateIn(world, { inputs: { 'sarif-file': 'a.sarif', 'report-file': 'a.json' } });
    expect(run.outputs['verdict']).toBe('failed');

    const links = [...run.comment.matchAll(/\/blob\/([0-9a-f]{40})\/([^)\s]+)/gu)];
    const commit = linkedAt === 'found' ? foundAt : world.sha;
    const shown = links.map(([, at, path = '']) => [at, decodeURIComponent(path)]);
    expect(new Set(shown.map((link) => link.join(' ')))).toEqual(new Set([`${commit} ${present}`]));

    const annotated = run.annotations.filter(({ file: path }) => path !== undefined);
    expect(annotated.map(({ file: path, line }) => [path, line])).toEqual(
      annotatedLine === null ? [] : [[present, annotatedLine]],
    );
    const texts = Object.values(run.workspaceFiles).map((text) => JSON.stringify(JSON.parse(text)).normalize('NFC'));
    expect(texts).toHaveLength(2);
    for (const text of texts) {
      const names = [present, encodeURI(present)].map((name) => name.normalize('NFC'));
      expect(names.some((name) => text.includes(name))).toBe(true);
      if (known !== present && known.normalize('NFC') !== present.normalize('NFC')) expect(text).not.toContain(known);
    }
  });
});
