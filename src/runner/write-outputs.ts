// The outputs of a step, for every action.
import type { Runner } from './runner.ts';

/** Sets the given outputs, by name. */
export function writeOutputs(runner: Runner, outputs: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(outputs)) runner.output(name, value);
}
