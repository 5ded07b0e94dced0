// How the issues API shows a pull request.
import { repositoryPage, repositoryUrl, type Scene } from '../call.ts';
import type { PullData } from '../data.ts';
import { nodeId, numericId } from './digest.ts';
import { dates } from './pull.ts';
import { association, userShape } from './user.ts';

/** `issue` of the description: a pull request as the issues API shows it. */
export function issueShape(scene: Scene, pull: PullData): Record<string, unknown> {
  const url = `${repositoryUrl(scene)}/issues/${pull.number}`;
  const page = `${repositoryPage(scene)}/pull/${pull.number}`;
  const id = numericId(`issue ${pull.number}`);
  const { merged_at: mergedAt, ...times } = dates(pull);
  return {
    id,
    node_id: nodeId('PullRequest', id),
    url,
    repository_url: repositoryUrl(scene),
    labels_url: `${url}/labels{/name}`,
    comments_url: `${url}/comments`,
    events_url: `${url}/events`,
    timeline_url: `${url}/timeline`,
    html_url: page,
    number: pull.number,
    state: pull.state,
    state_reason: null,
    title: pull.title,
    body: null,
    user: userShape(scene, pull.user),
    labels: [],
    assignee: null,
    assignees: [],
    milestone: null,
    locked: false,
    comments: scene.state.comments.filter(({ issue }) => issue === pull.number).length,
    ...times,
    author_association: association(scene, pull.user),
    draft: pull.draft,
    pull_request: {
      url: `${repositoryUrl(scene)}/pulls/${pull.number}`,
      html_url: page,
      diff_url: `${page}.diff`,
      patch_url: `${page}.patch`,
      merged_at: mergedAt,
    },
  };
}
