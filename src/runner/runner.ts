// The runner interface: everything an action may do on the machine that runs it.
import type { System } from '../client/rule-files.ts';
import { withoutFullStop } from '../judgement/format.ts';

/** The runner as actions see it. Text may be untrusted: the implementation makes it safe to print. */
export interface Runner {
  readonly system: System;
  /** Not trimmed. Empty if not given, except `repository`, which defaults to the workflow's own. */
  input(name: string): string;
  /** Hides a text in the log and in everything that this interface writes. */
  mask(secret: string): void;
  /** The text with all masked texts removed, for output that does not go through this interface. */
  scrub(text: string): string;
  info(text: string): void;
  /** Logs a foldable group; each text becomes one line. */
  group(title: string, lines: readonly string[]): void;
  warning(text: string): void;
  /** An error in the log, as an annotation; it does not end the job. */
  error(text: string): void;
  notice(text: string): void;
  annotate(annotation: Annotation): void;
  /** How many warnings or notices there were so far; the runner shows ten of each level, annotations included. */
  said(level: 'warning' | 'notice'): number;
  /** Where the runner's file cannot be written, the job ends red with one error that says why. */
  output(name: string, value: string): void;
  /** Adds to the job summary. Throws if the runner has none. */
  summary(markdown: string): Promise<void>;
  /**
   * The text of a file; null if it does not exist. Paths are absolute, or relative to the workspace. Rejects if there
   * is a symbolic link on the way, below the workspace or below `folder` if that is elsewhere.
   */
  findText(path: string, folder?: string): Promise<string | null>;
  /** Writes a text file atomically, and creates its folders. */
  write(path: string, text: string, folder?: string): Promise<void>;
  /** Deletes a file, if it exists, and the folders that are empty then. */
  remove(path: string, folder?: string): Promise<void>;
  fail(message: string): void;
  /** Ends the job red; why has been said. */
  endRed(): void;
}

export type AnnotationLevel = 'error' | 'warning' | 'notice';

/** Plain, untrusted text; whoever displays it must escape it. */
export interface Annotation {
  readonly level: AnnotationLevel;
  readonly path: string;
  /** From 1. */
  readonly line: number;
  readonly title: string;
  readonly message: string;
}

/** The message of an error, or any other thrown value as text. */
export function toMessage(error: unknown): string {
  // Not `instanceof`: an error may come from another realm.
  const isError = typeof error === 'object' && error !== null && 'message' in error;
  return isError ? String(error.message) : String(error);
}

/** Why the system refuses a file, and what to do, by its code. */
const FILE_FAULTS: Readonly<Record<string, string>> = {
  EACCES: 'another user owns it, or its folder, than the one that runs this step: run all steps of the job as one user',
  EPERM: 'another user owns it, or its folder, than the one that runs this step: run all steps of the job as one user',
  EROFS: 'it is on a disk that can only be read',
  ENOSPC: "the runner's disk is full",
  EDQUOT: "this user's share of the runner's disk is full",
  EISDIR: 'an earlier step put a folder in its place',
  ENOTDIR: 'an earlier step put a file in the place of a folder',
  ENOENT: 'an earlier step may have removed it, or its folder',
};

/** The system's code for an error, such as `ENOENT`; null where the system did not say it. */
export function findCode(error: unknown): string | null {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : null;
}

/** Why a file could not be read or written, without a full stop at its end. */
export function toFileFault(error: unknown): string {
  const message = withoutFullStop(toMessage(error));
  const why = FILE_FAULTS[findCode(error) ?? ''];
  return why === undefined ? message : `${message}; ${why}`;
}

/** Adds to the job summary. A runner that has none, or refuses it, is warned of: it never changes the verdict. */
export async function publishSummary(runner: Runner, markdown: string): Promise<void> {
  try {
    await runner.summary(markdown);
  } catch (error) {
    runner.warning(`Could not write the job summary: ${toFileFault(error)}.`);
  }
}

/** The file of an input: its path as written in the workflow, and what it holds. */
export interface InputFile {
  readonly input: string;
  readonly path: string;
  readonly text: string;
}

/** Returns the path; null if the file could not be written, which is a warning. */
export async function publishFile(runner: Runner, { input, path, text }: InputFile): Promise<string | null> {
  try {
    await runner.write(path, runner.scrub(text));
    return path;
  } catch (error) {
    runner.warning(`Could not write the file of the input ${input}: ${toFileFault(error)}.`);
    return null;
  }
}

/** Sets the given outputs, by name. */
export function writeOutputs(runner: Runner, outputs: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(outputs)) runner.output(name, value);
}

/** Masks the key and the token. Call this before the first line of the log. */
export function maskSecrets(runner: Runner): void {
  for (const name of ['api-key', 'github-token']) {
    const secret = runner.input(name).trim();
    if (secret !== '') runner.mask(secret);
  }
}
