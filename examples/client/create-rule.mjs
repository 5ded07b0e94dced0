// Creates a rule from a description and saves its files. The folder must be new, so that no link in it redirects a file.
// Usage: node create-rule.mjs acme/storefront 'Never log a card number' rules
// Install scan-gate-client beside it, and set SERVICE_URL and SERVICE_KEY.
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createClient } from 'scan-gate-client';

const client = createClient({
  baseUrl: process.env.SERVICE_URL,
  apiKey: process.env.SERVICE_KEY,
});

const [repository = '', description = '', folder = 'rules'] = process.argv.slice(2);
await mkdir(folder);
const { id: repoId } = await client.repos.find(repository);
const { rules } = await client.rules.create({ repoId, input: { description } }).wait({
  onRequest: (id) => console.error(`To resume: client.rules.requests.wait('${id}')`),
  onPoll: ({ status }, polls) => console.error(`${polls}: ${status}`),
});

for (const { id, ruleName } of rules) {
  const { files, refused } = await client.rules.files(id);
  for (const { path, text } of files) {
    const target = join(folder, path);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, text);
    console.log(`${ruleName}: ${target}`);
  }
  for (const { key, why } of refused) {
    console.error(`${ruleName}: ${JSON.stringify(key)} is not written: ${why}`);
    process.exitCode = 1;
  }
}
