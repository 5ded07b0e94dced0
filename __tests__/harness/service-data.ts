// The service's data in a few words: a bug, a review, a scan and all that it knows, as it holds them and as the client gives them.
import * as v from 'valibot';
import type { BugData, BugReviewData, ScanData, ServiceData } from '../../sandbox/service/data.ts';
import { makeRepo } from '../../sandbox/service/small-world.ts';
import type { Bug, BugReview, Scan } from '../../src/client/index.ts';
import { bug, bugReview, scanPage } from '../../src/client/schemas.ts';

const hourMs = 3_600_000;
/** The moment of everything that a test gives no other. */
const someMs = 1_760_000_000_000;
const someSha = 'a'.repeat(40);

/** A bug that nobody has reviewed, by its id without the prefix, which its texts follow from. */
export function aServiceBug(name: string, parts: Partial<BugData> = {}): BugData {
  return {
    ...{ id: `bug_${name}`, title: `Title of ${name}`, summary: `Summary of ${name}`, filePath: `src/${name}.ts` },
    ...{ createdAt: someMs, repoId: 'repo_shop', commitSha: someSha },
    ...{ isSecurityVulnerability: false, linkedIssues: [] },
    ...parts,
  };
}

/** A scan of acme/shop that has ended, by its id without the prefix. */
export function aServiceScan(name: string, parts: Partial<ScanData> = {}): ScanData {
  const { createdAt = someMs } = parts;
  return {
    ...{ workflowRequestId: `wr_${name}`, repoId: 'repo_shop', repoName: 'shop', ownerName: 'acme' },
    ...{ workflowStatus: 'complete', scanType: 'default', initiator: 'scheduler', commitSha: someSha },
    ...{ createdAt, completedAt: createdAt + hourMs },
    ...parts,
  };
}

/** A service that knows acme/shop, and nothing of it. */
export function aServiceWorld(parts: Partial<ServiceData> = {}): ServiceData {
  return {
    ...{ keys: [], readOnlyKeys: [], user: { email: 'ada@example.com', orgs: [] }, repos: [makeRepo('shop')] },
    ...{ scans: [], runningScans: [], bugs: [], surfaced: {}, rules: [], ruleRequests: [] },
    ...parts,
  };
}

/** With every field that the service's description knows; so are the bug and the scan below. */
export const fullReview = {
  ...{ id: 'bfrv_1', state: 'dismissed', createdAt: someMs, dismissalReason: 'duplicate', notes: 'see bug_1' },
  ...{ source: 'jira', jiraStatusName: 'Done', linearStateName: 'Canceled', asanaStateName: 'Closed' },
} as const satisfies BugReviewData;

export const fullBug = {
  ...aServiceBug('1'),
  review: fullReview,
  isSecurityVulnerability: true,
  linkedIssues: [{ tracker: 'github', issueId: '12', url: 'https://example.com/12' }],
  introducedIn: { sha: someSha, date: '2025-10-09', author: 'ada', prNumber: 7 },
} satisfies BugData;

export const fullScan = {
  ...aServiceScan('1'),
  bugCounts: { total: 4, open: 2, resolved: 1, dismissed: 1 },
} satisfies ScanData;

/** `aServiceBug('1')` as the client gives it. */
export function aClientBug(parts: Partial<Bug> = {}): Bug {
  return { ...v.parse(bug, aServiceBug('1')), ...parts };
}

/** A review as the client gives it, with nothing but its state. */
export function aClientReview(state: string, parts: Partial<BugReview> = {}): BugReview {
  return { ...v.parse(bugReview, { state, createdAt: someMs }), ...parts };
}

/** `aServiceScan('1')` as the client gives it. */
export function aClientScan(parts: Partial<Scan> = {}): Scan {
  const [scan] = v.parse(scanPage, { scans: [aServiceScan('1')], total: 1 }).scans;
  if (scan === undefined) throw new Error('the page has a scan');
  return { ...scan, ...parts };
}
