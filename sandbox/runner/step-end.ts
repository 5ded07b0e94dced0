// Owns the end of a step: reads the files that the action wrote for the runner, within the runner's limits.
import { CommandFileError, readPairs, readPaths } from './command-files.ts';
import type { StepPaths } from './environment.ts';
import type { Masker } from './masker.ts';
import { readText } from './paths.ts';
import type { Step } from './step.ts';

/** Most bytes of a job summary; a larger one is dropped whole. */
export const maxSummaryBytes = 1024 * 1024;

/** What a step hands to later steps and to the page of the job. */
export interface StepChanges {
  readonly outputs: Readonly<Record<string, string>>;
  /** Secrets hidden; empty when there is none or it was over the limit. */
  readonly summary: string;
  readonly env: Readonly<Record<string, string>>;
  /** Directories put before PATH. */
  readonly paths: readonly string[];
  readonly state: Readonly<Record<string, string>>;
}

/** Reads the command files when the process has ended. Pairs before a faulty line count. */
export async function readChanges(
  step: Step,
  masker: Masker,
  paths: StepPaths,
): Promise<StepChanges> {
  const prependPaths = readPaths(await readText(paths.path));
  const env: Record<string, string> = {};
  const { outputs, state } = step.record;
  takePairs(step, { kind: 'env', text: await readText(paths.env) }, (name, value) => {
    if (name.toUpperCase() === 'NODE_OPTIONS') {
      step.issue('error', `Can't store ${name} output parameter using '$GITHUB_ENV' command.`);
    } else env[name] = value;
  });
  const summary = takeSummary(step, masker, await readText(paths.summary));
  takePairs(step, { kind: 'state', text: await readText(paths.state) }, (name, value) => {
    state[name] = value;
  });
  takePairs(step, { kind: 'output', text: await readText(paths.output) }, (name, value) => {
    outputs[name] = value;
  });
  return { outputs, summary, env, paths: prependPaths, state };
}

function takePairs(
  step: Step,
  { kind, text }: { readonly kind: string; readonly text: string },
  take: (name: string, value: string) => void,
): void {
  try {
    for (const [name, value] of readPairs(text)) {
      if (name === '')
        throw new CommandFileError('Value cannot be null or empty. (Parameter name)');
      take(name, value);
    }
  } catch (error) {
    if (!(error instanceof CommandFileError)) throw error;
    step.fail(`Unable to process file command '${kind}' successfully.`, error.message);
  }
}

function takeSummary(step: Step, masker: Masker, text: string): string {
  const bytes = Buffer.byteLength(text);
  if (bytes <= maxSummaryBytes)
    return text
      .split('\n')
      .map((line) => masker.mask(line))
      .join('\n');
  const kib = (count: number): string => `${Math.floor(count / 1024)}k`;
  step.issue(
    'error',
    `$GITHUB_STEP_SUMMARY upload aborted, supports content up to a size of ${kib(maxSummaryBytes)}, got ${kib(bytes)}. For more information see: https://docs.github.com/actions/using-workflows/workflow-commands-for-github-actions#adding-a-markdown-summary`,
  );
  return '';
}
