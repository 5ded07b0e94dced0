// The scenario of a check run: annotations on their own check instead of the job's.
import type { Scenario } from './scenario.ts';
import { thresholdExceeded } from './threshold-exceeded.ts';

export const checkRun: Scenario = {
  name: 'check-run',
  description:
    'The default scenario with `annotations: check-run`: a separate check run with every annotation instead of nine per level.',
  build: (nowMs) => ({
    ...thresholdExceeded.build(nowMs),
    inputs: { annotations: 'check-run' },
  }),
};
