// Time and memory of the insights with very many bugs, without latency.
import { join } from 'node:path';
import type { Figure } from './figure.ts';
import { runGateForMemory } from './gate-run.ts';
import { withSandbox } from './sandbox-process.ts';
import { worldOf } from './world.ts';

const bugCount = 10_000;
const runs = 3;
const actionFile = join(import.meta.dirname, '..', '..', 'insights', 'action.yml');

/** Seconds from the start of the process to its end, its files written, and the most memory. */
export async function measureInsights(): Promise<readonly Figure[]> {
  const nowMs = Date.now();
  const measured = await withSandbox({ bugCount, delayMs: 0, nowMs }, async (addresses) => {
    const all = [];
    for (let run = 0; run < runs; run++) {
      const { outputs, ...each } = await runGateForMemory({ world: worldOf(0, nowMs), actionFile, ...addresses });
      const { pending = 'no' } = outputs;
      if (pending !== String(bugCount)) throw new Error(`${pending} of ${bugCount} bugs counted`);
      all.push(each);
    }
    return all;
  });
  return [
    {
      name: 'insights-time',
      what: 'insights of 10,000 bugs',
      value: Math.min(...measured.map(({ tookMs }) => tookMs)) / 1000,
      unit: 's',
      atMost: 6,
      from: `shortest of ${runs}`,
    },
    {
      name: 'insights-memory',
      what: 'peak memory of insights of 10,000 bugs',
      value: Math.max(...measured.map(({ peakMb }) => peakMb)),
      unit: 'MB',
      atMost: 300,
      from: `the resident set, highest of ${runs}`,
    },
  ];
}
