// The rules of the answer on the pull request: reactions, and one reply.
import { changeGitHub } from '../harness/worlds.ts';
import { describe, expect, it } from '../jest.ts';
import { type ReviewHarness, reviewOf, reviewWorld, withHarness } from './harness.ts';

const settle = ({ bugs }: ReviewHarness): string => `/scan-gate resolve ${bugs.security}`;

describe('reactions', () => {
  it('eyes before the service is asked, then the end, and one is left', async () => {
    const order: string[] = [];
    await withHarness(
      {
        watch: ({ path, body }) => {
          order.push(path.startsWith('/public/v1') ? 'service' : body);
        },
      },
      async (harness) => {
        const outcome = await harness.say(settle(harness));
        const calls = outcome.requests.github
          .filter(({ url }) => url.includes('/reactions'))
          .map(({ method, body }) => `${method} ${body}`);
        expect(calls).toEqual(['POST {"content":"eyes"}', 'POST {"content":"rocket"}', 'DELETE ']);
        expect(outcome.reactions).toEqual(['rocket']);
        expect(order.indexOf('service')).toBeGreaterThan(order.indexOf('{"content":"eyes"}'));
      },
    );
  });

  it('that cannot be written are a warning: the review is stored all the same', () =>
    withHarness({ faults: ['POST */reactions status=403'] }, async (harness) => {
      const outcome = await harness.say(settle(harness));
      expect(reviewOf(harness, harness.bugs.security)).toMatchObject({ state: 'resolved' });
      expect(outcome.result.exitCode).toBe(0);
      expect(outcome.reactions).toEqual([]);
      expect(outcome.replies).toHaveLength(1);
      expect(outcome.result.log).toContain('Could not react to the comment');
    }));
});

describe('the reply', () => {
  it('that cannot be written is a warning, and the log tells what became of each bug', () =>
    withHarness({ faults: ['POST */issues/482/comments status=403'] }, async (harness) => {
      const outcome = await harness.say(`${settle(harness)} bug_nobody`);
      expect(outcome.result.exitCode).toBe(0);
      expect(outcome.replies).toEqual([]);
      expect(outcome.result.log).toContain('Could not write the reply');
      expect(outcome.result.log).toContain(`resolve ${harness.bugs.security}: reviewed`);
      expect(outcome.result.log).toContain('resolve bug_nobody: rejected');
      expect(outcome.result.outputs).toMatchObject({ reviewed: '1', rejected: '1' });
    }));

  it('that may have arrived is not sent again', () =>
    withHarness({ faults: ['POST */issues/482/comments status=502 applied'] }, async (harness) => {
      const outcome = await harness.say(settle(harness));
      const posts = outcome.requests.github.filter(({ method, url }) => method === 'POST' && url.endsWith('/comments'));
      expect(posts).toHaveLength(1);
      expect(outcome.replies).toHaveLength(1);
      expect(outcome.result.log).toContain('Could not write the reply');
    }));

  it('to a dismissal until a day says when the bug opens again', () =>
    withHarness({}, async (harness) => {
      const id = harness.bugs.other;
      const day = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
      const outcome = await harness.say(`/scan-gate dismiss ${id} wont_fix until ${day}, the page goes`);
      expect(reviewOf(harness, id)).toMatchObject({ state: 'dismissed', dismissalReason: 'wont_fix' });
      expect(reviewOf(harness, id)?.notes).toMatch(new RegExp(`^until ${day}\\. the page goes · By deniz-arslan in `));
      expect(outcome.replies).toEqual([expect.stringContaining(`after ${day} (UTC) if the`)]);
    }));

  it.each([
    ['private', 'auto', true],
    ['public', 'auto', false],
  ] as const)('to show in a %s repository, disclosure %s: %s', (visibility, disclosure, told) =>
    withHarness({ world: changeGitHub(reviewWorld(), () => ({ visibility })) }, async (harness) => {
      const outcome = await harness.say(`/scan-gate show ${harness.bugs.security}`, { inputs: { disclosure } });
      expect(outcome.replies).toHaveLength(1);
      expect(outcome.replies[0]?.includes('Webhook tester')).toBe(told);
      expect(outcome.result.log).not.toContain('Webhook tester');
      expect(outcome.commands).toMatchObject([{ verb: 'show', outcome: 'shown' }]);
    }),
  );
});

describe('an error of the service', () => {
  it.each([
    ['private', '/public/v1/bugs/*', true],
    ['public', '/public/v1/bugs/*', false],
    ['public', '/public/v1/repos', false],
  ] as const)('in a %s repository, of %s, is told with its words: %s', (visibility, path, told) =>
    withHarness(
      {
        world: changeGitHub(reviewWorld(), () => ({ visibility })),
        faults: [
          {
            path,
            effect: { kind: 'status', status: 403, body: { message: 'Words on src/a.ts', type: 'X', statusCode: 403 } },
          },
        ],
      },
      async (harness) => {
        const outcome = await harness.say(`/scan-gate resolve ${harness.bugs.security}`);
        expect(outcome.replies).toHaveLength(1);
        expect(outcome.replies[0]?.includes('Words on src/')).toBe(told);
        expect(outcome.replies[0]).toMatch(/answered .?403/);
        expect(outcome.result.log).not.toContain('Words on src/');
      },
    ),
  );
});

describe('lines with the prefix that are not read', () => {
  const inCode = 'Try this:\n\n```\n/scan-gate recheck\n```';

  it('without a command: confused, and a reply that says where commands may stand', () =>
    withHarness({}, async (harness) => {
      const outcome = await harness.say(inCode, { inputs: { 'api-key': '' } });
      expect(outcome.requests.service).toEqual([]);
      expect(outcome.reactions).toEqual(['confused']);
      expect(outcome.replies).toHaveLength(1);
      expect(outcome.replies[0]).toContain('- `/scan-gate recheck`\n\n');
      expect(outcome.result.outputs).toEqual({ commands: '[]', reviewed: '0', rejected: '0' });
      expect(outcome.result.exitCode).toBe(0);
      expect(outcome.result.log).toContain('Not read: 1 line');
    }));

  it('as the first lines in backticks: what log and reply say of them is true', () =>
    withHarness({}, async (harness) => {
      const outcome = await harness.say('`/scan-gate recheck`\n`/scan-gate help`');
      expect(outcome.result.log).toContain('Not read: 2 lines');
      expect(outcome.replies[0]).toMatch(/- .*recheck.*\n- .*help/u);
      expect(outcome.reactions).toEqual(['confused']);
    }));

  it('on a closed pull request: the rule all the same', () =>
    withHarness({}, async (harness) => {
      Object.assign(harness.github.state.pulls[0] ?? {}, { state: 'closed' });
      const outcome = await harness.say(inCode);
      expect(outcome.reactions).toEqual(['confused']);
      expect(outcome.replies).toHaveLength(1);
      expect(outcome.result.annotations).toEqual([]);
    }));
});
