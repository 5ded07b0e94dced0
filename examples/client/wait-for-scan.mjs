// Waits until a commit is scanned: looks every 15 seconds, for at most half an hour.
// Usage: node wait-for-scan.mjs acme/storefront 0123456789abcdef0123456789abcdef01234567
// Install scan-gate-client beside it, and set SERVICE_URL and SERVICE_KEY.
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from 'scan-gate-client';

const client = createClient({
  baseUrl: process.env.SERVICE_URL,
  apiKey: process.env.SERVICE_KEY,
  signal: AbortSignal.timeout(30 * 60_000),
});

const [repository = '', sha = '', seconds = '15'] = process.argv.slice(2);
const { id: repoId } = await client.repos.find(repository);

async function findStatus() {
  for await (const scan of client.scans.iterate({ repoId })) {
    if (scan.commitSha?.toLowerCase() !== sha.toLowerCase()) continue;
    return scan.workflowStatus ?? (scan.completedAt === null ? 'in_progress' : 'complete');
  }
  return 'not started';
}

let status = await findStatus();
while (!['complete', 'failed', 'dlq'].includes(status)) {
  console.log(status);
  await sleep(Number(seconds) * 1000);
  status = await findStatus();
}
console.log(status);
if (status !== 'complete') process.exitCode = 1;
