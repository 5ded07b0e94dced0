// The service's side of the storefront: its repositories, its scans, and the bugs made from the findings.
import { countBugs } from '../../service/counts.ts';
import type { BugData, BugReviewData, RepoData, ScanData, ServiceData } from '../../service/data.ts';
import { commitSha, dateText, dayMs, hourMs, identifier, minuteMs } from '../identity.ts';
import {
  dismissedFindings,
  type FindingText,
  otherFindings,
  resolvedFindings,
  securityFindings,
  unclassifiedFindings,
} from './findings.ts';
import { storefront } from './names.ts';

/** They have the order of the service. */
export const allFindings: readonly FindingText[] = [
  ...securityFindings,
  ...otherFindings,
  ...unclassifiedFindings,
  ...resolvedFindings,
  ...dismissedFindings,
];

export function makeBug(text: FindingText, nowMs: number): BugData {
  const { file, security, introduced, review } = text;
  return {
    id: identifier('bug_', text.key),
    title: text.title,
    summary: text.summary,
    ...(file === undefined ? {} : { filePath: file }),
    createdAt: nowMs - text.foundDaysAgo * dayMs - 40 * minuteMs,
    repoId: storefront.repoId,
    commitSha: text.foundDaysAgo === 0 ? storefront.headSha : commitSha(`scan ${text.foundDaysAgo}`),
    ...(security === undefined ? {} : { isSecurityVulnerability: security }),
    linkedIssues: [...(text.issues ?? [])],
    ...(introduced === undefined
      ? {}
      : {
          introducedIn: {
            sha: commitSha(introduced.commit ?? `introduced ${text.key}`),
            date: dateText(nowMs - introduced.daysAgo * dayMs),
            ...(introduced.author === undefined ? {} : { author: introduced.author }),
            ...(introduced.pull === undefined ? {} : { prNumber: introduced.pull }),
          },
        }),
    ...(review === undefined ? {} : { review: makeReview(text.key, review, nowMs) }),
  };
}

function makeReview(key: string, review: NonNullable<FindingText['review']>, nowMs: number): BugReviewData {
  const { state, source, reason, notes, status } = review;
  return {
    id: identifier('bfrv_', key),
    state,
    createdAt: nowMs - review.daysAgo * dayMs,
    source,
    ...(reason === undefined ? {} : { dismissalReason: reason }),
    ...(notes === undefined ? {} : { notes }),
    ...(status !== undefined && source === 'jira' ? { jiraStatusName: status } : {}),
    ...(status !== undefined && source === 'linear' ? { linearStateName: status } : {}),
    ...(status !== undefined && source === 'asana' ? { asanaStateName: status } : {}),
  };
}

/** The storefront's entry in the list of repositories. */
export function storefrontRepo(): RepoData {
  const { owner, name, repoId, orgId } = storefront;
  return {
    id: repoId,
    name,
    ownerName: owner,
    fullName: `${owner}/${name}`,
    visibility: 'private',
    primaryBranch: 'main',
    orgId,
    orgName: 'Acme',
  };
}

/** The base branch was scanned so many days ago, oldest first; the last time its present head. */
const scannedDaysAgo = [62, 55, 48, 41, 34, 27, 20, 12, 8, 5];

/** It is complete by default. */
export function makeScan(changes: Partial<ScanData> & { createdAt: number }): ScanData {
  return {
    workflowRequestId: storefront.scanId,
    repoId: storefront.repoId,
    repoName: storefront.name,
    ownerName: storefront.owner,
    workflowStatus: 'complete',
    scanType: 'default',
    initiator: 'scheduler',
    commitSha: storefront.headSha,
    completedAt: changes.createdAt + 22 * minuteMs,
    bugCounts: null,
    ...changes,
  };
}

/** They are of the base branch, oldest first; one failed. They give no counts: see `withLists`. */
export function olderScans(nowMs: number): ScanData[] {
  const complete = scannedDaysAgo.map((daysAgo, index) => {
    const isLast = index === scannedDaysAgo.length - 1;
    const createdAt = nowMs - daysAgo * dayMs - hourMs;
    const workflowRequestId = identifier('wr_', `scan ${daysAgo}`);
    return makeScan({
      workflowRequestId,
      commitSha: isLast ? storefront.baseSha : commitSha(`scan ${daysAgo}`),
      createdAt,
    });
  });
  const failed = makeScan({
    workflowRequestId: identifier('wr_', 'failed'),
    commitSha: commitSha('scan failed'),
    createdAt: nowMs - 15 * dayMs,
    workflowStatus: 'failed',
    completedAt: null,
  });
  return [...complete, failed];
}

/**
 * Every complete scan lists the bugs that were known when it ended, unless `surfaced` says what it lists. The service
 * counts what a scan lists where that gives no counts of its own.
 */
export function withLists(service: ServiceData): ServiceData {
  const complete = service.scans.filter(({ workflowStatus }) => workflowStatus === 'complete');
  const found = complete.map(({ workflowRequestId, repoId, completedAt }): [string, string[]] => {
    const known = service.bugs.filter((bug) => bug.repoId === repoId && bug.createdAt <= (completedAt ?? 0));
    return [workflowRequestId ?? '', known.map(({ id }) => id)];
  });
  return {
    ...service,
    scans: service.scans.map((scan) => (complete.includes(scan) ? toUncounted(scan) : scan)),
    surfaced: { ...Object.fromEntries(found), ...service.surfaced },
  };
}

function toUncounted({ bugCounts, ...scan }: ScanData): ScanData {
  return bugCounts ? { ...scan, bugCounts } : scan;
}

/** The service's side: the older scans, a complete scan of the head, and what they surfaced. */
export function storefrontService(nowMs: number, bugs: BugData[]): ServiceData {
  const { repoId, orgId, scanId, apiKey, readOnlyKey } = storefront;
  const own = bugs.filter((bug) => bug.repoId === repoId);
  const headScan = makeScan({ createdAt: nowMs - 40 * minuteMs, initiator: 'scanNow', bugCounts: countBugs(own) });
  return withLists({
    keys: [apiKey],
    readOnlyKeys: [readOnlyKey],
    user: { email: 'ci@acme.example', orgs: [{ id: orgId, name: 'Acme' }] },
    repos: [storefrontRepo(), otherRepo('admin'), otherRepo('mobile-app')],
    scans: [...olderScans(nowMs), headScan],
    runningScans: [],
    bugs,
    surfaced: { [scanId]: own.map(({ id }) => id) },
    rules: [],
    ruleRequests: [],
  });
}

/** Another repository of the organization. */
export function otherRepo(name: string): RepoData {
  const fullName = `${storefront.owner}/${name}`;
  return { ...storefrontRepo(), id: identifier('repo_', fullName), name, fullName };
}
