// Owns a process that reads every pending bug once: through the client (`client`), or with nothing but fetch (`bare`).
import { createClient, type RepoId } from '../../src/client/index.ts';

const [how = '', serviceUrl = '', apiKey = '', repoId = ''] = process.argv.slice(2);

/** Ids are kept, as a reader would keep some record of each. */
async function readWithClient(): Promise<number> {
  const client = createClient({ baseUrl: serviceUrl, apiKey });
  const query = { repoId: repoId as RepoId, status: 'pending' } as const;
  const ids = await client.bugs.collect({ ...query, select: ({ id }) => id });
  await client.close();
  return ids.length;
}

/** The same pages, six at a time, parsed and thrown away. */
async function readBare(): Promise<number> {
  let total = Infinity;
  let next = 0;
  let count = 0;
  const read = async (): Promise<void> => {
    while (next < total) {
      const offset = next;
      next += 99;
      const query = new URLSearchParams({
        repo_id: repoId,
        status: 'pending',
        limit: '100',
        offset: String(offset),
      });
      const headers = { authorization: `Bearer ${apiKey}` };
      const response = await fetch(`${serviceUrl}/public/v1/bugs?${query.toString()}`, { headers });
      const page = (await response.json()) as { bugs: unknown[]; total: number };
      total = page.total;
      count += page.bugs.length;
    }
  };
  await Promise.all(Array.from({ length: 6 }, read));
  return count;
}

const start = performance.now();
const count = how === 'client' ? await readWithClient() : await readBare();
process.send?.({ count, tookMs: performance.now() - start });
process.disconnect();
