// Owns the figures of scale: the gate with very many pending bugs, each answer late.
import { round, type Figure } from './figure.ts';
import { runGate, type GateRun } from './gate-run.ts';
import { startSandbox } from './sandbox-process.ts';
import { worldOf } from './world.ts';

const delayMs = 50;
const pageSize = 100;

/** Time against that of reading the pages one after the other, growth, and the most memory. */
export async function measureScale(): Promise<readonly Figure[]> {
  const [few, many] = [10_000, 100_000];
  const run = { few: await runWith(few, 3), many: await runWith(many, 1) };
  const oneByOneMs = (few / pageSize) * delayMs;
  return [
    {
      name: 'scale-time',
      what: 'gate: 10,000 bugs at 50 ms, over page by page',
      value: run.few.tookMs / oneByOneMs,
      unit: '×',
      atMost: 0.5,
      from: `${round(run.few.tookMs / 1000)} s, quickest of 3 / ${round(oneByOneMs / 1000)} s, computed`,
    },
    {
      name: 'scale-growth',
      what: 'gate: 100,000 bugs, over 10,000',
      value: run.many.tookMs / run.few.tookMs,
      unit: '×',
      atMost: 12,
      from: `${round(run.many.tookMs / 1000)} s / ${round(run.few.tookMs / 1000)} s`,
    },
    memory('10,000', run.few, 200),
    memory('100,000', run.many, 400),
  ];
}

function memory(count: string, { peakMb }: GateRun, atMost: number): Figure {
  return {
    name: `scale-memory-${count.replace(',', '')}`,
    what: `gate: peak memory of ${count} bugs`,
    value: peakMb,
    unit: 'MB',
    atMost,
    from: 'the resident set of the process at its largest',
  };
}

/** The quickest of some runs: what else the machine does can only add to the time. */
async function runWith(bugCount: number, times: number): Promise<GateRun> {
  const nowMs = Date.now();
  const sandbox = await startSandbox({ bugCount, delayMs, nowMs });
  try {
    const { serviceUrl, githubUrl } = sandbox;
    const runs: GateRun[] = [];
    for (let time = 0; time < times; time++) {
      runs.push(await runGate({ world: worldOf(0, nowMs), serviceUrl, githubUrl }));
    }
    const wrong = runs.find(({ outputs }) => outputs['pending'] !== String(bugCount));
    if (wrong) throw new Error(`${wrong.outputs['pending'] ?? 'no'} of ${bugCount} bugs counted`);
    return runs.reduce((best, run) => (run.tookMs < best.tookMs ? run : best));
  } finally {
    sandbox.close();
  }
}
