// The check run: its conclusion, its text, and its annotations in batches.
import { MAX_CHECK_ANNOTATION_TITLE_CHARACTERS, MAX_CHECK_TEXT_BYTES } from '../../documents/limits.ts';
import { cut, toVisibleLine } from '../../documents/markdown.ts';
import type { Annotation } from '../../runner/runner.ts';
import { renderWithin } from './summary.ts';
import type { WordedReport } from './words.ts';

export type Conclusion = 'success' | 'failure' | 'neutral';

/** One annotation in the form of GitHub's REST API. */
export interface CheckAnnotation {
  readonly path: string;
  readonly start_line: number;
  readonly end_line: number;
  readonly annotation_level: 'failure' | 'warning' | 'notice';
  readonly title: string;
  readonly message: string;
}

export interface CheckRunDocument {
  readonly conclusion: Conclusion;
  readonly title: string;
  /** Markdown of at most 65,535 bytes. */
  readonly summary: string;
  /** Any number, in the order of the findings. */
  readonly annotations: readonly CheckAnnotation[];
}

/** Renders the check run. The same report gives the same text. */
export function renderCheckRun(
  report: WordedReport,
  annotations: readonly Annotation[],
  maxListed: number,
): CheckRunDocument {
  return {
    conclusion: decideConclusion(report),
    title: cut(report.words.headline, MAX_CHECK_ANNOTATION_TITLE_CHARACTERS),
    summary: renderWithin(report, maxListed, MAX_CHECK_TEXT_BYTES),
    annotations: annotations.map(toCheckAnnotation),
  };
}

/** Success only if the gate has judged and the counts are within the thresholds. */
export function decideConclusion({ verdict, job }: Pick<WordedReport, 'verdict' | 'job'>): Conclusion {
  if (verdict.kind === 'passed') return 'success';
  return job === 'red' ? 'failure' : 'neutral';
}

const LEVELS = { error: 'failure', warning: 'warning', notice: 'notice' } as const;

function toCheckAnnotation({ level, path, line, title, message }: Annotation): CheckAnnotation {
  return {
    path,
    start_line: line,
    end_line: line,
    annotation_level: LEVELS[level],
    title: cut(toVisibleLine(title), MAX_CHECK_ANNOTATION_TITLE_CHARACTERS),
    message: message
      .split(/\r\n?|\n/)
      .map(toVisibleLine)
      .join('\n'),
  };
}
