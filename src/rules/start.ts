// Owns the start of the rules action: keys are hidden and inputs checked before anything else is even loaded.
import type { Runner } from '../runner/runner.ts';
import { hideSecrets } from '../story/connection-inputs.ts';
import type { Start } from '../story/start.ts';
import { readRulesInputs, type RulesInputs } from './inputs.ts';
import { EMPTY_OUTPUTS, writeOutputs } from './outputs.ts';

export type RulesStart = Start<RulesInputs>;

/** Starts the rules action. Rejects for inputs that are not right and for what `run` throws, with the outputs set. */
export async function startRules(
  runner: Runner,
  signal: AbortSignal,
  run: (start: RulesStart) => Promise<void>,
): Promise<void> {
  hideSecrets(runner);
  writeOutputs(runner, EMPTY_OUTPUTS);
  const inputs = readRulesInputs((name) => runner.input(name), runner.system);
  if (inputs.unused.length > 0) runner.notice(toUnusedNotice(inputs));
  await run({ runner, signal, inputs });
}

function toUnusedNotice({ operation, unused }: RulesInputs): string {
  const why =
    operation === 'create'
      ? 'a request that is resumed goes on as it was made'
      : `the operation ${operation} does not use them`;
  return `Inputs without effect: ${unused.join(', ')}; ${why}.`;
}
