// The rules of writing the comment over the wire: one of ours, never two, and no create that is repeated blindly.
import type { CommentData } from '../../sandbox/github/data.ts';
import { type Marker, toMarkerLine } from '../../src/documents/marker.ts';
import { GITHUB_ACTIONS } from '../../src/github/account.ts';
import { type CommentDraft, toOwnComment } from '../../src/github/comment-plan.ts';
import { type CommentOutcome, fetchComments, upsertComment } from '../../src/github/comment.ts';
import type { CommitSha, EpochMs } from '../../src/judgement/identifiers.ts';
import { describe, expect, it } from '../jest.ts';
import { rejection, sha } from '../sandbox/github-world.ts';
import { type Connection, PLACE, withConnection } from './connection.ts';

const PATH = '/repos/acme/shop/issues/7/comments';
const head = sha('b') as CommitSha;
const url = (id: number): string => `https://github.com/acme/shop/pull/7#issuecomment-${id}`;

function makeMarker(readAt: number): Marker {
  return { key: 'gate', runId: 1, runAttempt: 1, jobId: 4, sha: head, readAt: readAt as EpochMs };
}

function makeDraft(text: string, readAt = 2000): CommentDraft {
  const marker = makeMarker(readAt);
  return { marker, body: `${toMarkerLine(marker)}\n${text}`, wanted: true, headSha: head, nowMs: 2500 };
}

function makeComment(id: number, text: string, readAt = 1000, of = head): CommentData {
  return {
    id,
    issue: 7,
    user: 'github-actions[bot]',
    body: `${toMarkerLine({ ...makeMarker(readAt), sha: of })}\n${text}`,
    createdAt: '2026-11-01T00:00:00Z',
    updatedAt: '2026-11-01T00:00:00Z',
  };
}

async function publish({ octokit }: Connection, draft: CommentDraft): Promise<CommentOutcome> {
  const own = await fetchComments(octokit, PLACE, (comment) => toOwnComment(comment, GITHUB_ACTIONS, draft.marker));
  return await upsertComment(octokit, { pull: PLACE, identity: GITHUB_ACTIONS, own, draft });
}

const textsOf = ({ github }: Connection): readonly string[] =>
  github.state.comments.map(({ id, body }) => `${id} ${body.split('\n')[1] ?? body}`);
const writesOf = ({ github }: Connection): readonly string[] =>
  github.requests.filter(({ method }) => method !== 'GET').map(({ method }) => method);

describe('the comments of a pull request', () => {
  it('are read from all pages, oldest first', () =>
    withConnection(
      { data: { comments: Array.from({ length: 145 }, (_, at) => makeComment(at + 1, 'x')) } },
      async ({ octokit, github }) => {
        const comments = await fetchComments(octokit, PLACE, (comment) => comment);
        expect(comments.map(({ id }) => id)).toEqual(Array.from({ length: 145 }, (_, at) => at + 1));
        expect(comments[0]).toEqual({
          id: 1,
          body: makeComment(1, 'x').body,
          author: 'github-actions[bot]',
          authorType: 'Bot',
          url: url(1),
        });
        expect(github.requests).toHaveLength(2);
      },
    ));
});

describe('a comment that lacks something', () => {
  const strange = makeComment(1, 'x');
  const foreign: CommentData = { ...strange, user: 'ada', body: 'Looks good.' };

  it.each(['omit=0.user', 'omit=0.user.type', 'omit=0.user.login', 'set=0.body value=null'])(
    'of somebody else does not keep ours from being updated (%s)',
    (fault) =>
      withConnection(
        { data: { comments: [foreign, makeComment(5, 'old')] }, faults: [`GET ${PATH}?* ${fault}`] },
        async (connection) => {
          expect(await publish(connection, makeDraft('new'))).toMatchObject({ kind: 'update' });
          expect(textsOf(connection)).toEqual(['1 Looks good.', '5 new']);
        },
      ),
  );

  it.each(['omit=0.user.type', 'omit=0.html_url'])('is still ours (%s)', (fault) =>
    withConnection({ data: { comments: [strange] }, faults: [`GET ${PATH}?* ${fault}`] }, async (connection) => {
      expect(await publish(connection, makeDraft('new'))).toMatchObject({ kind: 'update' });
      expect(textsOf(connection)).toEqual(['1 new']);
    }),
  );

  it('is an error without its ID, and no second one is written', () =>
    withConnection({ data: { comments: [strange] }, faults: [`GET ${PATH}?* omit=0.id`] }, async (connection) => {
      expect(await rejection(publish(connection, makeDraft('new')))).toMatchObject({ name: 'GitHubAnswerError' });
      expect(textsOf(connection)).toEqual(['1 x']);
    }));

  it.each(['omit=id', 'omit=user', 'omit=html_url'])('after it was created is created all the same (%s)', (fault) =>
    withConnection({ faults: [`POST ${PATH} ${fault}`] }, async (connection) => {
      const outcome = await publish(connection, makeDraft('new'));
      const [comment, ...others] = connection.github.state.comments;
      expect(others).toEqual([]);
      expect(outcome).toEqual({ kind: 'create', url: url(comment?.id ?? 0) });
      expect(writesOf(connection)).toEqual(['POST']);
    }),
  );
});

describe('a draft', () => {
  it('is not written when it says the same', () =>
    withConnection({ data: { comments: [makeComment(5, 'same')] } }, async (connection) => {
      expect(await publish(connection, makeDraft('same'))).toEqual({ kind: 'keep', url: url(5) });
      expect(writesOf(connection)).toEqual([]);
    }));

  it('is not written when it was overtaken', () =>
    withConnection({ data: { comments: [makeComment(5, 'new')] } }, async (connection) => {
      expect(await publish(connection, makeDraft('old', 500))).toEqual({ kind: 'overtaken', url: url(5) });
    }));

  it('deletes the duplicates of ours, also when one of them is gone already', () =>
    withConnection(
      {
        data: { comments: [makeComment(5, 'old'), makeComment(6, 'x'), makeComment(7, 'y')] },
        watch: ({ method, path }, { github }) => {
          if (method !== 'DELETE' || !path.endsWith('/6')) return;
          github.state.comments = github.state.comments.filter(({ id }) => id !== 6);
        },
      },
      async (connection) => {
        expect(await publish(connection, makeDraft('new'))).toEqual({ kind: 'update', url: url(5) });
        expect(textsOf(connection)).toEqual(['5 new']);
        expect(writesOf(connection)).toEqual(['PATCH', 'DELETE', 'DELETE']);
      },
    ));

  it('keeps no duplicate that claims to have been read after now', () =>
    withConnection(
      {
        data: { comments: [] },
        watch: ({ method }, { github }) => {
          if (method !== 'POST' || github.state.comments.length > 0) return;
          github.state.comments.push(makeComment(1, 'forged', 9_999_999_999_999));
        },
      },
      async (connection) => {
        await publish(connection, makeDraft('new'));
        expect(textsOf(connection).map((text) => text.replace(/^\d+ /, ''))).toEqual(['new']);
      },
    ));

  it('is created when ours was deleted before it could be replaced', () =>
    withConnection(
      {
        data: { comments: [makeComment(5, 'old')] },
        watch: ({ method }, { github }) => {
          if (method === 'PATCH') github.state.comments = [];
        },
      },
      async (connection) => {
        const outcome = await publish(connection, makeDraft('new'));
        expect(outcome.kind).toBe('create');
        expect(connection.github.state.comments).toHaveLength(1);
      },
    ));
});

describe('a create without a clear answer', () => {
  it('that arrived is found and not repeated', () =>
    withConnection(
      { faults: [{ method: 'POST', path: PATH, effect: { kind: 'status', status: 500 }, applied: true }] },
      async (connection) => {
        const outcome = await publish(connection, makeDraft('new'));
        const [comment, ...others] = connection.github.state.comments;
        expect(others).toEqual([]);
        expect(outcome.url).toBe(url(comment?.id ?? 0));
        expect(writesOf(connection)).toEqual(['POST']);
      },
    ));

  it('that did not arrive is repeated once, after a look', () =>
    withConnection({ faults: [`POST ${PATH} status=502`] }, async (connection) => {
      const error = await rejection(publish(connection, makeDraft('new')));
      expect(error).toMatchObject({ status: 502 });
      expect(writesOf(connection)).toEqual(['POST', 'POST']);
      expect(connection.github.state.comments).toEqual([]);
    }));
});

describe('two runs at once', () => {
  /** Another run creates its comment just before ours arrives. */
  const another = (readAt: number, of = head) => ({
    watch: ({ method }: { readonly method: string }, { github }: Connection) => {
      if (method !== 'POST') return;
      github.state.comments.push(makeComment(900, 'other', readAt, of));
    },
  });

  it('the newer of which is ours: its text moves into the oldest comment', () =>
    withConnection(another(1000), async (connection) => {
      expect(await publish(connection, makeDraft('mine', 2000))).toEqual({ kind: 'create', url: url(900) });
      expect(textsOf(connection)).toEqual(['900 mine']);
    }));

  const older = sha('a') as CommitSha;

  it.each<[string, number, CommitSha, string]>([
    ['of the head: the newer one says what is there', 2400, head, '900 other'],
    ['of which one is about an older head: the other stays, whatever time that one names', 2400, older, '900 mine'],
  ])('%s', (_, readAt, of, left) =>
    withConnection(another(readAt, of), async (connection) => {
      await publish(connection, makeDraft('mine', 2000));
      expect(textsOf(connection)).toEqual([left]);
    }),
  );

  it('of which one is about a head that was pushed meanwhile: that one stays', () =>
    withConnection(another(2400, older), async (connection) => {
      const { pulls } = connection.github.state;
      connection.github.state.pulls = pulls.map((pull) => ({ ...pull, head: { ...pull.head, sha: older } }));
      await publish(connection, makeDraft('mine', 2000));
      expect(textsOf(connection)).toEqual(['900 other']);
    }));

  it.each<[string, number, boolean, string]>([
    ['an earlier one, of an older run: ours stays', 0, true, '900 mine'],
    ['an earlier one, of a newer run: that one stays', 3, true, '900 other'],
    ['a newer one, of which no run is known: that one stays', 0, false, '900 other'],
    ['again an earlier one, of an older run: ours stays', 1, false, '900 mine'],
    ['a newer one, of a newer run: that one stays', 3, false, '900 other'],
  ])('of two heads, of which GitHub shows the other: %s', (_, runId, isHeadLate, left) => {
    const marker = { ...makeMarker(2400), runId, sha: older };
    const other = { ...makeComment(900, 'other'), body: `${toMarkerLine(marker)}\nother` };
    return withConnection(
      {
        watch: ({ method }, { github }) => {
          if (method === 'POST') github.state.comments.push(other);
        },
      },
      async (connection) => {
        const { state } = connection.github;
        state.pulls = state.pulls.map((pull) => ({ ...pull, head: { ...pull.head, sha: older } }));
        const draft = makeDraft('mine', 2000);
        await publish(connection, { ...draft, marker: { ...draft.marker, runId: 2 }, isHeadLate });
        expect(textsOf(connection)).toEqual([left]);
      },
    );
  });

  const given = { ...makeDraft('mine'), headSha: null };
  const unread = { ...given, isHeadUnread: true };

  it.each<[string, CommentDraft, number, CommitSha, string]>([
    ['was read before', makeDraft('mine'), 200, older, '900 mine'],
    ['was read before', makeDraft('mine'), 2400, older, '900 mine'],
    ['was never read', unread, 200, older, '900 mine'],
    ['was never read', unread, 2400, older, '900 mine'],
    ['was never read, and both are of one commit', unread, 200, head, '900 mine'],
    ['was never read, and both are of one commit', unread, 2400, head, '900 other'],
  ])('of which nobody can read the head: ours stays, unless another says newer of it (%s, %#)', (...row) => {
    const [, draft, readAt, of, left] = row;
    return withConnection(
      { ...another(readAt, of), faults: ['GET /repos/acme/shop/pulls/7 status=403'] },
      async (connection) => {
        await publish(connection, draft);
        expect(textsOf(connection)).toEqual([left]);
      },
    );
  });

  it.each<[string, CommentDraft, number, string]>([
    ['each job was given: one of this run that is worse stays', given, 1, '900 other'],
    ['each job was given: ours stays beside one of another run', given, 2, '900 mine'],
    ['one may be the head that nobody can read: ours stays', unread, 1, '900 mine'],
    ['one may be the head that nobody can read: that of the newer run stays', unread, 2, '900 other'],
    ['one may be the head that nobody could read again: ours stays', makeDraft('mine'), 1, '900 mine'],
  ])('of two commits, of which %s', (_, draft, runId, left) => {
    const marker = {
      ...makeMarker(1000),
      runId,
      jobId: 5,
      sha: older,
      verdict: { kind: 'failed', reason: 'findings' },
    };
    const worse = { ...makeComment(900, 'other'), body: `${toMarkerLine(marker)}\nother` };
    return withConnection(
      {
        faults: ['GET /repos/acme/shop/pulls/7 status=403'],
        watch: ({ method }, { github }) => {
          if (method === 'POST') github.state.comments.push(worse);
        },
      },
      async (connection) => {
        await publish(connection, draft);
        expect(textsOf(connection)).toEqual([left]);
      },
    );
  });

  it('of which the other has settled it already: the address is that of the comment that is left', () =>
    withConnection(
      {
        watch: ({ method }, { github }) => {
          const mine = github.state.comments.length > 0 && method === 'GET';
          if (mine) github.state.comments = [makeComment(900, 'mine', 2000)];
        },
      },
      async (connection) => {
        expect(await publish(connection, makeDraft('mine', 2000))).toEqual({ kind: 'create', url: url(900) });
      },
    ));

  it('are no reason to fail when the second look is refused', () =>
    withConnection({ faults: [`GET ${PATH} from=2 status=403`] }, async (connection) => {
      const { kind } = await publish(connection, makeDraft('mine'));
      expect(kind).toBe('create');
      expect(connection.github.state.comments).toHaveLength(1);
    }));
});
