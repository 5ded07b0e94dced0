// The conversion of the service's types to the domain's: a bug becomes a finding, a scan our scan.
import type { Bug, BugCounts, Scan as ServiceScan } from '../client/index.ts';
import type { DismissedFinding, Finding, FindingKind, LinkedIssue } from '../judgement/finding.ts';
import { parseCommitSha } from '../judgement/identifiers.ts';
import { sum } from '../judgement/lists.ts';
import { isOfMachine, toRepositoryPath } from '../judgement/path-filter.ts';
import { readScanState, type Scan, type ScanCounts } from '../judgement/scan.ts';

/** It makes one string object of equal texts, so that 100,000 findings share it. */
export type Intern = (text: string) => string;

const asItIs: Intern = (text) => text;

export function createInterner(): Intern {
  const known = new Map<string, string>();
  return (text) => {
    const first = known.get(text);
    if (first !== undefined) return first;
    known.set(text, text);
    return text;
  };
}

/** The bug's own review decides, whatever list it was in: one that is resolved or dismissed is null here. An unknown state is pending. */
export function toFinding(bug: Bug, intern: Intern = asItIs): Finding | null {
  const settled = bug.review?.state === 'resolved' || bug.review?.state === 'dismissed';
  return settled ? null : readBug(bug, intern);
}

/** Converts a dismissed bug; null if its review has another state. */
export function toDismissedFinding(bug: Bug): DismissedFinding | null {
  if (bug.review?.state !== 'dismissed') return null;
  const { dismissalReason: reason, notes } = bug.review;
  return { ...readBug(bug), reason, notes };
}

/** Converts a bug with any review state. */
export function readBug(bug: Bug, intern: Intern = asItIs): Finding {
  return {
    id: bug.id,
    kind: toKind(bug.isSecurityVulnerability),
    foundAt: bug.createdAt,
    reopenedAt: bug.review?.state === 'pending' ? bug.review.createdAt : null,
    details: {
      title: bug.title,
      summary: bug.summary,
      path: internIfAny(toPath(bug.filePath), intern),
      linkedIssues: toLinkedIssues(bug),
      commitSha: bug.commitSha === '' ? null : internIfAny(bug.commitSha, intern),
      introducedBy: bug.introducedIn && {
        sha: intern(bug.introducedIn.sha),
        date: intern(bug.introducedIn.date),
        author: internIfAny(bug.introducedIn.author, intern),
        pullRequest: toPullRequest(bug.introducedIn.prNumber),
      },
    },
  };
}

// A list for each of 100,000 bugs would take memory, and most bugs have no issue.
const NO_ISSUES: readonly LinkedIssue[] = [];

function toLinkedIssues({ linkedIssues }: Bug): readonly LinkedIssue[] {
  if (linkedIssues.length === 0) return NO_ISSUES;
  return linkedIssues.map(({ tracker, issueId, url }) => ({ tracker, key: issueId, url }));
}

/** Converts a scan of the service to ours. A commit that is not a full SHA becomes null. */
export function toScan(scan: ServiceScan): Scan {
  return {
    id: scan.workflowRequestId,
    state: readScanState(scan.workflowStatus, scan.completedAt !== null),
    status: scan.workflowStatus,
    type: scan.scanType,
    initiator: scan.initiator,
    sha: scan.commitSha === null ? null : parseCommitSha(scan.commitSha),
    startedAt: scan.createdAt,
    endedAt: scan.completedAt,
    counts: toCounts(scan.bugCounts),
    bugTotal: toBugTotal(scan.bugCounts),
  };
}

/** The sum of the other counts, which is at most as large, stands in for a total; null if the service counts nothing. */
function toBugTotal(counts: BugCounts | null): number | null {
  if (counts === null) return null;
  const { total, open, resolved, dismissed } = counts;
  const parts = [open, resolved, dismissed].filter((count) => count !== null);
  return total ?? (parts.length === 0 ? null : sum(parts));
}

/** The lists are counted where any count is missing, which is null here. */
function toCounts(counts: BugCounts | null): ScanCounts | null {
  if (counts === null) return null;
  const { open, resolved, dismissed } = counts;
  const isWhole = open !== null && resolved !== null && dismissed !== null;
  return isWhole ? { open, resolved, dismissed } : null;
}

function toKind(isSecurityVulnerability: boolean | null): FindingKind {
  if (isSecurityVulnerability === null) return 'unclassified';
  return isSecurityVulnerability ? 'security' : 'bug';
}

/** No pull request has a number below 1. */
function toPullRequest(number: number | null): number | null {
  return number === null || number < 1 ? null : number;
}

function internIfAny(text: string | null, intern: Intern): string | null {
  return text === null ? null : intern(text);
}

function toPath(filePath: string | null): string | null {
  const path = filePath === null || isOfMachine(filePath) ? filePath : toRepositoryPath(filePath);
  return path === '' ? null : path;
}
