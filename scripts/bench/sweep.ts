// Many repositories in one run, without latency: the memory of two hundred, and what it takes to choose among thousands.
import { join } from 'node:path';
import { organizationWorld as gatesOfMany } from '../../__tests__/recheck/worlds.ts';
import { makeMembers, organizationWorld } from '../../sandbox/scenarios/organization.ts';
import { startServices } from '../../sandbox/scenarios/play.ts';
import type { Figure } from './figure.ts';
import { runGate, runGateForMemory } from './gate-run.ts';

const repositories = 200;
const root = join(import.meta.dirname, '..', '..');
/** A run looks at about one in 256 of them: the time goes into choosing them. */
const names = 4_000;
const fewNames = 400;
const runs = 3;

/** The most memory of each action, and how much longer it takes to choose among ten times as many repositories. */
export async function measureSweep(): Promise<readonly Figure[]> {
  return [...(await measureMemory()), await measureNames()];
}

async function measureNames(): Promise<Figure> {
  const [few, many] = [await shortestMs(fewNames), await shortestMs(names)];
  return {
    name: 'sweep-names',
    what: '`all` of 4,000 repositories in 256 shards, over 400',
    value: many / few,
    unit: '×',
    atMost: 10,
    from: `${(many / 1000).toFixed(2)} s / ${(few / 1000).toFixed(2)} s, shortest of ${runs} each`,
  };
}

async function shortestMs(count: number): Promise<number> {
  const others = Array.from({ length: count - 1 }, (_, at) => `repo-${at + 1}`);
  const world = {
    ...gatesOfMany(others, {
      nowMs: Date.now(),
      specsOf: (name) => (name === 'storefront' ? [{ number: 1, was: 'passed' }] : []),
    }),
    event: { name: 'schedule', payload: { repository: { visibility: 'private' } } },
    inputs: { repositories: 'all', shard: '1/256' },
  };
  const services = await startServices({ world });
  const options = {
    world,
    actionFile: join(root, 'recheck', 'action.yml'),
    serviceUrl: services.service.url,
    githubUrl: services.github.url,
  };
  try {
    const times: number[] = [];
    for (let run = 0; run < runs; run++) times.push((await runGate(options)).tookMs);
    return Math.min(...times);
  } finally {
    await services.close();
  }
}

async function measureMemory(): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const action of ['watch', 'doctor']) {
    const world = {
      ...organizationWorld(makeMembers(repositories), { nowMs: Date.now() }),
      inputs: { repositories: 'all' },
    };
    const services = await startServices({ world });
    try {
      const { peakMb } = await runGateForMemory({
        world,
        actionFile: join(root, action, 'action.yml'),
        serviceUrl: services.service.url,
        githubUrl: services.github.url,
      });
      figures.push({
        name: `sweep-memory-${action}`,
        what: `peak memory of ${action} for ${repositories} repositories`,
        value: peakMb,
        unit: 'MB',
        atMost: 350,
        from: 'the resident set',
      });
    } finally {
      await services.close();
    }
  }
  return figures;
}
