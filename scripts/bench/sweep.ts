// Memory of the actions that look at two hundred repositories in one run, without latency.
import { join } from 'node:path';
import { makeMembers, organizationWorld } from '../../sandbox/scenarios/organization.ts';
import { startServices } from '../../sandbox/scenarios/play.ts';
import type { Figure } from './figure.ts';
import { runGateForMemory } from './gate-run.ts';

const repositories = 200;
const root = join(import.meta.dirname, '..', '..');

/** The most memory of each. */
export async function measureSweep(): Promise<readonly Figure[]> {
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
