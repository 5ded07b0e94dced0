// Owns the start of the gate: keys are hidden and inputs checked before anything else is even loaded.
import { InputError } from '../inputs/input-error.ts';
import type { Runner } from '../runner/runner.ts';
import { hideSecrets } from '../story/connection-inputs.ts';
import type { Start } from '../story/start.ts';
import { readGateInputs, type GateInputs } from './inputs.ts';
import { toBareOutputs, writeOutputs } from './outputs.ts';

export type GateStart = Start<GateInputs>;

/** Starts the gate. Rejects for inputs that are not right and for what `run` throws, with the outputs set. */
export async function startGate(
  runner: Runner,
  signal: AbortSignal,
  run: (start: GateStart) => Promise<void>,
): Promise<void> {
  hideSecrets(runner);
  try {
    const inputs = readGateInputs((name) => runner.input(name));
    await run({ runner, signal, inputs });
  } catch (error) {
    const reason = error instanceof InputError ? 'invalid-input' : 'service-error';
    writeOutputs(runner, toBareOutputs({ kind: 'unverified', reason }));
    throw error;
  }
}
