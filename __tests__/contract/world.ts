// The world of the contract tests: the small one, with one full example of each resource in its lists' first place.
import type { ServiceData } from '../../sandbox/service/data.ts';
import { smallWorld } from '../../sandbox/service/small-world.ts';
import { fullBug as anyBug, fullScan as anyScan } from '../harness/service-data.ts';

export const NOW_MS = 1_800_000_000_000;

const sha = 'a'.repeat(40);

export const fullBug = {
  ...anyBug,
  ...{ id: 'bug_3', createdAt: NOW_MS - 3_000, repoId: 'repo_one' },
  review: { ...anyBug.review, id: 'bfrv_3' },
};

export const fullScan = {
  ...anyScan,
  ...{ workflowRequestId: 'wr_old', createdAt: NOW_MS - 9_000, completedAt: NOW_MS - 8_000 },
  ...{ repoId: 'repo_one', repoName: 'one' },
};

export const fullRequest = {
  id: 'rcr_known',
  status: 'complete',
  input: { description: 'no empty catch', bugIds: ['bug_1'], commitShas: [sha] },
  createdAt: NOW_MS - 7_000,
  completedAt: NOW_MS - 6_000,
  results: [{ id: 'rule_known', ruleName: 'no-empty-catch' }],
} as const;

/** `repo_one` has the scan `wr_old` alone, which surfaced bugs 1 to 4; bug 3 is full. */
export function contractWorld(): ServiceData {
  const data = smallWorld(NOW_MS);
  const bug = structuredClone(fullBug);
  const request = structuredClone(fullRequest) as unknown as ServiceData['ruleRequests'][number];
  return {
    ...data,
    scans: [structuredClone(fullScan)],
    runningScans: [],
    bugs: data.bugs.map((other) => (other.id === bug.id ? bug : other)),
    surfaced: { wr_old: data.surfaced['wr_old'] ?? [] },
    ruleRequests: [{ ...request, repoId: 'repo_one' }],
  };
}
