// Owns a process of its own with both local services, which counts what is in flight; it ends with its parent.
import { startGitHub } from '../../sandbox/github/github.ts';
import { createFaults, parseFault } from '../../sandbox/faults.ts';
import type { FaultInjector } from '../../sandbox/http.ts';
import { startService } from '../../sandbox/service/service.ts';
import { worldOf } from './world.ts';

const [bugCount = 0, delayMs = 0, nowMs = 0] = process.argv.slice(2).map(Number);
const world = worldOf(bugCount, nowMs);
const delays = createFaults({ rules: delayMs > 0 ? [parseFault(`* * delay=${delayMs}`)] : [] });
let inFlight = 0;
let most = 0;
let requests = 0;

const counting: FaultInjector = {
  async intercept(request, raw, answer) {
    requests += 1;
    most = Math.max(most, ++inFlight);
    raw.response.once('close', () => inFlight--);
    return await delays.intercept(request, raw, answer);
  },
};
// Answers are not held against the description here: the client is measured, not the sandbox.
const service = await startService({
  data: world.service,
  faults: counting,
  validateAnswers: false,
});
const github = await startGitHub({ data: world.github, faults: delays });

process.on('message', () => process.send?.({ most, requests }));
process.on('disconnect', () => process.exit(0));
process.send?.({ serviceUrl: service.url, githubUrl: github.url });
