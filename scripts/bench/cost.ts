// What a run of each kind costs: its requests to both APIs and its time, for the table in docs/maintainers/performance.md.
import { type GateSpec, gatesWorld, headOf, organizationWorld as gatesOfMany } from '../../__tests__/recheck/worlds.ts';
import { createFaults, parseFault } from '../../sandbox/faults.ts';
import { doctor } from '../../sandbox/scenarios/doctor.ts';
import { insights } from '../../sandbox/scenarios/insights.ts';
import { makeMembers, organizationWorld } from '../../sandbox/scenarios/organization.ts';
import { playSteps, startServices } from '../../sandbox/scenarios/play.ts';
import { recheck } from '../../sandbox/scenarios/recheck.ts';
import type { ScenarioWorld } from '../../sandbox/scenarios/scenario.ts';
import { setUpInputs, setUps } from '../../sandbox/scenarios/set-ups.ts';
import { watch } from '../../sandbox/scenarios/watch.ts';
import { worldOf } from './world.ts';

/** Before each answer: about what a service far away takes. */
export const COST_DELAY_MS = 100;

/** Two hundred repositories take minutes. */
const TIMEOUT_MS = 20 * 60_000;

export interface Cost {
  /** Markdown. */
  readonly what: string;
  readonly serviceRequests: number;
  readonly githubRequests: number;
  /** From the start of the process to its end. */
  readonly tookMs: number;
}

interface CostSource {
  readonly build: (nowMs: number) => ScenarioWorld;
  /** Each step of the world has a name; one with null is played and not shown. */
  readonly steps: readonly (string | null)[];
}

const sources: readonly CostSource[] = [
  {
    build: setUps.build,
    steps: ['gate, `pull-request-scans`, scan finished', 'gate, `nightly-scans`', 'gate, `release`'],
  },
  {
    build: (nowMs) => ({ ...worldOf(10_000, nowMs), inputs: setUpInputs[1] ?? {} }),
    steps: ['gate, `nightly-scans`, 10,000 pending bugs'],
  },
  { build: watch.build, steps: [null, '`watch`, a night with new bugs'] },
  { build: doctor.build, steps: ['`doctor`, 20 pull requests'] },
  { build: manyWorld(50), steps: [null, '`watch`, 50 repositories, 5 with a new bug', '`doctor`, 50 repositories'] },
  {
    build: manyWorld(200),
    steps: [null, '`watch`, 200 repositories, 20 with a new bug', '`doctor`, 200 repositories'],
  },
  { build: sweptWorld, steps: ['`recheck`, 100 open pull requests without news'] },
  { build: floodedWorld, steps: ['`recheck`, the same behind 300 of forks with 51 comments each'] },
  { build: recheck.build, steps: [null, '`recheck`, one gate that runs again'] },
  { build: openWorld(200), steps: ['`recheck`, 200 repositories with 2 open pull requests each, without news'] },
  { build: insights.build, steps: ['`insights`, 125 bugs'] },
  { build: quarterWorld(50), steps: ['`insights`, 50 repositories'] },
  { build: quarterWorld(200), steps: ['`insights`, 200 repositories'] },
];

/** The second night of the watch, and the doctor after it. */
function manyWorld(count: number): (nowMs: number) => ScenarioWorld {
  return (nowMs) => {
    const members = makeMembers(count);
    const world = organizationWorld(members, { nowMs });
    const { service } = organizationWorld(members, { nowMs, isAfterTonight: true });
    const { event } = world;
    const night = { title: 'A night.', action: 'watch/action.yml', event, inputs: { repositories: 'all' } };
    return {
      ...world,
      // The limit of requests in an hour is not measured here.
      github: { ...world.github, requestsPerHour: 20_000 },
      steps: [night, { ...night, service }, { ...night, title: 'Before it.', action: 'doctor/action.yml' }],
    };
  };
}

/** Gates of the set-up for pull requests, whose verdicts stand. */
function toSpecs(count: number, parts: (number: number) => Partial<GateSpec>): readonly GateSpec[] {
  const inputs = setUpInputs[0] ?? {};
  return Array.from({ length: count }, (_, index): GateSpec => ({
    ...{ number: index + 1, was: 'passed', inputs, scannedHoursAgo: 2 },
    ...parts(index + 1),
  }));
}

function sweptWorld(nowMs: number): ScenarioWorld {
  return toSweep(
    toSpecs(100, () => ({})),
    nowMs,
  );
}

/** Newer pull requests of somebody without rights, each with more comments than one query brings. */
function floodedWorld(nowMs: number): ScenarioWorld {
  const forks = toSpecs(300, (at) => {
    const number = 1_000 + at;
    const head = { sha: headOf(number), ref: `branch-${number}`, repository: 'sam-visitor/storefront' };
    return { number, remarks: 50, author: 'sam-visitor', pull: { head } };
  });
  return toSweep([...toSpecs(100, () => ({})), ...forks], nowMs);
}

function toSweep(specs: readonly GateSpec[], nowMs: number): ScenarioWorld {
  const world = gatesWorld(specs, nowMs);
  const event = { name: 'schedule', payload: { repository: { visibility: 'private' } } };
  return { ...world, steps: [{ title: 'A sweep.', action: 'recheck/action.yml', event, inputs: {} }] };
}

/** Repositories with two open pull requests each, whose verdicts stand. */
function openWorld(count: number): (nowMs: number) => ScenarioWorld {
  return (nowMs) => toMany(count, { action: 'recheck/action.yml', specsOf: () => toSpecs(2, () => ({})), nowMs });
}

/** Repositories with two open pull requests and a bug each. */
function quarterWorld(count: number): (nowMs: number) => ScenarioWorld {
  const specsOf = (): readonly GateSpec[] => [
    { number: 1, was: 'passed' },
    { number: 2, was: 'failed' },
  ];
  return (nowMs) => toMany(count, { action: 'insights/action.yml', specsOf, nowMs });
}

interface ManyOptions {
  readonly action: string;
  readonly specsOf: () => readonly GateSpec[];
  readonly nowMs: number;
}

/** A run over so many repositories, the workflow's own among them. */
function toMany(count: number, { action, specsOf, nowMs }: ManyOptions): ScenarioWorld {
  const names = Array.from({ length: count - 1 }, (_, index) => `repo-${index + 1}`);
  const event = { name: 'schedule', payload: { repository: { visibility: 'private' } } };
  const world = gatesOfMany(names, { nowMs, specsOf });
  const github = { ...world.github, requestsPerHour: 20_000 };
  return { ...world, github, steps: [{ title: 'All of them.', action, event, inputs: { repositories: 'all' } }] };
}

/** Plays each once against local services; the counts are the same every time. */
export async function measureCosts(): Promise<readonly Cost[]> {
  const costs: Cost[] = [];
  for (const source of sources) costs.push(...(await measureSteps(source)));
  return costs;
}

async function measureSteps({ build, steps }: CostSource): Promise<readonly Cost[]> {
  const world = build(Date.now());
  const faults = createFaults({ rules: [parseFault(`* * delay=${COST_DELAY_MS}`)] });
  const services = await startServices({ world, faults });
  const costs: Cost[] = [];
  try {
    let before = { service: 0, github: 0, atMs: performance.now() };
    for await (const { result } of playSteps(services, world, { timeoutMs: TIMEOUT_MS })) {
      if (result.unexpected.length > 0) throw new Error(result.log);
      const after = {
        service: services.service.requests.length,
        github: services.github.requests.length,
        atMs: performance.now(),
      };
      const what = steps[costs.length] ?? null;
      costs.push({
        what: what ?? '',
        serviceRequests: after.service - before.service,
        githubRequests: after.github - before.github,
        tookMs: after.atMs - before.atMs,
      });
      before = { ...after, atMs: performance.now() };
    }
  } finally {
    await services.close();
  }
  return costs.filter(({ what }) => what !== '');
}
