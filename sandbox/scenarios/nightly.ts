// The scenario of a repository that is scanned at night by a service that lists each bug once.
import type { Scenario } from './scenario.ts';
import { storefrontGitHub } from './storefront/github.ts';
import { storefront } from './storefront/names.ts';
import { allFindings, makeBug, olderScans, storefrontService, withLists } from './storefront/service.ts';
import { storefrontWorld } from './storefront/world.ts';

export const nightly: Scenario = {
  name: 'nightly',
  description:
    'Only the base branch is scanned, and only the scan that found a bug first lists it. `scan-match: exact, ancestor` finds a scan four commits behind the head that lists no old bugs.',
  build: (nowMs) => {
    const bugs = allFindings
      .map((finding) => makeBug(finding, nowMs))
      .filter((bug) => bug.commitSha !== storefront.headSha);
    const service = { ...storefrontService(nowMs, bugs), scans: olderScans(nowMs), listsBugsOnce: true };
    return storefrontWorld(withLists(service), storefrontGitHub(nowMs), { 'scan-match': 'exact, ancestor' });
  },
};
