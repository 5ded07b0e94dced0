// One full example of each resource, as the service's document describes it.
import type { BugId, RepoId, RuleId, RuleRequestId, ScanId } from '../../src/client/index.ts';

export const REPO = 'repo_1' as RepoId;
export const BUG = 'bug_1' as BugId;
const SCAN = 'wr_1' as ScanId;
export const RULE = 'rule_1' as RuleId;
export const REQUEST = 'rcr_1' as RuleRequestId;

const TIME = 1_760_000_000_000;
const SHA = 'a'.repeat(40);

export const review = {
  id: 'bfrv_1',
  state: 'dismissed',
  createdAt: TIME,
  dismissalReason: 'wont_fix',
  notes: 'by design',
  source: 'review',
  jiraStatusName: 'Done',
  linearStateName: 'Done',
  asanaStateName: 'Done',
};

export const bug = {
  id: BUG,
  title: 'Off by one',
  summary: 'The last item is lost.',
  filePath: 'src/a.ts',
  createdAt: TIME,
  review,
  repoId: REPO,
  commitSha: SHA,
  isSecurityVulnerability: true,
  linkedIssues: [{ tracker: 'github', issueId: '12', url: null }],
  introducedIn: { sha: SHA, date: '2025-10-09', author: 'ada', prNumber: 7 },
};

/** The least that a bug may be. */
export const leanBug = { id: BUG, title: 'Off by one', summary: '', createdAt: TIME, repoId: REPO, linkedIssues: [] };

export const repo = {
  id: REPO,
  name: 'shop',
  ownerName: 'acme',
  fullName: 'acme/shop',
  visibility: 'private',
  primaryBranch: 'main',
  orgId: 'org_1',
  orgName: 'Acme',
};

export const scan = {
  workflowRequestId: SCAN,
  repoId: REPO,
  repoName: 'shop',
  ownerName: 'acme',
  workflowStatus: 'complete',
  scanType: 'default',
  initiator: 'scheduler',
  commitSha: SHA,
  createdAt: TIME,
  completedAt: TIME + 1,
  bugCounts: { total: 3, open: 1, resolved: 1, dismissed: 1 },
};

const ruleListItem = { id: RULE, ruleName: 'no-eval', createdAt: TIME };

export const rule = { ...ruleListItem, ruleFiles: { 'a.yml': 'x', constructor: 'y' } };

export const ruleRequest = {
  id: REQUEST,
  status: 'complete',
  input: { description: 'eval', bugIds: [BUG], commitShas: [SHA] },
  createdAt: TIME,
  completedAt: TIME + 1,
  results: [{ id: RULE, ruleName: 'no-eval' }],
};

export const user = { email: 'ada@example.com', orgs: [{ id: 'org_1', name: 'Acme' }] };

export const apiError = (status: number, type = 'INTERNAL_ERROR', more: object = {}): object => ({
  type,
  message: 'it broke',
  statusCode: status,
  ...more,
});
