// Says what an action may do on the machine that runs it.
import type { System } from '../client/rule-files.ts';
import { withoutFullStop } from '../judgement/format.ts';

/** Text may be untrusted: the implementation makes it safe to print. */
export interface Runner {
  readonly system: System;
  /** Gives the text as it is, empty if it was not given. `repository` defaults to the repository of the workflow. */
  input(name: string): string;
  /** Hides a text in the log and in everything that this interface writes. */
  mask(secret: string): void;
  /** Removes all masked texts, for output that does not go through this interface. */
  scrub(text: string): string;
  info(text: string): void;
  /** Logs a foldable group; each text becomes one line. */
  group(title: string, lines: readonly string[]): void;
  warning(text: string): void;
  /** Logs an annotation; it does not end the job. */
  error(text: string): void;
  notice(text: string): void;
  annotate(annotation: Annotation): void;
  /** How many warnings or notices there were so far. The runner shows ten of each level, annotations included. */
  said(level: 'warning' | 'notice'): number;
  /** Where the runner's file cannot be written, the job ends red with one error that says why. */
  output(name: string, value: string): void;
  /** Adds to the job summary. Throws if the runner has none. */
  summary(markdown: string): Promise<void>;
  /** Null: no such file. Rejects if a symbolic link is on the way below the workspace, or else `folder`. */
  findText(path: string, folder?: string): Promise<string | null>;
  /** Writes a text file atomically, and creates its folders. */
  write(path: string, text: string, folder?: string): Promise<void>;
  /** Deletes a file, if it exists, and the folders that are empty then. */
  remove(path: string, folder?: string): Promise<void>;
  fail(message: string): void;
  /** Ends the job red without a word. */
  endRed(): void;
}

export type AnnotationLevel = 'error' | 'warning' | 'notice';

/** The text is untrusted; code that displays it must escape it. */
export interface Annotation {
  readonly level: AnnotationLevel;
  readonly path: string;
  /** The first line is 1. */
  readonly line: number;
  readonly title: string;
  readonly message: string;
}

export function toMessage(error: unknown): string {
  // An error may come from another realm, where `instanceof` fails.
  const isError = typeof error === 'object' && error !== null && 'message' in error;
  return isError ? String(error.message) : String(error);
}

/** Each text says why the system refuses a file, and what to do. */
const FILE_FAULTS: Readonly<Record<string, string>> = {
  EACCES: 'another user owns it, or its folder, than the one that runs this step: run all steps of the job as one user',
  EPERM: 'another user owns it, or its folder, than the one that runs this step: run all steps of the job as one user',
  ENOSPC: "the runner's disk is full",
  ENOENT: 'an earlier step may have removed it, or its folder',
};

/** Gives the code of the system, such as `ENOENT`; null where there is none. */
export function findCode(error: unknown): string | null {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : null;
}

/** The text has no full stop at its end. */
export function toFileFault(error: unknown): string {
  const message = withoutFullStop(toMessage(error));
  const why = FILE_FAULTS[findCode(error) ?? ''];
  return why === undefined ? message : `${message}; ${why}`;
}

/** A runner that has no summary, or refuses it, is a warning: it never changes the verdict. */
export async function publishSummary(runner: Runner, markdown: string): Promise<void> {
  try {
    await runner.summary(markdown);
  } catch (error) {
    runner.warning(`Could not write the job summary: ${toFileFault(error)}.`);
  }
}

/** The path is as written in the workflow. */
export interface InputFile {
  readonly input: string;
  readonly path: string;
  readonly text: string;
}

/** Gives the path; null if the file could not be written, which is a warning. */
export async function publishFile(runner: Runner, { input, path, text }: InputFile): Promise<string | null> {
  try {
    await runner.write(path, runner.scrub(text));
    return path;
  } catch (error) {
    runner.warning(`Could not write the file of the input ${input}: ${toFileFault(error)}.`);
    return null;
  }
}

export function writeOutputs(runner: Runner, outputs: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(outputs)) runner.output(name, value);
}

/** Call this before the first line of the log. */
export function maskSecrets(runner: Runner): void {
  for (const name of ['api-key', 'github-token']) {
    const secret = runner.input(name).trim();
    if (secret !== '') runner.mask(secret);
  }
}
