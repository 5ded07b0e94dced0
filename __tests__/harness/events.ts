// Events: GitHub's own payloads with the storefront's numbers and SHAs in them, and the run that GitHub would start for each.
import type { GitHubRun } from '../../sandbox/runner/environment.ts';
import type { PlayOptions } from '../../sandbox/runner/runner.ts';
import { commitSha } from '../../sandbox/scenarios/identity.ts';
import { pullRequestPayload } from '../../sandbox/scenarios/pull-request-event.ts';
import type { ScenarioWorld } from '../../sandbox/scenarios/scenario.ts';
import { storefront } from '../../sandbox/scenarios/storefront/names.ts';
import { examplesOf, type Json, merge } from './examples.ts';

const { owner, name, headSha, baseSha, mergeSha } = storefront;

/** The commit that a merge queue made of base and head; a check run belongs on it, no scan knows it. */
export const queueSha = commitSha('merge group');

export interface GitHubEvent {
  readonly event: PlayOptions['event'];
  /** GITHUB_SHA and GITHUB_REF as GitHub sets them for the event. */
  readonly github: Partial<GitHubRun>;
  /** The commit to judge. */
  readonly judged: string;
}

const onMain = { sha: baseSha, ref: 'refs/heads/main' };

/** An event about the pull request, and one about the branch `main`. */
const ofPull = (event: GitHubEvent['event'], github: Partial<GitHubRun> = onMain): GitHubEvent => ({
  ...{ event, github, judged: headSha },
});
const ofMain = (event: GitHubEvent['event'], github: Partial<GitHubRun> = onMain): GitHubEvent => ({
  ...{ event, github, judged: baseSha },
});
const ownBranch = 'saved-payment-methods';
const toQueue = ({ pullRequest }: ScenarioWorld): string =>
  `refs/heads/gh-readonly-queue/main/pr-${pullRequest}-${baseSha}`;

/** The payload and the run, by event. */
export const events = {
  pull_request: (world) =>
    ofPull(
      { name: 'pull_request', payload: pullPayload(world) },
      { sha: mergeSha, ref: `refs/pull/${world.pullRequest}/merge` },
    ),
  pull_request_target: (world) => ofPull({ name: 'pull_request_target', payload: pullPayload(world) }),
  merge_group: (world) => {
    const group = { head_sha: queueSha, head_ref: toQueue(world), base_sha: baseSha };
    return ofPull(toEvent(world, 'merge_group', { merge_group: group }), { sha: queueSha, ref: toQueue(world) });
  },
  push: (world) => {
    const ref = `refs/heads/${ownBranch}`;
    return ofPull(toEvent(world, 'push', { ref, after: headSha, deleted: false }), { sha: headSha, ref });
  },
  'push to main': (world) => ofMain(toEvent(world, 'push', { ref: onMain.ref, after: baseSha, deleted: false })),
  'push, deletes': (world) =>
    ofMain(toEvent(world, 'push', { after: '0'.repeat(40), deleted: true }, { deleted: true })),
  // An annotated tag is an object of its own: `after` is no commit.
  'push, tag': (world) => {
    const ref = 'refs/tags/v1.2.0';
    const tag = { ref, after: commitSha('the object of a tag'), deleted: false, head_commit: { id: baseSha } };
    return ofMain(toEvent(world, 'push', tag), { sha: baseSha, ref });
  },
  // GitHub gives no example: the payload has the repository and the line of the schedule.
  schedule: (world) =>
    ofMain({ name: 'schedule', payload: { schedule: '0 5 * * *', repository: repositoryOf(world) } }),
  workflow_dispatch: (world) => ofMain(toEvent(world, 'workflow_dispatch', { ref: onMain.ref, inputs: {} })),
  // GitHub's examples have no pull requests, which is how it is for a fork; the gate asks for them in any case.
  workflow_run: (world) => {
    const run = { event: 'pull_request', head_sha: headSha, head_branch: ownBranch };
    const pulls = isFork(world) ? [] : [{ number: world.pullRequest }];
    const head = { full_name: world.github.pulls[0]?.head.repository, fork: isFork(world) };
    const workflowRun = { ...run, pull_requests: pulls, head_repository: head };
    return ofPull(toEvent(world, 'workflow_run', { action: 'completed', workflow_run: workflowRun }));
  },
  issue_comment: (world) => {
    const issue = { number: world.pullRequest, pull_request: { url: 'https://api.github.com/x' } };
    return ofPull(toEvent(world, 'issue_comment', { action: 'created', issue }));
  },
  'issue_comment, issue': (world) =>
    ofMain(toEvent(world, 'issue_comment', { action: 'created', issue: { number: 17 } })),
} as const satisfies Readonly<Record<string, (world: ScenarioWorld) => GitHubEvent>>;

export type EventName = keyof typeof events;

function isFork({ github }: ScenarioWorld): boolean {
  return github.pulls[0]?.head.repository !== `${owner}/${name}`;
}

function pullPayload({ github }: ScenarioWorld): Json {
  const [pull] = github.pulls;
  if (!pull) throw new Error('the world has no pull request');
  return pullRequestPayload({ github, pull, mergeSha, action: 'synchronize' });
}

function repositoryOf({ github }: ScenarioWorld): Json {
  const { visibility } = github;
  return {
    name,
    full_name: `${owner}/${name}`,
    owner: { login: owner },
    default_branch: 'main',
    private: visibility !== 'public',
    visibility,
  };
}

/** The first of GitHub's examples that has all of `like`, with `changes` and our repository in it. */
function toEvent(world: ScenarioWorld, event: string, changes: Json, like: Json = {}): PlayOptions['event'] {
  const isLike = (payload: Json): boolean => Object.entries(like).every(([key, value]) => payload[key] === value);
  const example = examplesOf(event).find(isLike);
  if (!example) throw new Error(`GitHub gives no such example of ${event}`);
  return { name: event, payload: merge(example, { ...changes, repository: repositoryOf(world) }) };
}
