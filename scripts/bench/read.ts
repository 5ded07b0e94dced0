// Owns a process that reads every pending bug once, in the way that its first argument names.
import { createClient, type RepoId } from '../../src/client/index.ts';

const [how = '', serviceUrl = '', apiKey = '', repoId = ''] = process.argv.slice(2);

/** Ids are kept, as a reader would keep some record of each. */
async function readWithClient(): Promise<number> {
  const client = createClient({ baseUrl: serviceUrl, apiKey });
  const query = { repoId: repoId as RepoId, status: 'pending' } as const;
  const ids = await client.bugs.collect({ ...query, select: ({ id }) => id });
  return ids.length;
}

/** Pages parsed and thrown away, `atOnce` at a time. */
async function readBare(atOnce: number): Promise<number> {
  let total = Infinity;
  let next = 0;
  let count = 0;
  const read = async (): Promise<void> => {
    while (next < total) {
      const offset = next;
      next += 100;
      const page = await fetchPage(offset);
      total = page.total;
      count += page.bugs.length;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, read));
  return count;
}

async function fetchPage(offset: number): Promise<{ bugs: unknown[]; total: number }> {
  const query = new URLSearchParams({
    repo_id: repoId,
    status: 'pending',
    limit: '100',
    offset: String(offset),
  });
  const headers = { authorization: `Bearer ${apiKey}` };
  const response = await fetch(`${serviceUrl}/public/v1/bugs?${query.toString()}`, { headers });
  return (await response.json()) as { bugs: unknown[]; total: number };
}

const ways: Readonly<Record<string, () => Promise<number>>> = {
  client: readWithClient,
  bare: async () => await readBare(6),
  'page-by-page': async () => await readBare(1),
};

const start = performance.now();
const count = await ways[how]?.();
process.send?.({ count, tookMs: performance.now() - start });
process.disconnect();
