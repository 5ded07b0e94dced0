// Owns what the first file of an action hands to the second.
import type { Runner } from '../runner/runner.ts';

export interface Start<Inputs> {
  readonly runner: Runner;
  /** Aborted when the job is cancelled. */
  readonly signal: AbortSignal;
  /** Read and checked. */
  readonly inputs: Inputs;
}
