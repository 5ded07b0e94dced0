// GraphQL of the local GitHub: a part of GitHub's schema, its limits, permissions and words, and which repositories a token sees.
import { getNamedType, isLeafType, isObjectType } from 'graphql';
import type { CommentData, GitHubData, PullData } from '../../sandbox/github/data.ts';
import { type GitHubHandle, startGitHub } from '../../sandbox/github/github.ts';
import { GRAPHQL_SCHEMA } from '../../sandbox/github/graphql.ts';
import { afterEach, beforeEach, describe, expect, test } from '../jest.ts';
import { client, NOW_MS, rejection, REPO, sha, workflowToken, worldData } from './github-world.ts';

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

  test('writes only in repositories it was given that are not archived', async () => {
    const write = (token: string, repo: string): Promise<unknown> =>
      client(github, token).issues.createComment({ ...REPO, repo, issue_number: 1, body: 'x' });
    expect(await rejection(write('two', 'site'))).toMatchObject({ status: 403 });
    expect(await rejection(write('every', 'old'))).toMatchObject({
      status: 403,
      message: expect.stringContaining('archived'),
    });
    await write('two', 'till');
    const [till] = github.state.neighbours;
    expect(till?.comments).toMatchObject([{ user: APP.login, id: expect.any(Number) }]);
    expect(github.state.comments).toHaveLength(4);
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

describe('the schema', () => {
  test('has no field that is not answered', async () => {
    const selections: Readonly<Record<string, string>> = {
      defaultBranchRef: ofAll('Ref', { target: `{ oid ... on Commit ${ofAll('Commit')} }` }),
      object: `(oid: "${sha('a')}") { abbreviatedOid id oid ... on Commit ${ofAll('Commit', {
        history: `(first: 1) { totalCount nodes { oid } pageInfo ${ofAll('PageInfo')} }`,
        parents: `(last: 1) { totalCount nodes { oid } pageInfo { hasNextPage } }`,
      })} }`,
      owner: '{ id login url }',
      pullRequest: '(number: 8) { number }',
      pullRequests: `(first: 1) { totalCount nodes ${ofAll('PullRequest', {
        author: '{ __typename login url ... on User { databaseId id } ... on Bot { databaseId id } }',
        comments: `(first: 1) { totalCount nodes ${ofAll('IssueComment', { author: '{ login }' })} pageInfo { endCursor } }`,
        repository: '{ name }',
      })} pageInfo { endCursor } }`,
    };
    expect(await ask(inShop(ofAll('Repository', selections).slice(1, -1)))).not.toHaveProperty('errors');
    expect(await ask(`{ viewer ${ofAll('User')} }`)).toEqual({
      data: { viewer: expect.objectContaining({ login: 'github-actions[bot]' }) },
    });
  });
});

/** The fields of a type: those without any of their own, and those that are selected here. */
function ofAll(name: string, selections: Readonly<Record<string, string>> = {}): string {
  const type = GRAPHQL_SCHEMA.getType(name);
  if (!isObjectType(type)) throw new Error(`There is no ${name}.`);
  const fields = Object.values(type.getFields()).filter(
    (field) => isLeafType(getNamedType(field.type)) || field.name in selections,
  );
  return `{ ${fields.map((field) => `${field.name} ${selections[field.name] ?? ''}`).join(' ')} }`;
}

describe('a search', () => {
  const merged = (number: number, day: string): PullData =>
    pull(number, {
      state: 'closed',
      merged: true,
      createdAt: `2026-10-${number}T00:00:00Z`,
      closedAt: `${day}T12:00:00Z`,
    });
  const found = async (words: string, first = 10, token = 'two'): Promise<unknown> => {
    const query = `query ($words: String!) { search(query: $words, type: ISSUE, first: ${first}) {
      issueCount pageInfo { hasNextPage } nodes { ... on PullRequest { number mergedAt reviewDecision repository { name } } } } }`;
    return ask(query, { token, variables: { words } });
  };
  const numbers = (...expected: number[]): object => ({
    data: { search: { issueCount: expected.length, nodes: expected.map((number) => ({ number })) } },
  });

  test('finds pull requests by repository, state and the day on which they were merged', async () => {
    const decided = { ...merged(23, '2026-11-07'), reviewDecision: 'APPROVED' as const };
    github.state.pulls.push(merged(21, '2026-10-31'), merged(22, '2026-11-01'), decided);
    const words = 'repo:acme/shop is:pr is:merged';
    expect(await found(`${words} merged:>=2026-11-01`)).toMatchObject(numbers(23, 22));
    expect(await found(`${words} merged:2026-10-01..2026-11-01`)).toMatchObject(numbers(22, 21));
    expect(await found(`${words} merged:*..2026-10-31`)).toMatchObject(numbers(21));
    expect(await found('repo:acme/shop is:pr is:open')).toMatchObject({ data: { search: { issueCount: 3 } } });
    expect(await found(words, 1)).toMatchObject({
      data: { search: { issueCount: 3, pageInfo: { hasNextPage: true }, nodes: [{ number: 23 }] } },
    });
    expect(github.violations).toEqual([]);
  });

  test('sees what the token sees', async () => {
    expect(await found('repo:acme/till is:pr')).toMatchObject(numbers(1));
    expect(await found('repo:acme/till is:pr', 1, 'all')).toMatchObject(numbers());
    expect(await found('repo:acme/shop is:pr', 1, 'contents')).toMatchObject(numbers());
  });
});

test('a repository is found by a former name', async () => {
  await github.close();
  github = await startGitHub({ data: { ...data(), formerNames: ['acme/store'] } });
  expect(await ask('{ repository(owner: "acme", name: "store") { nameWithOwner } }')).toEqual({
    data: { repository: { nameWithOwner: 'acme/shop' } },
  });
});
