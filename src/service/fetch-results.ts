// The requests to the service, in order: repository, scan, findings.
import type { ServiceClient } from '../client/index.ts';
import type { CommitSha, RepoId } from '../judgement/identifiers.ts';
import { decideCounting, type PendingFindings } from '../judgement/scan-results.ts';
import type { ScanMatch } from '../judgement/selection.ts';
import { isUnverified, unverified, type Unverified } from '../judgement/unverified.ts';
import type { Clock } from '../net/clock.ts';
import { fetchFindings } from './fetch-findings.ts';
import { findRepository, type RepositoryQuery } from './find-repository.ts';
import { findScan, type FoundScan, type ScanQueryInputs, type ScanSearch } from './find-scan.ts';
import { askPatiently, type Patience } from './patience.ts';

export interface ResultsQuery {
  /** Null without an API key. */
  readonly service: ServiceClient | null;
  readonly sha: CommitSha;
  readonly inputs: ResultsInputs;
  /** The commit and its ancestors, or why they are unknown, requested from GitHub already; null unless `scanMatch` needs them. */
  readonly ancestors: Promise<readonly CommitSha[] | Unverified> | null;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly findHead: ScanSearch['findHead'];
  readonly findIsOnBase: ScanSearch['findIsOnBase'];
  readonly log: (line: string) => void;
}

interface ResultsInputs extends RepositoryQuery, ScanQueryInputs {
  /** Null: dismissed bugs need not be read, only counted. */
  readonly sarifFile: string | null;
}

/** The scan to judge, and what reads its findings. */
export interface ReadableScan extends FoundScan {
  readonly repositoryId: RepoId;
  /** Throws what `fetchFindings` and the search for the scan throw. */
  readonly fetchFindings: () => Promise<JudgedFindings>;
}

/** The findings of a scan, or where the service was down meanwhile, of the one that is to be judged by then. */
interface JudgedFindings extends FoundScan {
  readonly findings: PendingFindings;
}

/**
 * Finds the scan to judge. Throws what the client throws.
 * @throws {Unverified} Without a key, if there is no such repository, or no scan that may be judged.
 */
export async function findReadableScan(query: ResultsQuery): Promise<ReadableScan> {
  const { service, inputs } = query;
  if (service === null) throw noCredentialsFault();
  const patience = { ...query, startedAt: query.clock.now() };
  const repositoryId = await askPatiently(patience, () => findRepository(service, inputs));
  const first = await findScanOf(patience, service, repositoryId);
  let found: FoundScan | null = first;
  return {
    ...first,
    repositoryId,
    fetchFindings: () =>
      askPatiently(patience, async () => {
        // After a wait a newer scan of the commit may run, or have failed.
        const { selected, scans } = found ?? (await findScanOf(patience, service, repositoryId));
        found = null;
        const findings = await fetchFindings(service, {
          ...query,
          repositoryId,
          scans: selected.judged,
          ...decideCounting(inputs, selected),
          wantsDismissed: inputs.sarifFile !== null,
          pollIntervalMs: inputs.pollIntervalMs,
        });
        return { selected, scans, findings };
      }),
  };
}

/** The fault for a missing API key, with the likely reasons. */
export function noCredentialsFault(): Unverified {
  return unverified('no-credentials', 'The input api-key is empty, so the service was not asked.', [
    'Check that the secret exists and has this name in the repository, organization or environment. Then run this job again.',
    'On a pull request from a fork or from Dependabot secrets are empty: use pull_request_target, as “Forks and Dependabot” in the README shows, and for Dependabot add the key to the Dependabot secrets.',
  ]);
}

/** Without the ancestors, looks only where they are not needed: at the commit, then by the strategies before `ancestor`. */
async function findScanOf(
  query: ResultsQuery & Pick<Patience, 'startedAt'>,
  service: ServiceClient,
  repositoryId: RepoId,
): Promise<FoundScan> {
  const { inputs, sha } = query;
  const ancestors = (await query.ancestors) ?? [];
  const find = (strategies: readonly ScanMatch[], known: readonly CommitSha[]): Promise<FoundScan> =>
    findScan({
      ...query,
      service,
      repositoryId,
      query: { sha, strategies, types: inputs.scanTypes, ancestors: known },
    });
  if (!isUnverified(ancestors)) return await find(inputs.scanMatch, ancestors);
  try {
    return await find(inputs.scanMatch.slice(0, inputs.scanMatch.indexOf('ancestor')), []);
  } catch (error) {
    if (!isUnverified(error) || error.reason !== 'no-scan') throw error;
    throw ancestors.with({ repositoryId, scans: error.scans });
  }
}
