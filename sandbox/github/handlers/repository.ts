// The operations on the repository itself and on who may do what in it.
import type { SandboxResponse } from '../../http.ts';
import { type Call, type Handler, param } from '../call.ts';
import type { UserData } from '../data.ts';
import { paginate } from '../paging.ts';
import { forbidden } from '../permissions.ts';
import { givenRepositories } from '../reach.ts';
import { Refusal } from '../refusal.ts';
import { fullRepositoryShape, type RepositoryShape, repositoryShape } from '../shapes/repository.ts';
import { userShape } from '../shapes/user.ts';
import type { GitHubState } from '../state.ts';

type Permission = UserData['permission'];

// The old word that the API keeps for each role.
const LEGACY: Readonly<Record<Permission, string>> = {
  admin: 'admin',
  maintain: 'write',
  write: 'write',
  triage: 'read',
  read: 'read',
  none: 'none',
};
const ROLES: readonly Permission[] = ['read', 'triage', 'write', 'maintain', 'admin'];

/** Operations of this resource by GitHub's name. */
export const repositoryHandlers: Readonly<Record<string, Handler>> = {
  'apps/list-repos-accessible-to-installation': listInstallationRepositories,
  'repos/get': (call) => ({ status: 200, body: fullRepositoryShape(call) }),
  'repos/get-collaborator-permission-level': getPermission,
  'repos/list-for-authenticated-user': listUserRepositories,
};

// Those that the token of an app was given; a workflow's own token is one too.
function listInstallationRepositories(call: Call): SandboxResponse {
  if (call.token.type !== 'Bot')
    throw new Refusal(
      403,
      'You must authenticate with an installation access token in order to list repositories for an installation.',
    );
  const given = givenRepositories(call.state, call.token);
  const { items, headers } = paginate(call, given);
  const repositories = items.map(shapeIn(call));
  const repository_selection = call.token.repositories === 'all' ? 'all' : 'selected';
  return {
    status: 200,
    headers,
    body: { total_count: given.length, repository_selection, repositories },
  };
}

// Those that the token of a person was given, by name; an app's token belongs to nobody.
function listUserRepositories(call: Call): SandboxResponse {
  if (call.token.type === 'Bot') throw forbidden(call.token);
  const filter = [...call.request.query.keys()].find((name) => name !== 'per_page' && name !== 'page');
  if (filter !== undefined) throw new Error(`The parameter ${filter} of a person's repositories is not emulated.`);
  const given = givenRepositories(call.state, call.token).map(shapeIn(call));
  const { items: body, headers } = paginate(
    call,
    given.sort((a, b) => (a.full_name < b.full_name ? -1 : 1)),
  );
  return { status: 200, headers, body };
}

function shapeIn(call: Call): (state: GitHubState) => RepositoryShape {
  return (state) => repositoryShape({ ...call, state }, `${state.owner}/${state.name}`);
}

function getPermission(call: Call): SandboxResponse {
  const name = param(call, 'username');
  const user = call.state.users.find(({ login }) => login.toLowerCase() === name.toLowerCase());
  if (user === undefined) throw new Refusal(404, `${name} is not a user`);
  // On a public repository everybody may read.
  const isPublic = call.state.visibility === 'public';
  const role = user.permission === 'none' && isPublic ? 'read' : user.permission;
  const body = {
    permission: LEGACY[role],
    role_name: role,
    user: { ...userShape(call, user.login), role_name: role, permissions: flags(role) },
  };
  return { status: 200, body };
}

function flags(role: Permission): Record<string, boolean> {
  const reached = ROLES.indexOf(role);
  const words = ['pull', 'triage', 'push', 'maintain', 'admin'];
  return Object.fromEntries(words.map((word, rank) => [word, rank <= reached]));
}
