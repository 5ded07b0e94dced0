// How a failed call to GitHub is told.
import { describe, expect, test } from '@jest/globals';
import { fc } from '../harness/random.ts';
import { explain, GitHubAnswerError, readFailure } from '../../src/github/failure.ts';

/** An error as octokit throws it. */
function requestError(
  status: number,
  message: string,
  headers: Readonly<Record<string, string>> | null = {},
): Error {
  const response = headers === null ? {} : { response: { status, headers, data: {} } };
  return Object.assign(new Error(message), { status, ...response });
}

const tell = (error: unknown): string =>
  explain(error, 'write the comment', 'pull-requests: write');

describe('a failed call is told', () => {
  const needs =
    'The token needs the permission "pull-requests: write"; on a pull request from a fork it never has it.';
  test.each<[string, unknown, string]>([
    [
      'with the permission that is missing',
      requestError(403, 'Resource not accessible by integration'),
      `Could not write the comment: GitHub answered 403 (Resource not accessible by integration). ${needs}`,
    ],
    [
      'with the permission also where GitHub hides the resource',
      requestError(404, 'Not Found'),
      `Could not write the comment: GitHub answered 404 (Not Found). ${needs}`,
    ],
    [
      'without a permission where the body was refused',
      requestError(422, 'Validation Failed'),
      'Could not write the comment: GitHub answered 422 (Validation Failed).',
    ],
    [
      'with the rate limit, not a permission',
      requestError(403, 'API rate limit exceeded', { 'x-ratelimit-remaining': '0' }),
      'Could not write the comment: GitHub answered 403 (API rate limit exceeded), because of its rate limit.',
    ],
    [
      'with the secondary rate limit',
      requestError(403, 'You have exceeded a secondary rate limit'),
      'Could not write the comment: GitHub answered 403 (You have exceeded a secondary rate limit), because of its rate limit.',
    ],
    [
      'without a status where there was no answer, for which octokit makes up a 500',
      requestError(500, 'getaddrinfo ENOTFOUND', null),
      'Could not write the comment: GitHub did not answer (getaddrinfo ENOTFOUND).',
    ],
    [
      'with what was wrong in the answer',
      new GitHubAnswerError('Comments: 0.id: expected number'),
      'Could not write the comment: GitHub sent an answer that cannot be used (Comments: 0.id: expected number).',
    ],
    [
      'with what was wrong in an answer that octokit could not read',
      Object.assign(requestError(500, 'the answer is not JSON, or it broke off', null), {
        cause: new GitHubAnswerError('the answer is not JSON, or it broke off'),
      }),
      'Could not write the comment: GitHub sent an answer that cannot be used (the answer is not JSON, or it broke off).',
    ],
    [
      'also when it is no error',
      'boom',
      'Could not write the comment: GitHub did not answer (boom).',
    ],
  ])('%s', (_, error, expected) => {
    expect(tell(error)).toBe(expected);
  });

  test('with at most 300 characters of GitHub’s message', () => {
    expect(tell(requestError(500, 'x'.repeat(10_000))).length).toBeLessThan(400);
  });
});

describe('a failure', () => {
  test.each<[string, Error, object]>([
    [
      'has the time to wait',
      requestError(429, 'm', { 'retry-after': '7' }),
      { status: 429, retryAfter: '7', rateLimited: true },
    ],
    ['is limited by 429 alone', requestError(429, 'm'), { rateLimited: true, retryAfter: null }],
    [
      'is limited by a 403 that says when to come again',
      requestError(403, 'm', { 'retry-after': '1' }),
      { rateLimited: true },
    ],
    [
      'has the time of the reset where the limit is used up',
      requestError(403, 'm', { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1767225600' }),
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
      'of the server is not limited',
      requestError(502, 'secondary rate limit'),
      { rateLimited: false, status: 502 },
    ],
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
