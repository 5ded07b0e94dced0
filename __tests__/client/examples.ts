// One full example of each resource, as the service's document describes it.
import type { BugId, RepoId, RuleId, RuleRequestId } from '../../src/client/index.ts';
import { fullBug, fullReview, fullScan } from '../harness/service-data.ts';

export const REPO = 'repo_1' as RepoId;
export const BUG = 'bug_1' as BugId;
export const RULE = 'rule_1' as RuleId;
export const REQUEST = 'rcr_1' as RuleRequestId;

const TIME = 1_760_000_000_000;
const SHA = 'a'.repeat(40);

export const review = fullReview;
export const bug = { ...fullBug, id: BUG, repoId: REPO };

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

export const scan = { ...fullScan, repoId: REPO };

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
