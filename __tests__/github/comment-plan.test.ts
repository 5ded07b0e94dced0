// What becomes of the comments of a pull request.
import { type Marker, toMarkerLine } from '../../src/documents/marker.ts';
import { GITHUB_ACTIONS } from '../../src/github/account.ts';
import {
  type CommentDraft,
  decideCommentPlan,
  type ListedComment,
  type OwnComment,
  selectMarkers,
  toMarkedComment,
  toOwnComment,
} from '../../src/github/comment-plan.ts';
import type { CommitSha, EpochMs } from '../../src/judgement/identifiers.ts';
import { compact } from '../../src/judgement/lists.ts';
import { fc } from '../harness/random.ts';
import { replaced } from '../harness/replaced.ts';
import { describe, expect, test } from '../jest.ts';

const shaOf = (digit: string): CommitSha => digit.repeat(40) as CommitSha;

const aMarker = (parts: Partial<Marker> = {}): Marker => ({
  key: 'Scan Gate/gate',
  runId: 1,
  runAttempt: 1,
  jobId: 4,
  sha: shaOf('a'),
  readAt: 1_000 as EpochMs,
  ...parts,
});

const bodyOf = (marker: Partial<Marker> = {}, text = 'All is well.'): string =>
  `${toMarkerLine(aMarker(marker))}\n${text}`;

const aComment = (parts: Partial<ListedComment> = {}): ListedComment => ({
  id: 1,
  body: bodyOf(),
  author: 'github-actions[bot]',
  authorType: 'Bot',
  url: 'https://github.com/acme/storefront/pull/7#issuecomment-1',
  ...parts,
});

const aDraft = (parts: Partial<CommentDraft> = {}): CommentDraft => {
  const marker = parts.marker ?? aMarker({ runId: 2, readAt: 2_000 as EpochMs });
  return {
    marker,
    body: `${toMarkerLine(marker)}\nAll is well.`,
    wanted: true,
    headSha: shaOf('a'),
    nowMs: 2_500,
    ...parts,
  };
};

const own = (...comments: ListedComment[]): readonly OwnComment[] =>
  compact(comments.map((comment) => toOwnComment(comment, GITHUB_ACTIONS, { key: 'Scan Gate/gate' })));

describe('a comment is ours', () => {
  test.each<[string, Partial<ListedComment>]>([
    ['by author and marker', {}],
    ['with a marker of another run', { body: bodyOf({ runId: 99, runAttempt: 3 }) }],
    ['with the line ends that GitHub makes', { body: replaced(bodyOf(), /\n/g, '\r\n') }],
    ['whatever the case of the login', { author: 'GitHub-Actions[bot]' }],
    ['by a login that only an app can have, where its type is not told', { authorType: null }],
  ])('%s', (_, parts) => {
    expect(own(aComment(parts))).toHaveLength(1);
  });
});

describe('a comment is not ours', () => {
  test.each<[string, Partial<ListedComment>]>([
    ['by someone else with our marker', { author: 'mallory', authorType: 'User' }],
    ['by another bot', { author: 'dependabot[bot]' }],
    ['by somebody else whose type is not told', { author: 'mallory', authorType: null }],
    ['by an account that is gone', { author: null, authorType: null }],
    ['without a marker', { body: 'All is well.' }],
    ['with the marker after a line feed', { body: `\n${bodyOf()}` }],
    ['with the marker after a space', { body: ` ${bodyOf()}` }],
    ['with text behind the marker on its line', { body: `${toMarkerLine(aMarker())} All is well.` }],
    ['with the marker of another gate', { body: bodyOf({ key: 'Scan Gate/other' }) }],
    ['with a key that ours begins', { body: bodyOf({ key: 'Scan Gate/gate 2' }) }],
    ['with another version of the marker', { body: replaced(bodyOf(), ':v2', ':v3') }],
    ['with a key that is no text', { body: replaced(bodyOf(), '"Scan Gate/gate"', '7') }],
  ])('%s', (_, parts) => {
    expect(own(aComment(parts))).toEqual([]);
  });

  test('by the workflow’s own token when the token is a person’s', () => {
    const person = { login: 'octocat' };
    const isOwn = (parts: Partial<ListedComment>): boolean =>
      toOwnComment(aComment(parts), person, { key: 'Scan Gate/gate' }) !== null;
    expect(isOwn({})).toBe(false);
    expect(isOwn({ author: 'octocat', authorType: 'User' })).toBe(true);
  });
});

describe('the markers that name runs', () => {
  const app = { login: 'our-app[bot]' };
  const runsOf = (comments: readonly ListedComment[], identity = GITHUB_ACTIONS): number[] =>
    selectMarkers(compact(comments.map(toMarkedComment)), { identity, headSha: shaOf('a') }).map(({ runId }) => runId);

  test.each<[string, Partial<ListedComment>, number[]]>([
    ['of the workflows’ own token', {}, [1]],
    ['of a gate with another key', { body: bodyOf({ key: 'other' }) }, [1]],
    ['of another bot, which may repeat what anybody says', { author: 'echo[bot]' }, []],
    ['of the watch', { body: bodyOf({ kind: 'watch' }) }, []],
    ['about an older head', { body: bodyOf({ sha: shaOf('b') }) }, []],
  ])('%s', (_, parts, runs) => {
    expect(runsOf([aComment(parts)])).toEqual(runs);
  });

  test('of one key: that of the token’s identity first, then the newest', () => {
    const comments = [
      aComment({ id: 3, body: bodyOf({ runId: 3 }) }),
      aComment({ id: 1, body: bodyOf({ runId: 1 }), author: app.login }),
      aComment({ id: 2, body: bodyOf({ runId: 2 }) }),
    ];
    expect(runsOf(comments, app)).toEqual([1]);
    expect(runsOf(comments)).toEqual([3]);
  });

  test('of one key: that of the head, however new one of another commit is', () => {
    const other = bodyOf({ runId: 2, sha: shaOf('b'), readAt: 9_000 as EpochMs });
    expect(runsOf([aComment(), aComment({ id: 2, body: other })])).toEqual([1]);
  });
});

test('the plan updates the oldest comment, however they are listed', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(), { minLength: 1 }), (numbers) => {
      const comments = own(...numbers.map((id) => aComment({ id, body: bodyOf({}, 'It is red.') })));
      const sorted = numbers.toSorted((a, b) => a - b);
      const plan = decideCommentPlan(comments, aDraft());
      expect(plan.kind === 'update' && [plan.comment, ...plan.duplicates].map(({ id }) => id)).toEqual(sorted);
    }),
  );
});

describe('the plan', () => {
  test('creates the first comment', () => {
    expect(decideCommentPlan([], aDraft())).toEqual({ kind: 'create' });
  });
  test('creates none where none is wanted', () => {
    expect(decideCommentPlan([], aDraft({ wanted: false }))).toEqual({ kind: 'none' });
  });

  test('updates a comment that says something else', () => {
    const comments = own(aComment({ body: bodyOf({}, 'It is red.') }));
    expect(decideCommentPlan(comments, aDraft())).toMatchObject({ kind: 'update', comment: { id: 1 }, duplicates: [] });
  });
  test('updates an existing comment also where none would be created: it never stays red', () => {
    const comments = own(aComment({ body: bodyOf({}, 'It is red.') }));
    expect(decideCommentPlan(comments, aDraft({ wanted: false }))).toMatchObject({ kind: 'update' });
  });
  test('updates the oldest and names the others as duplicates', () => {
    const plan = decideCommentPlan(
      own(aComment({ id: 3 }), aComment({ id: 2 }), aComment({ id: 9 })),
      aDraft({ body: bodyOf({}, 'New.') }),
    );
    expect(plan).toMatchObject({ kind: 'update', comment: { id: 2 }, duplicates: [{ id: 3 }, { id: 9 }] });
  });

  const again = aDraft({ marker: aMarker({ readAt: 2_000 as EpochMs }) });

  test('keeps a comment of the same run that differs in the time of reading alone', () => {
    expect(decideCommentPlan(own(aComment()), again)).toMatchObject({ kind: 'keep', comment: { id: 1 } });
  });
  test.each<[string, Partial<Marker>]>([
    ['run', { runId: 2 }],
    ['attempt', { runAttempt: 2 }],
    ['commit', { sha: shaOf('b') }],
  ])('writes where only the %s differs, so that the marker names it', (_, marker) => {
    const written = aMarker({ readAt: 2_000 as EpochMs, ...marker });
    const draft = aDraft({ marker: written, headSha: written.sha });
    expect(decideCommentPlan(own(aComment()), draft)).toMatchObject({ kind: 'update' });
  });
  test('keeps it also with the line ends that GitHub makes and without the last ones', () => {
    const body = replaced(bodyOf({}, 'One.\n\nTwo.'), /\n/g, '\r\n');
    const draft = { ...again, body: `${bodyOf({}, 'One.\n\nTwo.')}\n` };
    expect(decideCommentPlan(own(aComment({ body })), draft)).toMatchObject({ kind: 'keep' });
  });

  const verdictOf = (kind: 'passed' | 'failed'): Marker['verdict'] => ({ kind, reason: 'within-threshold' });
  test.each<[string, Partial<Marker>, Partial<Marker>, string]>([
    [
      'another job of the run and attempt leaves a worse verdict',
      { jobId: 5 },
      { verdict: verdictOf('failed') },
      'outdone',
    ],
    ['it leaves one that is as bad', { jobId: 5 }, {}, 'outdone'],
    [
      'it overwrites a better one',
      { jobId: 5, verdict: verdictOf('failed') },
      { verdict: verdictOf('passed') },
      'update',
    ],
    ['a job that nobody can name may be another', { jobId: undefined }, { jobId: undefined }, 'outdone'],
    [
      'a later attempt overwrites whatever there is',
      { jobId: 5, runAttempt: 2 },
      { verdict: verdictOf('failed') },
      'update',
    ],
  ])('%s', (_, written, shown, kind) => {
    const marker = aMarker({ readAt: 2_000 as EpochMs, verdict: verdictOf('passed'), ...written });
    const comments = own(aComment({ body: bodyOf({ verdict: verdictOf('passed'), ...shown }, 'It was.') }));
    expect(decideCommentPlan(comments, aDraft({ marker })).kind).toBe(kind);
  });

  test.each<[string, Partial<Marker>, string]>([
    ['a run that read before what is shown does not write', { readAt: 3_000 as EpochMs }, 'overtaken'],
    ['a run that read at the same time writes', { readAt: 2_000 as EpochMs }, 'update'],
    [
      'a time of reading five minutes ahead of now may be that of a newer run',
      { readAt: (2_500 + 5 * 60_000) as EpochMs },
      'overtaken',
    ],
    ['one further ahead is no reason not to write', { readAt: (2_501 + 5 * 60_000) as EpochMs }, 'update'],
    [
      'a newer time of reading of another commit is no reason either',
      { readAt: 3_000 as EpochMs, sha: shaOf('b') },
      'update',
    ],
    ['nor is one five minutes ahead of now', { readAt: (2_500 + 5 * 60_000) as EpochMs, sha: shaOf('b') }, 'update'],
    ['nor one of a commit that nobody knows', { readAt: 3_000 as EpochMs, sha: null }, 'update'],
  ])('%s', (_, marker, kind) => {
    const comments = own(aComment({ body: bodyOf(marker, 'It is red.') }));
    expect(decideCommentPlan(comments, aDraft()).kind).toBe(kind);
  });
  test('a newer duplicate overtakes a run as well as the oldest comment does', () => {
    const comments = own(aComment(), aComment({ id: 2, body: bodyOf({ readAt: 3_000 as EpochMs }) }));
    expect(decideCommentPlan(comments, aDraft())).toMatchObject({ kind: 'overtaken', comment: { id: 1 } });
  });

  test.each<[string, CommitSha | null, CommitSha | null, string]>([
    ['does not write when the head has moved on', shaOf('a'), shaOf('b'), 'moved-on'],
    ['writes when the head could not be read or does not matter', shaOf('a'), null, 'create'],
    ['writes when the judged commit is not known', null, shaOf('b'), 'create'],
  ])('%s', (_, sha, headSha, kind) => {
    const plan = decideCommentPlan([], aDraft({ marker: aMarker({ sha }), headSha }));
    expect(plan.kind).toBe(kind);
  });
  test.each<[string, Partial<Marker>, CommitSha | null, string]>([
    ['keeps what another job said of the same head, if it is worse', {}, shaOf('a'), 'outdone'],
    ['keeps nothing that another job said of an older head', { sha: shaOf('b') }, shaOf('a'), 'update'],
    [
      'keeps it where the head does not matter: each job may have been given a commit',
      { sha: shaOf('b') },
      null,
      'outdone',
    ],
  ])('%s', (_, shown, headSha, kind) => {
    const marker = aMarker({ jobId: 5, readAt: 2_000 as EpochMs, verdict: verdictOf('passed') });
    const comments = own(aComment({ body: bodyOf({ verdict: verdictOf('failed'), ...shown }, 'It is red.') }));
    expect(decideCommentPlan(comments, aDraft({ marker, headSha })).kind).toBe(kind);
  });
  test.each<[string, Partial<Marker>, string]>([
    ['keeps what another job said of this commit, if it is worse', {}, 'outdone'],
    ['keeps nothing that another job said of another commit', { sha: shaOf('b') }, 'update'],
    ['keeps nothing of a commit that nobody knows', { sha: null }, 'update'],
  ])('where the head could not be read it %s', (_, shown, kind) => {
    const marker = aMarker({ jobId: 5, readAt: 2_000 as EpochMs, verdict: verdictOf('passed') });
    const comments = own(aComment({ body: bodyOf({ verdict: verdictOf('failed'), ...shown }, 'It is red.') }));
    expect(decideCommentPlan(comments, aDraft({ marker, headSha: null, isHeadUnread: true })).kind).toBe(kind);
  });
  test.each<[string, Partial<Marker>, boolean, string]>([
    ['of a newer run about another commit is left', { runId: 3, sha: shaOf('b') }, true, 'moved-on'],
    ['of this run about another commit is replaced', { runId: 2, sha: shaOf('b') }, true, 'update'],
    ['of a newer run about this commit is replaced', { runId: 3 }, true, 'update'],
    ['of a newer run is replaced where GitHub shows this head', { runId: 3, sha: shaOf('b') }, false, 'update'],
  ])('where GitHub shows an earlier head, a comment %s', (_, shown, isHeadLate, kind) => {
    const comments = own(aComment({ body: bodyOf(shown, 'It is red.') }));
    expect(decideCommentPlan(comments, aDraft({ isHeadLate })).kind).toBe(kind);
  });
  const shownFor = (sha: CommitSha): readonly OwnComment[] => own(aComment({ body: bodyOf({ sha }, 'It is red.') }));
  test.each<[string, readonly OwnComment[], boolean, string]>([
    ['creates no comment on a closed pull request', [], true, 'none'],
    ['creates one on an open one', [], false, 'create'],
    ['leaves the last word before the end', shownFor(shaOf('a')), true, 'last-word'],
    ['updates it while the pull request is open', shownFor(shaOf('a')), false, 'update'],
    ['updates what is about an older head of a closed one', shownFor(shaOf('b')), true, 'update'],
    [
      'leaves the last word that stands in a duplicate',
      own(aComment({ body: bodyOf({ sha: shaOf('b') }) }), aComment({ id: 2, body: bodyOf({}, 'It is red.') })),
      true,
      'last-word',
    ],
  ])('%s', (_, comments, isClosed, kind) => {
    expect(decideCommentPlan(comments, aDraft({ isClosed })).kind).toBe(kind);
  });
  test.each<[string, Partial<CommentDraft>, string]>([
    ['on a closed pull request', { isClosed: true }, 'none'],
    ['where none is wanted', { wanted: false }, 'none'],
    ['but on an open one where one is wanted', {}, 'moved-on'],
  ])('keeps no comment from being written that was not due, if the head has moved on: %s', (_, draft, kind) => {
    expect(decideCommentPlan([], aDraft({ headSha: shaOf('b'), ...draft }))).toMatchObject({ kind });
  });
  test('names the comment that is shown when the head has moved on', () => {
    const plan = decideCommentPlan(own(aComment()), aDraft({ headSha: shaOf('b') }));
    expect(plan).toMatchObject({ kind: 'moved-on', comment: { id: 1 } });
  });
});
