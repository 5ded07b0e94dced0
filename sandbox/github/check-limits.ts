// The limits of check runs that GitHub's description leaves out or counts otherwise than GitHub does.
import { fieldOf, itemsOf, numberOf, textOf } from '../json.ts';
import { invalid } from './refusal.ts';
import type { AnnotationState } from './state.ts';

const MAX_OUTPUT_BYTES = 65_535;
const MAX_MESSAGE_BYTES = 65_536;
const MAX_TITLE_LENGTH = 255;

/** Throws 422 where a run is completed without a conclusion, or with the one that only GitHub gives. */
export function requireConclusion(body: unknown): void {
  const conclusion = textOf(body, 'conclusion');
  if (conclusion === 'stale') throw fault('conclusion', 'only GitHub can set stale');
  if (textOf(body, 'status') === 'completed' && conclusion === undefined)
    throw fault('conclusion', 'is required when status is completed');
}

/** Throws 422 for the first text or annotation that GitHub would not take. The description counts characters; GitHub counts bytes. */
export function checkOutput(output: unknown): void {
  for (const name of ['summary', 'text']) {
    if (bytes(textOf(output, name)) > MAX_OUTPUT_BYTES)
      throw fault(name, `exceeds a maximum bytesize of ${MAX_OUTPUT_BYTES}`);
  }
  for (const annotation of itemsOf(output, 'annotations')) checkAnnotation(annotation);
}

function checkAnnotation(annotation: unknown): void {
  for (const name of ['message', 'raw_details']) {
    if (bytes(textOf(annotation, name)) > MAX_MESSAGE_BYTES)
      throw fault(`annotations.${name}`, `exceeds a maximum bytesize of ${MAX_MESSAGE_BYTES}`);
  }
  if ((textOf(annotation, 'title') ?? '').length > MAX_TITLE_LENGTH)
    throw fault('annotations.title', `is longer than ${MAX_TITLE_LENGTH} characters`);
  checkPlace(annotation);
}

function checkPlace(annotation: unknown): void {
  const start = numberOf(annotation, 'start_line') ?? 0;
  const end = numberOf(annotation, 'end_line') ?? 0;
  // The documentation says that lines start at 1; 0 is taken in practice, and means the file.
  if (start < 0) throw fault('annotations.start_line', 'is negative');
  if (end < start) throw fault('annotations.end_line', 'is before start_line');
  const hasColumn = ['start_column', 'end_column'].some((name) => fieldOf(annotation, name) !== undefined);
  if (hasColumn && start !== end) throw fault('annotations.start_column', 'is only allowed on a single line');
}

function fault(field: string, message: string): ReturnType<typeof invalid> {
  return invalid('CheckRun', field, `${field} ${message}`);
}

function bytes(text = ''): number {
  return Buffer.byteLength(text, 'utf8');
}

/** The annotations of an output that was checked. */
export function readAnnotations(output: unknown): AnnotationState[] {
  return itemsOf(output, 'annotations').map((annotation) => ({
    path: textOf(annotation, 'path') ?? '',
    startLine: numberOf(annotation, 'start_line') ?? 0,
    endLine: numberOf(annotation, 'end_line') ?? 0,
    startColumn: numberOf(annotation, 'start_column') ?? null,
    endColumn: numberOf(annotation, 'end_column') ?? null,
    level: textOf(annotation, 'annotation_level') ?? '',
    title: textOf(annotation, 'title') ?? null,
    message: textOf(annotation, 'message') ?? '',
    rawDetails: textOf(annotation, 'raw_details') ?? null,
  }));
}
