// The local GitHub refuses what GitHub refuses: tokens, permissions, the description, limits; and lists as GitHub does.
import type { Octokit } from '@octokit/rest';
import type { GitHubData, PullData, RunData } from '../../sandbox/github/data.ts';
import { type GitHubHandle, startGitHub } from '../../sandbox/github/github.ts';
import { afterEach, describe, expect, test } from '../jest.ts';
import { client, ISSUE, NOW_MS, PULL, rejection, REPO, sha, workflowToken, worldData } from './github-world.ts';

const REFUSED = {
  status: 403,
  response: { data: { message: 'Resource not accessible by integration', status: '403' } },
};
const date = '2026-11-01T00:00:00Z';
const RUN = { ...REPO, run_id: 5 };
const run: RunData = {
  ...{ id: 5, name: 'Gate', headSha: sha('b'), attempt: 1, createdAt: '2026-11-19T00:00:00Z' },
  ...{ status: 'completed', conclusion: 'failure' },
};

let github: GitHubHandle;
let nowMs = NOW_MS;

async function start(change: Partial<GitHubData> = {}): Promise<Octokit> {
  nowMs = NOW_MS;
  const comments = [{ id: 10, issue: 7, user: 'eve', body: '', createdAt: date, updatedAt: date }];
  github = await startGitHub({ data: worldData({ comments, runs: [run], ...change }), now: () => nowMs });
  return client(github);
}

afterEach(async () => {
  await github.close();
});

const COMMENT = { ...REPO, comment_id: 10 };
const READS: [string, string, (octokit: Octokit) => Promise<unknown>][] = [
  ['a pull request', 'pull-requests', (o) => o.pulls.get(PULL)],
  ['its files', 'pull-requests', (o) => o.pulls.listFiles(PULL)],
  ['its commits', 'pull-requests', (o) => o.pulls.listCommits(PULL)],
  ['its comments', 'pull-requests', (o) => o.issues.listComments(ISSUE)],
  ['its comments', 'issues', (o) => o.issues.listComments(ISSUE)],
  ['commits', 'contents', (o) => o.repos.listCommits(REPO)],
  ['a commit', 'contents', (o) => o.repos.getCommit({ ...REPO, ref: 'main' })],
  [
    'pull requests of a commit',
    'pull-requests',
    (o) => o.repos.listPullRequestsAssociatedWithCommit({ ...REPO, commit_sha: sha('a') }),
  ],
  ['jobs', 'actions', (o) => o.actions.listJobsForWorkflowRun({ ...REPO, run_id: 5 })],
  ['workflow runs', 'actions', (o) => o.actions.listWorkflowRunsForRepo(REPO)],
  ['a workflow run', 'actions', (o) => o.actions.getWorkflowRun({ ...REPO, run_id: 5 })],
];
const WRITES: [string, string, (octokit: Octokit) => Promise<unknown>][] = [
  ['a comment', 'pull-requests', (o) => o.issues.createComment({ ...ISSUE, body: 'x' })],
  ['a changed comment', 'pull-requests', (o) => o.issues.updateComment({ ...COMMENT, body: 'x' })],
  ['a deletion', 'pull-requests', (o) => o.issues.deleteComment(COMMENT)],
  ['a reaction', 'pull-requests', (o) => o.reactions.createForIssueComment({ ...COMMENT, content: 'eyes' })],
  ['a check run', 'checks', (o) => o.checks.create({ ...REPO, name: 'x', head_sha: sha('b') })],
  ['a rerun', 'actions', (o) => o.actions.reRunWorkflowFailedJobs({ ...REPO, run_id: 5 })],
];

describe('a token', () => {
  test.each(READS)('needs a permission to read %s: %s', async (_, scope, read) => {
    await start({ tokens: [workflowToken('nothing', {}), workflowToken('reader', { [scope]: 'read' })] });
    expect(await rejection(read(client(github, 'nothing')))).toMatchObject(REFUSED);
    await read(client(github, 'reader'));
    github.state.visibility = 'public';
    await read(client(github, 'nothing'));
    expect(github.violations).toEqual([]);
  });

  test.each(WRITES.filter(([, scope]) => scope === 'pull-requests'))(
    'does not have it for a pull request by that for issues: %s',
    async (_, __, write) => {
      await start({ tokens: [workflowToken('issues', { 'pull-requests': 'read', issues: 'write' })] });
      expect(await rejection(write(client(github, 'issues')))).toMatchObject(REFUSED);
    },
  );

  test.each(WRITES)('needs a permission to write %s: %s', async (_, scope, write) => {
    await start({
      tokens: [workflowToken('reader', { [scope]: 'read' }), workflowToken('writer', { [scope]: 'write' })],
      visibility: 'public',
    });
    expect(await rejection(write(client(github, 'reader')))).toMatchObject(REFUSED);
    await write(client(github, 'writer'));
    expect(github.violations).toEqual([]);
  });

  test('that is unknown, missing, or of a workflow where a person is asked for is refused', async () => {
    await start();
    expect(await rejection(client(github, 'wrong').repos.get(REPO))).toMatchObject({ status: 401 });
    expect((await fetch(`${github.url}/repos/acme/shop`)).status).toBe(401);
    expect(github.violations).toEqual(['GET /repos/acme/shop: no token was sent']);
    expect(await rejection(client(github).repos.listForAuthenticatedUser())).toMatchObject(REFUSED);
    expect(await rejection(client(github).repos.get({ owner: 'acme', repo: 'other' }))).toMatchObject({ status: 404 });
  });

  test('finds issues refused without their own permission, switched off, and conversations locked', async () => {
    const issue = { number: 2, title: 'x', body: null, user: 'eve', labels: [], createdAt: date, updatedAt: date };
    const tokens = [...worldData().tokens, workflowToken('pulls', { 'pull-requests': 'write' })];
    const octokit = await start({ tokens, issues: [{ ...issue, state: 'open', locked: true }] });
    const two = { ...REPO, issue_number: 2 };
    expect(await rejection(client(github, 'pulls').issues.listComments(two))).toMatchObject({ status: 403 });
    expect(await rejection(octokit.issues.createComment({ ...two, body: 'x' }))).toMatchObject({ status: 403 });
    github.state.hasIssues = false;
    expect(await rejection(octokit.issues.listComments(two))).toMatchObject({ status: 410 });
    expect((await octokit.issues.listComments(ISSUE)).data).toHaveLength(1);
  });
});

describe('a request that breaks the description is refused and noted', () => {
  const comments = '/repos/acme/shop/issues/7/comments';
  test.each([
    ['an unknown query parameter', 'GET', '/repos/acme/shop/pulls/7/files?pagesize=1', undefined, 422],
    ['a query parameter of a wrong type', 'GET', '/repos/acme/shop/commits?page=two', undefined, 422],
    ['an unknown body field', 'POST', comments, '{"body":"x","by":1}', 422],
    ['a missing body field', 'POST', comments, '{}', 422],
    ['a body field of a wrong type', 'PATCH', '/repos/acme/shop/issues/comments/10', '{"body":1}', 422],
    ['a body that is not a JSON object', 'POST', comments, '[]', 400],
    ['an operation that is not emulated', 'GET', '/repos/acme/shop/branches', undefined, 404],
  ])('%s', async (_, method, path, body, status) => {
    await start();
    const headers = { authorization: 'Bearer all' };
    const response = await fetch(github.url + path, { method, headers, ...(body === undefined ? {} : { body }) });
    expect(response.status).toBe(status);
    expect(github.violations).toHaveLength(1);
  });

  const annotation = { path: 'a.ts', start_line: 1, end_line: 1, annotation_level: 'warning', message: 'm' };
  const annotated = (change: object, count = 1): object => ({
    annotations: Array.from({ length: count }, () => ({ ...annotation, ...change })),
  });
  test.each<[string, object]>([
    ['51 annotations', annotated({}, 51)],
    ['columns over several lines', annotated({ end_line: 2, start_column: 1, end_column: 2 })],
    ['an end before the start', annotated({ start_line: 3, end_line: 2 })],
    ['a negative line', annotated({ start_line: -1 })],
    ['a title over 255 characters', annotated({ title: 'x'.repeat(256) })],
    ['a message over 64 KB', annotated({ message: 'x'.repeat(65_537) })],
    ['an unknown level', annotated({ annotation_level: 'error' })],
    ['a summary over 65,535 bytes', { summary: 'é'.repeat(32_768) }],
    ['a text over 65,535 bytes', { text: 'é'.repeat(32_768) }],
  ])('a check run with %s', async (_, output) => {
    const octokit = await start();
    const create = octokit.request('POST /repos/acme/shop/check-runs', {
      ...{ name: 'Scan Gate', head_sha: sha('b') },
      output: { title: 'Title', summary: 'Summary', ...output },
    });
    expect(await rejection(create)).toMatchObject({ status: 422 });
    expect(github.violations).toHaveLength(1);
    expect(github.state.checkRuns).toEqual([]);
  });

  test('a comment over 65,536 characters or blank, a title over 256, a completed check without conclusion', async () => {
    const octokit = await start();
    await octokit.issues.createComment({ ...ISSUE, body: 'x'.repeat(65_536) });
    for (const refused of [
      octokit.issues.createComment({ ...ISSUE, body: 'x'.repeat(65_537) }),
      octokit.issues.updateComment({ ...COMMENT, body: ' ' }),
      octokit.issues.create({ ...REPO, title: 'x'.repeat(257) }),
      octokit.request('POST /repos/acme/shop/check-runs', { name: 'x', head_sha: sha('b'), status: 'completed' }),
    ]) {
      expect(await rejection(refused)).toMatchObject({ status: 422 });
    }
    expect(github.violations).toHaveLength(4);
  });
});

describe('pull requests', () => {
  const pull = (number: number, change: Partial<PullData> = {}): PullData => {
    const [shoes] = worldData().pulls;
    if (shoes === undefined) throw new Error('no pull request');
    return { ...shoes, number, ...change };
  };
  const twin = pull(8, { base: { sha: sha('1'), ref: 'release' } });
  const fork = pull(9, { head: { sha: sha('b'), ref: 'shoes', repository: 'Eve/shop' } });
  const gone = pull(10, { head: { sha: sha('a'), ref: 'shoes', repository: null } });
  const closed = pull(11, { state: 'closed', closedAt: '2026-11-06T00:00:00Z' });
  const head = { sha: sha('a'), ref: 'socks', repository: 'eve/shop' };
  const squashed = { mergeCommitSha: sha('2'), commits: [sha('a')], head };
  const merged = pull(12, { state: 'closed', merged: true, ...squashed });

  test.each<[string, Partial<GitHubData>, string, number[]]>([
    ['none of a fork', { pulls: [fork, gone] }, 'b', []],
    ['twins, but none closed without merging', { pulls: [pull(7), twin, closed] }, 'b', [7, 8]],
    ['a merged one, by its merge commit, from a fork too', { pulls: [merged, gone, pull(7)] }, '2', [12]],
    ['none of a fork by a commit that was squashed', { pulls: [merged, closed] }, 'a', []],
    ['a merged one by its commit on the default branch', { pulls: [merged], branches: { main: sha('b') } }, 'a', [12]],
  ])('of a commit are %s', async (_, change, digit, numbers) => {
    const { repos } = await start(change);
    const { data } = await repos.listPullRequestsAssociatedWithCommit({ ...REPO, commit_sha: sha(digit) });
    expect(data.map(({ number }) => number)).toEqual(numbers);
  });
});

describe('workflow runs', () => {
  const at = (id: number, day: number, change: Partial<RunData> = {}): RunData => {
    const createdAt = `2026-11-${day}T00:00:00Z`;
    return { ...run, id, createdAt, ...change };
  };

  test('come newest first, a page at a time, by status or conclusion, event and head', async () => {
    const runs = [
      at(1, 17),
      at(2, 19, { conclusion: 'success' }),
      at(3, 18, { event: 'push', headSha: sha('2'), attempt: 2, startedAt: '2026-11-20T00:00:00Z' }),
      at(4, 18, { status: 'in_progress', conclusion: null }),
    ];
    const { actions } = await start({ runs });
    const listed = async (query: object): Promise<readonly number[]> => {
      const { data } = await actions.listWorkflowRunsForRepo({ ...REPO, ...query });
      return data.workflow_runs.map(({ id }) => id);
    };
    expect(await listed({})).toEqual([2, 4, 3, 1]);
    expect(await listed({ status: 'failure' })).toEqual([3, 1]);
    expect(await listed({ status: 'failure', per_page: 1, page: 2 })).toEqual([1]);
    expect(await listed({ status: 'completed', event: 'pull_request' })).toEqual([2, 1]);
    expect(await listed({ head_sha: sha('2') })).toEqual([3]);
    const { data } = await actions.listWorkflowRunsForRepo({ ...REPO, status: 'failure' });
    expect(data).toMatchObject({ total_count: 2 });
    const { name, attempt: run_attempt, headSha: head_sha } = at(3, 18, { attempt: 2, headSha: sha('2') });
    expect(data.workflow_runs[0]).toMatchObject({
      ...{ name, run_attempt, head_sha, event: 'push', status: 'completed', conclusion: 'failure' },
      ...{ created_at: '2026-11-18T00:00:00Z', run_started_at: '2026-11-20T00:00:00Z' },
      path: expect.stringMatching(/^\.github\/workflows\//),
    });
    expect(github.violations).toEqual([]);
  });

  test('name their pull requests, but none of a fork', async () => {
    const [pull] = worldData().pulls;
    if (pull === undefined) throw new Error('no pull request');
    const fork = { ...pull, number: 8, head: { sha: sha('a'), ref: 'shoes', repository: 'eve/shop' } };
    const { actions } = await start({ pulls: [pull, fork], runs: [at(1, 18), at(2, 17, { headSha: sha('a') })] });
    const { data } = await actions.listWorkflowRunsForRepo(REPO);
    const numbers = data.workflow_runs.map(({ pull_requests: pulls }) => pulls?.map(({ number }) => number));
    expect(numbers).toEqual([[7], []]);
  });
});

test('a comment names the app that wrote it, with a login of its own or a person’s', async () => {
  const comment = { issue: 7, body: 'x', createdAt: date, updatedAt: date };
  const octokit = await start({
    comments: [
      { ...comment, id: 10, user: 'eve' },
      { ...comment, id: 11, user: 'eve', app: 'helpful' },
      { ...comment, id: 12, user: 'helpful[bot]' },
    ],
  });
  const { data } = await octokit.issues.listComments(ISSUE);
  const apps = data.map(({ performed_via_github_app: app }) => app && { id: app.id, slug: app.slug });
  expect(apps).toEqual([null, { id: expect.any(Number), slug: 'helpful' }, apps[1]]);
});

test.each(['constructor', '__proto__', 'toString'])('a user may have any login, such as %s', async (user) => {
  const octokit = await start({ comments: [{ issue: 7, body: 'x', createdAt: date, updatedAt: date, id: 10, user }] });
  const { data } = await octokit.issues.listComments(ISSUE);
  expect(data.map((each) => [each.user?.login, Number.isInteger(each.user?.id)])).toEqual([[user, true]]);
});

describe('several repositories', () => {
  const neighbour = (name: string, change: Partial<GitHubData> = {}): GitHubData => ({
    ...worldData({ tokens: [] }),
    name,
    ...change,
  });
  const startSeveral = (): Promise<Octokit> => {
    const all = worldData().tokens[0]?.permissions;
    if (all === undefined) throw new Error('no token');
    const repositories = ['acme/shop', 'acme/old', 'acme/renamed'];
    return start({
      tokens: [
        { token: 'all', login: 'sweep[bot]', type: 'Bot', permissions: all, repositories },
        { token: 'person', login: 'ada', type: 'User', permissions: all, repositories },
      ],
      neighbours: [
        neighbour('renamed', { formerNames: ['acme/before'], hasIssues: false }),
        neighbour('old', { archived: true }),
        neighbour('site', { visibility: 'public' }),
      ],
    });
  };

  test('are listed for the token of an app and for a person’s, each by its own endpoint', async () => {
    const app = await startSeveral();
    const person = client(github, 'person');
    const found = {
      app: (await app.apps.listReposAccessibleToInstallation()).data.repositories,
      person: (await person.repos.listForAuthenticatedUser({ per_page: 100 })).data,
    };
    expect(found.app.map(({ name, archived }) => [name, archived])).toEqual([
      ['shop', false],
      ['renamed', false],
      ['old', true],
    ]);
    expect(found.person.map((each) => [each.name, each.archived, each.visibility, each.has_issues])).toEqual([
      ['old', true, 'private', true],
      ['renamed', false, 'private', false],
      ['shop', false, 'private', true],
    ]);
    expect(await rejection(app.repos.listForAuthenticatedUser())).toMatchObject(REFUSED);
    expect(await rejection(person.apps.listReposAccessibleToInstallation())).toMatchObject({ status: 403 });
    expect(github.violations).toEqual([]);
  });

  test('are found by a former name', async () => {
    const octokit = await startSeveral();
    const before = { owner: 'acme', repo: 'before' };
    const { data } = await octokit.repos.get(before);
    expect(data.full_name).toBe('acme/renamed');
    await octokit.issues.createComment({ ...before, issue_number: 7, body: 'x' });
    expect(github.state.neighbours[0]?.comments).toHaveLength(1);
    const sent = github.requests.map(({ method, status }) => [method, status]);
    expect(sent).toEqual([
      ['GET', 301],
      ['GET', 200],
      ['POST', 307],
      ['POST', 201],
    ]);
    const last = await octokit.repos.listCommits({ ...before, per_page: 1, page: 2 });
    expect(last.headers.link).toContain('/repos/acme/renamed/commits?per_page=1');
    expect(last.data).toMatchObject([{ sha: sha('1') }]);
    github.state.tokens = [workflowToken('all', {})];
    expect(await rejection(octokit.repos.get(before))).toMatchObject({ status: 404 });
    expect(github.violations).toEqual([]);
  });
});

describe('an address is one, whatever somebody is called', () => {
  /** Every address in an answer, at any depth; templates without what a client fills in. */
  const addressesIn = (value: unknown): readonly string[] => {
    if (typeof value === 'string') return value.startsWith(github.url) ? [value.replace(/\{[^}]*\}/g, '')] : [];
    return typeof value === 'object' && value !== null ? Object.values(value).flatMap(addressesIn) : [];
  };

  test.each([
    ['a name that GitHub allows', 'mona-lisa'],
    ['markup', '"><img src=x onerror=alert(1)>'],
    ['brackets, as of a link', '[x](https://evil.test)'],
    ['a path that leads elsewhere', '../../evil'],
    ['another host', '//evil.test/x'],
    ['a query and a hash', 'x?y=1#z'],
    ['a percent sign', '100%'],
    ['line ends', 'x\r\ny'],
    ['letters of two directions', 'x\u202Ey'],
    ['half a character', 'x\uD800'],
    ['a bot', 'evil<b>[bot]'],
  ])('%s', async (_, name) => {
    const [pull] = worldData().pulls;
    if (pull === undefined) throw new Error('the world has no pull request');
    const named: PullData = {
      ...pull,
      user: name,
      labels: [name],
      files: [{ filename: `${name}/x.ts`, status: 'modified', additions: 1, deletions: 0 }],
    };
    const comment = { id: 10, issue: 7, user: name, body: '', createdAt: date, updatedAt: date };
    const octokit = await start({ pulls: [named], comments: [comment], defaultBranch: name });
    const answers = await Promise.all([
      octokit.pulls.get(PULL),
      octokit.pulls.listFiles(PULL),
      octokit.issues.listComments(ISSUE),
      octokit.actions.getWorkflow({
        ...REPO,
        workflow_id: (await octokit.actions.getWorkflowRun(RUN)).data.workflow_id,
      }),
      octokit.graphql(
        '{ repository(owner: "acme", name: "shop") { pullRequest(number: 7) { comments(first: 1) { nodes { author { url } } } } } }',
      ),
    ]);
    const addresses = addressesIn(answers);
    expect(addresses.length).toBeGreaterThan(50);
    // RFC 3986: whatever is not reserved or unreserved is percent-encoded.
    expect(
      addresses.filter(
        (address) => !/^http:\/\/127\.0\.0\.1:\d+(?:[\w\-.~:/?#@!$&'()*+,;=]|%[\dA-F]{2})*$/.test(address),
      ),
    ).toEqual([]);
    expect(addresses.filter((address) => !new URL(address).href.startsWith(github.url))).toEqual([]);
    expect(github.violations).toEqual([]);
  });
});

describe('a workflow run', () => {
  test.each<[string, Partial<RunData>, string]>([
    ['runs', { status: 'in_progress', conclusion: null }, 'already running'],
    ['is 31 days old', { createdAt: '2026-10-20T00:00:00Z' }, 'over a month ago'],
    ['was run again 50 times', { attempt: 51 }, '50 re-runs'],
  ])('that %s cannot be run again', async (_, change, word) => {
    const { actions } = await start({ runs: [{ ...run, ...change }] });
    const refusal = await rejection(actions.reRunWorkflow(RUN));
    expect(refusal).toMatchObject({ status: 403, message: expect.stringContaining(word) });
  });
});
