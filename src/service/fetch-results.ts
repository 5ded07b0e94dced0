// The requests to the service, in order: repository, scan, findings.
import type { ServiceClient } from '../client/index.ts';
import type { CommitSha, RepoId } from '../judgement/identifiers.ts';
import { decideCounting, type ScanResults } from '../judgement/scan-results.ts';
import { unverified, type Unverified } from '../judgement/unverified.ts';
import type { Clock } from '../net/clock.ts';
import { fetchFindings } from './fetch-findings.ts';
import { findRepository, type RepositoryQuery } from './find-repository.ts';
import { findScan, type ScanQueryInputs, type ScanSearch } from './find-scan.ts';

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
  /** Called when the scan is known and only the findings remain to be read. */
  readonly onScanKnown: () => void;
}

export interface ResultsInputs extends RepositoryQuery, ScanQueryInputs {
  /** Null: dismissed bugs need not be read, only counted. */
  readonly sarifFile: string | null;
}

/** Goes as far as it can. Rejects only if cancelled, or for a bug in Scan Gate. */
export async function fetchResults(query: ResultsQuery): Promise<ScanResults> {
  const repository = await findRepositoryOf(query);
  if (repository.kind === 'unverified') return toIncomplete(query, repository, {});
  const { id: repositoryId, service } = repository;
  const { outcome, scans } = await findScanOf(query, repository);
  if (outcome.kind === 'unverified') {
    const { selected = null } = outcome;
    return toIncomplete(query, outcome, { repositoryId, scans, selected });
  }
  query.onScanKnown();
  const { selected } = outcome;
  const found = await fetchFindings(service, {
    ...query,
    repositoryId,
    scans: selected.judged,
    ...decideCounting(query.inputs, selected),
    wantsDismissed: query.inputs.sarifFile !== null,
    pollIntervalMs: query.inputs.pollIntervalMs,
  });
  if (found.kind === 'unverified') {
    return toIncomplete(query, found, { repositoryId, scans, selected });
  }
  return { outcome: found, repositoryId, scans, selected, readAt: found.readAt };
}

function toIncomplete(
  query: ResultsQuery,
  outcome: Unverified,
  known: Partial<Pick<ScanResults, 'repositoryId' | 'scans' | 'selected'>>,
): ScanResults {
  query.onScanKnown();
  const { repositoryId = null, scans = [], selected = null } = known;
  return { outcome, repositoryId, scans, selected, readAt: query.clock.now() };
}

interface KnownRepository {
  readonly kind: 'found';
  readonly id: RepoId;
  readonly service: ServiceClient;
}

async function findRepositoryOf({ service, inputs }: ResultsQuery): Promise<KnownRepository | Unverified> {
  if (service === null) return noCredentialsFault();
  const found = await findRepository(service, inputs);
  return found.kind === 'unverified' ? found : { ...found, service };
}

/** The fault for a missing API key, with the likely reasons. */
export function noCredentialsFault(): Unverified {
  return unverified('no-credentials', 'The input api-key is empty, so the service was not asked.', [
    'Check that the secret exists and has this name in the repository, organization or environment.',
    'On a pull request from a fork or from Dependabot secrets are empty: use pull_request_target, as “Forks and Dependabot” in the README shows, and for Dependabot add the key to the Dependabot secrets.',
  ]);
}

/** Without the ancestors, looks only where they are not needed: at the commit, then by the strategies before `ancestor`. */
async function findScanOf(
  query: ResultsQuery,
  { id: repositoryId, service }: KnownRepository,
): ReturnType<typeof findScan> {
  const { inputs, sha } = query;
  const ancestors = (await query.ancestors) ?? [];
  const toSearch = (known: readonly CommitSha[]): ScanSearch => ({
    ...query,
    service,
    repositoryId,
    query: { sha, strategies: inputs.scanMatch, types: inputs.scanTypes, ancestors: known },
  });
  if (!('kind' in ancestors)) return await findScan(toSearch(ancestors));
  return await findScanWithoutAncestors(toSearch([]), ancestors);
}

async function findScanWithoutAncestors(search: ScanSearch, fault: Unverified): ReturnType<typeof findScan> {
  const { strategies } = search.query;
  const before = strategies.slice(0, strategies.indexOf('ancestor'));
  const tried = await findScan({ ...search, query: { ...search.query, strategies: before } });
  const open = tried.outcome.kind === 'unverified' && tried.outcome.reason === 'no-scan';
  return open ? { outcome: fault, scans: tried.scans } : tried;
}
