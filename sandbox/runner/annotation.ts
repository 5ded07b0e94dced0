// Makes annotations as the runner does from `error`, `warning` and `notice`.
import type { RunnerCommand } from './command.ts';

export type AnnotationLevel = 'error' | 'warning' | 'notice';

export interface Annotation {
  readonly level: AnnotationLevel;
  /** It has at most 4,096 characters, and no secret. */
  readonly message: string;
  readonly title?: string;
  /** It is relative to the workspace; absent: the annotation belongs to the run, not to a file. */
  readonly file?: string;
  readonly line?: number;
}

/** A step may add so many annotations of one level (ExecutionContext.cs). */
export const maxAnnotationsPerLevel = 10;

/** The runner cuts an annotation's message here (ExecutionContext.cs). */
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
