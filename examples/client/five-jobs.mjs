// Does five jobs: lists all repositories as CSV, waits for a scan, dismisses a bug, makes a rule with its files, explains failures.
// Usage: node five-jobs.mjs acme/storefront 0123456789abcdef0123456789abcdef01234567 bug_1a2b rules
// Install scan-gate-client beside it, and set SERVICE_URL and SERVICE_KEY.
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createClient, isBugId, isServiceError } from 'scan-gate-client';

const [repository = '', sha = '', bug = '', folder = 'rules'] = process.argv.slice(2);
const end = new AbortController();
process.once('SIGINT', () => end.abort('Cancelled.'));
try {
  const { SERVICE_URL: baseUrl, SERVICE_KEY: apiKey } = process.env;
  const client = createClient({ baseUrl, apiKey, signal: end.signal });
  for await (const { id, fullName } of client.repos.iterate()) console.log(`"${id}","${fullName}"`);

  const { id: repoId } = await client.repos.find(repository);
  const { bugCounts } = await client.scans.wait({ repoId, sha });
  console.log(`scanned: ${bugCounts?.open ?? 'an unknown number of'} pending bugs`);

  if (isBugId(bug)) await client.bugs.review(bug, { state: 'dismissed', dismissalReason: 'wont_fix' });

  const { rules } = await client.rules.create({ repoId, input: { description: 'Never call eval' } }).wait();
  for (const { id } of rules) {
    for (const { path, text } of (await client.rules.files(id)).files) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
  }
  console.log(`rules: ${rules.length}`);
} catch (error) {
  process.exitCode = 1;
  if (error === end.signal.reason) console.error(error);
  else if (!isServiceError(error)) throw error;
  else console.error(`${error.message} Request ID: ${error.requestId ?? 'none'}`);
}
