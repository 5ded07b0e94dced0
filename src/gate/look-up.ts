// Owns the chain of look-ups at the service: repository, then scan, then findings.
import type { ServiceClient } from '../client/index.ts';
import type { CommitSha, EpochMs, RepoId } from '../domain/identifiers.ts';
import type { Scan } from '../domain/scan.ts';
import type { ChosenScan } from '../domain/scan-choice.ts';
import { explain } from '../github/failure.ts';
import type { Clock } from '../net/clock.ts';
import { findRepository } from '../story/find-repository.ts';
import type { Settled } from '../story/settled.ts';
import { unverified, type Unverified } from '../story/unverified.ts';
import { fetchFindings, type FindingsRead } from './fetch-findings.ts';
import { findScan, type ScanSearch } from './find-scan.ts';
import type { GateInputs } from './inputs.ts';

export interface LookUpQuery {
  /** Null without an API key. */
  readonly service: ServiceClient | null;
  readonly sha: CommitSha;
  readonly inputs: GateInputs;
  /** The commit and its ancestors, begun beside; null unless a rung needs them. */
  readonly ancestors: Promise<Settled<readonly CommitSha[]>> | null;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly findHead: ScanSearch['findHead'];
  readonly log: (line: string) => void;
  /** Told when the scan is known and only the findings are still to be read. */
  readonly onScanKnown: () => void;
}

/** What was learned, also when the chain broke. */
export interface LookUp {
  readonly outcome: FindingsRead | Unverified;
  readonly repositoryId: RepoId | null;
  /** Newest first. */
  readonly scans: readonly Scan[];
  /** The scan that was judged, or that could not be: too old, still running, failed, or of unread bugs. */
  readonly chosen: ChosenScan | null;
  /** When the findings were read, or when the chain broke. */
  readonly readAt: EpochMs;
}

/** Goes as far as it can. Rejects only when cancelled, or for a defect. */
export async function lookUp(query: LookUpQuery): Promise<LookUp> {
  const repository = await lookUpRepository(query);
  if (repository.kind === 'unverified') return toBroken(query, repository, {});
  const repositoryId = repository.id;
  const { outcome, scans } = await lookUpScan(query, repository);
  if (outcome.kind === 'unverified') {
    return toBroken(query, outcome, { repositoryId, scans, chosen: outcome.chosen ?? null });
  }
  query.onScanKnown();
  const { chosen } = outcome;
  const { countFrom, sarifFile } = query.inputs;
  const found = await fetchFindings(
    repository.service,
    { repositoryId, scan: chosen.scan, countFrom, wantsDismissed: sarifFile !== null },
    query.clock,
  );
  if (found.kind === 'unverified') return toBroken(query, found, { repositoryId, scans, chosen });
  return { outcome: found, repositoryId, scans, chosen, readAt: found.readAt };
}

function toBroken(
  query: LookUpQuery,
  outcome: Unverified,
  known: Partial<Pick<LookUp, 'repositoryId' | 'scans' | 'chosen'>>,
): LookUp {
  query.onScanKnown();
  const { repositoryId = null, scans = [], chosen = null } = known;
  return { outcome, repositoryId, scans, chosen, readAt: query.clock.now() };
}

interface KnownRepository {
  readonly kind: 'found';
  readonly id: RepoId;
  readonly service: ServiceClient;
}

async function lookUpRepository({
  service,
  inputs,
}: LookUpQuery): Promise<KnownRepository | Unverified> {
  if (service === null) return tellNoCredentials();
  const found = await findRepository(service, inputs);
  return found.kind === 'unverified' ? found : { ...found, service };
}

/** States that there is no API key, and where it may have been left. */
export function tellNoCredentials(): Unverified {
  return unverified('no-credentials', 'The input api-key is empty, so the service was not asked.', [
    'Check that the secret exists and has this name in the repository, organization or environment.',
    'On a pull request from a fork or from Dependabot secrets are empty: use pull_request_target, as “Forks and Dependabot” in the README shows, and for Dependabot add the key to the Dependabot secrets.',
  ]);
}

/** Without the ancestors only the rungs before `ancestor` can be tried. */
async function lookUpScan(
  query: LookUpQuery,
  { id, service }: KnownRepository,
): ReturnType<typeof findScan> {
  const { inputs, sha } = query;
  const ancestors = await query.ancestors;
  const search = {
    ...query,
    service,
    repositoryId: id,
    query: {
      sha,
      rungs: inputs.scanMatch,
      types: inputs.scanTypes,
      ancestors: ancestors?.kind === 'done' ? ancestors.value : [],
    },
  };
  if (ancestors?.kind !== 'failed') return await findScan(search);
  return await lookUpWithoutAncestors(search, ancestors.error);
}

async function lookUpWithoutAncestors(
  search: ScanSearch,
  error: unknown,
): ReturnType<typeof findScan> {
  const rungs = search.query.rungs.slice(0, search.query.rungs.indexOf('ancestor'));
  const fault = unverified(
    'github-error',
    explain(error, 'read the ancestors of the commit', 'contents: read'),
    ['Run this job again; scan-match with ancestor needs to read commits.'],
  );
  if (rungs.length === 0) return { outcome: fault, scans: [] };
  const tried = await findScan({ ...search, query: { ...search.query, rungs } });
  const reasons: readonly string[] = ['no-scan', 'scan-failed'];
  const open = tried.outcome.kind === 'unverified' && reasons.includes(tried.outcome.reason);
  return open ? { outcome: fault, scans: tried.scans } : tried;
}
