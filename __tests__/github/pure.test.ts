// The parts of github/ that ask nobody: failures explained, pages to their end, patches.
import * as v from 'valibot';
import { toWhat } from '../../src/documents/causes.ts';
import { GitHubAnswerError, readFailure, RenamedError } from '../../src/github/failure.ts';
import { gitHubFault } from '../../src/github/fault.ts';
import {
  fetchAllPages,
  fetchJoinedItems,
  fetchPages,
  type GitHubPage,
  type PagedList,
  PER_PAGE,
  type Paging,
} from '../../src/github/pages.ts';
import { readFirstChangedLine } from '../../src/github/pull-request.ts';
import { GITHUB_QUESTIONS } from '../../src/judgement/reasons.ts';
import { NetworkCause } from '../../src/net/network-cause.ts';
import { expectGolden } from '../documents/golden.ts';
import { fc } from '../harness/random.ts';
import { describe, expect, it, test } from '../jest.ts';

function requestError(status: number, message: string, headers: Readonly<Record<string, string>> | null = {}): Error {
  const response = headers === null ? {} : { response: { status, headers, data: {} } };
  return Object.assign(new Error(message), { status, ...response });
}

const tell = (error: unknown): string =>
  toWhat(gitHubFault(error, { doing: 'write the comment', permission: 'pull-requests: write' }));

test.each<[string, string, object]>([
  ['the workflow', 'Resource not accessible by integration', { kind: 'lacks-permission', whose: 'workflow' }],
  ["a person's own token", 'Resource not accessible by personal access token', { whose: 'token' }],
  ['nothing', 'Issues are disabled for this repo', { kind: 'refused' }],
])('a failed call knows what lacks a permission: %s', (_, message, expected) => {
  expect(gitHubFault(requestError(403, message), GITHUB_QUESTIONS.files).cause).toMatchObject(expected);
});

// Who wrote knows the event: runner/refusal.
test.each(['actions: write', 'issues: write', 'contents: read', 'checks: write', 'pull-requests: write'])(
  'nothing is said of forks, whose runs only their events tell: %s',
  (permission) => {
    const told = toWhat(
      gitHubFault(requestError(403, 'Resource not accessible by integration'), { doing: 'do it', permission }),
    );
    expect(told).toMatch(new RegExp(`The token needs the permission "${permission}"\\.$`));
  },
);

test('a failed call is told', () => {
  const asked = (error: Error, url: string, more: object = {}): Error =>
    Object.assign(error, { request: { url: `https://api.github.com/repos/acme/${url}`, ...more } });
  const failed = (message: string, cause: Error): Error => Object.assign(requestError(500, message, null), { cause });
  const broken = 'the answer is not JSON, or it broke off';
  const proxy = 'the proxy closed the connection';
  const proxyFault = new Error(proxy, { cause: new NetworkCause({ name: 'ProxyError', message: proxy }) });
  const limited = (headers: Readonly<Record<string, string>>): Error =>
    requestError(403, 'API rate limit exceeded', headers);
  const errors: Readonly<Record<string, unknown>> = {
    'the permission that is missing': requestError(403, 'Resource not accessible by integration'),
    "of a person's own token": requestError(403, 'Resource not accessible by personal access token'),
    'where what was read is hidden from a write': asked(requestError(404, 'Not Found'), 'app/issues/17/comments', {
      method: 'POST',
    }),
    'where the resource is hidden': requestError(404, 'Not Found'),
    'no answer, for which octokit makes up a 500': requestError(500, 'getaddrinfo ENOTFOUND', null),
    'an answer that octokit could not read': failed(broken, new GitHubAnswerError(broken)),
    'the missing pull request': asked(requestError(404, 'Not Found'), 'app/pulls/17/files?page=1'),
    'the host that did not answer': Object.assign(requestError(500, 'connect ECONNREFUSED', null), {
      request: { url: 'https://ghe.example.com/api/v3/repos/acme/app' },
    }),
    'a lock': requestError(403, 'Unable to create comment because issue is locked.'),
    'an archive': requestError(403, 'Repository was archived so is read-only.'),
    'a sign-on': requestError(403, 'Resource protected by organization SAML enforcement. You must grant access.'),
    'an address': requestError(
      403,
      'Although you appear to have the correct authorization credentials, the organization has an IP allow list enabled, and 1.2.3.4 is not permitted to access this resource',
    ),
    'a kind of token': requestError(403, '`acme` forbids access via a personal access token (classic).'),
    'a disabled feature': requestError(403, 'Issues are disabled for this repo'),
    'a page of a server': requestError(502, '<html>\n<head><title>502 Bad Gateway</title></head>'),
    'a page of GitHub': requestError(502, '\n<!DOCTYPE html><!-- Hello future GitHubber! --><html>'),
    'half a page': requestError(503, 'upstream <body class="x"> error'),
    'a page that says not found': requestError(404, '<!DOCTYPE html><title>Not found</title>'),
    'a page to sign in': requestError(401, '<html><title>Sign in to the network</title>'),
    'a text that is no page': requestError(502, 'upstream connect error: 1 < 2.'),
    'a token that is not valid': requestError(401, 'Bad credentials'),
    'too many files': asked(
      requestError(422, 'Validation Failed: too many files changed'),
      'app/pulls/17/files?page=1',
    ),
    'a diff that takes too long': asked(
      requestError(422, 'Sorry, this diff is taking too long to generate'),
      'app/pulls/17/files?page=1',
    ),
    'a diff of too many lines': asked(
      requestError(406, 'Sorry, the diff exceeded the maximum number of lines (20000)'),
      'app/pulls/17/files?page=1',
    ),
    'a body that is too large': asked(
      requestError(422, 'Validation Failed: body is too large'),
      'app/issues/17/comments',
    ),
    'a summary that is too large': asked(
      requestError(422, 'Invalid request. output.summary is too large'),
      'app/check-runs',
    ),
    'a page size that is too large': asked(
      requestError(422, 'Validation Failed: per_page is too large'),
      'app/pulls/17/files',
    ),
    'too many files elsewhere': asked(requestError(422, 'Validation Failed: too many files'), 'app/check-runs'),
    'a 422 about something else': requestError(422, 'Validation Failed'),
    'the name that a repository has no longer': asked(failed('moved', new RenamedError(301)), 'old/pulls?state=open'),
    "this machine's proxy": asked(failed(proxy, proxyFault), 'app'),
    'no error': 'boom',
    'a rate limit that ends in a minute': limited({ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1767225601' }),
    'a rate limit of an hour': limited({ 'retry-after': '3600' }),
    'a rate limit that was waited for': limited({ 'retry-after': '60' }),
    'a rate limit without a time': limited({}),
  };
  const told = Object.entries(errors).map(([title, error]) => `${title}: ${tell(error)}\n`);
  expectGolden('github-failures.txt', told.join(''));
});

describe('a failure', () => {
  const reset = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1767225600' };
  const isUsedUp = { 'x-ratelimit-remaining': '0' };
  test.each<[status: number, message: string, headers: Readonly<Record<string, string>>, expected: object]>([
    [429, 'm', { 'retry-after': '7' }, { status: 429, retryAfter: '7', rateLimited: true }],
    [403, 'm', { 'retry-after': '1' }, { rateLimited: true }],
    [
      403,
      'API rate limit exceeded for installation ID 1.',
      reset,
      { rateLimitResetS: 1_767_225_600, rateLimited: true },
    ],
    [403, 'm', { ...reset, 'x-ratelimit-remaining': '12' }, { rateLimitResetS: null, rateLimited: false }],
    [403, 'm', { ...reset, 'x-ratelimit-reset': 'soon' }, { rateLimitResetS: null }],
    [
      403,
      'You have triggered an abuse detection mechanism.',
      {},
      { rateLimited: true, retryAfter: null, rateLimitResetS: null },
    ],
    [422, 'was submitted too quickly', {}, { rateLimited: true }],
    // Another refusal that took the last request of the hour.
    [403, 'Resource not accessible by integration', isUsedUp, { rateLimited: false }],
    [
      403,
      'Unable to create comment because issue is locked. - https://docs.github.com/rest/rate-limits',
      isUsedUp,
      { rateLimited: false },
    ],
    [
      403,
      'Resource protected by organization SAML enforcement. You must grant access.',
      isUsedUp,
      { rateLimited: false },
    ],
    [403, 'Repository was archived so is read-only.', isUsedUp, { rateLimited: false }],
    // The last request of the hour, refused without a word.
    [403, '', isUsedUp, { rateLimited: true }],
    [403, '<html>', isUsedUp, { rateLimited: true }],
    // A page is a firewall's, unless the server itself is out of order.
    [403, '<html>', {}, { status: null, answered: '403' }],
    [404, '<html>', {}, { status: null, answered: '404' }],
    [502, '<html>', {}, { status: 502, answered: '502' }],
    [429, '<html>', {}, { status: null, rateLimited: true }],
    [502, 'secondary rate limit', {}, { rateLimited: false, status: 502 }],
  ])('is read: %i %j %j', (status, message, headers, expected) => {
    expect(readFailure(requestError(status, message, headers))).toMatchObject(expected);
  });

  test('with a status that is text has none', () => {
    const error = Object.assign(new Error('m'), { status: '403', response: { headers: {} } });
    expect(readFailure(error)).toMatchObject({ status: null });
  });

  test('is read from anything that was thrown', () => {
    const parts = { status: fc.jsonValue(), response: fc.jsonValue() };
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.object(),
          fc.record(parts, { noNullPrototype: true }),
          fc.record(parts).map((values) => Object.assign(new Error('m'), values)),
        ),
        (thrown) => {
          expect(typeof tell(thrown)).toBe('string');
        },
      ),
    );
  });
});

/** A list of so many items in pages, the headers of which say what `linkOf` says. */
function openList(count: number, linkOf: (page: number, last: number) => string | undefined) {
  const items = Array.from({ length: count }, (_, id) => ({ id }));
  const last = Math.max(1, Math.ceil(count / PER_PAGE));
  const asked: number[] = [];
  const fetchPage = (page: number): Promise<GitHubPage> => {
    asked.push(page);
    const data = items.slice((page - 1) * PER_PAGE, page * PER_PAGE);
    return Promise.resolve({ data, headers: { link: linkOf(page, last) } });
  };
  return { asked, items, fetchPage };
}

/** The pages of a list, however they are read. */
const readPages = (
  fetchPage: (page: number) => Promise<GitHubPage>,
  isAtOnce = true,
): Promise<readonly (readonly unknown[])[]> => fetchAllPages(toList(fetchPage), isAtOnce);

const toList = (fetchPage: (page: number) => Promise<GitHubPage>): PagedList<unknown> => ({
  item: v.unknown(),
  what: 'A list',
  fetchPage: ({ page }) => fetchPage(page),
});

const nothing = (): undefined => undefined;
const toUrl = (page: number): string => `<https://api.example.com/list?page=${page}>`;
const asGitHub = (page: number, last: number): string | undefined => {
  if (last === 1) return undefined;
  return page < last ? `${toUrl(page + 1)}; rel="next", ${toUrl(last)}; rel="last"` : `${toUrl(1)}; rel="first"`;
};

describe('a list without a Link header', () => {
  it.each([
    [0, 1],
    [99, 1],
    [100, 2],
    [150, 2],
    [250, 3],
    [300, 4],
  ])('of %i items is whole after %i pages', async (count, pages) => {
    const { asked, items, fetchPage } = openList(count, nothing);
    for (const isAtOnce of [true, false]) {
      expect((await readPages(fetchPage, isAtOnce)).flat()).toEqual(items);
      expect(asked.splice(0)).toHaveLength(pages);
    }
  });

  it('that never ends is an error after 1,000 pages, never a short list', async () => {
    const { asked, fetchPage } = openList(110_000, nothing);
    await expect(readPages(fetchPage)).rejects.toThrow('does not end after 1000 pages');
    expect(asked).toHaveLength(1_000);
  });

  it.each(['<https://x/?page=2>; rel=next', '<https://x/?page=2>;rel="next"'])(
    'goes on by a link of another spelling: %s',
    async (link) => {
      const pages = await readPages((page) => Promise.resolve({ data: [page], headers: page === 1 ? { link } : {} }));
      expect(pages).toEqual([[1], [2]]);
    },
  );
});

describe('a list with a Link header', () => {
  it.each([
    [101, 2],
    [200, 2],
    [450, 5],
  ])('of %i items is asked for %i pages, not one more', async (count, pages) => {
    const { asked, items, fetchPage } = openList(count, asGitHub);
    for (const isAtOnce of [true, false]) {
      expect((await readPages(fetchPage, isAtOnce)).flat()).toEqual(items);
      expect(asked.splice(0)).toHaveLength(pages);
    }
  });

  it.each([
    [1, [1]],
    [2, [1, 2]],
    [5, [1, 2, 3, 4, 5]],
  ])('of which somebody takes %i pages is asked for no other', async (count, pages) => {
    const { asked, fetchPage } = openList(450, asGitHub);
    let left = count;
    for await (const { hasNext } of fetchPages(toList(fetchPage))) {
      left -= 1;
      if (left === 0) {
        expect(hasNext).toBe(count < 5);
        break;
      }
    }
    expect(asked).toEqual(pages);
  });

  it('that is read at once is asked for its first page, then for the others in one go', async () => {
    const { asked, fetchPage } = openList(450, asGitHub);
    const answered: number[] = [];
    const seen: string[] = [];
    await readPages(async (page) => {
      seen.push(`${page} after ${answered.length}`);
      const answer = await fetchPage(page);
      answered.push(page);
      return answer;
    });
    expect(seen).toEqual(['1 after 0', '2 after 1', '3 after 1', '4 after 1', '5 after 1']);
    expect(asked).toHaveLength(5);
  });
});

describe('a list that changes while it is read', () => {
  /** A list that shows other pages in each reading. */
  function toList<Item>(
    reads: readonly (readonly (readonly Item[])[])[],
    item: v.GenericSchema<unknown, Item>,
    onRead: () => void,
  ): PagedList<Item> {
    let pages: readonly (readonly Item[])[] = [];
    const left = [...reads];
    const fetchPage = ({ page }: Paging): Promise<GitHubPage> => {
      if (page === 1) {
        pages = left.shift() ?? [];
        onRead();
      }
      const link =
        page < pages.length ? '<https://x.example/?page=2>; rel="next"' : '<https://x.example/>; rel="first"';
      return Promise.resolve({ data: pages[page - 1] ?? [], headers: { link } });
    };
    return { item, what: 'Things', fetchPage };
  }

  /** What comes of reads, one after the other, each in its pages. */
  async function readJoined(reads: readonly (readonly (readonly number[])[])[]) {
    let count = 0;
    const { items, isWhole } = await fetchJoinedItems(
      toList(reads, v.number(), () => (count += 1)),
      {
        toKey: (id) => id,
        maxPages: 3,
      },
    );
    return { items, count, isWhole };
  }
  const before = [[3, 2], [1]];
  const after = [[2, 1], []];
  const longer = [
    [4, 3],
    [2, 1],
  ];

  it.each([
    ['is whole at once on one page', [[[2, 1]]], [2, 1], 1],
    ['is read twice where it stays the same', [before, before], [3, 2, 1], 2],
    ['is read until two reads in a row agree', [before, after, after, longer], [3, 2, 1], 3],
    ['is the same in another order', [before, [[2, 3], [1]], longer], [3, 2, 1], 2],
    ['has changed where one took the place of another', [before, [[4, 2], [1]], [[4, 2], [1]]], [3, 2, 1, 4], 3],
    [
      'has what any of three reads showed where it never stays the same',
      [after, longer, before, after],
      [2, 1, 4, 3],
      3,
    ],
  ])('%s', async (_, reads, items, count) => {
    expect(await readJoined(reads)).toEqual({ items, count, isWhole: true });
  });

  const many = (from: number, count: number): number[] => Array.from({ length: count }, (_, at) => from + at);

  it.each([
    [
      'of 301 is read twice at most',
      [
        [many(1, 300), [301]],
        [many(2, 300), [302]],
        [many(3, 300), [303]],
      ],
      2,
    ],
    [
      'of 300 is read three times',
      [
        [many(1, 299), [300]],
        [many(1, 298), [300]],
        [many(1, 299), [300]],
      ],
      3,
    ],
  ])('%s', async (_, reads, count) => {
    expect(await readJoined(reads)).toMatchObject({ count, isWhole: true });
  });

  it.each([
    ['of three pages is whole', [[3], [2], [1]], true],
    ['that goes on behind the third is not', [[4], [3], [2], [1]], false],
  ])('%s', async (_, pages, isWhole) => {
    expect(await readJoined([pages, pages])).toEqual({ items: pages.slice(0, 3).flat(), count: 2, isWhole });
  });

  it('has each item as it was read last', async () => {
    const reads = [
      [[{ id: 1, head: 'old' }], []],
      [[{ id: 1, head: 'new' }], []],
    ];
    const item = v.object({ id: v.number(), head: v.string() });
    const { items } = await fetchJoinedItems(
      toList(reads, item, () => undefined),
      { toKey: ({ id }) => id, maxPages: 3 },
    );
    expect(items).toEqual([{ id: 1, head: 'new' }]);
  });
});

describe('the first changed line', () => {
  test.each<[string, readonly string[], number]>([
    ['of a new file is its first', ['@@ -0,0 +1,2 @@', '+a', '+b'], 1],
    ['is the first that was added', ['@@ -10,3 +10,4 @@ f()', ' a', ' b', '+c', ' d'], 12],
    ['is what took the place of removed lines', ['@@ -10,4 +10,2 @@', ' a', '-b', '-c', ' d'], 11],
    ['comes from the first hunk', ['@@ -1,2 +1,2 @@', ' a', '-b', '+c', '@@ -50,2 +50,3 @@', ' x', '+y'], 2],
    [
      'is where a hunk of removals stands before one of additions',
      ['@@ -1,4 +1,3 @@', ' a', '-b', ' c', '@@ -50,2 +49,3 @@', ' x', '+y'],
      2,
    ],
    ['is the last line where the end of the file was removed', ['@@ -8,3 +8,1 @@', ' a', '-b', '-c'], 8],
    ['may look like a header', ['@@ -1,2 +1,3 @@', ' a', '+@@ -9,9 +9,9 @@', ' b'], 2],
    ['is not changed by a missing line feed', ['@@ -1 +1,2 @@', '-a', '\\ No newline at end of file', '+a', '+b'], 1],
    ['of a patch without hunks is 1', ['+a', ' b'], 1],
  ])('%s', (_, lines, expected) => {
    expect(readFirstChangedLine(lines.join('\n'))).toBe(expected);
  });

  test('of a file without a patch, such as a picture, is 1', () => {
    expect(readFirstChangedLine(null)).toBe(1);
  });

  test('is a positive whole number, whatever the patch is', () => {
    const line = fc.oneof(
      fc.constantFrom('@@ -1,2 +0,0 @@', '@@ -1 +5 @@', '@@ -1,2 +3,4 @@ f', '+a', '-b', ' c', ''),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        const first = readFirstChangedLine(lines.join('\n'));
        expect(Number.isSafeInteger(first) && first >= 1).toBe(true);
      }),
    );
  });
});
