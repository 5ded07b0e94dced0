// The scenario of a run that gets no secrets in a repository of one's own: Dependabot's.
import { readOnlyToken } from './fork.ts';
import type { Scenario, ScenarioWorld } from './scenario.ts';
import { storefrontGitHub, workflowToken } from './storefront/github.ts';
import { allFindings, makeBug, storefrontService } from './storefront/service.ts';
import { storefrontWorld } from './storefront/world.ts';

const dependabot = 'dependabot[bot]';

export const noKey: Scenario = {
  name: 'no-key',
  description:
    'Two runs for a pull request of Dependabot. Without a Dependabot secret the key is empty, and the gate is red and says what to do. With it the gate judges, but its token can only read, so there is no comment.',
  build: (nowMs): ScenarioWorld => {
    const github = storefrontGitHub(nowMs);
    const bugs = allFindings.map((finding) => makeBug(finding, nowMs));
    const world = storefrontWorld(storefrontService(nowMs, bugs), {
      ...github,
      tokens: [workflowToken, readOnlyToken],
      users: [...github.users, { id: 49_699_333, login: dependabot, type: 'Bot', permission: 'none' }],
      pulls: github.pulls.map((pull) => ({ ...pull, user: dependabot })),
    });
    const step = { action: 'action.yml', event: world.event, githubToken: readOnlyToken.token };
    return {
      ...world,
      steps: [
        { ...step, title: 'There is no Dependabot secret.', inputs: { 'api-key': '' } },
        { ...step, title: 'SCAN_API_KEY is a Dependabot secret, too.', inputs: {} },
      ],
    };
  },
};
