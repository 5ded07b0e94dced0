// The scenario of recheck: a red gate, a dismissal in the service's own page, and the run that is started again for it.
import type { GitHubData } from '../github/data.ts';
import { clean } from './clean.ts';
import { minuteMs, timeText } from './identity.ts';
import type { Scenario, Step } from './scenario.ts';
import { storefrontGitHub } from './storefront/github.ts';
import { allFindings, makeBug, storefrontService } from './storefront/service.ts';
import { storefrontWorld } from './storefront/world.ts';

/** The run of the gate began a while ago. */
function makeGitHub(nowMs: number): GitHubData {
  const github = storefrontGitHub(nowMs);
  const begun = timeText(nowMs - 25 * minuteMs);
  return { ...github, runs: github.runs.map((run) => ({ ...run, createdAt: begun, startedAt: begun })) };
}

export const recheck: Scenario = {
  name: 'recheck',
  description:
    'Four steps: the gate is red; the bugs are resolved or dismissed in the service, and recheck starts the run again; the gate is green; the next recheck has nothing to do.',
  build: (nowMs) => {
    const bugs = allFindings.map((finding) => makeBug(finding, nowMs));
    const world = storefrontWorld(storefrontService(nowMs, bugs), makeGitHub(nowMs));
    const { event } = world;
    const gate = { action: 'action.yml', event, inputs: {} };
    const payload = typeof event.payload === 'object' && event.payload !== null ? event.payload : {};
    const repository = 'repository' in payload ? payload.repository : {};
    const sweep = { action: 'recheck/action.yml', event: { name: 'schedule', payload: { repository } }, inputs: {} };
    const steps: Step[] = [
      { ...gate, title: 'The gate is red: four security bugs are pending.' },
      {
        ...sweep,
        title: 'The bugs were resolved or dismissed in the service. Recheck starts the run of the gate again.',
        service: clean.build(nowMs).service,
      },
      { ...gate, title: 'The gate ran again: its comment and its verdict are green.' },
      { ...sweep, title: 'The next recheck has nothing to do.' },
    ];
    return { ...world, steps };
  },
};
