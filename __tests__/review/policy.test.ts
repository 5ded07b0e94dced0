// The rules of who may do what by a command.
import type { CommitId } from '../../src/client/index.ts';
import type { EventData, WrittenComment } from '../../src/github/event.ts';
import type { Decision } from '../../src/review/command.ts';
import type { FourEyes } from '../../src/review/inputs.ts';
import {
  decideRequest,
  findDecisionFault,
  findRerunFault,
  readAuthor,
  type ReviewRules,
} from '../../src/review/policy.ts';
import { decidePermission, isPermitted } from '../../src/review/reviewer.ts';
import { expectGolden } from '../documents/golden.ts';
import { growthOf, LINEAR_AT_MOST } from '../harness/growth.ts';
import { describe, expect, it } from '../jest.ts';
import { aBug, mayAll } from './words.ts';

const mara = { id: 7, login: 'mara', type: 'User' };

const written = { id: 1, action: 'created', body: 'x', updatedAt: null, isByApp: false };

const request = { pullRequest: 482, comment: { ...written, author: mara, sender: mara } };

function onPullRequest(parts: Partial<WrittenComment>): EventData {
  const comment = { ...written, author: mara, sender: mara, ...parts };
  return { kind: 'pull-request-comment', number: 482, comment };
}

describe('a request', () => {
  it('is a new comment of a person on a pull request', () => {
    expect(decideRequest(onPullRequest({}))).toMatchObject({ pullRequest: 482, comment: { author: mara } });
  });

  it.each<[what: string, parts: Partial<WrittenComment>]>([
    ['of its author', { author: { ...mara, id: null } }],
    ['of its sender', { sender: { ...mara, id: null, login: 'Mara' } }],
    ['of both', { author: { ...mara, id: null }, sender: { ...mara, id: null } }],
  ])('needs no id %s', (_, parts) => {
    expect(decideRequest(onPullRequest(parts))).toMatchObject({ pullRequest: 482 });
  });

  it.each<[what: string, data: EventData]>([
    ['another event', { kind: 'other' }],
    ['a push', { kind: 'push', after: null, ref: null, deleted: false }],
    ['a comment of nobody', { kind: 'pull-request-comment', number: 482, comment: null }],
    ['an edited comment', onPullRequest({ action: 'edited' })],
    ['a deleted comment', onPullRequest({ action: 'deleted' })],
    ['a comment of a bot', onPullRequest({ author: { ...mara, type: 'Bot' } })],
    ['a comment of an organization', onPullRequest({ author: { ...mara, type: 'Organization' } })],
    ['a comment that another person sent', onPullRequest({ sender: { ...mara, id: 8 } })],
    [
      'a comment that another login without an id sent',
      onPullRequest({ sender: { ...mara, id: null, login: 'priya' } }),
    ],
  ])('is not %s', (_, data) => {
    expect(decideRequest(data)).toMatch(/^(?:This|The|Only) .*\.$/);
  });
});

describe('a permission is enough when it is at least the one wanted', () => {
  const all = ['none', 'read', 'triage', 'write', 'maintain', 'admin'] as const;
  it.each([
    ['write', ['write', 'maintain', 'admin']],
    ['maintain', ['maintain', 'admin']],
    ['admin', ['admin']],
  ] as const)('%s', (least, enough) => {
    expect(all.filter((permission) => isPermitted(permission, least))).toEqual(enough);
  });
});

it.each<[permission: string, role: string | null, counts: string]>([
  ['write', 'maintain', 'maintain'],
  ['read', 'triage', 'triage'],
  ['admin', 'admin', 'admin'],
  ['none', 'none', 'none'],
  ['read', 'maintain', 'read'],
  ['write', 'admin', 'write'],
  ['admin', 'read', 'read'],
  ['write', 'security-team', 'write'],
  ['read', 'Admin', 'read'],
  ['write', null, 'write'],
  ['owner', 'admin', 'none'],
  ['owner', null, 'none'],
])('the permission %s with the role %s is %s', (permission, role, counts) => {
  expect(decidePermission(permission, role)).toBe(counts);
});

describe('four eyes: what the author of the pull request, and who introduced a bug, may settle', () => {
  const kinds = { security: true, unclassified: null, bug: false } as const;
  const faultOf = (
    decision: Decision,
    rules: Partial<ReviewRules>,
    parts: { readonly kind?: keyof typeof kinds; readonly author?: string | null } = {},
  ): string | null => {
    const { kind = 'security', author = 'somebody' } = parts;
    const introducedIn = { sha: 'a' as CommitId, date: '2026-01-02', author, prNumber: 7 };
    const bug = aBug({ isSecurityVulnerability: kinds[kind], introducedIn });
    return findDecisionFault(bug, decision, { ...mayAll, fourEyes: 'security', ...rules });
  };

  it.each<[rule: FourEyes, decision: Decision, allowed: readonly string[]]>([
    ['security', 'dismiss', ['bug']],
    ['security', 'resolve', ['bug']],
    ['security', 'reopen', ['security', 'unclassified', 'bug']],
    ['always', 'dismiss', []],
    ['always', 'resolve', []],
    ['always', 'reopen', ['security', 'unclassified', 'bug']],
    ['off', 'dismiss', ['security', 'unclassified', 'bug']],
    ['off', 'resolve', ['security', 'unclassified', 'bug']],
    ['off', 'reopen', ['security', 'unclassified', 'bug']],
  ])('%s, %s: %j', (fourEyes, decision, allowed) => {
    const may = (isPullAuthor: boolean, author: string): readonly string[] =>
      (['security', 'unclassified', 'bug'] as const).filter(
        (kind) => faultOf(decision, { fourEyes, isPullAuthor }, { kind, author }) === null,
      );
    expect(may(true, 'somebody')).toEqual(allowed);
    expect(may(false, 'deniz-arslan')).toEqual(allowed);
    expect(may(false, 'somebody')).toEqual(['security', 'unclassified', 'bug']);
  });

  it('a refusal says who may', () => {
    const refusals = [
      faultOf('dismiss', { fourEyes: 'security', isPullAuthor: true }),
      faultOf('dismiss', { fourEyes: 'always', isPullAuthor: true }),
      faultOf('dismiss', { fourEyes: 'always' }, { author: 'deniz-arslan' }),
      faultOf('dismiss', { fourEyes: 'always', disclosure: 'counts' }, { author: 'deniz-arslan' }),
      ...['eve', null].map((triggeringActor) => findRerunFault({ runAttempt: 2, triggeringActor }, request)),
    ];
    expectGolden('refusals.txt', `${refusals.join('\n')}\n`);
  });

  it.each<[author: string | null, isSame: boolean]>([
    ['Deniz-Arslan', true],
    ['deniz', false],
    ['deniz-arslan2', false],
    ['Deniz Arslan', false],
    ['', false],
    [null, false],
  ])('the service names %j', (author, isSame) => {
    expect(faultOf('dismiss', {}, { author }) !== null).toBe(isSame);
  });

  it('nobody is taken for the author where the service names no commit', () => {
    const bug = aBug({ isSecurityVulnerability: true, introducedIn: null });
    expect(findDecisionFault(bug, 'dismiss', { ...mayAll, fourEyes: 'always' })).toBeNull();
  });
});

describe('the accounts in the author that the service names', () => {
  const noreply = 'users.noreply.github.com';
  it.each([
    ['ada', 'ada', []],
    [' @ada ', 'ada', []],
    ['a@da', 'a@da', []],
    [`Ada <77+ada@${noreply}>`, `Ada <77+ada@${noreply}>`, [{ id: 77, login: 'ada' }]],
    [`(${noreply}), ada@${noreply}`, `(${noreply}), ada@${noreply}`, [{ id: null, login: 'ada' }]],
    [`ada@${noreply}@example.com`, `ada@${noreply}@example.com`, []],
    ['ada@example.com', 'ada@example.com', []],
    [`[7+bot[bot]@${noreply}]`, `[7+bot[bot]@${noreply}]`, [{ id: 7, login: 'bot[bot]' }]],
    [`[bot]ada@${noreply}`, `[bot]ada@${noreply}`, [{ id: null, login: 'ada' }]],
    [`[ada@${noreply}]`, `[ada@${noreply}]`, [{ id: null, login: 'ada' }]],
  ])('%j', (author, login, addresses) => {
    expect(readAuthor(author, ['github.com'])).toEqual([{ id: null, login }, ...addresses]);
  });
});

it('an author is read in time linear in its length', () => {
  const read = (length: number): unknown =>
    readAuthor('1+'.repeat(length) + '@users.noreply.'.repeat(length / 2), ['github.com']);
  expect(read(20_000)).toHaveLength(1);
  expect(growthOf(read, 20_000)).toBeLessThanOrEqual(LINEAR_AT_MOST);
});

it.each([
  [1, 'eve', true],
  [2, 'MARA', true],
  [2, 'eve', false],
  [2, null, false],
])(
  'a run that is started again, at attempt %i by %s, may carry commands out: %s',
  (runAttempt, triggeringActor, may) => {
    expect(findRerunFault({ runAttempt, triggeringActor }, request) === null).toBe(may);
  },
);
