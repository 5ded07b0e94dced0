// Reads the scans of the watched branch back to the one that the last run processed.
import type { ServiceClient } from '../client/index.ts';
import { PAGE_SIZE } from '../client/pages.ts';
import { askGitHub } from '../github/fault.ts';
import type { EpochMs } from '../judgement/identifiers.ts';
import { toTypeWarnings } from '../judgement/scan-wording.ts';
import { isComplete, isOfTypes, type Scan } from '../judgement/scan.ts';
import { Unverified } from '../judgement/unverified.ts';
import { toScan } from '../service/from-api.ts';
import { scanHistoryFault, type ScannedRepository } from '../service/scan-history.ts';
import { createBranchCommits } from './branch-commits.ts';
import type { WatchSession } from './inputs.ts';
import {
  isIntervalCut,
  isReadBack,
  MAX_WATCHED_SCANS,
  readPosition,
  type ScanPosition,
  toBackMs,
} from './new-findings.ts';
import type { WatchedRepository } from './watched-repository.ts';

export interface BranchScans {
  /** Has the types that count, newest first: all since the last position, and older ones until one is complete. */
  readonly scans: readonly Scan[];
  /** Null: there is no last position, or it cannot be true. */
  readonly previous: ScanPosition | null;
  readonly isNeverScanned: boolean;
  readonly isIntervalCut: boolean;
  readonly leftOutCommits: number;
  readonly isWithoutCommits: boolean;
}

/** @throws {Unverified} If the service's scans, or which of them are of the branch, could not be read. */
export async function findBranchScans(
  session: WatchSession,
  repository: WatchedRepository,
  { last, now }: { readonly last: ScanPosition | null; readonly now: EpochMs },
): Promise<BranchScans> {
  const { service, github, runner, inputs, signal } = session;
  const commits = createBranchCommits(github, repository.address, repository.branch);
  const question = { doing: 'compare commits with the branch', permission: 'contents: read' };
  const findOnBranch = async (listed: readonly Scan[]): Promise<readonly Scan[]> => {
    const candidates = listed.filter((scan) => isOfTypes(scan, inputs.scanTypes));
    const shas = candidates.flatMap(({ sha }) => sha ?? []);
    const onBranch = await askGitHub(signal, question, () => commits.find(shas));
    // A scan without a commit is of no branch, but while it runs its commit may still turn out to be of this one.
    return candidates.filter(({ sha, state }) => (sha === null ? state === 'running' : onBranch.has(sha)));
  };
  const pages = fetchPages(service, { repositoryId: repository.repositoryId, isIdGiven: inputs.repositoryId !== null });
  const read: Scan[] = [];
  const fetchPage = async (): Promise<readonly Scan[] | null> => {
    const { value = null } = await pages.next();
    read.push(...(value ?? []));
    return value;
  };
  let page: readonly Scan[] | null = [];
  while (page !== null && !isReadBack(read, last, now)) page = await fetchPage();
  const previous = last && readPosition(last, read);
  const backMs = toBackMs(previous, now);
  const scans = [...(await findOnBranch(read.filter(({ startedAt }) => startedAt >= backMs)))];
  const older = read.filter(({ startedAt }) => startedAt < backMs);
  while (!scans.some(isComplete)) {
    const next = older.length > 0 ? older.splice(0, PAGE_SIZE) : await fetchPage();
    if (next === null) break;
    scans.push(...(await findOnBranch(next)));
  }
  for (const warning of toTypeWarnings(inputs.scanTypes, read)) runner.warning(warning);
  return {
    scans,
    previous,
    isNeverScanned: read.length === 0,
    isIntervalCut: isIntervalCut(read, previous),
    leftOutCommits: commits.countLeftOut(),
    isWithoutCommits: commits.isWithoutCommits(),
  };
}

async function* fetchPages(
  service: ServiceClient,
  asked: ScannedRepository,
): AsyncGenerator<readonly Scan[], undefined, undefined> {
  const { repositoryId } = asked;
  let page: Scan[] = [];
  let [listed, ours] = [0, 0];
  let foreign: string | null = null;
  try {
    for await (const scan of service.scans.iterate({ repoId: repositoryId, maxScans: MAX_WATCHED_SCANS })) {
      listed += 1;
      if (scan.repoId === repositoryId) page.push(toScan(scan));
      else foreign = scan.repoId;
      if (listed % PAGE_SIZE > 0) continue;
      ours += page.length;
      yield page;
      page = [];
    }
  } catch (error) {
    throw scanHistoryFault(error, asked);
  }
  if (ours + page.length === 0 && foreign !== null) {
    throw new Unverified({
      kind: 'other-repository',
      said: `Although it was asked for the scans of \`${repositoryId}\`, the service sent those of \`${foreign}\`.`,
    });
  }
  yield page;
}
