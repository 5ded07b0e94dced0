// The scenario of a partial scan: nobody but a scan of recent changes has looked at the head.
import { countBugs } from '../service/counts.ts';
import type { Scenario } from './scenario.ts';
import { storefrontGitHub } from './storefront/github.ts';
import { storefront } from './storefront/names.ts';
import { allFindings, makeBug, storefrontService } from './storefront/service.ts';
import { storefrontWorld } from './storefront/world.ts';

export const partial: Scenario = {
  name: 'partial',
  description:
    'The head has only a scan of recent changes (`recentChanges`). It lists four bugs, none of them a security bug. The security bug that a full scan of another commit found counts all the same.',
  build: (nowMs) => {
    const bugs = allFindings
      .map((finding) => makeBug(finding, nowMs))
      .filter((bug) => bug.commitSha !== storefront.headSha || !bug.isSecurityVulnerability);
    const recent = bugs.filter((bug) => bug.commitSha === storefront.headSha);
    const data = storefrontService(nowMs, bugs);
    const scans = data.scans.map((scan) =>
      scan.commitSha === storefront.headSha
        ? { ...scan, scanType: 'recentChanges', bugCounts: countBugs(recent) }
        : scan,
    );
    const surfaced = { ...data.surfaced, [storefront.scanId]: recent.map(({ id }) => id) };
    return storefrontWorld({ ...data, scans, surfaced }, storefrontGitHub(nowMs));
  },
};
