// The world of the contract tests: the small one, with one full example of each resource in its lists' first place.
import type { BugData, ScanData, ServiceData } from '../../sandbox/service/data.ts';
import { smallWorld } from '../../sandbox/service/small-world.ts';

/** The clock of the world; it stands. */
export const NOW_MS = 1_800_000_000_000;

const sha = 'a'.repeat(40);

/** A bug with every field that the document knows. */
export const fullBug = {
  id: 'bug_3',
  title: 'Finding 3',
  summary: 'What finding 3 leads to.',
  filePath: 'src/file-3.ts',
  createdAt: NOW_MS - 3_000,
  review: {
    id: 'bfrv_3',
    state: 'dismissed',
    createdAt: NOW_MS - 2_000,
    dismissalReason: 'duplicate',
    notes: 'see bug_1',
    source: 'jira',
    jiraStatusName: 'Done',
    linearStateName: 'Canceled',
    asanaStateName: 'Closed',
  },
  repoId: 'repo_one',
  commitSha: sha,
  isSecurityVulnerability: true,
  linkedIssues: [{ tracker: 'github', issueId: '12', url: 'https://example.com/12' }],
  introducedIn: { sha, date: '2026-12-31', author: 'ada', prNumber: 7 },
} as const;

/** A scan with every field that the document knows. */
export const fullScan = {
  workflowRequestId: 'wr_old',
  repoId: 'repo_one',
  repoName: 'one',
  ownerName: 'acme',
  workflowStatus: 'complete',
  scanType: 'default',
  initiator: 'scheduler',
  commitSha: sha,
  createdAt: NOW_MS - 9_000,
  completedAt: NOW_MS - 8_000,
  bugCounts: { total: 4, open: 2, resolved: 1, dismissed: 1 },
} as const;

/** A finished request with every field that the document knows. */
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
  const bug = structuredClone(fullBug) as unknown as BugData;
  const scan: ScanData = structuredClone(fullScan);
  const request = structuredClone(fullRequest) as unknown as ServiceData['ruleRequests'][number];
  return {
    ...data,
    scans: [scan],
    runningScans: [],
    bugs: data.bugs.map((other) => (other.id === bug.id ? bug : other)),
    surfaced: { wr_old: data.surfaced['wr_old'] ?? [] },
    ruleRequests: [{ ...request, repoId: 'repo_one' }],
  };
}
