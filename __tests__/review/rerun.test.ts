// The rules of running again: who may start the commands again, and which runs of the gate a command starts again.
import type { RunData } from '../../sandbox/github/data.ts';
import { jobIdOf } from '../../sandbox/github/shapes/job.ts';
import { type Marker, toMarkerLine } from '../../src/documents/marker.ts';
import { NEW_RUN } from '../../src/github/rerun.ts';
import type { CommitSha, EpochMs } from '../../src/judgement/identifiers.ts';
import { expectGolden } from '../documents/golden.ts';
import { withPermissions } from '../harness/worlds.ts';
import { describe, expect, it } from '../jest.ts';
import {
  type CommentOutcome,
  maintainer,
  type ReviewHarness,
  reviewOf,
  reviewWorld,
  withHarness,
  writesOf,
} from './harness.ts';

const runId = 77;

/** The jobs of a run in which the gate is not the only one. */
const withDeploy: Partial<RunData> = { jobs: [{ name: 'gate' }, { name: 'deploy', conclusion: 'failure' }] };

/** The id of the run's job in its first attempt. */
function jobId(index: number, id = runId): number {
  return jobIdOf({ ...aRun, id }, { index, attempt: 1 });
}

const aRun: RunData = {
  id: runId,
  name: 'Scan Gate',
  headSha: '',
  attempt: 1,
  status: 'completed',
  conclusion: 'failure',
};

/** A run of the gate that has ended, and the gate's comment that names it. */
function endRun({ github, world }: ReviewHarness, parts: Partial<RunData>, named: Partial<Marker> = {}): void {
  const { state } = github;
  state.runs = [{ ...aRun, headSha: world.sha, ...parts }];
  const marker = toMarkerLine({
    key: 'Scan Gate/gate',
    runId,
    runAttempt: 1,
    sha: world.sha as CommitSha,
    readAt: 1 as EpochMs,
    ...named,
  });
  const time = '2026-11-20T11:00:00Z';
  state.comments.push({
    id: state.nextId++,
    issue: world.pullRequest,
    user: 'github-actions[bot]',
    body: `${marker}\n### ❌`,
    createdAt: time,
    updatedAt: time,
  });
}

const startsOf = ({ requests }: CommentOutcome): readonly string[] =>
  requests.github
    .filter(({ method, url }) => method === 'POST' && url.includes('/actions/'))
    .map(({ url }) => url.replace(/.*\/actions\/(?:runs|jobs)\//, ''));

const WHOLE = [`${runId}/rerun`];
const FAILED = [`${runId}/rerun-failed-jobs`];
const BY_HAND = 'by hand to see';

/** What replies say of the runs, for the golden file. */
const book: string[] = [];

/** Keeps what a reply says of the run; gives whether a person is asked to start it. */
function tell(what: string, { replies }: CommentOutcome): boolean {
  const reply = (replies[0] ?? '').replaceAll('\\', '').replace(/http:\/\/127\.0\.0\.1:\d+/g, '');
  book.push(`${what}: ${reply.split('\n\n').at(-1)}`);
  return reply.includes(BY_HAND);
}

describe('the gate runs again', () => {
  it.each<[what: string, verb: string, run: Partial<RunData>, starts: readonly string[]]>([
    ['its failed jobs', 'dismiss', {}, FAILED],
    ['the whole run where no job failed', 'dismiss', { conclusion: 'success' }, WHOLE],
    ['the whole run after reopen, also where some other job failed', 'reopen', {}, WHOLE],
    ['on pull_request_target', 'recheck', { event: 'pull_request_target' }, FAILED],
    ['never a run of another commit', 'dismiss', { headSha: 'f'.repeat(40), event: 'pull_request' }, []],
    ['never a run of workflow_run, whose commit is the default branch’s', 'recheck', { event: 'workflow_run' }, []],
    ['not while it goes on', 'dismiss', { status: 'in_progress', conclusion: null }, []],
    ['not one that GitHub does not know', 'dismiss', { id: 5 }, []],
  ])('%s', (what, verb, run, starts) =>
    withHarness({}, async (harness) => {
      endRun(harness, run);
      const words = verb === 'recheck' ? '' : ` ${harness.bugs.other} wont_fix`;
      const outcome = await harness.say(`/scan-gate ${verb}${words}`);
      expect([startsOf(outcome), tell(what, outcome)]).toEqual([starts, starts.length === 0]);
      expect([outcome.result.exitCode, outcome.reactions]).toEqual([0, ['rocket']]);
    }),
  );

  it.each<[message: string, isForGood: boolean]>([
    ['This workflow is already running', false],
    ['This job cannot be retried', false],
    ['Unable to retry this workflow run because it was created over a month ago', true],
    ['This workflow run cannot be retried', true],
  ])(
    'a run that GitHub will not start again is told as that, not as a missing permission: %s',
    (message, isForGood) => {
      const effect = { kind: 'status', status: 403, body: { message } } as const;
      return withHarness({ faults: [{ method: 'POST', path: '*/rerun-failed-jobs', effect }] }, async (harness) => {
        endRun(harness, {});
        const outcome = await harness.say('/scan-gate recheck');
        expect(tell(message, outcome)).toBe(!isForGood);
        expect(outcome.replies[0]?.includes(NEW_RUN)).toBe(isForGood);
        expect(outcome.replies[0]).not.toContain('actions: write');
      });
    },
  );
});

describe('of a run in which the gate is not the only job', () => {
  const job = (attempt: number): readonly string[] => [`${jobIdOf(aRun, { index: 0, attempt })}/rerun`];
  const twins: Partial<RunData> = { attempt: 2, jobs: [{ name: 'gate' }, { name: 'gate' }] };

  it.each<[what: string, run: Partial<RunData>, named: Partial<Marker>, starts: readonly string[]]>([
    ['the gate’s job alone runs again, though another failed', {}, { jobId: jobId(0) }, job(1)],
    ['by its name in the newest attempt, where it has another id', { attempt: 3 }, { jobId: jobId(0) }, job(3)],
    ['none where the newest attempt has two of its name', twins, { jobId: jobId(0) }, []],
    ['its failed jobs, where GitHub does not know the job', {}, { jobId: 5 }, FAILED],
    ['its failed jobs, where the comment names no job', {}, {}, FAILED],
  ])('%s', (what, run, named, starts) =>
    withHarness({}, async (harness) => {
      endRun(harness, { ...withDeploy, ...run }, named);
      const outcome = await harness.say('/scan-gate recheck');
      expect([startsOf(outcome), tell(what, outcome)]).toEqual([starts, starts.length === 0]);
    }),
  );

  it('a job of another run is not started', () =>
    withHarness({}, async (harness) => {
      endRun(harness, withDeploy, { jobId: jobId(1, 5) });
      harness.github.state.runs.push({ ...aRun, ...withDeploy, id: 5 });
      const outcome = await harness.say('/scan-gate recheck');
      expect([startsOf(outcome), tell('a job of another run', outcome)]).toEqual([[], true]);
    }));

  it('two gates of one run: its failed jobs, because GitHub starts one job or all', () =>
    withHarness({}, async (harness) => {
      endRun(harness, withDeploy, { jobId: jobId(0) });
      const runs = harness.github.state.runs;
      endRun(harness, withDeploy, { key: 'other', jobId: jobId(1) });
      harness.github.state.runs = runs;
      expect(startsOf(await harness.say('/scan-gate recheck'))).toEqual(FAILED);
    }));
});

describe('a comment with the default key names a run of its own workflow', () => {
  const named = { isDefaultKey: true } as const;

  it.each<[what: string, run: Partial<RunData>, marker: Partial<Marker>, isStarted: boolean]>([
    ['the run is called like it', {}, named, true],
    ['the workflow is, and the run is called otherwise', { name: 'PR 482', workflow: 'Scan Gate' }, named, true],
    ['neither is', { name: 'Deploy' }, named, false],
    ['a name with a slash', { name: 'CI/PR' }, { ...named, key: 'CI/PR/gate' }, true],
    ['with a key that was given, any', { name: 'Deploy' }, { key: 'mine' }, true],
  ])('%s', (what, run, marker, isStarted) =>
    withHarness({}, async (harness) => {
      endRun(harness, run, marker);
      const outcome = await harness.say('/scan-gate recheck');
      expect(startsOf(outcome)).toEqual(isStarted ? FAILED : []);
      expect(tell(what, outcome)).toBe(!isStarted);
    }),
  );
});

describe('a gate in a workflow that an organization shares', () => {
  const alone = { isDefaultKey: true, jobId: jobId(1) } as const;
  const jobs = (name: string): NonNullable<RunData['jobs']> => [{ name: 'build', conclusion: 'failure' }, { name }];
  const started = [`${jobIdOf(aRun, { index: 1, attempt: 2 })}/rerun`];
  // GitHub knows the workflow of a run only where its file is in the same repository.
  const elsewhere = ['GET */actions/workflows/* status=404'];

  it.each<[string, run: Partial<RunData>, key: string, faults: readonly string[], starts: readonly string[]]>([
    [
      'reusable: under the name of its caller',
      { name: 'CI', jobs: jobs('gate / scan-gate') },
      'CI/scan-gate',
      [],
      started,
    ],
    ['required', { jobs: jobs('scan-gate') }, 'Scan Gate/scan-gate', [], started],
    [
      'required, with a run-name: by hand',
      { name: 'PR 482', workflow: 'Scan Gate', jobs: jobs('scan-gate') },
      'Scan Gate/scan-gate',
      elsewhere,
      [],
    ],
  ])('%s', (_, run, key, faults, starts) =>
    withHarness({ faults }, async (harness) => {
      endRun(harness, { attempt: 2, ...run }, { ...alone, key });
      const outcome = await harness.say('/scan-gate recheck');
      expect(startsOf(outcome)).toEqual(starts);
      expect(outcome.replies[0]?.includes(BY_HAND)).toBe(starts.length === 0);
    }),
  );
});

describe('which runs a command starts', () => {
  const settle = ({ bugs }: ReviewHarness): string => `/scan-gate resolve ${bugs.security}`;

  it('each gate’s run once', () =>
    withHarness({}, async (harness) => {
      endRun(harness, {});
      endRun(harness, {}, { key: 'other' });
      endRun(harness, { id: 5 }, { key: 'third', runId: 5 });
      harness.github.state.runs.push({ ...aRun, headSha: harness.world.sha });
      const outcome = await harness.say(settle(harness));
      expect(startsOf(outcome).toSorted()).toEqual(['5/rerun-failed-jobs', ...FAILED]);
    }));

  it('at most ten, those of the newest comments', () =>
    withHarness({}, async (harness) => {
      const ids = Array.from({ length: 12 }, (_, index) => 101 + index);
      for (const id of ids) endRun(harness, {}, { key: `gate ${id}`, runId: id });
      harness.github.state.runs = ids.map((id) => ({ ...aRun, id, headSha: harness.world.sha }));
      const outcome = await harness.say('/scan-gate recheck');
      expect(startsOf(outcome).toSorted()).toEqual(ids.slice(2).map((id) => `${id}/rerun-failed-jobs`));
    }));

  it('recheck does so without a review, also with rerun: false', () =>
    withHarness({}, async (harness) => {
      endRun(harness, {});
      const outcome = await harness.say('/scan-gate recheck', { inputs: { rerun: 'false' } });
      expect(outcome.requests.service).toEqual([]);
      expect(harness.github.state.runs[0]).toMatchObject({ attempt: 2 });
      expect(outcome.reactions).toEqual(['rocket']);
      expect(outcome.commands).toEqual([{ verb: 'recheck', bugs: [], outcome: 'done', outcomes: [] }]);
    }));

  it('none with rerun: false', () =>
    withHarness({}, async (harness) => {
      endRun(harness, {});
      const outcome = await harness.say(settle(harness), { inputs: { rerun: 'false' } });
      expect(startsOf(outcome)).toEqual([]);
      expect(outcome.replies[0]).not.toContain('run');
    }));

  it('none when no review was stored', () =>
    withHarness({}, async (harness) => {
      endRun(harness, {});
      expect(startsOf(await harness.say('/scan-gate resolve bug_nobody'))).toEqual([]);
    }));

  it.each<[what: string, named: Partial<Marker>]>([
    ['a commit that is not the head', { sha: 'e'.repeat(40) as CommitSha }],
    ['a run that did not know its number', { runId: 0 }],
  ])('none by a marker of %s, and the reply says what to do', (what, named) =>
    withHarness({}, async (harness) => {
      endRun(harness, {}, named);
      const outcome = await harness.say(settle(harness));
      expect([startsOf(outcome), tell(what, outcome)]).toEqual([[], true]);
      expect(outcome.reactions).toEqual(['rocket']);
      expect(outcome.result.exitCode).toBe(0);
    }),
  );

  it('none without the permission: the review is stored, and the reply says how to go on', () =>
    withHarness({ world: withPermissions(reviewWorld(), { actions: 'none' }) }, async (harness) => {
      endRun(harness, {});
      const outcome = await harness.say(settle(harness));
      expect(reviewOf(harness, harness.bugs.security)).toMatchObject({ state: 'resolved' });
      expect(outcome.replies[0]).toContain('"actions: write"');
      expect(tell('without the permission', outcome)).toBe(true);
      expect(outcome.result.exitCode).toBe(0);
      expect(outcome.reactions).toEqual(['rocket']);
    }));

  it('none where the comments cannot be read: told', () =>
    withHarness({ faults: ['GET */issues/482/comments html=200'] }, async (harness) => {
      endRun(harness, {});
      const outcome = await harness.say(settle(harness));
      expect([startsOf(outcome), tell('unread comments', outcome)]).toEqual([[], true]);
      expect(outcome.result.exitCode).toBe(0);
    }));
});

describe('a run that was started again', () => {
  it.each([
    [maintainer.toUpperCase(), true],
    ['priya-raman', false],
    ['', false],
  ])('by %j obeys the comment: %s', (triggeringActor, may) =>
    withHarness({}, async (harness) => {
      endRun(harness, {});
      const body = `/scan-gate dismiss ${harness.bugs.security} wont_fix\n/scan-gate recheck`;
      const outcome = await harness.say(body, { github: { runAttempt: 2, triggeringActor } });
      expect(outcome.result.exitCode).toBe(0);
      expect([writesOf(outcome).length, startsOf(outcome).length]).toEqual(may ? [1, 1] : [0, 0]);
      expect(outcome.reactions).toEqual([may ? 'rocket' : '-1']);
      if (!may) expect(outcome.result.outputs).toMatchObject({ reviewed: '0', rejected: '2' });
    }),
  );
});

it('and all of this in these words', () => {
  expectGolden('rerun.txt', `${book.join('\n')}\n`);
});
