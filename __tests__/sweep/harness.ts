// The harness of sweeps: an organization in the sandbox, and actions that look at many of its repositories.
import { join } from 'node:path';
import type { IssueData } from '../../sandbox/github/data.ts';
import type { RecordedRequest } from '../../sandbox/http.ts';
import type { RunnerResult } from '../../sandbox/runner/runner.ts';
import { type Member, organizationWorld, toEvent } from '../../sandbox/scenarios/organization.ts';
import { playOptions } from '../../sandbox/scenarios/play.ts';
import type { ScenarioWorld } from '../../sandbox/scenarios/scenario.ts';
import { createTestClock, type TestClock } from '../harness/clock.ts';
import { leaksOf } from '../harness/leaks.ts';
import { runAction } from '../harness/run-action.ts';
import { type Sandbox, type SandboxOptions, withSandbox } from '../harness/sandbox.ts';
import { expect } from '../jest.ts';

const hourMs = 3_600_000;
const startMs = Date.UTC(2026, 10, 20, 9);

export interface RunChange {
  readonly inputs?: Readonly<Record<string, string>>;
  readonly event?: ScenarioWorld['event'];
  readonly runNumber?: number;
  readonly signal?: AbortSignal;
}

/** What one run said and asked. */
export interface ManyRun {
  readonly result: RunnerResult;
  readonly outputs: Readonly<Record<string, string>>;
  readonly failed: readonly string[];
  readonly service: readonly RecordedRequest[];
  readonly github: readonly RecordedRequest[];
  /** Method and path of all that was written. */
  readonly writes: readonly string[];
  /** Everything that others can read. */
  readonly shown: string;
}

export interface Organization {
  readonly sandbox: Sandbox;
  readonly clock: TestClock;
  /** The night's scan is there from now on. */
  night(): void;
  run(action: 'watch' | 'doctor', change?: RunChange): Promise<ManyRun>;
}

export interface OrganizationChange extends Pick<SandboxOptions, 'faults' | 'watch'> {
  readonly world?: (world: ScenarioWorld) => ScenarioWorld;
}

export const inPublic = toEvent('public');

/** Starts both services for an organization whose clock stands still, and acts. */
export async function withOrganization(
  members: readonly Member[],
  act: (organization: Organization) => Promise<void>,
  { faults, watch, world: change = (world) => world }: OrganizationChange = {},
): Promise<void> {
  const clock = createTestClock(startMs, true);
  const world = change(organizationWorld(members, { nowMs: startMs }));
  const play = async (sandbox: Sandbox): Promise<void> => {
    await act({
      sandbox,
      clock,
      night: () => {
        const tonight = organizationWorld(members, { nowMs: startMs, isAfterTonight: true });
        sandbox.service.state.replaceData(tonight.service);
      },
      run: (action, options = {}) => runIn(sandbox, clock, { ...options, action }),
    });
  };
  await withSandbox(world, play, { now: () => clock.now(), ...(faults && { faults }), ...(watch && { watch }) });
}

async function runIn(
  { world, service, github }: Sandbox,
  clock: TestClock,
  { action, inputs, event, runNumber = 0, signal }: RunChange & { readonly action: string },
): Promise<ManyRun> {
  const before = { service: service.requests.length, github: github.requests.length };
  const options = playOptions({
    world: { ...world, inputs: {} },
    actionFile: join(import.meta.dirname, '..', '..', action, 'action.yml'),
    serviceUrl: service.url,
    githubUrl: github.url,
    inputs: { repositories: 'all', ...inputs },
    timeoutMs: 60_000,
  });
  // An hour later each time, so that the app has its requests again.
  clock.pass(hourMs);
  const result = await runAction({
    ...options,
    event: event ?? world.event,
    github: { ...options.github, runNumber },
    clock,
    ...(signal && { signal }),
  });
  expect({ stderr: result.stderr, unexpected: result.unexpected }).toEqual({ stderr: '', unexpected: [] });
  expect(result.stdout).not.toMatch(/sandbox defect|Scan Gate crashed/);
  const { outputs, log, stdout, summary } = result;
  expect(leaksOf([world.apiKey, world.githubToken], result, [outputs])).toEqual([]);
  const asked = github.requests.slice(before.github);
  return {
    result,
    outputs,
    failed: JSON.parse(outputs['failed'] ?? '') as readonly string[],
    service: service.requests.slice(before.service),
    github: asked,
    writes: asked
      .filter(({ method, url }) => method !== 'GET' && !url.endsWith('/graphql'))
      .map(({ method, url }) => `${method} ${url.replace('/repos/acme/', '')}`),
    shown: [log, stdout, summary, ...Object.values(outputs)].join('\n'),
  };
}

/** The issues of a repository. */
export function issuesOf({ sandbox }: Organization, name: string): readonly IssueData[] {
  return sandbox.github.state.neighbours.find((each) => each.name === name)?.issues ?? [];
}

/** REST requests, which alone count against the limits. */
export function countRest(requests: readonly RecordedRequest[]): number {
  return requests.filter(({ url }) => !url.endsWith('/graphql')).length;
}
