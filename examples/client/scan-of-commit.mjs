// Prints the newest scan of a commit, and how many bugs it left pending.
// Usage: node scan-of-commit.mjs acme/storefront 0123456789abcdef0123456789abcdef01234567
// Install scan-gate-client beside it, and set SERVICE_URL and SERVICE_KEY.
import { createClient } from 'scan-gate-client';

const client = createClient({
  baseUrl: process.env.SERVICE_URL,
  apiKey: process.env.SERVICE_KEY,
});

const [repository = '', sha = ''] = process.argv.slice(2);
const { id: repoId } = await client.repos.find(repository);

let found;
for await (const scan of client.scans.iterate({ repoId })) {
  if (scan.commitSha?.toLowerCase() !== sha.toLowerCase()) continue;
  found = scan;
  break;
}

if (found === undefined) {
  console.error(`None of the newest 2,000 scans is of ${sha}.`);
  process.exitCode = 1;
} else {
  console.log(`${found.workflowRequestId ?? 'no id yet'}: ${found.workflowStatus ?? 'no status'}`);
  console.log(`pending bugs: ${found.bugCounts?.open ?? 'not known'}`);
}
