// Annotations as the runner makes them from `error`, `warning` and `notice`.
import type { RunnerCommand } from './command.ts';

export type AnnotationLevel = 'error' | 'warning' | 'notice';

export interface Annotation {
  readonly level: AnnotationLevel;
  /** At most 4,096 characters, secrets hidden. */
  readonly message: string;
  readonly title?: string;
  /** Relative to the workspace; absent: the annotation belongs to the run, not to a file. */
  readonly file?: string;
  readonly line?: number;
}

/** Most annotations of one level that a step may add (ExecutionContext.cs). */
export const maxAnnotationsPerLevel = 10;

/** Most characters of an annotation's message (ExecutionContext.cs); the rest is cut. */
const maxMessageLength = 4096;

/** A line that is no number is dropped, never the annotation. */
export function readAnnotation(
  level: AnnotationLevel,
  message: string,
  { title, file, line }: RunnerCommand['properties'],
): Annotation {
  return {
    level,
    message: message.slice(0, maxMessageLength),
    ...(title === undefined ? {} : { title }),
    ...(file === undefined ? {} : { file }),
    ...(line !== undefined && /^\d{1,9}$/u.test(line) ? { line: Number(line) } : {}),
  };
}
