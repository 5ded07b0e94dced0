// Tests of the comment: one for each gate, ours alone, and never a lie about a newer run.
import { parseFault } from '../../sandbox/faults.ts';
import type { CommentData } from '../../sandbox/github/data.ts';
import type { SandboxRequest } from '../../sandbox/http.ts';
import type { ScenarioWorld } from '../../sandbox/scenarios/scenario.ts';
import { parseMarker } from '../../src/documents/marker.ts';
import { MOVED_ON, OTHER_TOKEN, OVERTAKEN } from '../../src/gate/publish-comment.ts';
import { createTestClock } from '../harness/clock.ts';
import {
  type RunChange,
  runGateIn,
  type Sandbox,
  type SandboxRun,
  warningsOf,
  withSandbox,
} from '../harness/sandbox.ts';
import { changeGitHub, cleanWorld, failingWorld } from '../harness/worlds.ts';
import { describe, expect, it } from '../jest.ts';

/** The line that says the verdict. */
const titleOf = (comment: CommentData | undefined): string => comment?.body.split('\n')[1] ?? '';

/** A comment as somebody may have left it before. */
function makeComment(id: number, user: string, body: string): CommentData {
  const at = '2026-01-01T00:00:00Z';
  return { id, issue: 482, user, body, createdAt: at, updatedAt: at };
}

/** The world in which a stranger has written so many comments. */
function talkative(world: ScenarioWorld, count: number): ScenarioWorld {
  const written = Array.from({ length: count }, (_, at) => makeComment(at + 1, 'deniz-arslan', `Comment ${at}`));
  return changeGitHub(world, ({ comments }) => ({ comments: [...written, ...comments] }));
}

const marker = '<!-- scan-gate:v2 {"key":"Scan Gate/gate","run":1,"attempt":1,"readAt":1700000000000} -->';

describe('the marker of a comment', () => {
  it('says that another repository was asked for, not which', async () => {
    const { comment } = await runGateIn(failingWorld(), { inputs: { repository: 'acme/elsewhere' } });
    expect(parseMarker(comment)).toMatchObject({
      given: ['repository'],
      jobId: expect.any(Number),
      isDefaultKey: true,
    });
    expect(comment.split('\n')[0]).not.toMatch(/elsewhere|127\.0\.0\.1|repo_|wr_/);
  });

  it('names no input that was wrong', () =>
    withSandbox(failingWorld(), async (sandbox) => {
      await sandbox.run();
      await sandbox.run({ inputs: { mode: 'strict' } });
      const read = parseMarker(sandbox.ownComments()[0]?.body ?? '');
      expect(read?.verdict).toEqual({ kind: 'unverified', reason: 'invalid-input' });
      expect(read?.inputs).toBeUndefined();
    }));

  // The way to GitHub is free: what an earlier run left there must not stay.
  it('is updated where only the way to the service has a proxy variable that is no address', () =>
    withSandbox(failingWorld(), async (sandbox) => {
      await sandbox.run();
      const run = await sandbox.play({
        inputs: { 'api-url': 'https://service.invalid' },
        env: { HTTPS_PROXY: 'socks5://127.0.0.1:1080' },
      });
      expect([run.exitCode, run.outputs['reason'], run.requests.service]).toEqual([1, 'invalid-input', []]);
      for (const text of [run.summary, sandbox.ownComments()[0]?.body]) expect(text).toContain('Set `HTTPS_PROXY` to ');
    }));
});

describe('the job summary of a run with wrong inputs', () => {
  it.each([
    ['', { mode: 'strict', 'max-bugs': 'none' }, ['`mode`', '`max-bugs`']],
    [', those that say what to judge among them', { 'pr-number': 'none', sha: 'none' }, ['`pr-number`', '`sha`']],
    [', the service’s address among them', { 'api-url': 'nonsense' }, ['`api-url`']],
  ])('names them%s', async (_, inputs, names) => {
    const { summary } = await runGateIn(failingWorld(), { inputs });
    for (const name of names) expect(summary).toContain(`Set ${name} to `);
    expect(summary).toContain('**Not about your change.**');
    expect(summary).not.toMatch(/strict|none|nonsense|push/);
  });
});

it('comment: never asks for no comment', async () => {
  const { sandbox } = await runGateIn(failingWorld(), { inputs: { comment: 'never' } });
  expect(sandbox.github.requests.filter(({ url }) => /comments|graphql/u.test(url))).toEqual([]);
});

describe('which comment is ours', () => {
  it('comment-key keeps two comments apart', () =>
    withSandbox(failingWorld(), async (sandbox) => {
      for (const key of ['web --> x', 'api']) await sandbox.run({ inputs: { 'comment-key': key } });
      expect(sandbox.ownComments()).toHaveLength(2);
      const before = sandbox.ownComments();
      sandbox.service.state.replaceData(cleanWorld().service);
      await sandbox.run({ inputs: { 'comment-key': 'api' } });
      const [web, api, ...others] = sandbox.ownComments();
      expect(others).toEqual([]);
      expect(web).toEqual(before[0]);
      expect(api?.id).toBe(before[1]?.id);
      expect(titleOf(api)).toContain('### ✅');
    }));

  it('workflow and job are the key when none is given', () =>
    withSandbox(failingWorld(), async (sandbox) => {
      await sandbox.run();
      await sandbox.run({ github: { job: 'another' } });
      await sandbox.run({ github: { workflow: 'Nightly' } });
      await sandbox.run({ github: { runId: 99, runAttempt: 3, jobId: 52_104_488 } });
      expect(sandbox.ownComments()).toHaveLength(3);
      const [first] = sandbox.ownComments();
      expect(parseMarker(first?.body ?? '')).toMatchObject({
        key: 'Scan Gate/gate',
        isDefaultKey: true,
        runId: 99,
        runAttempt: 3,
        jobId: 52_104_488,
      });
    }));

  it('a comment of somebody else is never touched, although it begins with our marker', () => {
    const foreign = [
      makeComment(10, 'deniz-arslan', `${marker}\nI copied this`),
      makeComment(11, 'other-app[bot]', `${marker}\nAnother app did too`),
      makeComment(12, 'github-actions', `${marker}\nA user who is not the bot`),
    ];
    const world = changeGitHub(failingWorld(), ({ comments, users }) => ({
      comments: [...foreign, ...comments],
      users: [
        ...users,
        { id: 5, login: 'other-app[bot]', type: 'Bot', permission: 'none' },
        { id: 6, login: 'github-actions', type: 'User', permission: 'read' },
      ],
    }));
    return withSandbox(world, async (sandbox) => {
      const { log } = await sandbox.run();
      expect(sandbox.github.state.comments.slice(0, 3)).toEqual(foreign);
      expect(sandbox.ownComments()).toHaveLength(1);
      expect(log).toContain(OTHER_TOKEN);
    });
  });

  it.each([
    ['that of the workflow before an app’s', 'github-actions[bot]', marker, true],
    ['an app’s before that of the workflow', 'other-app[bot]', marker, true],
    ['a comment of another gate', 'other-app[bot]', marker.replace('/gate', '/other'), false],
    ['a comment without a marker', 'other-app[bot]', 'Hello', false],
  ])('the log says where another account has commented as this gate: %s', async (_, user, line, isSaid) => {
    const isApp = user === 'github-actions[bot]';
    const world = changeGitHub(failingWorld(), ({ tokens, users }) => ({
      comments: [makeComment(10, user, `${line}\nOld`)],
      tokens: tokens.map((token) => ({ ...token, login: isApp ? 'other-app[bot]' : token.login })),
      users: [...users, { id: 5, login: 'other-app[bot]', type: 'Bot', permission: 'none' }],
    }));
    const { log, sandbox } = await runGateIn(world);
    expect(log.includes(OTHER_TOKEN)).toBe(isSaid);
    expect(sandbox.github.state.comments).toHaveLength(2);
  });

  it('is found among comments so long that a usual page of them is too large to be read', () =>
    withSandbox(failingWorld(), async (sandbox) => {
      await sandbox.run();
      sandbox.faults.add(parseFault(`GET /repos/*/issues/*/comments?per_page=100* oversize=${2 ** 25 + 1}`));
      const run = await sandbox.run({ inputs: { 'max-security-bugs': '100' } });
      expect(warningsOf(run)).toEqual([]);
      expect(sandbox.ownComments().map((comment) => titleOf(comment).includes('✅'))).toEqual([true]);
    }));
});

describe('a long conversation', () => {
  const listsOf = ({ requests }: SandboxRun): readonly string[] =>
    requests.github
      .filter(({ method, url }) => method === 'GET' && url.includes('/comments?'))
      .map(({ url }) => url.replace(/^[^?]*/u, ''));
  const whole = ['?per_page=100&page=1', '?per_page=100&page=2'];

  it('is read once, and once more whole after the first comment', () =>
    withSandbox(talkative(failingWorld(), 150), async (sandbox) => {
      const clock = createTestClock(Date.now(), true);
      expect(listsOf(await sandbox.run({ clock }))).toEqual([...whole, ...whole]);
      expect(listsOf(await sandbox.run({ clock }))).toEqual(whole);
      expect(sandbox.ownComments()).toHaveLength(1);
    }));

  it('keeps one comment where ours slips to a page that was read, since somebody deletes one of that page', () => {
    let isDeleted = true;
    return withSandbox(
      talkative(failingWorld(), 99),
      async (sandbox) => {
        await sandbox.run();
        expect(sandbox.github.state.comments.findIndex(({ id }) => id === sandbox.ownComments()[0]?.id)).toBe(100);
        isDeleted = false;
        await sandbox.run({ inputs: { 'max-security-bugs': '100' } });
        expect(isDeleted).toBe(true);
        expect(sandbox.ownComments().map((comment) => titleOf(comment).includes('✅'))).toEqual([true]);
      },
      {
        watch: ({ path }, { github }) => {
          if (isDeleted || !path.endsWith('/comments')) return;
          // The first page has been answered.
          const pages = github.requests.filter(({ method, url }) => method === 'GET' && url.includes('/comments?'));
          if (pages.filter(({ url }) => url.endsWith('page=1')).length < 2) return;
          github.state.comments.splice(0, 1);
          isDeleted = true;
        },
      },
    );
  });

  it('is read again where the bugs are counted for long', () => {
    const clock = createTestClock(Date.now(), true);
    return withSandbox(
      talkative(failingWorld(), 150),
      async (sandbox) => {
        expect(listsOf(await sandbox.run({ clock }))).toEqual([...whole, ...whole, ...whole]);
        expect(listsOf(await sandbox.run({ clock }))).toEqual([...whole, ...whole]);
        expect(sandbox.ownComments()).toHaveLength(1);
      },
      {
        watch: async (request, { github }) => {
          if (!isCountOfResolved(request)) return;
          const before = github.requests.length;
          while (github.requests.slice(before).filter(({ url }) => url.includes('page=2')).length === 0) {
            await new Promise((resolve) => setTimeout(resolve, 1));
          }
          clock.pass(1000);
        },
      },
    );
  });
});

/** What matches is of bugs with this status. */
const isBugListOf =
  (status: string) =>
  ({ path, query }: SandboxRequest): boolean =>
    path.endsWith('/bugs') && query.get('status') === status;
/** The list of the pending bugs. When it is read, the comments are, and the settled bugs are counted. */
const isBugList = isBugListOf('pending');
const isCountOfResolved = isBugListOf('resolved');

/**
 * Resolves when what matches was read so many times, such as comments by the runs and after a create. Where the machine is slow,
 * comments that are not recent any more are read once more.
 */
async function haveBeenRead({ github }: Pick<Sandbox, 'github'>, what: RegExp, times: number): Promise<void> {
  const count = (): number =>
    github.requests.filter(({ method, url, status }) => method === 'GET' && what.test(url) && status === 200).length;
  while (count() < times) await new Promise((resolve) => setTimeout(resolve, 10));
}

describe('a pull request that is not open any more', () => {
  type Change = Partial<ReturnType<typeof failingWorld>['github']['pulls'][number]>;
  const changed = (change: Change): ReturnType<typeof failingWorld> =>
    changeGitHub(failingWorld(), ({ pulls }) => ({ pulls: pulls.map((pull) => ({ ...pull, ...change })) }));
  const end = ({ github }: Sandbox, change: Change): void => {
    github.state.pulls = github.state.pulls.map((pull) => ({ ...pull, ...change }));
  };
  const merged = { state: 'closed', merged: true } as const;
  const left = (run: { readonly log: string }): boolean => run.log.includes('comment was not changed');

  it.each<[string, Change, boolean]>([
    ['was merged', merged, false],
    ['was closed', { state: 'closed' }, false],
    ['is a draft', { draft: true }, true],
    ['is open', {}, true],
  ])('gets no comment, if it %s before the event', async (_, change, hasComment) => {
    const { comment, outputs, exitCode } = await runGateIn(changed(change));
    expect([comment !== '', outputs['verdict'], exitCode]).toEqual([hasComment, 'failed', 1]);
  });

  it('keeps what the gate last said of its head, also if that would be different now', () =>
    withSandbox(failingWorld(), async (sandbox) => {
      await sandbox.run();
      const before = sandbox.ownComments();
      end(sandbox, merged);
      sandbox.service.state.replaceData(cleanWorld().service);
      const run = await sandbox.run({ github: { runAttempt: 2 } });
      expect(sandbox.ownComments()).toEqual(before);
      expect([left(run), run.outputs['comment-url']]).toEqual([true, expect.stringContaining(String(before[0]?.id))]);
      // The control: open again, it is written.
      end(sandbox, { state: 'open', merged: false });
      expect(left(await sandbox.run({ github: { runAttempt: 3 } }))).toBe(false);
      expect(titleOf(sandbox.ownComments()[0])).toContain('### ✅');
    }));

  const older = `<!-- scan-gate:v2 {"key":"Scan Gate/gate","run":1,"attempt":1,"sha":"${'e'.repeat(40)}","readAt":1} -->`;
  const ofOlderHead = makeComment(10, 'github-actions[bot]', `${older}\nOld.`);

  it('has what is about an older head brought up to date', () => {
    const world = changeGitHub(changed(merged), () => ({ comments: [ofOlderHead] }));
    return withSandbox(world, async (sandbox) => {
      await sandbox.run();
      const [comment, ...others] = sandbox.ownComments();
      expect(others).toEqual([]);
      expect(comment?.body).toContain('was merged with 4');
      expect(comment?.body).not.toMatch(/\bblocks? this|\band push/u);
    });
  });

  const { pull_request: opened, ...payload } = failingWorld().event.payload as { readonly pull_request: object };
  const closedThen = { ...payload, action: 'closed', pull_request: { ...opened, state: 'closed', merged: true } };
  const atEnd = { name: 'pull_request', payload: closedThen };
  it.each<[string, Change, Partial<RunChange>, boolean]>([
    ['that the event closed', merged, { event: atEnd }, false],
    [
      'that the event closed, in a gate without a comment',
      merged,
      { event: atEnd, inputs: { comment: 'never' } },
      false,
    ],
    ['that is merged when its head is read', merged, {}, false],
    ['that is closed when its head is read', { state: 'closed' }, {}, false],
    ['that is open', {}, {}, true],
    ['that is open, in a gate without a comment', {}, { inputs: { comment: 'never' } }, true],
  ])('says of wrong inputs nothing that blocks, but of one that is open: one %s', async (_, change, run, blocks) => {
    const inputs = { mode: 'strict', annotations: 'check-run', ...run.inputs };
    const { summary, sandbox } = await runGateIn(changed(change), { ...run, inputs });
    const [checkRun] = sandbox.github.state.checkRuns;
    for (const text of [summary, checkRun?.summary ?? '']) {
      expect(text).toMatch(/Set `?mode`? to /u);
      expect(/block|cannot merge/u.test(text)).toBe(blocks);
    }
  });

  it('has it told that an input is wrong, without a word of a push', () => {
    const world = changeGitHub(changed(merged), () => ({ comments: [ofOlderHead] }));
    return withSandbox(world, async (sandbox) => {
      await sandbox.run({ inputs: { mode: 'strict' } });
      expect(titleOf(sandbox.ownComments()[0])).toContain('### ⚠️');
      expect(sandbox.ownComments()[0]?.body).not.toMatch(/push|block/u);
    });
  });
});

describe('a pull request that moves on', () => {
  it('gets no comment of the run for its former head', () => {
    let pushed: Promise<void> | undefined;
    // After its changes were read, and before the comments are; once, although several lists are read at once.
    const push = async ({ github, world }: Sandbox): Promise<void> => {
      await haveBeenRead({ github }, /\/pulls\/\d+$/u, 1);
      github.pushCommit(world.pullRequest, {
        sha: 'e'.repeat(40),
        parents: [world.sha],
        message: 'One more thing',
        authorName: 'Mara Lindqvist',
        date: '2026-11-20T12:00:00Z',
      });
    };
    return withSandbox(
      failingWorld(),
      async (sandbox) => {
        const result = await sandbox.run();
        expect([result.exitCode, result.outputs['verdict']]).toEqual([1, 'failed']);
        expect(sandbox.ownComments()).toEqual([]);
        expect(warningsOf(result)).toEqual([]);
      },
      {
        watch: async (request, sandbox) => {
          if (!isBugList(request)) return;
          pushed ??= push(sandbox);
          await pushed;
        },
      },
    );
  });

  const FORMER = 'e'.repeat(40);
  const shownOf = (sha: string, readAt: number): string =>
    `<!-- scan-gate:v2 {"key":"Scan Gate/gate","run":1,"attempt":1,"sha":"${sha}","readAt":${readAt}} -->\nIt is said.`;
  const { none: NO_COMMENT, left: LEFT } = MOVED_ON;
  const SAID = [NO_COMMENT, LEFT, OVERTAKEN];
  it.each<
    [string, { readonly isMoved?: boolean; readonly isMerged?: boolean; readonly shown?: string }, string | null]
  >([
    ['there is none, and the head moved on', { isMoved: true }, NO_COMMENT],
    ['there is none on a merged one, whose head moved on', { isMoved: true, isMerged: true }, null],
    ['one of an older head, and the head moved on', { isMoved: true, shown: shownOf(FORMER, 1) }, LEFT],
    [
      'one of an older head on a merged one, whose head moved on',
      { isMoved: true, isMerged: true, shown: shownOf(FORMER, 1) },
      LEFT,
    ],
    ['one of this head, read later', { shown: shownOf(failingWorld().sha, Date.UTC(2099, 0)) }, OVERTAKEN],
    ['there is none, and the head is the same', {}, null],
  ])('is said of its comment as it is: %s', async (_, { isMoved, isMerged, shown }, said) => {
    const moved = 'd'.repeat(40);
    const { sha } = failingWorld();
    const world = changeGitHub(failingWorld(), ({ pulls, commits }) => ({
      commits: [...commits, ...commits.slice(0, 1).map((commit) => ({ ...commit, sha: moved, parents: [sha] }))],
      pulls: pulls.map((pull) => ({
        ...pull,
        ...(isMoved === true && { head: { ...pull.head, sha: moved } }),
        ...(isMerged === true && { state: 'closed', merged: true }),
      })),
      ...(shown !== undefined && { comments: [makeComment(10, 'github-actions[bot]', shown)] }),
    }));
    const clock = createTestClock(Date.UTC(2099, 0) - 60_000, true);
    const { log } = await runGateIn(world, { clock });
    expect(SAID.filter((line) => log.includes(line))).toEqual(said === null ? [] : [said]);
  });

  it('may have done so where its head cannot be read, and gets its comment', () =>
    withSandbox(failingWorld(), async (sandbox) => {
      sandbox.faults.add(parseFault('GET /repos/*/pulls/482 status=403'));
      const first = await sandbox.run();
      sandbox.service.state.replaceData(cleanWorld().service);
      const second = await sandbox.run();
      const [comment, ...others] = sandbox.ownComments();
      expect(others).toEqual([]);
      expect(titleOf(comment)).toContain('### ✅');
      for (const result of [first, second]) {
        expect(result.outputs['comment-url']).toContain(String(comment?.id));
        expect(warningsOf(result)).toEqual([
          expect.stringMatching(/the head .* which bugs/u),
          expect.stringMatching(/the head .* older commit/u),
        ]);
      }
    }));
});
