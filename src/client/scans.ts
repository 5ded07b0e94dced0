// The methods for scans: list, iterate.
import type { RepoId } from '../judgement/identifiers.ts';
import { checkArguments, checked } from './arguments.ts';
import { ENDPOINTS, toEndpointName } from './endpoints.ts';
import { iteratePages, PAGE_SIZE } from './pages.ts';
import type { PageQuery } from './queries.ts';
import { type CallOptions, type ClientConfig, request } from './request.ts';
import type { Scan, ScanPage } from './resources.ts';

/**
 * The methods for scans.
 * @throws {ServiceError} Where a request fails; if its signal is aborted, the signal’s reason instead.
 * @throws {ServiceClientError} For an argument that cannot be used.
 */
export interface ScanMethods {
  /** One page of a repository's scans, newest first. */
  list(query: PageQuery & { readonly repoId: RepoId }, options?: CallOptions): Promise<ScanPage>;
  /**
   * The scans of a repository, newest first, each once, at most `maxScans` (default 2,000).
   * Reads pages of 100 as the consumer needs them, and stops when the consumer stops.
   */
  iterate(
    query: { readonly repoId: RepoId; readonly maxScans?: number | undefined },
    options?: CallOptions,
  ): AsyncGenerator<Scan, void, undefined>;
}

/** The name of the list of scans in errors. */
export const SCANS_ENDPOINT = toEndpointName(ENDPOINTS.listScans);

export function scanMethods(config: ClientConfig): ScanMethods {
  const fetchPage: ScanMethods['list'] = async ({ repoId, limit, offset }, options) =>
    await request(config, ENDPOINTS.listScans, { ...options, query: { repo_id: repoId, limit, offset } });
  return {
    list: checked(config, 'scans.list', fetchPage),
    iterate: (query, options) => {
      checkArguments(config, 'scans.iterate', [query, options]);
      const { repoId, maxScans = 2_000 } = query;
      const pages = {
        endpoint: SCANS_ENDPOINT,
        keyOf: toScanKey,
        signal: options?.signal,
        fetchPage: async (offset: number, pageSignal: AbortSignal | undefined) => {
          const page = await fetchPage({ repoId, limit: PAGE_SIZE, offset }, { signal: pageSignal });
          return { items: page.scans, total: page.total };
        },
      };
      return iteratePages(pages, maxScans);
    },
  };
}

/** Identifies a scan in a list. One without an id is identified by what does not change while it runs. */
export function toScanKey(scan: Scan): string {
  const { createdAt, commitSha, initiator, scanType } = scan;
  return scan.workflowRequestId ?? [createdAt, commitSha, initiator, scanType].join(' ');
}
