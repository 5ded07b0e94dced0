// Owns the second file of the review action: its story, in the real world.
import { openWorld } from '../world.ts';
import { runReview } from './run.ts';
import type { ReviewStart } from './start.ts';

/** Carries out the commands of one comment. Rejects for missing keys, a cancelled job or a defect. */
export async function tellReview(start: ReviewStart): Promise<void> {
  await runReview(start, openWorld);
}
