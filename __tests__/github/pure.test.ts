// The parts of github/ that ask nobody: failures explained, pages to their end, patches.
import * as v from 'valibot';
import { explain, GitHubAnswerError, gitHubFault, readFailure, RenamedError } from '../../src/github/failure.ts';
import {
  fetchAllPages,
  fetchJoinedItems,
  fetchPages,
  type GitHubPage,
  type PagedList,
  PER_PAGE,
} from '../../src/github/pages.ts';
import { readFirstChangedLine } from '../../src/github/pull-request.ts';
import { GITHUB_QUESTIONS } from '../../src/judgement/reasons.ts';
import { NetworkCause } from '../../src/net/network-cause.ts';
import { fc } from '../harness/random.ts';
import { describe, expect, it, test } from '../jest.ts';

/** An error as octokit throws it. */
function requestError(status: number, message: string, headers: Readonly<Record<string, string>> | null = {}): Error {
  const response = headers === null ? {} : { response: { status, headers, data: {} } };
  return Object.assign(new Error(message), { status, ...response });
}

const tell = (error: unknown): string => explain(error, 'write the comment', 'pull-requests: write');

test.each<[string, string, string | undefined]>([
  ['the workflow', 'Resource not accessible by integration', 'workflow'],
  ["a person's own token", 'Resource not accessible by personal access token', 'token'],
  ['nothing', 'Issues are disabled for this repo', undefined],
])('a failed call knows what lacks a permission: %s', (_, message, expected) => {
  expect(gitHubFault(requestError(403, message), GITHUB_QUESTIONS.files).needsPermission).toBe(expected);
});

// Who wrote knows the event: runner/refusal.
test.each(['actions: write', 'issues: write', 'contents: read', 'checks: write', 'pull-requests: write'])(
  'nothing is said of forks, whose runs only their events tell: %s',
  (permission) => {
    const told = explain(requestError(403, 'Resource not accessible by integration'), 'do it', permission);
    expect(told).toMatch(new RegExp(`The token needs the permission "${permission}"\\.$`));
  },
);

describe('a failed call is told', () => {
  const needs = 'The token needs the permission "pull-requests: write".';
  test.each<[string, unknown, string]>([
    [
      'with the permission that is missing',
      requestError(403, 'Resource not accessible by integration'),
      `Could not write the comment: GitHub answered 403 (Resource not accessible by integration). ${needs}`,
    ],
    [
      "with the permission that a person's own token lacks, and nothing about forks",
      requestError(403, 'Resource not accessible by personal access token'),
      'Could not write the comment: GitHub answered 403 (Resource not accessible by personal access token). The token needs the permission "pull-requests: write".',
    ],
    [
      'with the permission where what was read before is hidden from a write',
      Object.assign(requestError(404, 'Not Found'), {
        request: { method: 'POST', url: 'https://api.github.com/repos/acme/app/issues/17/comments' },
      }),
      `Could not write the comment: GitHub answered 404 (Not Found). ${needs.replace('The token', 'If it is there, the token')}`,
    ],
    [
      'with the permission also where GitHub hides the resource',
      requestError(404, 'Not Found'),
      `Could not write the comment: GitHub answered 404 (Not Found). ${needs.replace('The token', 'If it is there, the token')}`,
    ],
    [
      'without a status where there was no answer, for which octokit makes up a 500',
      requestError(500, 'getaddrinfo ENOTFOUND', null),
      'Could not write the comment: GitHub did not answer (getaddrinfo ENOTFOUND).',
    ],
    [
      'with what was wrong in an answer that octokit could not read',
      Object.assign(requestError(500, 'the answer is not JSON, or it broke off', null), {
        cause: new GitHubAnswerError('the answer is not JSON, or it broke off'),
      }),
      'Could not write the comment: GitHub sent an invalid response (the answer is not JSON, or it broke off).',
    ],
    [
      'with the missing pull request',
      Object.assign(requestError(404, 'Not Found'), {
        request: { url: 'https://api.github.com/repos/acme/app/pulls/17/files?page=1' },
      }),
      'Could not write the comment. There is no pull request 17 in acme/app that this token can see: check the number, and that the job has the permission "pull-requests: write".',
    ],
    [
      'with the host that did not answer',
      Object.assign(requestError(500, 'connect ECONNREFUSED', null), {
        request: { url: 'https://ghe.example.com/api/v3/repos/acme/app' },
      }),
      'Could not write the comment: GitHub at ghe.example.com did not answer (connect ECONNREFUSED).',
    ],
    ...(
      [
        ['a lock', 'Unable to create comment because issue is locked.'],
        ['an archive', 'Repository was archived so is read-only.'],
        ['a sign-on', 'Resource protected by organization SAML enforcement. You must grant your token access to it.'],
        [
          'an address',
          'Although you appear to have the correct authorization credentials, the organization has an IP allow list enabled, and 1.2.3.4 is not permitted to access this resource',
        ],
        ['a kind of token', '`acme` forbids access via a personal access token (classic).'],
        ['a disabled feature', 'Issues are disabled for this repo'],
      ] as const
    ).map(([about, words]): [string, unknown, string] => [
      `in GitHub's own words where a 403 is about ${about}`,
      requestError(403, words),
      `Could not write the comment: GitHub answered 403 (${words.replace(/\.$/, '')}).`,
    ]),
    ...(
      [
        [502, '<html>\n<head><title>502 Bad Gateway</title></head>'],
        [502, '\n<!DOCTYPE html><!-- Hello future GitHubber! --><html>'],
        [503, 'upstream <body class="x"> error'],
        [404, '<!DOCTYPE html><title>Not found</title>'],
        [401, '<html><title>Sign in to the network</title>'],
      ] as const
    ).map(([status, page]): [string, unknown, string] => [
      `with a page that is named and not quoted: ${status} ${page.trim().slice(0, 6)}`,
      requestError(status, page),
      `Could not write the comment: GitHub answered ${status} with an HTML page.`,
    ]),
    [
      'with a text that is no page',
      requestError(502, 'upstream connect error: 1 < 2.'),
      'Could not write the comment: GitHub answered 502 (upstream connect error: 1 < 2).',
    ],
    [
      'with a token that is not valid',
      requestError(401, 'Bad credentials'),
      'Could not write the comment: GitHub answered 401 (Bad credentials). Check the input `github-token`: the token is not valid, or no longer.',
    ],
    ...(
      [
        [422, 'Validation Failed: too many files changed'],
        [422, 'Sorry, this diff is taking too long to generate'],
        [406, 'Sorry, the diff exceeded the maximum number of lines (20000)'],
      ] as const
    ).map(([status, words]): [string, unknown, string] => [
      `with what helps where there are too many files: ${words}`,
      Object.assign(requestError(status, words), {
        request: { url: 'https://api.github.com/repos/acme/app/pulls/17/files?page=1' },
      }),
      `Could not write the comment: GitHub answered ${status} (${words}). Running the job again will not help: split the pull request.`,
    ]),
    ...(
      [
        ['issues/17/comments', 'Validation Failed: body is too large'],
        ['check-runs', 'Invalid request. output.summary is too large'],
        ['pulls/17/files', 'Validation Failed: per_page is too large'],
        ['check-runs', 'Validation Failed: too many files'],
      ] as const
    ).map(([path, words]): [string, unknown, string] => [
      `with nothing about files where another thing is too large: ${path}, ${words}`,
      Object.assign(requestError(422, words), { request: { url: `https://api.github.com/repos/acme/app/${path}` } }),
      `Could not write the comment: GitHub answered 422 (${words}).`,
    ]),
    [
      'with nothing more where a 422 is about something else',
      requestError(422, 'Validation Failed'),
      'Could not write the comment: GitHub answered 422 (Validation Failed).',
    ],
    [
      'with the name that a repository has no longer',
      Object.assign(requestError(500, 'moved', null), {
        request: { url: 'https://api.github.com/repos/acme/old/pulls?state=open' },
        cause: new RenamedError(301),
      }),
      'Could not write the comment: GitHub says that acme/old was renamed or moved (301). This run keeps the old name, even if it is run again. The next run, such as that of a push or a new comment, has the present one. In a list of repositories, write that one.',
    ],
    [
      "with this machine's proxy",
      Object.assign(requestError(500, 'the proxy closed the connection', null), {
        request: { url: 'https://api.github.com/repos/acme/app' },
        cause: new Error('the proxy closed the connection', {
          cause: new NetworkCause({ name: 'ProxyError', message: 'the proxy closed the connection' }),
        }),
      }),
      'Could not write the comment: GitHub at api.github.com did not answer (the proxy closed the connection). Check the proxy, and HTTPS_PROXY, HTTP_PROXY and NO_PROXY on this machine; if api.github.com needs no proxy, add it to NO_PROXY.',
    ],
    ['also when it is no error', 'boom', 'Could not write the comment: GitHub did not answer (boom).'],
  ])('%s', (_, error, expected) => {
    expect(tell(error)).toBe(expected);
  });
});

test.each<[string, Readonly<Record<string, string>>, string]>([
  [
    'until the minute in which it is over',
    { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1767225601' },
    'because of its rate limit until 2026-01-01 00:01 UTC.',
  ],
  ['for as long as GitHub asks', { 'retry-after': '3600' }, 'because of its rate limit, and asks to wait 1 h.'],
  // Controls.
  ['without a time that was waited for', { 'retry-after': '60' }, 'because of its rate limit.'],
  ['without a time that there is not', {}, 'because of its rate limit.'],
])('a rate limit is told %s', (_, headers, words) => {
  expect(tell(requestError(403, 'API rate limit exceeded', headers)).slice(-words.length)).toBe(words);
});

describe('a failure', () => {
  test.each<[string, Error, object]>([
    [
      'has the time to wait',
      requestError(429, 'm', { 'retry-after': '7' }),
      { status: 429, retryAfter: '7', rateLimited: true },
    ],
    [
      'is limited by a 403 that says when to come again',
      requestError(403, 'm', { 'retry-after': '1' }),
      { rateLimited: true },
    ],
    [
      'has the time of the reset where the limit is used up',
      requestError(403, 'API rate limit exceeded for installation ID 1.', {
        'x-ratelimit-remaining': '0',
        'x-ratelimit-reset': '1767225600',
      }),
      { rateLimitResetS: 1_767_225_600, rateLimited: true },
    ],
    [
      'has no time of the reset while something is left',
      requestError(403, 'm', { 'x-ratelimit-remaining': '12', 'x-ratelimit-reset': '1767225600' }),
      { rateLimitResetS: null, rateLimited: false },
    ],
    [
      'has no time of the reset that is no number',
      requestError(403, 'm', { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': 'soon' }),
      { rateLimitResetS: null },
    ],
    [
      'is limited by a 403 with the words of an older server',
      requestError(403, 'You have triggered an abuse detection mechanism.'),
      { rateLimited: true, retryAfter: null, rateLimitResetS: null },
    ],
    ['is limited by a 422 about speed', requestError(422, 'was submitted too quickly'), { rateLimited: true }],
    ...[
      'Resource not accessible by integration',
      'Unable to create comment because issue is locked. - https://docs.github.com/rest/rate-limits',
      'Resource protected by organization SAML enforcement. You must grant your token access to this organization.',
      'Repository was archived so is read-only.',
    ].map((words): [string, Error, object] => [
      `is not limited by another refusal that took the last request of the hour: ${words}`,
      requestError(403, words, { 'x-ratelimit-remaining': '0' }),
      { rateLimited: false },
    ]),
    ...['', '<html>'].map((words): [string, Error, object] => [
      `is limited where the last request of the hour was refused without a word: "${words}"`,
      requestError(403, words, { 'x-ratelimit-remaining': '0' }),
      { rateLimited: true },
    ]),
    [
      'has no status where a firewall refused it with a page',
      requestError(403, '<html>'),
      { status: null, answered: '403' },
    ],
    ['has none where it is hidden behind such a page', requestError(404, '<html>'), { status: null, answered: '404' }],
    ['has one where GitHub itself is out of order', requestError(502, '<html>'), { status: 502, answered: '502' }],
    ['is limited by a 429 with a page', requestError(429, '<html>'), { status: null, rateLimited: true }],
    ['of the server is not limited', requestError(502, 'secondary rate limit'), { rateLimited: false, status: 502 }],
    [
      'with a status that is text has none',
      Object.assign(new Error('m'), { status: '403', response: { headers: {} } }),
      { status: null },
    ],
  ])('%s', (_, error, expected) => {
    expect(readFailure(error)).toMatchObject(expected);
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

  it('that sends the same page again has no more, and what it repeats is left out', async () => {
    const { asked, items, fetchPage } = openList(100, nothing);
    const pages = await readPages((page) => {
      asked.push(page);
      return fetchPage(1);
    });
    expect(pages.flat()).toEqual(items);
    expect(asked).toEqual([1, 1, 2, 1]);
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

  it('that always names a next page and sends the same one has no more', async () => {
    const { items, fetchPage } = openList(100, nothing);
    const pages = await readPages(async () => ({
      ...(await fetchPage(1)),
      headers: { link: `${toUrl(2)}; rel="next"` },
    }));
    expect(pages.flat()).toEqual(items);
  });
});

describe('a list that is counted', () => {
  /** Pages of so many items, each saying that the list has `counted`. */
  async function read(pages: readonly number[], counted: unknown, isAtOnce: boolean) {
    const list: PagedList<unknown> = {
      item: v.unknown(),
      what: 'Jobs',
      field: 'jobs',
      fetchPage: ({ page }) =>
        Promise.resolve({
          data: { total_count: counted, jobs: Array.from({ length: pages[page - 1] ?? 0 }, (_, at) => [page, at]) },
          headers: { link: asGitHub(page, pages.length) },
        }),
    };
    return (await fetchAllPages(list, isAtOnce)).flat().length;
  }

  it.each<[readonly number[], number]>([
    [[0], 99],
    [[0], 1],
    [[98], 99],
    [[30], 31],
    [[100, 0], 199],
    [[100, 20], 122],
    [[0, 0, 0], 3],
    [[100, 100], 1_000],
  ])('is an error where it ends before: pages of %j, %i counted', async (pages, counted) => {
    const listed = pages.reduce((sum, length) => sum + length, 0);
    for (const isAtOnce of [true, false]) {
      await expect(read(pages, counted, isAtOnce)).rejects.toThrow(`Jobs: the list ends after ${listed} of ${counted}`);
    }
  });

  it.each<[string, readonly number[], unknown]>([
    ['as many', [99], 99],
    ['none', [0], 0],
    ['as many over pages', [100, 100, 7], 207],
    ['one that is gone between two pages', [100, 99], 200],
    ['one that is gone at each of two turns', [100, 100, 6], 208],
    ['one that came meanwhile', [100, 21], 120],
    ['no count', [7], undefined],
    ['null', [7], null],
    ['a count that is no number', [7], '99'],
    ['less than nothing', [7], -1],
  ])('is whole: %s', async (_, pages, counted) => {
    const listed = pages.reduce((sum, length) => sum + length, 0);
    for (const isAtOnce of [true, false]) expect(await read(pages, counted, isAtOnce)).toBe(listed);
  });
});

describe('a list that changes while it is read', () => {
  /** What comes of reads, one after the other, each in its pages. */
  async function readJoined(reads: readonly (readonly (readonly number[])[])[]) {
    let count = 0;
    const items = await fetchJoinedItems(
      () => Promise.resolve(reads[count++] ?? []),
      (id) => id,
    );
    return { items, count };
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
    ['has changed where its order has', [before, [[2, 3], [1]], before, longer], [3, 2, 1], 3],
    [
      'has what any of three reads showed where it never stays the same',
      [after, longer, before, after],
      [2, 1, 4, 3],
      3,
    ],
  ])('%s', async (_, reads, items, count) => {
    expect(await readJoined(reads)).toEqual({ items, count });
  });

  it('has each item as it was read last', async () => {
    const reads = [
      [[{ id: 1, head: 'old' }], []],
      [[{ id: 1, head: 'new' }], []],
    ];
    let count = 0;
    const items = await fetchJoinedItems(
      () => Promise.resolve(reads[count++] ?? []),
      ({ id }) => id,
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
