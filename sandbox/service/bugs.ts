// The answers about bugs: list, one, review.
import { type Call, cutPage, requireRepo } from './call.ts';
import type { BugData, BugReviewData, ReviewState } from './data.ts';
import { notFound, ServiceProblem } from './problem.ts';
import type { World } from './state.ts';

/** GET /public/v1/bugs, in the order of the data: no document shows one. */
export function listBugs(call: Call): { bugs: BugData[]; total: number } {
  const { world, query } = call;
  const repoId = requireRepo(world, query.get('repo_id') ?? '');
  const status = query.get('status') as ReviewState;
  const scanId = query.get('workflow_request_id');
  if (scanId !== null && !hasBugsToShow(world, scanId, repoId)) return { bugs: [], total: 0 };
  const whole = world.lists.list({ repoId, status, ...(scanId === null ? {} : { scanId }) });
  const list = scanId === null ? whole : withoutMissing(call, scanId, whole);
  return { bugs: cutPage(list, query), total: list.length };
}

/** The list of a scan without the bugs that it does not show yet. */
function withoutMissing({ world, query }: Call, scanId: string, list: readonly BugData[]): readonly BugData[] {
  const isFirstPage = Number(query.get('offset') ?? 0) === 0;
  const missing = world.missingFrom(scanId, { list: query.get('status') ?? '', isFirstPage });
  return missing.size === 0 ? list : list.filter(({ id }) => !missing.has(id));
}

/** A scan under way has surfaced nothing yet. */
function hasBugsToShow(world: World, scanId: string, repoId: string): boolean {
  const scan = world.findScan(scanId);
  if (scan?.repoId !== repoId) {
    throw new ServiceProblem('UNKNOWN_WORKFLOW_REQUEST', `There is no scan ${scanId} in ${repoId}.`, {
      resource: 'workflow_request',
    });
  }
  return scan.workflowStatus !== 'in_progress';
}

/** GET /public/v1/bugs/{bug_id} */
export function getBug({ world, id }: Call): BugData {
  return { ...requireBug(world, id) };
}

/** POST /public/v1/bugs/{bug_id}/review: nothing of an earlier review stays but its id. */
export function reviewBug({ world, id, body }: Call): BugReviewData {
  const bug = requireBug(world, id);
  const asked = body as Pick<BugReviewData, 'state' | 'dismissalReason' | 'notes'>;
  const review: BugReviewData = {
    id: bug.review?.id ?? bug.id.replace(/^bug_/, 'bfrv_'),
    state: asked.state,
    createdAt: world.nowMs,
    source: 'review',
  };
  if (asked.notes !== undefined) review.notes = asked.notes;
  if (asked.state === 'dismissed' && asked.dismissalReason !== undefined) {
    review.dismissalReason = asked.dismissalReason;
  }
  world.recordReview(bug, review);
  return review;
}

function requireBug(world: World, id: string): BugData {
  const bug = world.lists.find(id);
  if (!bug) throw notFound('bug', id);
  return bug;
}
