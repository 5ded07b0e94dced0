// The rules of the local GitHub for commits and workflow runs.
import type { GitHubHandle } from '../../sandbox/github/github.ts';
import { afterEach, beforeEach, describe, expect, test } from '../jest.ts';
import { client, rejection, REPO, sha, startWorld } from './github-world.ts';

const RUN = { ...REPO, run_id: 5 };

let github: GitHubHandle;

beforeEach(async () => {
  const run = { name: 'Gate', headSha: sha('b'), attempt: 1, status: 'completed' } as const;
  github = await startWorld({
    runs: [
      { ...run, id: 5, conclusion: 'failure' },
      { ...run, id: 6, conclusion: 'success' },
    ],
  });
});

afterEach(async () => {
  await github.close();
});

describe('commits', () => {
  test('are listed from a commit to the root, newest first', async () => {
    const { data } = await client(github).repos.listCommits({ ...REPO, sha: sha('b') });
    expect(data.map((commit) => commit.sha)).toEqual([sha('b'), sha('a'), sha('1')]);
  });

  test('are listed from the default branch unless something else is said', async () => {
    const { data } = await client(github).repos.listCommits(REPO);
    expect(data.map((commit) => commit.sha)).toEqual([sha('2'), sha('1')]);
  });

  test('of an unknown commit are not found', async () => {
    const unknown = client(github).repos.listCommits({ ...REPO, sha: sha('e') });
    expect(await rejection(unknown)).toMatchObject({ status: 404 });
  });

  test('are named by SHA, by its beginning, and by branch', async () => {
    const octokit = client(github);
    for (const ref of [sha('b'), 'bbbbbbb', 'shoes', 'heads/shoes']) {
      const { data } = await octokit.repos.getCommit({ ...REPO, ref });
      expect(data.sha).toBe(sha('b'));
    }
    const unknown = octokit.repos.getCommit({ ...REPO, ref: sha('e') });
    expect(await rejection(unknown)).toMatchObject({ status: 422 });
  });

  test('are compared from the common ancestor, oldest first', async () => {
    const basehead = `${sha('2')}...shoes`;
    const { data } = await client(github).repos.compareCommitsWithBasehead({ ...REPO, basehead });
    expect(data).toMatchObject({ status: 'diverged', ahead_by: 2, behind_by: 1 });
    expect(data.merge_base_commit.sha).toBe(sha('1'));
    expect(data.commits.map((commit) => commit.sha)).toEqual([sha('a'), sha('b')]);
    expect(data.files?.map((file) => file.filename)).toEqual(['src/a b.ts', 'new.ts']);
  });

  test.each([
    ['identical', `${sha('a')}...${sha('a')}`],
    ['ahead', `${sha('a')}...${sha('b')}`],
    ['behind', `${sha('b')}...${sha('a')}`],
  ])('can be %s', async (status, basehead) => {
    const { data } = await client(github).repos.compareCommitsWithBasehead({ ...REPO, basehead });
    expect(data.status).toBe(status);
  });

  test('know their open and merged pull requests, not those closed without merging', async () => {
    const octokit = client(github);
    const commit = { ...REPO, commit_sha: sha('a') };
    const list = async (): Promise<number[]> => {
      const { data } = await octokit.repos.listPullRequestsAssociatedWithCommit(commit);
      return data.map(({ number }) => number);
    };
    expect(await list()).toEqual([7]);
    for (const pull of github.state.pulls) pull.state = 'closed';
    expect(await list()).toEqual([]);
    for (const pull of github.state.pulls) pull.merged = true;
    expect(await list()).toEqual([7]);
  });
});

describe('what happened to a branch', () => {
  const push = { type: 'push', before: sha('a'), after: sha('b'), actor: 'ada' } as const;
  const listOf = async (query: object): Promise<readonly (string | undefined)[]> => {
    const { data } = await client(github).repos.listActivities({ ...REPO, ...query });
    return data.map(({ actor }) => actor?.login);
  };

  beforeEach(() => {
    github.state.activities = [
      { ...push, branch: 'shoes', actor: null },
      { ...push, branch: 'shoes' },
      { ...push, branch: 'hats', actor: 'eve' },
      { ...push, branch: 'shoes', actor: 'eve', repository: 'eve/shop' },
    ];
  });

  test('is listed newest first, of one branch and one repository', async () => {
    expect(await listOf({ ref: 'refs/heads/shoes' })).toEqual([undefined, 'ada']);
    expect(await listOf({ ref: 'refs/heads/shoes', direction: 'asc' })).toEqual(['ada', undefined]);
    expect(await listOf({ per_page: 1 })).toEqual([undefined]);
  });

  test('is listed of a fork that a pull request comes from, and of no other repository', async () => {
    const ofFork = listOf({ owner: 'eve' });
    expect(await rejection(ofFork)).toMatchObject({ status: 404 });
    for (const { head } of github.state.pulls) head.repository = 'eve/shop';
    expect(await listOf({ owner: 'eve' })).toEqual(['eve']);
  });
});

describe('a workflow run', () => {
  test('shows its attempt and its conclusion', async () => {
    const { data } = await client(github).actions.getWorkflowRun(RUN);
    expect(data).toMatchObject({ run_attempt: 1, conclusion: 'failure', head_sha: sha('b') });
  });

  test('is run again as the next attempt, once at a time', async () => {
    const octokit = client(github);
    const { status } = await octokit.actions.reRunWorkflowFailedJobs(RUN);
    expect(status).toBe(201);
    expect(github.state.runs[0]).toMatchObject({ attempt: 2, status: 'in_progress' });
    const again = await rejection(octokit.actions.reRunWorkflowFailedJobs(RUN));
    expect(again).toMatchObject({ status: 403 });
  });

  test('has its jobs, with other ids in each attempt', async () => {
    const { actions } = client(github);
    const idsOf = async (): Promise<readonly number[]> => {
      const { data } = await actions.listJobsForWorkflowRun({ ...RUN, filter: 'latest' });
      return data.jobs.map(({ id }) => id);
    };
    const [first = 0] = await idsOf();
    await actions.reRunJobForWorkflowRun({ ...REPO, job_id: first });
    expect(github.state.runs[0]).toMatchObject({ attempt: 2, status: 'in_progress' });
    const [second] = await idsOf();
    expect(second).not.toBe(first);
    const { data } = await actions.getJobForWorkflowRun({ ...REPO, job_id: first });
    expect(data).toMatchObject({ run_id: 5, run_attempt: 1, name: 'gate', workflow_name: 'Gate' });
    const old = await rejection(actions.reRunJobForWorkflowRun({ ...REPO, job_id: first }));
    expect(old).toMatchObject({ status: 403 });
    const unknown = await rejection(actions.getJobForWorkflowRun({ ...REPO, job_id: 1 }));
    expect(unknown).toMatchObject({ status: 404 });
  });

  test('leads to its workflow, whatever the run is called', async () => {
    Object.assign(github.state.runs[0] ?? {}, { name: 'Sell shoes', workflow: 'Gate' });
    const { actions } = client(github);
    const run = await actions.getWorkflowRun(RUN);
    const { workflow_id } = run.data;
    const { data } = await actions.getWorkflow({ ...REPO, workflow_id });
    expect([run.data.name, data.name]).toEqual(['Sell shoes', 'Gate']);
  });

  test('without failed jobs is only run again as a whole', async () => {
    const octokit = client(github);
    const green = { ...REPO, run_id: 6 };
    const failed = await rejection(octokit.actions.reRunWorkflowFailedJobs(green));
    expect(failed).toMatchObject({ status: 403 });
    await octokit.actions.reRunWorkflow(green);
    expect(github.state.runs[1]?.attempt).toBe(2);
  });
});
