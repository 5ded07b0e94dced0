// Owns what a page shows of one run: picked from the runner's result and from GitHub's state right after it.
import type { GitHubState } from '../github/state.ts';
import type { Annotation } from '../runner/annotation.ts';
import type { RunnerResult } from '../runner/runner.ts';
import type { ScenarioWorld } from '../scenarios/scenario.ts';

export interface CommentView {
  readonly author: string;
  readonly bot: boolean;
  readonly body: string;
  readonly createdAt: string;
  readonly edited: boolean;
}

export interface CheckView {
  readonly name: string;
  /** As GitHub's API says it: `success`, `failure`, `neutral` … */
  readonly conclusion: string;
  readonly title: string;
}

export interface RunView {
  readonly scenario: string;
  /** Of the job. */
  readonly conclusion: 'success' | 'failure';
  /** Empty when the action did not say. */
  readonly verdict: string;
  readonly reason: string;
  readonly outputs: Readonly<Record<string, string>>;
  readonly comments: readonly CommentView[];
  readonly checks: readonly CheckView[];
  readonly annotations: readonly Annotation[];
  /** How many annotations the runner dropped. */
  readonly dropped: number;
  readonly summary: string;
  readonly log: string;
  /** The log with its groups. */
  readonly entries: readonly string[];
}

export interface ViewOptions {
  readonly name: string;
  readonly world: ScenarioWorld;
  readonly result: RunnerResult;
  readonly state: GitHubState;
}

/** A copy: what happens to GitHub's state afterwards does not show in it. */
export function takeView({ name, world, result, state }: ViewOptions): RunView {
  return {
    scenario: name,
    conclusion: result.conclusion,
    verdict: result.outputs['verdict'] ?? '',
    reason: result.outputs['reason'] ?? '',
    outputs: result.outputs,
    comments: commentsOf(state, world.pullRequest),
    checks: [jobCheck(world, result), ...ownChecks(state)],
    annotations: [...result.annotations, ...checkAnnotations(state)],
    dropped: result.droppedAnnotations.length,
    summary: result.summary,
    log: result.log,
    entries: result.entries,
  };
}

function commentsOf(state: GitHubState, pull: number): CommentView[] {
  return state.comments
    .filter((comment) => comment.issue === pull)
    .map((comment) => ({
      author: comment.user,
      bot: state.users.find(({ login }) => login === comment.user)?.type === 'Bot',
      body: comment.body,
      createdAt: comment.createdAt,
      edited: comment.updatedAt !== comment.createdAt,
    }));
}

function jobCheck(world: ScenarioWorld, { conclusion }: RunnerResult): CheckView {
  return {
    name: `${world.github.runs[0]?.name ?? 'Scan Gate'} / gate (${world.event.name})`,
    conclusion,
    title: conclusion === 'success' ? 'Successful' : 'Failing',
  };
}

function ownChecks(state: GitHubState): CheckView[] {
  return state.checkRuns.map((run) => ({
    name: run.name,
    conclusion: run.conclusion ?? run.status,
    title: run.title ?? '',
  }));
}

function checkAnnotations(state: GitHubState): Annotation[] {
  const levels = { failure: 'error', warning: 'warning', notice: 'notice' } as const;
  return state.checkRuns.flatMap((run) =>
    run.annotations.map((annotation): Annotation => ({
      level: Object.entries(levels).find(([level]) => level === annotation.level)?.[1] ?? 'notice',
      message: annotation.message,
      file: annotation.path,
      line: annotation.startLine,
      endLine: annotation.endLine,
      ...(annotation.title === null ? {} : { title: annotation.title }),
    })),
  );
}
