// This file reads the scans of a repository, newest first, as far back as an answer needs them.
import { errorCategory, isServiceError, type Scan as ServiceScan, type ServiceClient } from '../client/index.ts';
import { PAGE_SIZE } from '../client/pages.ts';
import { SCANS_ENDPOINT, toScanKey } from '../client/scans.ts';
import type { RepoId } from '../judgement/identifiers.ts';
import { uniqueBy } from '../judgement/lists.ts';
import type { Scan, ScanHistory } from '../judgement/scan.ts';
import { Unverified } from '../judgement/unverified.ts';
import type { ServiceClock } from '../net/service-clock.ts';
import { toScan } from './from-api.ts';
import { unverifiedBy } from './to-unverified.ts';

export interface ScannedRepository {
  readonly repositoryId: RepoId;
  /** False: the service named the id. */
  readonly isIdGiven: boolean;
}

interface ScanHistorySource extends ScannedRepository {
  readonly service: ServiceClient;
  /** Absent: nobody judges by the service's time. */
  readonly serviceClock?: Pick<ServiceClock, 'aheadMs'>;
  readonly signal: AbortSignal;
}

export type IsEnough = (newest: readonly Scan[]) => boolean;

/** Our own limit: a repository may have years of scans. */
const MAX_SCANS = 2_000;
const MAX_READINGS = 3;

/**
 * Reads the newest 2,000 scans: the first page, then all others at once. With `isEnough` one page after the other, until
 * they are. Again where the list changes meanwhile.
 * @throws {Unverified} If they could not be read.
 */
export async function fetchScanHistory(
  source: ScanHistorySource,
  isEnough: IsEnough | null = null,
): Promise<ScanHistory> {
  try {
    for (let readings = 0; readings < MAX_READINGS; readings += 1) {
      const history = await fetchOnce(source, isEnough);
      if (history !== null) return history;
    }
  } catch (error) {
    throw scanHistoryFault(error, source);
  }
  throw new Unverified({ kind: 'changing-list', endpoint: SCANS_ENDPOINT, readings: MAX_READINGS });
}

/** Null: the list changed meanwhile. */
async function fetchOnce(source: ScanHistorySource, isEnough: IsEnough | null): Promise<ScanHistory | null> {
  const fetchPage = async (offset: number): Promise<{ scans: readonly ServiceScan[]; total: number }> =>
    await source.service.scans.list(
      { repoId: source.repositoryId, limit: PAGE_SIZE, offset },
      { signal: source.signal },
    );
  const first = await fetchPage(0);
  const end = Math.min(first.total, MAX_SCANS);
  const pages = [first];
  const isWhole = ({ scans, total }: typeof first, offset: number): boolean =>
    total === first.total && scans.length >= Math.min(PAGE_SIZE, total - offset);
  if (!isWhole(first, 0)) return null;
  const offsets = Array.from({ length: Math.ceil(end / PAGE_SIZE) }, (_, page) => page * PAGE_SIZE).slice(1);
  const batches = isEnough === null ? [offsets] : offsets.map((offset) => [offset]);
  for (const batch of batches) {
    if (isEnough?.(toHistory(source, pages).scans) === true) break;
    const read = await Promise.all(batch.map(fetchPage));
    if (!read.every((page, index) => isWhole(page, batch[index] ?? 0))) return null;
    pages.push(...read);
  }
  return toHistory(source, pages);
}

/** A scan of another repository must not be judged, even if the service lists it here. */
function toHistory(
  { repositoryId, serviceClock }: ScanHistorySource,
  pages: readonly { readonly scans: readonly ServiceScan[]; readonly total: number }[],
): ScanHistory {
  const listed = pages.flatMap(({ scans }) => scans);
  const unique = uniqueBy(listed, toScanKey).slice(0, MAX_SCANS);
  const foreign = unique.filter(({ repoId }) => repoId !== repositoryId);
  return {
    repositoryId,
    scans: unique.filter(({ repoId }) => repoId === repositoryId).map(toScan),
    foreignRepositoryIds: foreign.map(({ repoId }) => repoId),
    isWhole: unique.length >= Math.min(MAX_SCANS, pages[0]?.total ?? 0),
    clockAheadMs: serviceClock?.aheadMs(),
  };
}

/** The list of scans depends only on the repository, so "not found" means an unknown repository. */
export function scanHistoryFault(error: unknown, { repositoryId, isIdGiven }: ScannedRepository): Unverified {
  const isUnknown = isServiceError(error) && errorCategory(error) === 'not-found';
  if (!isUnknown) return unverifiedBy(error);
  return new Unverified({ kind: isIdGiven ? 'wrong-repository-id' : 'hidden-repository', repositoryId });
}
