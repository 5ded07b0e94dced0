// An annotation: a message on a line of a file.

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
