// Reads and writes text files in a checkout that may be untrusted.
import { randomUUID } from 'node:crypto';
import { lstat, mkdir, readFile, realpath, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { findCode } from './runner.ts';

/** The folder below which links are refused: the workspace, by whatever path, else the folder that is named. */
export async function findGuardedFolder(workspace: string, folder: string): Promise<string> {
  const place = path.resolve(workspace, folder);
  if (isBelow(workspace, place)) return workspace;
  const real = await orNull(realpath(workspace));
  const above: string[] = [];
  for (let each = place; each !== path.dirname(each); each = path.dirname(each)) above.unshift(each);
  for (const each of above) {
    if (real !== null && (await orNull(realpath(each))) === real) return each;
  }
  return place;
}

/** Gives null if the file does not exist. Throws if there is a symbolic link on the way, or if it is not a file. */
export async function findTextFile(guarded: string, file: string): Promise<string | null> {
  const target = path.resolve(guarded, file);
  await refuseLinks(guarded, target);
  const found = await orNull(lstat(target));
  if (found === null) return null;
  // Reading a pipe would block.
  if (!found.isFile()) throw new Error('it is no file');
  return await orNull(readFile(target, 'utf8'));
}

/** Writes a file atomically, and creates its folders. Throws if there is a symbolic link on the way. */
export async function writeTextFile(guarded: string, file: string, text: string): Promise<void> {
  const target = path.resolve(guarded, file);
  const folder = path.dirname(target);
  await refuseLinks(guarded, target);
  await mkdir(folder, { recursive: true });
  const temporary = path.join(folder, `.${randomUUID()}.tmp`);
  try {
    await writeFile(temporary, text, { flag: 'wx' });
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Deletes a file, if it exists, and each folder below the guarded folder that is empty then. */
export async function removeTextFile(guarded: string, file: string): Promise<void> {
  const target = path.resolve(guarded, file);
  await refuseLinks(guarded, target);
  await rm(target, { force: true });
  let folder = path.dirname(target);
  while (isBelow(guarded, folder) && (await removeIfEmpty(folder))) folder = path.dirname(folder);
}

/** A symbolic link in the checkout could redirect reads and writes; a path outside of the guarded folder is the workflow's choice. */
async function refuseLinks(guarded: string, target: string): Promise<void> {
  let place = target;
  while (isBelow(guarded, place)) {
    if ((await orNull(lstat(place)))?.isSymbolicLink() === true) {
      throw new Error(`there is a symbolic link on the way: ${path.relative(guarded, place)}`);
    }
    place = path.dirname(place);
  }
}

/** Removes a folder; false if it is not empty or cannot be removed. */
async function removeIfEmpty(folder: string): Promise<boolean> {
  try {
    await rmdir(folder);
    return true;
  } catch {
    return false;
  }
}

/** The guarded folder itself is not below itself. */
function isBelow(guarded: string, place: string): boolean {
  const relative = path.relative(guarded, place);
  const [first = ''] = relative.split(path.sep);
  return first !== '' && first !== '..' && !path.isAbsolute(relative);
}

async function orNull<Value>(read: Promise<Value>): Promise<Value | null> {
  try {
    return await read;
  } catch (error) {
    if (findCode(error) === 'ENOENT') return null;
    throw error;
  }
}
