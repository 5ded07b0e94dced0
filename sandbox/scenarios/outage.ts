// The scenarios of a service that does not answer or refuses the key: who is told what, and which job is red.
import type { FaultRule } from '../faults.ts';
import type { Scenario, ScenarioWorld, Step } from './scenario.ts';
import { thresholdExceeded } from './threshold-exceeded.ts';

/** Four tries make a look. */
function down(requests?: number): FaultRule {
  return {
    path: '/public/v1/*',
    ...(requests === undefined ? {} : { when: { kind: 'first', n: requests } }),
    effect: { kind: 'status', status: 503, retryAfterSeconds: 0 },
  };
}

function withSteps(nowMs: number, steps: readonly Omit<Step, 'action' | 'event'>[]): ScenarioWorld {
  const world = thresholdExceeded.build(nowMs);
  return { ...world, steps: steps.map((step) => ({ action: 'action.yml', event: world.event, ...step })) };
}

export const warnOutage: Scenario = {
  name: 'warn-outage',
  description:
    'Two steps with `mode: warn` while the service is down: the job is green with a warning; with `on-unverified: fail` it is red.',
  build: (nowMs) =>
    withSteps(nowMs, [
      { title: 'The gate is tried out: nothing is red.', inputs: { mode: 'warn' }, faults: [down()] },
      {
        title: 'A team that wants to notice says so.',
        inputs: { mode: 'warn', 'on-unverified': 'fail' },
        faults: [down()],
      },
    ]),
};

export const wrongKey: Scenario = {
  name: 'wrong-key',
  description: 'The service refuses the key. The gate is red, and says first that this is not about the change.',
  build: (nowMs) => {
    const { service } = thresholdExceeded.build(nowMs);
    const keys = ['svc_test_of-today'];
    return withSteps(nowMs, [{ title: 'The key was revoked.', service: { ...service, keys }, inputs: {} }]);
  },
};

export const githubDown: Scenario = {
  name: 'github-down',
  description:
    'GitHub does not say what the pull request changes, and the limits count only what it touches. The gate is unverified, and says that this is not about the change.',
  build: (nowMs) =>
    withSteps(nowMs, [
      {
        title: 'GitHub cannot list the files.',
        inputs: { 'gate-on': 'touched' },
        faults: [{ path: '/repos/*/*/pulls/*/files', effect: { kind: 'status', status: 503, retryAfterSeconds: 0 } }],
      },
    ]),
};

export const serviceDown: Scenario = {
  name: 'service-down',
  description:
    'Two steps: with `wait-for-scan` a service that comes back in time is waited for; without it the gate is unverified, and the comment says how to go on. Polls every second.',
  build: (nowMs) =>
    withSteps(nowMs, [
      {
        title: 'The service is down for two looks.',
        inputs: { 'wait-for-scan': '5m', 'poll-interval': '1s' },
        faults: [down(8)],
      },
      {
        title: 'It is down again, and nobody waits.',
        inputs: {},
        faults: [down()],
      },
    ]),
};
