// The rules of recheck: which gates are judged again, which runs are started, and what is said of the others.
import type { FaultRule } from '../../sandbox/faults.ts';
import { endAttempt, startAttempt } from '../../sandbox/github/attempts.ts';
import type { CommentData, JobData, RunData } from '../../sandbox/github/data.ts';
import { jobIdOf } from '../../sandbox/github/shapes/job.ts';
import { dayMs, minuteMs, timeText } from '../../sandbox/scenarios/identity.ts';
import { type Marker, RULES, toMarkerLine } from '../../src/documents/marker.ts';
import { NEW_RUN } from '../../src/github/rerun.ts';
import type { CommitSha, EpochMs } from '../../src/judgement/identifiers.ts';
import { expectGolden } from '../documents/golden.ts';
import { replaced } from '../harness/replaced.ts';
import { changeGitHub, changeService } from '../harness/worlds.ts';
import { describe, expect, it } from '../jest.ts';
import {
  hourMs,
  type StageOptions,
  startMs,
  type Sweep,
  sweepIn,
  type SweepOptions,
  type SweptStage,
  withStage,
} from './harness.ts';
import { type GateSpec, gatesWorld, headOf, markerOf, runOf } from './worlds.ts';

/** Sweeps once over these pull requests. */
async function sweepOver(
  specs: readonly GateSpec[],
  options: SweepOptions = {},
  stageOptions: StageOptions = {},
): Promise<SweptStage> {
  return await sweepIn((nowMs) => gatesWorld(specs, nowMs), options, stageOptions);
}

const red = (number: number, more: Partial<GateSpec> = {}): GateSpec => ({
  number,
  was: 'failed',
  now: 'passed',
  ...more,
});
const green = (number: number, more: Partial<GateSpec> = {}): GateSpec => ({
  number,
  was: 'passed',
  now: 'failed',
  ...more,
});
const aFile = { filename: 'src/changed-1.ts', status: 'modified', additions: 1, deletions: 1 } as const;
const at = (ageMs: number): string => timeText(startMs - ageMs);

const json = (body: unknown): FaultRule['effect'] => ({ kind: 'status', status: 200, body });
const SLOW = 'Something went wrong while executing your query. This may be the result of a timeout, or a GitHub bug.';
const LIMITED = { type: 'RESOURCE_LIMITS_EXCEEDED', message: 'Resource limits for this query exceeded.' };

/** Some ways of GitHub to say that a query is too heavy; the others are in github/graphql and github/octokit. */
const tooHeavy: readonly (readonly [string, (field: string) => FaultRule['effect']])[] = [
  // Any person may write so many long comments.
  ['an answer that is too large', () => ({ kind: 'oversize', bytes: 2 ** 25 + 1 })],
  ['502', () => ({ kind: 'html', status: 502 })],
  ['a connection that ends', () => ({ kind: 'reset', at: 'before' })],
  ['no data and a timeout', () => json({ data: null, errors: [{ message: SLOW }] })],
  ['nothing of one field, and no word', (field) => json({ data: { repository: { [field]: null } } })],
  [
    'nothing of one field',
    (field) => json({ data: { repository: { [field]: null } }, errors: [{ ...LIMITED, path: ['repository', field] }] }),
  ],
];

/** Why gates were left alone, for the golden file. */
const book: string[] = [];

/** Keeps why; gives of which pull requests. */
function tell(what: string, { skipped }: Pick<Sweep, 'skipped'>): readonly (number | null)[] {
  book.push(...skipped.map(({ why }) => `${what}: ${why}`));
  return skipped.map(({ pullRequest }) => pullRequest);
}

describe('what is left alone, and why', () => {
  it.each<[string, Partial<GateSpec>]>([
    ['a run of another event', { run: { event: 'push' } }],
    ['a run of the merge queue', { run: { event: 'merge_group' } }],
    ['a run of another head', { run: { headSha: 'c'.repeat(40), event: 'pull_request' } }],
    ['a run of another workflow', { run: { name: 'Deploy' } }],
    ['a run that goes on', { run: { status: 'in_progress', conclusion: null } }],
    ['a run that has to be approved', { run: { conclusion: 'action_required' } }],
    ['a run of 29 days ago', { run: { createdAt: at(29 * dayMs), startedAt: at(29 * dayMs) } }],
    ['a run with 40 attempts', { run: { attempt: 40, startedAt: at(2 * dayMs) } }],
    ['a run that GitHub does not know', { marker: { runId: 7 } }],
    ['a marker without a run', { marker: { runId: 0 } }],
    ['inputs that no gate takes', { marker: { inputs: { 'gate-on': 'nothing' } } }],
    ['paths that no gate takes', { marker: { inputs: { paths: '{a,a}'.repeat(40) } } }],
    ['a marker of 29 days ago', { marker: { readAt: (startMs - 29 * dayMs) as EpochMs } }],
    ['a marker of an older head', { marker: { sha: 'd'.repeat(40) as CommitSha } }],
    ['inputs that are too long for a marker', { body: withLongInputs(1) }],
    ['a gate that was given sha', { marker: { given: ['sha'] } }],
    ['a gate of another repository', { marker: { given: ['repository', 'repository-id'] } }],
  ])('%s', async (what, more) => {
    const sweep = await sweepOver([red(1, more)]);
    expect([tell(what, sweep), sweep.starts]).toEqual([[1], []]);
    expect(sweep.outputs).toMatchObject({ verdict: 'reported', reason: 'up-to-date', rerun: '[]' });
  });

  it('a gate without a key in a run of a fork', async () => {
    const spec = red(1, {
      was: 'unverified',
      marker: { verdict: { kind: 'unverified', reason: 'no-credentials' } },
      pull: { head: { sha: headOf(1), ref: 'branch-1', repository: 'sam-visitor/storefront' } },
    });
    const sweep = await sweepOver([spec]);
    expect([tell('no key in a fork', sweep), sweep.starts]).toEqual([[1], []]);
    const target = await sweepOver([{ ...spec, run: { event: 'pull_request_target' } }]);
    expect(target.rerun).toHaveLength(1);
  });

  it.each<[string, Partial<GateSpec>]>([
    ['by a person', { author: 'deniz-arslan' }],
    ['of the watch', { marker: { kind: 'watch' } }],
    ['that is quoted', { body: `> <!-- scan-gate:v2 {} -->` }],
  ])('a marker %s is none', async (_, more) => {
    const { outputs, starts } = await sweepOver([red(1, more)]);
    expect(outputs).toMatchObject({ checked: '0', skipped: '[]', rerun: '[]' });
    expect(starts).toEqual([]);
  });

  it.each([
    ['usual ones', 'src/**/*.ts\n**/test/**/*.js\n!docs/[a]/**'],
    ['ones of many stars', '*a'.repeat(128)],
    ['many of them', Array.from({ length: 64 }, (_, at) => `**/*a*${at}*b`).join()],
  ])('paths are compared, whatever the patterns: %s', async (_, paths) => {
    const { outputs } = await sweepOver([red(1, { inputs: { paths } })]);
    expect(outputs).toMatchObject({ checked: '1', skipped: '[]', reason: 'rerun' });
  });

  it.each<[string, Partial<GateSpec['pull'] & object>, started: number]>([
    [
      'is a verdict that stands by a file that the pull request gives a name in `paths`',
      { files: [{ ...aFile, filename: 'lib/new.ts', status: 'renamed', previousFilename: 'src/changed-1.ts' }] },
      0,
    ],
    ['control: its run is started where the file has another name', { files: [aFile] }, 1],
  ])('%s', async (_, pull, started) => {
    const spec = { number: 1, was: 'failed', inputs: { paths: 'lib/**' }, pull } as const;
    const sweep = await sweepIn((nowMs) => gatesWorld([spec], nowMs));
    expect([sweep.outputs['checked'], sweep.rerun.length]).toEqual(['1', started]);
  });

  it.each([
    ['is started where the base was changed since, so that it touches the file of an old bug', 'src/old.ts', 1],
    ['control: is not where it touches it on no base', 'src/other.ts', 0],
  ])('a green gate %s', async (_, filename, started) => {
    const spec: GateSpec = { number: 1, was: 'passed', now: 'failed', inputs: { 'gate-on': 'touched' } };
    const sweep = await sweepIn((nowMs) =>
      changeService(gatesWorld([{ ...spec, pull: { files: [{ ...aFile, filename }] } }], nowMs), ({ bugs }) => ({
        bugs: bugs.map((bug) => ({ ...bug, filePath: 'src/old.ts', introducedIn: null })),
      })),
    );
    expect([sweep.outputs['checked'], sweep.rerun.length]).toEqual(['1', started]);
  });

  it('what cannot be judged now', async () => {
    const { outputs } = await sweepOver([{ number: 1, was: 'failed', now: 'unverified' }]);
    expect(outputs).toMatchObject({ reason: 'up-to-date', checked: '1', skipped: '[]', rerun: '[]' });
  });
});

function withLongInputs(number: number): string {
  const line = toMarkerLine(markerOf(red(number, { inputs: { paths: 'PATHS' } }), startMs));
  return `${replaced(line, 'PATHS', 'src/**,'.repeat(300))}\n### ❌`;
}

describe('what is started', () => {
  const deploy: Partial<RunData> = {
    jobs: [
      { name: 'gate', conclusion: 'failure' },
      { name: 'deploy', conclusion: 'failure' },
    ],
  };
  it.each<[string, GateSpec, start: RegExp]>([
    ['all jobs of a green gate', green(1, { run: { ...deploy, conclusion: 'failure' } }), /runs\/\d+\/rerun$/],
    [
      'the job of a marker that GitHub does not know: the failed ones',
      red(1, { marker: { jobId: 5 } }),
      /rerun-failed/,
    ],
  ])('%s', async (_, spec, start) => {
    const { starts, rerun } = await sweepOver([spec]);
    expect(starts).toEqual([expect.stringMatching(start)]);
    expect(rerun).toMatchObject([{ pullRequest: 1, runId: runOf(1) }]);
  });

  it('green that would turn red first, a second apart, and no more than max-reruns', async () => {
    const sweep = await sweepOver([red(1), green(2), red(3), green(4)], { inputs: { 'max-reruns': '3' } });
    const { rerun, outputs, runs } = sweep;
    expect(rerun.map(({ pullRequest }) => pullRequest)).toEqual([2, 4, 1]);
    // The clock stands still but for waits.
    const startedAt = rerun.map(({ runId }) => runs.find(({ id }) => id === runId)?.startedAt);
    expect(startedAt).toEqual([at(0), at(-1_100), at(-2_200)]);
    expect(tell('beyond max-reruns', sweep)).toEqual([3]);
    expect(outputs).toMatchObject({ verdict: 'reported', reason: 'rerun', checked: '4' });
  });

  it('one run for all of its gates, and each comment-key for itself', async () => {
    const { outputs, rerun, starts } = await sweepBeside(red(1), (comment) => [
      { ...comment, id: comment.id + 1, body: replaced(comment.body, 'Scan Gate/gate', 'Scan Gate/strict') },
    ]);
    expect(outputs['checked']).toBe('2');
    expect([rerun.length, starts.length]).toEqual([1, 1]);
  });

  it.each<[string, run: Partial<RunData>, marker: Partial<Marker>, starts: number, asked: number]>([
    ['a later attempt, by another token', {}, { runAttempt: 2 }, 0, 1],
    ["control: of the same attempt the workflow's own", {}, {}, 1, 1],
    ["control: of another run the workflow's own", {}, { runId: 7, runAttempt: 2 }, 1, 1],
    ['control: an attempt that GitHub does not know, of a bot that repeats a text', {}, { runAttempt: 9_999 }, 1, 2],
    ['and one of none', {}, { runAttempt: 0 }, 1, 2],
  ])('of two markers with one key the one counts that is of %s', async (_, run, marker, starts, asked) => {
    const spec = red(1, { run: { attempt: 2, conclusion: 'success', ...run } });
    const sweep = await sweepBeside(spec, (comment) => {
      const line = toMarkerLine({ ...markerOf({ ...spec, was: 'passed' }, startMs), ...marker });
      return [{ ...comment, id: comment.id + 1, user: OTHER_BOT, body: `${line}\n### ✅` }];
    });
    expect([sweep.outputs['checked'], sweep.starts.length]).toEqual(['1', starts]);
    expect(sweep.github.filter(({ url }) => url.includes(`/actions/runs/${runOf(1)}?`))).toHaveLength(asked);
  });

  it.each<[string, Partial<Marker>, starts: number, action: string | null]>([
    ['is started once', {}, 1, null],
    ['and then named', { runAttempt: 2 }, 0, 'its action'],
    ['and then named, where recheck is the older one', { rules: RULES + 1, runAttempt: 2 }, 0, 'recheck'],
    ['control: one of the same rules is started again', { rules: RULES, runAttempt: 2 }, 1, null],
  ])('a gate of other rules %s', async (_, marker, starts, action) => {
    const run = { attempt: marker.runAttempt ?? 1 };
    const sweep = await sweepOver([red(1, { run, marker: { rules: undefined, ...marker } })]);
    expect([sweep.starts.length, sweep.outputs['checked']]).toEqual([starts, '1']);
    expect(tell(`other rules, ${action}`, sweep)).toEqual(action === null ? [] : [1]);
  });

  it('ten gates of a pull request, those of the workflows first, and it says so', async () => {
    const { outputs, rerun, skipped, starts } = await sweepBeside(red(1), (comment) =>
      Array.from({ length: 11 }, (_, index) => ({
        ...comment,
        id: index + 1,
        user: OTHER_BOT,
        body: replaced(replaced(comment.body, 'Scan Gate/gate', `key ${index}`), `${runOf(1)}`, '7'),
      })),
    );
    expect(outputs['checked']).toBe('10');
    expect([rerun.map(({ runId }) => runId), starts.length]).toEqual([[runOf(1)], 1]);
    expect(tell('eleven gates', { skipped: skipped.slice(-1) })).toEqual([null]);
  });

  it('nothing that another recheck has started meanwhile', async () => {
    const { starts, skipped, runs } = await sweepOver(
      [red(1)],
      {},
      {
        watch: ({ method, path }, { github }) => {
          const [run] = github.state.runs;
          if (method === 'POST' && path.includes('/rerun') && run !== undefined) {
            startAttempt(run, { now: at(0), by: 'github-actions[bot]' });
          }
        },
      },
    );
    expect([starts.length, runs[0]?.attempt]).toEqual([1, 2]);
    expect(tell('started meanwhile', { skipped })).toEqual([1]);
  });

  it('nothing where GitHub says when to ask again, which is no matter of size', async () => {
    let asked = 0;
    const { failed } = await sweepOver(
      [1, 2, 3].map((number) => red(number)),
      {},
      {
        watch: ({ path }, { faults }) => {
          if (!path.endsWith('/graphql')) return;
          asked += 1;
          const headers = { 'retry-after': '5' };
          faults.add({
            path: '/graphql',
            when: { kind: 'nth', n: 1 },
            effect: { kind: 'status', status: 503, headers },
          });
        },
      },
    );
    expect(failed).toHaveLength(1);
    expect(asked).toBe(4);
  });

  /** What a query asks for. */
  interface Asked {
    /** The pull requests whose comments it asks for. */
    readonly comments: readonly string[];
    /** Whether it asks for the beginning of the list of pull requests. */
    readonly isList: boolean;
    readonly isWhole: boolean;
    /** How many queries of its kind there were before. */
    readonly before: number;
  }

  /** Sweeps over three pull requests; GitHub answers a query with the effect for the field that `spoil` names. */
  async function sweepSpoilt(
    toEffect: (field: string) => FaultRule['effect'],
    spoil: (asked: Asked) => string | null,
  ): Promise<Sweep & { readonly sizes: readonly number[] }> {
    const sizes: number[] = [];
    let lists = 0;
    const sweep = await sweepOver(
      [1, 2, 3].map((number) => red(number)),
      {},
      {
        watch: ({ body, path }, { faults }) => {
          if (!path.endsWith('/graphql')) return;
          const { variables } = JSON.parse(body) as { readonly variables: { readonly after?: string | null } };
          const comments = toAskedPulls(body);
          const isList = body.includes('pullRequests(states: OPEN') && variables.after === null;
          const before = isList ? lists : sizes.length;
          if (isList) lists += 1;
          if (comments.length > 0) sizes.push(comments.length);
          const field = spoil({ comments, isList, isWhole: body.includes('changedFiles'), before });
          if (field !== null) faults.add({ path: '/graphql', when: { kind: 'nth', n: 1 }, effect: toEffect(field) });
        },
      },
    );
    return { ...sweep, sizes };
  }

  describe.each(tooHeavy)('where GitHub finds a query too heavy: %s', (_, toEffect) => {
    it.each<[what: string, spoil: (asked: Asked) => string | null, rerun: readonly number[], named: string | null]>([
      ['about many', ({ comments, before }) => (comments.length > 0 && before === 0 ? 'p1' : null), [1, 2, 3], null],
      ['about one, whatever its size', ({ comments }) => (comments.includes('2') ? 'p2' : null), [1, 3], '2'],
      ['the list, once', ({ isList, before }) => (isList && before === 0 ? 'pullRequests' : null), [1, 2, 3], null],
      ['one of the list', ({ isList, isWhole }) => (isList && isWhole ? 'pullRequests' : null), [2, 3], '1'],
      ['the whole list', ({ isList }) => (isList ? 'pullRequests' : null), [], null],
    ])('%s', async (what, spoil, rerun, named) => {
      const sweep = await sweepSpoilt(toEffect, spoil);
      expect(sweep.rerun.map(({ pullRequest }) => pullRequest)).toEqual(rerun);
      expect(sweep.skipped.map(({ why }) => /\d+/.exec(why)?.[0])).toEqual(named === null ? [] : [named]);
      expect([sweep.failed.length, sweep.outputs['checked']]).toEqual([rerun.length === 0 ? 1 : 0, `${rerun.length}`]);
      // Not once more as it was, which would be as heavy.
      if (what === 'about many') expect(sweep.sizes).toEqual([3, 2, 1]);
    });
  });

  it('all but one, which is counted, where GitHub lists one as nothing', async () => {
    const effect = { kind: 'set', field: 'data.repository.pullRequests.nodes.0', value: null } as const;
    const { rerun, skipped } = await sweepSpoilt(
      () => effect,
      ({ isList }) => (isList ? 'pullRequests' : null),
    );
    expect(rerun).toHaveLength(2);
    expect(skipped).toMatchObject([{ pullRequest: null }]);
  });

  it('nothing with dry-run, and it says what it would start', async () => {
    const { rerun, starts, outputs, result } = await sweepOver([red(1)], { inputs: { 'dry-run': 'true' } });
    expect(rerun).toHaveLength(1);
    expect(starts).toEqual([]);
    expect(outputs['reason']).toBe('rerun');
    expect(result.summary).toContain('would be started again');
  });
});

const OTHER_BOT = 'other-app[bot]';

/** The pull requests whose comments a query asks for. */
function toAskedPulls(body: string): readonly string[] {
  return [...body.matchAll(/\bp(\d+): pullRequest/g)].map(([, number = '']) => number);
}

/** Sweeps once over a pull request with more comments than the gate's own: by id, so the older come first. */
async function sweepBeside(spec: GateSpec, more: (comment: CommentData) => readonly CommentData[]): Promise<Sweep> {
  return await sweepIn((nowMs) =>
    changeGitHub(gatesWorld([spec], nowMs), ({ comments, users }) => ({
      comments: [...comments, ...comments.flatMap(more)].toSorted((a, b) => a.id - b.id),
      users: [...users, { id: 9, login: OTHER_BOT, type: 'Bot', permission: 'none' }],
    })),
  );
}

describe('a run with a newer attempt that failed', () => {
  const newer = (more: Partial<RunData>): Partial<RunData> => ({ attempt: 2, conclusion: 'failure', ...more });
  it.each<[string, GateSpec, starts: number]>([
    ['and did not reach the comment, where the gate was green', { number: 1, was: 'passed', run: newer({}) }, 1],
    ['and did not reach the comment, where the gate was red', { number: 1, was: 'failed', run: newer({}) }, 1],
    ['in a step after the gate', { number: 1, was: 'passed', run: newer({}), marker: { runAttempt: 2 } }, 0],
    ['in a gate whose failure was let pass', { number: 1, was: 'passed', run: newer({ conclusion: 'success' }) }, 0],
    ['since somebody cancelled it', { number: 1, was: 'passed', run: newer({ conclusion: 'cancelled' }) }, 0],
    ['since it must be approved', { number: 1, was: 'passed', run: newer({ conclusion: 'action_required' }) }, 0],
    [
      'not yet: it still runs',
      { number: 1, was: 'passed', run: newer({ status: 'in_progress', conclusion: null }) },
      0,
    ],
    ['which cannot be judged now either', { number: 1, was: 'passed', now: 'unverified', run: newer({}) }, 0],
  ])('%s', async (_, spec, count) => {
    const { starts, github } = await sweepOver([spec]);
    expect(starts).toHaveLength(count);
    expect(github.filter(({ url }) => url.includes('actions/runs?')).length).toBeLessThanOrEqual(1);
  });
});

describe('the own job of a gate decides, where it is known', () => {
  const again = at(hourMs);
  /** Two jobs of one run, of which some ran again in a second attempt. */
  const twice = (jobs: readonly [JobData, JobData], more: Partial<RunData> = {}): Partial<RunData> => ({
    ...{ attempt: 2, conclusion: 'failure', jobs: [...jobs], createdAt: at(3 * hourMs), startedAt: again },
    ...more,
  });
  const old = { startedAt: at(3 * hourMs) };
  const run = { id: runOf(1), jobs: [{ name: 'gate' }, { name: 'other' }] } as RunData;
  const jobId = jobIdOf(run, { index: 0, attempt: 1 });
  const passed: GateSpec = { number: 1, was: 'passed', marker: { jobId } };

  it.each<[string, readonly [JobData, JobData], starts: number]>([
    [
      'it failed again without a word',
      [
        { name: 'gate', conclusion: 'failure' },
        { name: 'lint', ...old },
      ],
      1,
    ],
    [
      'it did not run again, since somebody ran only `lint` again',
      [
        { name: 'gate', conclusion: 'success', ...old },
        { name: 'lint', conclusion: 'failure' },
      ],
      0,
    ],
    [
      'it is red as it was, and another gate’s job ran again',
      [
        { name: 'gate', conclusion: 'failure', ...old },
        { name: 'other', conclusion: 'success' },
      ],
      0,
    ],
    ['it has another name now', [{ name: 'renamed', conclusion: 'failure' }, { name: 'lint' }], 0],
  ])('%s', async (_, jobs, count) => {
    const [gate, other] = jobs;
    const past = [{ conclusion: 'failure' as const, jobs: [{ ...gate, name: 'gate' }, other], ...old }];
    const { starts, github } = await sweepOver([{ ...passed, run: twice(jobs, { past }) }]);
    expect(starts).toHaveLength(count);
    expect(github.filter(({ url }) => url.includes('filter=all'))).toHaveLength(1);
  });

  it('where GitHub does not list the jobs, the gate is named, and no verdict said to stand', async () => {
    const jobs = [
      { name: 'gate', conclusion: 'failure' as const },
      { name: 'lint', ...old },
    ] as const;
    const past = [{ conclusion: 'failure' as const, jobs: [...jobs], ...old }];
    const spec = { ...passed, run: twice(jobs, { past }) };
    const heard = await sweepOver([spec]);
    expect([heard.starts.length, heard.skipped]).toEqual([1, []]);
    const deaf = await sweepOver([spec], {}, { faults: ['GET */jobs?* status=403'] });
    expect([deaf.starts, tell('jobs that are not listed', deaf)]).toEqual([[], [null]]);
    expect(deaf.result.summary).not.toContain('verdict stands');
  });

  it('without a job-id the run does, unless a gate of it left a marker of that attempt', async () => {
    const silent = { number: 1, was: 'passed', run: twice([{ name: 'gate' }, { name: 'other' }]) } as const;
    const alone = await sweepOver([silent]);
    expect(alone.starts).toHaveLength(1);
    const beside = await sweepBeside(silent, (comment) => {
      const body = replaced(comment.body, 'Scan Gate/gate', 'Scan Gate/strict');
      return [{ ...comment, id: comment.id + 1, body: replaced(body, '"attempt":1', '"attempt":2') }];
    });
    expect([beside.outputs['checked'], beside.starts]).toEqual(['2', []]);
  });

  it('two gates of one run: the job of the one that changed is started, and then nothing more', async () => {
    const spec = red(1, { marker: { jobId }, run: { jobs: [{ name: 'gate' }, { name: 'other' }] } });
    const ofOther = jobIdOf(run, { index: 1, attempt: 1 });
    const build = (nowMs: number) =>
      changeGitHub(gatesWorld([spec], nowMs), ({ comments }) => ({
        comments: comments.flatMap((comment) => {
          const marker = markerOf({ ...spec, was: 'passed' }, nowMs);
          const line = toMarkerLine({ ...marker, key: 'Scan Gate/other', jobId: ofOther });
          return [comment, { ...comment, id: comment.id + 1, body: `${line}\n### ✅` }];
        }),
      }));
    await withStage(build, async ({ recheck, clock, run: played, sandbox }) => {
      const first = await recheck();
      expect(first.starts).toEqual([expect.stringMatching(/jobs\/\d+\/rerun/)]);
      // It turns green, and says so; the other one did not run again.
      endAttempt(played, 'success');
      played.conclusion = 'failure';
      const [comment] = sandbox.github.state.comments;
      const told = { ...markerOf({ ...spec, was: 'passed' }, clock.now()), runAttempt: 2, jobId };
      if (comment !== undefined) comment.body = `${toMarkerLine(told)}\n### ✅`;
      for (const runNumber of [2, 3, 4]) {
        clock.pass(2 * hourMs);
        expect((await recheck({ runNumber })).starts).toEqual([]);
      }
      expect(played.attempt).toBe(2);
    });
  });
});

describe('where GitHub does not say what failed without a word', () => {
  const SAML = 'Resource protected by organization SAML enforcement.';
  const same = [1, 2].map((number): GateSpec => ({ number, was: 'passed' }));

  it.each<[status: number, message: string, isPermission: boolean]>([
    [403, 'Resource not accessible by integration', true],
    [404, 'Not Found', true],
    // Controls: nothing that is said of permissions, and GitHub that says it.
    [403, SAML, false],
    [403, 'Actions has been disabled for this repository.', false],
    [502, 'with an HTML page', false],
    [200, '', false],
  ])('it does not list the failed runs: %i %s', async (status, message, isPermission) => {
    const effect: FaultRule['effect'] =
      status < 500 ? { kind: 'status', status, body: { message } } : { kind: 'html', status };
    const faults: FaultRule[] = status === 200 ? [] : [{ method: 'GET', path: '*/actions/runs?*', effect }];
    const sweep = await sweepOver(same, {}, { faults });
    expect(sweep.outputs).toMatchObject({ verdict: 'reported', checked: '2', failed: '[]' });
    const isSaid = status === 200;
    expect(tell(`failed runs that are not listed, ${status}`, sweep)).toEqual(isSaid ? [] : [null]);
    expect(sweep.result.summary.includes('verdict stands')).toBe(isSaid);
    expect(sweep.result.annotations.map((each) => [each.level, each.message.includes('actions: write')])).toEqual(
      isSaid ? [] : [['warning', isPermission]],
    );
  });
});

describe('a start that GitHub refuses', () => {
  it.each<[message: string, isForGood: boolean]>([
    ['Unable to retry this workflow run because it was created over a month ago', true],
    ['This workflow run cannot be retried', true],
    // Controls: a person may start these.
    ['This workflow is already running', false],
    ['This job cannot be retried', false],
    ['Resource protected by organization SAML enforcement', false],
    ['Resource not accessible by integration', false],
  ])('is told with what helps: %s', async (message, isForGood) => {
    const effect = { kind: 'status', status: 403, body: { message } } as const;
    const sweep = await sweepOver([red(1)], {}, { faults: [{ method: 'POST', path: '*/rerun*', effect }] });
    expect([sweep.rerun, tell('refused', sweep)]).toEqual([[], [1]]);
    expect(sweep.skipped.map(({ why }) => [why.includes(message), why.endsWith(NEW_RUN)])).toEqual([[true, isForGood]]);
  });
});

describe('a gate that failed without a word before 300 other runs did', () => {
  const crowd = (nowMs: number, count: number): readonly RunData[] =>
    Array.from({ length: count }, (_, index) => ({
      ...{ id: 100_000 + index, name: 'Lint', headSha: headOf(7), attempt: 1, status: 'completed' },
      ...{ conclusion: 'failure', createdAt: timeText(nowMs - index), startedAt: timeText(nowMs - index) },
    }));
  const spec: GateSpec = { number: 1, was: 'passed', run: { attempt: 2, conclusion: 'failure' } };

  it.each([
    ['is started where the list reaches it', 299, 1, []],
    ['is named where it does not', 300, 0, [null]],
  ])('%s', async (what, count, starts, named) => {
    const sweep = await sweepIn((nowMs) =>
      changeGitHub(gatesWorld([spec], nowMs), ({ runs }) => ({ runs: [...runs, ...crowd(nowMs, count)] })),
    );
    expect(sweep.starts).toHaveLength(starts);
    expect(tell(what, sweep)).toEqual(named);
  });

  it('is named also where one more fails while the list is read, so that a run is listed twice', async () => {
    let isListed = false;
    const sweep = await sweepIn(
      (nowMs) => changeGitHub(gatesWorld([spec], nowMs), ({ runs }) => ({ runs: [...runs, ...crowd(nowMs, 300)] })),
      {},
      {
        watch: ({ path, query }, { github }) => {
          if (isListed || !path.endsWith('/actions/runs') || query.get('page') !== '2') return;
          isListed = true;
          github.state.runs.push(...crowd(startMs + minuteMs, 1).map((run) => ({ ...run, id: 200_000 })));
        },
      },
    );
    expect([isListed, sweep.starts, tell('a run listed twice', sweep)]).toEqual([true, [], [null]]);
  });
});

it('runs that are too old keep no other from being started for ever, though their markers are young', async () => {
  const old = { run: { createdAt: at(30 * dayMs), startedAt: at(30 * dayMs) } };
  const specs = [...Array.from({ length: 85 }, (_, index) => red(1_000 + index, old)), red(1)];
  const started: number[] = [];
  for (const runNumber of [0, 1, 2, 3, 4, 5]) {
    const { rerun } = await sweepOver(specs, { runNumber });
    started.push(...rerun.map(({ pullRequest }) => pullRequest));
  }
  expect(started).toContain(1);
}, 60_000);

describe('what max-reruns leaves comes first in a later run', () => {
  const again: Partial<RunData> = { attempt: 2, conclusion: 'failure' };
  it.each<[string, (number: number) => GateSpec]>([
    ['of what would turn red', (number) => green(number)],
    ['of what would turn green', (number) => red(number)],
    ['of what failed without a word', (number) => ({ number, was: 'passed', run: again })],
  ])('%s', async (_, toSpec) => {
    const started: (readonly number[])[] = [];
    for (const runNumber of [0, 1, 2, 3]) {
      const inputs = { 'max-reruns': '2' };
      const { rerun, result } = await sweepOver([1, 2, 3, 4].map(toSpec), { runNumber, inputs });
      expect(result.summary).toContain('2 waiting');
      started.push(rerun.map(({ pullRequest }) => pullRequest));
    }
    expect(started).toEqual([
      [1, 2],
      [3, 4],
      [1, 2],
      [3, 4],
    ]);
  });
});

describe('what anybody can make large starves nobody', () => {
  const fork = (number: number, remarks: number): GateSpec => ({
    ...{ number, was: 'passed', remarks, author: 'sam-visitor' },
    pull: { head: { sha: headOf(number), ref: `branch-${number}`, repository: 'sam-visitor/storefront' } },
  });
  const forks = (count: number, remarks: number): readonly GateSpec[] =>
    Array.from({ length: count }, (_, index) => fork(1_000 + index, remarks));

  it.each([
    ['120 newer pull requests of forks with 51 comments each', forks(120, 50)],
    ['310 newer pull requests of forks', forks(310, 0)],
  ])(
    '%s',
    async (what, others) => {
      const { rerun, skipped, github } = await sweepOver([...others, green(1)]);
      expect(rerun).toMatchObject([{ pullRequest: 1 }]);
      expect(tell(what, { skipped })).toEqual([null]);
      // Four pages of the list, six of comments, sixty for further comments; and the start of the one run.
      expect(github.filter(({ url }) => url.endsWith('/graphql')).length).toBeLessThanOrEqual(70);
      expect(github.filter(({ url }) => !url.endsWith('/graphql')).length).toBeLessThan(10);
    },
    60_000,
  );

  it('85 gates of runs that are too old', async () => {
    const old = { marker: { readAt: (startMs - 30 * dayMs) as EpochMs } };
    const specs = Array.from({ length: 85 }, (_, index) => red(1_000 + index, old));
    const { rerun, skipped, github } = await sweepOver([...specs, red(1)]);
    expect(rerun).toMatchObject([{ pullRequest: 1 }]);
    expect(skipped).toHaveLength(85);
    expect(github.filter(({ url }) => /actions\/runs\/\d+\?/.test(url))).toHaveLength(1);
  });

  it('a first gate does not hide a second one behind many comments', async () => {
    const { outputs, rerun } = await sweepBeside(green(1), (comment) => [
      ...Array.from({ length: 130 }, (_, index) => ({
        ...comment,
        ...{ id: comment.id + 1 + index, user: 'deniz-arslan', body: 'Nice.' },
      })),
      { ...comment, id: comment.id + 200, body: replaced(comment.body, 'Scan Gate/gate', 'Scan Gate/strict') },
    ]);
    expect(outputs['checked']).toBe('2');
    expect(rerun).toHaveLength(1);
  });
});

describe('the pause before the next attempt', () => {
  const began = (attempt: number, ageMs: number): Partial<GateSpec> => ({
    run: { attempt, createdAt: at(20 * dayMs), startedAt: at(ageMs) },
    marker: { runAttempt: attempt },
  });
  const keyless = (attempt: number, ageMs: number): Partial<GateSpec> => ({
    ...began(attempt, ageMs),
    pull: { user: 'dependabot[bot]' },
    marker: { runAttempt: attempt, verdict: { kind: 'unverified', reason: 'no-credentials' } },
  });
  it.each([
    ['attempt 2: ten minutes', began, 2, 10 * minuteMs],
    ['attempt 5: an hour', began, 5, hourMs],
    ['attempt 39: an hour', began, 39, hourMs],
    ['a bot whose run gets no key: a day', keyless, 1, dayMs],
  ])('%s', async (what, build, attempt, pauseMs) => {
    const early = await sweepOver([red(1, build(attempt, pauseMs - 2_000))]);
    expect([early.starts, tell(what, early)]).toEqual([[], [1]]);
    const late = await sweepOver([red(1, build(attempt, pauseMs))]);
    expect(late.starts).toHaveLength(1);
  });

  it('a gate that keeps disagreeing is started once an hour, forty times at most', async () => {
    await withStage(
      (nowMs) => gatesWorld([red(482)], nowMs),
      async (stage) => {
        const { sandbox, clock, run } = stage;
        const starts: number[] = [];
        for (let hour = 0; hour < 42; hour += 1) {
          clock.pass(startMs + hour * hourMs - clock.now());
          const sweep = await stage.recheck();
          if (sweep.starts.length > 0) starts.push(hour);
          // The gate's key is wrong, so that its comment stays as it was.
          Object.assign(run, { status: 'completed', conclusion: 'failure' });
        }
        expect(starts).toEqual(Array.from({ length: 39 }, (_, hour) => hour));
        expect(sandbox.github.state.runs[0]?.attempt).toBe(40);
      },
      { startMs },
    );
  });
});

describe('wrong inputs and missing keys', () => {
  it.each<[string, Readonly<Record<string, string>>, reason: string, said: RegExp]>([
    ['two faults', { repositories: 'acme', 'max-reruns': 'x' }, 'invalid-input', /2 inputs are wrong/],
    [
      'an identifier for several',
      { repositories: 'acme/a, acme/b', 'repository-id': 'repo_1' },
      'invalid-input',
      /repository-id is/,
    ],
    ['no key', { 'api-key': '' }, 'no-credentials', /`api-key` is empty/],
    ['a wrong key', { 'api-key': 'svc_test_wrong' }, 'unauthorized', /401/],
    ['another repository', { repositories: 'acme/other' }, 'repository-not-found', /acme\/other/],
  ])('%s', async (_, inputs, reason, said) => {
    const { outputs, result, starts } = await sweepOver([red(1)], { inputs });
    expect(outputs).toMatchObject({ verdict: 'unverified', reason, rerun: '[]' });
    expect(result.conclusion).toBe('failure');
    expect(result.stdout).toMatch(said);
    expect(starts).toEqual([]);
  });
});

it('and all of these in these words', () => {
  expectGolden('left-alone.txt', `${book.join('\n')}\n`);
});
