// The small world that the tests of the local GitHub share: one repository, one pull request, one token of each kind.
import { Octokit } from '@octokit/rest';
import type { GitHubData, TokenData } from '../../sandbox/github/data.ts';
import type { GitHubHandle } from '../../sandbox/github/github.ts';

export const NOW_MS = Date.UTC(2026, 10, 20, 12, 30, 45, 678);
export const REPO = { owner: 'acme', repo: 'shop' };
export const PULL = { ...REPO, pull_number: 7 };
export const ISSUE = { ...REPO, issue_number: 7 };

const ALL: TokenData['permissions'] = {
  contents: 'write',
  'pull-requests': 'write',
  issues: 'write',
  checks: 'write',
  actions: 'write',
};
const NOTHING: TokenData['permissions'] = {
  contents: 'none',
  'pull-requests': 'none',
  issues: 'none',
  checks: 'none',
  actions: 'none',
};

/** A full SHA of one repeated digit. */
export function sha(digit: string): string {
  return digit.repeat(40);
}

/** A token of a workflow that may do only what is said. */
export function workflowToken(token: string, permissions: Partial<TokenData['permissions']>): TokenData {
  const login = 'github-actions[bot]';
  return { token, login, type: 'Bot', permissions: { ...NOTHING, ...permissions } };
}

/** main: 1 - 2; the pull request's branch, from 1: a - b. */
export function worldData(change: Partial<GitHubData> = {}): GitHubData {
  const commit = { message: 'Change', authorName: 'Ada' };
  return {
    owner: 'acme',
    name: 'shop',
    visibility: 'private',
    defaultBranch: 'main',
    tokens: [
      workflowToken('all', ALL),
      workflowToken('nothing', {}),
      { token: 'app', login: 'other-app[bot]', type: 'Bot', permissions: ALL },
      { token: 'pat', login: 'ada', type: 'User', permissions: ALL },
    ],
    users: [
      { id: 1, login: 'ada', type: 'User', permission: 'maintain' },
      { id: 2, login: 'eve', type: 'User', permission: 'none' },
    ],
    commits: [
      { ...commit, sha: sha('1'), parents: [], date: '2026-11-01T00:00:00Z' },
      { ...commit, sha: sha('a'), parents: [sha('1')], date: '2026-11-02T00:00:00Z' },
      { ...commit, sha: sha('2'), parents: [sha('1')], date: '2026-11-03T00:00:00Z' },
      { ...commit, sha: sha('b'), parents: [sha('a')], date: '2026-11-04T00:00:00Z' },
    ],
    pulls: [
      {
        number: 7,
        title: 'Sell shoes',
        state: 'open',
        draft: false,
        user: 'ada',
        head: { sha: sha('b'), ref: 'shoes', repository: 'acme/shop' },
        base: { sha: sha('2'), ref: 'main' },
        commits: [sha('a'), sha('b')],
        files: [
          { filename: 'src/a b.ts', status: 'modified', additions: 2, deletions: 1, patch: '@@' },
          { filename: 'new.ts', previousFilename: 'old.ts', status: 'renamed', additions: 0, deletions: 0 },
        ],
      },
    ],
    comments: [],
    runs: [],
    ...change,
  };
}

/** A client that neither retries nor logs. */
export function client(github: GitHubHandle, token = 'all', mount = ''): Octokit {
  const silent = (): void => undefined;
  return new Octokit({
    auth: token,
    baseUrl: github.url + mount,
    log: { debug: silent, info: silent, warn: silent, error: silent },
  });
}

/** What a promise was rejected with. */
export async function rejection(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error('It was not refused.');
}
