// The newest scans of a repository, as far back as a watch looks.
import type { ServiceClient } from '../client/index.ts';
import type { RepoId } from '../domain/identifiers.ts';
import type { Scan } from '../domain/scan.ts';
import type { Unverified } from '../domain/unverified.ts';
import { OTHER_REPOSITORY_ADVICE } from './other-repository.ts';
import { scanHistoryFault } from './scan-history.ts';
import { toScan } from './to-finding.ts';
import { UnbelievableAnswerError } from './unverified-by.ts';

/** More than half a year of nights. */
const MAX_SCANS = 200;

/** The newest scans, newest first, at most 200. */
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
  for await (const scan of service.scans.iterate({ repoId: repositoryId, maxScans: MAX_SCANS })) {
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
