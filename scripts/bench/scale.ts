// Scale and memory: the gate with very many pending bugs, each answer late.
import * as v from 'valibot';
import { storefront } from '../../sandbox/scenarios/storefront/names.ts';
import { type Figure, round } from './figure.ts';
import { runGateForMemory } from './gate-run.ts';
import { type SandboxAddresses, withSandbox } from './sandbox-process.ts';
import { worldOf } from './world.ts';

const delayMs = 50;
const runs = 3;

/** Time over that of reading the pages one after the other, growth, and the most memory. */
export async function measureScale(): Promise<readonly Figure[]> {
  const few = await measureGate(10_000);
  const many = await measureGate(100_000);
  const from = (over: number, under: number): string =>
    `${round(over / 1000)} s / ${round(under / 1000)} s, shortest of ${runs} each`;
  return [
    {
      name: 'scale-time',
      what: '10,000 bugs at 50 ms, over page by page',
      value: few.tookMs / few.pageByPageMs,
      unit: '×',
      atMost: 0.5,
      from: from(few.tookMs, few.pageByPageMs),
    },
    {
      name: 'scale-growth',
      what: '100,000 bugs, over 10,000',
      value: many.tookMs / few.tookMs,
      unit: '×',
      atMost: 12,
      from: from(many.tookMs, few.tookMs),
    },
    toMemory('10,000', few.peakMb, 200),
    toMemory('100,000', many.peakMb, 450),
  ];
}

function toMemory(count: string, peakMb: number, atMost: number): Figure {
  return {
    name: `memory-${count.replace(',', '')}`,
    what: `peak memory of ${count} bugs`,
    value: peakMb,
    unit: 'MB',
    atMost,
    from: `the resident set, highest of ${runs}`,
  };
}

interface Measured {
  readonly tookMs: number;
  readonly peakMb: number;
  /** Nobody waits for it with 100,000 bugs. */
  readonly pageByPageMs: number;
}

async function measureGate(bugCount: number): Promise<Measured> {
  const nowMs = Date.now();
  return await withSandbox({ bugCount, delayMs, nowMs }, async (addresses) => {
    const gate = [];
    const pageByPage = [];
    for (let run = 0; run < runs; run++) {
      const { outputs, ...each } = await runGateForMemory({
        world: worldOf(0, nowMs),
        ...addresses,
      });
      const { pending = 'no' } = outputs;
      if (pending !== String(bugCount)) throw new Error(`${pending} of ${bugCount} bugs counted`);
      gate.push(each);
      if (bugCount <= 10_000) pageByPage.push(await timePageByPage(addresses));
    }
    // Other work of the machine can only add to the time.
    return {
      tookMs: Math.min(...gate.map(({ tookMs }) => tookMs)),
      peakMb: Math.max(...gate.map(({ peakMb }) => peakMb)),
      pageByPageMs: Math.min(...pageByPage),
    };
  });
}

const page = v.object({ bugs: v.array(v.unknown()), total: v.number() });

/** Reads every pending bug with nothing but `fetch` and JSON.parse. */
async function timePageByPage({ serviceUrl }: SandboxAddresses): Promise<number> {
  const headers = { authorization: `Bearer ${storefront.apiKey}` };
  const start = performance.now();
  for (let offset = 0, total = Infinity; offset < total; offset += 100) {
    const query = `repo_id=${storefront.repoId}&status=pending&limit=100&offset=${offset}`;
    const response = await fetch(`${serviceUrl}/public/v1/bugs?${query}`, { headers });
    total = v.parse(page, await response.json()).total;
  }
  return performance.now() - start;
}
