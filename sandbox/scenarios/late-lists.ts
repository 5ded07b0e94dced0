// The scenario of lists that fill late: the scan is complete a moment before its bugs are listed.
import type { Scenario } from './scenario.ts';
import { securityFindings } from './storefront/findings.ts';
import { storefront } from './storefront/names.ts';
import { makeBug } from './storefront/service.ts';
import { thresholdExceeded } from './threshold-exceeded.ts';

export const lateLists: Scenario = {
  name: 'late-lists',
  description:
    'The scan of the head is complete and counts 37 bugs, but its list omits the four security bugs until it is read again. Polls every second.',
  build: (nowMs) => {
    const world = thresholdExceeded.build(nowMs);
    const missing = securityFindings.map((finding) => makeBug(finding, nowMs).id);
    return {
      ...world,
      service: {
        ...world.service,
        lateLists: [{ scan: storefront.scanId, missing, afterLooks: 1 }],
      },
      inputs: { 'poll-interval': '1s' },
    };
  },
};
