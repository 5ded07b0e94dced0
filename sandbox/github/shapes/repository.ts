// How GitHub shows a repository: the one that is emulated, and the forks that pull requests come from.
import { remembering } from '../../remember.ts';
import { addressBelow, repositoryUrl, type ServerContext } from '../call.ts';
import { timestamp } from '../state.ts';
import { nodeId, numericId } from './digest.ts';
import { userShape } from './user.ts';

// Each is the address of the repository, a path, and the part that a client fills in.
const ADDRESSES: Readonly<Record<string, string>> = {
  archive_url: '/{archive_format}{/ref}',
  assignees_url: '/assignees{/user}',
  blobs_url: '/git/blobs{/sha}',
  branches_url: '/branches{/branch}',
  collaborators_url: '/collaborators{/collaborator}',
  comments_url: '/comments{/number}',
  commits_url: '/commits{/sha}',
  compare_url: '/compare/{base}...{head}',
  contents_url: '/contents/{+path}',
  contributors_url: '/contributors',
  deployments_url: '/deployments',
  downloads_url: '/downloads',
  events_url: '/events',
  forks_url: '/forks',
  git_commits_url: '/git/commits{/sha}',
  git_refs_url: '/git/refs{/sha}',
  git_tags_url: '/git/tags{/sha}',
  hooks_url: '/hooks',
  issue_comment_url: '/issues/comments{/number}',
  issue_events_url: '/issues/events{/number}',
  issues_url: '/issues{/number}',
  keys_url: '/keys{/key_id}',
  labels_url: '/labels{/name}',
  languages_url: '/languages',
  merges_url: '/merges',
  milestones_url: '/milestones{/number}',
  notifications_url: '/notifications{?since,all,participating}',
  pulls_url: '/pulls{/number}',
  releases_url: '/releases{/id}',
  stargazers_url: '/stargazers',
  statuses_url: '/statuses/{sha}',
  subscribers_url: '/subscribers',
  subscription_url: '/subscription',
  tags_url: '/tags',
  teams_url: '/teams',
  trees_url: '/git/trees{/sha}',
};

const ZEROES = ['forks', 'forks_count', 'open_issues', 'open_issues_count', 'size', 'watchers'];
const MORE_ZEROES = ['stargazers_count', 'watchers_count'];
const BORN = timestamp(Date.UTC(2024, 0, 1));

/** `repository` of the description. */
export interface RepositoryShape extends Readonly<Record<string, unknown>> {
  /** `owner/name` */
  readonly full_name: string;
}

/** `minimal-repository` of the description, of this repository or a fork. */
export function minimalRepositoryShape(context: ServerContext, fullName = homeOf(context)): Record<string, unknown> {
  return identity(context, fullName);
}

function homeOf({ state }: ServerContext): string {
  return `${state.owner}/${state.name}`;
}

/** `full-repository` of the description, of this repository. */
export function fullRepositoryShape(context: ServerContext): Record<string, unknown> {
  return { ...repositoryShape(context, homeOf(context)), network_count: 0, subscribers_count: 0 };
}

/** `repository` of the description. Any name but this repository's is a fork of it. */
export function repositoryShape(context: ServerContext, fullName: string): RepositoryShape {
  const page = addressBelow(context.links.html, ...fullName.split('/'));
  return {
    ...identity(context, fullName),
    ...Object.fromEntries([...ZEROES, ...MORE_ZEROES].map((field) => [field, 0])),
    ...features(),
    has_issues: fullName === homeOf(context) && context.state.hasIssues,
    archived: fullName === homeOf(context) && context.state.isArchived,
    disabled: fullName === homeOf(context) && context.state.isDisabled,
    visibility: context.state.visibility,
    default_branch: context.state.defaultBranch,
    topics: [],
    clone_url: `${page}.git`,
    git_url: `${page.replace(/^https?:/, 'git:')}.git`,
    ssh_url: `git@${new URL(page).host}:${new URL(page).pathname.slice(1)}.git`,
    svn_url: page,
    mirror_url: null,
    homepage: null,
    language: null,
    license: null,
    created_at: BORN,
    updated_at: BORN,
    pushed_at: BORN,
  };
}

function features(): Record<string, boolean> {
  const names = ['projects', 'wiki', 'pages', 'downloads', 'discussions'];
  return Object.fromEntries(names.map((name) => [`has_${name}`, name !== 'pages']));
}

/** The number of a repository, which a rename would not change on GitHub: here it goes by the present name. */
export function repositoryIdOf(fullName: string): number {
  return numericId(`repository ${fullName}`);
}

/** All that is below the address of a repository: a list of pull requests has it twice for each. */
const addressesOf = remembering((url) =>
  Object.fromEntries(Object.entries(ADDRESSES).map(([field, path]) => [field, url + path])),
);

function identity(context: ServerContext, fullName: string): RepositoryShape {
  const [owner = '', name = ''] = fullName.split('/');
  const url = addressBelow(`${context.links.api}/repos`, owner, name);
  const isFork = url !== repositoryUrl(context);
  const id = repositoryIdOf(fullName);
  return {
    id,
    node_id: nodeId('Repository', id),
    name,
    full_name: fullName,
    private: context.state.visibility !== 'public',
    owner: userShape(context, owner),
    html_url: addressBelow(context.links.html, owner, name),
    description: null,
    fork: isFork,
    url,
    ...addressesOf(url),
  };
}
