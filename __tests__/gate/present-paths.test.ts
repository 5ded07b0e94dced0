// The name that a bug's file has at the judged commit, by what GitHub lists of the pull request.
import type { FileData } from '../../sandbox/github/data.ts';
import { createPlacePath } from '../../src/gate/present-paths.ts';
import type { ChangedFile } from '../../src/judgement/world.ts';
import { rowsOf } from '../harness/rows.ts';
import { runGateIn } from '../harness/sandbox.ts';
import { changeGitHub, changeService, failingWorld } from '../harness/worlds.ts';
import { describe, expect, test } from '../jest.ts';
import { aFinding } from '../judgement/fixtures.ts';

const sha = 'c'.repeat(40);

/** What becomes of a file: `a` is changed, `+a` added, `-a` removed, `a > b` renamed, `a & b` copied to b; `a ? b` is not said. */
function readFile(text: string): ChangedFile {
  const [from = '', sign, to] = text.split(' ');
  if (to === undefined) {
    const change = from.startsWith('-') ? 'removed' : undefined;
    return { path: from.replace(/^[+-]/u, ''), previousPath: null, change, firstChangedLine: 1 };
  }
  const change = ({ '>': 'renamed', '&': 'copied' } as const)[sign ?? ''];
  return { path: to, previousPath: from, change, firstChangedLine: 1 };
}
const readFiles = (cell: string): readonly ChangedFile[] => cell.split(', ').map(readFile);

/** What GitHub lists, the path that the service knows, and where the file is. */
const PRESENT = `
nothing touches it                         | b.ts                        | a.ts          | a.ts
it is changed                              | a.ts                        | a.ts          | a.ts
it is renamed                              | a.ts > src/b.ts             | a.ts          | src/b.ts
its new name is known                      | a.ts > b.ts                 | b.ts          | b.ts
it is renamed, and another takes its place | a.ts > b.ts, a.ts           | a.ts          | a.ts
the same, listed the other way round       | a.ts, a.ts > b.ts           | a.ts          | a.ts
it changes places with another             | a.ts > b.ts, b.ts > a.ts    | a.ts          | a.ts
it is in a chain of renames                | b.ts > c.ts, a.ts > b.ts    | a.ts          | b.ts
it is at the end of such a chain           | b.ts > c.ts, a.ts > d.ts    | b.ts          | c.ts
it is copied                               | a.ts & b.ts                 | a.ts          | a.ts
GitHub does not say how it was renamed     | a.ts ? b.ts                 | a.ts          | b.ts
it is known in another case                | src/App.ts                  | SRC/app.ts    | src/App.ts
a letter has two in the other case         | STRASSE.ts                  | straße.ts     | STRASSE.ts
its case is changed                        | src/App.ts > src/app.ts     | src/App.ts    | src/app.ts
it is renamed and known in another case    | src/App.ts > src/main.ts    | src/app.ts    | src/main.ts
another differs in case, and it is renamed | App.ts > main.ts, app.ts    | App.ts        | main.ts
it is known in another Unicode form        | cafe\u0301.ts               | caf\u00e9.ts  | cafe\u0301.ts
the same the other way round               | caf\u00e9.ts                | cafe\u0301.ts | caf\u00e9.ts
it is renamed, known in another form       | cafe\u0301.ts > b.ts        | caf\u00e9.ts  | b.ts
it is known with a character nobody sees   | src/a.ts                    | src/a\u200b.ts | src/a.ts
it has one, and is known without           | src/a\u200b.ts              | src/a.ts      | src/a\u200b.ts
another differs in such a character        | a.ts, a\u200b.ts            | a\u200b.ts    | a\u200b.ts
it is renamed, known with such a character | a.ts > b.ts                 | \ufeffa.ts    | b.ts
a line is behind it                        | src/a.ts                    | src/a.ts:12   | src/a.ts
a line is its name                         | a.ts, a.ts:12               | a.ts:12       | a.ts:12
a line is behind it, and it is renamed     | a.ts > b.ts                 | a.ts#L3       | b.ts
it only begins alike                       | src > lib                   | src.ts        | src.ts
no path compares with it                   | a.ts > b.ts                 | ../a.ts       | ../a.ts
`;

/** Where a link leads: `found` is the commit at which the bug was found, `judged` the usual one, `nowhere` none. */
const LINKED = `
it is removed                              | -a.ts                       | a.ts          | a.ts        | found
it is removed, a line behind its path      | -a.ts                       | a.ts:12       | a.ts        | found
it is removed, known in another case       | -src/gone.ts                | SRC/Gone.ts   | src/gone.ts | found
it is removed, known in another form       | -cafe\u0301.ts              | caf\u00e9.ts  | cafe\u0301.ts | found
it is removed, known with what nobody sees | -src/a.ts                   | src/a\u200b.ts | src/a.ts   | found
it is removed, and a copy of it stays      | -a.ts, a.ts & b.ts          | a.ts          | a.ts        | found
it is removed, and a file takes the folder | -a/b.ts, a                  | a/b.ts        | a/b.ts      | found
it is removed, and there in another case   | -a.ts, A.ts                 | a.ts          | A.ts        | judged
it is below a submodule that is changed    | vendor/lib                  | vendor/lib/src/a.ts | vendor/lib/src/a.ts | nowhere
it is below one that is renamed            | vendor/lib > lib            | vendor/lib/a.ts | vendor/lib/a.ts | nowhere
it is below the new name of one            | vendor/lib > lib            | lib/a.ts      | lib/a.ts    | nowhere
it is below a symbolic link that is added  | +src                        | src/a.ts      | src/a.ts    | nowhere
its folder only begins alike               | vendor/lib                  | vendor/lib2/a.ts | vendor/lib2/a.ts | judged
its folder differs in case                 | vendor/lib                  | vendor/LIB/a.ts | vendor/LIB/a.ts | judged
its folder takes the place of a file       | a > a/b.ts, a/c.ts          | a/c.ts        | a/c.ts      | judged
its folder is called like a copied file    | a & b.ts                    | a/c.ts        | a/c.ts      | judged
its folder is called like a removed file   | -a                          | a/c.ts        | a/c.ts      | judged
`;

describe('a bug’s file is found where', () => {
  test.each(rowsOf(PRESENT))('%s: %s', (_, files = '', path = '', present) => {
    const { details } = createPlacePath(readFiles(files))(aFinding('1', { path, commitSha: sha }));
    expect([details.path, details.fileSha]).toEqual([present, undefined]);
  });

  const COMMITS: Readonly<Record<string, string | null | undefined>> = { found: sha, judged: undefined, nowhere: null };
  test.each(rowsOf(LINKED))('%s: %s', (_, files = '', path = '', present, commit = '') => {
    const { details } = createPlacePath(readFiles(files))(aFinding('1', { path, commitSha: sha }));
    expect([details.path, details.fileSha]).toEqual([present, COMMITS[commit]]);
  });

  test.each([null, 'c0ffee'])('it is removed, and linked nowhere if the bug was found at %s', (commitSha) => {
    const { details } = createPlacePath(readFiles('-a.ts'))(aFinding('1', { path: 'a.ts', commitSha }));
    expect([details.path, details.fileSha]).toEqual(['a.ts', null]);
  });

  test('it keeps its name: the same finding, of which there may be 100,000; so does one without a path', () => {
    for (const path of ['a.ts', null]) {
      const finding = aFinding('1', { path });
      expect(createPlacePath(readFiles('b.ts > c.ts'))(finding)).toBe(finding);
    }
  });
});

/** What the service knows, what GitHub lists, where the file is, which line is annotated, and at which commit it is linked. */
const RUNS = `
it is renamed                          | src/old-name.ts      | src/old-name.ts > src/new-name.ts | src/new-name.ts | 2 | judged
it is renamed as it is                 | src/old-name.ts      | src/old-name.ts = lib/name.ts     | lib/name.ts     | 1 | judged
it is known in another case            | SRC/app.ts           | src/App.ts                        | src/App.ts      | 2 | judged
it is known in another Unicode form    | src/caf\u00e9.ts     | src/cafe\u0301.ts                 | src/cafe\u0301.ts | 2 | judged
it begins with a slash, and is as it was | /src/app.ts        | src/other.ts                      | src/app.ts      |   | judged
it is removed                          | src/gone.ts          | -src/gone.ts                      | src/gone.ts     |   | found
control: it is changed                 | src/app.ts           | src/app.ts                        | src/app.ts      | 2 | judged
control: nothing touches it            | src/app.ts           | src/other.ts                      | src/app.ts      |   | judged
`;

/** As GitHub lists it; `a = b` is renamed without another change. */
function toFileData(text: string): FileData {
  const { path: filename, previousPath, change } = readFile(text.replace(' = ', ' > '));
  const status = change ?? (text.startsWith('+') ? 'added' : 'modified');
  const isChanged = !text.includes(' = ');
  const patch = isChanged ? '@@ -1,2 +1,3 @@\n one\n+two\n three' : '';
  return {
    ...{ filename, status, additions: isChanged ? 1 : 0, deletions: 0, patch },
    ...(previousPath !== null && { previousFilename: previousPath }),
  };
}

describe('a whole run links, annotates and reports a bug’s file where', () => {
  const foundAt = 'f0'.repeat(20);
  test.each(rowsOf(RUNS))('%s: %s', async (_, known = '', files = '', present = '', line, linkedAt) => {
    const world = changeGitHub(
      changeService(failingWorld(), ({ bugs }) => {
        const [bug] = bugs.filter(({ isSecurityVulnerability, review }) => isSecurityVulnerability === true && !review);
        if (bug === undefined) throw new Error('the world has a pending security bug');
        return { bugs: [{ ...bug, filePath: known, commitSha: foundAt, introducedIn: null }] };
      }),
      ({ pulls }) => ({ pulls: pulls.map((pull) => ({ ...pull, files: files.split(', ').map(toFileData) })) }),
    );
    const run = await runGateIn(world, { inputs: { 'sarif-file': 'a.sarif', 'report-file': 'a.json' } });
    expect(run.outputs['verdict']).toBe('failed');

    const links = [...run.comment.matchAll(/\/blob\/([0-9a-f]{40})\/([^)\s]+)/gu)];
    const commit = linkedAt === 'found' ? foundAt : world.sha;
    const shown = links.map(([, at, path = '']) => [at, decodeURIComponent(path)]);
    expect(new Set(shown.map((link) => link.join(' ')))).toEqual(new Set([`${commit} ${present}`]));

    const annotated = run.annotations.filter(({ file: path }) => path !== undefined);
    expect(annotated.map(({ file: path, line: at }) => [path, at])).toEqual(line ? [[present, Number(line)]] : []);
    const texts = Object.values(run.workspaceFiles).map((text) => JSON.stringify(JSON.parse(text)).normalize('NFC'));
    expect(texts).toHaveLength(2);
    for (const text of texts) {
      const names = [present, encodeURI(present)].map((name) => name.normalize('NFC'));
      expect(names.some((name) => text.includes(name))).toBe(true);
      if (known !== present && known.normalize('NFC') !== present.normalize('NFC')) expect(text).not.toContain(known);
    }
  });
});
