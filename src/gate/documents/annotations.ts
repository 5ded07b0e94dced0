// Annotations: which findings get one, on which line, at which level, and how many can be shown.
import {
  MAX_TITLE_CHARACTERS,
  MAX_WORKFLOW_ANNOTATIONS_A_LEVEL,
  MAX_WORKFLOW_MESSAGE_CHARACTERS,
} from '../../documents/limits.ts';
import { toBugUrl } from '../../documents/links.ts';
import { cut, toVisibleLine } from '../../documents/markdown.ts';
import type { ShownFinding } from '../../judgement/disclosure.ts';
import { countOf, formatCount } from '../../judgement/format.ts';
import { isCounted, isNew } from '../../judgement/groups.ts';
import { isRegularPath } from '../../judgement/path-filter.ts';
import type { Report } from '../../judgement/report.ts';
import { isUnverified } from '../../judgement/unverified.ts';
import type { ChangeLists } from '../../judgement/world.ts';
import type { Annotation, AnnotationLevel } from '../../runner/runner.ts';

export interface Annotations {
  readonly shown: readonly Annotation[];
  /** A sentence that says how many are not shown; null if all are. */
  readonly remainder: string | null;
}

/** First changed line of a file in the pull request; null where the pull request does not change the file. */
export type FirstChangedLine = (path: string) => number | null;

/** Makes it from GitHub's list of files; without one no file is known to be changed. */
export function toFirstChangedLine(lists: ChangeLists | null): FirstChangedLine {
  const files = lists === null || isUnverified(lists.files) ? [] : lists.files;
  const present = files.filter(({ change }) => change !== 'removed');
  const lines = new Map(present.map((file) => [file.path, file.firstChangedLine]));
  return (path) => lines.get(path) ?? null;
}

const KINDS: Readonly<Record<ShownFinding['kind'], string>> = {
  security: 'Security bug',
  bug: 'Bug',
  unclassified: 'Bug, not classified',
};

/** A pull request has annotations in files that it changes; elsewhere every regular path has. Withheld bugs have none. */
export function toAnnotations(report: Report, firstChangedLine: FirstChangedLine): readonly Annotation[] {
  return report.groups.listed.flatMap((finding) => {
    const { id, kind, details } = finding;
    if (typeof details?.path !== 'string' || !isRegularPath(details.path)) return [];
    const level = toLevel(finding, report);
    const line = report.pullRequest === null ? 1 : firstChangedLine(details.path);
    if (line === null || level === null) return [];
    const title = cut(toVisibleLine(details.title), MAX_TITLE_CHARACTERS) || 'Untitled bug';
    const link = toBugUrl(report.bugUrl, id) ?? id;
    const message = `${title} ${link}`;
    return [
      {
        level,
        path: details.path,
        line,
        title: `${KINDS[kind]} (line not known)`,
        message: cut(message, MAX_WORKFLOW_MESSAGE_CHARACTERS),
      },
    ];
  });
}

/**
 * `error` for what exceeds a limit (`warning` in a gate that only warns), `warning` for what else counts where the gate
 * did not pass, `notice` for what else the pull request introduces; null for the rest.
 */
function toLevel(finding: ShownFinding, report: Report): AnnotationLevel | null {
  const { verdict, job } = report;
  const otherwise = isNew(finding, report.relevanceKnown) ? 'notice' : null;
  if (verdict.kind === 'passed') return otherwise;
  if (verdict.kind === 'unverified') return finding.counted ? 'warning' : otherwise;
  const exceeds = verdict.thresholds.some(
    ({ name, exceeded }) => exceeded && finding.counted && (name === 'max-bugs' || finding.countsAsSecurity),
  );
  if (exceeds) return job === 'red' ? 'error' : 'warning';
  return isCounted(finding, verdict) ? 'warning' : otherwise;
}

/** Other messages that the step sends, by level. */
export type OtherMessages = Readonly<Record<AnnotationLevel, number>>;

/** Keeps at most `max`, and ten of a level less `others`, which is at least one, for a message that says how many more there are. */
export function selectForWorkflow(all: readonly Annotation[], max: number, others: OtherMessages): Annotations {
  const leave = (level: AnnotationLevel): number => MAX_WORKFLOW_ANNOTATIONS_A_LEVEL - Math.max(1, others[level]);
  const left = { error: leave('error'), warning: leave('warning'), notice: leave('notice') };
  const fitting = all.filter(({ level }) => (left[level] -= 1) >= 0);
  const shown = fitting.slice(0, max);
  const byRunner = `the runner shows ${MAX_WORKFLOW_ANNOTATIONS_A_LEVEL} of a level`;
  const why = fitting.length > max ? toLimit(max) : byRunner;
  return { shown, remainder: toRemainder(all.length - shown.length, why) };
}

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
