// Reads every input of recheck/action.yml.
import { connectionInputs, requiredToken } from '../inputs/connection.ts';
import { count, flag } from '../inputs/readers.ts';
import type { InferInputs } from '../inputs/table.ts';
import { sweepInputs } from '../sweep/inputs.ts';
import type { SweepSession } from '../sweep/sweep.ts';

export const recheckInputs = {
  apiUrl: connectionInputs.apiUrl,
  /** An empty key is null, and no error here. */
  apiKey: connectionInputs.apiKey,
  githubToken: requiredToken("a token that may read pull requests and start runs again, such as the workflow's own"),
  ...sweepInputs,
  maxReruns: count('max-reruns', '20'),
  reopenExpired: flag('reopen-expired', 'false'),
  dryRun: flag('dry-run', 'false'),
};

export type RecheckInputs = InferInputs<typeof recheckInputs>;

export type RecheckSession = SweepSession<RecheckInputs>;
