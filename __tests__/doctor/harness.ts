// The harness of the doctor's tests: the sandbox's worlds, changed where a test says so, and one run in this process.
import type { FaultRule } from '../../sandbox/faults.ts';
import type { RecordedRequest } from '../../sandbox/http.ts';
import type { RunnerResult } from '../../sandbox/runner/runner.ts';
import { findScenario } from '../../sandbox/scenarios/index.ts';
import type { ScenarioWorld } from '../../sandbox/scenarios/scenario.ts';
import { type RunChange, shownBy, withSandbox } from '../harness/sandbox.ts';

export const nowMs = Date.now();

export const nightlyWorld = (): ScenarioWorld => findScenario('doctor').build(nowMs);
export const headsWorld = (): ScenarioWorld => findScenario('doctor-heads').build(nowMs);

export interface ShownVerdict {
  readonly verdict: string;
  readonly reason: string | null;
  readonly bugs: number | null;
  readonly securityBugs: number | null;
}

/** As much of the output `report` as the tests read. */
export interface DoctorDocument {
  readonly checks: readonly {
    readonly id: string;
    readonly status: string;
    readonly what: string;
    readonly advice: readonly string[];
    readonly line: string | null;
  }[];
  readonly setUps: readonly {
    readonly name: string;
    readonly replayed: number;
    readonly red: number;
    readonly sentence: string;
    readonly foundSince: { readonly day: string; readonly red: number } | null;
  }[];
  readonly pullRequests: readonly {
    readonly number: number;
    readonly verdicts: Readonly<Record<string, ShownVerdict>>;
  }[];
  readonly notReplayed: number;
  readonly workflow: string | null;
  readonly trust: object | null;
}

export interface Examination {
  readonly result: RunnerResult;
  readonly outputs: Readonly<Record<string, string>>;
  readonly report: DoctorDocument;
  readonly service: readonly RecordedRequest[];
  readonly github: readonly RecordedRequest[];
  /** Everything that others can read. */
  readonly shown: string;
}

export interface ExaminationOptions extends Pick<RunChange, 'inputs' | 'event'> {
  readonly faults?: readonly FaultRule[];
  readonly token?: string;
}

export async function examine(
  world: ScenarioWorld,
  { faults = [], token = world.githubToken, ...change }: ExaminationOptions = {},
): Promise<Examination> {
  const event = world.steps?.[0]?.event ?? world.event;
  const given: RunChange = { action: 'doctor', event, github: { token }, ...change };
  const result = await withSandbox(world, (sandbox) => sandbox.run(given), { faults });
  const { outputs, requests } = result;
  const report = JSON.parse(toJson(outputs['report'])) as DoctorDocument;
  return { result, outputs, report, ...requests, shown: shownBy(result) };
}

/** A run with wrong inputs has no report. */
function toJson(text = ''): string {
  return text === '' ? 'null' : text;
}

export function checkOf({ report }: Examination, id: string): DoctorDocument['checks'][number] {
  const check = report.checks.find((each) => each.id === id);
  if (check === undefined) throw new Error(`there is no check ${id}`);
  return check;
}
