// The scenario of a repository that is scanned at night: no scan of the head, one of a commit that it is built on.
import { commitSha } from './identity.ts';
import type { Scenario } from './scenario.ts';
import { storefrontGitHub } from './storefront/github.ts';
import { storefront } from './storefront/names.ts';
import { allFindings, makeBug, olderScans, storefrontService } from './storefront/service.ts';
import { storefrontWorld } from './storefront/world.ts';

export const nightly: Scenario = {
  name: 'nightly',
  description:
    'Only the base branch is scanned, and `scan-match: exact, ancestor` finds a scan four commits behind the head.',
  build: (nowMs) => {
    const bugs = allFindings
      .map((finding) => makeBug(finding, nowMs))
      .filter((bug) => bug.commitSha !== storefront.headSha);
    // Without counts of its own, so that the service counts what this scan has surfaced.
    const scans = olderScans(nowMs).map((scan) =>
      scan.commitSha === commitSha('base') ? { ...scan, bugCounts: null } : scan,
    );
    const base = scans.find((scan) => scan.commitSha === commitSha('base'));
    const surfaced = { [base?.workflowRequestId ?? '']: bugs.map(({ id }) => id) };
    const service = { ...storefrontService(nowMs, bugs), scans, surfaced };
    return storefrontWorld(service, storefrontGitHub(nowMs), { 'scan-match': 'exact, ancestor' });
  },
};
