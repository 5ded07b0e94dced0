// Owns the rules of who may do what by a command.
import { describe, expect, it } from '@jest/globals';
import type { Happening, WrittenComment } from '../../src/github/event.ts';
import type { Decision } from '../../src/review/command.ts';
import type { FourEyes } from '../../src/review/inputs.ts';
import { decideRequest, findObjection, isPermitted } from '../../src/review/policy.ts';
import { aBug, repoId } from './words.ts';

const mara = { id: 7, login: 'mara', type: 'User' };

function onPullRequest(parts: Partial<WrittenComment>): Happening {
  const comment = { id: 1, action: 'created', body: 'x', author: mara, sender: mara, ...parts };
  return { kind: 'pull-request-comment', number: 482, comment };
}

describe('a request', () => {
  it('is a new comment of a person on a pull request', () => {
    expect(decideRequest(onPullRequest({}))).toMatchObject({
      pullRequest: 482,
      comment: { author: mara },
    });
  });

  it.each<[what: string, happening: Happening]>([
    ['another event', { kind: 'other' }],
    ['a push', { kind: 'push', after: null, deleted: false }],
    ['a comment of nobody', { kind: 'pull-request-comment', number: 482, comment: null }],
    ['an edited comment', onPullRequest({ action: 'edited' })],
    ['a deleted comment', onPullRequest({ action: 'deleted' })],
    ['a comment of a bot', onPullRequest({ author: { ...mara, type: 'Bot' } })],
    ['a comment of an organization', onPullRequest({ author: { ...mara, type: 'Organization' } })],
    ['a comment that another person sent', onPullRequest({ sender: { ...mara, id: 8 } })],
  ])('is not %s', (_, happening) => {
    expect(decideRequest(happening)).toMatch(/^(?:This|The|Only) .*\.$/);
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
          const rules = { repositoryId: repoId('ours'), fourEyes, isPullAuthor };
          return findObjection(aBug({ isSecurityVulnerability }), decision, rules) === null;
        })
        .map(([kind]) => kind);
    expect(may(true)).toEqual(allowed);
    expect(may(false)).toEqual(['security', 'unclassified', 'bug']);
  });

  it.each(['dismiss', 'resolve', 'reopen'] as const)(
    'nobody may %s a bug of another repository',
    (decision) => {
      const rules = {
        repositoryId: repoId('ours'),
        fourEyes: 'off',
        isPullAuthor: false,
      } as const;
      const objection = findObjection(aBug({ repoId: repoId('theirs') }), decision, rules);
      expect(objection).toBe('it is not a bug of this repository');
    },
  );
});
