// The reading of one repository: its bugs and its scans in the service, and its gates on GitHub, at the same time.
import type { ServiceClient } from '../client/index.ts';
import type { Octokit } from '../github/octokit.ts';
import { toPeriod } from '../judgement/day.ts';
import { type Disclosure, toShownFault } from '../judgement/disclosure.ts';
import type { EpochMs } from '../judgement/identifiers.ts';
import { isUnverified } from '../judgement/unverified.ts';
import type { Session } from '../runner/session.ts';
import { findRepository } from '../service/find-repository.ts';
import { fetchReviewedBugs } from '../service/reviewed-bugs.ts';
import { fetchScanHistory } from '../service/scan-history.ts';
import { orUnverified } from '../service/to-unverified.ts';
import type { FindGateFacts } from './find-gate-facts.ts';
import type { InsightsInputs } from './inputs.ts';
import type { RepositoryEvidence, UnreadRepository } from './report.ts';
import { isEnoughScans } from './scan-facts.ts';

/** A session with the service and GitHub. */
export interface InsightsSession extends Session<InsightsInputs> {
  readonly service: ServiceClient;
  readonly github: Octokit;
  readonly findGates: FindGateFacts;
  /** The time of the run. */
  readonly now: EpochMs;
}

export interface EvidenceQuery {
  /** `owner/name`. */
  readonly repository: string;
  readonly disclosure: Disclosure;
}

/** Rejects only if cancelled, or for a bug in Scan Gate. */
export async function fetchEvidence(
  session: InsightsSession,
  { repository, disclosure }: EvidenceQuery,
): Promise<RepositoryEvidence | UnreadRepository> {
  const { github, findGates, inputs, now, signal } = session;
  const period = toPeriod(now, inputs.days);
  const [owner = '', repo = ''] = repository.split('/');
  const [read, gates] = await Promise.all([
    orUnverified(fetchFromService(session, repository)),
    orUnverified(findGates(github, { owner, repo }, period)),
  ]);
  signal.throwIfAborted();
  if (isUnverified(read)) return { repository, fault: toShownFault(read, disclosure) };
  return { repository, disclosure, ...read, gates };
}

async function fetchFromService(
  { service, inputs, now, signal }: InsightsSession,
  repository: string,
): Promise<Pick<RepositoryEvidence, 'bugs' | 'scans'>> {
  const { scanTypes: types, days } = inputs;
  const repositoryId = await findRepository(service, { repository, repositoryId: inputs.repositoryId });
  const period = toPeriod(now, days);
  const source = { service, repositoryId, signal };
  const { scans } = await fetchScanHistory(source, (some) => isEnoughScans({ scans: some, types, period, now }));
  return { bugs: await fetchReviewedBugs(service, repositoryId), scans };
}
