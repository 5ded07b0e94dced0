// The storefront as a world: both sides and the event that starts the action.
import type { GitHubData } from '../../github/data.ts';
import type { ServiceData } from '../../service/data.ts';
import { pullRequestPayload } from '../pull-request-event.ts';
import type { ScenarioWorld } from '../scenario.ts';
import { storefront } from './names.ts';

export function storefrontWorld(
  service: ServiceData,
  github: GitHubData,
  inputs: Readonly<Record<string, string>> = {},
): ScenarioWorld {
  const [pull] = github.pulls;
  const [apiKey] = service.keys;
  if (!pull || apiKey === undefined) throw new Error('a world needs a pull request and a key');
  const payload = pullRequestPayload({
    github,
    pull,
    mergeSha: storefront.mergeSha,
    action: 'synchronize',
  });
  return {
    service,
    github,
    apiKey,
    githubToken: storefront.githubToken,
    event: { name: 'pull_request', payload },
    sha: pull.head.sha,
    pullRequest: pull.number,
    inputs,
  };
}
