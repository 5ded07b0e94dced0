// Owns the figures of scale: the gate with very many pending bugs, each answer late.
import { round, type Figure } from './figure.ts';
import { runGate, type GateRun } from './gate-run.ts';
import { readOnce, toExtremes, type Extremes } from './reading.ts';
import { startSandbox, type SandboxProcess } from './sandbox-process.ts';
import { worldOf } from './world.ts';

const delayMs = 50;
const runs = 3;

/** Time against that of reading the pages one after the other, growth, and the most memory. */
export async function measureScale(): Promise<readonly Figure[]> {
  const few = await withSandbox(10_000, async (sandbox, run) => ({
    gate: await repeat(run),
    pageByPage: await repeat(async () => await readOnce('page-by-page', sandbox)),
  }));
  const many = await withSandbox(100_000, async (_, run) => await repeat(run));
  return [
    {
      name: 'scale-time',
      what: 'gate: 10,000 bugs at 50 ms, over page by page',
      value: few.gate.tookMs / few.pageByPage.tookMs,
      unit: '×',
      atMost: 0.5,
      from: `${toSeconds(few.gate)} / ${toSeconds(few.pageByPage)}, quickest of ${runs} each`,
    },
    {
      name: 'scale-growth',
      what: 'gate: 100,000 bugs, over 10,000',
      value: many.tookMs / few.gate.tookMs,
      unit: '×',
      atMost: 12,
      from: `${toSeconds(many)} / ${toSeconds(few.gate)}, quickest of ${runs} each`,
    },
    memory('10,000', few.gate, 200),
    memory('100,000', many, 400),
  ];
}

function toSeconds({ tookMs }: Extremes): string {
  return `${round(tookMs / 1000)} s`;
}

function memory(count: string, { peakMb }: Extremes, atMost: number): Figure {
  return {
    name: `scale-memory-${count.replace(',', '')}`,
    what: `gate: peak memory of ${count} bugs`,
    value: peakMb,
    unit: 'MB',
    atMost,
    from: `the resident set, highest of ${runs}`,
  };
}

async function repeat(run: () => Promise<Extremes>): Promise<Extremes> {
  const all: Extremes[] = [];
  for (let time = 0; time < runs; time++) all.push(await run());
  return toExtremes(all);
}

async function withSandbox<T>(
  bugCount: number,
  use: (sandbox: SandboxProcess, run: () => Promise<GateRun>) => Promise<T>,
): Promise<T> {
  const nowMs = Date.now();
  const sandbox = await startSandbox({ bugCount, delayMs, nowMs });
  try {
    const { serviceUrl, githubUrl } = sandbox;
    return await use(sandbox, async () => {
      const run = await runGate({ world: worldOf(0, nowMs), serviceUrl, githubUrl });
      const { pending = 'no' } = run.outputs;
      if (pending !== String(bugCount)) throw new Error(`${pending} of ${bugCount} bugs counted`);
      return run;
    });
  } finally {
    sandbox.close();
  }
}
