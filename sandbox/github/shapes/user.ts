// How GitHub shows a user, an app, and what a user is to the repository.
import { addressBelow, type ServerContext } from '../call.ts';
import type { UserData } from '../data.ts';
import { nodeId, numericId } from './digest.ts';

// Known to everybody who reads event payloads.
const KNOWN_IDS: ReadonlyMap<string, number> = new Map([
  ['dependabot[bot]', 49699333],
  ['github-actions[bot]', 41898282],
]);
const GITHUB_ACTIONS_APP = 15368;

/** The user with a login; a made-up one if the data has none. */
export function findUser({ state }: ServerContext, login: string): UserData {
  const known = state.users.find((user) => isSame(user.login, login));
  if (known !== undefined) return known;
  const token = state.tokens.find((candidate) => isSame(candidate.login, login));
  const type = token?.type ?? (login.endsWith('[bot]') ? 'Bot' : 'User');
  return { id: KNOWN_IDS.get(login) ?? numericId(login), login, type, permission: 'none' };
}

function isSame(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

/** `simple-user` of the description. */
export function userShape(context: ServerContext, login: string): Record<string, unknown> {
  const { id, type, login: name } = findUser(context, login);
  const url = addressBelow(`${context.links.api}/users`, name);
  return {
    login: name,
    id,
    node_id: nodeId(type, id),
    avatar_url: `https://avatars.githubusercontent.com/u/${id}?v=4`,
    gravatar_id: '',
    url,
    html_url: userPage(context, { type, login: name }),
    followers_url: `${url}/followers`,
    following_url: `${url}/following{/other_user}`,
    gists_url: `${url}/gists{/gist_id}`,
    starred_url: `${url}/starred{/owner}{/repo}`,
    subscriptions_url: `${url}/subscriptions`,
    organizations_url: `${url}/orgs`,
    repos_url: `${url}/repos`,
    events_url: `${url}/events{/privacy}`,
    received_events_url: `${url}/received_events`,
    type,
    user_view_type: 'public',
    site_admin: false,
  };
}

/** The address of a user or an app for people. */
export function userPage({ links }: ServerContext, { type, login }: Pick<UserData, 'type' | 'login'>): string {
  return type === 'Bot' ? addressBelow(links.html, 'apps', slugOf(login)) : addressBelow(links.html, login);
}

/** The number of an app, by its slug or the login of its bot. */
export function appIdOf(name: string): number {
  const slug = slugOf(name);
  return slug === 'github-actions' ? GITHUB_ACTIONS_APP : numericId(`app ${slug}`);
}

function slugOf(name: string): string {
  return name.replace(/\[bot\]$/, '');
}

/** `integration` of the description: an app, by its slug or the login of its bot. */
export function appShape(context: ServerContext, name: string): Record<string, unknown> {
  const id = appIdOf(name);
  const slug = slugOf(name);
  return {
    id,
    slug,
    node_id: nodeId('App', id),
    owner: userShape(context, 'github'),
    name: slug === 'github-actions' ? 'GitHub Actions' : slug,
    description: '',
    external_url: 'https://help.github.com/en/actions',
    html_url: addressBelow(context.links.html, 'apps', slug),
    created_at: '2018-07-30T09:30:17Z',
    updated_at: '2024-04-10T20:33:16Z',
    permissions: { checks: 'write', contents: 'write', metadata: 'read' },
    events: ['check_run', 'pull_request'],
  };
}

/** `author_association`: a snapshot that says little, as on GitHub. */
export function association(context: ServerContext, login: string): string {
  const { permission } = findUser(context, login);
  if (isSame(login, context.state.owner)) return 'OWNER';
  return permission === 'none' || permission === 'read' ? 'NONE' : 'COLLABORATOR';
}
