// The rules of the answer on the pull request: reactions, one reply, the gate's second run.
import type { TokenData } from '../../sandbox/github/data.ts';
import { toMarkerLine } from '../../src/documents/marker.ts';
import type { CommitSha, EpochMs } from '../../src/judgement/identifiers.ts';
import { describe, expect, it } from '../jest.ts';
import { changeGitHub, type CommentOutcome, type ReviewHarness, reviewOf, withHarness } from './harness.ts';

const BY_HAND = 'Run the job of the gate again by hand to see the new verdict.';

/** Writes a comment of a gate that has judged `sha` in the run, as somebody. */
function writeGateComment(
  { github, world }: ReviewHarness,
  parts: { runId?: number; sha?: string; by?: string; key?: string } = {},
): void {
  const { state } = github;
  const marker = toMarkerLine({
    key: parts.key ?? 'Scan Gate/gate',
    runId: parts.runId ?? state.runs[0]?.id ?? 0,
    runAttempt: 1,
    sha: (parts.sha ?? world.sha) as CommitSha,
    readAt: 1 as EpochMs,
  });
  const time = '2026-11-20T11:00:00Z';
  state.comments.push({
    id: state.nextId++,
    issue: world.pullRequest,
    user: parts.by ?? 'github-actions[bot]',
    body: `${marker}\n### ❌ Scan Gate failed`,
    createdAt: time,
    updatedAt: time,
  });
}

/** Ends the gate's run, red unless told otherwise. */
function endRun({ github }: ReviewHarness, conclusion: 'failure' | 'success' = 'failure'): void {
  Object.assign(github.state.runs[0] ?? {}, { status: 'completed', conclusion });
}

const rerunsOf = ({ requests }: CommentOutcome): readonly string[] =>
  requests.github.filter(({ url }) => url.includes('/rerun')).map(({ url }) => url);

const settle = ({ bugs }: ReviewHarness): string => `/scan-gate resolve ${bugs.security}`;

/** The world with a token that may do less. */
function withToken(permissions: Partial<TokenData['permissions']>): ReturnType<typeof changeGitHub> {
  return changeGitHub(({ tokens }) => ({
    tokens: tokens.map((token) => ({ ...token, permissions: { ...token.permissions, ...permissions } })),
  }));
}

describe('reactions', () => {
  it('eyes at the start, then the end, and one is left', () =>
    withHarness({}, async (harness) => {
      const outcome = await harness.say(settle(harness));
      const calls = outcome.requests.github
        .filter(({ url }) => url.includes('/reactions'))
        .map(({ method, body }) => `${method} ${body}`);
      expect(calls).toEqual(['POST {"content":"eyes"}', 'POST {"content":"rocket"}', 'DELETE ']);
      expect(outcome.reactions).toEqual(['rocket']);
    }));

  it('eyes come before the first request to the service', async () => {
    const order: string[] = [];
    await withHarness(
      {
        watch: ({ path, body }) => {
          if (path.startsWith('/public/v1')) order.push('service');
          if (body.includes('eyes')) order.push('eyes');
        },
      },
      async (harness) => {
        await harness.say(settle(harness));
        expect(order.indexOf('eyes')).toBeLessThan(order.indexOf('service'));
        expect(order.indexOf('service')).toBeGreaterThan(-1);
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
      expect(outcome.result.log).toContain('resolve bug_nobody: rejected, the service does not know it');
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

  it('to help asks the service nothing', () =>
    withHarness({}, async (harness) => {
      const outcome = await harness.say('/scan-gate help');
      expect(outcome.requests.service).toEqual([]);
      expect(outcome.reactions).toEqual(['rocket']);
      expect(outcome.replies).toEqual([expect.stringContaining('`/scan-gate reopen bug_… why`')]);
      expect(outcome.result.outputs).toMatchObject({ reviewed: '0', rejected: '0' });
      expect(rerunsOf(outcome)).toEqual([]);
    }));

  it.each([
    ['until %s', ' '],
    ['until %s, the page goes', ' the page goes · '],
  ])('to a dismissal %s says when the bug opens again', (written, text) =>
    withHarness({}, async (harness) => {
      const id = harness.bugs.other;
      const day = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
      const outcome = await harness.say(`/scan-gate dismiss ${id} wont_fix ${written.replace('%s', day)}`);
      expect(reviewOf(harness, id)).toMatchObject({ state: 'dismissed', dismissalReason: 'wont_fix' });
      expect(reviewOf(harness, id)?.notes).toMatch(new RegExp(`^until ${day}\\.${text}By deniz-arslan in `));
      expect(outcome.replies).toEqual([
        expect.stringContaining(
          `It opens again after ${day} (UTC) if the \`recheck\` action runs with \`reopen-expired\`.`,
        ),
      ]);
    }),
  );

  it('to a dismissal until a day that is over says which days are allowed, and asks the service nothing', () =>
    withHarness({}, async (harness) => {
      const outcome = await harness.say(`/scan-gate dismiss ${harness.bugs.other} wont_fix until 2026-01-31 why`);
      expect(outcome.requests.service).toEqual([]);
      expect(outcome.replies).toEqual([expect.stringMatching(/the word until needs a day from \d{4}-\d\d-\d\d to /)]);
      expect(outcome.reactions).toEqual(['confused']);
      expect(outcome.result.outputs).toMatchObject({ reviewed: '0', rejected: '1' });
    }));

  it.each([
    ['private', 'auto', true],
    ['public', 'auto', false],
  ] as const)('to show in a %s repository, disclosure %s: %s', (visibility, disclosure, told) =>
    withHarness({ world: changeGitHub(() => ({ visibility })) }, async (harness) => {
      const outcome = await harness.say(`/scan-gate show ${harness.bugs.security}`, { inputs: { disclosure } });
      expect(outcome.replies).toHaveLength(1);
      expect(outcome.replies[0]?.includes('Webhook tester fetches any address')).toBe(told);
      expect(outcome.replies[0]?.includes('details are withheld')).toBe(!told);
      expect(outcome.result.log).not.toContain('Webhook tester');
      expect(outcome.commands).toMatchObject([{ verb: 'show', outcome: 'shown' }]);
      expect(rerunsOf(outcome)).toEqual([]);
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
        world: changeGitHub(() => ({ visibility })),
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
  const RULE = 'Commands are the first lines of a comment.';
  const inCode = 'Try this:\n\n```\n/scan-gate recheck\n```';

  it('without a command: confused, and a reply that says where commands may harness', () =>
    withHarness({}, async (harness) => {
      const outcome = await harness.say(inCode, { inputs: { 'api-key': '' } });
      expect(outcome.requests.service).toEqual([]);
      expect(outcome.reactions).toEqual(['confused']);
      expect(outcome.replies).toHaveLength(1);
      expect(outcome.replies[0]).toContain('- `/scan-gate recheck`\n\n' + RULE);
      expect(outcome.result.outputs).toEqual({ commands: '[]', reviewed: '0', rejected: '0' });
      expect(outcome.result.exitCode).toBe(0);
      expect(outcome.result.log).toContain('Not read: 1 line with the prefix');
    }));

  it('below a command: it is carried out, and the reply names them', () =>
    withHarness({}, async (harness) => {
      const outcome = await harness.say(`${settle(harness)} see <b>\n/scan-gate recheck\n${settle(harness)}`);
      expect(outcome.commands).toMatchObject([{ verb: 'resolve', outcome: 'reviewed' }]);
      expect(outcome.reactions).toEqual(['rocket']);
      const named = `- \`/scan-gate recheck\`\n- \`${settle(harness)}\`\n\n${RULE}`;
      expect(outcome.replies).toEqual([expect.stringContaining(named)]);
    }));

  it('on a closed pull request: the rule all the same', () =>
    withHarness({}, async (harness) => {
      Object.assign(harness.github.state.pulls[0] ?? {}, { state: 'closed' });
      const outcome = await harness.say(inCode);
      expect(outcome.reactions).toEqual(['confused']);
      expect(outcome.replies).toEqual([expect.stringContaining(RULE)]);
      expect(outcome.result.annotations).toEqual([]);
    }));
});

describe('the gate’s second run', () => {
  it('starts each gate’s run once', () =>
    withHarness({}, async (harness) => {
      endRun(harness);
      const [run] = harness.github.state.runs;
      if (run) harness.github.state.runs.push({ ...run, id: 5 });
      writeGateComment(harness);
      writeGateComment(harness, { key: 'other' });
      writeGateComment(harness, { key: 'third', runId: 5 });
      const outcome = await harness.say(settle(harness));
      expect(rerunsOf(outcome)).toHaveLength(2);
    }));

  it('recheck does so without a review, also with rerun: false', () =>
    withHarness({}, async (harness) => {
      endRun(harness);
      writeGateComment(harness);
      const outcome = await harness.say('/scan-gate recheck', { inputs: { rerun: 'false' } });
      expect(outcome.requests.service).toEqual([]);
      expect(harness.github.state.runs[0]).toMatchObject({ attempt: 2 });
      expect(outcome.reactions).toEqual(['rocket']);
      expect(outcome.commands).toEqual([{ verb: 'recheck', bugs: [], outcome: 'done', outcomes: [] }]);
    }));

  it('none with rerun: false', () =>
    withHarness({}, async (harness) => {
      endRun(harness);
      writeGateComment(harness);
      const outcome = await harness.say(settle(harness), { inputs: { rerun: 'false' } });
      expect(rerunsOf(outcome)).toEqual([]);
      expect(outcome.replies[0]).not.toContain('run');
    }));

  it('none when no review was stored', () =>
    withHarness({}, async (harness) => {
      endRun(harness);
      writeGateComment(harness);
      const outcome = await harness.say('/scan-gate resolve bug_nobody');
      expect(rerunsOf(outcome)).toEqual([]);
    }));

  it.each<[what: string, comment: NonNullable<Parameters<typeof writeGateComment>[1]>]>([
    ['a commit that is not the head', { sha: 'e'.repeat(40) }],
    ['a run that did not know its number', { runId: 0 }],
    ['a comment of somebody else', { by: 'sam-visitor' }],
    ['a comment of another bot', { by: 'other-app[bot]' }],
  ])('a marker of %s is ignored, and the reply says what to do', (_, comment) =>
    withHarness({}, async (harness) => {
      endRun(harness);
      writeGateComment(harness, comment);
      const outcome = await harness.say(settle(harness));
      expect(rerunsOf(outcome)).toEqual([]);
      expect(outcome.replies[0]).toContain(`No comment of the gate names a run for this commit. ${BY_HAND}`);
      expect(outcome.reactions).toEqual(['rocket']);
      expect(outcome.result.exitCode).toBe(0);
    }),
  );

  it('without the permission: the review is stored, and the reply says how to go on', () =>
    withHarness({ world: withToken({ actions: 'none' }) }, async (harness) => {
      endRun(harness);
      writeGateComment(harness);
      const outcome = await harness.say(settle(harness));
      expect(reviewOf(harness, harness.bugs.security)).toMatchObject({ state: 'resolved' });
      expect(outcome.replies[0]).toContain('GitHub answered 403');
      expect(outcome.replies[0]).toContain('needs the permission "actions: write"');
      expect(outcome.replies[0]).toContain(BY_HAND);
      expect(outcome.result.exitCode).toBe(0);
      expect(outcome.reactions).toEqual(['rocket']);
    }));

  it.each(['status=500', 'html=200'])('comments that cannot be read (%s): told', (effect) =>
    withHarness({ faults: [`GET */issues/482/comments ${effect}`] }, async (harness) => {
      endRun(harness);
      writeGateComment(harness);
      const outcome = await harness.say(settle(harness));
      expect(rerunsOf(outcome)).toEqual([]);
      expect(outcome.replies[0]).toContain('Could not read the comments of the gate');
      expect(outcome.replies[0]).toContain(BY_HAND);
      expect(outcome.result.exitCode).toBe(0);
    }),
  );
});
