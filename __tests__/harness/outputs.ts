// What the outputs of a run are expected to be: all that the gate's action.yml names, empty unless told otherwise.
import { readActionFile } from '../gate/fixtures.ts';

/** All outputs: those given, and the empty string for the rest. Throws for one that action.yml does not name. */
export function allOutputs(given: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const names = Object.keys(readActionFile().outputs);
  const unknown = Object.keys(given).filter((name) => !names.includes(name));
  if (unknown.length > 0) throw new Error(`action.yml names no output ${unknown.join(', ')}`);
  return { ...Object.fromEntries(names.map((name) => [name, ''])), ...given };
}
