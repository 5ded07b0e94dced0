// The table of the eleven endpoints as the document has them: how each is called, what a good answer is, what it refuses.
import type { ENDPOINTS } from '../../src/client/endpoints.ts';
import type {
  BugId,
  KnownErrorType,
  RepoId,
  RuleId,
  RuleRequestId,
  ScanId,
  ServiceClient,
} from '../../src/client/index.ts';
import type { Call } from './harness.ts';
import { fullBug, fullRequest, fullScan, NOW_MS } from './world.ts';

/** A call that the document forbids, or whose identifier names nothing. */
export interface BadInput {
  readonly input: string;
  readonly call: Call;
  readonly type: KnownErrorType;
}

/** One endpoint. */
export interface Row {
  /** Its name in the client's table and in openapi.yaml. */
  readonly name: keyof typeof ENDPOINTS;
  /** Method and path as in the document's list of endpoints. */
  readonly endpoint: string;
  /** A call that names only what is there. */
  readonly call: Call;
  /** What comes of it: the checked answer, absent fields as null. */
  readonly value: unknown;
  /** As sent: path and query. */
  readonly url: string;
  readonly bad: readonly BadInput[];
  /** Whether it may be sent again when it may have arrived. */
  readonly repeats: boolean;
}

const repoId = 'repo_one' as RepoId;
const bugId = 'bug_3' as BugId;
const ruleId = 'rule_known' as RuleId;
const requestId = 'rcr_known' as RuleRequestId;
const scanId = 'wr_old' as ScanId;

/** What the types forbid, for a caller without types. */
function untyped(value: unknown): never {
  return value as never;
}

const badPages = (
  list: (client: ServiceClient, page: { limit?: number; offset?: number }) => Promise<unknown>,
): readonly BadInput[] =>
  [{ limit: 0 }, { limit: 101 }, { limit: 1.5 }, { offset: -1 }, { offset: 0.5 }].map((page) => ({
    input: JSON.stringify(page),
    call: (client) => list(client, page),
    type: 'INVALID_QUERY_PARAMS',
  }));

const badRepos = (
  ask: (client: ServiceClient, id: RepoId) => Promise<unknown>,
  type: KnownErrorType = 'INVALID_QUERY_PARAMS',
): readonly BadInput[] => [
  { input: 'no repo_id', call: (client) => ask(client, untyped(undefined)), type },
  { input: 'repo_id of another form', call: (client) => ask(client, 'one' as RepoId), type },
  {
    input: 'an unknown repo_id',
    call: (client) => ask(client, 'repo_unknown' as RepoId),
    type: 'NOT_FOUND',
  },
];

const badIds = (known: string, ask: (client: ServiceClient, id: string) => Promise<unknown>): readonly BadInput[] => [
  { input: 'an id of another form', call: (client) => ask(client, 'x_1'), type: 'NOT_FOUND' },
  {
    input: 'an unknown id',
    call: (client) => ask(client, `${known}_unknown`),
    type: 'NOT_FOUND',
  },
];

const badReview = (input: string, review: unknown): BadInput => ({
  input,
  call: (client) => client.bugs.review(bugId, untyped(review)),
  type: 'INVALID_REQUEST_BODY',
});

const badRule = (input: string, rule: unknown): BadInput => ({
  input,
  call: (client) => client.rules.create({ repoId, input: untyped(rule) }),
  type: 'INVALID_REQUEST_BODY',
});

const listItem = { id: 'rule_known', ruleName: 'no-empty-catch', createdAt: NOW_MS - 108_000_000 };

const repo = (name: string): object => ({
  id: `repo_${name}`,
  name,
  ownerName: 'acme',
  fullName: `acme/${name}`,
  visibility: 'private',
  primaryBranch: 'main',
  orgId: 'org_acme',
  orgName: 'Acme',
});

/** In the order of the document. */
export const rows: readonly Row[] = [
  {
    name: 'createRule',
    endpoint: 'POST /public/v1/rules',
    call: (client) => client.rules.create({ repoId, input: untyped(fullRequest.input) }),
    value: 'rcr_sandbox_2',
    url: '/public/v1/rules',
    repeats: false,
    bad: [
      ...badRepos((client, id) => client.rules.create({ repoId: id }), 'INVALID_REQUEST_BODY'),
      badRule('a description that is no text', { description: 5 }),
      badRule('bugIds that are no list', { bugIds: 'bug_1' }),
      badRule('bugIds of another form', { bugIds: ['repo_1'] }),
      badRule('commitShas that are no texts', { commitShas: [1] }),
    ],
  },
  {
    name: 'listRules',
    endpoint: 'GET /public/v1/rules',
    call: (client) => client.rules.list({ repoId }),
    value: [listItem],
    url: '/public/v1/rules?repo_id=repo_one',
    repeats: true,
    bad: badRepos((client, id) => client.rules.list({ repoId: id })),
  },
  {
    name: 'listRuleRequests',
    endpoint: 'GET /public/v1/rules/requests',
    call: (client) => client.rules.requests.list({ repoId }),
    value: [fullRequest],
    url: '/public/v1/rules/requests?repo_id=repo_one',
    repeats: true,
    bad: badRepos((client, id) => client.rules.requests.list({ repoId: id })),
  },
  {
    name: 'getRuleRequest',
    endpoint: 'GET /public/v1/rules/requests/{rcr_id}',
    call: (client) => client.rules.requests.get(requestId),
    value: fullRequest,
    url: '/public/v1/rules/requests/rcr_known',
    repeats: true,
    bad: badIds('rcr', (client, id) => client.rules.requests.get(id as RuleRequestId)),
  },
  {
    name: 'getRule',
    endpoint: 'GET /public/v1/rules/{rule_id}',
    call: (client) => client.rules.get(ruleId),
    value: { ...listItem, ruleFiles: { 'no-empty-catch/rule.txt': 'rule: no-empty-catch\n' } },
    url: '/public/v1/rules/rule_known',
    repeats: true,
    bad: badIds('rule', (client, id) => client.rules.get(id as RuleId)),
  },
  {
    name: 'listBugs',
    endpoint: 'GET /public/v1/bugs',
    call: (client) => client.bugs.list({ repoId, status: 'dismissed', scanId }),
    value: { bugs: [fullBug], total: 1 },
    url: '/public/v1/bugs?repo_id=repo_one&status=dismissed&workflow_request_id=wr_old',
    repeats: true,
    bad: [
      ...badRepos((client, id) => client.bugs.list({ repoId: id, status: 'pending' })),
      {
        input: 'no status',
        call: (client) => client.bugs.list({ repoId, status: untyped(undefined) }),
        type: 'INVALID_QUERY_PARAMS',
      },
      {
        input: 'a status that there is not',
        call: (client) => client.bugs.list({ repoId, status: untyped('open') }),
        type: 'INVALID_QUERY_PARAMS',
      },
      {
        input: 'workflow_request_id of another form',
        call: (client) => client.bugs.list({ repoId, status: 'pending', scanId: 'old' as typeof scanId }),
        type: 'INVALID_QUERY_PARAMS',
      },
      {
        input: 'an unknown workflow_request_id',
        call: (client) => client.bugs.list({ repoId, status: 'pending', scanId: 'wr_unknown' as typeof scanId }),
        type: 'UNKNOWN_WORKFLOW_REQUEST',
      },
      ...badPages((client, page) => client.bugs.list({ repoId, status: 'pending', ...page })),
    ],
  },
  {
    name: 'getBug',
    endpoint: 'GET /public/v1/bugs/{bug_id}',
    call: (client) => client.bugs.get(bugId),
    value: fullBug,
    url: '/public/v1/bugs/bug_3',
    repeats: true,
    bad: badIds('bug', (client, id) => client.bugs.get(id as BugId)),
  },
  {
    name: 'reviewBug',
    endpoint: 'POST /public/v1/bugs/{bug_id}/review',
    call: (client) => client.bugs.review(bugId, { state: 'dismissed', dismissalReason: 'other', notes: 'n' }),
    value: {
      id: 'bfrv_3',
      state: 'dismissed',
      createdAt: NOW_MS,
      dismissalReason: 'other',
      notes: 'n',
      source: 'review',
      jiraStatusName: null,
      linearStateName: null,
      asanaStateName: null,
    },
    url: '/public/v1/bugs/bug_3/review',
    repeats: true,
    bad: [
      ...badIds('bug', (client, id) => client.bugs.review(id as BugId, { state: 'resolved' })),
      badReview('no state', {}),
      badReview('a state that there is not', { state: 'open' }),
      badReview('dismissed without dismissalReason', { state: 'dismissed' }),
      badReview('a dismissalReason that there is not', {
        state: 'dismissed',
        dismissalReason: 'because',
      }),
      badReview('notes that are no text', { state: 'resolved', notes: 5 }),
    ],
  },
  {
    name: 'getUser',
    endpoint: 'GET /public/v1/user',
    call: (client) => client.user.get(),
    value: { email: 'dev@example.com', orgs: [{ id: 'org_acme', name: 'Acme' }] },
    url: '/public/v1/user',
    repeats: true,
    bad: [],
  },
  {
    name: 'listRepos',
    endpoint: 'GET /public/v1/repos',
    call: (client) => client.repos.list(),
    value: { repos: [repo('one'), repo('two')], total: 2 },
    url: '/public/v1/repos',
    repeats: true,
    bad: badPages((client, page) => client.repos.list(page)),
  },
  {
    name: 'listScans',
    endpoint: 'GET /public/v1/scans',
    call: (client) => client.scans.list({ repoId }),
    value: { scans: [fullScan], total: 1 },
    url: '/public/v1/scans?repo_id=repo_one',
    repeats: true,
    bad: [
      ...badRepos((client, id) => client.scans.list({ repoId: id })),
      ...badPages((client, page) => client.scans.list({ repoId, ...page })),
    ],
  },
];
