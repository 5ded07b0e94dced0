// Owns annotations as the runner makes them from `error`, `warning` and `notice`: rules for lines, columns and paths.
import { isAbsolute, relative, sep } from 'node:path';

export type AnnotationLevel = 'error' | 'warning' | 'notice';

export interface Annotation {
  readonly level: AnnotationLevel;
  /** At most 4,096 characters, secrets hidden. */
  readonly message: string;
  readonly title?: string;
  /** Relative to the workspace; absent: the annotation belongs to the run, not to a file. */
  readonly file?: string;
  readonly line?: number;
  readonly endLine?: number;
  readonly col?: number;
  readonly endColumn?: number;
}

/** Most annotations of one level that a step may add (ExecutionContext.cs). */
export const maxAnnotationsPerLevel = 10;

/** Most characters of an annotation's message (ExecutionContext.cs); the rest is cut. */
export const maxMessageLength = 4096;

export interface AnnotationSource {
  readonly level: AnnotationLevel;
  readonly properties: Readonly<Record<string, string>>;
  /** Secrets already hidden. */
  readonly message: string;
  /** Absolute; a path inside it is made relative. */
  readonly workspace: string;
}

/** Applies the runner's rules; a position that breaks them is dropped, never the annotation. */
export function readAnnotation(source: AnnotationSource): Annotation {
  const { title, file } = source.properties;
  return {
    level: source.level,
    message: source.message.slice(0, maxMessageLength),
    ...(title === undefined ? {} : { title }),
    ...(file === undefined ? {} : { file: relativeFile(file, source.workspace) }),
    ...readPosition(source.properties),
  };
}

interface Position {
  line?: number;
  endLine?: number;
  col?: number;
  endColumn?: number;
}

/** ValidateLinesAndColumns of the runner, in its order. */
function readPosition(properties: Readonly<Record<string, string>>): Position {
  let line = integer(properties['line']);
  let endLine = integer(properties['endLine']);
  let col = integer(properties['col']);
  let endColumn = integer(properties['endColumn']);
  line ??= endLine;
  col ??= endColumn;
  const severalLines = endLine !== undefined && endLine !== line;
  if (line === undefined || severalLines) col = endColumn = undefined;
  if (line !== undefined && endLine !== undefined && endLine < line) line = endLine = undefined;
  if (col !== undefined && endColumn !== undefined && endColumn < col) col = endColumn = undefined;
  return definedOnly({ line, endLine, col, endColumn });
}

function definedOnly(position: Record<keyof Position, number | undefined>): Position {
  const kept: Position = {};
  if (position.line !== undefined) kept.line = position.line;
  if (position.endLine !== undefined) kept.endLine = position.endLine;
  if (position.col !== undefined) kept.col = position.col;
  if (position.endColumn !== undefined) kept.endColumn = position.endColumn;
  return kept;
}

function integer(text: string | undefined): number | undefined {
  if (text === undefined || !/^\s*[+-]?\d+\s*$/u.test(text)) return undefined;
  const value = Number(text);
  return Math.abs(value) <= 0x7fffffff ? value : undefined;
}

function relativeFile(file: string, workspace: string): string {
  if (!isAbsolute(file)) return file;
  const inside = relative(workspace, file);
  return inside === '' || inside.startsWith('..') ? file : inside.split(sep).join('/');
}
