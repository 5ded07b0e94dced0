// The scenario of a repository that is scanned at night by a service that lists each bug once.
import type { ScanData } from '../service/data.ts';
import { hourMs, identifier } from './identity.ts';
import type { Scenario } from './scenario.ts';
import { storefrontGitHub } from './storefront/github.ts';
import { linkedBugs, storefront } from './storefront/names.ts';
import { allFindings, makeBug, makeScan, olderScans, storefrontService, withLists } from './storefront/service.ts';
import { storefrontWorld } from './storefront/world.ts';

/** Nothing was merged since the scan before, and nothing new was found. */
function lastNight(nowMs: number): ScanData {
  return makeScan({
    workflowRequestId: identifier('wr_', 'last night'),
    commitSha: storefront.baseSha,
    createdAt: nowMs - 9 * hourMs,
    completedAt: nowMs - 8.5 * hourMs,
    initiator: 'scheduler',
  });
}

export const nightly: Scenario = {
  name: 'nightly',
  description:
    'Only the base branch is scanned, every night, and only the scan that found a bug first lists it. The README’s set-up for that uses the scan four commits behind the head.',
  build: (nowMs) => {
    const bugs = allFindings
      .map((finding) => makeBug(finding, nowMs))
      .filter((bug) => bug.commitSha !== storefront.headSha);
    const service = {
      ...storefrontService(nowMs, bugs),
      scans: [lastNight(nowMs), ...olderScans(nowMs)],
      listsBugsOnce: true,
    };
    return storefrontWorld(
      withLists(service),
      { ...storefrontGitHub(nowMs), requirements: {} },
      {
        'scan-match': 'exact, ancestor',
        'max-scan-age': '7d',
        'gate-on': 'touched',
        mode: 'warn',
        ...linkedBugs,
      },
    );
  },
};
