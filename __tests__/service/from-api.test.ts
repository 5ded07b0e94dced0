// Tests of the change from the service's words to ours.
import type { EpochMs, Scan } from '../../src/client/index.ts';
import { createInterner, toDismissedFinding, toFinding, toScan } from '../../src/service/from-api.ts';
import { aClientBug, aClientReview, aClientScan } from '../harness/service-data.ts';
import { describe, expect, test } from '../jest.ts';

const sha = 'A'.repeat(40);

/** A bug and a scan of which everything is known that becomes ours. */
const known = aClientBug({
  createdAt: 1_000 as EpochMs,
  isSecurityVulnerability: true,
  linkedIssues: [{ tracker: 'jira', issueId: 'SHOP-1', url: null }],
  introducedIn: { sha: sha, date: '2026-01-02', author: 'Mei', prNumber: 7 },
});
const ended = aClientScan({
  commitSha: sha,
  createdAt: 1_000 as EpochMs,
  completedAt: 2_000 as EpochMs,
});

const counts = { total: 90, open: 24, resolved: 30, dismissed: 40 };

describe('a bug is a finding', () => {
  test('with our words', () => {
    expect(toFinding(known)).toEqual({
      id: 'bug_1',
      kind: 'security',
      foundAt: 1_000,
      reopenedAt: null,
      details: {
        title: 'Title of 1',
        summary: 'Summary of 1',
        path: 'src/1.ts',
        linkedIssues: [{ tracker: 'jira', key: 'SHOP-1', url: null }],
        commitSha: known.commitSha,
        introducedBy: { sha, date: '2026-01-02', author: 'Mei', pullRequest: 7 },
      },
    });
  });

  test.each([
    [true, 'security'],
    [false, 'bug'],
    [null, 'unclassified'],
  ])('that is a security bug %j is of the kind %s', (isSecurityVulnerability, kind) => {
    expect(toFinding({ ...known, isSecurityVulnerability })).toMatchObject({ kind });
  });

  test.each([
    [sha, sha],
    ['', null],
    [null, null],
  ])('found at the commit %j at %j', (commitSha, at) => {
    expect(toFinding({ ...known, commitSha: commitSha })).toMatchObject({
      details: { commitSha: at },
    });
  });

  test.each([
    ['/src/a.ts', 'src/a.ts'],
    ['src/a.ts', 'src/a.ts'],
    // The root of a repository is no folder of a machine.
    ['/home/ada/shop/src/a.ts', '/home/ada/shop/src/a.ts'],
    ['home/ada/shop/src/a.ts', 'home/ada/shop/src/a.ts'],
    ['src\\a.ts', 'src\\a.ts'],
    ['', null],
    ['./src/a.ts', 'src/a.ts'],
    ['./', null],
    ['/', null],
    [null, null],
  ])('with the path %j at %j', (filePath, path) => {
    expect(toFinding({ ...known, filePath })).toMatchObject({ details: { path } });
  });

  test('with texts that are the same when they are shared', () => {
    expect(['a', 'b', 'a'].map(createInterner())).toEqual(['a', 'b', 'a']);
  });

  test('without an introduction when the service does not know it', () => {
    expect(toFinding({ ...known, introducedIn: null })).toMatchObject({ details: { introducedBy: null } });
  });

  test.each([
    ['no review', null, true],
    ['pending', aClientReview('pending'), true],
    ['a word of a later service', aClientReview('snoozed'), true],
    ['resolved', aClientReview('resolved'), false],
    ['dismissed', aClientReview('dismissed'), false],
  ])('that counts by its review alone: %s', (_, review, pending) => {
    expect(toFinding({ ...known, review }) !== null).toBe(pending);
  });

  test.each([
    ['no review', null, false],
    ['pending', aClientReview('pending'), false],
    ['resolved', aClientReview('resolved'), false],
    ['dismissed', aClientReview('dismissed'), true],
  ])('that is dismissed by its review alone: %s', (_, review, dismissed) => {
    expect(toDismissedFinding({ ...known, review }) !== null).toBe(dismissed);
  });

  test('that is dismissed keeps why', () => {
    const review = aClientReview('dismissed', { dismissalReason: 'wont-fix', notes: 'Not ours.' });
    expect(toDismissedFinding({ ...known, review })).toEqual({
      ...toFinding(known),
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
    ['of a short SHA is of no commit', { commitSha: 'abc1234' }, { sha: null }],
    ['may have no commit', { commitSha: null }, { sha: null }],
    ['may have no id', { workflowRequestId: null }, { id: null }],
  ])('%s', (_, parts, expected) => {
    expect(toScan({ ...ended, ...parts })).toMatchObject(expected);
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
  expect(toScan({ ...ended, bugCounts })).toMatchObject({ counts: expected, bugTotal });
});
