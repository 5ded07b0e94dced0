// The operation that lists what happened to the branches of a repository.
import type { SandboxResponse } from '../../http.ts';
import { type Call, type Handler, param } from '../call.ts';
import type { ActivityData } from '../data.ts';
import { nodeId, numericId } from '../shapes/digest.ts';
import { userShape } from '../shapes/user.ts';
import { STARTED } from '../shapes/workflow-run.ts';

const NOT_EMULATED = ['actor', 'after', 'before', 'time_period'];
const DEFAULT_PER_PAGE = 30;
const MAX_PER_PAGE = 100;

/** Operations of this resource by GitHub's name. */
export const activityHandlers: Readonly<Record<string, Handler>> = {
  'repos/list-activities': listActivities,
};

/** GitHub pages this list by cursors; only the first page is emulated. */
function listActivities(call: Call): SandboxResponse {
  const { query } = call.request;
  const filter = NOT_EMULATED.find((name) => query.has(name));
  if (filter !== undefined) throw new Error(`The filter ${filter} of activities is not emulated.`);
  const newestFirst = call.state.activities.filter(isAskedFor(call));
  const ordered = query.get('direction') === 'asc' ? newestFirst.toReversed() : newestFirst;
  const perPage = Math.min(Number(query.get('per_page') ?? DEFAULT_PER_PAGE), MAX_PER_PAGE);
  return {
    status: 200,
    body: ordered.slice(0, perPage).map((activity) => activityShape(call, activity)),
  };
}

function isAskedFor(call: Call): (activity: ActivityData) => boolean {
  const { state, request } = call;
  const home = `${state.owner}/${state.name}`;
  const asked = `${param(call, 'owner')}/${param(call, 'repo')}`.toLowerCase();
  const branch = request.query.get('ref')?.replace(/^refs\/heads\//, '');
  const type = request.query.get('activity_type');
  return (activity) =>
    (activity.repository ?? home).toLowerCase() === asked &&
    (branch === undefined || branch === activity.branch) &&
    (type === null || type === activity.type);
}

/** `activity` of the description. */
function activityShape(call: Call, activity: ActivityData): Record<string, unknown> {
  const { branch, before, after, type, actor } = activity;
  const id = numericId(`activity ${call.state.activities.indexOf(activity)}`);
  return {
    id,
    node_id: nodeId('PushEvent', id),
    before,
    after,
    ref: `refs/heads/${branch}`,
    timestamp: STARTED,
    activity_type: type,
    actor: actor === null ? null : userShape(call, actor),
  };
}
