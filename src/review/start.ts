// Owns the start of the review action: keys are hidden and inputs checked before anything else is even loaded.
import type { Runner } from '../runner/runner.ts';
import { hideSecrets } from '../story/connection-inputs.ts';
import type { Start } from '../story/start.ts';
import { readReviewInputs, type ReviewInputs } from './inputs.ts';
import { writeOutputs } from './outputs.ts';

export type ReviewStart = Start<ReviewInputs>;

/** Starts the review action. Rejects for inputs that are not right and for what `run` throws, with the outputs set. */
export async function startReview(
  runner: Runner,
  signal: AbortSignal,
  run: (start: ReviewStart) => Promise<void>,
): Promise<void> {
  hideSecrets(runner);
  writeOutputs(runner, []);
  const inputs = readReviewInputs((name) => runner.input(name));
  await run({ runner, signal, inputs });
}
