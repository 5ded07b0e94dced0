// The harness of the insights' tests: a world of the sandbox, and one run of the action in this process.
import type { FaultRule } from '../../sandbox/faults.ts';
import type { RecordedRequest, SandboxRequest } from '../../sandbox/http.ts';
import type { RunnerResult } from '../../sandbox/runner/runner.ts';
import { insights } from '../../sandbox/scenarios/insights.ts';
import type { ScenarioWorld } from '../../sandbox/scenarios/scenario.ts';
import { createTestClock, type TestClock } from '../harness/clock.ts';
import { type RunChange, type Sandbox, shownBy, withSandbox } from '../harness/sandbox.ts';

export const nowMs = Date.UTC(2026, 10, 20, 12);

const nightIn = (visibility: 'public' | 'private') => ({
  name: 'schedule',
  payload: { repository: { visibility, private: visibility === 'private' } },
});
/** The event of a schedule, in a private repository and in a public one. */
export const night = nightIn('private');
export const publicNight = nightIn('public');

type Texts = Readonly<Record<string, string>>;

export interface InsightsRun {
  readonly result: RunnerResult;
  readonly outputs: Texts;
  readonly files: Texts;
  readonly service: readonly RecordedRequest[];
  readonly github: readonly RecordedRequest[];
  /** Everything that others can read. */
  readonly shown: string;
}

export interface InsightsOptions extends Pick<RunChange, 'inputs' | 'event' | 'workspace' | 'checkout' | 'signal'> {
  readonly faults?: readonly FaultRule[];
  /** Told of each request to either service before it is answered. */
  readonly watch?: (request: SandboxRequest, clock: TestClock, sandbox: Sandbox) => void | Promise<void>;
  /** Decides which of several repositories is looked at first. */
  readonly runNumber?: number;
}

export const quarterWorld = (): ScenarioWorld => insights.build(nowMs);

/** Runs the action once in a world whose clock stands still. */
export async function runInsightsIn(
  world: ScenarioWorld,
  { inputs, faults = [], watch, runNumber = 1, ...change }: InsightsOptions = {},
): Promise<InsightsRun> {
  const clock = createTestClock(nowMs, true);
  const [step] = world.steps ?? [];
  const given: RunChange = {
    ...{ action: 'insights', event: step?.event ?? world.event, clock, github: { runNumber }, ...change },
    inputs: { ...step?.inputs, ...inputs },
  };
  const options = {
    faults,
    now: () => nowMs,
    watch: (request: SandboxRequest, sandbox: Sandbox) => watch?.(request, clock, sandbox),
  };
  const result = await withSandbox(world, (sandbox) => sandbox.run(given), options);
  const { outputs, workspaceFiles: files, requests } = result;
  return { result, outputs, files, ...requests, shown: shownBy(result) };
}
