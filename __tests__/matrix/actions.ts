// The actions of the matrix: for each a world in which it has something to do, and the requests that it makes in its own way.
import type { ScenarioWorld } from '../../sandbox/scenarios/scenario.ts';
import { nightlyWorld } from '../doctor/harness.ts';
import { ACTIONS } from '../harness/run-action.ts';
import type { ActionName, RunChange, Sandbox } from '../harness/sandbox.ts';
import { failingWorld, withPermissions } from '../harness/worlds.ts';
import { firstNight, fullWorld, toWatchWorld } from '../hostile/worlds.ts';
import { quarterWorld } from '../insights/harness.ts';
import { gatesWorld } from '../recheck/worlds.ts';
import { bugsOf, commentOn, reviewWorld } from '../review/harness.ts';

export interface Stage {
  readonly world: () => ScenarioWorld;
  /** What comes before the run that meets the fault. */
  readonly prepare?: (sandbox: Sandbox, run: (change?: RunChange) => Promise<unknown>) => Promise<void>;
  readonly change?: (sandbox: Sandbox) => Pick<RunChange, 'event' | 'inputs'>;
}

const night = { name: 'schedule', payload: { repository: { visibility: 'private', private: true } } } as const;

export const stages: Readonly<Record<ActionName, Stage>> = {
  gate: { world: failingWorld },
  review: {
    world: reviewWorld,
    change: (sandbox) => ({
      event: commentOn(sandbox, `/scan-gate dismiss ${bugsOf(sandbox.world).security} wont_fix We never call it.`),
    }),
  },
  rules: { world: () => fullWorld(2), change: () => ({ inputs: { operation: 'pull' } }) },
  watch: {
    world: () => toWatchWorld(fullWorld(4)),
    prepare: async ({ service, world }, run) => {
      service.state.replaceData(firstNight(world.service));
      await run();
      service.state.replaceData(world.service);
    },
    change: () => ({ event: night }),
  },
  doctor: {
    world: nightlyWorld,
    change: ({ world }) => ({ event: world.steps?.[0]?.event ?? world.event, inputs: { 'pull-requests': '1' } }),
  },
  recheck: {
    world: () =>
      withPermissions(gatesWorld([{ number: 1, was: 'failed', now: 'passed' }], Date.now()), { actions: 'write' }),
    change: () => ({ event: night }),
  },
  insights: { world: quarterWorld, change: () => ({ event: night }) },
};

/** A request, by the name of its row. */
export interface OwnRequest {
  readonly action: ActionName;
  readonly method: 'GET' | 'POST' | 'PATCH';
  /** As fault rules match it. */
  readonly path: string;
}

/** Rows are named after the action and what is asked. */
export const ownRequests: Readonly<Record<string, OwnRequest>> = {
  'gate: repositories': { action: 'gate', method: 'GET', path: '/public/v1/repos' },
  'gate: its comments': { action: 'gate', method: 'GET', path: '*/issues/*/comments' },
  'gate: its comment': { action: 'gate', method: 'POST', path: '*/issues/*/comments' },
  'gate: who the token is': { action: 'gate', method: 'POST', path: '/graphql' },
  'review: the bug': { action: 'review', method: 'GET', path: '/public/v1/bugs/*' },
  'review: the decision': { action: 'review', method: 'POST', path: '/public/v1/bugs/*/review' },
  'review: who may': { action: 'review', method: 'GET', path: '*/collaborators/*' },
  'review: the comment': { action: 'review', method: 'GET', path: '*/issues/comments/*' },
  'review: the reply': { action: 'review', method: 'POST', path: '*/issues/*/comments' },
  'rules: the rules': { action: 'rules', method: 'GET', path: '/public/v1/rules' },
  'watch: who the token is': { action: 'watch', method: 'POST', path: '/graphql' },
  'watch: scans': { action: 'watch', method: 'GET', path: '/public/v1/scans' },
  'watch: commits': { action: 'watch', method: 'GET', path: '*/commits' },
  'watch: whose it is': { action: 'watch', method: 'GET', path: '*/pulls/*' },
  'watch: a comment': { action: 'watch', method: 'POST', path: '*/issues/*/comments' },
  'watch: the issue': { action: 'watch', method: 'PATCH', path: '*/issues/*' },
  'doctor: the key': { action: 'doctor', method: 'GET', path: '/public/v1/user' },
  'doctor: pull requests': { action: 'doctor', method: 'GET', path: '*/pulls' },
  'doctor: commits': { action: 'doctor', method: 'GET', path: '/repos/acme/storefront/commits' },
  'recheck: bugs': { action: 'recheck', method: 'GET', path: '/public/v1/bugs' },
  'recheck: gates': { action: 'recheck', method: 'POST', path: '/graphql' },
  'recheck: a start': { action: 'recheck', method: 'POST', path: '*/rerun*' },
  'insights: bugs': { action: 'insights', method: 'GET', path: '/public/v1/bugs' },
  'insights: pull requests': { action: 'insights', method: 'POST', path: '/graphql' },
};

/** What runs an action in this process. */
export function actionOf(action: ActionName): (typeof ACTIONS)[string] {
  const run = ACTIONS[action === 'gate' ? '' : action];
  if (run === undefined) throw new Error(`there is no action ${action}`);
  return run;
}

/** Whether a request is one of these. */
export function isFor({ method, path }: OwnRequest, url: string, sent = 'GET'): boolean {
  const pattern = path.split('*').map((part) => part.replace(/[.]/gu, String.raw`\.`));
  return method === sent && new RegExp(`^${pattern.join('.*')}$`, 'u').test(new URL(url).pathname);
}
