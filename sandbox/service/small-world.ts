// The smallest data with which every flow of the service can be tested.
import type { BugData, RepoData, ServiceData } from './data.ts';

const hourMs = 3_600_000;

/** Keys of the small world. */
export const smallWorldKeys = {
  live: 'svc_live_small',
  test: 'svc_test_small',
  readOnly: 'svc_live_reader',
} as const;

/**
 * Two repositories; in `repo_one` a complete scan (`wr_old`: bugs 1 to 4), one that failed (`wr_failed`), and one under way
 * that ends after two polls (`wr_run`: bugs 3 to 5), one rule and its request. Bug 2 is resolved, bug 3 dismissed.
 */
export function smallWorld(nowMs: number): ServiceData {
  return {
    keys: [smallWorldKeys.live, smallWorldKeys.test],
    readOnlyKeys: [smallWorldKeys.readOnly],
    user: { email: 'dev@example.com', orgs: [{ id: 'org_acme', name: 'Acme' }] },
    repos: [makeRepo('one'), makeRepo('two')],
    scans: [
      { ...scan('wr_old', nowMs - 48 * hourMs), completedAt: nowMs - 47 * hourMs },
      {
        ...scan('wr_failed', nowMs - 24 * hourMs),
        workflowStatus: 'failed',
        completedAt: nowMs - 23 * hourMs,
      },
      { ...scan('wr_run', nowMs - hourMs), workflowStatus: 'in_progress' },
    ],
    runningScans: [{ scan: 'wr_run', afterLooks: 2, endsAs: 'complete' }],
    bugs: smallBugs(nowMs),
    surfaced: {
      wr_old: ['bug_1', 'bug_2', 'bug_3', 'bug_4'],
      wr_run: ['bug_3', 'bug_4', 'bug_5'],
    },
    rules: [
      {
        id: 'rule_known',
        ruleName: 'no-empty-catch',
        ruleFiles: { 'no-empty-catch/rule.txt': 'rule: no-empty-catch\n' },
        createdAt: nowMs - 30 * hourMs,
        repoId: 'repo_one',
      },
    ],
    ruleRequests: [
      {
        id: 'rcr_known',
        status: 'complete',
        input: { description: 'no empty catch' },
        createdAt: nowMs - 31 * hourMs,
        completedAt: nowMs - 30 * hourMs,
        results: [{ id: 'rule_known', ruleName: 'no-empty-catch' }],
        repoId: 'repo_one',
      },
    ],
  };
}

/** A repository of Acme. */
export function makeRepo(name: string, id = `repo_${name}`): RepoData {
  return {
    id,
    name,
    ownerName: 'acme',
    fullName: `acme/${name}`,
    visibility: 'private',
    primaryBranch: 'main',
    orgId: 'org_acme',
    orgName: 'Acme',
  };
}

function scan(workflowRequestId: string, createdAt: number): ServiceData['scans'][number] {
  return {
    workflowRequestId,
    repoId: 'repo_one',
    repoName: 'one',
    ownerName: 'acme',
    workflowStatus: 'complete',
    scanType: 'default',
    initiator: 'scheduler',
    commitSha: 'a'.repeat(40),
    createdAt,
    completedAt: null,
  };
}

function smallBugs(nowMs: number): BugData[] {
  const bugs = [1, 2, 3, 4, 5].map((number): BugData => ({
    id: `bug_${number}`,
    title: `Finding ${number}`,
    summary: `What finding ${number} leads to.`,
    filePath: `src/file-${number}.ts`,
    createdAt: nowMs - number * hourMs,
    repoId: 'repo_one',
    commitSha: 'a'.repeat(40),
    isSecurityVulnerability: number % 2 === 1,
    linkedIssues: [],
  }));
  const createdAt = nowMs - hourMs;
  return bugs.map((bug) => {
    if (bug.id === 'bug_2') {
      return { ...bug, review: { id: 'bfrv_2', state: 'resolved', createdAt, source: 'linear' } };
    }
    if (bug.id !== 'bug_3') return bug;
    const dismissalReason = 'duplicate';
    return { ...bug, review: { id: 'bfrv_3', state: 'dismissed', createdAt, dismissalReason } };
  });
}
