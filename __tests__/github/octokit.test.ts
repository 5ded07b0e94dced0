// The rules of the connection to GitHub: what is tried again and when, and which answers are no answers.
import type { FaultEffect, FaultRule } from '../../sandbox/faults.ts';
import { toWhat } from '../../src/documents/causes.ts';
import { fetchComments } from '../../src/github/comment.ts';
import { isGitHubFailure, readFailure } from '../../src/github/failure.ts';
import { gitHubFault } from '../../src/github/fault.ts';
import { findGates } from '../../src/github/find-gates.ts';
import { divisible, isTooHeavy, NO_DATA, queryGitHub } from '../../src/github/graphql.ts';
import { limitPullRequests, limitRequests, type Octokit, openOctokit, OPTIONAL } from '../../src/github/octokit.ts';
import { fetchCommits, fetchFiles, fetchPull } from '../../src/github/pull-request.ts';
import { fetchNamedPulls } from '../../src/insights/merged-pulls.ts';
import { lasts } from '../../src/judgement/cause.ts';
import { ShareError } from '../../src/judgement/errors.ts';
import { systemClock } from '../../src/net/clock.ts';
import type { FetchLike } from '../../src/net/fetch.ts';
import { createRedactor } from '../../src/net/redact.ts';
import type { TransportOptions } from '../../src/net/transport.ts';
import { rowsOf } from '../harness/rows.ts';
import { describe, expect, it } from '../jest.ts';
import { ISSUE, NOW_MS, rejection, REPO, sha } from '../sandbox/github-world.ts';
import { type Connection, type ConnectionOptions, PLACE, withConnection } from './connection.ts';

const explain = (error: unknown, doing: string, permission: string): string =>
  toWhat(gitHubFault(error, { doing, permission }));

const PULL = { owner: PLACE.owner, repo: PLACE.repo, pull_number: PLACE.number };
const PULL_PATH = '/repos/acme/shop/pulls/7';
const COMMENTS_PATH = '/repos/acme/shop/issues/7/comments';

const TOKEN = 'ghs_0123456789abcdefghijklmnopqrstuvwxyzAB';

/** An octokit whose answers are the test's, and whose waits pass at once. */
function toNowhere(fetch: FetchLike, clock: Partial<TransportOptions['clock']> = {}): Octokit {
  return openOctokit({
    token: TOKEN,
    baseUrl: 'http://127.0.0.1:1',
    fetch,
    redactor: createRedactor([TOKEN]),
    signal: new AbortController().signal,
    clock: { ...systemClock, wait: () => Promise.resolve(), ...clock },
  });
}

it.each([
  [TOKEN, `token ${TOKEN}`],
  // A JWT behind the prefix.
  ...[`ghs_${'eyJ0'.repeat(9)}.${'a1-_'.repeat(98)}.${'Zz09'.repeat(21)}`].map((token) => [token, `bearer ${token}`]),
])('a token goes to GitHub as it is, and is in no error: %.20s', async (token = '', sent = '') => {
  const headers: unknown[] = [];
  const octokit = openOctokit({
    ...{ token, baseUrl: 'http://127.0.0.1:1', redactor: createRedactor([token]) },
    ...{ signal: new AbortController().signal, clock: systemClock },
    fetch: (_, init) => {
      headers.push(init?.headers?.['authorization']);
      return Promise.resolve(Response.json({ message: `no ${token}` }, { status: 403 }));
    },
  });
  const error = await rejection(octokit.rest.pulls.get(PULL));
  expect(headers).toEqual([sent]);
  expect(explain(error, 'read it', 'x: read')).not.toContain(token.slice(0, 16));
});

const withType = (status: number, type: string): ResponseInit => ({ status, headers: { 'content-type': type } });

const query = ({ octokit }: Connection) => queryGitHub(octokit, 'query { viewer { login } }');

const head = async ({ octokit }: Connection) => (await fetchPull(octokit, PLACE)).headSha;
const createComment = ({ octokit }: Connection) => octokit.rest.issues.createComment({ ...ISSUE, body: 'Hello' });

/** A request of each kind: those that change a comment or delete it create one before. */
const CALLS: Readonly<Record<string, (connection: Connection) => Promise<unknown>>> = {
  read: head,
  create: createComment,
  update: async (connection) => {
    const { data } = await createComment(connection);
    return await connection.octokit.rest.issues.updateComment({ ...REPO, comment_id: data.id, body: 'Bye' });
  },
  delete: async (connection) => {
    const { data } = await createComment(connection);
    return await connection.octokit.rest.issues.deleteComment({ ...REPO, comment_id: data.id });
  },
};

/** What goes wrong, the request that meets it, how it ends, and the waits in between: 250 and 500 ms with a chance of one half. */
const TRIES = `
GET PULL first=2 status=408                             | read   | done      | 250 500
GET PULL first=2 status=500                             | read   | done      | 250 500
GET PULL first=2 status=504                             | read   | done      | 250 500
GET PULL nth=1 reset=before                             | read   | done      | 250
GET PULL nth=1 reset=middle                             | read   | done      | 250
GET PULL nth=1 truncate                                 | read   | done      | 250
GET PULL nth=1 html                                     | read   | done      | 250
GET PULL nth=1 empty                                    | read   | done      | 250
GET PULL status=500                                     | read   | 500       | 250 500 1000
GET PULL status=400                                     | read   | 400       |
GET PULL status=403                                     | read   | 403       |
GET PULL status=404                                     | read   | 404       |
GET PULL status=501                                     | read   | 501       |
GET PULL nth=1 status=403 retry-after=7                 | read   | done      | 7000
GET PULL nth=1 status=429 retry-after=7                 | read   | done      | 7000
GET PULL nth=1 status=429 retry-after=7 header=content-type:application/problem+json | read | done | 7000
GET PULL nth=1 status=429 retry-after=7 header=content-type:none;; | read | done | 7000
GET PULL status=403 retry-after=61                      | read   | 403 limit |
POST COMMENTS status=403 header=content-type:application/problem+json | create | 403 |
POST COMMENTS status=403 header=content-type:none;;     | create | 403       |
POST COMMENTS status=502                                | create | 502       |
POST COMMENTS reset=before                              | create | no status |
POST COMMENTS truncate                                  | create | no status |
POST COMMENTS empty=201                                 | create | done      |
POST COMMENTS nth=1 status=429 retry-after=2            | create | done      | 2000
PATCH * nth=1 status=500                                | update | done      | 250
PATCH * nth=1 reset=middle                              | update | done      | 250
PATCH * empty=200                                       | update | no status | 250 500 1000
DELETE * nth=1 status=503                               | delete | done      | 250
DELETE * empty=200                                      | delete | done      |
`;

it.each(rowsOf(TRIES))('%s: %s is %s, after waits of "%s"', (fault = '', call = '', ends, waits) =>
  withConnection(
    { faults: [fault.replace('PULL', PULL_PATH).replace('COMMENTS', COMMENTS_PATH)] },
    async (connection) => {
      const run = CALLS[call];
      if (run === undefined) throw new Error(`no request is called ${call}`);
      const ended = await run(connection).then(
        () => 'done',
        (error: unknown) => {
          const { status, rateLimited } = readFailure(error);
          return `${status ?? 'no status'}${rateLimited ? ' limit' : ''}`;
        },
      );
      expect([ended, connection.waits.join(' ')]).toEqual([ends, waits]);
    },
  ),
);

describe('a read', () => {
  it.each([
    ['truncate', 'outage', 'broken'],
    ['html', 'outage', 'broken'],
    ['html=502', 'outage', 'down'],
    ['redirect=http://127.0.0.1:1/', 'surroundings', undefined],
    ['status=304 body=""', 'refused', undefined],
    ['reset=before', 'outage', 'down'],
  ])('that fails is told by whether an answer came (%s)', (fault, kind, how) =>
    withConnection({ faults: [`GET ${PULL_PATH} ${fault}`] }, async (connection) => {
      const { cause } = gitHubFault(await rejection(head(connection)), { doing: 'read it', permission: '' });
      expect([cause.kind, 'how' in cause ? cause.how : undefined]).toEqual([kind, how]);
    }),
  );

  it.each(
    rowsOf(`
Bad gateway <p>Try <a href="http://x.test">here</a></p>         | text/html                | an HTML page
Bad gateway                                                     | text/html; charset=utf-8 | an HTML page
LINES<div>Bad gateway</div>                                     | text/plain               | an HTML page
WORDS<html>Bad gateway</html>                                   | text/plain               | an HTML page
<?xml version="1.0"?><Error><Code>SlowDown</Code></Error>       | application/xml          | an XML document
<?xml version="1.0"?><Error><Code>SlowDown</Code></Error>       | text/plain               | an XML document
<?xml version="1.0"?><!DOCTYPE html><html>Bad gateway</html>    | text/plain               | an HTML page
`),
  )('that is refused with a page names it, and quotes nothing: %s (%s)', async (page = '', type = '', says) => {
    const text = page.replace('LINES', '\n'.repeat(150)).replace('WORDS', 'word '.repeat(240));
    const octokit = toNowhere(() => Promise.resolve(new Response(text, withType(502, type))));
    expect(explain(await rejection(fetchPull(octokit, PLACE)), 'read it', '')).toContain(`502 with ${says}.`);
  });

  it('that is refused with a text that is no page quotes it', async () => {
    const octokit = toNowhere(() => Promise.resolve(new Response('upstream: 1 < 2', withType(502, 'text/plain'))));
    expect(explain(await rejection(fetchPull(octokit, PLACE)), 'read it', '')).toContain('502 (upstream: 1 < 2)');
  });

  it.each<[number, string, boolean]>([
    [301, '/repositories/1/pulls/7', true],
    [307, '/repositories/1', true],
    [302, '/login?return_to=/repositories/1', false],
    [301, '/repositories/', false],
  ])('is not tried again after a redirect, which would lead as far away (%i to %s)', (status, path, isRenamed) =>
    withConnection({}, async (connection) => {
      const location = `${connection.github.url}${path}`;
      connection.faults.add({ path: PULL_PATH, effect: { kind: 'redirect', status, location } });
      const error = await rejection(head(connection));
      expect(explain(error, 'read it', 'x: read')).toContain(
        isRenamed ? 'acme/shop was renamed' : `a redirect (${status})`,
      );
      expect(connection.github.requests).toHaveLength(1);
      expect(connection.waits).toEqual([]);
    }),
  );

  it.each([
    ['another host', 302, 'http://login.example.com/saml?x=1', 'network'],
    ['another host, with a status of renames', 301, 'https://ghe.example.com/api/v3/repos/acme/shop', 'network'],
    ['another page of GitHub', 302, '/login', undefined],
  ])('says that %s would answer a second run too', (_, status, to, part) =>
    withConnection({}, async (connection) => {
      const location = new URL(to, connection.github.url).href;
      connection.faults.add({ path: PULL_PATH, effect: { kind: 'redirect', status, location } });
      const fault = gitHubFault(await rejection(head(connection)), { doing: 'read it', permission: 'x: read' });
      expect([fault.reason, lasts(fault.cause), fault.cause]).toEqual([
        ...['github-error', true],
        expect.objectContaining(part === undefined ? { kind: 'refused' } : { kind: 'surroundings', part }),
      ]);
    }),
  );
});

it.each<[unknown, string]>([
  ...[5, true, [], ['x'], {}, '', { message: null }, { message: 7 }, { message: ['x'] }].map(
    (body): [unknown, string] => [body, 'it gives no reason'],
  ),
  [{ message: { toString: 1 } }, 'it gives no reason'],
  [{ message: { a: 1 }, documentation_url: 'https://docs.github.com/rest' }, 'it gives no reason'],
  [{ message: 'Gone', documentation_url: { toString: 1 } }, 'Gone'],
  [{ message: 'Gone', errors: { toString: 1 } }, 'Gone'],
  // Controls: what GitHub documents.
  ['Gone', 'Gone'],
  [{ message: 'Gone', errors: ['x'] }, 'Gone: "x"'],
  [{ message: 'Gone', documentation_url: 'https://a.test' }, 'Gone - https://a.test'],
])('a refusal is told in its own words where those are text: %j', (body, words) =>
  withConnection({}, async (connection) => {
    connection.faults.add({ path: '/repos/acme/shop', effect: { kind: 'status', status: 404, body } });
    const error = await rejection(connection.octokit.rest.repos.get(REPO));
    expect(isGitHubFailure(error)).toBe(true);
    expect(explain(error, 'read it', '')).toContain(`404 (${words})`);
  }),
);

it('a refusal that is null has no reason', async () => {
  const octokit = toNowhere(() => Promise.resolve(Response.json(null, { status: 404 })));
  expect(explain(await rejection(octokit.rest.repos.get(REPO)), 'read it', '')).toContain('404 (it gives no reason).');
});

describe('an answer of GraphQL', () => {
  const data = { viewer: { login: 'octocat' } };
  const ask = ({ octokit }: Connection) => queryGitHub(octokit, 'query { viewer { login } }');
  const answering = (body: unknown): ConnectionOptions => ({
    faults: [{ path: '/graphql', effect: { kind: 'status', status: 200, body } }],
  });

  it.each([
    ...[7, 'x', true],
    ...['x', {}, true, 7, [null], [5], ['x'], [{ message: { toString: 1 } }]].map((errors) => ({ errors })),
    { data, errors: [5] },
    { data, errors: 'x' },
  ])('of another form is tried again, and is none: %j', (body) =>
    withConnection(answering(body), async (connection) => {
      const error = await rejection(ask(connection));
      expect(isGitHubFailure(error)).toBe(true);
      expect(explain(error, 'read it', '')).toContain('the form of GraphQL');
      expect(connection.github.requests).toHaveLength(4);
    }),
  );

  it('of another form is none: null', async () => {
    const octokit = toNowhere(() => Promise.resolve(Response.json(null)));
    const error = await rejection(queryGitHub(octokit, 'query { viewer { login } }'));
    expect(explain(error, 'read it', '')).toContain('the form of GraphQL');
  });

  it.each([
    [{ data }, []],
    [{ data, errors: null }, []],
    [{ data, errors: [] }, []],
    [{ data, errors: [{}] }, [{ type: null, message: '', path: [] }]],
    [{ data, errors: [{ type: 7, message: 'm', path: 'x' }] }, [{ type: null, message: 'm', path: [] }]],
  ])('is taken with whatever errors it has: %j', (body, errors) =>
    withConnection(answering(body), async (connection) => {
      expect(await ask(connection)).toEqual({ data, errors });
      expect(connection.github.requests).toHaveLength(1);
    }),
  );

  it.each([{}, [], { data: null }, { data: null, errors: [] }])('without data is a refusal: %j', (body) =>
    withConnection(answering(body), async (connection) => {
      expect(await rejection(ask(connection))).toMatchObject({ name: 'GraphqlRefusal' });
    }),
  );
});

describe('the limits of GitHub', () => {
  it('a used-up hour is waited for when it ends soon', () =>
    withConnection({}, async (connection) => {
      const { state } = connection.github;
      state.requestsLeft = 0;
      state.requestsResetMs = connection.now() + 42_000;
      expect(await head(connection)).toBe(sha('b'));
      expect(connection.waits).toEqual([42_000]);
    }));

  it('a used-up hour is an error that says so when it does not', () =>
    withConnection({}, async (connection) => {
      const { state } = connection.github;
      state.requestsLeft = 0;
      state.requestsResetMs = connection.now() + 61_000;
      const failure = readFailure(await rejection(head(connection)));
      expect(failure).toMatchObject({ status: 403, rateLimited: true });
      expect(connection.waits).toEqual([]);
    }));

  it('the secondary limit of creations is waited for', () =>
    withConnection(
      {
        onWait: ({ github }) => {
          github.state.contentCreationsLeft = 1;
        },
      },
      async (connection) => {
        connection.github.state.contentCreationsLeft = 0;
        await createComment(connection);
        expect(connection.waits).toEqual([60_000]);
        expect(connection.github.state.comments).toHaveLength(1);
      },
    ));

  describe('a secondary limit that does not say how long it lasts', () => {
    const body = { message: 'You have exceeded a secondary rate limit.' };
    const limited = (path: string, n: number, status = 403): FaultRule => ({
      path,
      when: { kind: 'first', n },
      effect: { kind: 'status', status, ...(status === 429 ? {} : { body }) },
    });

    it.each([403, 429])('is waited for a minute, also to create (%i)', (status) =>
      withConnection(
        { faults: [limited(PULL_PATH, 1, status), limited('/repos/acme/other/issues/7/comments', 1, status)] },
        async (connection) => {
          expect(await head(connection)).toBe(sha('b'));
          await rejection(connection.octokit.rest.issues.createComment({ ...ISSUE, repo: 'other', body: 'Hello' }));
          expect(connection.waits).toEqual([60_000, 60_000]);
        },
      ),
    );

    it.each<[string, Readonly<Record<string, string>>, readonly number[]]>([
      ...['60, 60', '', '-1', '30.5', '60s', 'tomorrow', '0', 'Thu, 01 Jan 1970 00:00:00 GMT'].map(
        (given): [string, Readonly<Record<string, string>>, readonly number[]] => [
          `Retry-After: ${given}`,
          { 'retry-after': given },
          [60_000],
        ],
      ),
      ...['', '60', '0', '-1', 'soon', '1e9'].map(
        (given): [string, Readonly<Record<string, string>>, readonly number[]] => [
          `x-ratelimit-reset: ${given}`,
          { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': given },
          [60_000],
        ],
      ),
      // Beside them: what can be read is obeyed, each time.
      ['Retry-After: 7', { 'retry-after': '7' }, [7_000, 7_000, 7_000]],
      ['Retry-After: 61', { 'retry-after': '61' }, []],
    ])('is also one with a time that is none (%s)', (_, headers, waits) =>
      withConnection({}, async (connection) => {
        connection.faults.add({ path: PULL_PATH, effect: { kind: 'status', status: 403, body, headers } });
        const failure = readFailure(await rejection(head(connection)));
        expect(failure).toMatchObject({ status: 403, rateLimited: true });
        expect(connection.waits).toEqual(waits);
      }),
    );

    it.each<[string, boolean]>([
      ['API rate limit exceeded for installation ID 1.', true],
      ['API rate limit exceeded for 192.0.2.1. (But here is the good news: …)', true],
      ['API rate limit already exceeded for user ID 1.', true],
      ['You have triggered an abuse detection mechanism.', true],
      ['Sorry, this organization has a rate-limiting proxy.', false],
      ['Unable to create comment because issue is locked.', false],
    ])('is any in which GitHub speaks of it, also without a header: %s', (message, isLimit) =>
      withConnection({}, async (connection) => {
        connection.faults.add({ path: PULL_PATH, effect: { kind: 'status', status: 403, body: { message } } });
        const failure = readFailure(await rejection(head(connection)));
        expect(failure).toMatchObject({ status: 403, rateLimited: isLimit });
        expect(connection.waits).toEqual(isLimit ? [60_000] : []);
      }),
    );

    it.each<[string, (octokit: Octokit, repo: string) => Promise<unknown>]>([
      ['named ones', (octokit, repo) => fetchNamedPulls(octokit, { owner: 'acme', repo }, [1])],
      ['a list', (octokit, repo) => findGates(octokit, { owner: 'acme', repo })],
    ])('costs no other repository its answer, whatever is asked: %s', async (_, ask) => {
      let sent = 0;
      let now = NOW_MS;
      const wait = (ms: number): Promise<void> => {
        now += ms;
        return Promise.resolve();
      };
      const octokit = toNowhere(
        () => {
          sent += 1;
          return Promise.resolve(new Response(JSON.stringify(body), withType(403, 'application/json')));
        },
        { now: () => now, wait },
      );
      const sentFor = async (repo: string): Promise<number> => {
        const before = sent;
        expect(readFailure(await rejection(ask(octokit, repo)))).toMatchObject({ rateLimited: true });
        return sent - before;
      };
      // Each is waited for once; then nothing more is asked about it for a minute.
      expect([await sentFor('one'), await sentFor('one'), await sentFor('two')]).toEqual([2, 0, 2]);
    });

    it('is waited for once, then nothing like it is asked for a minute', () =>
      withConnection({ faults: [limited(PULL_PATH, 99), limited(COMMENTS_PATH, 99)] }, async (connection) => {
        const { github, waits, octokit } = connection;
        for (let times = 0; times < 3; times += 1) {
          const failure = readFailure(await rejection(head(connection)));
          expect(failure).toMatchObject({ status: 403, rateLimited: true });
        }
        expect([github.requests.length, waits]).toEqual([2, [60_000]]);
        // What creates is limited by itself, and another repository has its own minute.
        await rejection(createComment(connection));
        await rejection(createComment(connection));
        expect([github.requests.length, waits]).toEqual([3, [60_000]]);
        await rejection(octokit.rest.repos.get({ owner: 'acme', repo: 'other' }));
        expect(github.requests).toHaveLength(4);
      }));

    it('that several requests meet at once is one, and whoever comes meanwhile waits too', () =>
      withConnection({ faults: [limited('/repos/acme/shop/pulls/7*', 2)] }, async (connection) => {
        await Promise.all([head(connection), fetchFiles(connection.octokit, PLACE)]);
        expect(connection.waits[0]).toBe(60_000);
        expect(connection.waits.reduce((sum, ms) => sum + ms, 0)).toBeLessThanOrEqual(120_000);
        expect(connection.github.requests).toHaveLength(4);
      }));
  });

  describe('a limit that names its time', () => {
    const OTHER = { owner: 'acme', repo: 'other' };
    const limited = (path: string, headers: (nowMs: number) => Readonly<Record<string, string>>, n = 99) => {
      return ({ faults, now }: Connection): void => {
        const body = { message: 'You have exceeded a secondary rate limit.' };
        const effect = { kind: 'status', status: 403, body, headers: headers(now()) } as const;
        faults.add({ path, when: { kind: 'first', n }, effect });
      };
    };
    const later = (seconds: number) => () => ({ 'retry-after': String(seconds) });
    const resetIn = (seconds: number) => (nowMs: number) => ({
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': String(nowMs / 1_000 + seconds),
    });
    const getOther = ({ octokit }: Connection) => octokit.rest.repos.get(OTHER);

    it.each<[string, ReturnType<typeof limited>, (connection: Connection) => Promise<unknown>, number]>([
      ['Retry-After: another repository', limited('/repos/acme/*', later(300)), getOther, 1],
      [
        'Retry-After as a date',
        limited('/repos/acme/*', (ms) => ({ 'retry-after': new Date(ms + 300_000).toUTCString() })),
        getOther,
        1,
      ],
      ['a reset: another repository', limited('/repos/acme/*', resetIn(2_400)), getOther, 1],
      ['a reset: also what creates', limited('/repos/acme/*', resetIn(2_400)), createComment, 1],
      // Of what GitHub limits by itself it says nothing.
      ['Retry-After: not what creates', limited(PULL_PATH, later(300)), createComment, 2],
      ['a reset: not GraphQL', limited(PULL_PATH, resetIn(2_400)), query, 2],
    ])('is asked once for all that it holds for (%s)', async (_, limit, ask, sent) => {
      await withConnection({}, async (connection) => {
        limit(connection);
        expect(readFailure(await rejection(head(connection)))).toMatchObject({ status: 403, rateLimited: true });
        const next = await ask(connection).catch((error: unknown) => readFailure(error));
        if (sent === 1) expect(next).toMatchObject({ status: 403, rateLimited: true });
        expect([connection.github.requests.length, connection.waits]).toEqual([sent, []]);
      });
    });

    it.each<[string, number, readonly number[], number]>([
      ['is waited for where it ends within a minute', 260, [40_000], 2],
      ['is refused here until then', 230, [], 1],
      ['is over when it says', 300, [], 2],
    ])('%s', (_, passedS, waits, sent) => {
      let now = NOW_MS;
      const waited: number[] = [];
      let asked = 0;
      const wait = (ms: number): Promise<void> => {
        waited.push(ms);
        now += ms;
        return Promise.resolve();
      };
      const answer = (): Response =>
        asked === 1
          ? new Response('{"message":"Wait."}', { status: 429, headers: { 'retry-after': '300' } })
          : new Response('{}', withType(200, 'application/json'));
      const octokit = toNowhere(
        () => {
          asked += 1;
          return Promise.resolve(answer());
        },
        { now: () => now, wait },
      );
      return rejection(octokit.rest.repos.get(OTHER)).then(async () => {
        now += passedS * 1_000;
        await octokit.rest.repos.get(OTHER).catch(() => undefined);
        expect([waited, asked]).toEqual([waits, sent]);
      });
    });

    it('holds the others back also where it is short, and after the last try', () =>
      withConnection({}, async (connection) => {
        limited('/repos/acme/shop/pulls/7', later(7))(connection);
        expect(readFailure(await rejection(head(connection)))).toMatchObject({ rateLimited: true });
        expect(connection.waits).toEqual([7_000, 7_000, 7_000]);
        await rejection(getOther(connection));
        expect(connection.waits).toEqual([7_000, 7_000, 7_000, 7_000]);
      }));

    it('is refused here without what GitHub gave of another query', () =>
      withConnection({}, async (connection) => {
        const body = { data: { viewer: { login: 'x' } }, errors: [{ type: 'RATE_LIMITED', message: 'no points' }] };
        const headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(connection.now() / 1_000 + 900) };
        connection.faults.add({ path: '/graphql', effect: { kind: 'status', status: 200, body, headers } });
        expect(await query(connection)).toMatchObject({ data: { viewer: { login: 'x' } } });
        expect(readFailure(await rejection(query(connection)))).toMatchObject({ status: 403, rateLimited: true });
        expect(connection.github.requests).toHaveLength(1);
      }));
  });

  const SECONDARY = 'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.';
  it.each(
    rowsOf(`
a message alone                        | {"message":"SECONDARY","documentation_url":"https://a.test"}               |   | 60000 | WAITED
a message, with a time                 | {"message":"SECONDARY"}                                                     | 7 | 7000  | WAITED
a message beside no data               | {"data":null,"message":"SECONDARY"}                                         |   | 60000 | WAITED
a message beside no errors             | {"errors":[],"message":"SECONDARY"}                                         |   | 60000 | WAITED
as older servers say it                | {"message":"You have triggered an abuse detection mechanism."}              |   | 60000 | WAITED
a type                                 | {"errors":[{"type":"SECONDARY_RATE_LIMITED","message":"Slow down."}]}       |   | 60000 | WAITED
an error                               | {"errors":[{"message":"SECONDARY"}]}                                        |   | 60000 | WAITED
an error in other words                | {"errors":[{"message":"API rate limit already exceeded for user ID 1."}]}   |   | 60000 | WAITED
the limit of the hour, without a time  | {"errors":[{"type":"RATE_LIMITED","message":"x"}]}                          |   | 60000 | WAITED
control: a message beside data         | {"data":{"viewer":{"login":"x"}},"message":"SECONDARY"}                     |   |       | WAITED
control: something else                | {"message":"Something went wrong."}                                         |   |       | Something went wrong.
control: a type that sounds like it    | {"errors":[{"type":"RATE_LIMITS_OFF","message":"x"}]}                       |   |       | x
control: an empty message              | {"message":""}                                                              |   |       | NO_DATA
control: no message at all             | {}                                                                          |   |       | NO_DATA
`),
  )('of GraphQL may come with status 200, as %s', (_, body = '', retryAfter = '', waits = '', ends = '') =>
    withConnection({}, async (connection) => {
      const time = retryAfter === '' ? {} : { retryAfterSeconds: Number(retryAfter) };
      const given = JSON.parse(body.replace('SECONDARY"', `${SECONDARY}"`)) as object;
      const effect: FaultEffect = { kind: 'status', status: 200, body: given, ...time };
      connection.faults.add({ path: '/graphql', when: { kind: 'first', n: 1 }, effect });
      const ended = await query(connection).then(
        ({ errors }) => (errors.length === 0 ? 'WAITED' : errors),
        (error: unknown) => (error instanceof Error ? error.message : error),
      );
      expect([ended, connection.waits.join()]).toEqual([ends.replace('NO_DATA', NO_DATA.message), waits]);
    }),
  );

  const LIMITED = {
    kind: 'status',
    status: 403,
    body: { message: 'You have exceeded a secondary rate limit.' },
  } as const;
  it.each<[string, number, readonly number[]]>([
    ['once', 1, [60_000]],
    ['twice, each time GitHub is asked', 2, [60_000]],
    ['always', 99, [60_000]],
  ])(
    'a limit without a time that something optional meets %s costs nothing else its answer or its wait',
    (_, n, waits) =>
      withConnection({}, async (connection) => {
        connection.faults.add({ path: '/repos/acme/shop', when: { kind: 'first', n }, effect: LIMITED });
        connection.faults.add({ path: PULL_PATH, when: { kind: 'first', n: 1 }, effect: LIMITED });
        const optional = connection.octokit.rest.repos.get({ ...REPO, ...OPTIONAL });
        expect((await optional.catch(() => null)) !== null).toBe(n === 1);
        expect(connection.waits).toEqual(waits);
        expect(await head(connection)).toBe(sha('b'));
        expect(connection.waits).toEqual([...waits, 60_000]);
      }),
  );

  it('beside it: what is asked for has one wait, and speaks for its like', () =>
    withConnection({}, async (connection) => {
      connection.faults.add({ path: '/repos/acme/shop', effect: LIMITED });
      await rejection(connection.octokit.rest.repos.get(REPO));
      expect(readFailure(await rejection(head(connection)))).toMatchObject({ status: 403, rateLimited: true });
      expect(connection.waits).toEqual([60_000]);
    }));

  it('a reset that is past by our clock is no permission to ask at once', () =>
    withConnection({}, async (connection) => {
      const { state } = connection.github;
      state.requestsLeft = 0;
      state.requestsResetMs = connection.now() + 1_000;
      connection.faults.add({
        path: PULL_PATH,
        when: { kind: 'nth', n: 1 },
        effect: {
          kind: 'status',
          status: 403,
          body: { message: 'API rate limit exceeded' },
          headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(connection.now() / 1_000 - 5) },
        },
      });
      expect(await head(connection)).toBe(sha('b'));
      // A minute, as where no time is said.
      expect(connection.waits).toEqual([60_000]);
    }));

  it.each([
    ['Unable to create comment because issue is locked.', false],
    ['Resource protected by organization SAML enforcement.', false],
    ['API rate limit exceeded for installation ID 1.', true],
  ])('the last request of an hour may be refused for another reason (%s)', (message, rateLimited) =>
    withConnection({}, async (connection) => {
      const headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(connection.now() / 1_000 + 2) };
      const effect = { kind: 'status', status: 403, body: { message }, headers } as const;
      connection.faults.add({ path: COMMENTS_PATH, effect });
      expect(readFailure(await rejection(createComment(connection)))).toMatchObject({ status: 403, rateLimited });
      // Until the reset, then as where no time is said.
      expect(connection.waits).toEqual(rateLimited ? [2_000, 60_000] : []);
    }),
  );

  it('a refused permission is not taken for a limit', () =>
    withConnection({ token: 'nothing' }, async (connection) => {
      const failure = readFailure(await rejection(createComment(connection)));
      expect(failure).toMatchObject({ status: 403, rateLimited: false });
      expect(connection.github.requests).toHaveLength(1);
    }));
});

describe('an answer that is no answer is an error, never an empty list', () => {
  const files = [`${PULL_PATH}/files`, ({ octokit }: Connection) => fetchFiles(octokit, PLACE)] as const;
  const commits = [`${PULL_PATH}/commits`, ({ octokit }: Connection) => fetchCommits(octokit, PLACE)] as const;
  const comments = [
    COMMENTS_PATH,
    ({ octokit }: Connection) => fetchComments(octokit, PLACE, (comment) => comment),
  ] as const;

  it.each([
    ['set=0 value=7', ...files],
    ['omit=0.sha', ...commits],
    ['set=0 value=7', ...comments],
    ['truncate', ...comments],
    [`oversize=${33 * 1024 * 1024}`, ...comments],
  ])('%s: %s', (fault, path, fetch) =>
    withConnection({ faults: [`GET ${path} ${fault}`] }, async (connection) => {
      await createComment(connection);
      expect(readFailure(await rejection(fetch(connection))).status).toBeNull();
    }),
  );
});

describe('the connection', () => {
  it('sends token, user agent and API version, and nothing to another origin', () =>
    withConnection({}, async ({ octokit, github }) => {
      await fetchPull(octokit, PLACE);
      const [request] = github.requests;
      expect(request?.headers).toMatchObject({
        authorization: 'token all',
        'user-agent': expect.stringContaining('scan-gate'),
        'x-github-api-version': '2022-11-28',
      });
    }));

  it('reaches Enterprise Server under /api/v3', () =>
    withConnection({ mount: '/api/v3' }, async (connection) => {
      expect(await head(connection)).toBe(sha('b'));
      expect(connection.github.requests.map(({ url }) => url)).toEqual([`/api/v3${PULL_PATH}`]);
      await createComment(connection);
      expect(await fetchComments(connection.octokit, PLACE, ({ id }) => id)).toHaveLength(1);
    }));

  it('ends with the reason of the signal, also while it waits', () =>
    withConnection(
      {
        faults: [`GET ${PULL_PATH} status=500`],
        onWait: ({ cancel }) => {
          cancel.abort(new Error('enough'));
        },
      },
      async (connection) => {
        const error = await rejection(head(connection));
        expect(error).toMatchObject({ message: 'enough' });
        expect(connection.github.requests).toHaveLength(1);
      },
    ));

  it('has a time limit for every exchange, which is told', async () => {
    const limits: number[] = [];
    const octokit = toNowhere(() => new Promise(() => undefined), {
      after: (ms, callback) => {
        limits.push(ms);
        queueMicrotask(callback);
        return () => undefined;
      },
    });
    const error = await rejection(fetchPull(octokit, PLACE));
    expect(explain(error, 'read it', '')).toContain('within 30 s');
    await rejection(octokit.rest.issues.createComment({ ...ISSUE, body: 'Hello' }));
    await rejection(octokit.graphql('query { viewer { login } }'));
    // Each try has its own; a creation has one.
    expect(limits).toEqual(Array.from({ length: 4 + 1 + 4 }, () => 30_000));
  });

  it('tells the innermost cause, without secrets', async () => {
    const refused = Object.assign(new Error(`Proxy response (403) to ${TOKEN}`), {
      name: 'AbortError',
      code: 'UND_ERR_ABORTED',
    });
    const octokit = toNowhere(() => Promise.reject(new TypeError('fetch failed', { cause: refused })));
    const error = await rejection(fetchPull(octokit, PLACE));
    expect(explain(error, 'read it', '')).toContain('(Proxy response (403) to *** (UND_ERR_ABORTED))');
  });

  it.each([
    ['JSON', 'application/json', JSON.stringify({ message: `Bad \\u0067${TOKEN.slice(1)}` })],
    ['text', 'text/plain', `Bad ${TOKEN}`],
  ])('takes secrets out of a refusal in %s', async (_, type, text) => {
    const octokit = toNowhere(() => Promise.resolve(new Response(text, withType(401, type))));
    const error = await rejection(fetchPull(octokit, PLACE));
    expect(readFailure(error)).toMatchObject({ status: 401 });
    expect(String(error)).toContain('Bad');
    expect(String(error)).not.toContain(TOKEN.slice(1));
  });
});

describe('a query about several things that gets no whole answer', () => {
  const brokenOff = (): Promise<Response> => Promise.resolve(new Response('{"data":{"rep'));
  const failsWith =
    (code: string, message = code): (() => Promise<Response>) =>
    () =>
      Promise.reject(
        Object.assign(new TypeError('fetch failed'), { cause: Object.assign(new Error(message), { code }) }),
      );
  const never = (): Promise<Response> => new Promise(() => undefined);
  const soon = (_: number, callback: () => void): (() => void) => {
    const timer = setImmediate(callback);
    return () => {
      clearImmediate(timer);
    };
  };

  async function ask(fetch: () => Promise<Response>, count: number) {
    let sent = 0;
    const counting = (): Promise<Response> => {
      sent += 1;
      return fetch();
    };
    const octokit = toNowhere(counting, fetch === never ? { after: soon } : {});
    const error = await rejection(queryGitHub(octokit, 'query { viewer { login } }', divisible(count)));
    return { sent, isHeavy: isTooHeavy(error) };
  }

  it.each<[string, () => Promise<Response>]>([
    ['no answer in time', never],
    ['a connection that ends', failsWith('ECONNRESET')],
    ['a connection that ends, as undici says it', failsWith('UND_ERR_SOCKET', 'other side closed')],
    ['no headers in time', failsWith('UND_ERR_HEADERS_TIMEOUT')],
    ['no more of the body in time', failsWith('UND_ERR_BODY_TIMEOUT')],
    ['half an answer', brokenOff],
    ['502', () => Promise.resolve(new Response('', { status: 502 }))],
  ])('is left to be divided after one try, and one that cannot be keeps its tries: %s', async (_, fetch) => {
    expect([await ask(fetch, 2), await ask(fetch, 1)]).toEqual([
      { sent: 1, isHeavy: true },
      { sent: 4, isHeavy: true },
    ]);
  });

  it.each<[string, () => Promise<Response>]>([
    // GitHub was never asked: a smaller query would not be, either.
    ['nobody there', failsWith('ECONNREFUSED')],
    ['no such name', failsWith('ENOTFOUND')],
    ['a certificate of another', failsWith('ERR_TLS_CERT_ALTNAME_INVALID')],
    ['a certificate that is not trusted', failsWith('SELF_SIGNED_CERT_IN_CHAIN')],
    ["somebody's page", () => Promise.resolve(new Response('<html>Sign in</html>'))],
  ])('keeps its tries where it was not asked: %s', async (_, fetch) => {
    expect([await ask(fetch, 2), await ask(fetch, 1)]).toEqual([
      { sent: 4, isHeavy: false },
      { sent: 4, isHeavy: false },
    ]);
  });

  it('keeps its tries where the server says when to ask again', async () => {
    const refused = (): Promise<Response> =>
      Promise.resolve(new Response('', { status: 503, headers: { 'retry-after': '3' } }));
    expect(await ask(refused, 2)).toMatchObject({ sent: 4 });
  });
});

describe('what one repository, or one pull request, may take', () => {
  const ok: FetchLike = () => Promise.resolve(Response.json([]));

  it('when its time is over nothing is sent any more, GraphQL included; before that everything is', async () => {
    const octokit = toNowhere(ok);
    let isLate = false;
    limitRequests(octokit, 10).endWith(() => (isLate ? new ShareError() : null));
    await octokit.rest.pulls.get(PULL);
    isLate = true;
    const error = await rejection(octokit.rest.pulls.get(PULL));
    expect(explain(error, 'read it', 'x: read')).toContain('share of the time');
    await expect(octokit.request('POST /graphql')).rejects.toThrow('share of the time');
  });

  it('a pull request has so many requests, and another of that number in another repository its own', async () => {
    const octokit = toNowhere(ok);
    const isLarge = limitPullRequests(octokit, 2);
    const place = { owner: PULL.owner, repo: PULL.repo, number: PULL.pull_number };
    await octokit.rest.pulls.get(PULL);
    await octokit.rest.pulls.get(PULL);
    expect(isLarge(place)).toBe(false);
    await expect(octokit.rest.pulls.get(PULL)).rejects.toThrow('more than 2 requests');
    await octokit.rest.pulls.get({ ...PULL, repo: 'other' });
    expect([isLarge(place), isLarge({ ...place, repo: 'other' })]).toEqual([true, false]);
  });
});
