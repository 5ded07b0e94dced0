// The file in which the runner gives the payload of the event.
import { readFile } from 'node:fs/promises';
import { InputError } from '../inputs/table.ts';
import { toMessage } from './runner.ts';

/**
 * Checks that the file can be read and is JSON; an empty path is none.
 * @throws {InputError} If it is not. Its text, which may be confidential, is not quoted.
 */
export async function requireEventFile(path: string): Promise<void> {
  if (path === '') return;
  const text = await findText(path);
  if (text.trim() === '') throw toError(path, 'is empty');
  if (text.startsWith('\uFEFF')) throw toError(path, 'begins with a byte order mark');
  if (!isJson(text)) throw toError(path, 'is not whole JSON');
}

async function findText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw toError(path, `cannot be read (${toMessage(error)})`);
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function toError(path: string, fault: string): InputError {
  const allowed = 'the file as the runner wrote it; a full disk or an earlier step may have changed it';
  return new InputError([{ input: 'GITHUB_EVENT_PATH', given: `${path}, which ${fault}`, allowed }]);
}
