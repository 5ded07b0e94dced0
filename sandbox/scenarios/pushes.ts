// The scenarios of a pull request that goes on: two pushes in a row, and one that is merged while its gate runs.
import type { GitHubData, PullData } from '../github/data.ts';
import type { GitHubState } from '../github/state.ts';
import type { BugData, ServiceData } from '../service/data.ts';
import { commitSha, dayMs, identifier } from './identity.ts';
import { pullRequestPayload } from './pull-request-event.ts';
import type { Scenario, ScenarioWorld, Step } from './scenario.ts';
import { storefrontGitHub } from './storefront/github.ts';
import { linkedBugs, storefront } from './storefront/names.ts';
import { allFindings, makeBug, makeScan, olderScans, storefrontService, withLists } from './storefront/service.ts';
import { storefrontWorld } from './storefront/world.ts';

/** The head of the first push. */
const firstSha = commitSha('checkout');
const FIXED = ['delete-without-owner', 'order-by-injection'];
const NEW = 'card-in-log';

/** At the first push the last commit is not there yet. */
function atFirstPush(data: GitHubData): GitHubData {
  return { ...data, pulls: data.pulls.map((pull) => movedTo(pull, firstSha)) };
}

function movedTo(pull: PullData, sha: string): PullData {
  return { ...pull, head: { ...pull.head, sha }, commits: pull.commits.slice(0, pull.commits.indexOf(sha) + 1) };
}

/** The service has scanned the first push, and knows nothing of the second. */
function firstService(nowMs: number): ServiceData {
  const bugs = allFindings.filter(({ key }) => key !== NEW).map((finding) => atFirst(makeBug(finding, nowMs)));
  const service = storefrontService(nowMs, bugs);
  const id = identifier('wr_', 'first push');
  const scan = makeScan({ workflowRequestId: id, commitSha: firstSha, createdAt: nowMs - dayMs / 2 });
  return withLists({
    ...service,
    scans: [...olderScans(nowMs), scan],
    surfaced: { [id]: bugs.map((bug) => bug.id) },
  });
}

/** What was found in the head was found in that of the first push. */
function atFirst(bug: BugData): BugData {
  return bug.commitSha === storefront.headSha ? { ...bug, commitSha: firstSha } : bug;
}

/** Two bugs are fixed, and one is new. */
function secondService(nowMs: number): ServiceData {
  const left = allFindings.filter(({ key }) => !FIXED.includes(key));
  return storefrontService(
    nowMs,
    left.map((finding) => makeBug(finding, nowMs)),
  );
}

interface Course {
  readonly world: ScenarioWorld;
  readonly first: Step;
  /** The push after it. */
  readonly second: Step;
}

function begin(nowMs: number, then: (state: GitHubState) => void = () => undefined): Course {
  const github = storefrontGitHub(nowMs);
  const world = storefrontWorld(firstService(nowMs), atFirstPush(github), linkedBugs);
  const [pull] = github.pulls;
  if (pull === undefined) throw new Error('the storefront has a pull request');
  const payload = pullRequestPayload({ github, pull, mergeSha: storefront.mergeSha, action: 'synchronize' });
  const gate = { action: 'action.yml', inputs: { ...linkedBugs, 'gate-on': 'introduced, touched' } };
  return {
    world,
    first: { ...gate, event: world.event, title: 'The first push: three security bugs block.' },
    second: {
      ...gate,
      event: { name: 'pull_request', payload },
      title: 'The second push fixes two of them, and brings in another.',
      service: secondService(nowMs),
      github: (state) => {
        for (const each of state.pulls) Object.assign(each, movedTo({ ...pull, number: each.number }, pull.head.sha));
        for (const run of state.runs) run.headSha = pull.head.sha;
        then(state);
      },
    },
  };
}

export const twoPushes: Scenario = {
  name: 'two-pushes',
  description:
    'Two steps: three security bugs block; the next push fixes two and brings in one, and the comment says so.',
  build: (nowMs) => {
    const { world, first, second } = begin(nowMs);
    return { ...world, steps: [first, second] };
  },
};

export const merged: Scenario = {
  name: 'merged',
  description:
    'Two steps: the gate is red; the author pushes, and the pull request is merged before the gate has judged that. The comment says with what it was merged.',
  build: (nowMs) => {
    const { world, first, second } = begin(nowMs, (state) => {
      for (const pull of state.pulls) Object.assign(pull, { state: 'closed', merged: true });
    });
    const title = 'The second push was merged while its gate was running.';
    return { ...world, steps: [first, { ...second, title }] };
  },
};
