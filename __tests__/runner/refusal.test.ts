// What is said where a write is refused: of forks only where event and token can be theirs.
import type { ActionEvent } from '../../src/github/event.ts';
import { warnOfRefusal } from '../../src/runner/refusal.ts';
import { describe, expect, it } from '../jest.ts';

const HIDDEN = 'Not Found';
const REFUSED = 'Resource not accessible by integration';
const PERSON = 'Resource not accessible by personal access token';

const pull = { kind: 'pull-request', isFork: false } as ActionEvent['data'];
const ofFork = { kind: 'pull-request', isFork: true } as ActionEvent['data'];
const other: ActionEvent['data'] = { kind: 'other' };

interface Told {
  readonly token?: string;
  readonly message?: string;
  readonly isCancelled?: boolean;
}

function warningOf(
  name: string,
  data: ActionEvent['data'],
  { token = 'ghs_installation', message = REFUSED, isCancelled = false }: Told = {},
): string {
  const warnings: string[] = [];
  const signal = isCancelled ? AbortSignal.abort() : new AbortController().signal;
  const error = Object.assign(new Error(message), {
    status: message === HIDDEN ? 404 : 403,
    request: { method: 'POST', url: 'https://api.github.com/repos/acme/shop/issues/7/comments' },
    response: { headers: {} },
  });
  warnOfRefusal(
    {
      runner: { warning: (text: string) => void warnings.push(text) } as Parameters<typeof warnOfRefusal>[0]['runner'],
      signal,
      event: { name, data } as ActionEvent,
      inputs: { githubToken: token },
    },
    error,
    { doing: 'write the comment', permission: 'pull-requests: write' },
  );
  return warnings.join('\n');
}

describe('a refused write speaks of a token that can only read', () => {
  it.each<[string, ActionEvent['data'], Told, says: RegExp]>([
    ['pull_request', ofFork, {}, /On a pull request from a fork, the workflow's token can only read\.$/],
    ['pull_request', ofFork, { message: HIDDEN }, /from a fork, the workflow's token can only read\.$/],
    ['pull_request_review', ofFork, {}, /from a fork, /],
    ['pull_request_review_comment', other, {}, /from a fork, /],
  ])('after %s', (name, data, told, says) => {
    expect(warningOf(name, data, told)).toMatch(says);
  });

  it.each<[string, ActionEvent['data'], Told]>([
    // Each has another token than a fork's own run.
    ['pull_request_target', ofFork, {}],
    ['issue_comment', other, {}],
    ['workflow_run', other, {}],
    ['schedule', other, {}],
    ['workflow_dispatch', other, {}],
    ['push', other, {}],
    ['merge_group', other, {}],
    // A person's token is the same whatever happens.
    ['pull_request', pull, { message: PERSON, token: 'github_pat_x' }],
    ['pull_request', pull, { message: HIDDEN, token: 'ghp_x' }],
    ['pull_request', pull, { message: PERSON }],
    // Nothing about a permission.
    ['pull_request', ofFork, { message: 'Unable to create comment because issue is locked.' }],
    // The permissions of the workflow give Dependabot's token the right to write.
    ['pull_request', pull, {}],
  ])('not after %s (%j, %j)', (name, data, told) => {
    const warning = warningOf(name, data, told);
    expect(warning).toMatch(/^Could not write the comment: GitHub answered 40[34] /);
    expect(warning).not.toMatch(/fork|Dependabot|only read/);
  });

  it('not, nor of anything else, in a job that was cancelled', () => {
    expect(warningOf('pull_request', ofFork, { isCancelled: true })).toBe('');
  });
});
