// Owns the second file of the gate: its story, in the real world.
import { openWorld } from '../world.ts';
import { runGate } from './run.ts';
import type { GateStart } from './start.ts';

/** Judges once. Rejects for a cancelled job or a defect. */
export async function tellGate(start: GateStart): Promise<void> {
  await runGate(start, openWorld);
}
