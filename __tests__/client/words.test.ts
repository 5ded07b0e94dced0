// The words of the client's errors, one line each, in golden/client-errors.txt: what happened, what to do, and what strangers read.
import { type ClientOptions, createClient, type ServiceClient, ServiceClientError } from '../../src/client/index.ts';
import { expectGolden } from '../documents/golden.ts';
import { rowsOf } from '../harness/rows.ts';
import { expect, test } from '../jest.ts';
import { apiError, bug, repo, REPO, REQUEST, ruleRequest, scan, user } from './examples.ts';
import { KEY, recordingClient, rejection, type Reply, serve } from './loopback.ts';

type Ask = (client: ServiceClient) => Promise<unknown>;
const getUser: Ask = ({ user: methods }) => methods.get();
const two = [repo, { ...repo, id: 'repo_2', orgName: 'Other' }];
const page = { text: '<html><body>Blocked</body></html>', headers: { 'content-type': 'text/html' } };

const answers: Readonly<Record<string, readonly [Reply, Ask?]>> = {
  'a wrong key': [{ status: 401, json: apiError(401, 'SERVICE_AUTHENTICATION_ERROR') }],
  'a key without a role': [{ status: 403, json: apiError(403, 'AUTHORIZATION_ERROR', { requiredRole: 'reviewer' }) }],
  'a key without rights': [{ status: 403, json: apiError(403, 'AUTHORIZATION_ERROR') }],
  'an unknown ID': [{ status: 404, json: apiError(404, 'NOT_FOUND') }, ({ bugs }) => bugs.get('bug_1')],
  'a refused query': [{ status: 400, json: apiError(400, 'INVALID_QUERY_PARAMS') }, ({ repos }) => repos.list()],
  'an unknown type': [{ status: 418, json: apiError(418, 'TEAPOT', { message: 'short and stout' }) }],
  'a service that is down': [{ status: 503, json: {} }],
  'a long Retry-After': [{ status: 429, json: {}, headers: { 'retry-after': '3600' } }],
  'a proxy that answers': [{ status: 407, json: {} }],
  'a network with a sign-in': [{ status: 511, json: {} }],
  'a page of HTML with 403': [{ ...page, status: 403 }],
  'a page of HTML with 502': [{ ...page, status: 502 }],
  'a page of HTML with 200': [page],
  'a plain text with 403': [{ status: 403, text: 'error code: 1020' }],
  'another type of content': [{ text: 'x', headers: { 'content-type': 'text/of-acme' } }],
  'an empty body': [{ text: '' }],
  'a missing field': [{ json: { orgs: [] } }],
  'a field of a wrong type': [{ json: { bugs: [{ ...bug, title: 1 }], total: 1 } }, listBugs],
  'a list that changes': [
    { json: { bugs: [], total: 2 } },
    ({ bugs }) => bugs.collect({ repoId: REPO, status: 'pending' }),
  ],
  'a redirect elsewhere': [{ status: 302, headers: { location: 'https://b.test/x?y' } }],
  'a redirect on the same host': [{ status: 302, headers: { location: '/api/public/v1/user?y' } }],
  'a cache': [{ status: 304 }],
  'no repository of that name': [
    { json: { repos: [repo], total: 1, ...user } },
    ({ repos }) => repos.find('acme/none'),
  ],
  'two of that name': [{ json: { repos: two, total: 2 } }, ({ repos }) => repos.find('acme/shop')],
  'rules that failed': [{ json: { ...ruleRequest, status: 'failed' } }, ({ rules }) => rules.requests.wait(REQUEST)],
  'rules that take long': [{ json: { ...ruleRequest, status: 'new' } }, ({ rules }) => rules.requests.wait(REQUEST)],
  'a scan that failed': [{ json: { scans: [{ ...scan, workflowStatus: 'dlq' }], total: 1 } }, waitForScan],
  'a scan that takes long': [{ json: { scans: [{ ...scan, workflowStatus: 'new' }], total: 1 } }, waitForScan],
  'no scan': [{ json: { scans: [], total: 0 } }, waitForScan],
};

function listBugs({ bugs }: ServiceClient): Promise<unknown> {
  return bugs.list({ repoId: REPO, status: 'pending' });
}

function waitForScan({ scans }: ServiceClient): Promise<unknown> {
  return scans.wait({ repoId: REPO, sha: scan.commitSha ?? '' }, { maxPolls: 2 });
}

/** What a `fetch` may throw: name, code and message, and whether the variables of a proxy are in use. */
const connections = rowsOf(`
Error      | ENOTFOUND                      | getaddrinfo ENOTFOUND x.test
Error      | ENOTFOUND                      | getaddrinfo ENOTFOUND x.test | proxy
Error      | EAI_AGAIN                      | getaddrinfo EAI_AGAIN x.test
Error      | ECONNREFUSED                   | connect ECONNREFUSED 10.1.2.3:443
Error      | ECONNREFUSED                   | connect ECONNREFUSED 10.1.2.3:443 | proxy
Error      | ENETUNREACH                    | connect ENETUNREACH 10.1.2.3:443
Error      | ENETUNREACH                    | connect ENETUNREACH 10.1.2.3:443 | proxy
Error      | EADDRNOTAVAIL                  | connect EADDRNOTAVAIL
Error      | ECONNRESET                     | read ECONNRESET
Error      | DEPTH_ZERO_SELF_SIGNED_CERT    | self-signed certificate
Error      | CERT_HAS_EXPIRED               | certificate has expired
Error      | CERT_NOT_YET_VALID             | certificate is not yet valid
Error      | ERR_TLS_CERT_ALTNAME_INVALID   | Host: inner.test. is not in the cert's altnames
Error      | ERR_SSL_WRONG_VERSION_NUMBER   | 1F:error:0A00010B:SSL routines:read:wrong version number:a.c:1:
Error      | ERR_SSL_WRONG_VERSION_NUMBER   | 1F:error:0A00010B:SSL routines:read:wrong version number:a.c:1: | proxy
Error      | ERR_SSL_HANDSHAKE_FAILURE      | 1F:error:0A000410:SSL routines:read:handshake failure:a.c:1:
Error      | UND_ERR_ABORTED                | Request aborted
Error      |                                | bad port
ProxyError |                                | the proxy p.test (HTTPS_PROXY) answered 403 | proxy
ProxyError |                                | the proxy p.test (HTTPS_PROXY) answered 403
`);

const settings: Readonly<Record<string, Partial<ClientOptions>>> = {
  'no address': { baseUrl: '' },
  'no whole address': { baseUrl: 'api.test' },
  'another scheme': { baseUrl: 'ftp://api.test' },
  'http beyond this machine': { baseUrl: 'http://api.test' },
  'user info': { baseUrl: 'https://u:hush@api.test' },
  'a query': { baseUrl: 'https://api.test/?a=1' },
  "the endpoints' own path": { baseUrl: 'https://api.test/public/v1' },
  "GitHub's address": { baseUrl: 'https://api.github.com' },
  'an empty key': { apiKey: ' \n' },
  'a key with its scheme': { apiKey: 'Bearer svc_live_hush' },
  'a key with a line break': { apiKey: 'svc_live_a\nhush' },
  'a number as key': { apiKey: 12_345 as never },
  'a time in words': { timeoutMs: 'hush' as never },
  'too short a time': { timeoutMs: 0 },
  'a misspelt name': { baseURL: 'hush' } as object,
};

const wrong = (value: unknown): never => value as never;
const calls: Readonly<Record<string, Ask>> = {
  'no argument': ({ bugs }) => bugs.get(wrong(undefined)),
  'an ID of another kind': ({ bugs }) => bugs.get(wrong('repo_1')),
  'the key as an ID': ({ bugs }) => bugs.get(wrong(KEY)),
  'a long text as an ID': ({ bugs }) => bugs.get(wrong('x'.repeat(200))),
  'an unknown option': ({ user: methods }) => methods.get(wrong({ timeout: 5 })),
  'the key as a header': ({ user: methods }) => methods.get({ headers: { Authorization: 'x' } }),
  'an unknown state': ({ bugs }) => bugs.list(wrong({ repoId: REPO, status: 'open' })),
  'no state at all': ({ bugs }) => bugs.list({ repoId: REPO, status: [] }),
  'too large a page': ({ repos }) => repos.list({ limit: 500 }),
  'a dismissal without a reason': ({ bugs }) => bugs.review('bug_1', wrong({ state: 'dismissed' })),
  'half a name': ({ repos }) => repos.find('storefront'),
  'a path with a query': (client) => client.request({ method: 'GET', path: '/x?y' }),
  'a path that leads up': (client) => client.request({ method: 'GET', path: '/../x' }),
};

/** Each text that an error has; the public one where it is another. */
function told(error: unknown): string {
  if (!(error instanceof ServiceClientError)) throw error;
  const { name, message } = error;
  const { publicMessage = message } = error as { publicMessage?: string };
  const line = `${name}: ${message}${publicMessage === message ? '' : `\n  in public: ${publicMessage}`}`;
  return line.replace(/127\.0\.0\.1:\d+/g, 'HOST');
}

test('the words of errors are those of the golden file, and hold no secret', async () => {
  const lines: string[] = [];
  const add = (name: string, error: unknown): number => lines.push(`${name}\n  ${told(error)}\n`);
  for (const [name, [reply, ask = getUser]] of Object.entries(answers)) {
    const service = await serve(() => reply);
    add(name, await rejection(ask(recordingClient({ baseUrl: service.baseUrl }).client)));
    await service.close();
  }
  for (const [name = '', code = '', message = '', proxy] of connections) {
    const cause = Object.assign(new Error(message), { name, ...(code !== '' && { code }) });
    const fetch = () => Promise.reject(new TypeError('fetch failed', { cause }));
    const options = { baseUrl: 'https://x.test', fetch, usesProxyVariables: proxy !== undefined };
    const situation = [code || message, proxy === undefined ? '' : 'where a proxy may be set'];
    add(situation.join(' ').trim(), await rejection(getUser(recordingClient(options).client)));
  }
  for (const [name, options] of Object.entries(settings)) {
    const create = (): unknown => createClient({ baseUrl: 'https://api.test', apiKey: KEY, ...options });
    add(name, await rejection(Promise.resolve().then(create)));
  }
  const { client } = recordingClient({ baseUrl: 'https://x.test' });
  for (const [name, ask] of Object.entries(calls)) add(name, await rejection(ask(client)));
  const text = lines.join('\n');
  expectGolden('client-errors.txt', text);
  expect(text).not.toMatch(/hush|12345|Blocked|1020|SSL routines/);
  expect(text).not.toContain(KEY);
});
