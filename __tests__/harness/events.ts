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

/** The payload and the run, by event. */
export const events = {
  pull_request: (world) => ({
    event: { name: 'pull_request', payload: pullPayload(world) },
    github: { sha: mergeSha, ref: `refs/pull/${world.pullRequest}/merge` },
    judged: headSha,
  }),
  pull_request_target: (world) => ({
    event: { name: 'pull_request_target', payload: pullPayload(world) },
    github: onMain,
    judged: headSha,
  }),
  merge_group: (world) => {
    const ref = `refs/heads/gh-readonly-queue/main/pr-${world.pullRequest}-${baseSha}`;
    const group = { head_sha: queueSha, head_ref: ref, base_sha: baseSha };
    return {
      event: toEvent(world, 'merge_group', { merge_group: group }),
      github: { sha: queueSha, ref },
      judged: headSha,
    };
  },
  push: (world) => {
    const ref = 'refs/heads/saved-payment-methods';
    return {
      event: toEvent(world, 'push', { ref, after: headSha, deleted: false }),
      github: { sha: headSha, ref },
      judged: headSha,
    };
  },
  'push to main': (world) => ({
    event: toEvent(world, 'push', { ref: onMain.ref, after: baseSha, deleted: false }),
    github: onMain,
    judged: baseSha,
  }),
  'push, deletes': (world) => ({
    event: toEvent(world, 'push', { after: '0'.repeat(40), deleted: true }, { deleted: true }),
    github: onMain,
    judged: baseSha,
  }),
  // An annotated tag is an object of its own: `after` is no commit.
  'push, tag': (world) => ({
    event: toEvent(world, 'push', {
      ref: 'refs/tags/v1.2.0',
      after: commitSha('the object of a tag'),
      deleted: false,
      head_commit: { id: baseSha },
    }),
    github: { sha: baseSha, ref: 'refs/tags/v1.2.0' },
    judged: baseSha,
  }),
  // GitHub gives no example: the payload has the repository and the line of the schedule.
  schedule: (world) => ({
    event: { name: 'schedule', payload: { schedule: '0 5 * * *', repository: repositoryOf(world) } },
    github: onMain,
    judged: baseSha,
  }),
  workflow_dispatch: (world) => ({
    event: toEvent(world, 'workflow_dispatch', { ref: onMain.ref, inputs: {} }),
    github: onMain,
    judged: baseSha,
  }),
  // GitHub's examples have no pull requests, which is how it is for a fork; the gate asks for them in any case.
  workflow_run: (world) => ({
    event: toEvent(world, 'workflow_run', {
      action: 'completed',
      workflow_run: {
        event: 'pull_request',
        head_sha: headSha,
        head_branch: 'saved-payment-methods',
        pull_requests: isFork(world) ? [] : [{ number: world.pullRequest }],
        head_repository: { full_name: world.github.pulls[0]?.head.repository, fork: isFork(world) },
      },
    }),
    github: onMain,
    judged: headSha,
  }),
  issue_comment: (world) => ({
    event: toEvent(world, 'issue_comment', {
      action: 'created',
      issue: { number: world.pullRequest, pull_request: { url: 'https://api.github.com/x' } },
    }),
    github: onMain,
    judged: headSha,
  }),
  'issue_comment, issue': (world) => ({
    event: toEvent(world, 'issue_comment', { action: 'created', issue: { number: 17 } }),
    github: onMain,
    judged: baseSha,
  }),
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
