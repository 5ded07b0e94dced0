// Prints one bug. Ctrl+C cancels the call.
// Usage: node show-bug.ts bug_1a2b (Node 22.18 and newer)
// Install scan-gate-client beside it, and set SERVICE_URL and SERVICE_KEY.
import { type Bug, createClient, errorCategory, isBugId, isServiceError, ServiceClientError } from 'scan-gate-client';

const id: string = process.argv[2] ?? '';
const end = new AbortController();
process.once('SIGINT', () => end.abort(new Error('cancelled')));

try {
  if (!isBugId(id)) throw new ServiceClientError(`A bug ID begins with bug_: ${id}`);
  const client = createClient({ baseUrl: process.env.SERVICE_URL, apiKey: process.env.SERVICE_KEY });
  const bug: Bug = await client.bugs.get(id, { signal: end.signal });
  console.log(`${bug.id} (${bug.review?.state ?? 'pending'}): ${bug.title}`);
} catch (error) {
  process.exitCode = 1;
  if (error === end.signal.reason) console.error('Cancelled.');
  else if (!(error instanceof ServiceClientError)) throw error;
  else if (!isServiceError(error)) console.error(error.message);
  else if (error.kind === 'timeout') console.error(`The service is slow. ${error.message}`);
  else if (errorCategory(error) === 'unauthorized') console.error(`Check SERVICE_KEY. ${error.message}`);
  else if (errorCategory(error) === 'not-found') console.error(`There is no ${id}. ${error.message}`);
  else console.error(error.message);
}
