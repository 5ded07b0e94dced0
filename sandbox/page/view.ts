// What a page shows for one run, from the runner's result and GitHub's state right after it.
import type { GitHubState } from '../github/state.ts';
import type { Annotation, AnnotationLevel } from '../runner/annotation.ts';
import type { RunnerResult } from '../runner/runner.ts';
import type { ScenarioWorld, Step } from '../scenarios/scenario.ts';
import type { BugData } from '../service/data.ts';

export interface CommentView {
  readonly author: string;
  readonly bot: boolean;
  readonly body: string;
  readonly createdAt: string;
  readonly edited: boolean;
  /** They are in order of arrival, each content once. */
  readonly reactions?: readonly ReactionView[];
}

export interface ReactionView {
  /** It is a word of GitHub's API: `eyes`, `rocket`, `-1` … */
  readonly content: string;
  readonly count: number;
}

export interface IssueView {
  readonly number: number;
  readonly title: string;
  readonly state: 'open' | 'closed';
  readonly labels: readonly string[];
  readonly author: string;
  readonly body: string;
}

/** It has comments, and is not the world's own. */
export interface ConversationView {
  readonly number: number;
  readonly title: string;
  readonly comments: readonly CommentView[];
}

export interface ReviewView {
  readonly bug: string;
  readonly state: string;
  /** Empty when there is none. */
  readonly reason: string;
  readonly notes: string;
}

/** A text file in the checkout. */
export interface FileView {
  readonly path: string;
  readonly text: string;
}

/** What a page shows for a step of a scenario with several. */
export interface StepView {
  readonly title: string;
  /** It names the job: `gate`, or the folder of its action. */
  readonly job: string;
  /** This step has stored them. */
  readonly reviews: readonly ReviewView[];
  /** This step has written or changed them. */
  readonly files: readonly FileView[];
}

export interface CheckView {
  readonly name: string;
  /** It is a word of GitHub's API: `success`, `failure`, `neutral` … */
  readonly conclusion: string;
  readonly title: string;
  readonly isRequired: boolean;
}

export interface RunView {
  readonly scenario: string;
  readonly conclusion: 'success' | 'failure';
  /** It is empty when the action did not say. */
  readonly verdict: string;
  readonly reason: string;
  readonly outputs: Readonly<Record<string, string>>;
  readonly comments: readonly CommentView[];
  readonly checks: readonly CheckView[];
  /** The pull request was merged by the end of this run. */
  readonly isMerged: boolean;
  readonly issues: readonly IssueView[];
  readonly conversations: readonly ConversationView[];
  readonly annotations: readonly Annotation[];
  /** The runner dropped so many annotations. */
  readonly dropped: number;
  readonly summary: string;
  readonly log: string;
  readonly entries: readonly string[];
  /** It is absent in a scenario with a single run. */
  readonly stepView?: StepView;
}

export interface ViewOptions {
  readonly name: string;
  readonly world: ScenarioWorld;
  readonly result: RunnerResult;
  readonly state: GitHubState;
  /** A scenario with several steps has them, and the state before and after each. */
  readonly finishedStep?: {
    readonly step: Step;
    readonly before: StepState;
    readonly after: StepState;
  };
}

/** A step may change this, besides GitHub's state. */
export interface StepState {
  readonly bugs: readonly BugData[];
  /** The checkout has these files: path to text. */
  readonly files: Readonly<Record<string, string>>;
}

/** It is a copy, so later changes of GitHub's state do not show in it. */
export function takeView({ name, world, result, state, finishedStep }: ViewOptions): RunView {
  const job = jobOf(finishedStep?.step);
  return {
    scenario: name,
    conclusion: result.conclusion,
    verdict: result.outputs['verdict'] ?? '',
    reason: result.outputs['reason'] ?? '',
    outputs: result.outputs,
    comments: commentsOf(state, world.pullRequest),
    checks: [...(finishedStep ? gateChecks(world, state) : [jobCheck(world, result)]), ...ownChecks(state)],
    isMerged: state.pulls.some(({ number, merged }) => number === world.pullRequest && merged === true),
    issues: issuesOf(state),
    conversations: conversationsOf(state, world.pullRequest),
    annotations: [...result.annotations, ...checkAnnotations(state)],
    dropped: result.droppedAnnotations.length,
    summary: result.summary,
    log: result.log,
    entries: result.entries,
    ...(finishedStep ? { stepView: toStepView(finishedStep, job) } : {}),
  };
}

function toStepView(finishedStep: NonNullable<ViewOptions['finishedStep']>, job: string): StepView {
  const { step, before, after } = finishedStep;
  return {
    title: step.title,
    job,
    reviews: newReviews(before.bugs, after.bugs),
    files: Object.entries(after.files)
      .filter(([path, text]) => before.files[path] !== text)
      .map(([path, text]) => ({ path, text })),
  };
}

function jobOf(step: Step | undefined): string {
  const [folder = ''] = step?.action.split('/') ?? [];
  return folder.endsWith('.yml') || folder === '' ? 'gate' : folder;
}

/** Selects the reviews that are new or changed. */
function newReviews(before: readonly BugData[], after: readonly BugData[]): ReviewView[] {
  const old = new Map(before.map(({ id, review }) => [id, JSON.stringify(review)]));
  return after.flatMap(({ id, review }) => {
    if (!review || JSON.stringify(review) === old.get(id)) return [];
    const { state, dismissalReason: reason = '', notes = '' } = review;
    return [{ bug: id, state, reason, notes }];
  });
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
      reactions: reactionsOf(state, comment.id),
    }));
}

function issuesOf({ issues }: GitHubState): IssueView[] {
  return issues.map(({ number, title, state, labels, user: author, body }) => ({
    number,
    title,
    state,
    author,
    body: body ?? '',
    labels: [...labels],
  }));
}

function conversationsOf(state: GitHubState, own: number): ConversationView[] {
  return state.pulls
    .filter(({ number }) => number !== own)
    .map(({ number, title }) => ({ number, title, comments: commentsOf(state, number) }))
    .filter(({ comments }) => comments.length > 0);
}

function reactionsOf(state: GitHubState, comment: number): ReactionView[] {
  const contents = state.reactions.filter((reaction) => reaction.comment === comment).map(({ content }) => content);
  return [...new Set(contents)].map((content) => ({
    content,
    count: contents.filter((other) => other === content).length,
  }));
}

/** In a scenario with several steps, the gate's job is its workflow run, which another step may have re-run. */
function gateChecks(world: ScenarioWorld, { runs }: GitHubState): CheckView[] {
  return runs
    .filter(({ status, attempt }) => status === 'completed' || attempt > 1)
    .map(({ name, status, conclusion }) => ({
      name: `${name} / gate (pull_request)`,
      conclusion: conclusion ?? status,
      title: conclusion === null ? 'Runs again' : conclusion === 'success' ? 'Successful' : 'Failing',
      isRequired: isGateRequired(world),
    }));
}

/** It is a commit of the branch that the pull request goes to. */
function isGateRequired({ github, pullRequest }: ScenarioWorld): boolean {
  const base = github.pulls.find(({ number }) => number === pullRequest)?.base.ref ?? github.defaultBranch;
  const { rules = [], classic } = github.requirements?.[base] ?? {};
  const contexts = rules.flatMap((rule) => (rule.type === 'required_status_checks' ? rule.contexts : []));
  return [...contexts, ...(classic?.contexts ?? [])].includes('gate');
}

/** GitHub shows the checks of the head: where that is newer than what was judged, the run for it goes on. */
function jobCheck(world: ScenarioWorld, { conclusion }: RunnerResult): CheckView {
  const name = `${world.github.runs[0]?.name ?? 'Scan Gate'} / gate (${world.event.name})`;
  const pull = world.github.pulls.find(({ number }) => number === world.pullRequest);
  const isRequired = isGateRequired(world);
  if (pull !== undefined && pull.head.sha !== world.sha)
    return { name, conclusion: 'in_progress', title: 'Runs for the newer commit', isRequired };
  return { name, conclusion, title: conclusion === 'success' ? 'Successful' : 'Failing', isRequired };
}

function ownChecks(state: GitHubState): CheckView[] {
  return state.checkRuns.map((run) => ({
    name: run.name,
    conclusion: run.conclusion ?? run.status,
    title: run.title ?? '',
    isRequired: false,
  }));
}

function checkAnnotations(state: GitHubState): Annotation[] {
  return state.checkRuns.flatMap((run) =>
    run.annotations.map(({ level, message, path, endLine, title }): Annotation => ({
      level: levels[level] ?? 'notice',
      message,
      file: path,
      line: endLine,
      ...(title === null ? {} : { title }),
    })),
  );
}

/** GitHub's API has other words than the runner's commands. */
const levels: Readonly<Record<string, AnnotationLevel>> = { failure: 'error', warning: 'warning' };
