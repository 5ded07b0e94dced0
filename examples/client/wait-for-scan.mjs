// Waits until a commit is scanned: looks every 15 to 30 seconds, for at most half an hour.
// Usage: node wait-for-scan.mjs acme/storefront 0123456789abcdef0123456789abcdef01234567
// Install scan-gate-client beside it, and set SERVICE_URL and SERVICE_KEY.
import { createClient } from 'scan-gate-client';

const client = createClient({
  baseUrl: process.env.SERVICE_URL,
  apiKey: process.env.SERVICE_KEY,
  signal: AbortSignal.timeout(30 * 60_000),
});

const [repository = '', sha = '', seconds = '15'] = process.argv.slice(2);
const { id: repoId } = await client.repos.find(repository);
const pollIntervalMs = Number(seconds) * 1000;
await client.scans.wait(
  { repoId, sha },
  { pollIntervalMs, maxPolls: Infinity, onPoll: (scan) => console.log(scan?.workflowStatus ?? 'not started') },
);
