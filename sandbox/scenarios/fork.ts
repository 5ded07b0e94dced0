// The scenario of a pull request from a fork of a public repository, as GitHub runs its workflows.
import type { GitHubData, TokenData } from '../github/data.ts';
import type { Scenario, ScenarioWorld, Step } from './scenario.ts';
import { storefrontGitHub, workflowToken } from './storefront/github.ts';
import { allFindings, makeBug, storefrontService } from './storefront/service.ts';
import { storefrontWorld } from './storefront/world.ts';

/** What GitHub gives a `pull_request` run of a fork or of Dependabot. */
export const readOnlyToken: TokenData = {
  ...workflowToken,
  token: 'ghs_porridge-to-look-at',
  permissions: {
    contents: 'read',
    'pull-requests': 'read',
    issues: 'read',
    checks: 'read',
    actions: 'read',
  },
};

function fromFork(data: GitHubData): GitHubData {
  return {
    ...data,
    visibility: 'public',
    tokens: [workflowToken, readOnlyToken],
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
    'A pull request from a fork of a public repository. On `pull_request` GitHub gives no secrets and a token that can only read; on `pull_request_target` the gate judges it.',
  build: (nowMs): ScenarioWorld => {
    const bugs = allFindings.map((finding) => makeBug(finding, nowMs));
    const service = storefrontService(nowMs, bugs);
    const repos = service.repos.map((repo) => ({ ...repo, visibility: 'public' }));
    const world = storefrontWorld({ ...service, repos }, fromFork(storefrontGitHub(nowMs)));
    const inputs = { 'wait-for-scan': '5m', 'gate-on': 'introduced, touched' };
    const steps: readonly Step[] = [
      {
        title: 'On pull_request: no secrets, and a token that can only read.',
        action: 'action.yml',
        event: world.event,
        githubToken: readOnlyToken.token,
        inputs: { ...inputs, 'api-key': '' },
      },
      {
        title: 'On pull_request_target: the workflow of the base branch, with its secrets.',
        action: 'action.yml',
        event: { ...world.event, name: 'pull_request_target' },
        inputs,
      },
    ];
    return { ...world, steps };
  },
};
