// The methods for scans: list, iterate, collect, wait.
import { readScanState } from '../judgement/scan.ts';
import { checkCall } from './arguments.ts';
import { ENDPOINTS, toEndpointName } from './endpoints.ts';
import { iteratePages, PAGE_SIZE } from './pages.ts';
import type {
  CallOptions,
  OfRepository,
  PageQuery,
  ScanOfCommit,
  ScanQuery,
  ScanWaitOptions,
  Selecting,
} from './queries.ts';
import { type ClientConfig, type ServiceCall, toMethod } from './request.ts';
import type { Scan, ScanPage } from './resources.ts';
import { ScanFailedError, ScanUnfinishedError } from './wait-errors.ts';
import { pollUntil } from './waiting.ts';

/** The methods for scans. */
export interface ScanMethods {
  /** One page of a repository's scans, newest first. */
  list(query: OfRepository & PageQuery, options?: CallOptions): ServiceCall<ScanPage>;
  /**
   * The scans of a repository, newest first, each once, at most `maxScans` (default 2,000).
   * Reads pages of 100 as the consumer needs them, and stops when the consumer stops.
   */
  iterate(query: ScanQuery, options?: CallOptions): AsyncGenerator<Scan, void, undefined>;
  /** The same scans in an array: what `select` returns for each. */
  collect<T>(query: ScanQuery & Selecting<Scan, T>, options?: CallOptions): Promise<T[]>;
  collect(query: ScanQuery, options?: CallOptions): Promise<Scan[]>;
  /**
   * Waits until the newest scan of a commit is complete, and returns it. Looks among the newest 2,000 scans, every 10 to 20 s, at
   * most 100 times. A scan that is not there yet is waited for, too.
   * @throws {ScanFailedError} If that scan failed.
   * @throws {ScanUnfinishedError} After the last poll; a later call goes on.
   */
  wait(query: ScanOfCommit, options?: ScanWaitOptions): Promise<Scan>;
}

/** The name of the list of scans in errors. */
export const SCANS_ENDPOINT = toEndpointName(ENDPOINTS.listScans);

export function scanMethods(config: ClientConfig): ScanMethods {
  const list = toMethod(config, ENDPOINTS.listScans);
  const iterate = (
    { repoId, maxScans = 2_000 }: ScanQuery,
    options?: CallOptions,
  ): AsyncGenerator<Scan, void, undefined> => {
    const fetchPage = async (offset: number) => {
      const { scans: items, total } = await list({ repoId, limit: PAGE_SIZE, offset }, options);
      return { items, total };
    };
    return iteratePages({ endpoint: SCANS_ENDPOINT, keyOf: toScanKey, signal: options?.signal, fetchPage }, maxScans);
  };
  async function collect<T>(query: ScanQuery & Selecting<Scan, T>, options?: CallOptions): Promise<T[]>;
  async function collect(query: ScanQuery, options?: CallOptions): Promise<Scan[]>;
  async function collect(
    query: ScanQuery & Partial<Selecting<Scan, unknown>>,
    options?: CallOptions,
  ): Promise<unknown[]> {
    checkCall(config, 'scans.collect', [query, options]);
    const { select = (scan: Scan) => scan } = query;
    const collected: unknown[] = [];
    for await (const scan of iterate(query, options)) collected.push(select(scan));
    return collected;
  }
  const findScan = async ({ repoId, sha, scanType }: ScanOfCommit, options: CallOptions): Promise<Scan | null> => {
    for await (const scan of iterate({ repoId }, options)) {
      const isOfCommit = scan.commitSha?.toLowerCase() === sha.toLowerCase();
      if (isOfCommit && (scanType === undefined || scan.scanType === scanType)) return scan;
    }
    return null;
  };
  return {
    list,
    iterate: (query, options) => {
      checkCall(config, 'scans.iterate', [query, options]);
      return iterate(query, options);
    },
    collect,
    wait: async (query, options = {}) => {
      checkCall(config, 'scans.wait', [query, options]);
      const { pollIntervalMs = 10_000, maxPolls = 100, onPoll, ...call } = options;
      let scan: Scan | null = null;
      const complete = await pollUntil(config, { ...call, pollIntervalMs, maxPolls }, async (polls) => {
        scan = await findScan(query, call);
        await onPoll?.(scan, polls);
        const state = scan === null ? 'running' : readScanState(scan.workflowStatus, scan.completedAt !== null);
        if (scan !== null && state === 'failed') throw new ScanFailedError(scan);
        return state === 'complete' ? scan : null;
      });
      if (complete === null) throw new ScanUnfinishedError(config.redactor.text(query.sha), { scan, polls: maxPolls });
      return complete;
    },
  };
}

/** Identifies a scan in a list. One without an ID is identified by what does not change while it runs. */
export function toScanKey(scan: Scan): string {
  const { createdAt, commitSha, initiator, scanType } = scan;
  return scan.workflowRequestId ?? [createdAt, commitSha, initiator, scanType].join(' ');
}
