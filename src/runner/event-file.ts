// Reads the file in which the runner gives the payload of the event.
import { readFile } from 'node:fs/promises';
import { InputError } from '../inputs/table.ts';
import { toFileFault } from './runner.ts';

/** @throws {InputError} If the file cannot be read or is not JSON. Its text, which may be confidential, is not quoted. */
export async function findEventPayload(path: string): Promise<unknown> {
  if (path === '') return {};
  const text = await findText(path);
  try {
    // An escape can stand for half a character, which no document may hold.
    return JSON.parse(text, (_, value: unknown) => (typeof value === 'string' ? value.toWellFormed() : value));
  } catch {
    throw toError(path, 'is not whole JSON');
  }
}

async function findText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw toError(path, `cannot be read (${toFileFault(error)})`);
  }
}

function toError(path: string, fault: string): InputError {
  const allowed = 'the file as the runner wrote it, which an earlier step may have changed';
  return new InputError([{ input: 'GITHUB_EVENT_PATH', given: `${path}, which ${fault}`, allowed }]);
}
