// The end of a step: the files that the action wrote for the runner, within the runner's limits.
import { CommandFileError, readPairs } from './command-files.ts';
import type { StepPaths } from './environment.ts';
import type { Masker } from './masker.ts';
import { readText } from './paths.ts';
import type { Step } from './step.ts';

/** A job summary with more bytes is dropped whole. */
const maxSummaryBytes = 1024 * 1024;

export interface StepChanges {
  readonly outputs: Readonly<Record<string, string>>;
  /** It has no secrets, and is empty when there is none or it was over the limit. */
  readonly summary: string;
}

/** Reads the command files when the action has ended. Outputs before a faulty line count. */
export function readChanges(step: Step, masker: Masker, paths: StepPaths): StepChanges {
  const others = { GITHUB_ENV: paths.env, GITHUB_PATH: paths.path, GITHUB_STATE: paths.state };
  for (const [name, file] of Object.entries(others)) {
    if (readText(file) !== '') step.refuse(`unexpected write to ${name}`);
  }
  const summary = readSummary(step, masker, readText(paths.summary));
  return { outputs: readOutputs(step, readText(paths.output)), summary };
}

function readOutputs(step: Step, text: string): Record<string, string> {
  const outputs: Record<string, string> = {};
  try {
    for (const [name, value] of readPairs(text)) outputs[name] = value;
  } catch (error) {
    if (!(error instanceof CommandFileError)) throw error;
    step.fail("Unable to process file command 'output' successfully.", error.message);
  }
  return outputs;
}

function readSummary(step: Step, masker: Masker, text: string): string {
  const bytes = Buffer.byteLength(text);
  if (bytes <= maxSummaryBytes) {
    const lines = text.split('\n').map((line) => masker.mask(line));
    return lines.join('\n');
  }
  const kib = (count: number): string => `${Math.floor(count / 1024)}k`;
  step.issue(
    'error',
    `$GITHUB_STEP_SUMMARY upload aborted, supports content up to a size of ${kib(maxSummaryBytes)}, got ${kib(bytes)}. For more information see: https://docs.github.com/actions/using-workflows/workflow-commands-for-github-actions#adding-a-markdown-summary`,
  );
  return '';
}
