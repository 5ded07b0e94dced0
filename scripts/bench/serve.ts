// The process of both local services for a measurement; it ends with its parent.
import { createFaults, parseFault } from '../../sandbox/faults.ts';
import { startGitHub } from '../../sandbox/github/github.ts';
import { startService } from '../../sandbox/service/service.ts';
import { worldOf } from './world.ts';

const [bugCount = 0, delayMs = 0, nowMs = 0] = process.argv.slice(2).map(Number);
const world = worldOf(bugCount, nowMs);
const faults = createFaults({ rules: [parseFault(`* * delay=${delayMs}`)] });
// Answers are not checked against the description here: we measure the gate, not the sandbox.
const service = await startService({ data: world.service, faults, validateAnswers: false });
const github = await startGitHub({ data: world.github, faults });

process.on('disconnect', () => process.exit(0));
process.send?.({ serviceUrl: service.url, githubUrl: github.url });
