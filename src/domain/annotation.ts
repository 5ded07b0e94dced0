// An annotation: a remark on a line of a file.

export type AnnotationLevel = 'error' | 'warning' | 'notice';

/** Plain text; the place that shows it neutralises it. */
export interface Annotation {
  readonly level: AnnotationLevel;
  readonly path: string;
  /** From 1. */
  readonly line: number;
  readonly title: string;
  readonly message: string;
}
