// Accounts that are gone: GitHub answers null where a person was, in every list and every payload, and each action says the same as before.
import { type FaultInjector, toDelivery } from '../../sandbox/http.ts';
import { findScenario } from '../../sandbox/scenarios/index.ts';
import { createTestClock } from '../harness/clock.ts';
import { type ActionName, type Sandbox, withSandbox } from '../harness/sandbox.ts';
import { describe, expect, it } from '../jest.ts';

const nowMs = Date.UTC(2026, 10, 20, 12);

/** Where an account stands, in answers of REST, in those of GraphQL, and in payloads. */
const ACCOUNTS = new Set([
  ...['user', 'author', 'committer', 'sender', 'actor', 'triggering_actor', 'assignee', 'merged_by', 'pusher'],
  ...['mergedBy', 'performed_via_github_app'],
]);

/** The value without people; apps stay, since the gate's own comments are an app's. */
function withoutPeople(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) return value.map((each) => withoutPeople(each));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  const { type, __typename: kind = type } = value as Readonly<Record<string, unknown>>;
  // The Git author of a commit is text, and stays.
  if (ACCOUNTS.has(key) && kind !== 'Bot' && 'login' in value) return null;
  return Object.fromEntries(entries.map(([name, each]) => [name, withoutPeople(each, name)]));
}

/** Answers of GitHub without people, except where somebody is asked for by name. Counts what it has changed. */
function forgetful(): FaultInjector & { readonly changed: () => number } {
  let changed = 0;
  return {
    changed: () => changed,
    intercept: async ({ path }, wire, answer) => {
      if (path.startsWith('/public/')) return false;
      const right = await answer();
      const before = toDelivery(right);
      const after = toDelivery({ ...right, body: withoutPeople(right.body) });
      if (before.text !== after.text) changed += 1;
      wire.deliver(after);
      return true;
    },
  };
}

interface Play {
  readonly outputs: unknown;
  readonly exitCode: number | null;
  readonly annotations: unknown;
  readonly summary: string;
  readonly comments: readonly string[];
}

/** Every step of a scenario, or its one run of the gate. */
async function playSteps(
  { world, github, run, service }: Sandbox,
  forget: (event: unknown) => unknown,
): Promise<Play[]> {
  const { inputs, event } = world;
  const steps = world.steps ?? [{ action: 'action.yml', event, inputs }];
  const played: Play[] = [];
  for (const step of steps) {
    const action = (step.action === 'action.yml' ? 'gate' : step.action.replace('/action.yml', '')) as ActionName;
    const { name, payload } = step.event;
    const before = github.state.comments.length;
    const result = await run({
      ...{
        action,
        inputs: step.inputs,
        event: { name, payload: forget(payload) },
        clock: createTestClock(nowMs, true),
      },
    });
    const { outputs, exitCode, annotations, summary } = result;
    const text = JSON.stringify([outputs, annotations, summary, github.state.comments.slice(before)]);
    const stable = text.replaceAll(github.url, 'GITHUB').replaceAll(service.url, 'SERVICE');
    const [o, a, s, c] = JSON.parse(stable) as [unknown, unknown, string, { body: string }[]];
    played.push({ outputs: o, exitCode, annotations: a, summary: s, comments: c.map(({ body }) => body) });
  }
  return played;
}

describe('where every account of a person is gone', () => {
  it.each<[action: string, scenario: string]>([
    ['the gate', 'threshold-exceeded'],
    ['the gate, where two pull requests have one head', 'twins'],
    ['the gate, on a fork', 'fork'],
    ['the doctor', 'doctor'],
    ['the doctor, where heads are scanned', 'doctor-heads'],
    ['the watch', 'watch'],
    ['recheck', 'recheck'],
    ['insights', 'insights'],
  ])('%s says the same', async (_, scenario) => {
    const options = { now: () => nowMs };
    const world = () => findScenario(scenario).build(nowMs);
    const usual = await withSandbox(world(), (sandbox) => playSteps(sandbox, (event) => event), options);
    const injector = forgetful();
    const gone = await withSandbox(world(), (sandbox) => playSteps(sandbox, withoutPeople), { ...options, injector });
    expect(injector.changed()).toBeGreaterThan(0);
    expect(gone).toEqual(usual);
  });
});
