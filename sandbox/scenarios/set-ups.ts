// The scenario of the README's three set-ups: the same pull request, and then the branch, in three kinds of repository.
import type { BugData, ScanData, ServiceData } from '../service/data.ts';
import { hourMs, identifier } from './identity.ts';
import type { Scenario, ScenarioWorld, Step } from './scenario.ts';
import { storefrontGitHub } from './storefront/github.ts';
import { storefront } from './storefront/names.ts';
import { allFindings, makeBug, makeScan, olderScans, storefrontService, withLists } from './storefront/service.ts';
import { storefrontWorld } from './storefront/world.ts';

/** What the README says behind `with:`, in its order; a test compares the two. */
export const setUpInputs: readonly Readonly<Record<string, string>>[] = [
  { 'wait-for-scan': '5m', 'gate-on': 'introduced, touched' },
  { 'scan-match': 'exact, ancestor', 'max-scan-age': '7d', 'gate-on': 'touched', mode: 'warn' },
  { 'scan-match': 'exact, ancestor', 'max-scan-age': '3d', 'count-from': 'repository', 'max-bugs': '40' },
];

const release: Step['event'] = {
  name: 'push',
  payload: {
    ref: 'refs/heads/release',
    after: storefront.baseSha,
    deleted: false,
    repository: {
      name: storefront.name,
      full_name: `${storefront.owner}/${storefront.name}`,
      private: true,
      visibility: 'private',
    },
  },
};

/** It has a scan of last night, and what was known by then. */
function nightlyService(nowMs: number, bugs: readonly BugData[]): ServiceData {
  const known = bugs.filter(({ commitSha }) => commitSha !== storefront.headSha);
  const lastNight: ScanData = makeScan({
    workflowRequestId: identifier('wr_', 'last night'),
    commitSha: storefront.baseSha,
    createdAt: nowMs - 9 * hourMs,
  });
  const service = storefrontService(nowMs, known);
  return withLists({ ...service, scans: [...olderScans(nowMs), lastNight] });
}

export const setUps: Scenario = {
  name: 'set-ups',
  description:
    'Three steps, a set-up of the README each: the head of the pull request is scanned; only the default branch is, last night; a push to the release branch, against a budget.',
  build: (nowMs): ScenarioWorld => {
    const bugs = allFindings.map((finding) => makeBug(finding, nowMs));
    const world = storefrontWorld(storefrontService(nowMs, bugs), storefrontGitHub(nowMs));
    const [everyPull = {}, everyNight = {}, beforeRelease = {}] = setUpInputs;
    const nightly = nightlyService(nowMs, bugs);
    const step = { action: 'action.yml', event: world.event };
    const steps: readonly Step[] = [
      { ...step, title: 'Every pull request is scanned: the gate blocks.', inputs: everyPull },
      { ...step, title: 'Only the default branch is scanned: the gate warns.', inputs: everyNight, service: nightly },
      { ...step, title: 'Before a release: the whole repository.', inputs: beforeRelease, event: release },
    ];
    return { ...world, steps };
  },
};
