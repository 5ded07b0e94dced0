// The harness of the insights' tests: a world of the sandbox, and one run of the action in this process.
import { join } from 'node:path';
import { createFaults, type FaultRule } from '../../sandbox/faults.ts';
import type { RecordedRequest, SandboxRequest } from '../../sandbox/http.ts';
import type { RunnerResult } from '../../sandbox/runner/runner.ts';
import { insights } from '../../sandbox/scenarios/insights.ts';
import { playOptions, startServices } from '../../sandbox/scenarios/play.ts';
import type { ScenarioWorld } from '../../sandbox/scenarios/scenario.ts';
import { runInsights } from '../../src/insights/run.ts';
import { createTestClock, type TestClock } from '../harness/clock.ts';
import { leaksOf } from '../harness/leaks.ts';
import { runAction } from '../harness/run-action.ts';
import { expect } from '../jest.ts';

export const nowMs = Date.UTC(2026, 10, 20, 12);
const actionFile = join(import.meta.dirname, '..', '..', 'insights', 'action.yml');

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

export interface InsightsOptions {
  readonly inputs?: Texts;
  readonly faults?: readonly FaultRule[];
  readonly event?: { readonly name: string; readonly payload: unknown };
  /** Told of each request to either service before it is answered. */
  readonly watch?: (request: SandboxRequest, clock: TestClock) => void | Promise<void>;
  /** Decides which of several repositories is looked at first. */
  readonly runNumber?: number;
  /** Files that an earlier run left: path to text. */
  readonly workspace?: Texts;
  /** A folder that is the workspace and stays. */
  readonly checkout?: string;
  readonly signal?: AbortSignal;
}

export const quarterWorld = (): ScenarioWorld => insights.build(nowMs);

/** Runs the action once in a world whose clock stands still, and holds the run against what is true of every run. */
export async function runInsightsIn(
  world: ScenarioWorld,
  { inputs = {}, faults: rules = [], event, watch, runNumber, workspace, checkout, signal }: InsightsOptions = {},
): Promise<InsightsRun> {
  const faults = createFaults({ rules });
  const clock = createTestClock(nowMs, true);
  const services = await startServices({
    world,
    now: () => nowMs,
    faults: {
      intercept: async (request, raw, answer) => {
        await watch?.(request, clock);
        return faults.intercept(request, raw, answer);
      },
    },
  });
  try {
    const [step] = world.steps ?? [];
    const options = playOptions({
      world: { ...world, inputs: step?.inputs ?? {}, event: event ?? step?.event ?? world.event },
      serviceUrl: services.service.url,
      githubUrl: services.github.url,
      actionFile,
      inputs,
      ...(workspace && { workspace }),
    });
    const apiKey = options.inputs['api-key'] ?? '';
    const result = await runAction({
      ...options,
      secrets: apiKey === '' ? [] : [apiKey],
      clock,
      ...(checkout !== undefined && { checkout }),
      ...(signal && { signal }),
      github: { ...options.github, ...(runNumber !== undefined && { runNumber }) },
      run: runInsights,
    });
    const { outputs, log, stdout, summary, workspaceFiles: files } = result;
    expect({ stderr: result.stderr, unexpected: result.unexpected }).toEqual({ stderr: '', unexpected: [] });
    expect(stdout).not.toMatch(/sandbox defect|Scan Gate crashed/);
    expect(services.github.violations).toEqual([]);
    expect(leaksOf([world.apiKey, world.githubToken], result, [outputs, files])).toEqual([]);
    return {
      result,
      outputs,
      files,
      service: services.service.requests,
      github: services.github.requests,
      shown: [log, stdout, summary, ...Object.values(outputs), ...Object.values(files)].join('\n'),
    };
  } finally {
    await services.close();
  }
}
