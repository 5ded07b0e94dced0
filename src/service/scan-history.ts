// The scans of a repository, newest first, as far back as an answer needs them.
import { errorCategory, isServiceError, type ServiceClient } from '../client/index.ts';
import type { RepoId } from '../domain/identifiers.ts';
import type { Scan, ScanHistory } from '../domain/scan.ts';
import { unverified, type Unverified } from '../domain/unverified.ts';
import { toScan } from './to-finding.ts';
import { unverifiedBy } from './unverified-by.ts';

export interface ScanHistorySource {
  readonly service: ServiceClient;
  readonly repositoryId: RepoId;
  readonly signal: AbortSignal;
}

/** A repository may have years of scans; we do not search further than this. */
const MAX_SCANS = 2_000;
/** After each page of the client we check whether to read on. */
const PAGE = 100;

/** Reads pages of scans until `isEnough`, at most 2,000 scans. Throws what the client throws. */
export async function fetchScanHistory(
  { service, repositoryId, signal }: ScanHistorySource,
  isEnough: (scans: readonly Scan[]) => boolean,
): Promise<ScanHistory> {
  const scans: Scan[] = [];
  const foreignRepositoryIds: string[] = [];
  const found = service.scans.iterate({ repoId: repositoryId, maxScans: MAX_SCANS }, { signal });
  for await (const scan of found) {
    const ours = toScan(scan);
    // A scan of another repository must not be judged, even if the service lists it here.
    const isOurs = scan.repoId === repositoryId;
    scans.push(isOurs ? ours : { ...ours, id: null });
    if (!isOurs) foreignRepositoryIds.push(scan.repoId);
    if (scans.length % PAGE === 0 && isEnough(scans)) break;
  }
  return { scans, foreignRepositoryIds };
}

/** What an error of the list of scans means. That depends only on the repository, so "not found" is an unknown repository. */
export function scanHistoryFault(error: unknown, repositoryId: RepoId): Unverified {
  const isUnknown =
    isServiceError(error) && error.kind === 'api' && errorCategory(error) === 'not-found';
  return isUnknown ? unknownRepositoryFault(repositoryId) : unverifiedBy(error);
}

/** The service knows no repository of this id, or does not show it. */
export function unknownRepositoryFault(repositoryId: RepoId): Unverified {
  return unverified(
    'repository-not-found',
    `The service knows no repository \`${repositoryId}\`, or this API key may not see it.`,
    ['Check the input `repository-id`, or leave it out so that the repository is looked up.'],
  );
}
