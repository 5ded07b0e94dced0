// The usual pull request, judged once: with the comment of an earlier run or without, near or far from both services.
import { createFaults, parseFault } from '../../sandbox/faults.ts';
import { clean } from '../../sandbox/scenarios/clean.ts';
import { minuteMs } from '../../sandbox/scenarios/identity.ts';
import { startServices } from '../../sandbox/scenarios/play.ts';
import { thresholdExceeded } from '../../sandbox/scenarios/threshold-exceeded.ts';
import { runGate } from './gate-run.ts';
import { type Certificate, moveAway } from './tls.ts';

export interface PullRequestOptions {
  readonly hasComment: boolean;
  /** Before each answer of both services. */
  readonly delayMs: number;
  /** Absent: both services are on this machine, without TLS. */
  readonly tls?: { readonly certificate: Certificate; readonly roundTripMs: number };
}

/** How long the gate takes, in milliseconds. Rejects when it did not write the one comment that it should. */
export async function timePullRequest(options: PullRequestOptions): Promise<number> {
  const { hasComment, delayMs, tls } = options;
  const nowMs = Date.now();
  const worlds = { before: clean.build(nowMs), now: thresholdExceeded.build(nowMs) };
  const faults = createFaults();
  let passedMs = 0;
  const services = await startServices({
    world: hasComment ? worlds.before : worlds.now,
    faults,
    now: () => Date.now() + passedMs,
  });
  const far = tls && {
    service: await moveAway(services.service.url, tls),
    github: await moveAway(services.github.url, tls),
  };
  const addresses = {
    serviceUrl: (far ?? services).service.url,
    githubUrl: (far ?? services).github.url,
    ...(tls && { env: { NODE_EXTRA_CA_CERTS: tls.certificate.file } }),
  };
  try {
    if (hasComment) {
      await runGate({ world: worlds.before, ...addresses });
      services.service.state.replaceData(worlds.now.service);
      passedMs = minuteMs;
    }
    if (delayMs > 0) faults.add(parseFault(`* * delay=${delayMs}`));
    const { tookMs, outputs } = await runGate({ world: worlds.now, ...addresses });
    const writes = services.github.requests.filter(({ method, url }) => method !== 'GET' && url.includes('/comments'));
    const wanted = hasComment ? ['POST', 'PATCH'] : ['POST'];
    if (writes.map(({ method }) => method).join() !== wanted.join() || !outputs['comment-url']) {
      throw new Error('the comment was not written as this measurement expects');
    }
    return tookMs;
  } finally {
    far?.service.close();
    far?.github.close();
    await services.close();
  }
}
