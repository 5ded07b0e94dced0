// Tests of the change from the service's words to ours.
import type { Bug, BugReview, Scan } from '../../src/client/index.ts';
import { createInterner, toDismissedFinding, toFinding, toScan } from '../../src/service/from-api.ts';
import { describe, expect, test } from '../jest.ts';

const sha = 'A'.repeat(40);

const aBug = (parts: Partial<Bug> = {}): Bug => ({
  id: 'bug_1' as Bug['id'],
  title: 'Title',
  summary: 'Summary',
  filePath: './src/a.ts',
  createdAt: 1_000 as Bug['createdAt'],
  review: null,
  repoId: 'repo_1' as Bug['repoId'],
  commitSha: null,
  isSecurityVulnerability: true,
  linkedIssues: [{ tracker: 'jira', issueId: 'SHOP-1', url: null }],
  introducedIn: { sha: sha as NonNullable<Bug['commitSha']>, date: '2026-01-02', author: 'Mei', prNumber: 7 },
  ...parts,
});

const reviewed = (state: string): BugReview => ({
  id: null,
  state,
  createdAt: 1 as BugReview['createdAt'],
  dismissalReason: null,
  notes: null,
  source: null,
  jiraStatusName: null,
  linearStateName: null,
  asanaStateName: null,
});

const aServiceScan = (parts: Partial<Scan> = {}): Scan => ({
  workflowRequestId: 'wr_1' as Scan['workflowRequestId'],
  repoId: 'repo_1' as Scan['repoId'],
  repoName: 'storefront',
  ownerName: 'acme',
  workflowStatus: 'complete',
  scanType: 'default',
  initiator: 'scheduler',
  commitSha: sha as Scan['commitSha'],
  createdAt: 1_000 as Scan['createdAt'],
  completedAt: 2_000 as Scan['completedAt'],
  bugCounts: null,
  ...parts,
});

const counts = { total: 90, open: 24, resolved: 30, dismissed: 40 };

describe('a bug is a finding', () => {
  test('with our words', () => {
    expect(toFinding(aBug())).toEqual({
      id: 'bug_1',
      kind: 'security',
      foundAt: 1_000,
      reopenedAt: null,
      details: {
        title: 'Title',
        summary: 'Summary',
        path: 'src/a.ts',
        linkedIssues: [{ tracker: 'jira', key: 'SHOP-1', url: null }],
        introducedBy: { sha, date: '2026-01-02', author: 'Mei', pullRequest: 7 },
      },
    });
  });

  test.each([
    [true, 'security'],
    [false, 'bug'],
    [null, 'unclassified'],
  ])('that is a security bug %j is of the kind %s', (isSecurityVulnerability, kind) => {
    expect(toFinding(aBug({ isSecurityVulnerability }))).toMatchObject({ kind });
  });

  test.each([
    ['/src/a.ts', 'src/a.ts'],
    ['src/a.ts', 'src/a.ts'],
    ['src\\a.ts', 'src\\a.ts'],
    ['', null],
    ['./', null],
    ['/', null],
    [null, null],
  ])('with the path %j at %j', (filePath, path) => {
    expect(toFinding(aBug({ filePath }))).toMatchObject({ details: { path } });
  });

  test('with texts that are the same when they are shared', () => {
    expect(['a', 'b', 'a'].map(createInterner())).toEqual(['a', 'b', 'a']);
  });

  test('without an introduction when the service does not know it', () => {
    expect(toFinding(aBug({ introducedIn: null }))).toMatchObject({ details: { introducedBy: null } });
  });

  test.each([
    ['no review', null, true],
    ['pending', reviewed('pending'), true],
    ['a word of a later service', reviewed('snoozed'), true],
    ['resolved', reviewed('resolved'), false],
    ['dismissed', reviewed('dismissed'), false],
  ])('that counts by its review alone: %s', (_, review, pending) => {
    expect(toFinding(aBug({ review })) !== null).toBe(pending);
  });

  test.each([
    ['no review', null, false],
    ['pending', reviewed('pending'), false],
    ['resolved', reviewed('resolved'), false],
    ['dismissed', reviewed('dismissed'), true],
  ])('that is dismissed by its review alone: %s', (_, review, dismissed) => {
    expect(toDismissedFinding(aBug({ review })) !== null).toBe(dismissed);
  });

  test('that is dismissed keeps why', () => {
    const review = { ...reviewed('dismissed'), dismissalReason: 'wont-fix', notes: 'Not ours.' };
    expect(toDismissedFinding(aBug({ review }))).toEqual({
      ...toFinding(aBug()),
      reason: 'wont-fix',
      notes: 'Not ours.',
    });
  });
});

describe('a scan', () => {
  test.each<[string, Partial<Scan>, object]>([
    [
      'is ours',
      {},
      {
        id: 'wr_1',
        state: 'complete',
        status: 'complete',
        type: 'default',
        sha: sha.toLowerCase(),
        startedAt: 1_000,
        endedAt: 2_000,
        counts: null,
      },
    ],
    ['without a status is complete when it has ended', { workflowStatus: null }, { state: 'complete', status: null }],
    ['without a status runs while it has not', { workflowStatus: null, completedAt: null }, { state: 'running' }],
    [
      'with an unknown status runs, and keeps its word',
      { workflowStatus: 'queued' },
      { state: 'running', status: 'queued' },
    ],
    ['that was given up failed', { workflowStatus: 'dlq' }, { state: 'failed', status: 'dlq' }],
    ['of a short SHA is of no commit', { commitSha: 'abc1234' as Scan['commitSha'] }, { sha: null }],
    ['may have no commit', { commitSha: null }, { sha: null }],
    ['may have no id', { workflowRequestId: null }, { id: null }],
  ])('%s', (_, parts, expected) => {
    expect(toScan(aServiceScan(parts))).toMatchObject(expected);
  });
});

test.each<[string, Scan['bugCounts'], boolean, number | null]>([
  ['are taken', counts, true, 90],
  ['without a total are added up', { ...counts, total: null }, true, 94],
  ['without the open ones are not whole', { ...counts, open: null }, false, 90],
  ['without the resolved ones are not whole', { ...counts, resolved: null }, false, 90],
  ['without the dismissed ones are not whole', { ...counts, dismissed: null }, false, 90],
  ['without a total are at least the others', { ...counts, total: null, open: null }, false, 70],
  ['may be left out one by one', { total: null, open: null, resolved: null, dismissed: null }, false, null],
  ['may be left out', null, false, null],
])('the counts of a scan %s', (_, bugCounts, isWhole, bugTotal) => {
  const expected = isWhole ? { open: 24, resolved: 30, dismissed: 40 } : null;
  expect(toScan(aServiceScan({ bugCounts }))).toMatchObject({ counts: expected, bugTotal });
});
