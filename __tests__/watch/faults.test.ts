// A fault at every request of a watch, followed by a healthy run: the end is what an undisturbed run would have left.
import { createFaults, type FaultEffect, type FaultRule, parseFault } from '../../sandbox/faults.ts';
import { type Delivery, type FaultInjector, toTextDelivery } from '../../sandbox/http.ts';
import { passTimeLimits, toTraffic } from '../harness/time-limits.ts';
import { beforeAll, describe, expect, it } from '../jest.ts';
import {
  BOT,
  issuesOf,
  type Left,
  type LocalServices,
  makeBug,
  makePull,
  makeScan,
  makeService,
  type Night,
  runBeside,
  sha,
  takeLeft,
  withServices,
} from './harness.ts';

const old = makeBug('old', 0, { pr: 11 });
const first = makeService([makeScan('1', 0)], [old], { 1: ['old'] });
const news = [makeBug('a', 1, { pr: 11 }), makeBug('b', 1, { commit: sha('f12') }), makeBug('c', 1, { pr: 13 })];
const counted = { bugCounts: { total: 3, open: 3, resolved: 0, dismissed: 0 } };
const second = makeService([makeScan('1', 0), makeScan('2', 1, counted)], [old, ...news], {
  1: ['old'],
  2: ['a', 'b', 'c'],
});
const github = { pulls: [makePull(11), makePull(12), makePull(13, { locked: true })] };

/** One request of a run: the n-th with this method and address. */
interface Sent {
  readonly method: string;
  readonly url: string;
  readonly n: number;
}

interface Undisturbed {
  /** On GitHub after the first night. */
  readonly before: Left;
  /** On GitHub after the second night. */
  readonly end: object;
  /** Of the second night. */
  readonly requests: readonly Sent[];
  readonly writes: number;
}

/** What readers see: the first line of a comment has the run and the time, that of the issue the time. */
function toEnd({ comments, issues = [] }: Left): object {
  return {
    comments: comments.map(({ issue, body }) => `${issue}\n${body.replace(/^.*\n/, '')}`).toSorted(),
    issues: issues.map(({ body, state, title }) => [state, title, body?.replace(/ read=\d+/, '')]),
  };
}

async function playUndisturbed(): Promise<Undisturbed> {
  return await withServices({ github }, async (services) => {
    await services.night(first);
    const before = takeLeft(services);
    const { writes, requests } = await services.night(second);
    const sent = requests.map(({ method, url }, at) => {
      const same = requests.slice(0, at).filter((r) => r.method === method && r.url === url);
      return { method, url, n: same.length + 1 };
    });
    return { before, end: toEnd(takeLeft(services)), requests: sent, writes: writes.length };
  });
}

let undisturbed: Undisturbed;
beforeAll(async () => {
  undisturbed = await playUndisturbed();
});

const reads = (): readonly Sent[] => undisturbed.requests.filter((sent) => !isWrite(sent));
const writes = (): readonly Sent[] => undisturbed.requests.filter(isWrite);

function isWrite({ method, url }: Pick<Sent, 'method' | 'url'>): boolean {
  return method !== 'GET' && !url.endsWith('/graphql');
}

/** Plays the second night with faults, then a healthy one, and compares the end with the undisturbed one. */
async function expectSameEnd(name: unknown, faults: FaultInjector): Promise<Night> {
  let current: FaultInjector | null = faults;
  const breaker: FaultInjector = { intercept: async (...exchange) => (await current?.intercept(...exchange)) ?? false };
  const { before, end } = undisturbed;
  const options = { github: { ...github, ...before }, faults: breaker };
  return await withServices(options, async (services) => {
    const night = await services.night(second);
    current = null;
    const isRed = night.outputs['verdict'] === 'unverified';
    expect([name, night.result.conclusion]).toEqual([name, isRed ? 'failure' : 'success']);
    const left = toEnd(takeLeft(services));
    if (isSame(left, toEnd(before))) {
      // A healthy run would start where the undisturbed one did.
      expect([name, isRed]).toEqual([name, true]);
      return night;
    }
    if (!isRed) expect([name, left]).toEqual([name, end]);
    const healthy = await services.night(null);
    expect([name, healthy.outputs['verdict']]).toEqual([name, 'reported']);
    expect([name, toEnd(takeLeft(services))]).toEqual([name, end]);
    return night;
  });
}

/** What a run that has died is answered. */
const noAnswer: Delivery = { ...toTextDelivery(200, {}, ''), sends: 'nothing', then: 'reset' };

function isSame(one: object, other: object): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function toRule({ method, url }: Sent, effect: FaultEffect, when?: FaultRule['when']): FaultRule {
  const regex = `^${url.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`;
  return { method, path: { regex }, effect, ...(when === undefined ? {} : { when }) };
}

const broken: FaultEffect = { kind: 'status', status: 500 };
const limited: FaultEffect = {
  kind: 'status',
  status: 403,
  body: { message: 'You have exceeded a secondary rate limit.' },
};

describe('the end is what an undisturbed run would have left', () => {
  it('when from any one request on its address answers 500', async () => {
    expect([reads().length > 15, writes().length]).toEqual([true, undisturbed.writes]);
    for (const sent of undisturbed.requests) {
      await expectSameEnd(sent, createFaults({ rules: [toRule(sent, broken, { kind: 'from', n: sent.n })] }));
    }
  });

  // One that does not say how long it lasts is waited for once a repository: github/octokit.
  it('when each read fails once, and each write meets a secondary rate limit with a time once: in the same run', async () => {
    const once = { kind: 'nth', n: 1 } as const;
    const rules = [
      ...reads().map((sent) => toRule(sent, broken, once)),
      ...writes().map((sent) => toRule(sent, { ...limited, retryAfterSeconds: 7 }, once)),
    ];
    const { outputs } = await expectSameEnd('once', createFaults({ rules }));
    expect(outputs).toMatchObject({ verdict: 'reported', 'pull-requests': '[11,12]' });
  });

  it('when any one write is carried out, and its answer is lost', async () => {
    for (const sent of writes()) {
      const lost = toRule(sent, { kind: 'reset', at: 'middle' }, { kind: 'nth', n: 1 });
      const { outputs } = await expectSameEnd(sent, createFaults({ rules: [lost] }));
      expect([sent, outputs['verdict']]).toEqual([sent, 'reported']);
    }
  });

  it('when no write gets past the secondary rate limit', async () => {
    const rules = writes().map((sent) => toRule(sent, limited));
    const { outputs } = await expectSameEnd('limited', createFaults({ rules }));
    expect(outputs).toMatchObject({ reason: 'github-error', new: '3', 'pull-requests': '[]' });
  });

  it('when the run dies after any of its writes', async () => {
    for (let last = 0; last < undisturbed.writes; last += 1) {
      let written = 0;
      await expectSameEnd(last, {
        intercept: async ({ method, path }, wire, answer) => {
          if (written <= last) {
            if (!isWrite({ method, url: path })) return false;
            written += 1;
            if (written <= last) return false;
            await answer();
          }
          wire.deliver(noAnswer);
          return true;
        },
      });
    }
  });

  it('when a comment is never answered: the run ends at its deadline', async () => {
    const { before, end } = undisturbed;
    await withServices({ github: { ...github, ...before } }, async (services) => {
      services.faults.add(parseFault('POST /repos/*/issues/11/comments hang'));
      const stop = passTimeLimits(services.clock, toTraffic(services));
      const night = await services.night(second).finally(stop);
      expect(night.outputs).toMatchObject({ reason: 'github-error', 'pull-requests': '[12]' });
      services.faults.clear();
      await services.night(null);
      expect(toEnd(takeLeft(services))).toEqual(end);
    });
  });
});

describe('two runs at once', () => {
  /** Each keeps to a second between its own creations, and knows nothing of the other's. */
  const together = { ...github, creationIntervalMs: 0 };

  /** Starts a second run when the first has sent so many requests. */
  async function playTwo(services: LocalServices, sentBefore: number): Promise<void> {
    const seen = (): number => services.github.requests.length + services.service.requests.length;
    const start = seen();
    const one = runBeside(services, 101);
    while (seen() - start < sentBefore) await new Promise((resolve) => setImmediate(resolve));
    const outputs = await Promise.all([one, runBeside(services, 102)]);
    expect([sentBefore, ...outputs.map(({ verdict }) => verdict)]).toEqual([sentBefore, ...['reported', 'reported']]);
  }

  it('leave one comment on each pull request', async () => {
    const { before, end, requests } = undisturbed;
    for (let sent = 0; sent < requests.length; sent += 4) {
      await withServices({ github: { ...together, ...before } }, async (services) => {
        services.service.state.replaceData(second);
        await playTwo(services, sent);
        expect([sent, toEnd(takeLeft(services))]).toEqual([sent, end]);
      });
    }
  });

  it('leave one open issue', async () => {
    for (const sent of [0, 5, 8]) {
      await withServices({ github: together }, async (services) => {
        services.service.state.replaceData(first);
        await playTwo(services, sent);
        const [kept, ...others] = takeLeft(services).issues ?? [];
        expect([sent, kept?.state]).toEqual([sent, 'open']);
        for (const { state, body } of others) {
          expect([state, body]).toEqual(['closed', expect.stringContaining('/issues/14)')]);
        }
        const { outputs } = await services.night(null);
        expect(outputs).toMatchObject({ reason: 'up-to-date', 'issue-number': '14' });
      });
    }
  });

  it.each([
    ['that is there', () => undisturbed.before, '/issues/11/comments', ['open @wr_3: 5 open']],
    ['that both create', () => ({}), '/issues', ['open @wr_3: 5 open', 'closed @?: ? open']],
  ] as const)('leave the issue %s as the one wrote it that read later', async (_, before, place, expected) => {
    let runLater: (() => Promise<unknown>) | null = null;
    // The earlier of the two is held up where it writes first, until the later one is done.
    const faults: FaultInjector = {
      intercept: async ({ method, path }) => {
        const run = method === 'POST' && path === `/repos/acme/shop${place}` ? runLater : null;
        if (run === null) return false;
        runLater = null;
        await run();
        return false;
      },
    };
    await withServices({ github: { ...together, ...before() }, faults }, async (services) => {
      runLater = async () => {
        services.clock.pass(1_000);
        const scans = [makeScan('1', 0), makeScan('2', 1, counted), makeScan('3', 2)];
        const bugs = [old, ...news, makeBug('d', 2, { pr: 11 })];
        const lists = { 1: ['old'], 2: ['a', 'b', 'c'], 3: ['d'] };
        services.service.state.replaceData(makeService(scans, bugs, lists));
        await runBeside(services, 102);
      };
      const night = await services.night(second);
      expect(night.outputs).toMatchObject({ verdict: 'reported', 'issue-number': '14' });
      expect(issuesOf(services)).toEqual(expected);
    });
  });
});

describe('a pull request whose comment GitHub refuses', () => {
  it.each([
    ['Repository has been locked for migration.', 'locked for migration'],
    ['Unable to create comment because issue is locked.', 'issue is locked'],
    ['', '403'],
    [{ a: 1 }, '403'],
  ])('is named with the reason: %j', async (message, says) => {
    await withServices({ github }, async (services) => {
      await services.night(first);
      const effect = { kind: 'status', status: 403, body: { message } } as const;
      services.faults.add({ method: 'POST', path: '*/issues/11/comments', effect });
      await services.night(second);
      const [{ body } = { body: '' }] = services.github.state.issues;
      expect(body).toMatch(new RegExp(`pull request 11: .*${says}`));
    });
  });
});

describe("a token of another account than the workflow's", () => {
  const LOGIN = 'acme-gate[bot]';
  const asApp = ({ github: { state } }: LocalServices): void => {
    Object.assign(state.tokens[0] ?? {}, { login: LOGIN });
  };
  const graphql = (effect: FaultEffect): FaultRule => ({ method: 'POST', path: '/graphql', effect });
  const toRefused = (message: string): FaultEffect => ({ kind: 'status', status: 403, body: { message } });
  const toError = (type: string, message: string): FaultEffect => ({
    ...{ kind: 'status', status: 200 },
    body: { data: null, errors: [{ type, message, path: ['viewer'] }] },
  });

  it('control: keeps one issue and its comments', () =>
    withServices({ github }, async (services) => {
      asApp(services);
      await services.night(first);
      const { outputs } = await services.night(second);
      expect(outputs).toMatchObject({ reason: 'new-scans', new: '3', 'pull-requests': '[11,12]' });
      expect(services.github.state.issues.map(({ user }) => user)).toEqual([LOGIN]);
    }));

  it.each<[string, FaultEffect]>([
    ...[400, 401, 404, 405, 408, 413, 451, 499, 503].map((status): [string, FaultEffect] => [
      String(status),
      { kind: 'status', status },
    ]),
    ['a policy', toRefused('Blocked by policy')],
    ["a person's token", toRefused('Resource not accessible by personal access token')],
    ['SAML', toError('FORBIDDEN', 'Resource protected by organization SAML enforcement.')],
    ['NOT_FOUND', toError('NOT_FOUND', 'no')],
  ])('writes nothing, in a red job, where GitHub does not say whose it is: %s', (_, effect) =>
    withServices({ github }, async (services) => {
      asApp(services);
      await services.night(first);
      services.faults.add(graphql(effect));
      const night = await services.night(second);
      expect(night.result.conclusion).toBe('failure');
      expect(night.outputs).toMatchObject({ verdict: 'unverified', reason: 'github-error' });
      expect(night.writes).toEqual([]);
      services.faults.clear();
      const { outputs } = await services.night(null);
      expect(outputs).toMatchObject({ reason: 'new-scans', new: '3', 'pull-requests': '[11,12]' });
    }),
  );

  it.each<[string, string, string]>([
    ['is an error that says so', LOGIN, 'failure'],
    ["control: is none for the workflow's", BOT, 'success'],
  ])("that GitHub takes for an app's without a name: the author of a new issue %s", (__, login, conclusion) =>
    withServices({ github }, async (services) => {
      asApp(services);
      Object.assign(services.github.state.tokens[0] ?? {}, { login });
      await services.night(first);
      services.faults.add(graphql(toRefused('Resource not accessible by integration')));
      for (const data of [second, null, null]) {
        const { result } = await services.night(data);
        expect([result.conclusion, result.log.includes(`\`${LOGIN}\``)]).toEqual([
          conclusion,
          conclusion === 'failure',
        ]);
      }
      // Nights do not leave one more each, and the first keeps what it knows.
      services.faults.clear();
      expect(services.github.state.issues.filter(({ state }) => state === 'open')).toHaveLength(1);
      const { outputs } = await services.night(null);
      expect(outputs).toMatchObject(
        conclusion === 'failure' ? { reason: 'new-scans', new: '3' } : { reason: 'up-to-date' },
      );
      expect(outputs).toMatchObject({ 'issue-number': '14' });
    }),
  );

  it("is an error that says so where a new comment is another account's, which goes", () =>
    withServices({ github }, async (services) => {
      await services.night(first);
      const author = { kind: 'set', field: 'user.login', value: LOGIN } as const;
      services.faults.add({ method: 'POST', path: '*/issues/11/comments', effect: author });
      const night = await services.night(second);
      expect(night.outputs).toMatchObject({ verdict: 'unverified', reason: 'github-error' });
      expect(night.result.log).toContain(`\`${LOGIN}\``);
      expect(services.github.state.comments).toEqual([]);
      services.faults.clear();
      const { outputs } = await services.night(null);
      expect(outputs).toMatchObject({ reason: 'new-scans', new: '3', 'pull-requests': '[11,12]' });
    }));
});
