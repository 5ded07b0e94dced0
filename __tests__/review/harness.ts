// The harness of the review action: both local services, comments played to the bundle, and what must be true of every run.
import type { CommentData, GitHubData } from '../../sandbox/github/data.ts';
import type { GitHubHandle } from '../../sandbox/github/github.ts';
import type { RecordedRequest } from '../../sandbox/http.ts';
import type { PlayOptions, RunnerResult } from '../../sandbox/runner/runner.ts';
import { commentEvent, type CommentEventOptions } from '../../sandbox/scenarios/review-comment-event.ts';
import { review } from '../../sandbox/scenarios/review.ts';
import type { ScenarioWorld } from '../../sandbox/scenarios/scenario.ts';
import type { BugData } from '../../sandbox/service/data.ts';
import { type Sandbox, type SandboxOptions, withSandbox } from '../harness/sandbox.ts';
import { expect } from '../jest.ts';

/** Of the pull request: mara-lindqvist. A maintainer: deniz-arslan. */
export const pullAuthor = 'mara-lindqvist';
export const maintainer = 'deniz-arslan';

/** What a comment, or the run that it starts, does otherwise. */
export interface CommentOptions {
  /** Login; the maintainer without it. */
  readonly by?: string;
  readonly inputs?: Readonly<Record<string, string>>;
  readonly action?: CommentEventOptions['action'];
  /** What GitHub says of the run that the comment starts. */
  readonly github?: Partial<PlayOptions['github']>;
  /** Changes the event last of all. */
  readonly event?: (event: PlayOptions['event']) => PlayOptions['event'];
}

export interface ReviewHarness extends Pick<Sandbox, 'world' | 'service' | 'github'> {
  /** The pending security bug, and a pending one that is no security matter. */
  readonly bugs: { readonly security: string; readonly other: string };
  /** Writes a comment on the pull request and plays the bundle for it; holds the run against what is true of all. */
  say(body: string, options?: CommentOptions): Promise<CommentOutcome>;
}

/** What came of a comment. */
export interface CommentOutcome {
  readonly result: RunnerResult;
  /** Bodies of the comments that the run has written. */
  readonly replies: readonly string[];
  /** On the comment, in order. */
  readonly reactions: readonly string[];
  /** Requests to either service during the run. */
  readonly requests: {
    readonly service: readonly RecordedRequest[];
    readonly github: readonly RecordedRequest[];
  };
  /** Of the output `commands`. */
  readonly commands: unknown;
}

export interface HarnessOptions extends SandboxOptions {
  readonly world?: ScenarioWorld;
}

/** One security bug is pending and three others; the repository is private. */
export function reviewWorld(): ScenarioWorld {
  return review.build(Date.now());
}

/** Starts both services, acts, and stops them. Fails when GitHub would have refused a request of any run. */
export async function withHarness(
  { world = reviewWorld(), ...options }: HarnessOptions,
  act: (harness: ReviewHarness) => Promise<void>,
): Promise<void> {
  const play = async (sandbox: Sandbox): Promise<void> => {
    await act({ ...sandbox, bugs: bugsOf(world), say: (body, said) => say(sandbox, body, said) });
  };
  await withSandbox(world, play, options);
}

async function say(sandbox: Sandbox, body: string, options: CommentOptions = {}): Promise<CommentOutcome> {
  const { world, github } = sandbox;
  const comment = writeComment(github, world.pullRequest, options.by ?? maintainer, body);
  const before = github.state.comments.length;
  const event = eventOf({ world, github, comment, options });
  const { inputs = {}, github: changed = {} } = options;
  const result = await sandbox.run({ action: 'review', inputs, event, github: changed });
  const ours = ['add-mask', 'error', 'notice', 'warning'];
  expect(result.commands.filter(({ name }) => !ours.includes(name))).toEqual([]);
  expect([result.workspaceFiles, result.summary]).toEqual([{}, '']);
  return {
    result,
    replies: github.state.comments.slice(before).map((written) => written.body),
    reactions: reactionsOf(github, comment.id),
    requests: result.requests,
    commands: JSON.parse(result.outputs['commands'] ?? '') as unknown,
  };
}

/** Writes a maintainer's comment on the pull request, and gives the event that it causes. */
export function commentOn({ world, github }: Pick<Sandbox, 'world' | 'github'>, body: string): PlayOptions['event'] {
  return eventOf({ world, github, comment: writeComment(github, world.pullRequest, maintainer, body), options: {} });
}

/** The bugs that a world of this harness has. */
export function bugsOf({ service }: ScenarioWorld): ReviewHarness['bugs'] {
  const find = (security: boolean): string =>
    service.bugs.find((bug) => !bug.review && bug.isSecurityVulnerability === security)?.id ?? '';
  return { security: find(true), other: find(false) };
}

/** GitHub's own minute, so that the comment was not edited. */
function writeComment(github: GitHubHandle, issue: number, user: string, body: string): CommentData {
  const { state } = github;
  const time = '2026-11-20T12:00:00Z';
  const comment = { id: state.nextId, issue, user, body, createdAt: time, updatedAt: time };
  state.nextId += 1;
  state.comments.push(comment);
  return comment;
}

function eventOf(parts: {
  world: ScenarioWorld;
  github: GitHubHandle;
  comment: CommentData;
  options: CommentOptions;
}): PlayOptions['event'] {
  const { world, comment, options } = parts;
  const data: GitHubData = { ...world.github, users: parts.github.state.users };
  const [pull] = data.pulls;
  if (!pull) throw new Error('the world has no pull request');
  const { action = 'created' } = options;
  const event = commentEvent({ github: data, pull, comment, action });
  return options.event?.(event) ?? event;
}

function reactionsOf({ state }: GitHubHandle, comment: number): readonly string[] {
  return state.reactions.filter((reaction) => reaction.comment === comment).map(({ content }) => content);
}

/** The requests that changed something at the service. */
export function writesOf({ requests }: CommentOutcome): readonly RecordedRequest[] {
  return requests.service.filter(({ method }) => method !== 'GET');
}

/** The review that the service holds of a bug. */
export function reviewOf({ service }: ReviewHarness, id: string): BugData['review'] {
  return service.state.bugs.find((bug) => bug.id === id)?.review;
}
