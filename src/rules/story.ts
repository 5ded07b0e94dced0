// Owns the second file of the rules action: its story, in the real world.
import { openWorld } from '../world.ts';
import { runRules } from './run.ts';
import type { RulesStart } from './start.ts';

/** Runs one operation. Rejects for a missing key, a service that refuses, a cancelled job or a defect. */
export async function tellRules(start: RulesStart): Promise<void> {
  await runRules(start, openWorld);
}
