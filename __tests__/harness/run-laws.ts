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
  const { timedOut, signal, stderr, unexpected, droppedAnnotations } = result;
  expect({ timedOut, signal, stderr, unexpected, droppedAnnotations }).toEqual({
    ...{ timedOut: false, signal: null, stderr: '' },
    ...{ unexpected: [], droppedAnnotations: [] },
  });
  expect(Object.keys(result.outputs).toSorted()).toEqual(outputs.toSorted());
  expect(result.conclusion).toBe(result.exitCode === 0 ? 'success' : 'failure');
  expect(result.stdout).not.toMatch(/sandbox defect|Scan Gate crashed/);
  expect(leaksOf(secrets, result, places)).toEqual([]);
}
