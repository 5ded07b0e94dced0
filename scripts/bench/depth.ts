// Owns the figures of depth: how many answers of both APIs the gate waits for one after the other.
import { clean } from '../../sandbox/scenarios/clean.ts';
import { minuteMs } from '../../sandbox/scenarios/identity.ts';
import { startStage } from '../../sandbox/scenarios/play.ts';
import { thresholdExceeded } from '../../sandbox/scenarios/threshold-exceeded.ts';
import { createFaults, parseFault } from '../../sandbox/faults.ts';
import { round, type Figure } from './figure.ts';
import { runGate } from './gate-run.ts';

const delayMs = 200;
const runs = 5;

/** The time that latency adds, in latencies: with a comment that is there already, and with none. */
export async function measureDepth(): Promise<readonly Figure[]> {
  return [
    toFigure('existing comment', 4.4, await measure(true)),
    toFigure('new comment', 5.4, await measure(false)),
  ];
}

interface Times {
  readonly near: number;
  readonly far: number;
}

function toFigure(what: string, atMost: number, { near, far }: Times): Figure {
  return {
    name: `depth-${what.replace(' ', '-')}`,
    what: `gate: round trips one after the other, ${what}`,
    value: (far - near) / delayMs,
    unit: 'trips',
    atMost,
    from: `(${round(far)} − ${round(near)} ms) / ${delayMs} ms, quickest of ${runs}`,
  };
}

async function measure(hasComment: boolean): Promise<Times> {
  const near: number[] = [];
  const far: number[] = [];
  for (let run = 0; run < runs; run++) {
    near.push(await timeRun(hasComment, 0));
    far.push(await timeRun(hasComment, delayMs));
  }
  // What else the machine does can only add to the time.
  return { near: Math.min(...near), far: Math.min(...far) };
}

async function timeRun(hasComment: boolean, ms: number): Promise<number> {
  const nowMs = Date.now();
  const worlds = { before: clean.build(nowMs), now: thresholdExceeded.build(nowMs) };
  const faults = createFaults();
  let passedMs = 0;
  const stage = await startStage({
    world: hasComment ? worlds.before : worlds.now,
    faults,
    now: () => Date.now() + passedMs,
  });
  const addresses = { serviceUrl: stage.service.url, githubUrl: stage.github.url };
  try {
    if (hasComment) {
      await runGate({ world: worlds.before, ...addresses });
      stage.service.state.replaceData(worlds.now.service);
      passedMs = minuteMs;
    }
    if (ms > 0) faults.add(parseFault(`* * delay=${ms}`));
    const { tookMs, outputs } = await runGate({ world: worlds.now, ...addresses });
    const writes = stage.github.requests.filter(
      ({ method, url }) => method !== 'GET' && url.includes('/comments'),
    );
    const expected = hasComment ? ['POST', 'PATCH'] : ['POST'];
    if (writes.map(({ method }) => method).join() !== expected.join() || !outputs['comment-url']) {
      throw new Error('the comment was not written as this measurement expects');
    }
    return tookMs;
  } finally {
    await stage.close();
  }
}
