// The translation of the service's words into the domain's: a bug becomes a finding, a scan a scan.
import type { Bug, BugCounts, Scan as ServiceScan } from '../client/index.ts';
import type { DismissedFinding, Finding, FindingKind, LinkedIssue } from '../domain/finding.ts';
import { parseCommitSha } from '../domain/identifiers.ts';
import { toRepositoryPath } from '../domain/repository-path.ts';
import { readScanState, type Scan, type ScanCounts } from '../domain/scan.ts';

/** Gives the first of several equal texts for each of them, so that a hundred thousand findings hold it once. */
export type Intern = (text: string) => string;

const asItIs: Intern = (text) => text;

/** Starts with no texts. */
export function createInterner(): Intern {
  const known = new Map<string, string>();
  return (text) => {
    const first = known.get(text);
    if (first !== undefined) return first;
    known.set(text, text);
    return text;
  };
}

/**
 * Reads a bug as a finding; null when it is settled. The review decides, not the list that the bug came in; a
 * state that is not known is pending, because it is not known to be settled.
 */
export function toFinding(bug: Bug, intern: Intern = asItIs): Finding | null {
  const settled = bug.review?.state === 'resolved' || bug.review?.state === 'dismissed';
  return settled ? null : readBug(bug, intern);
}

/** Reads a dismissed bug; null when its review says otherwise. */
export function toDismissedFinding(bug: Bug): DismissedFinding | null {
  if (bug.review?.state !== 'dismissed') return null;
  const { dismissalReason: reason, notes } = bug.review;
  return { ...readBug(bug), reason, notes };
}

/** Reads a bug whatever its review says. */
export function readBug(bug: Bug, intern: Intern = asItIs): Finding {
  return {
    id: bug.id,
    kind: toKind(bug.isSecurityVulnerability),
    foundAt: bug.createdAt,
    details: {
      title: bug.title,
      summary: bug.summary,
      path: internIfAny(toPath(bug.filePath), intern),
      linkedIssues: toLinkedIssues(bug),
      introducedBy: bug.introducedIn && {
        sha: intern(bug.introducedIn.sha),
        date: intern(bug.introducedIn.date),
        author: internIfAny(bug.introducedIn.author, intern),
        pullRequest: bug.introducedIn.prNumber,
      },
    },
  };
}

// Most bugs have none, and a hundred thousand empty lists are not nothing.
const NO_ISSUES: readonly LinkedIssue[] = [];

function toLinkedIssues({ linkedIssues }: Bug): readonly LinkedIssue[] {
  if (linkedIssues.length === 0) return NO_ISSUES;
  return linkedIssues.map(({ tracker, issueId, url }) => ({ tracker, key: issueId, url }));
}

/** Reads a scan of the service as ours. A commit that is not a full SHA is no commit. */
export function toScan(scan: ServiceScan): Scan {
  return {
    id: scan.workflowRequestId,
    state: readScanState(scan.workflowStatus, scan.completedAt !== null),
    status: scan.workflowStatus,
    type: scan.scanType,
    sha: scan.commitSha === null ? null : parseCommitSha(scan.commitSha),
    startedAt: scan.createdAt,
    endedAt: scan.completedAt,
    counts: toCounts(scan.bugCounts),
    bugTotal: scan.bugCounts?.total ?? null,
  };
}

/** Counts of which one is missing are none: then the lists are counted. */
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

function internIfAny(text: string | null, intern: Intern): string | null {
  return text === null ? null : intern(text);
}

function toPath(filePath: string | null): string | null {
  const path = filePath === null ? '' : toRepositoryPath(filePath);
  return path === '' ? null : path;
}
