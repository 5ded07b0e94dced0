// Starts the gate again after a review: the runs that its comments name.
import { toWhat } from '../documents/causes.ts';
import { gfm, type Markdown, renderLink } from '../documents/markdown.ts';
import type { Marker } from '../documents/marker.ts';
import { GITHUB_ACTIONS, type Identity } from '../github/account.ts';
import { isBy, type ListedComment, selectOwnMarkers, toMarkedComment } from '../github/comment-plan.ts';
import { fetchComments } from '../github/comment.ts';
import { readFailure } from '../github/failure.ts';
import { gitHubFault } from '../github/fault.ts';
import type { Octokit } from '../github/octokit.ts';
import type { PullRequestRef } from '../github/pull-request.ts';
import { chooseRerun, findRunFault, isNeverStartedAgain, NEW_RUN, startRerun } from '../github/rerun.ts';
import { fetchRun, type WorkflowRun } from '../github/runs.ts';
import { type RepositoryAddress, toRunUrl } from '../judgement/address.ts';
import { withoutFullStop } from '../judgement/format.ts';
import type { CommitSha } from '../judgement/identifiers.ts';

export interface RerunSource {
  readonly github: Octokit;
  readonly pull: PullRequestRef;
  /** It has no trailing slash. */
  readonly serverUrl: string;
  readonly identity: Identity;
  readonly headSha: CommitSha;
  /** All jobs run, even if only some failed: a green job of the gate may have to turn red. */
  readonly isWhole: boolean;
}

/** We start so many runs for one pull request; forged comments could name hundreds. */
const MAX_RUNS = 10;
const BY_HAND = 'Run the job of the gate again by hand to see the new verdict.';

export type RerunNews = string | Markdown;

/** Starts each run that judged the head again, and says what came of it. Never rejects. */
export async function rerunGates(source: RerunSource): Promise<readonly RerunNews[]> {
  try {
    const runs = await findRuns(source);
    if (runs.size === 0) return [`No comment of the gate names a run for this commit. ${BY_HAND}`];
    const newest = [...runs].slice(-MAX_RUNS);
    return await Promise.all(newest.map(([runId, markers]) => rerunOne(source, runId, markers)));
  } catch (error) {
    return [
      `${toWhat(gitHubFault(error, { doing: 'read the comments of the gate', permission: 'pull-requests: read' }))} ${BY_HAND}`,
    ];
  }
}

async function findRuns({
  github,
  pull,
  identity,
  headSha,
}: RerunSource): Promise<ReadonlyMap<number, readonly Marker[]>> {
  const mayBeOurs = (comment: ListedComment): boolean => isBy(comment, GITHUB_ACTIONS) || isBy(comment, identity);
  const marked = await fetchComments(github, pull, (comment) => (mayBeOurs(comment) ? toMarkedComment(comment) : null));
  const markers = selectOwnMarkers(marked, { identity, headSha });
  return Map.groupBy(
    markers.filter(({ runId }) => runId !== 0),
    ({ runId }) => runId,
  );
}

/** A marker is text of a comment, so GitHub's own words about the run decide whether it is started. */
async function rerunOne(source: RerunSource, runId: number, markers: readonly Marker[]): Promise<RerunNews> {
  const { github, pull, headSha } = source;
  const ref = { ...pull, runId };
  try {
    const run = await fetchRun(github, ref);
    const fault = findRunFault(run, headSha) ?? findRunningFault(run);
    if (fault !== null) return toNotStarted(runId, fault);
    const choice = await chooseRerun(github, { ref, run, markers }, source.isWhole);
    if (choice.kind === 'none') return toNotStarted(runId, choice.why);
    await startRerun(github, ref, choice);
    return renderStarted({ ...source.pull, serverUrl: source.serverUrl, runId }, choice.kind);
  } catch (error) {
    if (isNeverStartedAgain(error)) {
      return `Run \`${runId}\` was not started again: ${withoutFullStop(readFailure(error).message)}. ${NEW_RUN}`;
    }
    if (/already running|cannot be re/i.test(readFailure(error).message)) {
      return toNotStarted(runId, 'GitHub says that it is still running, or was started again already.');
    }
    return `${toWhat(gitHubFault(error, { doing: `start run \`${runId}\` again`, permission: 'actions: write' }))} ${BY_HAND}`;
  }
}

function toNotStarted(runId: number, why: string): string {
  return `Run \`${runId}\` was not started again: ${why} ${BY_HAND}`;
}

function renderStarted(run: RepositoryAddress, what: 'job' | 'failed' | 'all'): Markdown {
  const link = renderLink('run', toRunUrl(run) ?? '');
  if (what === 'job') return gfm`The check is running again (${link}); its comment will be updated.`;
  const jobs = what === 'all' ? 'All jobs' : 'The failed jobs';
  return gfm`${jobs} are running again (${link}); the gate’s comment will be updated.`;
}

function findRunningFault({ status }: WorkflowRun): string | null {
  return status !== 'completed'
    ? 'it is still running, and may have read the bugs already. When it has ended, give the command recheck.'
    : null;
}
