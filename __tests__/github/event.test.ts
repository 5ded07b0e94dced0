// The reading of GitHub's payloads, its own examples and odd ones.
import { parseEvent, parseRunNumber } from '../../src/github/event.ts';
import { parseVisibility } from '../../src/github/visibility.ts';
import { examplesOf, payloadOf } from '../gate/fixtures.ts';
import { fc } from '../harness/random.ts';
import { describe, expect, test } from '../jest.ts';

const sha = 'c'.repeat(40);
const other = 'd'.repeat(40);

describe('GitHub’s own examples are read', () => {
  test.each([
    ['pull_request', 'pull-request'],
    ['pull_request_review', 'pull-request'],
    ['pull_request_review_comment', 'pull-request'],
    ['merge_group', 'merge-group'],
    ['push', 'push'],
    ['workflow_run', 'workflow-run'],
    ['release', 'other'],
    ['workflow_dispatch', 'other'],
    ['repository_dispatch', 'other'],
  ])('%s as %s', (name, kind) => {
    const kinds = examplesOf(name).map((payload) => parseEvent(name, payload).kind);
    expect(new Set(kinds)).toEqual(new Set([kind]));
  });

  test('issue_comment as a comment on a pull request where it is on one', () => {
    const kinds = examplesOf('issue_comment').map((payload) => [
      parseEvent('issue_comment', payload).kind,
      JSON.stringify(payload).includes('"pull_request":{"url"'),
    ]);
    for (const [kind, onPull] of kinds) {
      expect(kind).toBe(onPull === true ? 'pull-request-comment' : 'other');
    }
  });
});

describe('what happened', () => {
  test.each<[string, string, unknown, object]>([
    [
      'pull_request',
      'has number and head',
      payloadOf('pull_request', { pull_request: { number: 7, head: { sha: sha.toUpperCase() } } }),
      { kind: 'pull-request', number: 7, headSha: sha },
    ],
    ...(
      [
        ['its head before a push', { before: other.toUpperCase() }, { before: other }],
        ['no head before', { before: null }, { before: null }],
        ['no readable head before', { before: 'main' }, { before: null }],
        ['the base of its stack', { stack: { base: { ref: 'main' } } }, { baseBranch: 'main' }],
        ['a stack without a base', { stack: { base: null } }, { baseBranch: 'next' }],
      ] as const
    ).map(([which, said, expected]): [string, string, unknown, object] => [
      'pull_request',
      `has ${which}`,
      { ...said, number: 7, pull_request: { head: { sha }, base: { ref: 'next' }, ...said } },
      { kind: 'pull-request', ...expected },
    ]),
    ...(
      [
        ['is open', { state: 'open', merged: false }, null],
        ['is a draft', { state: 'open', draft: true, merged: false }, null],
        ['was reopened', { state: 'open', merged: false, merged_at: null, closed_at: null }, null],
        ['was merged', { state: 'closed', merged: true }, 'merged'],
        [
          'was merged, by its date alone',
          { state: 'closed', merged: null, merged_at: '2026-11-01T00:00:00Z' },
          'merged',
        ],
        ['was closed', { state: 'closed', merged: false, merged_at: null }, 'closed'],
        ['does not say', { state: null, merged: null, merged_at: null }, null],
      ] as const
    ).map(([which, patch, ending]): [string, string, unknown, object] => [
      'pull_request',
      which,
      payloadOf('pull_request', { pull_request: { number: 7, head: { sha }, base: { ref: 'next' }, ...patch } }),
      { kind: 'pull-request', ending, baseBranch: 'next' },
    ]),
    [
      'push',
      'has the commit after it',
      payloadOf('push', { after: sha, ref: 'refs/heads/x', deleted: false }),
      { kind: 'push', after: sha, ref: 'refs/heads/x', deleted: false },
    ],
    ['push', 'may say nothing', {}, { kind: 'push', after: null, ref: null, deleted: false }],
    [
      'push',
      'has no readable commit or ref',
      { after: 'main', ref: 1 },
      { kind: 'push', after: null, ref: null, deleted: false },
    ],
    [
      'push',
      'is a deletion only where the payload says true',
      { after: sha, deleted: 'true' },
      { kind: 'push', after: sha, deleted: false },
    ],
    [
      'issue_comment',
      'is on a pull request',
      { issue: { number: 7, pull_request: {} } },
      { kind: 'pull-request-comment', number: 7 },
    ],
    ['issue_comment', 'is on an issue', { issue: { number: 7 } }, { kind: 'other' }],
    ['issue_comment', 'is on an issue that says null', { issue: { number: 7, pull_request: null } }, { kind: 'other' }],
    [
      'workflow_run',
      'has a head, of another repository',
      payloadOf('workflow_run', {
        workflow_run: { head_sha: sha, head_branch: 'fix/it', head_repository: { full_name: 'mara/Shop.js' } },
      }),
      { kind: 'workflow-run', headSha: sha, headBranch: 'fix/it', headRepository: { owner: 'mara', repo: 'Shop.js' } },
    ],
    [
      'workflow_run',
      'has a head alone',
      { workflow_run: { head_sha: sha } },
      { kind: 'workflow-run', headSha: sha, headBranch: null, headRepository: null },
    ],
    ...['shop', 'a/b/c', '/b'].map((fullName): [string, string, unknown, object] => [
      'workflow_run',
      `has a repository with the name ${JSON.stringify(fullName)}`,
      { workflow_run: { head_sha: sha, head_repository: { full_name: fullName } } },
      { kind: 'workflow-run', headSha: sha, headRepository: null },
    ]),
    ['workflow_run', 'has no readable head', { workflow_run: { head_sha: 1 } }, { kind: 'other' }],
    [
      'merge_group',
      'has no ref',
      { merge_group: { head_sha: sha } },
      { kind: 'merge-group', headSha: sha, headRef: '' },
    ],
    ['merge_group', 'has no head', { merge_group: { head_ref: 'x' } }, { kind: 'other' }],
    ['push', 'is a deletion where nothing comes after it', { after: '0'.repeat(40) }, { kind: 'push', deleted: true }],
    [
      'pull_request',
      'has its number beside it',
      { number: 7, pull_request: { head: { sha } } },
      { kind: 'pull-request', number: 7, headSha: sha },
    ],
    ...(
      [
        ['is of a fork that is gone', { sha, repo: null }, { repo: { id: 5 } }, true],
        ['is of a fork', { sha, repo: { id: 6 } }, { repo: { id: 5 } }, true],
        ['is of a branch of its own', { sha, repo: { id: 5 } }, { repo: { id: 5 } }, false],
        ['does not say of which repository it is', { sha }, { repo: { id: 5 } }, false],
        ['does not say into which repository', { sha, repo: null }, null, false],
      ] as const
    ).map(([what, head, base, isFork]): [string, string, unknown, object] => [
      ...(['pull_request', what] as const),
      ...([{ pull_request: { number: 7, head, base, user: null } }, { kind: 'pull-request', isFork }] as const),
    ]),
    ['pull_request', 'has a fractional number', { pull_request: { number: 1.5, head: { sha } } }, { kind: 'other' }],
    ['constructor', 'is unknown', {}, { kind: 'other' }],
  ])('%s %s', (name, _, payload, expected) => {
    expect(parseEvent(name, payload)).toMatchObject(expected);
  });

  const mara = { id: 7, login: 'mara', type: 'User' };
  const comment = { id: 1, body: '/scan-gate help', user: mara, updated_at: '2026-01-02T03:04:05Z' };
  const commented = { action: 'created', issue: { number: 7, pull_request: {} }, comment, sender: { ...mara, id: 8 } };
  const written = {
    id: 1,
    action: 'created',
    body: '/scan-gate help',
    updatedAt: '2026-01-02T03:04:05Z',
    author: mara,
    sender: { ...mara, id: 8 },
    isByApp: false,
  };
  const withApp = (app: unknown): object => ({
    ...commented,
    comment: { ...comment, performed_via_github_app: app },
  });
  test.each<[what: string, payload: object, expected: object | null]>([
    ['is read whole', commented, written],
    ['may lack its time', { ...commented, comment: { ...comment, updated_at: 1 } }, { ...written, updatedAt: null }],
    [
      'may lack the id of an account',
      { ...commented, sender: { ...mara, id: 'x' } },
      { ...written, sender: { ...mara, id: null } },
    ],
    ['may say that no app wrote it', withApp(null), written],
    ['may name the app that wrote it', withApp({ id: 3 }), { ...written, isByApp: true }],
    ['needs an action', { ...commented, action: 1 }, null],
    ['needs an id', { ...commented, comment: { ...comment, id: null } }, null],
    ['needs a body', { ...commented, comment: { ...comment, body: null } }, null],
    ['needs an author', { ...commented, comment: { ...comment, user: null } }, null],
    ['needs a kind of sender', { ...commented, sender: { ...mara, type: null } }, null],
  ])('a comment %s', (_, payload, expected) => {
    expect(parseEvent('issue_comment', payload)).toEqual({
      kind: 'pull-request-comment',
      number: 7,
      comment: expected,
    });
  });

  test('never throws', () => {
    const names = ['pull_request', 'merge_group', 'push', 'workflow_run', 'issue_comment', 'x'];
    fc.assert(
      fc.property(fc.constantFrom(...names), fc.anything(), (name, payload) => {
        expect(parseEvent(name, payload)).toHaveProperty('kind');
      }),
    );
  });
});

describe('the number of a run', () => {
  test.each([
    [12, 12],
    [0, 0],
    [Number.NaN, 1],
    [-1, 1],
    [1.5, 1],
    [1e21, 1],
    [Number.POSITIVE_INFINITY, 1],
  ])('%d is %i', (value, expected) => {
    expect(parseRunNumber(value, 1)).toBe(expected);
  });
});

describe('the visibility of the repository', () => {
  test.each<[string, unknown, string]>([
    ['public', { repository: { visibility: 'public', private: false } }, 'public'],
    ['internal', { repository: { visibility: 'internal', private: true } }, 'internal'],
    ['what an older server says', { repository: { private: true } }, 'private'],
    ['what an older server says of a public one', { repository: { private: false } }, 'public'],
    [
      'public where the word is new and private is false',
      { repository: { visibility: 'new', private: false } },
      'public',
    ],
    ['unknown without a repository', {}, 'unknown'],
    ['unknown for null', null, 'unknown'],
    ['unknown for other kinds', { repository: { private: 'yes' } }, 'unknown'],
  ])('is %s', (_, payload, expected) => {
    expect(parseVisibility(payload)).toBe(expected);
  });

  test('never throws', () => {
    fc.assert(
      fc.property(fc.anything(), (payload) => {
        expect(typeof parseVisibility(payload)).toBe('string');
      }),
    );
  });
});
