// The scenario of a pull request from a fork: a token that may only read, in a public repository.
import type { GitHubData } from '../github/data.ts';
import type { Scenario } from './scenario.ts';
import { storefrontGitHub, workflowToken } from './storefront/github.ts';
import { allFindings, makeBug, storefrontService } from './storefront/service.ts';
import { storefrontWorld } from './storefront/world.ts';

/** What GitHub gives a `pull_request` run from a fork. */
const readOnlyToken = {
  ...workflowToken,
  permissions: {
    contents: 'read',
    'pull-requests': 'read',
    issues: 'read',
    checks: 'read',
    actions: 'read',
  },
} as const;

function fromFork(data: GitHubData): GitHubData {
  return {
    ...data,
    visibility: 'public',
    tokens: [readOnlyToken],
    pulls: data.pulls.map((pull) => ({
      ...pull,
      user: 'sam-visitor',
      head: { ...pull.head, repository: 'sam-visitor/storefront' },
    })),
  };
}

export const fork: Scenario = {
  name: 'fork',
  description:
    'A pull request from a fork of a public repository. The token can only read, so the comment is refused, but the verdict does not change.',
  build: (nowMs) => {
    const bugs = allFindings.map((finding) => makeBug(finding, nowMs));
    const service = storefrontService(nowMs, bugs);
    const repos = service.repos.map((repo) => ({ ...repo, visibility: 'public' }));
    return storefrontWorld({ ...service, repos }, fromFork(storefrontGitHub(nowMs)));
  },
};
