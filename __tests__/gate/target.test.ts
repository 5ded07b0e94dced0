// Tests of the target: by event and inputs, which commit is judged and which pull request is reported on.
import { findSubject } from '../../src/gate/subject.ts';
import { decideTarget, type NoTarget, type Target, toGivenCommit } from '../../src/gate/target.ts';
import type { ActionEvent } from '../../src/github/event.ts';
import type { GateInputs } from '../../src/inputs/gate.ts';
import type { CommitSha } from '../../src/judgement/identifiers.ts';
import { fc } from '../harness/random.ts';
import { describe, expect, test } from '../jest.ts';
import { eventOf, examplesOf, headSha, payloadOf, workflowSha } from './fixtures.ts';

type Given = Pick<GateInputs, 'sha' | 'pullRequest'>;

const other = '9'.repeat(40) as CommitSha;
const nothing: Given = { sha: null, pullRequest: null };
const bySha: Given = { sha: other, pullRequest: null };
const byNumber: Given = { sha: null, pullRequest: 99 };
const byBoth: Given = { sha: other, pullRequest: 99 };

const pullRequest = (name: string) =>
  eventOf(name, payloadOf(name, { pull_request: { number: 7, head: { sha: headSha } } }));

const queue = (headRef: string) =>
  eventOf('merge_group', payloadOf('merge_group', { merge_group: { head_ref: headRef, head_sha: workflowSha } }));

/** Of an annotated tag, which is no commit. */
const tagSha = '1'.repeat(40);
const pushed = (tag: string, payload: Readonly<Record<string, unknown>>) =>
  eventOf('push', payloadOf('push', { ref: `refs/tags/${tag}`, deleted: false, ...payload }));

const events = {
  pull_request: pullRequest('pull_request'),
  // GitHub sends the payload of pull_request with both names.
  pull_request_target: eventOf(
    'pull_request_target',
    payloadOf('pull_request', { pull_request: { number: 7, head: { sha: headSha } } }),
  ),
  pull_request_review: pullRequest('pull_request_review'),
  pull_request_review_comment: pullRequest('pull_request_review_comment'),
  merge_group: queue(`refs/heads/gh-readonly-queue/main/pr-7-${headSha}`),
  issue_comment: eventOf(
    'issue_comment',
    payloadOf('issue_comment', {
      issue: { number: 7, pull_request: { url: 'https://x.example' } },
    }),
  ),
  'issue_comment on an issue': eventOf('issue_comment', payloadOf('issue_comment')),
  workflow_run: eventOf('workflow_run', payloadOf('workflow_run', { workflow_run: { head_sha: headSha } })),
  push: eventOf('push', payloadOf('push', { ref: 'refs/heads/main', after: headSha })),
  'push that deletes a branch': eventOf(
    'push',
    payloadOf('push', { ref: 'refs/heads/x', deleted: true, after: '0'.repeat(40) }),
  ),
  'push of nothing': eventOf('push', { ref: 'refs/heads/x', after: '0'.repeat(40) }),
  'push of an annotated tag': pushed('v1', { after: tagSha, head_commit: { id: headSha } }),
  'push of a tag without its commit': pushed('v1', { after: tagSha, head_commit: null }),
  'push that deletes a tag': pushed('v1', { after: '0'.repeat(40), head_commit: null }),
  'push whose head commit is another': eventOf(
    'push',
    payloadOf('push', { ref: 'refs/heads/main', after: headSha, head_commit: { id: tagSha } }),
  ),
  workflow_dispatch: eventOf('workflow_dispatch', payloadOf('workflow_dispatch')),
  schedule: eventOf('schedule', { schedule: '0 5 * * *' }),
  release: eventOf('release', payloadOf('release')),
  check_run: eventOf('check_run', payloadOf('check_run')),
};

/** Writes `judges a, reports on 7, is head` or `judges the head of 7`, on which it reports too. */
function describeTarget(target: Target | NoTarget): string {
  switch (target.kind) {
    case 'commit': {
      const source = target.pullRequest;
      const where = source.kind === 'known' ? String(source.number) : source.kind;
      return `judges ${target.sha.slice(0, 1)}, reports on ${where}${target.isHead ? ', is head' : ''}${target.comments ? '' : ', silent'}`;
    }
    case 'head-of': {
      return `judges the head of ${target.number}${target.comments ? '' : ', silent'}`;
    }
    case 'nothing':
    case 'unknown':
      return target.kind;
  }
}

/** As the subject is found: `sha` that names another commit comes before all else. */
function targetOf(event: ActionEvent, inputs: Given): Target | NoTarget {
  const target = decideTarget(event, inputs);
  return inputs.sha === null ? target : toGivenCommit(inputs.sha, target);
}

describe('the target', () => {
  // The usual events, with and without a SHA, are those of the random worlds.
  test.each<[keyof typeof events, string, Given, string]>([
    ['pull_request', 'with sha', bySha, 'judges 9, reports on 7'],
    ['pull_request_review', 'alone', nothing, 'judges a, reports on 7, is head'],
    ['pull_request_review_comment', 'alone', nothing, 'judges a, reports on 7, is head'],
    ['merge_group', 'with sha', bySha, 'judges 9, reports on 7, silent'],
    ['push of nothing', 'alone', nothing, 'nothing'],
    ['push that deletes a branch', 'with sha', bySha, 'judges 9, reports on none'],
    ['push of an annotated tag', 'alone', nothing, 'judges a, reports on none, is head'],
    ['push of a tag without its commit', 'alone', nothing, 'judges 1, reports on none, is head'],
    ['push that deletes a tag', 'alone', nothing, 'nothing'],
    ['push whose head commit is another', 'alone', nothing, 'judges a, reports on by-branch, is head'],
    ['release', 'alone', nothing, 'judges f, reports on none'],
    ['check_run', 'alone', nothing, 'judges f, reports on none'],
  ])('of %s %s', (name, _, inputs, expected) => {
    expect(describeTarget(targetOf(events[name], inputs))).toBe(expected);
  });

  test.each([
    ['push that deletes a tag', 'tag'],
    ['push that deletes a branch', 'branch'],
  ] as const)('of a %s is none, and the notice speaks of a %s', (name, what) => {
    const [said = ''] = /\b(?:tag|branch)\b/u.exec(JSON.stringify(decideTarget(events[name], nothing))) ?? [];
    expect(said).toBe(what);
  });

  test.each(Object.keys(events) as (keyof typeof events)[])(
    'is the head of the pull request that pr-number names, and with sha that commit (%s)',
    (name) => {
      expect(describeTarget(decideTarget(events[name], byNumber))).toBe('judges the head of 99');
      expect(describeTarget(targetOf(events[name], byBoth))).toBe('judges 9, reports on 99');
    },
  );

  test('is that of the event where sha and pr-number repeat it, although the head may have moved since', () => {
    const repeated = { sha: headSha, pullRequest: 7 };
    expect(describeTarget(decideTarget(events.pull_request, repeated))).toBe('judges a, reports on 7, is head');
    const another = { sha: headSha, pullRequest: 99 };
    expect(describeTarget(decideTarget(events.pull_request, another))).toBe('judges the head of 99');
  });

  test('of an event without GITHUB_SHA is not known', () => {
    const event = { ...events.workflow_dispatch, workflowSha: null };
    expect(describeTarget(decideTarget(event, nothing))).toBe('unknown');
  });
});

describe('a merge queue', () => {
  test.each([
    ['refs/heads/gh-readonly-queue/main/pr-104-929f8209d40f77f4abc622a499c93a83babdbe64', 104],
    [`gh-readonly-queue/main/pr-7-${headSha}`, 7],
    [`refs/heads/gh-readonly-queue/release/v1.2/pr-7-${headSha}`, 7],
    [`refs/heads/gh-readonly-queue/feature/pr-5-abc/pr-7-${headSha}`, 7],
    [`refs/heads/gh-readonly-queue/pr-5-abc/pr-7-${headSha}`, 7],
    [`refs/heads/gh-readonly-queue/gh-readonly-queue/x/pr-7-${headSha}`, 7],
    [`refs/heads/gh-readonly-queue/a\u00e9 (1)+x/pr-7-${headSha}`, 7],
    [`refs/heads/gh-readonly-queue/main/pr-7-${'a'.repeat(64)}`, 7],
  ])('names its pull request: %s', (headRef, number) => {
    expect(decideTarget(queue(headRef), nothing)).toMatchObject({ kind: 'head-of', number });
  });

  test.each([
    ['refs/heads/main'],
    [`refs/heads/gh-readonly-queue/main/${headSha}`],
    [`refs/heads/gh-readonly-queue/main/pr-x-${headSha}`],
    [`refs/heads/gh-readonly-queue/main/pr-7-${headSha}/more`],
    [`refs/heads/gh-readonly-queue/main/pr-${'9'.repeat(30)}-${headSha}`],
    [`refs/heads/not-gh-readonly-queue/main/pr-7-${headSha}`],
    [''],
  ])('that does not is not judged by its merge commit: %j', (headRef) => {
    expect(describeTarget(decideTarget(queue(headRef), nothing))).toBe('unknown');
  });
});

describe('GITHUB_SHA', () => {
  const names = ['pull_request', 'pull_request_target', 'pull_request_review', 'pull_request_review_comment'];
  // A payload that cannot be read must not make the merge commit or the default branch the judged one.
  const oddPayloads: readonly [string, unknown][] = [
    ['none', undefined],
    ['null', null],
    ['text', 'text'],
    ['empty', {}],
    ['without a head', { pull_request: { number: 7 } }],
    ['with a short SHA', { pull_request: { number: 7, head: { sha: 'abc1234' } } }],
    ['with a number that is text', { pull_request: { number: '7', head: { sha: headSha } } }],
    ['with a list', { pull_request: [] }],
  ];
  test.each(names.flatMap((name) => oddPayloads.map(([what, payload]) => ({ name, what, payload }))))(
    'is never judged on $name, whatever the payload is: $what',
    ({ name, payload }) => {
      expect(describeTarget(decideTarget(eventOf(name, payload), nothing))).toBe('unknown');
    },
  );

  test.each(['merge_group', 'workflow_run', 'push'])(
    'is not judged on %s, whose payload should have named another commit',
    (name) => {
      expect(describeTarget(decideTarget(eventOf(name, {}), nothing))).toBe('unknown');
    },
  );

  test.each(['pull_request', 'pull_request_review', 'pull_request_review_comment'])(
    'is never judged in any of GitHub’s own examples of %s',
    (name) => {
      for (const payload of examplesOf(name)) {
        const target = decideTarget(eventOf(name, payload), nothing);
        expect(target).toMatchObject({ kind: 'commit', isHead: true });
        expect(target).not.toMatchObject({ sha: workflowSha });
      }
    },
  );
});

describe('any event', () => {
  const names = fc.constantFrom(
    ...['pull_request', 'pull_request_target', 'merge_group', 'push', 'workflow_run'],
    ...['issue_comment', 'schedule', 'no_such_event', '', '__proto__'],
  );
  test('has a target, whatever its payload is', () => {
    fc.assert(
      fc.property(names, fc.jsonValue(), (name, payload) => {
        expect(describeTarget(decideTarget(eventOf(name, payload), nothing))).not.toBe('');
      }),
    );
  });

  test('is judged by the input sha when there is one', () => {
    for (const event of Object.values(events)) {
      expect(targetOf(event, bySha)).toMatchObject({ kind: 'commit', sha: other, isHead: false });
    }
  });
});

describe('the input sha', () => {
  const { signal } = new AbortController();
  const find = (name: keyof typeof events, sha: CommitSha) =>
    findSubject({ event: events[name], inputs: { sha, pullRequest: null }, github: null, signal });

  test.each<[keyof typeof events, CommitSha, object]>([
    ['pull_request', headSha, { isGiven: false, isHead: true, pullRequest: 7 }],
    ['pull_request', other, { isGiven: true, isHead: false, pullRequest: 7 }],
    ['workflow_dispatch', workflowSha, { isGiven: false, isHead: false, pullRequest: null }],
    ['workflow_dispatch', other, { isGiven: true, isHead: false, pullRequest: null }],
    ['push that deletes a branch', other, { isGiven: true, isHead: false, pullRequest: null }],
    // Without GitHub nobody knows the head of the queue's pull request, and none is needed.
    ['merge_group', other, { isGiven: true, isHead: false, pullRequest: 7, checkSha: workflowSha, comments: false }],
  ])('on %s is what is judged, and is only given where something else would be: %s', async (name, sha, expected) => {
    expect(await find(name, sha)).toMatchObject({ sha, ...expected });
  });
});
