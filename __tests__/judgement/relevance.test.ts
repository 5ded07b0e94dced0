// Tests of relevance: what a finding has to do with a pull request.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { IntroducedBy } from '../../src/judgement/finding.ts';
import { isRegularPath, toRepositoryPath } from '../../src/judgement/path-filter.ts';
import { decideRelations, type GateOn, isSelected, type Relation, toRelevance } from '../../src/judgement/relevance.ts';
import { ROOT } from '../docs/pages.ts';
import { describe, expect, test } from '../jest.ts';
import { aFinding, changesOf, shaOf } from './fixtures.ts';

const by = (parts: Partial<IntroducedBy>): IntroducedBy => ({
  sha: shaOf('f'),
  date: '2026-01-02',
  author: null,
  pullRequest: null,
  ...parts,
});

describe('a finding is', () => {
  const changed = () =>
    changesOf({
      number: 7,
      commits: [`${'d'.repeat(33)}eeeeeee`, shaOf('b'), '9'.repeat(64)],
      paths: ['src/new-name.ts', 'vendor/submodule', 'src/Caf\u00e9.ts', 'src/cre\u0300me.ts'],
      renamed: ['src/old-name.ts'],
    });
  test.each([
    ['introduced by the number of the pull request', by({ pullRequest: 7 }), null, 'introduced'],
    ['introduced by one of its commits', by({ sha: shaOf('b') }), null, 'introduced'],
    ['introduced by one of its commits in upper case', by({ sha: shaOf('b').toUpperCase() }), null, 'introduced'],
    [
      'introduced by a commit although another pull request is named',
      by({ sha: shaOf('b'), pullRequest: 8 }),
      null,
      'introduced',
    ],
    ['introduced and touched', by({ pullRequest: 7 }), 'src/new-name.ts', 'introduced touched'],
    ['touched in a file that it changes', null, 'src/new-name.ts', 'touched'],
    ['touched under the name before a rename', null, 'src/old-name.ts', 'touched'],
    ['touched although another pull request introduced it', by({ pullRequest: 8 }), 'src/new-name.ts', 'touched'],
    ['backlog in another file', null, 'src/other.ts', 'backlog'],
    ['touched in another case', null, 'SRC/new-NAME.ts', 'touched'],
    ['touched in another normal form', null, 'src/Cafe\u0301.ts', 'touched'],
    ['touched where the change has another', null, 'src/cr\u00e8me.ts', 'touched'],
    ['touched with a leading ./', null, './src/new-name.ts', 'touched'],
    ['touched with a leading /', null, '/src/new-name.ts', 'touched'],
    ['touched below a submodule or a link', null, 'vendor/submodule/lib/a.c', 'touched'],
    ['backlog beside a submodule', null, 'vendor/submodule-2/lib/a.c', 'backlog'],
    ['backlog in a folder of a changed file', null, 'src', 'backlog'],
    ['touched where the path goes up', null, 'src/../lib/a.ts', 'touched'],
    ['touched where a backslash may be part of its name', null, 'lib\\a.ts', 'touched'],
    ['touched where the path has a drive', null, 'C:/lib/a.ts', 'touched'],
    ['backlog where a colon is no drive', null, 'src/a:b.ts', 'backlog'],
    ['touched where the path has a control character', null, 'lib/a\u0000.ts', 'touched'],
    ['touched where the path is too long', null, 'a/'.repeat(512) + 'a', 'touched'],
    ['backlog where the path is just not too long', null, 'a/'.repeat(511) + 'ab', 'backlog'],
    ['never touched without a path', null, null, 'backlog'],
    ['introduced by a commit that is named in short', by({ sha: 'b'.repeat(7) }), null, 'introduced'],
    ['introduced by one whose last digit is missing', by({ sha: 'b'.repeat(39) }), null, 'introduced'],
    ['introduced by a commit of SHA-256', by({ sha: '9'.repeat(64) }), null, 'introduced'],
    ['backlog when its white space is all that is odd', by({ sha: ' cccccccc\n' }), null, 'backlog'],
    ['introduced by a short name in upper case', by({ sha: 'BBBBBBB' }), null, 'introduced'],
    ['backlog when the short name is of another commit', by({ sha: 'bbbbbbc' }), null, 'backlog'],
    ['backlog when a commit only ends with the short name', by({ sha: 'eeeeeee' }), null, 'backlog'],
    ['introduced by a name with white space around it', by({ sha: ' bbbbbbb\n' }), null, 'introduced'],
  ])('%s', (_, introducedBy, path, expected) => {
    const finding = aFinding({ details: { introducedBy, path } });
    const { known, possible } = decideRelations(finding, changed());
    expect(known.join(' ') || 'backlog').toBe(expected);
    expect(possible).toEqual([]);
  });

  test.each([...['b'.repeat(6), '', 'a branch'], ...['not ccccccc', 'ccccccc~1']])(
    'perhaps introduced by the commit %j',
    (sha) => {
      const changes = changed();
      const ofNone = aFinding({ details: { introducedBy: by({ sha }), path: null } });
      expect(decideRelations(ofNone, changes)).toEqual({ known: [], possible: ['introduced'] });
      const another = aFinding({ details: { introducedBy: by({ sha, pullRequest: 999 }), path: null } });
      expect(decideRelations(another, changes)).toEqual({ known: [], possible: [] });
    },
  );

  test('not introduced because neither names a pull request', () => {
    const finding = aFinding({ details: { introducedBy: null, path: null } });
    expect(decideRelations(finding, changesOf({ number: Number.NaN })).known).toEqual([]);
  });
});

test('a finding is shown under the first of its relations', () => {
  const possible = ['introduced'] as const;
  expect(toRelevance({ known: ['introduced', 'touched'], possible })).toBe('introduced');
  expect(toRelevance({ known: ['touched'], possible })).toBe('touched');
  expect(toRelevance({ known: [], possible })).toBe('backlog');
});

describe('ten megabytes of changed paths', () => {
  // Each in 1,700 folders of its own, as long as Git allows.
  const script = `
    import { createChangedPaths } from './src/judgement/changed-paths.ts';
    const files = Array.from({ length: 3_000 }, (_, at) => ({
      path: \`\${at}\${'/x'.repeat(1_745)}\`,
      previousPath: null,
      isRemoved: false,
    }));
    const { isTouched } = createChangedPaths(files);
    console.log(JSON.stringify({
      bytes: files.reduce((sum, { path }) => sum + path.length, 0),
      // Not the peak: Linux counts what the process that started this one had as a part of it.
      megabytes: process.memoryUsage.rss() / 2 ** 20,
      answers: ['2999', '2999/x/x', files[2_999].path].map(isTouched),
    }));
  `;

  test('take less than 300 MB of memory', async () => {
    const args = ['--input-type=module-typescript', '--eval', script];
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: ROOT });
    const measured = JSON.parse(stdout) as Readonly<Record<'bytes' | 'megabytes', number>>;
    expect(measured.bytes).toBeGreaterThan(10_000_000);
    expect(measured.megabytes).toBeLessThan(300);
    // The last path is too long to be compared, and so touched.
    expect(measured).toMatchObject({ answers: [false, false, true] });
  });
});

describe('what GitHub does not list', () => {
  const elsewhere = aFinding({ details: { introducedBy: by({}), path: 'src/other.ts' } });
  test.each<[string, Parameters<typeof changesOf>[0], string]>([
    ['nothing is possible beyond whole lists', {}, ''],
    ['lists that are cut off leave both possible', { isCut: true }, 'introduced touched'],
    ['commits that were refused may hold its commit', { commits: null }, 'introduced'],
    ['files that were refused may hold its file', { paths: null }, 'touched'],
  ])('%s', (_, parts, expected) => {
    const { known, possible } = decideRelations(elsewhere, changesOf(parts));
    expect([known, possible.join(' ')]).toEqual([[], expected]);
    const selected = (['introduced', 'touched'] as const).filter((relation) =>
      isSelected({ known, possible }, [relation]),
    );
    expect(selected.join(' ')).toBe(expected);
  });

  test('a bug without a file is never touched, whatever is cut off', () => {
    const nowhere = aFinding({ details: { path: null } });
    const relations = decideRelations(nowhere, changesOf({ isCut: true }));
    expect(isSelected(relations, ['touched'])).toBe(false);
  });
});

describe('gate-on', () => {
  test.each<[GateOn, string]>([
    ['all', 'introduced touched both backlog'],
    [['introduced'], 'introduced both'],
    [['touched'], 'touched both'],
    [['introduced', 'touched'], 'introduced touched both'],
  ])('%j selects %s', (gateOn, expected) => {
    const findings: Readonly<Record<string, readonly Relation[]>> = {
      introduced: ['introduced'],
      touched: ['touched'],
      both: ['introduced', 'touched'],
      backlog: [],
    };
    const selected = Object.keys(findings).filter((name) =>
      isSelected({ known: findings[name] ?? [], possible: [] }, gateOn),
    );
    expect(selected.join(' ')).toBe(expected);
  });
});

describe('paths are compared from the root', () => {
  test.each([
    ['src/a.ts', 'src/a.ts'],
    ['./src/a.ts', 'src/a.ts'],
    ['/src/a.ts', 'src/a.ts'],
    ['//src/a.ts', 'src/a.ts'],
    ['././src/a.ts', 'src/a.ts'],
    ['.//src/a.ts', 'src/a.ts'],
    ['.github/a.yml', '.github/a.yml'],
    ['../a.ts', '../a.ts'],
    ['src/./a.ts', 'src/a.ts'],
    ['src/././a.ts', 'src/a.ts'],
    ['src//a.ts', 'src/a.ts'],
    ['a./b.ts', 'a./b.ts'],
    ['.', '.'],
    ['', ''],
  ])('%j is %j', (path, expected) => {
    expect(toRepositoryPath(path)).toBe(expected);
  });
});

describe('a path that a repository can hold', () => {
  test.each([['a.ts'], ['src/a b.ts'], ['.github/x.yml'], ['src/...'], ['src/[id]/é.ts'], ['a\\b']])(
    'is %j',
    (path) => {
      expect(isRegularPath(path)).toBe(true);
    },
  );
  test.each([[''], ['/a'], ['a//b'], ['a/'], ['.'], ['./a'], ['a/../b'], ['..'], ['a\nb'], ['a\u0000'], ['a\u0085b']])(
    'is not %j',
    (path) => {
      expect(isRegularPath(path)).toBe(false);
    },
  );
});
