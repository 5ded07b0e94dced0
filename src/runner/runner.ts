// The runner port: everything an action may say to, or ask of, the machine that runs it.
import type { Annotation } from '../domain/annotation.ts';
import type { System } from '../domain/system.ts';

/** What actions see of the runner. Text may be hostile: the runner's form neutralises it. */
export interface Runner {
  readonly system: System;
  /** Not trimmed. Empty when not given, but for `repository`, which then is the workflow's own. */
  input(name: string): string;
  /** Hides a text in the log and scrubs it from everything that leaves through this port. */
  mask(secret: string): void;
  /** The text without any masked one; for what leaves by other ways. */
  scrub(text: string): string;
  info(text: string): void;
  /** A foldable group; each text becomes one line. */
  group(title: string, lines: readonly string[]): void;
  warning(text: string): void;
  notice(text: string): void;
  annotate(annotation: Annotation): void;
  /** How many warnings, or notices, were said so far; the runner shows ten of a level, annotations included. */
  said(level: 'warning' | 'notice'): number;
  output(name: string, value: string): void;
  /** Adds to the job summary. Throws when the runner offers none. */
  summary(markdown: string): Promise<void>;
  /**
   * The text of a file; null when there is none. Paths of files are absolute, or relative to the workspace; one
   * below the workspace is refused where a symbolic link is on the way, and so is one below `folder`, if that is
   * elsewhere.
   */
  findText(path: string, folder?: string): Promise<string | null>;
  /** Writes a text file whole or not at all, with its folders. */
  write(path: string, text: string, folder?: string): Promise<void>;
  /** Deletes a file, if there is one, and the folders that are empty without it. */
  remove(path: string, folder?: string): Promise<void>;
  /** Ends the job red, with this message. */
  fail(message: string): void;
}
