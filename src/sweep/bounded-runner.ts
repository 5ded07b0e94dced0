// A runner for a run that may have something to say of each of many repositories: GitHub shows ten annotations of a level.
import { MAX_WORKFLOW_ANNOTATIONS_A_LEVEL } from '../documents/limits.ts';
import { countOf } from '../judgement/format.ts';
import type { Runner } from '../runner/runner.ts';

/** Annotations of a level, ours: of what GitHub shows one more says how many follow, and one how the job ends. */
const MAX_SAID = MAX_WORKFLOW_ANNOTATIONS_A_LEVEL - 2;

export interface BoundedRunner {
  /** Says in the log alone what would be an annotation too many. */
  readonly runner: Runner;
  /** Says how many of them there were; once, at the end. */
  readonly sayRest: () => void;
}

/** Makes one. What ends the job is never held back. */
export function createBoundedRunner(runner: Runner): BoundedRunner {
  const counts = { warning: 0, error: 0 };
  const bound = (level: keyof typeof counts) => (text: string) => {
    counts[level] += 1;
    if (counts[level] <= MAX_SAID) runner[level](text);
    else runner.info(text);
  };
  const sayRest = (): void => {
    for (const level of ['warning', 'error'] as const) {
      const rest = counts[level] - MAX_SAID;
      if (rest > 0) runner[level](`The log has ${countOf(rest, `more ${level}`, `more ${level}s`)}.`);
    }
  };
  return { runner: { ...runner, warning: bound('warning'), error: bound('error') }, sayRest };
}
