// The world whose answers are spoken in hostile words: every optional field of both sides is there.
import type { FileData } from '../../sandbox/github/data.ts';
import { commitSha, dateText, dayMs, hourMs, timeText } from '../../sandbox/scenarios/identity.ts';
import type { ScenarioWorld } from '../../sandbox/scenarios/scenario.ts';
import { pullNumber } from '../../sandbox/scenarios/storefront/findings.ts';
import { storefrontGitHub } from '../../sandbox/scenarios/storefront/github.ts';
import { storefront } from '../../sandbox/scenarios/storefront/names.ts';
import { makeScan, storefrontService } from '../../sandbox/scenarios/storefront/service.ts';
import { storefrontWorld } from '../../sandbox/scenarios/storefront/world.ts';
import type { BugData, RuleData, RuleRequestData, ServiceData } from '../../sandbox/service/data.ts';
import { toMarkerLine } from '../../src/documents/marker.ts';
import type { CommitSha, EpochMs } from '../../src/judgement/identifiers.ts';
import { aServiceBug, fullBug, fullReview } from '../harness/service-data.ts';

/** Has characters that each way of escaping changes. */
export const apiKey = 'svc_test_a+b/c=d&e"f\\g<h>i\'j(k)l~m';

/** As many pending bugs as asked for, a third of them security bugs, and twelve that are settled; scans of every state. */
export function fullWorld(pending: number): ScenarioWorld {
  const nowMs = Date.now();
  const bugs = Array.from({ length: pending + 12 }, (_, at) => makeBug(at, pending, nowMs));
  const service = storefrontService(nowMs, bugs);
  const github = storefrontGitHub(nowMs);
  const broken = makeScan({
    workflowRequestId: 'wr_broken',
    createdAt: nowMs - 10 * 60_000,
    workflowStatus: 'failed',
    completedAt: null,
  });
  return storefrontWorld(
    {
      ...service,
      keys: [apiKey],
      scans: [...service.scans, broken],
      rules: [makeRule(nowMs)],
      ruleRequests: [makeRequest(nowMs)],
    },
    { ...github, pulls: github.pulls.map((pull) => ({ ...pull, files: [...pull.files, renamed] })) },
  );
}

/** The same world for a watch: two scans of main, and the pull requests that its bugs came with are merged. */
export function toWatchWorld(world: ScenarioWorld): ScenarioWorld {
  const { service, github } = world;
  const [own] = github.pulls;
  const [token] = github.tokens;
  if (own === undefined || token === undefined) throw new Error('the world has no pull request');
  const merged = { ...own, state: 'closed' as const, merged: true };
  const nowMs = Date.now();
  const scans = [
    { workflowRequestId: 'wr_late', commitSha: storefront.headSha, createdAt: nowMs - 90 * dayMs },
    { workflowRequestId: 'wr_early', commitSha: storefront.baseSha, createdAt: nowMs - 91 * dayMs },
  ].map((scan) => ({ ...makeScan(scan), bugCounts: null }));
  const permissions = { ...token.permissions, 'pull-requests': 'write', issues: 'write' } as const;
  return {
    ...world,
    service: {
      ...service,
      scans,
      surfaced: { wr_late: service.bugs.map(({ id }) => id) },
      bugs: service.bugs.map((bug, at) => (at % 3 === 2 ? toCommitOnly(bug) : bug)),
    },
    github: {
      ...github,
      branches: { main: storefront.headSha },
      tokens: [{ ...token, permissions }],
      pulls: [merged, { ...merged, number: 455, commits: [] }],
    },
  };
}

/** Its pull request in the world of a quarter, merged. */
export const mergedNumber = pullNumber - 12;

/** The same world for insights: of one pull request that is open, and one that was merged, a gate says `failed`. */
export function toQuarterWorld(world: ScenarioWorld): ScenarioWorld {
  const { github } = world;
  const [own] = github.pulls;
  if (own === undefined) throw new Error('the world has no pull request');
  const nowMs = Date.now();
  const closedAt = timeText(nowMs - hourMs);
  const marker = toMarkerLine({
    ...{ key: 'Scan Gate/gate', runId: 1, runAttempt: 1 },
    sha: own.head.sha as CommitSha,
    readAt: (nowMs - 2 * hourMs) as EpochMs,
    verdict: { kind: 'failed', reason: 'threshold-exceeded' },
  });
  const comments = [own.number, mergedNumber].map((issue) => ({
    ...{ id: 70_000 + issue, issue, user: 'github-actions[bot]', body: `${marker}\n### ❌` },
    ...{ createdAt: closedAt, updatedAt: closedAt },
  }));
  return {
    ...world,
    github: {
      ...github,
      pulls: [own, { ...own, number: mergedNumber, state: 'closed', merged: true, closedAt }],
      comments,
    },
  };
}

function toCommitOnly({ introducedIn: by, ...bug }: BugData): BugData {
  return by ? { ...bug, introducedIn: { sha: by.sha, date: by.date } } : bug;
}

/** What the service knew in the first night of that world: one scan, and nothing that it found. */
export function firstNight({ scans, ...service }: ServiceData): ServiceData {
  return { ...service, bugs: [], scans: scans.slice(1), surfaced: {} };
}

const renamed: FileData = {
  filename: 'src/new.ts',
  previousFilename: 'src/old.ts',
  status: 'renamed',
  additions: 1,
  deletions: 1,
  patch: '@@ -1 +1 @@\n-a\n+b',
};

function makeBug(at: number, pending: number, nowMs: number): BugData {
  const state = at < pending ? 'pending' : (at - pending) % 2 === 0 ? 'dismissed' : 'resolved';
  const classes = [true, false, null] as const;
  const issue = { tracker: 'jira', issueId: `SHOP-${at}`, url: `https://acme.atlassian.net/browse/SHOP-${at}` };
  const { dismissalReason, ...review } = fullReview;
  return {
    ...{ ...fullBug, ...aServiceBug(at < pending ? `${at}` : `settled_${at - pending}`) },
    ...{ createdAt: nowMs - at * hourMs, repoId: storefront.repoId, commitSha: storefront.headSha },
    ...{ isSecurityVulnerability: classes[at % 3] ?? null, linkedIssues: [issue] },
    introducedIn: {
      ...{ ...fullBug.introducedIn, sha: commitSha('table'), date: dateText(nowMs - at * hourMs) },
      prNumber: at % 2 === 0 ? pullNumber : 455,
    },
    review: {
      ...{ ...review, id: `bfrv_${at}`, state, createdAt: nowMs - dayMs },
      ...(state === 'dismissed' && { dismissalReason }),
    },
  };
}

function makeRule(nowMs: number): RuleData {
  return {
    id: 'rule_full',
    ruleName: 'name',
    createdAt: nowMs - dayMs,
    repoId: storefront.repoId,
    ruleFiles: { 'name/rule.txt': 'rule', 'name/notes.txt': 'notes' },
  };
}

function makeRequest(nowMs: number): RuleRequestData {
  return {
    id: 'rcr_full',
    status: 'complete',
    repoId: storefront.repoId,
    input: { description: 'words', bugIds: ['bug_1'], commitShas: [storefront.headSha] },
    createdAt: nowMs - dayMs,
    completedAt: nowMs - dayMs + hourMs,
    results: [{ id: 'rule_full', ruleName: 'name' }],
  };
}
