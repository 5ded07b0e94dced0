// Dismisses the bugs of a list. Each line is an ID, a reason and a note: bug_1a2b wont_fix The page goes away
// If a line is wrong, nothing is sent. If one bug cannot be dismissed, the others still are.
// Usage: node dismiss.mjs list.txt
// Install scan-gate-client beside it, and set SERVICE_URL and SERVICE_KEY.
import { readFile } from 'node:fs/promises';
import { createClient, DISMISSAL_REASONS, isBugId, isServiceError } from 'scan-gate-client';

const client = createClient({
  baseUrl: process.env.SERVICE_URL,
  apiKey: process.env.SERVICE_KEY,
});

const text = await readFile(process.argv[2] ?? 'list.txt', 'utf8');
const lines = text.split('\n').filter((line) => line.trim() !== '');
const dismissals = lines.map((line) => {
  const [id, word, ...note] = line.trim().split(/\s+/);
  const dismissalReason = DISMISSAL_REASONS.find((reason) => reason === word);
  if (!isBugId(id) || dismissalReason === undefined) throw new Error(`Correct the line: ${line}`);
  return { id, dismissalReason, notes: note.join(' ') };
});

for (const { id, dismissalReason, notes } of dismissals) {
  try {
    await client.bugs.review(id, { state: 'dismissed', dismissalReason, notes });
    console.log(`${id}: dismissed as ${dismissalReason}`);
  } catch (error) {
    if (!isServiceError(error)) throw error;
    console.error(`${id}: ${error.message}`);
    process.exitCode = 1;
  }
}
