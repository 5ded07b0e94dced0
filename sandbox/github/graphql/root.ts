// Answers GraphQL queries: viewer, search, repositories with their pull requests, comments and commits.
import { createHash } from 'node:crypto';
import { repositoryPage, type ServerContext } from '../call.ts';
import type { CommentData, CommitData, PullData, TokenData } from '../data.ts';
import { findCommit, isAssociatedWith, reachableFrom } from '../history.ts';
import { forbidden, mayRead, type Scope } from '../permissions.ts';
import { allRepositories, findRepository, isVisible } from '../reach.ts';
import { nodeId, numericId } from '../shapes/digest.ts';
import { jobsOf } from '../shapes/job.ts';
import { dates } from '../shapes/pull.ts';
import { repositoryIdOf } from '../shapes/repository.ts';
import { association, findUser, userPage } from '../shapes/user.ts';
import type { GitHubState } from '../state.ts';
import { connection, type PageArguments } from './connection.ts';
import { FieldRefusal } from './field-refusal.ts';
import { isFound, MAX_RESULTS, readSearch } from './search.ts';

/** `state` is the home repository's; the others hang on it. */
export interface GraphqlCall extends ServerContext {
  readonly token: TokenData;
}

/** The fields of an object: a value, or a function of the field's arguments. */
type Node = Readonly<Record<string, unknown>>;

interface TimelineArguments extends PageArguments {
  readonly itemTypes?: readonly string[];
}

interface PullFilter extends PageArguments {
  readonly baseRefName?: string;
  readonly states?: readonly string[];
  readonly orderBy?: { readonly field: string; readonly direction: string };
}

/** The fields of the query itself. */
export function rootOf(call: GraphqlCall): Node {
  const { state, token } = call;
  return {
    // Here, and nowhere else in GraphQL, the login of an app ends with `[bot]`.
    viewer: () => ({ ...actorNode(call, token.login), login: token.login }),
    search: ({ query, ...page }: PageArguments & { readonly query: string }) => searchNode(call, query, page),
    repository: ({ owner, name }: { readonly owner: string; readonly name: string }) => {
      const found = findRepository(state, token, { owner, name });
      if (found !== undefined) return repositoryNode({ ...call, state: found });
      const message = `Could not resolve to a Repository with the name '${owner}/${name}'.`;
      throw new FieldRefusal('NOT_FOUND', message);
    },
  };
}

// Sorts newest first, and leaves out what the token must not see.
function searchNode(call: GraphqlCall, query: string, page: PageArguments): Node {
  const search = readSearch(query);
  const found = allRepositories(call.state)
    .filter((state) => isVisible(state, call.token) && mayRead(state, call.token, 'pull-requests'))
    .flatMap((state) =>
      state.pulls.filter((pull) => isFound(search, state, pull)).map((pull) => ({ call: { ...call, state }, pull })),
    )
    .sort((a, b) => Date.parse(dates(b.pull).created_at) - Date.parse(dates(a.pull).created_at));
  return {
    issueCount: found.length,
    ...connection(
      {
        items: found.slice(0, MAX_RESULTS),
        placeOf: ({ call: { state }, pull }) => [
          Date.parse(dates(pull).created_at),
          numericId(`pull ${state.owner}/${state.name} ${pull.number}`),
        ],
        isDescending: true,
        toNode: (each) => pullNode(each.call, each.pull),
      },
      page,
    ),
  };
}

// `state` of the call is this repository's.
function repositoryNode(call: GraphqlCall): Node {
  const { state } = call;
  const fullName = `${state.owner}/${state.name}`;
  const id = repositoryIdOf(fullName);
  return {
    databaseId: id,
    id: nodeId('Repository', id),
    name: state.name,
    nameWithOwner: fullName,
    url: repositoryPage(call),
    visibility: state.visibility.toUpperCase(),
    isPrivate: state.visibility !== 'public',
    isArchived: state.isArchived,
    isDisabled: state.isDisabled,
    hasIssuesEnabled: state.hasIssues,
    owner: actorNode(call, state.owner),
    defaultBranchRef: () => {
      requireRead(call, 'contents');
      const tip = findCommit(state, state.defaultBranch);
      const name = state.defaultBranch;
      return tip === undefined ? null : { id: nodeId('Ref', name), name, target: commitNode(call, tip) };
    },
    object: ({ oid, expression }: { readonly oid?: string; readonly expression?: string }) => {
      requireRead(call, 'contents');
      if (expression === 'HEAD:.github/workflows') return workflowsNode(state);
      const commit = findCommit(state, oid ?? expression ?? '');
      return commit === undefined ? null : commitNode(call, commit);
    },
    pullRequest: ({ number }: { readonly number: number }) => {
      requireRead(call, 'pull-requests');
      const pull = state.pulls.find((candidate) => candidate.number === number);
      if (pull !== undefined) return pullNode(call, pull);
      const message = `Could not resolve to a PullRequest with the number of ${number}.`;
      throw new FieldRefusal('NOT_FOUND', message);
    },
    pullRequests: (filter: PullFilter) => {
      requireRead(call, 'pull-requests');
      return pullsOf(call, filter);
    },
  };
}

// It is null where the default branch has no such folder.
function workflowsNode({ workflows }: GitHubState): Node | null {
  if (workflows === null) return null;
  const files = Object.entries(workflows);
  return {
    ...gitObject('Tree', files.map(([name]) => name).join()),
    entries: files.map(([name, text]) => ({ name, object: { ...gitObject('Blob', text), text } })),
  };
}

function gitObject(kind: 'Blob' | 'Tree', content: string): Node {
  const oid = createHash('sha1').update(`${kind} ${content}`).digest('hex');
  return { __typename: kind, id: nodeId(kind, oid), oid, abbreviatedOid: oid.slice(0, 7) };
}

function requireRead({ state, token }: GraphqlCall, scope: Scope): void {
  if (!mayRead(state, token, scope)) throw new FieldRefusal('FORBIDDEN', forbidden(token).message);
}

// Without an order they come oldest first, unlike in REST.
function pullsOf(
  call: GraphqlCall,
  { states = [], baseRefName, orderBy, ...page }: PullFilter,
  pulls: readonly PullData[] = call.state.pulls,
): object {
  const time = orderBy?.field === 'UPDATED_AT' ? 'updated_at' : 'created_at';
  return connection(
    {
      items: pulls
        .filter((pull) => states.length === 0 || states.includes(stateOf(pull)))
        .filter(({ base }) => baseRefName === undefined || base.ref === baseRefName),
      placeOf: (pull) => [Date.parse(dates(pull)[time]), pull.number],
      isDescending: orderBy?.direction === 'DESC',
      toNode: (pull) => pullNode(call, pull),
    },
    page,
  );
}

function stateOf({ state, merged }: PullData): string {
  return merged === true ? 'MERGED' : state.toUpperCase();
}

function pullNode(call: GraphqlCall, pull: PullData): Node {
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
    merged: pull.merged === true,
    closed: pull.state === 'closed',
    createdAt: times.created_at,
    updatedAt: times.updated_at,
    closedAt: times.closed_at,
    mergedAt: times.merged_at,
    reviewDecision: pull.reviewDecision ?? null,
    url: `${repositoryPage(call)}/pull/${number}`,
    author: () => actorNode(call, pull.user),
    isCrossRepository: head.repository !== `${call.state.owner}/${call.state.name}`,
    repository: () => repositoryNode(call),
    changedFiles: pull.files.length,
    commits: { totalCount: pull.commits.length },
    comments: (page: PageArguments) => commentsOf(call, pull, page),
    timelineItems: (wanted: TimelineArguments) => timelineOf(call, pull, wanted),
    statusCheckRollup: () => rollupNode(call, head.sha),
  };
}

// Of the things that happen to a pull request only force pushes are known here.
function timelineOf(call: GraphqlCall, pull: PullData, { itemTypes, ...page }: TimelineArguments): object {
  if (itemTypes?.join() !== 'HEAD_REF_FORCE_PUSHED_EVENT')
    throw new Error('Only HEAD_REF_FORCE_PUSHED_EVENT of a timeline is emulated.');
  const pushes = (pull.formerHeads ?? []).map((before, at) => ({ before, at }));
  return connection(
    {
      items: pushes,
      placeOf: ({ at }) => [at, 0],
      toNode: ({ before, at }) => {
        const commit = before === null ? undefined : findCommit(call.state, before);
        return {
          __typename: 'HeadRefForcePushedEvent',
          id: nodeId('HeadRefForcePushedEvent', `${pull.number} ${at}`),
          beforeCommit: commit === undefined ? null : commitNode(call, commit),
        };
      },
    },
    page,
  );
}

// A commit without checks has none.
function rollupNode(call: GraphqlCall, sha: string): Node | null {
  requireRead(call, 'checks');
  requireRead(call, 'statuses');
  const { state } = call;
  const jobs = state.runs.filter(({ headSha }) => headSha === sha).flatMap((run) => jobsOf(run));
  const made = state.checkRuns.filter(({ headSha }) => headSha === sha);
  const nodes = [
    ...[...jobs, ...made].map(({ name }) => ({ __typename: 'CheckRun', id: nodeId('CheckRun', name), name })),
    ...(state.statuses[sha] ?? []).map((context) => ({
      ...{ __typename: 'StatusContext', id: nodeId('StatusContext', context), context },
    })),
  ];
  const contexts = (page: PageArguments): object =>
    connection({ items: nodes, placeOf: (node) => [nodes.indexOf(node), 0], toNode: (node) => node }, page);
  return nodes.length === 0 ? null : { id: nodeId('StatusCheckRollup', sha), contexts };
}

function commentsOf(call: GraphqlCall, { number }: PullData, page: PageArguments): object {
  return connection(
    {
      items: call.state.comments.filter(({ issue }) => issue === number),
      placeOf: ({ id }) => [id, 0],
      toNode: (comment) => commentNode(call, comment),
    },
    page,
  );
}

function commentNode(call: GraphqlCall, { id, issue, body, createdAt, updatedAt, user }: CommentData): Node {
  return {
    id: nodeId('IssueComment', id),
    databaseId: id,
    body,
    createdAt,
    updatedAt,
    author: () => actorNode(call, user),
    authorAssociation: association(call, user),
    url: `${repositoryPage(call)}/pull/${issue}#issuecomment-${id}`,
  };
}

// An account that was deleted is nobody; a bot's login comes without the `[bot]` of REST.
function actorNode(context: ServerContext, login: string): Node | null {
  if (login === 'ghost') return null;
  const { type, login: name, id } = findUser(context, login);
  const bare = name.replace(/\[bot\]$/, '');
  const url = userPage(context, { type, login: name });
  return { __typename: type, id: nodeId(type, id), databaseId: id, login: bare, url };
}

function commitNode(call: GraphqlCall, commit: CommitData): Node {
  const { sha, message, date, parents } = commit;
  return {
    __typename: 'Commit',
    id: nodeId('Commit', sha),
    oid: sha,
    abbreviatedOid: sha.slice(0, 7),
    message,
    committedDate: date,
    url: `${repositoryPage(call)}/commit/${sha}`,
    associatedPullRequests: (page: PageArguments) => {
      requireRead(call, 'pull-requests');
      return pullsOf(call, page, call.state.pulls.filter(isAssociatedWith(call.state, sha)));
    },
    parents: (page: PageArguments) => {
      const known = parents.flatMap((parent) => findCommit(call.state, parent) ?? []);
      return commitList(call, known, page);
    },
    history: (page: PageArguments) => commitList(call, reachableFrom(call.state, commit), page),
  };
}

function commitList(call: GraphqlCall, commits: readonly CommitData[], page: PageArguments): object {
  const places = new Map(commits.map(({ sha }, index) => [sha, index]));
  return connection(
    {
      items: commits,
      placeOf: ({ sha }) => [places.get(sha) ?? 0, 0],
      toNode: (commit) => commitNode(call, commit),
    },
    page,
  );
}
