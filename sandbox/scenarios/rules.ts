// The scenario of the rules action: a rule is made from two bugs, pulled again, and listed.
import type { RuleRequestData } from '../service/data.ts';
import { startByHand } from './branch-event.ts';
import { dayMs, identifier, minuteMs } from './identity.ts';
import type { Scenario, ScenarioWorld, Step } from './scenario.ts';
import { storefrontGitHub } from './storefront/github.ts';
import { storefront } from './storefront/names.ts';
import { allFindings, makeBug, storefrontService } from './storefront/service.ts';
import { storefrontWorld } from './storefront/world.ts';

const description = 'Every statement about payment methods says whose they are.';
const examples = ['delete-without-owner', 'order-by-injection'];

const event = startByHand();

function step(title: string, inputs: Step['inputs']): Step {
  return { title, action: 'rules/action.yml', event, inputs };
}

/** A request of last week that came to nothing, so that the list has more than one. */
function failedRequest(nowMs: number): RuleRequestData {
  return {
    id: identifier('rcr_', 'failed'),
    status: 'failed',
    input: { description: 'No bugs.' },
    createdAt: nowMs - 7 * dayMs,
    completedAt: nowMs - 7 * dayMs + minuteMs,
    results: [],
    repoId: storefront.repoId,
  };
}

export const rules: Scenario = {
  name: 'rules',
  description:
    'The rules action creates a rule from a description and two bugs, pulls it again without a change, and lists it.',
  build: (nowMs): ScenarioWorld => {
    const bugs = allFindings.map((finding) => makeBug(finding, nowMs));
    const service = { ...storefrontService(nowMs, bugs), ruleRequests: [failedRequest(nowMs)] };
    const steps = [
      step('A rule is created from a description and two bugs.', {
        operation: 'create',
        description,
        'bug-ids': examples.map((key) => identifier('bug_', key)).join(', '),
        'poll-interval': '1s',
      }),
      step('The rules are pulled again: nothing has changed.', { operation: 'pull' }),
      step('Rules and requests are listed.', { operation: 'list' }),
    ];
    return { ...storefrontWorld(service, storefrontGitHub(nowMs)), steps };
  },
};
