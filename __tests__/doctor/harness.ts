// The harness of the doctor's tests: the sandbox's worlds, changed where a test says so, and one run in this process.
import { join } from 'node:path';
import { createFaults, type FaultRule } from '../../sandbox/faults.ts';
import type { RecordedRequest } from '../../sandbox/http.ts';
import type { RunnerResult } from '../../sandbox/runner/runner.ts';
import { findScenario } from '../../sandbox/scenarios/index.ts';
import { startServices } from '../../sandbox/scenarios/play.ts';
import type { ScenarioWorld } from '../../sandbox/scenarios/scenario.ts';
import { runAction } from '../harness/run-action.ts';

export const nowMs = Date.now();
const actionFile = join(import.meta.dirname, '..', '..', 'doctor', 'action.yml');

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

export interface ExaminationOptions {
  readonly inputs?: Readonly<Record<string, string>>;
  readonly faults?: readonly FaultRule[];
  readonly token?: string;
  readonly event?: { readonly name: string; readonly payload: unknown };
}

/** Runs the doctor once in a world. Throws when GitHub would have refused a request as malformed. */
export async function examine(
  world: ScenarioWorld,
  { inputs = {}, faults = [], token, event }: ExaminationOptions = {},
): Promise<Examination> {
  const services = await startServices({ world, faults: createFaults({ rules: faults }) });
  try {
    const { owner, name } = world.github;
    const result = await runAction({
      actionFile,
      inputs: { 'api-url': services.service.url, 'api-key': world.apiKey, ...inputs },
      secrets: [world.apiKey],
      event: event ?? world.steps?.[0]?.event ?? world.event,
      github: {
        apiUrl: services.github.url,
        serverUrl: services.github.url,
        repository: `${owner}/${name}`,
        sha: world.sha,
        ref: 'refs/heads/main',
        workflow: 'Doctor',
        job: 'doctor',
        runId: 1,
        runAttempt: 1,
        actor: 'priya-raman',
        token: token ?? world.githubToken,
      },
    });
    if (services.github.violations.length > 0) throw new Error(services.github.violations.join('\n'));
    const { outputs, log, stdout, summary } = result;
    return {
      result,
      outputs,
      report: JSON.parse(toJson(outputs['report'])) as DoctorDocument,
      service: services.service.requests,
      github: services.github.requests,
      shown: [log, stdout, summary, ...Object.values(outputs)].join('\n'),
    };
  } finally {
    await services.close();
  }
}

/** A run with wrong inputs has no report. */
function toJson(text = ''): string {
  return text === '' ? 'null' : text;
}

/** The check of this name. Throws where there is none. */
export function checkOf({ report }: Examination, id: string): DoctorDocument['checks'][number] {
  const check = report.checks.find((each) => each.id === id);
  if (check === undefined) throw new Error(`there is no check ${id}`);
  return check;
}
