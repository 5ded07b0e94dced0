// The scenario of a large organization: 251 repositories, ours on the third page of a hundred each.
import type { Scenario } from './scenario.ts';
import { otherRepo } from './storefront/service.ts';
import { thresholdExceeded } from './threshold-exceeded.ts';

const position = 236;

export const thirdPage: Scenario = {
  name: 'third-page',
  description: 'The key sees 251 repositories and ours is on the third page, then the same as threshold-exceeded.',
  build: (nowMs) => {
    const world = thresholdExceeded.build(nowMs);
    const [ours] = world.service.repos;
    if (!ours) throw new Error('the storefront has no repository');
    const others = Array.from({ length: 250 }, (_, at) => otherRepo(`team-${at % 9}-service-${at}`));
    const repos = [...others.slice(0, position), ours, ...others.slice(position)];
    return { ...world, service: { ...world.service, repos } };
  },
};
