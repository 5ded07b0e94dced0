// Faults at every request of a sweep: an outage starts nothing, and no run is started twice.
import type { FaultEffect, FaultRule } from '../../sandbox/faults.ts';
import type { RecordedRequest } from '../../sandbox/http.ts';
import type { ScenarioWorld } from '../../sandbox/scenarios/scenario.ts';
import { ExpectedError } from '../../src/judgement/errors.ts';
import { hostilePieces } from '../documents/hostile-texts.ts';
import { render, tagsOf } from '../documents/rendered.ts';
import { changeService } from '../harness/worlds.ts';
import { beforeAll, describe, expect, it } from '../jest.ts';
import { isStart, type Stage, type StageOptions, startMs, type Sweep, sweepIn, withStage } from './harness.ts';
import { type GateSpec, gatesWorld, organizationWorld } from './worlds.ts';

const specs: readonly GateSpec[] = [
  { number: 1, was: 'failed', now: 'passed', inputs: { 'gate-on': 'introduced' } },
  { number: 2, was: 'passed', now: 'failed', inputs: { 'gate-on': 'introduced, touched' } },
  { number: 3, was: 'failed', now: 'passed', remarks: 60 },
];
const build = (nowMs: number): ScenarioWorld => gatesWorld(specs, nowMs);

/** Out of order, refused, or not to be understood; which answers are of one kind: contract/failures, github/octokit. */
const effects: Readonly<Record<string, FaultEffect>> = {
  '500': { kind: 'status', status: 500 },
  '404': { kind: 'status', status: 404 },
  'half an answer': { kind: 'truncate' },
};

interface Point {
  readonly method: string;
  readonly path: string;
}

/** Of a start, each way in which nobody knows whether it has arrived. */
const unheard: Readonly<Record<string, FaultEffect>> = {
  '403': { kind: 'status', status: 403 },
  '429': { kind: 'status', status: 429 },
  'an empty answer': { kind: 'empty' },
  'a connection that breaks before': { kind: 'reset', at: 'before' },
  'a connection that breaks after': { kind: 'reset', at: 'after' },
};

/** The headers of an hour's limit that ends long after the run. */
const usedUp = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(Math.ceil(startMs / 1_000) + 9_000) };

const pointsOf = (requests: readonly RecordedRequest[]): readonly Point[] => {
  const points = requests.map(({ method, url }): Point => ({ method, path: new URL(url, 'http://x').pathname }));
  return [...new Map(points.map((point) => [JSON.stringify(point), point])).values()];
};

async function sweep(rule: FaultRule | null): Promise<{ readonly swept: Sweep; readonly attempts: readonly number[] }> {
  const swept = await sweepIn(build, {}, { faults: rule === null ? [] : [rule] });
  return { swept, attempts: swept.runs.map(({ attempt }) => attempt) };
}

describe('a fault at any request', () => {
  let service: readonly Point[] = [];
  let github: readonly Point[] = [];
  let starts: readonly Point[] = [];

  beforeAll(async () => {
    const { swept, attempts } = await sweep(null);
    expect(attempts).toEqual([2, 2, 2]);
    service = pointsOf(swept.service);
    github = pointsOf(swept.github);
    starts = pointsOf(swept.github.filter(isStart));
    expect([service.length, github.length, starts.length]).toEqual([3, 11, 3]);
  });

  it.each(Object.entries(effects))(
    'of the service (%s) starts nothing',
    async (_, effect) => {
      for (const { method, path } of service) {
        const { swept, attempts } = await sweep({ method, path, effect });
        expect([path, attempts, swept.rerun]).toEqual([path, [1, 1, 1], []]);
        expect([path, swept.outputs['verdict'], swept.result.conclusion]).toEqual([path, 'unverified', 'failure']);
      }
    },
    60_000,
  );

  it.each(Object.entries({ ...effects, ...unheard }))(
    'of GitHub (%s) starts no run twice, and says what it did',
    async (what, effect) => {
      for (const { method, path } of what in effects ? github : starts) {
        const { swept, attempts } = await sweep({ method, path, effect });
        const { starts, rerun, skipped, outputs, result } = swept;
        // A start that GitHub refused for now may be sent again.
        const again = what === '429' ? [] : starts.filter((each, at) => starts.indexOf(each) !== at);
        expect([path, again]).toEqual([path, []]);
        expect(attempts.every((attempt) => attempt <= 2)).toBe(true);
        // Whoever was started is in one of the lists.
        const named = new Set([...rerun, ...skipped].map(({ pullRequest }) => pullRequest));
        for (const [at, attempt] of attempts.entries()) if (attempt === 2) expect(named.has(at + 1)).toBe(true);
        // GitHub answers a start without a word.
        if (what === 'an empty answer') continue;
        for (const { pullRequest } of rerun) expect([path, attempts[pullRequest - 1]]).toEqual([path, 2]);
        const isFailed = outputs['verdict'] === 'unverified';
        expect([path, result.conclusion]).toEqual([path, isFailed ? 'failure' : 'success']);
        if (isFailed) expect(swept.failed).toEqual(['acme/storefront']);
      }
    },
    120_000,
  );

  it.each([
    ['service', '/public/v1/scans'],
    ['GitHub', '/graphql'],
  ])('of %s that passes is not noticed', async (_, path) => {
    const { attempts } = await sweep({ path, when: { kind: 'first', n: 2 }, effect: { kind: 'status', status: 503 } });
    expect(attempts).toEqual([2, 2, 2]);
  });
});

describe('starts that GitHub refuses', () => {
  const START = { method: 'POST', path: '*/rerun*' };
  const toRefused = (status: number, message: string) => ({ kind: 'status' as const, status, body: { message } });
  const notAccessible = toRefused(403, 'Resource not accessible by integration');
  const warningsOf = ({ result }: Sweep): readonly string[] =>
    result.annotations.filter(({ level }) => level === 'warning').map(({ message }) => message);

  it.each<[string, FaultEffect, string]>([
    ['a permission', notAccessible, '"actions: write"'],
    ['an archive', toRefused(403, 'Repository was archived so is read-only.'), 'archived'],
    ['a firewall', toRefused(403, 'Blocked by policy'), 'Blocked by policy'],
    ['a token that is no more', toRefused(401, 'Bad credentials'), 'not valid'],
    ['what may not be seen', toRefused(404, 'Not Found'), '"actions: write"'],
    ['an outage', toRefused(503, 'Unavailable'), '503'],
    ['a secondary limit', toRefused(403, 'You have exceeded a secondary rate limit.'), 'its rate limit.'],
    ['a limit of the hour', { ...toRefused(403, 'API rate limit exceeded.'), headers: usedUp }, '2026-11-20 11:30'],
    ['a form that it does not take', toRefused(422, 'Validation Failed'), '422'],
  ])('all of them, each time: %s. The job warns once, and stops nothing', async (_, effect, says) => {
    const { swept, attempts } = await sweep({ ...START, effect });
    expect(attempts).toEqual([1, 1, 1]);
    expect(swept.outputs).toMatchObject({ verdict: 'reported', checked: '3', rerun: '[]' });
    expect([swept.result.conclusion, swept.skipped.length]).toEqual(['success', 3]);
    expect(warningsOf(swept)).toEqual([expect.stringContaining(says)]);
    expect(swept.result.summary).toContain('### ⚠️');
  });

  it('control: one of them, where the others are started: it warns, in a green job', async () => {
    const { swept } = await sweep({ ...START, when: { kind: 'nth', n: 1 }, effect: notAccessible });
    expect(swept.outputs).toMatchObject({ verdict: 'reported', reason: 'rerun' });
    expect(swept.rerun).toHaveLength(2);
    expect(swept.result.conclusion).toBe('success');
    expect(warningsOf(swept)).toEqual([expect.stringContaining('actions: write')]);
  });

  it.each<[string, FaultEffect]>([
    ['goes on', toRefused(403, 'This workflow is already running')],
    ['is too old', toRefused(403, 'Unable to retry this workflow run because it was created over a month ago')],
  ])('control: for what is of the run alone: it %s. The job is green', async (_, effect) => {
    const { swept } = await sweep({ ...START, effect });
    expect(swept.outputs).toMatchObject({ verdict: 'reported', reason: 'up-to-date' });
    expect(swept.skipped).toHaveLength(3);
    expect([swept.result.conclusion, warningsOf(swept)]).toEqual(['success', []]);
  });
});

describe('a run that is cut off', () => {
  const cancelled = new ExpectedError('The job was cancelled.');

  it('is red when it is cancelled, and says what it had started', async () => {
    const cancel = new AbortController();
    let starts = 0;
    const watch: StageOptions['watch'] = ({ method, path }) => {
      if (method === 'POST' && path.includes('/rerun') && ++starts === 2) cancel.abort(cancelled);
    };
    const swept = await sweepIn(build, { signal: cancel.signal }, { watch });
    expect([swept.result.conclusion, swept.outputs['verdict']]).toEqual(['failure', 'unverified']);
    expect([swept.starts.length, swept.rerun.map(({ pullRequest }) => pullRequest)]).toEqual([2, [2]]);
  });

  it('is red when it is cancelled, and says what is pending again', async () => {
    const cancel = new AbortController();
    const review = { state: 'dismissed' as const, createdAt: 1, notes: 'until 2026-11-01', dismissalReason: 'other' };
    const { result, outputs } = await sweepIn(
      (nowMs) => changeService(build(nowMs), ({ bugs }) => ({ bugs: bugs.map((bug) => ({ ...bug, review })) })),
      { signal: cancel.signal, inputs: { 'reopen-expired': 'true' } },
      {
        watch: ({ path }) => {
          if (path.endsWith('/graphql')) cancel.abort(cancelled);
        },
      },
    );
    const [id, ...others] = JSON.parse(outputs['reopened'] ?? '') as readonly string[];
    expect([result.conclusion, others]).toEqual(['failure', []]);
    expect(result.log).toContain(`\`${id}\` is pending`);
  });

  it('names the repositories that its time did not reach', async () => {
    let asked = 0;
    const stages: Stage[] = [];
    const swept = await withStage(
      (nowMs) => organizationWorld(['repo-1', 'repo-2'], { nowMs, specsOf: () => specs }),
      async (stage) => {
        stages.push(stage);
        return await stage.recheck({ inputs: { repositories: 'all', 'dry-run': 'true' } });
      },
      {
        watch: ({ path }) => {
          if (path.includes('/scans') && ++asked === 2) stages[0]?.clock.pass(3_600_000);
        },
      },
    );
    expect([swept.result.conclusion, swept.outputs['verdict']]).toEqual(['failure', 'unverified']);
    expect([swept.failed.length, swept.rerun.length]).toEqual([2, 3]);
  });
});

it('shows hostile text in markers, titles and notes as letters', async () => {
  const texts = hostilePieces.map((piece) => `${piece} @acme #1 | <b>x</b>`);
  const hostile = texts.flatMap((text, at): readonly GateSpec[] =>
    [
      { key: text, verdict: { kind: text, reason: text } },
      { given: [text], verdict: { kind: text, reason: text } },
      { inputs: { 'gate-on': text, [text]: text } },
    ].map((marker, kind) => ({
      number: at * 3 + kind + 1,
      was: 'failed',
      now: 'passed',
      marker,
      pull: { title: text },
    })),
  );
  const last: GateSpec = { number: hostile.length + 1, was: 'passed', now: 'failed' };
  await withStage(
    (nowMs) => {
      const review = { state: 'dismissed' as const, createdAt: nowMs, dismissalReason: 'wont_fix' };
      return changeService(gatesWorld([...hostile, last], nowMs), ({ bugs }) => ({
        bugs: texts.flatMap((text, at) =>
          bugs.map((bug) => ({
            ...bug,
            ...(at > 0 && { id: `${bug.id}_${at}` }),
            title: text,
            review: { ...review, notes: `until 2026-11-19. ${text}` },
          })),
        ),
      }));
    },
    async (stage) => {
      const { result, outputs } = await stage.recheck({ inputs: { 'dry-run': 'true', 'reopen-expired': 'true' } });
      expect(JSON.parse(outputs['reopened'] ?? '')).toHaveLength(texts.length);
      const allowed = new Set(['h3', 'table', 'thead', 'tbody', 'tr', 'th', 'td', 'a', 'p', 'ul', 'li', 'code']);
      expect(tagsOf(render(result.summary)).filter((tag) => !allowed.has(tag))).toEqual([]);
      expect(result.summary).not.toMatch(/@acme|#1\b/);
      expect(result.summary.split('\n').filter((line) => line.startsWith('| acme'))).toHaveLength(hostile.length);
    },
  );
});

describe('an error of GraphQL that a smaller query would not spare', () => {
  const graphqlOf = ({ github }: Sweep): number => github.filter(({ url }) => url.endsWith('/graphql')).length;

  it.each([
    ['FORBIDDEN', 'Resource not accessible by integration', true],
    ['FORBIDDEN', 'Resource protected by organization SAML enforcement.', false],
    ['NOT_FOUND', "Could not resolve to a Repository with the name 'acme/shop'.", true],
  ])('is told in its own words, and asked once: %s, %s', async (type, message, isPermission) => {
    const body = { data: { repository: null }, errors: [{ type, path: ['repository'], message }] };
    const { swept, attempts } = await sweep({ path: '/graphql', effect: { kind: 'status', status: 200, body } });
    expect([attempts, graphqlOf(swept)]).toEqual([[1, 1, 1], 1]);
    expect(swept.outputs).toMatchObject({ verdict: 'unverified', reason: 'github-error' });
    const [error = ''] = swept.result.annotations.flatMap((each) => (each.level === 'error' ? each.message : []));
    expect(error).toContain(`${type} (${message.replace(/\.$/, '')}`);
    expect(error.includes('"pull-requests: read"')).toBe(isPermission);
  });

  it.each<[string, object[] | undefined, string]>([
    [
      'says why',
      [{ type: 'FORBIDDEN', path: ['repository', 'pullRequests', 'nodes', 0], message: 'Not accessible' }],
      'FORBIDDEN (Not accessible)',
    ],
    ['does not say why', undefined, 'no reason for it'],
    [
      'refuses their list',
      [{ type: 'FORBIDDEN', path: ['repository', 'pullRequests', 'nodes'], message: 'Not this list' }],
      'FORBIDDEN (Not this list)',
    ],
  ])('is no empty list where GitHub gives none of its items and %s', async (_, errors, says) => {
    const list = { totalCount: 120, pageInfo: { hasNextPage: true, endCursor: 'x' }, nodes: [null] };
    const body = { data: { repository: { pullRequests: list } }, errors };
    const { swept } = await sweep({ path: '/graphql', effect: { kind: 'status', status: 200, body } });
    expect(swept.outputs).toMatchObject({ verdict: 'unverified', reason: 'github-error' });
    expect(swept.result.log).toContain(says);
    expect(graphqlOf(swept)).toBeLessThan(20);
  });

  it('is none where GitHub gives the others of the list', async () => {
    const effect: FaultEffect = { kind: 'set', field: 'data.repository.pullRequests.nodes.0', value: null };
    // Pages of 100, 50, 25, 13, 7, 4, 2 and 1.
    const { swept } = await sweep({ path: '/graphql', when: { kind: 'first', n: 8 }, effect });
    expect([swept.result.conclusion, swept.skipped.length]).toEqual(['success', 1]);
  });

  it.each([
    ['soon', 3],
    ['late', 61],
  ])('is waited for where it is the limit of an hour that ends %s', async (_, seconds) => {
    const body = { data: null, errors: [{ type: 'RATE_LIMITED', message: 'API rate limit exceeded.' }] };
    const headers = { 'x-ratelimit-remaining': '7', 'x-ratelimit-reset': String(Math.ceil(startMs / 1_000) + seconds) };
    const { swept, attempts } = await sweep({
      path: '/graphql',
      when: { kind: 'nth', n: 1 },
      effect: { kind: 'status', status: 200, body, headers },
    });
    expect(attempts).toEqual(seconds === 3 ? [2, 2, 2] : [1, 1, 1]);
    if (seconds === 61) expect(swept.result.log).toContain('RATE_LIMITED');
  });
});

describe('the files of pull requests that GitHub does not list', () => {
  const touched = { 'gate-on': 'touched' };
  const all: readonly GateSpec[] = [
    { number: 1, was: 'failed', now: 'passed', inputs: touched },
    { number: 2, was: 'passed', now: 'failed', inputs: touched },
  ];
  /** It needs no word of GitHub's. */
  const ofScan: GateSpec = { number: 3, was: 'failed', now: 'passed', inputs: { 'count-from': 'scan' } };
  const sweepOver = async (
    given: readonly GateSpec[],
    effect: FaultEffect | null,
    path = '*/pulls/*/files',
  ): Promise<Sweep> =>
    await sweepIn((nowMs) => gatesWorld(given, nowMs), {}, { faults: effect === null ? [] : [{ path, effect }] });
  const toRefusal = (status: number, message: string, headers = {}): FaultEffect => ({
    ...{ kind: 'status', status, body: { message }, headers },
  });
  const tooLarge = toRefusal(422, 'Sorry, this diff is taking too long to generate.');
  const rows: readonly (readonly [string, FaultEffect, says: string, isForNow: boolean])[] = [
    ['an outage', { kind: 'html', status: 502 }, '502', true],
    ['a limit of the hour', toRefusal(403, 'API rate limit exceeded.', usedUp), '2026-11-20 11:30 UTC.', true],
    ['a secondary limit', toRefusal(403, 'You have exceeded a secondary rate limit.'), 'rate limit.', true],
    ['a token that is no more', toRefusal(401, 'Bad credentials'), 'not valid', false],
    ['a permission', toRefusal(403, 'Resource not accessible by integration'), '"pull-requests: read"', false],
    ['a firewall', toRefusal(403, 'Blocked by policy'), 'Blocked by policy', false],
  ];

  it.each(rows)('is red where not one gate can be judged: %s', async (_, effect, says, isForNow) => {
    const { outputs, failed, starts, skipped, result } = await sweepOver(all, effect);
    expect(outputs).toMatchObject({ verdict: 'unverified', reason: 'github-error', checked: '0', rerun: '[]' });
    expect([failed, starts, result.conclusion]).toEqual([['acme/storefront'], [], 'failure']);
    expect(skipped.map(({ pullRequest }) => pullRequest)).toEqual([1, 2]);
    for (const { why } of skipped) expect([why.includes(says), why.includes('later run')]).toEqual([true, isForNow]);
    expect(result.summary).toContain('### ⚠️');
    expect(result.annotations).toMatchObject([{ level: 'error', message: expect.stringContaining(says) }]);
  });

  it.each(rows)('is a warning where another gate can be judged: %s', async (_, effect, says) => {
    const { outputs, failed, rerun, skipped, result } = await sweepOver([...all, ofScan], effect);
    expect(outputs).toMatchObject({ verdict: 'reported', checked: '1' });
    // A limit keeps its run from being started, too.
    expect([failed, rerun.length + skipped.length, result.conclusion]).toEqual([[], 3, 'success']);
    expect(result.summary).toContain('### ⚠️');
    expect(result.annotations).toMatchObject([{ level: 'warning', message: expect.stringContaining(says) }]);
  });

  // Controls.
  it('control: they are judged again where it lists them', async () => {
    const { outputs, result } = await sweepOver(all, null);
    expect([outputs['checked'], result.annotations]).toEqual(['2', []]);
    expect(result.summary).toContain('### ✅');
  });

  it.each<[string, path: string, checked: string, why: readonly string[]]>([
    ['one is', '*/pulls/2/files', '1', ['split']],
    ['all are', '*/pulls/*/files', '0', ['split', 'split']],
  ])('is no fault of the repository where a change is too large: %s', async (_, path, checked, whys) => {
    const { outputs, skipped, result } = await sweepOver(all, tooLarge, path);
    expect(outputs).toMatchObject({ verdict: 'reported', checked });
    expect([result.conclusion, result.annotations]).toEqual(['success', []]);
    expect(skipped.map(({ why }) => why)).toEqual(whys.map((why) => expect.stringContaining(why)));
  });

  it('control: where the service fails, no gate counts as judged either', async () => {
    const { outputs, skipped } = await sweepOver(all, { kind: 'status', status: 503 }, '/public/v1/bugs*');
    expect(outputs).toMatchObject({ verdict: 'unverified', reason: 'service-error', checked: '0' });
    expect(skipped).toEqual([]);
  });
});
