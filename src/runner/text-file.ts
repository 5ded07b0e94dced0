// Owns the writing of a file in a checkout that somebody else may have prepared.
import { randomUUID } from 'node:crypto';
import { mkdir, realpath, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * Writes a file, with its folders, whole or not at all. `file` is absolute, or relative to `workspace`. A file
 * below the workspace must really be there: a link in the checkout that leads elsewhere is refused.
 */
export async function writeTextFile(workspace: string, file: string, text: string): Promise<void> {
  const target = path.resolve(workspace, file);
  const folder = path.dirname(target);
  await refuseStray(workspace, folder);
  await mkdir(folder, { recursive: true });
  // Renaming replaces a link of that name instead of following it.
  const temporary = path.join(folder, `.${randomUUID()}.tmp`);
  try {
    await writeFile(temporary, text, { flag: 'wx' });
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Only a path that claims to be in the workspace is held to it; any other is the workflow's own choice. */
async function refuseStray(workspace: string, folder: string): Promise<void> {
  if (!isInside(path.resolve(workspace), folder)) return;
  const root = await realpath(workspace);
  const real = await realpath(await findExisting(folder));
  if (!isInside(root, real)) throw new Error('a link in the checkout leads out of the workspace');
}

/** The folder, or the nearest one above it that exists. */
async function findExisting(folder: string): Promise<string> {
  try {
    await realpath(folder);
    return folder;
  } catch {
    const parent = path.dirname(folder);
    return parent === folder ? folder : await findExisting(parent);
  }
}

function isInside(root: string, folder: string): boolean {
  const relative = path.relative(root, folder);
  return relative === '' || (!relative.startsWith('..') && !path.isAbsolute(relative));
}
