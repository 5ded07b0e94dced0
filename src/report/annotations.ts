// Owns the annotations: which findings get one, where, at which level, and how many a place can show.
import type { ShownFinding } from '../domain/disclosure.ts';
import {
  MAX_TITLE_CHARACTERS,
  MAX_WORKFLOW_ANNOTATIONS_A_LEVEL,
  MAX_WORKFLOW_MESSAGE_CHARACTERS,
} from './limits.ts';
import { cut } from './markdown.ts';
import type { Report } from './report.ts';
import { countOf } from './wording.ts';

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

export interface Annotations {
  /** In the order of the findings. */
  readonly shown: readonly Annotation[];
  /** Says how many are not shown; null when all are. */
  readonly remainder: string | null;
}

/** First changed line of a file in the pull request; 1 where the file is not part of it. */
export type FirstChangedLine = (path: string) => number;

/** Every finding that may have an annotation, in order. A finding without a path or details has none. */
export function toAnnotations(
  report: Report,
  firstChangedLine: FirstChangedLine,
): readonly Annotation[] {
  return report.findings.flatMap((finding) => {
    const { details } = finding;
    if (typeof details?.path !== 'string') return [];
    return [
      {
        level: toLevel(finding, report),
        path: details.path,
        line: firstChangedLine(details.path),
        title: cut(details.title, MAX_TITLE_CHARACTERS),
        message: cut(`${details.summary}\n\n${finding.id}`, MAX_WORKFLOW_MESSAGE_CHARACTERS),
      },
    ];
  });
}

/** `error` for what a threshold counts as security, `warning` for the rest that is selected, else `notice`. */
function toLevel(finding: ShownFinding, report: Report): AnnotationLevel {
  if (!finding.gated) return 'notice';
  return finding.security && isAnyLimitOn(report) ? 'error' : 'warning';
}

function isAnyLimitOn({ verdict }: Report): boolean {
  if (verdict.kind !== 'passed' && verdict.kind !== 'failed') return false;
  return verdict.thresholds.some(({ limit }) => limit !== 'off');
}

/**
 * Keeps what the runner shows of a step: at most `max` in all, and nine of a level, which leaves the tenth for
 * the job's own message of that level.
 */
export function selectForWorkflow(all: readonly Annotation[], max: number): Annotations {
  const left = { error: 9, warning: 9, notice: 9 } satisfies Record<AnnotationLevel, number>;
  const shown = all.filter(({ level }) => (left[level] -= 1) >= 0).slice(0, max);
  const missing = all.length - shown.length;
  return { shown, remainder: missing === 0 ? null : toRemainder(missing) };
}

function toRemainder(missing: number): string {
  return `${countOf(missing, 'more finding has', 'more findings have')} no annotation here: the runner shows ${MAX_WORKFLOW_ANNOTATIONS_A_LEVEL} of a level. The comment and the job summary list more.`;
}
