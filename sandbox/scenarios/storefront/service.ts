// The service's side of the storefront: its repositories, its scans, and the bugs made from the findings.
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

/** Every finding of the storefront, in the order of the service. */
export const allFindings: readonly FindingText[] = [
  ...securityFindings,
  ...otherFindings,
  ...unclassifiedFindings,
  ...resolvedFindings,
  ...dismissedFindings,
];

/** A bug of the storefront as the service knows it. */
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

interface OlderScan {
  readonly daysAgo: number;
  readonly open: number;
  readonly resolved: number;
  readonly dismissed: number;
  /** Label of a commit that GitHub knows; absent: one of its own. */
  readonly commit?: string;
}

/** Open, resolved and dismissed bugs of the older scans, by their age in days: what the sparkline shows. */
const history: readonly OlderScan[] = [
  { daysAgo: 62, open: 9, resolved: 1, dismissed: 0 },
  { daysAgo: 55, open: 13, resolved: 1, dismissed: 2 },
  { daysAgo: 48, open: 18, resolved: 2, dismissed: 2 },
  { daysAgo: 41, open: 21, resolved: 3, dismissed: 2 },
  { daysAgo: 34, open: 22, resolved: 4, dismissed: 4 },
  { daysAgo: 27, open: 23, resolved: 5, dismissed: 5 },
  { daysAgo: 20, open: 22, resolved: 6, dismissed: 5 },
  { daysAgo: 12, open: 21, resolved: 7, dismissed: 5 },
  { daysAgo: 8, open: 20, resolved: 7, dismissed: 5 },
  { daysAgo: 5, open: 17, resolved: 8, dismissed: 5, commit: 'base' },
];

/** A scan of the storefront; complete by default. */
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

/** Scans of the base branch, oldest first; one of them failed. */
export function olderScans(nowMs: number): ScanData[] {
  const complete = history.map(({ daysAgo, commit, ...counts }) =>
    makeScan({
      workflowRequestId: identifier('wr_', `scan ${daysAgo}`),
      commitSha: commitSha(commit ?? `scan ${daysAgo}`),
      createdAt: nowMs - daysAgo * dayMs - hourMs,
      bugCounts: { total: counts.open + counts.resolved + counts.dismissed, ...counts },
    }),
  );
  const failed = makeScan({
    workflowRequestId: identifier('wr_', 'failed'),
    commitSha: commitSha('scan failed'),
    createdAt: nowMs - 15 * dayMs,
    workflowStatus: 'failed',
    completedAt: null,
  });
  return [...complete, failed];
}

/** The service's side: the older scans, a complete scan of the head, and what it surfaced. */
export function storefrontService(nowMs: number, bugs: BugData[]): ServiceData {
  const { repoId, orgId, scanId, apiKey, readOnlyKey } = storefront;
  const count = (state: string): number => bugs.filter((bug) => (bug.review?.state ?? 'pending') === state).length;
  const headScan = makeScan({
    createdAt: nowMs - 40 * minuteMs,
    initiator: 'scanNow',
    bugCounts: {
      total: bugs.length,
      open: count('pending'),
      resolved: count('resolved'),
      dismissed: count('dismissed'),
    },
  });
  return {
    keys: [apiKey],
    readOnlyKeys: [readOnlyKey],
    user: { email: 'ci@acme.example', orgs: [{ id: orgId, name: 'Acme' }] },
    repos: [storefrontRepo(), otherRepo('admin'), otherRepo('mobile-app')],
    scans: [...olderScans(nowMs), headScan],
    runningScans: [],
    bugs,
    surfaced: { [scanId]: bugs.filter((bug) => bug.repoId === repoId).map(({ id }) => id) },
    rules: [],
    ruleRequests: [],
  };
}

/** Another repository of the organization. */
export function otherRepo(name: string): RepoData {
  const fullName = `${storefront.owner}/${name}`;
  return { ...storefrontRepo(), id: identifier('repo_', fullName), name, fullName };
}
