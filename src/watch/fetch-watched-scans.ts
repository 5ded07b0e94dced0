// The newest scans of a repository, as far back as a watch looks.
import type { ServiceClient } from '../client/index.ts';
import type { RepoId } from '../judgement/identifiers.ts';
import type { Scan } from '../judgement/scan.ts';
import type { Unverified } from '../judgement/unverified.ts';
import { MAX_WATCHED_SCANS } from './watched-scans.ts';
import { OTHER_REPOSITORY_ADVICE } from '../service/other-repository.ts';
import { scanHistoryFault } from '../service/scan-history.ts';
import { toScan } from '../service/from-api.ts';
import { UnbelievableAnswerError } from '../service/to-unverified.ts';

/** The newest scans, newest first, at most `MAX_WATCHED_SCANS`. */
export async function fetchWatchedScans(
  service: ServiceClient,
  repositoryId: RepoId,
): Promise<readonly Scan[] | Unverified> {
  try {
    return await fetchScans(service, repositoryId);
  } catch (error) {
    return scanHistoryFault(error, repositoryId);
  }
}

async function fetchScans(service: ServiceClient, repositoryId: RepoId): Promise<readonly Scan[]> {
  const scans: Scan[] = [];
  let foreign: string | null = null;
  const query = { repoId: repositoryId, maxScans: MAX_WATCHED_SCANS };
  for await (const scan of service.scans.iterate(query)) {
    if (scan.repoId !== repositoryId) foreign = scan.repoId;
    else scans.push(toScan(scan));
  }
  if (scans.length === 0 && foreign !== null) {
    throw new UnbelievableAnswerError(
      `Although it was asked for the scans of \`${repositoryId}\`, the service sent those of \`${foreign}\`.`,
      OTHER_REPOSITORY_ADVICE,
    );
  }
  return scans;
}
