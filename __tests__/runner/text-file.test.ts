// The files in a checkout that somebody else has prepared: nothing goes through a link, nothing is left half done.
import { execFileSync } from 'node:child_process';
import { lstat, mkdir, mkdtemp, readdir, readFile, realpath, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findGuardedFolder, findTextFile, removeTextFile, writeTextFile } from '../../src/runner/text-file.ts';
import { afterEach, beforeEach, describe, expect, test } from '../jest.ts';
import { IS_WINDOWS } from '../platform.ts';

let root: string;
/** The checkout, and a folder beside it that must never change. */
let workspace: string;
let outside: string;

beforeEach(async () => {
  root = await realpath(await mkdtemp(path.join(tmpdir(), 'text-file-')));
  workspace = path.join(root, 'work');
  outside = path.join(root, 'outside');
  await mkdir(workspace);
  await mkdir(outside);
  await writeFile(path.join(outside, 'x'), 'theirs');
});
afterEach(async () => {
  await rm(root, { recursive: true });
});

const inWorkspace = (...parts: string[]): string => path.join(workspace, ...parts);

/** Every file and link below a folder, with slashes. */
async function entriesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .map((name) => name.replaceAll(path.sep, '/'))
    .toSorted();
}

describe('a file', () => {
  test('is written with its folders, and read again as it is', async () => {
    const text = 'a\r\nb\u0000\u{1F469} ä\n';
    await writeTextFile(workspace, 'a/b/c.txt', text);
    expect(await findTextFile(workspace, 'a/b/c.txt')).toBe(text);
    expect(await entriesOf(workspace)).toEqual(['a/b/c.txt']);
  });

  test('that is not there is null', async () => {
    expect(await findTextFile(workspace, 'a')).toBeNull();
    expect(await findTextFile(workspace, 'a/b/c')).toBeNull();
  });

  test('is replaced whole: who has the old one open keeps it', async () => {
    await writeTextFile(workspace, 'a', 'old text');
    const before = await stat(inWorkspace('a'), { bigint: true });
    await writeTextFile(workspace, 'a', 'new');
    expect(await readFile(inWorkspace('a'), 'utf8')).toBe('new');
    expect((await stat(inWorkspace('a'), { bigint: true })).ino).not.toBe(before.ino);
    expect(await entriesOf(workspace)).toEqual(['a']);
  });

  test('is not executable', async () => {
    await writeTextFile(workspace, 'a', '#!/bin/sh');
    expect((await stat(inWorkspace('a'))).mode & 0o111).toBe(0);
  });

  test('may be named by an absolute path below the workspace, or anywhere else', async () => {
    await writeTextFile(workspace, inWorkspace('a/b'), '1');
    await writeTextFile(workspace, path.join(outside, 'new/y'), '2');
    expect(await findTextFile(workspace, inWorkspace('a/b'))).toBe('1');
    expect(await findTextFile(workspace, path.join(outside, 'new/y'))).toBe('2');
  });
});

describe('a failure leaves no temporary file', () => {
  test('when there is a folder of that name', async () => {
    await mkdir(inWorkspace('a/b'), { recursive: true });
    await writeFile(inWorkspace('a/b/c'), 'keep');
    await expect(writeTextFile(workspace, 'a/b', 'x')).rejects.toThrow(/EISDIR|ENOTEMPTY|EPERM/);
    expect(await entriesOf(workspace)).toEqual(['a/b/c']);
  });

  test('when a file is where a folder is needed', async () => {
    await writeFile(inWorkspace('a'), 'keep');
    await expect(writeTextFile(workspace, 'a/b', 'x')).rejects.toThrow(/ENOTDIR|EEXIST/);
    // Windows says that there is nothing.
    const read = await findTextFile(workspace, 'a/b').catch(String);
    expect(read).toEqual(IS_WINDOWS ? null : expect.stringContaining('ENOTDIR'));
    expect(await readFile(inWorkspace('a'), 'utf8')).toBe('keep');
    expect(await entriesOf(workspace)).toEqual(['a']);
  });

  test('when the name is longer than any system takes', async () => {
    await expect(writeTextFile(workspace, 'a'.repeat(300), 'x')).rejects.toThrow(
      IS_WINDOWS ? /ENAMETOOLONG|ENOENT|EINVAL/ : /ENAMETOOLONG/,
    );
    expect(await entriesOf(workspace)).toEqual([]);
  });
});

describe('a symbolic link on the way is refused', () => {
  type Case = [string, string, () => string, string];
  const three: Case = ['a parent named ...', '...', () => outside, '.../x'];
  const links: Case[] = [
    ['the file itself, to the outside', 'x', () => path.join(outside, 'x'), 'x'],
    ['the file itself, to the inside', 'x', () => inWorkspace('inside/x'), 'x'],
    ['the file itself, dangling', 'x', () => path.join(outside, 'nowhere'), 'x'],
    ['the file itself, relative and dangling', 'x', () => '../outside/new', 'x'],
    ['the file itself, to itself', 'x', () => 'x', 'x'],
    ['a parent, to the outside', 'a', () => outside, 'a/x'],
    ['a parent, to the inside', 'a', () => inWorkspace('inside'), 'a/x'],
    ['a parent, dangling', 'a', () => path.join(outside, 'nowhere'), 'a/x'],
    ['a parent, to the workspace itself', 'a', () => workspace, 'a/inside/x'],
    ['a parent far up', 'a', () => outside, 'a/b/c/d/x'],
    ['a parent that begins with dots', '..a', () => outside, '..a/x'],
    // Windows drops the dots at the end of a name.
    ...(IS_WINDOWS ? [] : [three]),
  ];

  test.each(links)('%s', async (_, link, target, file) => {
    await mkdir(inWorkspace('inside'));
    await writeFile(inWorkspace('inside/x'), 'keep');
    await symlink(target(), inWorkspace(link));
    const message = `there is a symbolic link on the way: ${link}`;
    for (const name of [file, inWorkspace(file)]) {
      await expect(writeTextFile(workspace, name, 'ours')).rejects.toThrow(message);
      await expect(findTextFile(workspace, name)).rejects.toThrow(message);
      await expect(removeTextFile(workspace, name)).rejects.toThrow(message);
    }
    expect((await lstat(inWorkspace(link))).isSymbolicLink()).toBe(true);
    expect(await entriesOf(outside)).toEqual(['x']);
    expect(await readFile(path.join(outside, 'x'), 'utf8')).toBe('theirs');
    expect(await readFile(inWorkspace('inside/x'), 'utf8')).toBe('keep');
    expect((await entriesOf(workspace)).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  test('deeper down', async () => {
    await mkdir(inWorkspace('a/b'), { recursive: true });
    await symlink(outside, inWorkspace('a/b/c'));
    await expect(writeTextFile(workspace, 'a/b/c/new', 'x')).rejects.toThrow(
      `there is a symbolic link on the way: ${path.join('a', 'b', 'c')}`,
    );
    expect(await entriesOf(outside)).toEqual(['x']);
  });

  test('but not above the workspace, nor the workspace itself', async () => {
    const linked = path.join(root, 'linked');
    await symlink(workspace, linked);
    await writeTextFile(linked, 'a/x', 'text');
    expect(await findTextFile(linked, 'a/x')).toBe('text');
    expect(await entriesOf(workspace)).toEqual(['a/x']);
  });

  test('but not elsewhere, where the workflow itself has sent us', async () => {
    await symlink(outside, path.join(root, 'linked'));
    await writeTextFile(workspace, path.join(root, 'linked', 'y'), 'text');
    expect(await readFile(path.join(outside, 'y'), 'utf8')).toBe('text');
  });
});

describe('deleting', () => {
  test('takes the folders that are empty without it, and stops at the first that is not', async () => {
    for (const file of ['a/keep', 'a/b/c/x', 'a/b/c/y']) await writeTextFile(workspace, file, '');
    await removeTextFile(workspace, 'a/b/c/x');
    expect(await entriesOf(workspace)).toEqual(['a/b/c/y', 'a/keep']);
    await removeTextFile(workspace, 'a/b/c/y');
    expect(await entriesOf(workspace)).toEqual(['a/keep']);
    expect(await readdir(inWorkspace('a'))).toEqual(['keep']);
  });

  test('never takes the workspace', async () => {
    await writeTextFile(workspace, 'a/x', '');
    await removeTextFile(workspace, 'a/x');
    await writeTextFile(workspace, 'y', '');
    await removeTextFile(workspace, 'y');
    expect(await readdir(workspace)).toEqual([]);
    expect(await readdir(root)).toEqual(['outside', 'work']);
  });

  test('takes no folder outside of the workspace', async () => {
    await mkdir(path.join(outside, 'a'));
    await writeFile(path.join(outside, 'a/y'), '');
    await removeTextFile(workspace, path.join(outside, 'a/y'));
    expect(await readdir(path.join(outside, 'a'))).toEqual([]);
  });

  test('is done when there is nothing', async () => {
    await removeTextFile(workspace, 'a');
    await removeTextFile(workspace, 'a/b/c');
    expect(await readdir(workspace)).toEqual([]);
  });

  test('takes files alone, no folder', async () => {
    await writeTextFile(workspace, 'a/b/x', '');
    await expect(removeTextFile(workspace, 'a/b')).rejects.toThrow();
    expect(await entriesOf(workspace)).toEqual(['a/b/x']);
  });
});

test.each(IS_WINDOWS ? [] : ['pipe'])('a %s in the place of a file is not waited for', async (name) => {
  execFileSync('mkfifo', [inWorkspace(name)]);
  await expect(findTextFile(workspace, name)).rejects.toThrow('it is no file');
});

describe('the folder that is guarded', () => {
  test.each<[string, () => string, () => string]>([
    ['the workspace itself', () => '.', () => workspace],
    ['below the workspace', () => 'a/b', () => workspace],
    ['below the workspace, absolute', () => inWorkspace('a'), () => workspace],
    ['the workspace, absolute', () => workspace, () => workspace],
    ['elsewhere', () => outside, () => outside],
    ['above the workspace', () => root, () => root],
    ['beside it, by a name that begins the same', () => `${workspace}x`, () => `${workspace}x`],
  ])('%s', async (_, folder, guarded) => {
    expect(await findGuardedFolder(workspace, folder())).toBe(guarded());
  });

  test('is the workspace by whichever path it is named', async () => {
    const alias = path.join(root, 'alias');
    await symlink(workspace, alias);
    await symlink(outside, inWorkspace('sub'));
    expect(await findGuardedFolder(alias, inWorkspace('sub/rules'))).toBe(workspace);
    expect(await findGuardedFolder(workspace, path.join(alias, 'sub'))).toBe(alias);
    const file = path.join(alias, 'sub/new');
    await expect(writeTextFile(alias, file, '')).rejects.toThrow('symbolic link');
    expect(await readdir(outside)).toEqual(['x']);
  });
});
