// The reading of one repository: its bugs and its scans in the service, and its gates on GitHub, at the same time.
import { askGitHub } from '../github/failure.ts';
import { toPeriod } from '../judgement/day.ts';
import { toShownFault } from '../judgement/disclosure.ts';
import type { EpochMs, RepoId } from '../judgement/identifiers.ts';
import { isUnverified, type Unverified } from '../judgement/unverified.ts';
import { fetchReviewedBugs } from '../service/reviewed-bugs.ts';
import { fetchScanHistory } from '../service/scan-history.ts';
import { orUnverified } from '../service/to-unverified.ts';
import type { Discloser } from '../sweep/disclosure.ts';
import type { SweepSession, SweptRepository, Visit } from '../sweep/sweep.ts';
import { findGateFacts } from './find-gate-facts.ts';
import type { GateFacts } from './gate-facts.ts';
import type { InsightsInputs } from './inputs.ts';
import type { RepositoryEvidence, UnreadRepository } from './report.ts';
import { isEnoughScans } from './scan-facts.ts';

/** A session with the service and GitHub. */
export interface InsightsSession extends SweepSession<InsightsInputs> {
  /** The time of the run. */
  readonly now: EpochMs;
  readonly discloser: Discloser;
}

/** Rejects only if cancelled, or for a bug in Scan Gate. */
export async function fetchEvidence(
  session: InsightsSession,
  { repository, service }: Visit,
): Promise<RepositoryEvidence | UnreadRepository> {
  const { fullName, id } = repository;
  const disclosure = await session.discloser.find(repository);
  const unread = (fault: Unverified): UnreadRepository => ({
    repository: fullName,
    fault: toShownFault(fault, disclosure),
  });
  if (isUnverified(id)) return unread(id);
  const [read, gates] = await Promise.all([
    orUnverified(fetchFromService({ ...session, service }, id)),
    fetchGates(session, repository),
  ]);
  session.signal.throwIfAborted();
  return isUnverified(read) ? unread(read) : { repository: fullName, disclosure, ...read, gates };
}

async function fetchGates(
  { github, inputs, now, signal }: InsightsSession,
  repository: SweptRepository,
): Promise<GateFacts | Unverified> {
  const question = { doing: `read the pull requests of ${repository.fullName}`, permission: 'pull-requests: read' };
  const period = toPeriod(now, inputs.days);
  return await orUnverified(askGitHub(signal, question, () => findGateFacts(github, repository, period)));
}

async function fetchFromService(
  { service, inputs, now, signal }: InsightsSession,
  repositoryId: RepoId,
): Promise<Pick<RepositoryEvidence, 'bugs' | 'scans'>> {
  const { scanTypes: types, days } = inputs;
  const period = toPeriod(now, days);
  const source = { service, repositoryId, signal };
  const { scans } = await fetchScanHistory(source, (some) => isEnoughScans({ scans: some, types, period, now }));
  return { bugs: await fetchReviewedBugs(service, repositoryId), scans };
}
