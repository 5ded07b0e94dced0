// Owns the figures of the client with a very long list: time, memory, and requests in flight.
import { round, type Figure } from './figure.ts';
import { readOnce, toExtremes, type Reading, type ReadingWay } from './reading.ts';
import { startSandbox, type SandboxProcess } from './sandbox-process.ts';

const runs = 2;

/** 100,000 bugs through the client, beside the same pages with fetch alone and beside a tenth of them. */
export async function measureClient(): Promise<readonly Figure[]> {
  const few = await withSandbox(10_000, async (sandbox) =>
    toExtremes(await readInTurn(['client'], sandbox)),
  );
  return await withSandbox(100_000, async (sandbox) => {
    const all = await readInTurn(['bare', 'client'], sandbox);
    const bare = toExtremes(all.filter(({ how }) => how === 'bare'));
    const many = toExtremes(all.filter(({ how }) => how === 'client'));
    const wrong = all.find(({ how, count }) => how === 'client' && count !== 100_000);
    if (wrong) throw new Error(`${wrong.count} bugs came, not 100,000`);
    return [
      {
        name: 'client-time',
        what: 'client: 100,000 bugs, over fetch and JSON alone',
        value: many.tookMs / bare.tookMs,
        unit: '×',
        from: `${round(many.tookMs / 1000)} s / ${round(bare.tookMs / 1000)} s, quickest of ${runs} each`,
      },
      {
        name: 'client-memory',
        what: 'client: peak memory of 100,000 bugs, over 10,000',
        value: many.peakMb / few.peakMb,
        unit: '×',
        from: `${round(many.peakMb)} MB / ${round(few.peakMb)} MB, highest of ${runs} each`,
      },
      {
        name: 'client-in-flight',
        what: 'client: most requests in flight',
        value: (await sandbox.count()).most,
        unit: 'requests',
        atMost: 6,
        from: 'as counted by the sandbox',
      },
    ];
  });
}

async function withSandbox<T>(
  bugCount: number,
  use: (sandbox: SandboxProcess) => Promise<T>,
): Promise<T> {
  // Without any latency there would never be two requests at a time.
  const sandbox = await startSandbox({ bugCount, delayMs: 2, nowMs: Date.now() });
  try {
    return await use(sandbox);
  } finally {
    sandbox.close();
  }
}

interface WayReading extends Reading {
  readonly how: ReadingWay;
}

/** In turn, so that no way alone meets the sandbox when it is warm. */
async function readInTurn(
  ways: readonly ReadingWay[],
  sandbox: SandboxProcess,
): Promise<readonly WayReading[]> {
  const readings: WayReading[] = [];
  for (let run = 0; run < runs; run++) {
    for (const how of ways) readings.push({ how, ...(await readOnce(how, sandbox)) });
  }
  return readings;
}
