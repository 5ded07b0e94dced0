// The reading of GitHub's payloads, its own examples and odd ones.
import { type ActionEvent, findKeylessOrigin, parseEvent, parseRunNumber } from '../../src/github/event.ts';
import { parseVisibility } from '../../src/github/visibility.ts';
import { eventOf, examplesOf, payloadOf } from '../gate/fixtures.ts';
import { fc } from '../harness/random.ts';
import { rowsOf } from '../harness/rows.ts';
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

/** The payload, or with `+` what differs from GitHub's example, and what is read; `"C"` and `"D"` are commits, `"U"` in capitals. */
const HAPPENED = `
pull_request  | has number and head            | + {"pull_request":{"number":7,"head":{"sha":"U"}}} | {"kind":"pull-request","number":7,"headSha":"C"}
pull_request  | has its number beside it       | {"number":7,"pull_request":{"head":{"sha":"C"}}} | {"kind":"pull-request","number":7,"headSha":"C"}
pull_request  | has a fractional number        | {"pull_request":{"number":1.5,"head":{"sha":"C"}}} | {"kind":"other"}
pull_request  | has its head before a push     | {"number":7,"before":"D","pull_request":{"head":{"sha":"C"}}} | {"kind":"pull-request","before":"D"}
pull_request  | has no head before             | {"number":7,"before":null,"pull_request":{"head":{"sha":"C"}}} | {"before":null}
pull_request  | has no readable head before    | {"number":7,"before":"main","pull_request":{"head":{"sha":"C"}}} | {"before":null}
pull_request  | has the base of its stack      | {"number":7,"pull_request":{"head":{"sha":"C"},"base":{"ref":"next"},"stack":{"base":{"ref":"main"}}}} | {"baseBranch":"main"}
pull_request  | has a stack without a base     | {"number":7,"pull_request":{"head":{"sha":"C"},"base":{"ref":"next"},"stack":{"base":null}}} | {"baseBranch":"next"}
pull_request  | is open                        | + {"pull_request":{"number":7,"head":{"sha":"C"},"base":{"ref":"next"},"state":"open","merged":false}} | {"ending":null,"baseBranch":"next"}
pull_request  | is a draft                     | + {"pull_request":{"number":7,"head":{"sha":"C"},"state":"open","draft":true,"merged":false}} | {"ending":null}
pull_request  | was reopened                   | + {"pull_request":{"number":7,"head":{"sha":"C"},"state":"open","merged":false,"merged_at":null,"closed_at":null}} | {"ending":null}
pull_request  | was merged                     | + {"pull_request":{"number":7,"head":{"sha":"C"},"state":"closed","merged":true}} | {"ending":"merged"}
pull_request  | was merged, by its date alone  | + {"pull_request":{"number":7,"head":{"sha":"C"},"state":"closed","merged":null,"merged_at":"2026-11-01T00:00:00Z"}} | {"ending":"merged"}
pull_request  | was closed                     | + {"pull_request":{"number":7,"head":{"sha":"C"},"state":"closed","merged":false,"merged_at":null}} | {"ending":"closed"}
pull_request  | does not say                   | + {"pull_request":{"number":7,"head":{"sha":"C"},"state":null,"merged":null,"merged_at":null}} | {"ending":null}
pull_request  | is of a fork that is gone      | {"pull_request":{"number":7,"head":{"sha":"C","repo":null},"base":{"repo":{"id":5}},"user":null}} | {"isFork":true}
pull_request  | is of a fork                   | {"pull_request":{"number":7,"head":{"sha":"C","repo":{"id":6}},"base":{"repo":{"id":5}},"user":null}} | {"isFork":true}
pull_request  | is of a branch of its own      | {"pull_request":{"number":7,"head":{"sha":"C","repo":{"id":5}},"base":{"repo":{"id":5}},"user":null}} | {"isFork":false}
pull_request  | does not say from where        | {"pull_request":{"number":7,"head":{"sha":"C"},"base":{"repo":{"id":5}},"user":null}} | {"isFork":false}
pull_request  | does not say where to          | {"pull_request":{"number":7,"head":{"sha":"C","repo":null},"base":null,"user":null}} | {"isFork":false}
push          | has the commit after it        | + {"after":"C","ref":"refs/heads/x","deleted":false} | {"kind":"push","after":"C","ref":"refs/heads/x","deleted":false}
push          | may say nothing                | {} | {"kind":"push","after":null,"ref":null,"deleted":false}
push          | has no readable commit or ref  | {"after":"main","ref":1} | {"kind":"push","after":null,"ref":null,"deleted":false}
push          | deletes only where it says so  | {"after":"C","deleted":"true"} | {"kind":"push","after":"C","deleted":false}
push          | deletes where nothing is after | {"after":"0000000000000000000000000000000000000000"} | {"kind":"push","deleted":true}
issue_comment | is on a pull request           | {"issue":{"number":7,"pull_request":{}}} | {"kind":"pull-request-comment","number":7}
issue_comment | is on an issue                 | {"issue":{"number":7}} | {"kind":"other"}
issue_comment | is on an issue that says null  | {"issue":{"number":7,"pull_request":null}} | {"kind":"other"}
workflow_run  | has a head elsewhere           | + {"workflow_run":{"head_sha":"C","head_branch":"fix/it","head_repository":{"full_name":"mara/Shop.js"}}} | {"kind":"workflow-run","headSha":"C","headBranch":"fix/it","headRepository":{"owner":"mara","repo":"Shop.js"}}
workflow_run  | has a head alone               | {"workflow_run":{"head_sha":"C"}} | {"kind":"workflow-run","headSha":"C","headBranch":null,"headRepository":null}
workflow_run  | has a name without an owner    | {"workflow_run":{"head_sha":"C","head_repository":{"full_name":"shop"}}} | {"kind":"workflow-run","headSha":"C","headRepository":null}
workflow_run  | has a name of three            | {"workflow_run":{"head_sha":"C","head_repository":{"full_name":"a/b/c"}}} | {"kind":"workflow-run","headSha":"C","headRepository":null}
workflow_run  | has a name without its start   | {"workflow_run":{"head_sha":"C","head_repository":{"full_name":"/b"}}} | {"kind":"workflow-run","headSha":"C","headRepository":null}
workflow_run  | has no readable head           | {"workflow_run":{"head_sha":1}} | {"kind":"other"}
merge_group   | has no ref                     | {"merge_group":{"head_sha":"C"}} | {"kind":"merge-group","headSha":"C","headRef":""}
merge_group   | has no head                    | {"merge_group":{"head_ref":"x"}} | {"kind":"other"}
constructor   | is unknown                     | {} | {"kind":"other"}
`;

function readJson(cell: string): Readonly<Record<string, never>> {
  const commits: Readonly<Record<string, string>> = { C: sha, D: other, U: sha.toUpperCase() };
  const text = cell.replace(/^\+ /u, '').replaceAll(/"([CDU])"/gu, (_, name: string) => JSON.stringify(commits[name]));
  return JSON.parse(text) as Readonly<Record<string, never>>;
}

describe('what happened', () => {
  test.each(rowsOf(HAPPENED))('%s %s', (name = '', _, payload = '', expected = '') => {
    const given = readJson(payload);
    const whole = payload.startsWith('+') ? payloadOf(name, given) : given;
    expect(parseEvent(name, whole)).toMatchObject(readJson(expected));
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

const FORK: ActionEvent['data'] = {
  ...{ kind: 'pull-request', number: 7, headSha: sha as never, before: null },
  ...{ isFork: true, ending: null, baseBranch: 'main' },
};

test.each([
  ['pull_request', 'fork'],
  ['pull_request_review', 'fork'],
  ['pull_request_review_comment', 'fork'],
  ['pull_request_target', 'secret'],
])('a run of a fork for %s has no key because of: %s', (name, origin) => {
  expect(findKeylessOrigin(eventOf(name, {}, { data: FORK }), true)).toBe(origin);
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
