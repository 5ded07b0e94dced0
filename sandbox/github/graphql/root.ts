// The things that GraphQL queries reach: viewer, rate limit, repositories with their pull requests, comments and commits.
import { repositoryPage, type ServerContext } from '../call.ts';
import type { CommentData, CommitData, PullData } from '../data.ts';
import { findCommit, reachableFrom } from '../history.ts';
import { forbidden, mayRead, type Scope } from '../permissions.ts';
import { findRepository } from '../reach.ts';
import { nodeId, numericId } from '../shapes/digest.ts';
import { dates } from '../shapes/pull.ts';
import { association, findUser } from '../shapes/user.ts';
import { POINTS_PER_HOUR, timestamp } from '../state.ts';
import { connection, type PageArguments } from './connection.ts';
import { FieldRefusal, type QueryContext } from './query.ts';

type Node = Readonly<Record<string, unknown>>;

interface PullFilter extends PageArguments {
  readonly states?: readonly string[];
  readonly headRefName?: string;
  readonly baseRefName?: string;
  readonly orderBy?: { readonly field: string; readonly direction: string };
}

/** The fields of the query itself. */
export function rootOf(context: QueryContext): Node {
  const { state, token, cost, nodeCount } = context;
  return {
    viewer: { login: token.login },
    rateLimit: {
      cost,
      nodeCount,
      limit: POINTS_PER_HOUR,
      remaining: state.pointsLeft,
      used: POINTS_PER_HOUR - state.pointsLeft,
      resetAt: timestamp(state.pointsResetMs),
    },
    repository: ({ owner, name }: { readonly owner: string; readonly name: string }) => {
      const found = findRepository(state, token, { owner, name });
      if (found !== undefined) return repositoryNode({ ...context, state: found });
      const message = `Could not resolve to a Repository with the name '${owner}/${name}'.`;
      throw new FieldRefusal('NOT_FOUND', message);
    },
  };
}

// `state` of the context is this repository's.
function repositoryNode(context: QueryContext): Node {
  const { state } = context;
  const fullName = `${state.owner}/${state.name}`;
  return {
    ...namesOf(fullName),
    url: repositoryPage(context),
    visibility: state.visibility.toUpperCase(),
    isPrivate: state.visibility !== 'public',
    isArchived: state.isArchived,
    isFork: false,
    hasIssuesEnabled: state.hasIssues,
    owner: actorNode(context, state.owner),
    defaultBranchRef: () => {
      requireRead(context, 'contents');
      const tip = findCommit(state, state.defaultBranch);
      if (tip === undefined) return null;
      const target = commitNode(context, tip);
      return { __typename: 'Ref', name: state.defaultBranch, prefix: 'refs/heads/', target };
    },
    object: ({ oid, expression }: { readonly oid?: string; readonly expression?: string }) => {
      requireRead(context, 'contents');
      const commit = findCommit(state, oid ?? expression ?? '');
      return commit === undefined ? null : commitNode(context, commit);
    },
    pullRequest: ({ number }: { readonly number: number }) => {
      requireRead(context, 'pull-requests');
      const pull = state.pulls.find((candidate) => candidate.number === number);
      if (pull !== undefined) return pullNode(context, pull);
      const message = `Could not resolve to a PullRequest with the number of ${number}.`;
      throw new FieldRefusal('NOT_FOUND', message);
    },
    pullRequests: (args: PullFilter) => {
      requireRead(context, 'pull-requests');
      return pullsOf(context, args);
    },
  };
}

function namesOf(fullName: string): Node {
  const id = numericId(`repository ${fullName}`);
  return {
    __typename: 'Repository',
    id: nodeId('Repository', id),
    databaseId: id,
    name: fullName.split('/')[1],
    nameWithOwner: fullName,
  };
}

function requireRead({ state, token }: QueryContext, scope: Scope): void {
  if (!mayRead(state, token, scope)) throw new FieldRefusal('FORBIDDEN', forbidden(token).message);
}

// Oldest first where no order is asked for, unlike in REST.
function pullsOf(context: QueryContext, args: PullFilter): object {
  const { states, headRefName, baseRefName, orderBy } = args;
  const { field, direction } = orderBy ?? { field: 'CREATED_AT', direction: 'ASC' };
  if (field !== 'CREATED_AT' && field !== 'UPDATED_AT')
    throw new FieldRefusal('NOT_EMULATED', `The local GitHub does not sort by ${field}.`);
  const timeOf = (pull: PullData): string => (field === 'CREATED_AT' ? dates(pull).created_at : dates(pull).updated_at);
  const items = context.state.pulls.filter(
    (pull) =>
      (states === undefined || states.length === 0 || states.includes(stateOf(pull))) &&
      (headRefName === undefined || pull.head.ref === headRefName) &&
      (baseRefName === undefined || pull.base.ref === baseRefName),
  );
  return connection(
    {
      items,
      placeOf: (pull) => [Date.parse(timeOf(pull)), pull.number],
      isDescending: direction === 'DESC',
      toNode: (pull) => pullNode(context, pull),
    },
    args,
  );
}

function stateOf({ state, merged }: PullData): string {
  if (merged === true) return 'MERGED';
  return state.toUpperCase();
}

function pullNode(context: QueryContext, pull: PullData): Node {
  const { number, title, head, base } = pull;
  const id = numericId(`pull ${number}`);
  const times = dates(pull);
  return {
    __typename: 'PullRequest',
    id: nodeId('PullRequest', id),
    databaseId: id,
    number,
    title,
    body: pull.body ?? '',
    state: stateOf(pull),
    isDraft: pull.draft,
    headRefOid: head.sha,
    headRefName: head.ref,
    baseRefOid: base.sha,
    baseRefName: base.ref,
    locked: pull.locked === true,
    merged: pull.merged === true,
    createdAt: times.created_at,
    updatedAt: times.updated_at,
    closed: pull.state === 'closed',
    closedAt: times.closed_at,
    mergedAt: times.merged_at,
    url: `${repositoryPage(context)}/pull/${number}`,
    author: () => actorNode(context, pull.user),
    isCrossRepository: head.repository !== `${context.state.owner}/${context.state.name}`,
    headRepository: () => (head.repository === null ? null : namesOf(head.repository)),
    headRepositoryOwner: () => actorNode(context, head.repository?.split('/')[0] ?? 'ghost'),
    comments: (args: PageArguments) => commentsOf(context, pull, args),
  };
}

function commentsOf(context: QueryContext, { number }: PullData, args: PageArguments): object {
  return connection(
    {
      items: context.state.comments.filter(({ issue }) => issue === number),
      placeOf: ({ id }) => [id, 0],
      toNode: (comment) => commentNode(context, comment, number),
    },
    args,
  );
}

function commentNode(context: QueryContext, comment: CommentData, number: number): Node {
  const { id, body, createdAt, updatedAt, user } = comment;
  return {
    __typename: 'IssueComment',
    id: nodeId('IssueComment', id),
    databaseId: id,
    fullDatabaseId: String(id),
    body,
    createdAt,
    updatedAt,
    author: () => actorNode(context, user),
    authorAssociation: association(context, user),
    viewerDidAuthor: user === context.token.login,
    isMinimized: false,
    url: `${repositoryPage(context)}/pull/${number}#issuecomment-${id}`,
  };
}

// An account that was deleted is nobody; a bot's login comes without the `[bot]` of REST.
function actorNode(context: ServerContext, login: string): Node | null {
  if (login === 'ghost') return null;
  const { type, login: name, id } = findUser(context, login);
  const bare = name.replace(/\[bot\]$/, '');
  const path = type === 'Bot' ? `apps/${bare}` : bare;
  return { __typename: type, id: nodeId(type, id), databaseId: id, login: bare, url: `${context.links.html}/${path}` };
}

function commitNode(context: QueryContext, commit: CommitData): Node {
  const { sha, message, date, parents } = commit;
  return {
    __typename: 'Commit',
    id: nodeId('Commit', sha),
    oid: sha,
    abbreviatedOid: sha.slice(0, 7),
    message,
    messageHeadline: message.split('\n')[0],
    committedDate: date,
    authoredDate: date,
    url: `${repositoryPage(context)}/commit/${sha}`,
    parents: (args: PageArguments) =>
      commitList(
        context,
        parents.flatMap((parent) => findCommit(context.state, parent) ?? []),
        args,
      ),
    history: (args: PageArguments) => commitList(context, reachableFrom(context.state, commit), args),
  };
}

// In the order given.
function commitList(context: QueryContext, commits: readonly CommitData[], args: PageArguments): object {
  const places = new Map(commits.map(({ sha }, index) => [sha, index]));
  return connection(
    {
      items: commits,
      placeOf: ({ sha }) => [places.get(sha) ?? 0, 0],
      toNode: (commit) => commitNode(context, commit),
    },
    args,
  );
}
