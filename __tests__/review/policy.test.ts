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
import { isPermitted } from '../../src/review/reviewer.ts';
import { describe, expect, it } from '../jest.ts';
import { aBug, mayAll } from './words.ts';

const mara = { id: 7, login: 'mara', type: 'User' };

const written = { id: 1, action: 'created', body: 'x', updatedAt: null, isByApp: false };

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

describe('four eyes: what the author of the pull request may settle', () => {
  const kinds = { security: true, unclassified: null, bug: false } as const;
  it.each<[rule: FourEyes, decision: Decision, allowed: readonly (keyof typeof kinds)[]]>([
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
    const may = (isPullAuthor: boolean): readonly string[] =>
      Object.entries(kinds)
        .filter(([, isSecurityVulnerability]) => {
          const rules = { ...mayAll, fourEyes, isPullAuthor };
          return findDecisionFault(aBug({ isSecurityVulnerability }), decision, rules) === null;
        })
        .map(([kind]) => kind);
    expect(may(true)).toEqual(allowed);
    expect(may(false)).toEqual(['security', 'unclassified', 'bug']);
  });
});

describe('four eyes: what the one who introduced a bug may settle on a pull request of somebody else', () => {
  const objectionTo = (
    decision: Decision,
    parts: { readonly kind?: boolean | null; readonly author?: string | null },
    rules: Partial<ReviewRules> = {},
  ): string | null => {
    const { kind = true, author = 'deniz-arslan' } = parts;
    const introducedIn = { sha: 'a' as CommitId, date: '2026-01-02', author, prNumber: 7 };
    const bug = aBug({ isSecurityVulnerability: kind, introducedIn });
    return findDecisionFault(bug, decision, { ...mayAll, fourEyes: 'security', ...rules });
  };

  it.each<[kind: string, isSecurityVulnerability: boolean | null, security: boolean]>([
    ['security', true, true],
    ['unclassified', null, true],
    ['other', false, false],
  ])('%s bugs', (_, kind, counts) => {
    const refused =
      'whoever introduced a bug may not settle it; ask somebody else with the permission write, but not the author of the pull request. If nobody else can, set the input `four-eyes: off`';
    for (const decision of ['dismiss', 'resolve'] as const) {
      expect(objectionTo(decision, { kind })).toBe(counts ? refused : null);
      expect(objectionTo(decision, { kind }, { fourEyes: 'always' })).toBe(refused);
      expect(objectionTo(decision, { kind }, { fourEyes: 'off' })).toBeNull();
    }
    expect(objectionTo('reopen', { kind }, { fourEyes: 'always' })).toBeNull();
  });

  it.each<[author: string | null, isSame: boolean]>([
    ['Deniz-Arslan', true],
    ['deniz', false],
    ['deniz-arslan2', false],
    ['Deniz Arslan', false],
    ['', false],
    [null, false],
  ])('the service names %j', (author, isSame) => {
    expect(objectionTo('dismiss', { author }) !== null).toBe(isSame);
  });

  it('nobody is taken for the author where the service names no commit', () => {
    const bug = aBug({ isSecurityVulnerability: true, introducedIn: null });
    expect(findDecisionFault(bug, 'dismiss', { ...mayAll, fourEyes: 'always' })).toBeNull();
  });

  it.each<[rule: FourEyes, which: string]>([
    ['security', 'security bugs or unclassified bugs'],
    ['always', 'bugs'],
  ])('the author of the pull request is not let off by it: %s', (fourEyes, which) => {
    const objection = objectionTo('dismiss', { author: 'somebody' }, { isPullAuthor: true, fourEyes });
    expect(objection).toBe(
      `the author of the pull request may not settle ${which}; ask somebody else with the permission write who did not introduce the bug. If nobody else can, set the input \`four-eyes: off\``,
    );
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
  ])('%j', (author, login, addresses) => {
    expect(readAuthor(author, ['github.com'])).toEqual([{ id: null, login }, ...addresses]);
  });
});

describe('a run that is started again', () => {
  const request = { pullRequest: 482, comment: { ...written, author: mara, sender: mara } };
  it.each([
    [1, 'eve', null],
    [2, 'MARA', null],
    [2, 'eve', '`eve` started the run again, and only'],
    [2, null, 'it is not known who started the run again, and only'],
  ])('at attempt %i by %s', (runAttempt, triggeringActor, obstacle) => {
    const found = findRerunFault({ runAttempt, triggeringActor }, request);
    expect(found ?? 'none').toContain(obstacle ?? 'none');
  });
});
