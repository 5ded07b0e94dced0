// The scenario of a branch that is older than `max-scan-age`: no fault while the default branch is scanned.
import type { CommitData } from '../github/data.ts';
import type { ServiceData } from '../service/data.ts';
import { commitSha, dayMs, hourMs, identifier, timeText } from './identity.ts';
import type { Scenario, Step } from './scenario.ts';
import { setUpInputs } from './set-ups.ts';
import { storefrontGitHub } from './storefront/github.ts';
import { storefront } from './storefront/names.ts';
import { allFindings, makeBug, makeScan, storefrontService, withLists } from './storefront/service.ts';
import { storefrontWorld } from './storefront/world.ts';

const mondaySha = commitSha('merged on Monday');

/** It is on the default branch, which the pull request has not merged. */
function makeMonday(nowMs: number): CommitData {
  return {
    sha: mondaySha,
    parents: [storefront.baseSha],
    message: 'Show stock of nearby shops (#481)',
    authorName: 'Priya Raman',
    author: 'priya-raman',
    date: timeText(nowMs - 14 * hourMs),
  };
}

/** There is one of the commit that the branch began with, nine days ago, and perhaps one of the default branch last night. */
function makeService(nowMs: number, lastNight: boolean): ServiceData {
  const bugs = allFindings
    .map((finding) => makeBug(finding, nowMs))
    .filter(({ commitSha: sha, isSecurityVulnerability }) => sha !== storefront.headSha && !isSecurityVulnerability);
  const scans = [
    { workflowRequestId: identifier('wr_', 'before'), commitSha: storefront.baseSha, createdAt: nowMs - 9 * dayMs },
    { workflowRequestId: identifier('wr_', 'last night'), commitSha: mondaySha, createdAt: nowMs - 9 * hourMs },
  ];
  return withLists({
    ...storefrontService(nowMs, bugs),
    scans: scans.slice(0, lastNight ? 2 : 1).map((scan) => makeScan(scan)),
  });
}

export const agedBranch: Scenario = {
  name: 'aged-branch',
  description:
    'Two steps: a branch whose scan is nine days old is judged while its base branch is scanned every night; and is not once scanning has stopped.',
  build: (nowMs) => {
    const usual = storefrontGitHub(nowMs);
    const github = { ...usual, commits: [...usual.commits, makeMonday(nowMs)], branches: { main: mondaySha } };
    const world = storefrontWorld(makeService(nowMs, true), github);
    const [, inputs = {}] = setUpInputs;
    const step = { action: 'action.yml', event: world.event, inputs };
    const steps: readonly Step[] = [
      { ...step, title: 'The default branch was scanned last night: the gate judges.' },
      {
        ...step,
        title: 'Nothing has been scanned for nine days: that is not about the change.',
        service: makeService(nowMs, false),
      },
    ];
    return { ...world, steps };
  },
};
