// The rules of running again: who may start the commands again, and which runs of the gate a command starts again.
import type { RunData } from '../../sandbox/github/data.ts';
import { jobIdOf } from '../../sandbox/github/shapes/job.ts';
import { playOptions } from '../../sandbox/scenarios/play.ts';
import { commentEvent } from '../../sandbox/scenarios/review-comment-event.ts';
import { type Marker, toMarkerLine } from '../../src/documents/marker.ts';
import type { CommitSha, EpochMs } from '../../src/judgement/identifiers.ts';
import { runAction } from '../harness/run-action.ts';
import { describe, expect, it } from '../jest.ts';
import { type CommentOutcome, maintainer, reviewActionFile, type ReviewHarness, withHarness } from './harness.ts';

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
const NO_JOB: Partial<Marker> = {};

describe('the gate runs again', () => {
  it.each<[what: string, verb: string, run: Partial<RunData>, starts: readonly string[], said: string]>([
    [
      'its failed jobs',
      'dismiss',
      {},
      FAILED,
      'The failed jobs of run `77` run again; the gate’s comment is updated when they are done.',
    ],
    [
      'the whole run where no job failed',
      'dismiss',
      { conclusion: 'success' },
      WHOLE,
      'All jobs of run `77` run again; the gate’s comment is updated when they are done.',
    ],
    [
      'the whole run after reopen, also where some other job failed',
      'reopen',
      {},
      WHOLE,
      'All jobs of run `77` run again; the gate’s comment is updated when they are done.',
    ],
    ['on pull_request_target', 'recheck', { event: 'pull_request_target' }, FAILED, 'failed jobs'],
    [
      'never a run of workflow_run, whose commit is the default branch’s',
      'recheck',
      { event: 'workflow_run' },
      [],
      'started by the event `workflow_run`',
    ],
    [
      'never a run of another commit',
      'dismiss',
      { headSha: 'f'.repeat(40), event: 'pull_request' },
      [],
      'not of this pull request',
    ],
    [
      'never a run by hand, which may deploy',
      'recheck',
      { event: 'workflow_dispatch', conclusion: 'success' },
      [],
      'started by the event `workflow_dispatch`',
    ],
    ['not while it goes on', 'dismiss', { status: 'in_progress', conclusion: null }, [], 'it is still going on'],
    ['not one that GitHub does not know', 'dismiss', { id: 5 }, [], 'GitHub answered 404'],
  ])('%s', (_, verb, run, starts, said) =>
    withHarness({}, async (harness) => {
      endRun(harness, run);
      const words = verb === 'recheck' ? '' : ` ${harness.bugs.other} wont_fix`;
      const outcome = await harness.say(`/scan-gate ${verb}${words}`);
      expect(startsOf(outcome)).toEqual(starts);
      const reply = (outcome.replies[0] ?? '').replaceAll('\\', '');
      expect(reply).toContain(said);
      if (starts.length === 0) {
        expect(reply).toContain('Run the job of the gate again by hand to see the new verdict.');
      }
      expect(outcome.result.exitCode).toBe(0);
      expect(outcome.reactions).toEqual(['rocket']);
    }),
  );

  it('a run that GitHub will not start again is told as that, not as a missing permission', () =>
    withHarness(
      {
        faults: [
          String.raw`POST */rerun-failed-jobs status=403 body={"message":"This\u0020workflow\u0020is\u0020already\u0020running"}`,
        ],
      },
      async (harness) => {
        endRun(harness, {});
        const outcome = await harness.say('/scan-gate recheck');
        expect(outcome.replies[0]).toContain('still going on, or too old');
        expect(outcome.replies[0]).not.toContain('actions: write');
      },
    ));
});

describe('of a run in which the gate is not the only job', () => {
  const job = (attempt: number): readonly string[] => [`${jobIdOf(aRun, { index: 0, attempt })}/rerun`];
  const ALONE = 'The job of the gate in run `77` runs again; the gate’s comment is updated';

  it.each<[what: string, run: Partial<RunData>, named: Partial<Marker>, starts: readonly string[], said: string]>([
    ['the gate’s job alone runs again, though another failed', {}, {}, job(1), ALONE],
    ['by its name in the newest attempt, where it has another id', { attempt: 3 }, {}, job(3), ALONE],
    [
      'none where the newest attempt has two of its name',
      { attempt: 2, jobs: [{ name: 'gate' }, { name: 'gate' }] },
      {},
      [],
      'has no job, or more than one, with the name of the gate’s',
    ],
    [
      'its failed jobs, where GitHub does not know the job',
      {},
      { jobId: 5 },
      FAILED,
      'The failed jobs of run `77` run again',
    ],
    ['its failed jobs, where the comment names no job', {}, NO_JOB, FAILED, 'The failed jobs'],
  ])('%s', (_, run, named, starts, said) =>
    withHarness({}, async (harness) => {
      const { jobId: given = jobId(0), ...rest } = { ...named };
      const marker = named === NO_JOB ? {} : { ...rest, jobId: given };
      endRun(harness, { ...withDeploy, ...run }, marker);
      const outcome = await harness.say('/scan-gate recheck');
      expect(startsOf(outcome)).toEqual(starts);
      expect(outcome.replies[0]?.replaceAll('\\', '')).toContain(said);
    }),
  );

  it('a job of another run is not started', () =>
    withHarness({}, async (harness) => {
      endRun(harness, withDeploy, { jobId: jobId(1, 5) });
      harness.github.state.runs.push({ ...aRun, ...withDeploy, id: 5 });
      const outcome = await harness.say('/scan-gate recheck');
      expect(startsOf(outcome)).toEqual([]);
      expect(outcome.replies[0]).toContain('the job of the gate is not one of its jobs');
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
  ])('%s', (_, run, marker, isStarted) =>
    withHarness({}, async (harness) => {
      endRun(harness, run, marker);
      const outcome = await harness.say('/scan-gate recheck');
      expect(startsOf(outcome)).toEqual(isStarted ? FAILED : []);
      const told = 'GitHub says that it is of another workflow than the gate. Run the job of the gate again by hand';
      expect(outcome.replies[0]?.includes(told)).toBe(!isStarted);
    }),
  );
});

describe('a run that was started again', () => {
  const refused = 'the run was started again by';

  it.each<[attempt: number, by: string, may: boolean]>([
    [1, '', true],
    [2, maintainer.toUpperCase(), true],
    [2, 'priya-raman', false],
    [2, '', false],
  ])('attempt %i, by %s, obeys the comment: %s', (runAttempt, by, may) =>
    withHarness({}, async (harness) => {
      const { world, github, service, bugs } = harness;
      endRun(harness, {});
      const time = '2026-11-20T12:00:00Z';
      const comment = {
        id: github.state.nextId++,
        issue: world.pullRequest,
        user: maintainer,
        body: `/scan-gate dismiss ${bugs.security} wont_fix\n/scan-gate recheck`,
        createdAt: time,
        updatedAt: time,
      };
      github.state.comments.push(comment);
      const [pull] = world.github.pulls;
      if (!pull) throw new Error('the world has no pull request');
      const options = playOptions({
        world: { ...world, event: commentEvent({ github: world.github, pull, comment }), inputs: {} },
        serviceUrl: service.url,
        githubUrl: github.url,
        actionFile: reviewActionFile,
        runAttempt,
      });
      const result = await runAction({ ...options, github: { ...options.github, triggeringActor: by } });
      expect(result.exitCode).toBe(0);
      const writes = service.requests.filter(({ method }) => method === 'POST');
      const starts = github.requests.filter(({ url }) => url.includes('/rerun'));
      expect([writes.length, starts.length]).toEqual(may ? [1, 1] : [0, 0]);
      const reply = github.state.comments.at(-1)?.body ?? '';
      expect(reply.includes(refused)).toBe(!may);
      if (may) return;
      expect(reply).toContain(`only \`${maintainer}\`, who wrote the comment, may do that`);
      expect(github.state.reactions.map(({ content }) => content)).toEqual(['-1']);
      expect(result.outputs).toMatchObject({ reviewed: '0', rejected: '2' });
    }),
  );
});
