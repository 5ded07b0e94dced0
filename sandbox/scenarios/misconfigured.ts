// The scenarios of a workflow that is misconfigured: inputs that are wrong, and a repository that the service does not know.
import type { Scenario } from './scenario.ts';
import { linkedBugs } from './storefront/names.ts';
import { thresholdExceeded } from './threshold-exceeded.ts';

export const invalidInput: Scenario = {
  name: 'invalid-input',
  description: 'Three inputs are wrong. Nothing is asked of the service, and one error names all three.',
  build: (nowMs) => ({
    ...thresholdExceeded.build(nowMs),
    inputs: { ...linkedBugs, 'gate-on': 'introduced, tuched', paths: 'src/{api,web}/**', 'max-bugs': 'none' },
  }),
};

export const unknownRepository: Scenario = {
  name: 'unknown-repository',
  description:
    'The service does not know the repository. The gate is red, and says first that this is not about the change.',
  build: (nowMs) => {
    const world = thresholdExceeded.build(nowMs);
    const repos = world.service.repos.map((repo) => ({ ...repo, name: 'warehouse', fullName: 'acme/warehouse' }));
    return { ...world, service: { ...world.service, repos } };
  },
};
