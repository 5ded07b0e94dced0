// The rules of who may give commands: every other comment changes nothing at the service, and the job stays green.
import * as v from 'valibot';
import type { UserData } from '../../sandbox/github/data.ts';
import { changeGitHub } from '../harness/worlds.ts';
import { describe, expect, it } from '../jest.ts';
import {
  type CommentOptions,
  type CommentOutcome,
  type ReviewHarness,
  reviewOf,
  reviewWorld,
  withHarness,
  writesOf,
} from './harness.ts';

type Permission = UserData['permission'];

const dismissal = (harness: ReviewHarness): string => `/scan-gate dismiss ${harness.bugs.security} not_a_bug`;

const record = v.record(v.string(), v.unknown());

/** The event with some fields of an object in its payload changed. */
function withPart(part: string, change: Record<string, unknown>): NonNullable<CommentOptions['event']> {
  return ({ name, payload }) => {
    const whole = v.parse(record, payload);
    return { name, payload: { ...whole, [part]: { ...v.parse(record, whole[part]), ...change } } };
  };
}

function expectNothingStored(harness: ReviewHarness, outcome: CommentOutcome): void {
  expect(outcome.result.exitCode).toBe(0);
  expect(writesOf(outcome)).toEqual([]);
  expect(reviewOf(harness, harness.bugs.security)).toBeUndefined();
}

function expectNothingDone(harness: ReviewHarness, outcome: CommentOutcome): void {
  expectNothingStored(harness, outcome);
  expect(outcome.result.outputs).toEqual({ commands: '[]', reviewed: '0', rejected: '0' });
  expect(outcome.replies).toEqual([]);
}

describe('a comment that asks for nothing makes no request at all', () => {
  it.each<[what: string, body: string, options: CommentOptions]>([
    ['without a command', 'Looks good to me.', {}],
    ['that was edited', '/scan-gate recheck', { action: 'edited' }],
  ])('%s', (_, body, options) =>
    withHarness({}, async (harness) => {
      const outcome = await harness.say(body, options);
      expectNothingDone(harness, outcome);
      expect([...outcome.requests.service, ...outcome.requests.github]).toEqual([]);
      expect(outcome.reactions).toEqual([]);
      expect(outcome.result.annotations).toEqual([]);
      expect(outcome.result.log).toContain('There is nothing to do.');
    }),
  );
});

it.each([
  ['pull_request_review', ['notice']],
  ['pull_request_review_comment', ['notice']],
  // Control: any other event is no matter of commands.
  ['workflow_dispatch', []],
])('the text of a review is not read, and a notice says so: %s', (name, levels) =>
  withHarness({}, async (harness) => {
    const outcome = await harness.say('/scan-gate recheck', { event: ({ payload }) => ({ name, payload }) });
    expectNothingDone(harness, outcome);
    expect(outcome.requests.github).toEqual([]);
    expect(outcome.result.annotations.map(({ level }) => level)).toEqual(levels);
  }),
);

describe('who may', () => {
  // The order of all permissions is a matter of the policy.
  it.each<[given: Permission, least: Permission, may: boolean]>([
    ['read', 'write', false],
    ['write', 'maintain', false],
    ['maintain', 'maintain', true],
  ])('%s where %s is needed in a public repository: %s', async (given, least, may) => {
    const world = changeGitHub(reviewWorld(), ({ users }) => ({
      visibility: 'public',
      users: [...users, { id: 77, login: 'kim', type: 'User', permission: given }],
    }));
    await withHarness({ world }, async (harness) => {
      const outcome = await harness.say(dismissal(harness), {
        by: 'kim',
        inputs: { permission: least, rerun: 'false' },
      });
      if (may) {
        expect(reviewOf(harness, harness.bugs.security)).toMatchObject({ state: 'dismissed' });
        expect(outcome.reactions).toEqual(['rocket']);
        return;
      }
      expectNothingDone(harness, outcome);
      expect(outcome.requests.service).toEqual([]);
      expect(outcome.reactions).toEqual(['-1']);
    });
  });

  it('not an account whose login somebody else has now', () =>
    withHarness({}, async (harness) => {
      const taken = { id: 4711, login: 'deniz-arslan', type: 'User' };
      const event: CommentOptions['event'] = (sent) =>
        withPart('sender', taken)(withPart('comment', { user: taken })(sent));
      const outcome = await harness.say(dismissal(harness), { event });
      expect(outcome.result.exitCode).toBe(0);
      expect(writesOf(outcome)).toEqual([]);
      expect(outcome.reactions).toEqual(['-1']);
    }));

  it('not an account that is gone', () =>
    withHarness({}, async (harness) => {
      harness.github.state.users.push({ id: 9, login: 'gone', type: 'User', permission: 'admin' });
      const outcome = await harness.say(dismissal(harness), {
        by: 'gone',
        event: (event) => {
          const { users } = harness.github.state;
          users.splice(
            users.findIndex(({ login }) => login === 'gone'),
            1,
          );
          return event;
        },
      });
      expectNothingDone(harness, outcome);
    }));

  it.each<[what: string, user: Record<string, unknown> | null, may: boolean]>([
    ['names nobody', null, true],
    ['names the login with another id', { id: 4711, login: 'deniz-arslan' }, false],
    ['names the id with another login', { id: 2_265_903, login: 'deniz-before' }, true],
  ])('the author when the answer about the permission %s: %s', (_, user, may) =>
    withHarness({ faults: [`GET */permission set=user value=${JSON.stringify(user)}`] }, async (harness) => {
      const outcome = await harness.say(dismissal(harness));
      expect(outcome.result.exitCode).toBe(0);
      expect(writesOf(outcome)).toHaveLength(may ? 1 : 0);
      expect(outcome.reactions).toEqual([may ? 'rocket' : '-1']);
    }),
  );

  it.each<[what: string, fault: string, body: (harness: ReviewHarness) => string, replies: number]>([
    ['who may', 'GET */collaborators/*/permission status=403', dismissal, 1],
    ['whether the pull request is open', 'GET */pulls/482 status=502', dismissal, 1],
    // Control: whoever gave no command is not told.
    ['who may', 'GET */collaborators/*/permission status=403', () => 'Try:\n/scan-gate recheck', 0],
  ])('nobody, where GitHub does not say %s: the job is red, and the reply says so (%s)', (_, fault, body, replies) =>
    withHarness({ faults: [fault] }, async (harness) => {
      const outcome = await harness.say(body(harness));
      expect([outcome.result.exitCode, outcome.requests.service]).toEqual([1, []]);
      expect(outcome.result.outputs).toEqual({ commands: '[]', reviewed: '0', rejected: '0' });
      expect([outcome.replies.length, outcome.reactions]).toEqual([replies, replies === 0 ? [] : ['confused']]);
    }),
  );
});

describe('an app that writes with the login of a person', () => {
  const app = { id: 3, slug: 'agent', name: 'Agent' };

  it.each<[what: string, inEvent: unknown, faults: readonly string[], may: boolean]>([
    ['neither event nor answer names an app', null, [], true],
    ['neither says anything of apps', undefined, ['omit=performed_via_github_app'], true],
    ['both name one', app, [`set=performed_via_github_app value=${JSON.stringify(app)}`], false],
    ['the event alone does', app, [], false],
    ['the answer alone does', null, [`set=performed_via_github_app value=${JSON.stringify(app)}`], false],
  ])('%s', (_, inEvent, faults, may) =>
    withHarness({ faults: faults.map((fault) => `GET */issues/comments/* ${fault}`) }, async (harness) => {
      const event = withPart('comment', { performed_via_github_app: inEvent });
      const outcome = await harness.say(`${dismissal(harness)}\n/scan-gate recheck`, { event });
      expect(outcome.result.exitCode).toBe(0);
      expect(outcome.reactions).toEqual([may ? 'rocket' : '-1']);
      expect(outcome.replies).toHaveLength(1);
      expect(writesOf(outcome)).toHaveLength(may ? 1 : 0);
      if (may) return;
      expect(outcome.requests.service).toEqual([]);
      expect(outcome.result.outputs).toMatchObject({ reviewed: '0', rejected: '2' });
    }),
  );

  it('who may give no commands gets no reply', () =>
    withHarness({}, async (harness) => {
      harness.github.state.users.push({ id: 77, login: 'kim', type: 'User', permission: 'read' });
      const event = withPart('comment', { performed_via_github_app: app });
      const outcome = await harness.say(dismissal(harness), { by: 'kim', event });
      expectNothingDone(harness, outcome);
      expect(outcome.reactions).toEqual(['-1']);
    }));
});

describe('a comment is unchanged', () => {
  const time = '2026-11-20T12:00:00Z';

  it.each<[what: string, faults: readonly string[], event: Record<string, unknown>]>([
    ['where GitHub does not tell when it was written', ['omit=created_at'], {}],
    ['where the event tells no times', [], { created_at: undefined, updated_at: undefined }],
    [
      'when it was changed before the event, which says so',
      ['set=updated_at value="2026-11-20T12:00:09Z"'],
      { created_at: time, updated_at: '2026-11-20T12:00:09Z' },
    ],
  ])('%s', (_, faults, change) =>
    withHarness({ faults: faults.map((fault) => `GET */issues/comments/* ${fault}`) }, async (harness) => {
      const outcome = await harness.say(dismissal(harness), { event: withPart('comment', change) });
      expect(writesOf(outcome)).toHaveLength(1);
      expect(outcome.reactions).toEqual(['rocket']);
    }),
  );
});

describe('what has changed since the event', () => {
  it.each<[what: string, change: (harness: ReviewHarness) => void]>([
    [
      'the comment says something else',
      (harness) => Object.assign(harness.github.state.comments.at(-1) ?? {}, { body: '/scan-gate help' }),
    ],
    [
      'the comment was edited and says the same again',
      (harness) => Object.assign(harness.github.state.comments.at(-1) ?? {}, { updatedAt: '2026-11-20T12:00:09Z' }),
    ],
    ['the comment is gone', (harness) => harness.github.state.comments.pop()],
    [
      'the pull request is closed',
      (harness) => Object.assign(harness.github.state.pulls[0] ?? {}, { state: 'closed' }),
    ],
  ])('%s', (what, change) =>
    withHarness({}, async (harness) => {
      const outcome = await harness.say(dismissal(harness), {
        event: (event) => {
          change(harness);
          return event;
        },
      });
      expectNothingStored(harness, outcome);
      expect(outcome.requests.service).toEqual([]);
      expect(outcome.result.log).not.toContain('Warning');
      if (what === 'the comment is gone') {
        expectNothingDone(harness, outcome);
        expect(outcome.reactions).toEqual([]);
        return;
      }
      const { security: id } = harness.bugs;
      expect([outcome.reactions, outcome.replies.length]).toEqual([['-1'], 1]);
      expect(outcome.commands).toEqual([{ verb: 'dismiss', bugs: [id], outcome: 'rejected', outcomes: ['rejected'] }]);
      expect(outcome.result.outputs).toMatchObject({ reviewed: '0', rejected: '1' });
    }),
  );

  it('commands that name no bug are rejected too', () =>
    withHarness({}, async (harness) => {
      Object.assign(harness.github.state.pulls[0] ?? {}, { state: 'closed' });
      const outcome = await harness.say('/scan-gate recheck\n/scan-gate help\n/scan-gate frobnicate');
      expect(outcome.reactions).toEqual(['-1']);
      expect(outcome.requests.github.filter(({ url }) => url.includes('/rerun'))).toEqual([]);
      const verbs = ['recheck', 'help', 'unclear'];
      expect(outcome.replies).toHaveLength(1);
      expect(outcome.commands).toEqual(verbs.map((verb) => ({ verb, bugs: [], outcome: 'rejected', outcomes: [] })));
      expect(outcome.result.outputs).toMatchObject({ reviewed: '0', rejected: '3' });
    }));
});
