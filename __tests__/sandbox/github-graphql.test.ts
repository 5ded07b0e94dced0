// GraphQL of the local GitHub refuses what GitHub refuses: its limits, its permissions, which repositories a token sees.
import type { CommentData, GitHubData, PullData } from '../../sandbox/github/data.ts';
import { type GitHubHandle, startGitHub } from '../../sandbox/github/github.ts';
import { afterEach, beforeEach, describe, expect, test } from '../jest.ts';
import { client, NOW_MS, sha, workflowToken, worldData } from './github-world.ts';

const DATE = '2026-11-05T00:00:00Z';
const APP = { login: 'recheck-app[bot]', type: 'Bot' } as const;

function pull(number: number, change: Partial<PullData> = {}): PullData {
  const [first] = worldData().pulls;
  if (first === undefined) throw new Error('The world has no pull request.');
  return { ...first, number, updatedAt: DATE, ...change };
}

function comment(id: number, user: string, issue = 7): CommentData {
  return { id, issue, user, body: `Comment ${id}`, createdAt: DATE, updatedAt: DATE };
}

function neighbour(name: string, change: Partial<GitHubData> = {}): GitHubData {
  return { ...worldData({ tokens: [], pulls: [pull(1, { title: name })] }), name, ...change };
}

function data(): GitHubData {
  const all = worldData().tokens[0]?.permissions ?? {};
  const given = { ...APP, permissions: workflowToken('', all).permissions };
  return worldData({
    tokens: [
      ...worldData().tokens,
      workflowToken('contents', { contents: 'read' }),
      workflowToken('pulls', { 'pull-requests': 'read' }),
      { ...given, token: 'two', repositories: ['acme/shop', 'acme/till'] },
      { ...given, token: 'every', repositories: 'all' },
    ],
    pulls: [
      pull(7, { draft: true, updatedAt: '2026-11-08T00:00:00Z' }),
      pull(8, { updatedAt: '2026-11-09T00:00:00Z', head: { ...pull(8).head, repository: null } }),
      pull(9, { state: 'closed', updatedAt: '2026-11-10T00:00:00Z' }),
      pull(10, { updatedAt: '2026-11-08T00:00:00Z', user: 'dependabot[bot]' }),
    ],
    comments: [comment(10, 'eve'), comment(11, 'github-actions[bot]'), comment(12, 'ghost'), comment(13, 'ada', 8)],
    neighbours: [neighbour('till'), neighbour('old', { archived: true }), neighbour('site', { visibility: 'public' })],
  });
}

let github: GitHubHandle;

beforeEach(async () => {
  github = await startGitHub({ data: data(), now: () => NOW_MS });
});

afterEach(async () => {
  await github.close();
});

/** The answer as it is, errors included. */
async function ask(query: string, { token = 'all', variables = {} } = {}): Promise<unknown> {
  const response = await fetch(`${github.url}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: JSON.stringify({ query, variables }),
  });
  expect(response.status).toBe(200);
  return response.json();
}

function inShop(fields: string): string {
  return `{ repository(owner: "acme", name: "shop") { ${fields} } }`;
}

describe('a token', () => {
  test.each([
    ['contents', 'pullRequests(first: 1) { totalCount }', 'pullRequests', null],
    ['pulls', 'object(oid: "x") { oid }', 'object', { object: null }],
  ])('of %s sees an error for %s', async (token, fields, field, repository) => {
    expect(await ask(inShop(fields.replace('"x"', `"${sha('1')}"`)), { token })).toEqual({
      data: { repository },
      errors: [
        {
          type: 'FORBIDDEN',
          path: ['repository', field],
          extensions: { saml_failure: false },
          locations: [expect.anything()],
          message: 'Resource not accessible by integration',
        },
      ],
    });
    expect(github.violations).toEqual([]);
    github.state.visibility = 'public';
    expect(await ask(inShop(fields.replace('"x"', `"${sha('1')}"`)), { token })).not.toHaveProperty('errors');
  });

  test.each([
    ['all', ['shop', 'site']],
    ['two', ['shop', 'till', 'site']],
    ['every', ['shop', 'till', 'old', 'site']],
  ])('%s sees the repositories it was given and the public ones', async (token, names) => {
    const seen: string[] = [];
    const restSeen: string[] = [];
    for (const name of ['shop', 'till', 'old', 'site', 'none']) {
      const answer = await ask(`{ repository(owner: "acme", name: "${name}") { name isArchived } }`, { token });
      const known = { data: { repository: { name, isArchived: name === 'old' } } };
      const message = `Could not resolve to a Repository with the name 'acme/${name}'.`;
      const unknown = { data: { repository: null }, errors: [{ type: 'NOT_FOUND', message }] };
      if (names.includes(name)) seen.push(name);
      expect(answer).toMatchObject(names.includes(name) ? known : unknown);
      const rest = await client(github, token)
        .repos.get({ owner: 'acme', repo: name })
        .catch(() => null);
      if (rest !== null) restSeen.push(rest.data.name);
    }
    expect(seen).toEqual(names);
    expect(restSeen).toEqual(names);
    expect(github.violations).toEqual([]);
  });
});

test('the newest force pushes name the head before each, as long as GitHub has it', async () => {
  const [shop] = github.state.pulls;
  if (shop !== undefined) shop.formerHeads = [sha('c'), sha('b'), 'f'.repeat(40), null];
  const timeline = `timelineItems(last: 3, itemTypes: [HEAD_REF_FORCE_PUSHED_EVENT]) {
    nodes { ... on HeadRefForcePushedEvent { beforeCommit { oid } } }
  }`;
  const nodes = [{ beforeCommit: { oid: sha('b') } }, { beforeCommit: null }, { beforeCommit: null }];
  expect(await ask(inShop(`pullRequest(number: 7) { ${timeline} }`))).toEqual({
    data: { repository: { pullRequest: { timelineItems: { nodes } } } },
  });
});

describe('GitHub refuses', () => {
  const number = '{ nodes { number } }';
  test.each([
    ['MISSING_PAGINATION_BOUNDARIES', `pullRequests ${number}`],
    ['EXCESSIVE_PAGINATION', `pullRequests(first: 101) ${number}`],
    ['INVALID_PAGINATION', `pullRequests(first: 1, last: 1) ${number}`],
    ['EXCESSIVE_PAGINATION', `object(oid: "${sha('b')}") { ... on Commit { history(first: 250) { totalCount } } }`],
  ])('and notes %s: %s', async (type, fields) => {
    expect(await ask(inShop(fields))).toMatchObject({ errors: [{ type }] });
    expect(github.violations).toHaveLength(1);
  });

  test.each([
    ['a field that the schema does not have', inShop('fullDatabaseId'), 'fullDatabaseId'],
    ['an argument that it does not have', inShop('pullRequests(page: 2) { totalCount }'), 'page'],
    ['a value that it does not have', inShop('pullRequests(first: 1, states: open) { totalCount }'), 'open'],
    ['half a query', '{ viewer { login', 'Syntax Error'],
  ])('and notes %s', async (_, query, word) => {
    const message = expect.stringContaining(word);
    expect(await ask(query)).toEqual({ errors: [expect.objectContaining({ message })] });
    expect(github.violations).toEqual([expect.stringContaining(word)]);
  });

  test('and notes a search for what it does not look for', async () => {
    await ask('{ search(query: "is:pr author:ada", type: ISSUE, first: 1) { issueCount } }');
    await ask('{ search(query: "is:issue", type: ISSUE, first: 1) { issueCount } }');
    await ask('{ search(query: "is:pr merged:2026", type: ISSUE, first: 1) { issueCount } }');
    expect(github.violations).toEqual([
      expect.stringContaining('author:ada'),
      expect.stringContaining('is:pr'),
      expect.stringContaining('merged:2026'),
    ]);
  });
});
