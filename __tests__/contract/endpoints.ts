// The table of the eleven endpoints as the document has them: how each is called, what a good answer is, what it refuses.
import { makeRepo } from '../../sandbox/service/small-world.ts';
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
  /** What stands in the address or the body, and what is sent instead: the client itself refuses to send that. */
  readonly spoilt?: readonly [sent: string, instead: string];
}

export interface Row {
  /** Its name in the client's table and in openapi.yaml. */
  readonly name: keyof typeof ENDPOINTS;
  /** Method and path as in the document's list of endpoints. */
  readonly endpoint: string;
  readonly call: Call;
  /** What comes of it: the checked answer, absent fields as null. */
  readonly value: unknown;
  /** As sent: path and query. */
  readonly url: string;
  readonly bad: readonly BadInput[];
  /** Where it must not be sent again when it may have arrived. */
  readonly isSentOnce?: true;
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

const badQuery = (call: Call, spoilt: BadInput['spoilt'] & {}): BadInput => ({
  input: 'a query',
  call,
  type: 'INVALID_QUERY_PARAMS',
  spoilt,
});
const badBody = (call: Call, spoilt: BadInput['spoilt'] & {}): BadInput => ({
  input: 'a body',
  call,
  type: 'INVALID_REQUEST_BODY',
  spoilt,
});
const unknown = (call: Call): BadInput => ({ input: 'an identifier', call, type: 'NOT_FOUND' });

/** Of an endpoint that asks for a repository: what is no ID, and one that is not there. */
const badRepos = (ask: (client: ServiceClient, id: RepoId) => Promise<unknown>): readonly BadInput[] => [
  badQuery((client) => ask(client, repoId), [repoId, 'shop']),
  unknown((client) => ask(client, 'repo_unknown')),
];

const listItem = { id: 'rule_known', ruleName: 'no-empty-catch', createdAt: NOW_MS - 108_000_000 };

/** In the order of the document. */
export const rows: readonly Row[] = [
  {
    name: 'createRule',
    endpoint: 'POST /public/v1/rules',
    call: (client) => client.rules.create({ repoId, input: untyped(fullRequest.input) }),
    value: 'rcr_sandbox_2',
    url: '/public/v1/rules',
    isSentOnce: true,
    bad: [
      unknown(({ rules }) => rules.create({ repoId: 'repo_unknown' })),
      badBody(({ rules }) => rules.create({ repoId, input: { bugIds: ['bug_1'] } }), ['bug_1', 'repo_1']),
    ],
  },
  {
    name: 'listRules',
    endpoint: 'GET /public/v1/rules',
    call: (client) => client.rules.list({ repoId }),
    value: [listItem],
    url: '/public/v1/rules?repo_id=repo_one',
    bad: badRepos((client, id) => client.rules.list({ repoId: id })),
  },
  {
    name: 'listRuleRequests',
    endpoint: 'GET /public/v1/rules/requests',
    call: (client) => client.rules.requests.list({ repoId }),
    value: [fullRequest],
    url: '/public/v1/rules/requests?repo_id=repo_one',
    bad: badRepos((client, id) => client.rules.requests.list({ repoId: id })),
  },
  {
    name: 'getRuleRequest',
    endpoint: 'GET /public/v1/rules/requests/{rcr_id}',
    call: (client) => client.rules.requests.get(requestId),
    value: fullRequest,
    url: '/public/v1/rules/requests/rcr_known',
    bad: [unknown((client) => client.rules.requests.get('rcr_unknown'))],
  },
  {
    name: 'getRule',
    endpoint: 'GET /public/v1/rules/{rule_id}',
    call: (client) => client.rules.get(ruleId),
    value: { ...listItem, ruleFiles: { 'no-empty-catch/rule.txt': 'rule: no-empty-catch\n' } },
    url: '/public/v1/rules/rule_known',
    bad: [unknown((client) => client.rules.get('rule_unknown'))],
  },
  {
    name: 'listBugs',
    endpoint: 'GET /public/v1/bugs',
    call: (client) => client.bugs.list({ repoId, status: 'dismissed', scanId }),
    value: { bugs: [fullBug], total: 1 },
    url: '/public/v1/bugs?repo_id=repo_one&status=dismissed&workflow_request_id=wr_old',
    bad: [
      ...badRepos((client, id) => client.bugs.list({ repoId: id, status: 'pending' })),
      {
        input: 'a scan',
        call: ({ bugs }) => bugs.list({ repoId, status: 'pending', scanId: 'wr_unknown' }),
        type: 'UNKNOWN_WORKFLOW_REQUEST',
      },
    ],
  },
  {
    name: 'getBug',
    endpoint: 'GET /public/v1/bugs/{bug_id}',
    call: (client) => client.bugs.get(bugId),
    value: fullBug,
    url: '/public/v1/bugs/bug_3',
    bad: [unknown((client) => client.bugs.get('bug_unknown'))],
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
    bad: [
      unknown((client) => client.bugs.review('bug_unknown', { state: 'resolved' })),
      badBody(
        (client) => client.bugs.review(bugId, { state: 'dismissed', dismissalReason: 'other' }),
        [',"dismissalReason":"other"', ''],
      ),
    ],
  },
  {
    name: 'getUser',
    endpoint: 'GET /public/v1/user',
    call: (client) => client.user.get(),
    value: { email: 'dev@example.com', orgs: [{ id: 'org_acme', name: 'Acme' }] },
    url: '/public/v1/user',
    bad: [],
  },
  {
    name: 'listRepos',
    endpoint: 'GET /public/v1/repos',
    call: (client) => client.repos.list(),
    value: { repos: [makeRepo('one'), makeRepo('two')], total: 2 },
    url: '/public/v1/repos',
    bad: [badQuery((client) => client.repos.list({ limit: 100 }), ['limit=100', 'limit=101'])],
  },
  {
    name: 'listScans',
    endpoint: 'GET /public/v1/scans',
    call: (client) => client.scans.list({ repoId }),
    value: { scans: [fullScan], total: 1 },
    url: '/public/v1/scans?repo_id=repo_one',
    bad: badRepos((client, id) => client.scans.list({ repoId: id })),
  },
];
