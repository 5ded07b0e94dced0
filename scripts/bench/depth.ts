// Depth: how many answers of both APIs the gate waits for one after the other, and how many round trips over TLS.
import { type Figure, round } from './figure.ts';
import { timePullRequest } from './pull-request.ts';
import { makeCertificate } from './tls.ts';

const delayMs = 200;
const roundTripMs = 100;
const runs = 5;

/** The time that latency adds, in latencies: with a comment that is there already, and with none. */
export async function measureDepth(): Promise<readonly Figure[]> {
  return [
    await measure({ what: 'existing comment', hasComment: true, atMost: 5.4 }),
    await measure({ what: 'new comment', hasComment: false, atMost: 6.4 }),
    await measureOverTls(),
  ];
}

/** The time that the distance adds, in round trips: those of the answers, and those of the handshakes that a run waits for. */
async function measureOverTls(): Promise<Figure> {
  const certificate = makeCertificate();
  const time = async (distanceMs: number): Promise<number> =>
    await timePullRequest({ hasComment: true, delayMs: 0, tls: { certificate, roundTripMs: distanceMs } });
  const [near, far]: [number[], number[]] = [[], []];
  try {
    for (let run = 0; run < runs; run++) {
      near.push(await time(0));
      far.push(await time(roundTripMs));
    }
  } finally {
    certificate.remove();
  }
  const [nearMs, farMs] = [Math.min(...near), Math.min(...far)];
  return {
    name: 'depth-tls',
    what: 'round trips over TLS, existing comment, with handshakes',
    value: (farMs - nearMs) / roundTripMs,
    unit: 'trips',
    atMost: 9.4,
    from: `(${round(farMs)} − ${round(nearMs)} ms) / ${roundTripMs} ms, shortest of ${runs}`,
  };
}

interface Kind {
  readonly what: string;
  readonly hasComment: boolean;
  readonly atMost: number;
}

async function measure({ what, hasComment, atMost }: Kind): Promise<Figure> {
  const near: number[] = [];
  const far: number[] = [];
  for (let run = 0; run < runs; run++) {
    near.push(await timePullRequest({ hasComment, delayMs: 0 }));
    far.push(await timePullRequest({ hasComment, delayMs }));
  }
  // Other work of the machine can only add to the time.
  const [nearMs, farMs] = [Math.min(...near), Math.min(...far)];
  return {
    name: `depth-${what.replace(' ', '-')}`,
    what: `round trips one after the other, ${what}`,
    value: (farMs - nearMs) / delayMs,
    unit: 'trips',
    atMost,
    from: `(${round(farMs)} − ${round(nearMs)} ms) / ${delayMs} ms, shortest of ${runs}`,
  };
}
