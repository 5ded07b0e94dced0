// Starts a sandbox that goes on after its step, for the later steps of a workflow.
// usage: node scripts/serve-scenario.ts <scenario>
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** `npm run sandbox` prints more; the inputs of a step need these. */
interface Line {
  readonly service: string;
  readonly apiKey: string;
  readonly repository: string;
  readonly repositoryId: string;
  readonly sha: string;
}

const [scenario = ''] = process.argv.slice(2);
const script = join(import.meta.dirname, '..', 'sandbox', 'cli.ts');
const child = spawn(process.execPath, [script, '--scenario', scenario], {
  detached: true,
  windowsHide: true,
  // If a stream of this step stayed open, the step would not end.
  stdio: ['ignore', 'pipe', 'ignore'],
});
const lines = createInterface(child.stdout);
const exit = once(child, 'exit').then(() => [] as const);
const [text] = (await Promise.race([once(lines, 'line'), exit])) as readonly (string | undefined)[];
if (text === undefined) {
  console.error(`the sandbox ended at once: is "${scenario}" a scenario?`);
  process.exitCode = 1;
} else {
  const { service, apiKey, repository, repositoryId, sha } = JSON.parse(text) as Line;
  const ids = { repository, 'repository-id': repositoryId, sha };
  const outputs = { 'api-url': service, 'api-key': apiKey, ...ids, pid: child.pid ?? '' };
  const written = Object.entries(outputs).map(([name, value]) => `${name}=${value}\n`);
  const file = process.env['GITHUB_OUTPUT'];
  if (file === undefined) console.log(written.join(''));
  else appendFileSync(file, written.join(''));
  lines.close();
  child.stdout.destroy();
  child.unref();
}
