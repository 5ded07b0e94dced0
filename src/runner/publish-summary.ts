// The publication of the job summary, for every action that writes one.
import { toMessage } from './message.ts';
import type { Runner } from './runner.ts';

/** Adds to the job summary. A runner that has none, or refuses it, is warned of: it never changes the verdict. */
export async function publishSummary(runner: Runner, markdown: string): Promise<void> {
  try {
    await runner.summary(markdown);
  } catch (error) {
    runner.warning(`Could not write the job summary: ${toMessage(error)}.`);
  }
}
