// Annotations: which findings get one, on which line, at which level, and how many can be shown.
import type { Annotation, AnnotationLevel } from '../domain/annotation.ts';
import type { ShownFinding } from '../domain/disclosure.ts';
import { isRegularPath } from '../domain/repository-path.ts';
import {
  MAX_TITLE_CHARACTERS,
  MAX_WORKFLOW_ANNOTATIONS_A_LEVEL,
  MAX_WORKFLOW_MESSAGE_CHARACTERS,
} from './limits.ts';
import { cut } from './markdown.ts';
import type { Report } from './report.ts';
import { countOf, formatCount } from '../domain/format.ts';

export interface Annotations {
  /** In the order of the findings. */
  readonly shown: readonly Annotation[];
  /** A sentence that says how many are not shown; null if all are. */
  readonly remainder: string | null;
}

/** Returns the first changed line of a file in the pull request; 1 if the file is not part of it. */
export type FirstChangedLine = (path: string) => number;

/** One annotation for each finding, in order. Findings without details or without a regular path get none. */
export function toAnnotations(
  report: Report,
  firstChangedLine: FirstChangedLine,
): readonly Annotation[] {
  return report.findings.flatMap((finding) => {
    const { details } = finding;
    if (typeof details?.path !== 'string' || !isRegularPath(details.path)) return [];
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

/** `error` for what counts as a security bug, `warning` for other selected findings, otherwise `notice`. */
function toLevel(finding: ShownFinding, report: Report): AnnotationLevel {
  if (!finding.gated) return 'notice';
  return finding.security && isAnyLimitOn(report) ? 'error' : 'warning';
}

function isAnyLimitOn({ verdict }: Report): boolean {
  return verdict.kind !== 'unverified' && verdict.thresholds.some(({ limit }) => limit !== 'off');
}

/** How many other messages of each level the step sends. */
export type OtherMessages = Readonly<Record<AnnotationLevel, number>>;

/**
 * Keeps what the runner shows for a step: at most `max` in total, and ten of each level minus `others`, which is at
 * least one, for the job's own message.
 */
export function selectForWorkflow(
  all: readonly Annotation[],
  max: number,
  others: OtherMessages,
): Annotations {
  const leave = (level: AnnotationLevel): number =>
    MAX_WORKFLOW_ANNOTATIONS_A_LEVEL - Math.max(1, others[level]);
  const left = { error: leave('error'), warning: leave('warning'), notice: leave('notice') };
  const fitting = all.filter(({ level }) => (left[level] -= 1) >= 0);
  const shown = fitting.slice(0, max);
  const byRunner = `the runner shows ${MAX_WORKFLOW_ANNOTATIONS_A_LEVEL} of a level`;
  const why = fitting.length > max ? toLimit(max) : byRunner;
  return { shown, remainder: toRemainder(all.length - shown.length, why) };
}

/** Keeps the first `max`. */
export function selectForCheckRun(all: readonly Annotation[], max: number): Annotations {
  const shown = all.slice(0, max);
  return { shown, remainder: toRemainder(all.length - shown.length, toLimit(max)) };
}

function toLimit(max: number): string {
  return `max-annotations allows ${formatCount(max)}`;
}

function toRemainder(missing: number, why: string): string | null {
  if (missing === 0) return null;
  const rest = countOf(missing, 'more annotation is', 'more annotations are');
  return `${rest} not shown: ${why}. The job summary lists more.`;
}
