// The answer about scans: their history.
import { type Call, cutPage, newestFirst, requireRepo } from './call.ts';
import type { ScanData } from './data.ts';

/** GET /public/v1/scans, newest first. Each answer that contains a scan counts as a poll of it. */
export function listScans({ world, query }: Call): { scans: ScanData[]; total: number } {
  const repoId = requireRepo(world, query.get('repo_id') ?? '');
  const all = newestFirst(world.scans.filter((scan) => scan.repoId === repoId));
  const scans = cutPage(all, query);
  world.noteLooks(scans);
  return { scans, total: all.length };
}
