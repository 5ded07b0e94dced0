// The rules of the local GitHub for check runs.
import type { GitHubHandle } from '../../sandbox/github/github.ts';
import { afterEach, beforeEach, describe, expect, test } from '../jest.ts';
import { client, NOW, rejection, REPO, sha, startWorld } from './github-world.ts';

const RUN = { ...REPO, name: 'Scan Gate', head_sha: sha('b') };
const DONE = { ...RUN, status: 'completed', conclusion: 'success' } as const;

let github: GitHubHandle;

beforeEach(async () => {
  github = await startWorld();
});

afterEach(async () => {
  await github.close();
});

function annotations(count: number, change: object = {}) {
  return Array.from({ length: count }, (_, index) => ({
    path: `src/${index}.ts`,
    start_line: 1,
    end_line: 1,
    annotation_level: 'warning' as const,
    message: 'Look here',
    ...change,
  }));
}

function output(change: object = {}) {
  return { title: 'Title', summary: 'Summary', ...change };
}

function refused(change: object): Promise<unknown> {
  return rejection(client(github).checks.create({ ...RUN, ...change }));
}

describe('a check run', () => {
  test('is queued unless something else is said', async () => {
    const { data, status } = await client(github).checks.create(RUN);
    expect(status).toBe(201);
    expect(data).toMatchObject({
      status: 'queued',
      conclusion: null,
      completed_at: null,
      app: { id: 15368, slug: 'github-actions' },
      pull_requests: [{ number: 7 }],
    });
  });

  test('is completed by a conclusion', async () => {
    const octokit = client(github);
    const { data } = await octokit.checks.create({ ...RUN, conclusion: 'neutral' });
    expect(data).toMatchObject({ status: 'completed', conclusion: 'neutral', completed_at: NOW });
  });

  test('is not completed without one', async () => {
    expect(await refused({ status: 'completed' })).toMatchObject({ status: 422 });
    const { data } = await client(github).checks.create(RUN);
    const update = client(github).request(`PATCH /repos/acme/shop/check-runs/${data.id}`, {
      status: 'completed',
    });
    expect(await rejection(update)).toMatchObject({ status: 422 });
  });

  test('needs a commit that exists', async () => {
    expect(await refused({ head_sha: sha('e') })).toMatchObject({
      status: 422,
      message: expect.stringContaining('No commit found for SHA'),
    });
  });

  test('of a workflow links to its own page, whatever details_url says', async () => {
    const details = { ...DONE, details_url: 'https://example.com/' };
    const own = await client(github).checks.create(details);
    expect(own.data.details_url).toBe(own.data.html_url);
    const app = await client(github, 'app').checks.create(details);
    expect(app.data.details_url).toBe('https://example.com/');
  });

  test('is changed only by the app that created it', async () => {
    const { data } = await client(github).checks.create(DONE);
    const change = { ...REPO, check_run_id: data.id, name: 'Other' };
    expect(await rejection(client(github, 'app').checks.update(change))).toMatchObject({
      status: 403,
      message: expect.stringContaining('Invalid app_id'),
    });
    expect(await rejection(client(github, 'pat').checks.update(change))).toMatchObject({
      message: expect.stringContaining('You must authenticate via a GitHub App.'),
    });
  });
});

describe('the output of a check run', () => {
  test('takes 50 annotations in one call and not 51', async () => {
    await client(github).checks.create({
      ...DONE,
      output: output({ annotations: annotations(50) }),
    });
    expect(await refused({ output: output({ annotations: annotations(51) }) })).toMatchObject({
      status: 422,
    });
  });

  test('gathers the annotations of all calls', async () => {
    const octokit = client(github);
    const first = { ...DONE, output: output({ annotations: annotations(50) }) };
    const { data } = await octokit.checks.create(first);
    const check_run_id = data.id;
    const more = output({ annotations: annotations(7, { start_line: 0, end_line: 0 }) });
    const updated = await octokit.checks.update({ ...REPO, check_run_id, output: more });
    expect(updated.data.output.annotations_count).toBe(57);
    expect(updated.data.conclusion).toBe('success');
    const run = { ...REPO, check_run_id };
    const all = await octokit.paginate(octokit.checks.listAnnotations, run);
    expect(all.at(-1)).toMatchObject({ start_line: 0, path: 'src/6.ts', raw_details: null });
    expect(all).toHaveLength(57);
  });

  test('counts summary and text in bytes', async () => {
    const fits = { ...DONE, output: output({ summary: 'x'.repeat(65_535) }) };
    await client(github).checks.create(fits);
    for (const name of ['summary', 'text']) {
      expect(await refused({ output: output({ [name]: 'é'.repeat(32_768) }) })).toMatchObject({
        status: 422,
      });
    }
    expect(github.violations).toEqual([
      expect.stringContaining('summary exceeds a maximum bytesize of 65535'),
      expect.stringContaining('text exceeds a maximum bytesize of 65535'),
    ]);
  });

  test.each([
    ['columns over several lines', { end_line: 2, start_column: 1, end_column: 2 }],
    ['an end before the start', { start_line: 3, end_line: 2 }],
    ['a negative line', { start_line: -1 }],
    ['a title over 255 characters', { title: 'x'.repeat(256) }],
    ['a message over 64 KB', { message: 'x'.repeat(65_537) }],
    ['an unknown level', { annotation_level: 'error' }],
    ['an unknown field', { line: 1 }],
  ])('refuses an annotation with %s', async (_, change) => {
    const broken = output({ annotations: annotations(1, change) });
    expect(await refused({ output: broken })).toMatchObject({ status: 422 });
    expect(github.violations).toHaveLength(1);
    expect(github.state.checkRuns).toEqual([]);
  });

  test('takes columns on one line', async () => {
    const columns = annotations(1, { start_column: 1, end_column: 4 });
    const { data } = await client(github).checks.create({
      ...DONE,
      output: output({ annotations: columns }),
    });
    expect(data.output.annotations_count).toBe(1);
  });
});

describe('the check runs of a commit', () => {
  test('are the latest of each name, newest first, unless all are asked for', async () => {
    const octokit = client(github);
    for (const name of ['One', 'Two', 'One']) await octokit.checks.create({ ...DONE, name });
    const latest = await octokit.checks.listForRef({ ...REPO, ref: 'shoes' });
    expect(latest.data.check_runs.map(({ name }) => name)).toEqual(['One', 'Two']);
    const all = await octokit.checks.listForRef({ ...REPO, ref: sha('b'), filter: 'all' });
    expect(all.data.total_count).toBe(3);
    const one = { ...REPO, ref: sha('b'), check_name: 'Two', status: 'completed' } as const;
    expect((await octokit.checks.listForRef(one)).data.total_count).toBe(1);
  });

  test('can be read one by one', async () => {
    const { data } = await client(github).checks.create(DONE);
    const run = await client(github).checks.get({ ...REPO, check_run_id: data.id });
    expect(run.data).toEqual(data);
  });
});
