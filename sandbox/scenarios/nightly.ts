// The scenario of a repository that is scanned at night by a service that lists each bug once.
import type { BugData, ScanData } from '../service/data.ts';
import type { Scenario } from './scenario.ts';
import { storefrontGitHub } from './storefront/github.ts';
import { storefront } from './storefront/names.ts';
import { allFindings, makeBug, olderScans, storefrontService } from './storefront/service.ts';
import { storefrontWorld } from './storefront/world.ts';

/** Without counts of its own, so that the service counts what the scan lists. */
function uncounted({ bugCounts, ...scan }: ScanData): ScanData {
  return scan.workflowStatus === 'complete' ? scan : { ...scan, bugCounts: bugCounts ?? null };
}

/** A scan surfaces all bugs that are known when it ends. */
function foundBy(scan: ScanData, bugs: readonly BugData[]): string[] {
  const endedAt = scan.completedAt ?? 0;
  return bugs.filter(({ createdAt }) => createdAt <= endedAt).map(({ id }) => id);
}

export const nightly: Scenario = {
  name: 'nightly',
  description:
    'Only the base branch is scanned, and only the scan that found a bug first lists it. `scan-match: exact, ancestor` finds a scan four commits behind the head that lists no old bugs.',
  build: (nowMs) => {
    const bugs = allFindings
      .map((finding) => makeBug(finding, nowMs))
      .filter((bug) => bug.commitSha !== storefront.headSha);
    const scans = olderScans(nowMs).map(uncounted);
    const surfaced = Object.fromEntries(
      scans
        .filter((scan) => scan.workflowStatus === 'complete')
        .map((scan) => [scan.workflowRequestId ?? '', foundBy(scan, bugs)]),
    );
    const service = { ...storefrontService(nowMs, bugs), scans, surfaced, listsBugsOnce: true };
    return storefrontWorld(service, storefrontGitHub(nowMs), { 'scan-match': 'exact, ancestor' });
  },
};
