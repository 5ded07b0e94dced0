// What becomes of the comments of a pull request.
import { type Marker, toMarkerLine } from '../../src/documents/marker.ts';
import { GITHUB_ACTIONS } from '../../src/github/account.ts';
import {
  type CommentDraft,
  decideCommentPlan,
  type ListedComment,
  type OwnComment,
  selectOwnMarkers,
  toMarkedComment,
  toOwnComment,
} from '../../src/github/comment-plan.ts';
import type { CommitSha, EpochMs } from '../../src/judgement/identifiers.ts';
import { compact } from '../../src/judgement/lists.ts';
import { fc } from '../harness/random.ts';
import { replaced } from '../harness/replaced.ts';
import { readInputs, rowsOf } from '../harness/rows.ts';
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
    selectOwnMarkers(compact(comments.map(toMarkedComment)), { identity, headSha: shaOf('a') }).map(
      ({ runId }) => runId,
    );

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

/**
 * What the oldest comment of ours says of its run (`-`: there is none), where that differs from run 1, attempt 1, job 4, commit
 * a, read at 1000; what the draft says, where that differs from run 2, read at 2000; what is known of the pull request, whose
 * head is a; and what becomes of it. Times are in milliseconds, and it is 2500.
 */
const PLANS = `
the first comment is created                          | -                   |                            |                  | create
none is where none is wanted                          | -                   |                            | unwanted         | none
one that says something else is updated               |                     |                            |                  | update
so is one where none would be created                 |                     |                            | unwanted         | update
another job of the run leaves a worse verdict         | verdict=failed      | run=1 job=5 verdict=passed |                  | outdone
it leaves one that is as bad                          | verdict=passed      | run=1 job=5 verdict=passed |                  | outdone
it overwrites a better one                            | verdict=passed      | run=1 job=5 verdict=failed |                  | update
a job that nobody can name may be another             | job=none verdict=passed | run=1 job=none verdict=passed |          | outdone
a later attempt overwrites whatever there is          | verdict=failed      | run=1 attempt=2 job=5 verdict=passed |        | update
it keeps nothing that was said of an older head       | sha=b verdict=failed | run=1 job=5 verdict=passed |                 | update
but where the head does not matter                    | sha=b verdict=failed | run=1 job=5 verdict=passed | head=none       | outdone
where the head was not read, what is worse stays      | verdict=failed      | run=1 job=5 verdict=passed | head=none unread | outdone
but nothing of another commit                         | sha=b verdict=failed | run=1 job=5 verdict=passed | head=none unread | update
nor of a commit that nobody knows                     | sha=none verdict=failed | run=1 job=5 verdict=passed | head=none unread | update
who read before what is shown does not write          | readAt=3000         |                            |                  | overtaken
a later attempt writes, though its clock is behind    | readAt=3000         | run=1 attempt=2            |                  | update
but an earlier attempt does not                       | attempt=2 readAt=3000 | run=1                    |                  | overtaken
nor a later attempt of another run                    | readAt=3000         | attempt=2                  |                  | overtaken
who read at the same time writes                      | readAt=2000         |                            |                  | update
five minutes ahead of now may be a newer run          | readAt=302500       |                            |                  | overtaken
further ahead is no reason not to write               | readAt=302501       |                            |                  | update
nor is a newer time of another commit                 | readAt=3000 sha=b   |                            |                  | update
nor one five minutes ahead                            | readAt=302500 sha=b |                            |                  | update
nor one of a commit that nobody knows                 | readAt=3000 sha=none |                           |                  | update
nothing is written when the head has moved on         | -                   |                            | head=b           | moved-on
it is where the head could not be read                | -                   |                            | head=none        | create
it is where the judged commit is not known            | -                   | sha=none                   | head=b           | create
on a closed one none was due                          | -                   |                            | head=b closed    | none
where none is wanted none was due                     | -                   |                            | head=b unwanted  | none
a newer run about a later head is left                | run=3 sha=b         |                            | late             | moved-on
this run about another commit is replaced             | run=2 sha=b         |                            | late             | update
a newer run about this commit is replaced             | run=3               |                            | late             | update
a newer run is left where the head was not read       | run=3 sha=b         |                            | head=none unread | moved-on
an older run is replaced there                        | run=1 sha=b         |                            | head=none unread | update
a newer run is replaced where GitHub shows this head  | run=3 sha=b         |                            |                  | update
none is created on a closed pull request              | -                   |                            | closed           | none
the last word before the end is left                  |                     |                            | closed           | last-word
what is about an older head of a closed one is not    | sha=b               |                            | closed           | update
`;

/** Of `run=3 sha=b`, what of a marker it says. */
function toMarkerParts(cell: string): Partial<Marker> {
  const { run, attempt, job, sha, readAt, verdict } = readInputs(cell);
  return {
    ...(run !== undefined && { runId: Number(run) }),
    ...(attempt !== undefined && { runAttempt: Number(attempt) }),
    ...(job !== undefined && { jobId: job === 'none' ? undefined : Number(job) }),
    ...(sha !== undefined && { sha: sha === 'none' ? null : shaOf(sha) }),
    ...(readAt !== undefined && { readAt: Number(readAt) as EpochMs }),
    ...(verdict !== undefined && { verdict: { kind: verdict, reason: 'within-threshold' } }),
  };
}

describe('the plan', () => {
  test.each(rowsOf(PLANS))('%s: %s, then %s, %s', (_, shown = '', written = '', known = '', kind) => {
    const comments = shown === '-' ? [] : own(aComment({ body: bodyOf(toMarkerParts(shown), 'It is red.') }));
    const marker = aMarker({ runId: 2, readAt: 2_000 as EpochMs, ...toMarkerParts(written) });
    const { head = 'a' } = readInputs(known);
    const draft = aDraft({
      ...{ marker, headSha: head === 'none' ? null : shaOf(head), wanted: !known.includes('unwanted') },
      ...{ isClosed: known.includes('closed'), isHeadUnread: known.includes('unread'), isHeadLate: known === 'late' },
    });
    expect(decideCommentPlan(comments, draft).kind).toBe(kind);
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
  test.each(['run=2', 'attempt=2', 'sha=b'])(
    'writes where only that differs, so that the marker names it: %s',
    (cell) => {
      const written = aMarker({ readAt: 2_000 as EpochMs, ...toMarkerParts(cell) });
      const draft = aDraft({ marker: written, headSha: written.sha });
      expect(decideCommentPlan(own(aComment()), draft)).toMatchObject({ kind: 'update' });
    },
  );
  test('keeps it also with the line ends that GitHub makes and without the last ones', () => {
    const body = replaced(bodyOf({}, 'One.\n\nTwo.'), /\n/g, '\r\n');
    const draft = { ...again, body: `${bodyOf({}, 'One.\n\nTwo.')}\n` };
    expect(decideCommentPlan(own(aComment({ body })), draft)).toMatchObject({ kind: 'keep' });
  });
  test('is overtaken by a newer duplicate as well as by the oldest comment', () => {
    const comments = own(aComment(), aComment({ id: 2, body: bodyOf({ readAt: 3_000 as EpochMs }) }));
    expect(decideCommentPlan(comments, aDraft())).toMatchObject({ kind: 'overtaken', comment: { id: 1 } });
  });
  test('leaves the last word that stands in a duplicate', () => {
    const comments = [
      aComment({ body: bodyOf({ sha: shaOf('b') }) }),
      aComment({ id: 2, body: bodyOf({}, 'It is red.') }),
    ];
    expect(decideCommentPlan(own(...comments), aDraft({ isClosed: true })).kind).toBe('last-word');
  });
  test('names the comment that is shown when the head has moved on', () => {
    const plan = decideCommentPlan(own(aComment()), aDraft({ headSha: shaOf('b') }));
    expect(plan).toMatchObject({ kind: 'moved-on', comment: { id: 1 } });
  });
});
