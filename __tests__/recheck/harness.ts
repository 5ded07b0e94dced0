// The harness of recheck's tests: the gate runs, the world changes, recheck looks, and the gate runs again if it was started.
import { endAttempt } from '../../sandbox/github/attempts.ts';
import type { RunData } from '../../sandbox/github/data.ts';
import type { RecordedRequest } from '../../sandbox/http.ts';
import type { RunnerResult } from '../../sandbox/runner/runner.ts';
import type { ScenarioWorld } from '../../sandbox/scenarios/scenario.ts';
import type { RequestLimits } from '../../src/recheck/recheck-repository.ts';
import { runRecheck } from '../../src/recheck/run.ts';
import { createTestClock, type TestClock } from '../harness/clock.ts';
import { type Sandbox, type SandboxOptions, withSandbox } from '../harness/sandbox.ts';
import { withPermissions } from '../harness/worlds.ts';

export const startMs = Date.UTC(2026, 10, 20, 9);
export const hourMs = 3_600_000;

export type Texts = Readonly<Record<string, string>>;

export interface SweepOptions {
  readonly inputs?: Texts;
  readonly event?: { readonly name: string; readonly payload: unknown };
  readonly runNumber?: number;
  readonly signal?: AbortSignal;
  readonly limits?: RequestLimits;
}

/** An entry of the output `rerun`. */
export interface RerunEntry {
  readonly repository: string;
  readonly pullRequest: number;
  readonly runId: number;
  readonly was: string;
  readonly now: string;
}

/** What one run of recheck said and asked. */
export interface Sweep {
  readonly result: RunnerResult;
  readonly outputs: Texts;
  readonly rerun: readonly RerunEntry[];
  readonly skipped: readonly {
    readonly repository: string;
    readonly pullRequest: number | null;
    readonly why: string;
  }[];
  readonly failed: readonly string[];
  readonly service: readonly RecordedRequest[];
  readonly github: readonly RecordedRequest[];
  /** Requests that started a run. */
  readonly starts: readonly string[];
}

export interface Stage {
  readonly sandbox: Sandbox;
  readonly clock: TestClock;
  /** The first run of the repository. */
  readonly run: RunData;
  /** Runs the gate as the newest attempt of its run, which ends with it. */
  readonly gate: (inputs?: Texts) => Promise<RunnerResult>;
  readonly recheck: (options?: SweepOptions) => Promise<Sweep>;
}

export interface StageOptions extends Pick<SandboxOptions, 'faults' | 'watch'> {
  readonly startMs?: number;
}

/** Starts both services for a world whose clock stands still, and acts. */
export async function withStage<Value>(
  build: (nowMs: number) => ScenarioWorld,
  act: (stage: Stage) => Promise<Value>,
  { startMs: beginMs = startMs, ...options }: StageOptions = {},
): Promise<Value> {
  const clock = createTestClock(beginMs, true);
  const world = withPermissions(build(clock.now()), { actions: 'write' });
  const play = async (sandbox: Sandbox): Promise<Value> => {
    const [run] = sandbox.github.state.runs;
    if (run === undefined) throw new Error('the world has a run');
    run.createdAt ??= new Date(clock.now()).toISOString();
    run.startedAt ??= run.createdAt;
    return await act({
      sandbox,
      clock,
      run,
      gate: async (inputs = {}) => {
        const github = { runAttempt: run.attempt };
        const result = await sandbox.run({ clock, inputs, github });
        endAttempt(run, result.conclusion);
        return result;
      },
      recheck: (sweep = {}) => recheckIn(sandbox, clock, sweep),
    });
  };
  return await withSandbox(world, play, { ...options, now: () => clock.now() });
}

/** A sweep, and the runs as it left them. */
export interface SweptStage extends Sweep {
  readonly runs: readonly RunData[];
}

/** Sweeps once in a world of its own. */
export async function sweepIn(
  build: (nowMs: number) => ScenarioWorld,
  options: SweepOptions = {},
  stageOptions: StageOptions = {},
): Promise<SweptStage> {
  const sweep = async ({ recheck, sandbox }: Stage): Promise<SweptStage> => ({
    ...(await recheck(options)),
    runs: sandbox.github.state.runs,
  });
  return await withStage(build, sweep, stageOptions);
}

async function recheckIn(sandbox: Sandbox, clock: TestClock, sweep: SweepOptions): Promise<Sweep> {
  const { inputs = {}, runNumber = 1, limits, signal, event } = sweep;
  const result = await sandbox.run({
    action: 'recheck',
    inputs,
    event: event ?? { name: 'schedule', payload: { repository: repositoryOf(sandbox.world) } },
    github: { runNumber },
    clock,
    ...(signal && { signal }),
    run: (dependencies) => runRecheck(dependencies, limits),
  });
  const { outputs, requests } = result;
  return {
    ...{ result, outputs, ...requests },
    rerun: JSON.parse(outputs['rerun'] ?? '') as Sweep['rerun'],
    skipped: JSON.parse(outputs['skipped'] ?? '') as Sweep['skipped'],
    failed: JSON.parse(outputs['failed'] ?? '') as Sweep['failed'],
    starts: requests.github.filter(isStart).map(({ url }) => url.replace(/.*\/actions\//, '')),
  };
}

/** Whether a request starts a run again. */
export function isStart({ method, url }: Pick<RecordedRequest, 'method' | 'url'>): boolean {
  return method === 'POST' && url.includes('/actions/');
}

function repositoryOf({ event }: ScenarioWorld): unknown {
  const { payload } = event;
  return typeof payload === 'object' && payload !== null && 'repository' in payload ? payload.repository : {};
}
