// The scans of a repository, newest first, as far back as an answer needs them.
import { errorCategory, isServiceError, type ServiceClient, type Scan as ServiceScan } from '../client/index.ts';
import { iteratePages, PAGE_SIZE } from '../client/pages.ts';
import { SCANS_ENDPOINT, toScanKey } from '../client/scans.ts';
import type { RepoId } from '../judgement/identifiers.ts';
import type { Scan, ScanHistory } from '../judgement/scan.ts';
import { type Unverified, unverified } from '../judgement/unverified.ts';
import { toScan } from './from-api.ts';
import { createListPages, type KnownList } from './list-pages.ts';
import { unverifiedBy } from './to-unverified.ts';

interface ScanHistorySource {
  readonly service: ServiceClient;
  readonly repositoryId: RepoId;
  readonly signal: AbortSignal;
}

/** A repository may have years of scans; we do not search further than this. */
const MAX_SCANS = 2_000;

/** Reads pages of scans until `isEnough`, at most 2,000 scans. Throws what the client throws. */
export type ScanReader = (isEnough: (scans: readonly Scan[]) => boolean) => Promise<ScanHistory>;

/** Creates a reader that asks again only for pages that are not known, or hold a scan that may change; the first page always. */
export function createScanReader(source: ScanHistorySource, mayChange: (scan: Scan) => boolean): ScanReader {
  let known: KnownList | null = null;
  return async (isEnough) => {
    for (;;) {
      const seen = await fetchOnce(source, { known, isEnough, mayChange });
      known = seen?.known ?? null;
      if (seen !== null) return seen.history;
    }
  };
}

/**
 * Reads pages of scans until `isEnough`, at most 2,000 scans.
 * @throws {Unverified} If they could not be read.
 */
export async function fetchScanHistory(
  source: ScanHistorySource,
  isEnough: (scans: readonly Scan[]) => boolean,
): Promise<ScanHistory> {
  try {
    return await createScanReader(source, () => true)(isEnough);
  } catch (error) {
    throw scanHistoryFault(error, source.repositoryId);
  }
}

interface LookQuery {
  readonly known: KnownList | null;
  readonly isEnough: (scans: readonly Scan[]) => boolean;
  readonly mayChange: (scan: Scan) => boolean;
}

/** Null: the list is not what was expected of `known`, so pages taken from there may be wrong. */
async function fetchOnce(
  { service, repositoryId, signal }: ScanHistorySource,
  { known, isEnough, mayChange }: LookQuery,
): Promise<{ readonly history: ScanHistory; readonly known: KnownList | null } | null> {
  const pages = createListPages({
    known,
    mayChange: (scan) => mayChange(toScan(scan)),
    fetchPage: async (offset, pageSignal) => {
      const query = { repoId: repositoryId, limit: PAGE_SIZE, offset };
      const page = await service.scans.list(query, { signal: pageSignal });
      return { items: page.scans, total: page.total };
    },
  });
  const list = { endpoint: SCANS_ENDPOINT, keyOf: toScanKey, signal, fetchPage: pages.fetchPage };
  const listed: ServiceScan[] = [];
  const scans: Scan[] = [];
  const foreignRepositoryIds: string[] = [];
  for await (const scan of iteratePages(list, MAX_SCANS)) {
    listed.push(scan);
    // A scan of another repository must not be judged, even if the service lists it here.
    if (scan.repoId === repositoryId) scans.push(toScan(scan));
    else foreignRepositoryIds.push(scan.repoId);
    const isPageEnd = listed.length % PAGE_SIZE === 0;
    if (isPageEnd && (pages.hasDrifted() || isEnough(scans))) break;
  }
  if (pages.hasDrifted()) return null;
  return { history: { scans, foreignRepositoryIds }, known: pages.toKnown(listed) };
}

/** What an error of the list of scans means. That depends only on the repository, so "not found" is an unknown repository. */
export function scanHistoryFault(error: unknown, repositoryId: RepoId): Unverified {
  const isUnknown = isServiceError(error) && error.kind === 'api' && errorCategory(error) === 'not-found';
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
