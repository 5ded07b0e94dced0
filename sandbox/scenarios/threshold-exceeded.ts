// The default scenario: 37 findings, four of them pending security bugs in files that the pull request changes.
import type { Scenario } from './scenario.ts';
import { storefrontGitHub } from './storefront/github.ts';
import { linkedBugs } from './storefront/names.ts';
import { allFindings, makeBug, storefrontService } from './storefront/service.ts';
import { storefrontWorld } from './storefront/world.ts';

export const thresholdExceeded: Scenario = {
  name: 'threshold-exceeded',
  description: 'The default: 37 bugs, 4 of them pending security bugs in changed files. The gate is red.',
  build: (nowMs) => {
    const bugs = allFindings.map((finding) => makeBug(finding, nowMs));
    return storefrontWorld(storefrontService(nowMs, bugs), storefrontGitHub(nowMs), linkedBugs);
  },
};
