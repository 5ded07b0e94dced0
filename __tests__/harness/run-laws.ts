// What is true of every run of an action, whatever it was asked.
import { readActionFile } from '../../sandbox/runner/action-file.ts';
import type { RunnerResult } from '../../sandbox/runner/runner.ts';
import { expect } from '../jest.ts';
import { leaksOf } from './leaks.ts';

export interface RunLaws {
  readonly actionFile: string;
  readonly secrets: readonly string[];
  /** Where else a secret must not show. */
  readonly places?: readonly unknown[];
}

/** A run ends by itself, sets all outputs, keeps its secrets, gives no command that the runner does not know. */
export function expectLawful(result: RunnerResult, { actionFile, secrets, places = [] }: RunLaws): void {
  const { outputs } = readActionFile(actionFile);
  const { timedOut, signal, stderr, unexpected, droppedAnnotations, conclusion } = result;
  // In one comparison: thousands of runs are held to it.
  expect({
    ...{ timedOut, signal, stderr, unexpected, droppedAnnotations, conclusion },
    outputs: Object.keys(result.outputs).toSorted(),
    crash: /(?:sandbox defect|Scan Gate crashed)[^]{0,2000}/.exec(result.stdout)?.[0],
    leaks: leaksOf(secrets, result, places),
  }).toEqual({
    ...{ timedOut: false, signal: null, stderr: '', unexpected: [], droppedAnnotations: [] },
    conclusion: result.exitCode === 0 ? 'success' : 'failure',
    outputs: outputs.toSorted(),
    crash: undefined,
    leaks: [],
  });
}
