// The harness of sweeps: an organization in the sandbox, and actions that look at many of its repositories.
import type { IssueData } from '../../sandbox/github/data.ts';
import type { RecordedRequest } from '../../sandbox/http.ts';
import type { RunnerResult } from '../../sandbox/runner/runner.ts';
import { type Member, organizationWorld, toEvent } from '../../sandbox/scenarios/organization.ts';
import type { ScenarioWorld } from '../../sandbox/scenarios/scenario.ts';
import { createTestClock, type TestClock } from '../harness/clock.ts';
import {
  type RunChange,
  type Sandbox,
  type SandboxOptions,
  shownBy,
  withSandbox,
  writesOf,
} from '../harness/sandbox.ts';

const hourMs = 3_600_000;
const startMs = Date.UTC(2026, 10, 20, 9);

export interface OrganizationRun extends Pick<RunChange, 'inputs' | 'event' | 'signal'> {
  readonly runNumber?: number;
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
  run(action: 'watch' | 'doctor', change?: OrganizationRun): Promise<ManyRun>;
}

export interface OrganizationChange extends Pick<SandboxOptions, 'faults' | 'watch'> {
  readonly world?: (world: ScenarioWorld) => ScenarioWorld;
}

export const inPublic = toEvent('public');

/** Starts both services for an organization whose clock stands still, and acts. */
export async function withOrganization(
  members: readonly Member[],
  act: (organization: Organization) => Promise<void>,
  { world: change = (world) => world, ...options }: OrganizationChange = {},
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
      run: (action, change = {}) => runIn(sandbox, clock, { ...change, action }),
    });
  };
  await withSandbox(world, play, { ...options, now: () => clock.now() });
}

async function runIn(
  sandbox: Sandbox,
  clock: TestClock,
  { inputs, runNumber = 0, ...change }: OrganizationRun & Pick<RunChange, 'action'>,
): Promise<ManyRun> {
  // An hour later each time, so that the app has its requests again.
  clock.pass(hourMs);
  const given = { ...change, inputs: { repositories: 'all', ...inputs }, github: { runNumber }, clock };
  const result = await sandbox.run(given);
  const { outputs, requests } = result;
  return {
    ...{ result, outputs, ...requests },
    failed: JSON.parse(outputs['failed'] ?? '') as readonly string[],
    writes: writesOf(result, '/repos/acme/'),
    shown: shownBy(result),
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
