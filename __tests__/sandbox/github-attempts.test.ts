// The attempts of a workflow run in the local GitHub: who may start another, when, and what becomes of the jobs.
import { endAttempt } from '../../sandbox/github/attempts.ts';
import type { RunData } from '../../sandbox/github/data.ts';
import { type GitHubHandle, startGitHub } from '../../sandbox/github/github.ts';
import { afterEach, expect, test } from '../jest.ts';
import { client, NOW, NOW_MS, rejection, REPO, sha, worldData } from './github-world.ts';

const DAY_MS = 86_400_000;
let github: GitHubHandle;

afterEach(async () => {
  await github.close();
});

function daysAgo(days: number): string {
  return new Date(NOW_MS - days * DAY_MS).toISOString();
}

async function start(change: Partial<RunData> = {}): Promise<RunData> {
  const run: RunData = {
    id: 5,
    name: 'Gate',
    headSha: sha('b'),
    attempt: 1,
    createdAt: daysAgo(1),
    status: 'completed',
    conclusion: 'failure',
    jobs: [
      { name: 'lint', conclusion: 'success' },
      { name: 'gate', conclusion: 'failure' },
    ],
    ...change,
  };
  github = await startGitHub({ data: worldData({ runs: [run] }), now: () => NOW_MS });
  const [own] = github.state.runs;
  if (own === undefined) throw new Error('There is no run.');
  return own;
}

const RUN = { ...REPO, run_id: 5 };

test('a re-run begins now, by whoever asked, and keeps what the attempt before was', async () => {
  const run = await start();
  const { actions } = client(github, 'app');
  const before = await actions.getWorkflowRun(RUN);
  expect(before.data).toMatchObject({ run_started_at: daysAgo(1), run_attempt: 1 });
  await actions.reRunWorkflowFailedJobs(RUN);
  const { data } = await actions.getWorkflowRun(RUN);
  expect(data).toMatchObject({ run_attempt: 2, status: 'in_progress', conclusion: null });
  expect(data).toMatchObject({ created_at: daysAgo(1), run_started_at: NOW });
  expect(data.triggering_actor?.login).toBe('other-app[bot]');
  endAttempt(run, 'success');
  const jobs = await actions.listJobsForWorkflowRun({ ...RUN, filter: 'all' });
  expect(jobs.data.jobs.map((job) => [job.run_attempt, job.name, job.conclusion])).toEqual([
    [1, 'lint', 'success'],
    [1, 'gate', 'failure'],
    [2, 'lint', 'success'],
    [2, 'gate', 'success'],
  ]);
});

test('one job runs again, the others stay as they are', async () => {
  const run = await start();
  const { actions } = client(github);
  const { data } = await actions.listJobsForWorkflowRun(RUN);
  await actions.reRunJobForWorkflowRun({ ...REPO, job_id: data.jobs[0]?.id ?? 0 });
  endAttempt(run, 'cancelled');
  expect(run.jobs).toMatchObject([{ conclusion: 'cancelled' }, { conclusion: 'failure' }]);
  const old = actions.reRunJobForWorkflowRun({ ...REPO, job_id: data.jobs[0]?.id ?? 0 });
  expect(await rejection(old)).toMatchObject({ status: 403 });
});

test.each<[string, Partial<RunData>, string]>([
  ['runs', { status: 'in_progress', conclusion: null }, 'already running'],
  ['is queued', { status: 'queued', conclusion: null }, 'already running'],
  ['is 31 days old', { createdAt: daysAgo(31) }, 'over a month ago'],
  ['was run again 50 times', { attempt: 51 }, '50 re-runs'],
])('a run that %s cannot be run again', async (_, change, word) => {
  const run = await start(change);
  const { attempt } = run;
  const refusal = await rejection(client(github).actions.reRunWorkflow(RUN));
  expect(refusal).toMatchObject({ status: 403, message: expect.stringContaining(word) });
  expect(run.attempt).toBe(attempt);
});

test('a re-run lets a run through that waits for approval, as on GitHub', async () => {
  const run = await start({ conclusion: 'action_required', createdAt: daysAgo(29) });
  const { data } = await client(github).actions.getWorkflowRun(RUN);
  expect(data).toMatchObject({ status: 'completed', conclusion: 'action_required' });
  await client(github).actions.reRunWorkflow(RUN);
  expect(run).toMatchObject({ attempt: 2, status: 'in_progress' });
});
