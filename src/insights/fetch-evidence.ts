// The reading of one repository asks for its bugs and scans in the service, and for its gates on GitHub, at the same time.
import { askGitHub } from '../github/fault.ts';
import { readDecidingInputs } from '../inputs/gate.ts';
import { toPeriod } from '../judgement/day.ts';
import type { EpochMs, RepoId } from '../judgement/identifiers.ts';
import { isUnverified, type Unverified } from '../judgement/unverified.ts';
import { fetchReviewedBugs } from '../service/reviewed-bugs.ts';
import { fetchScanHistory } from '../service/scan-history.ts';
import { orUnverified } from '../service/to-unverified.ts';
import type { Discloser } from '../sweep/disclosure.ts';
import type { SweepSession, SweptRepository, Visit } from '../sweep/sweep.ts';
import { fetchBranchScan } from './fetch-branch-scan.ts';
import { fetchGateFacts, type GateQuery } from './fetch-gate-facts.ts';
import type { GateFacts } from './gate-facts.ts';
import type { InsightsInputs } from './inputs.ts';
import { selectIntroduced } from './introductions.ts';
import { type BranchScan, selectMarkedAt } from './look-again.ts';
import type { RepositoryEvidence, UnreadRepository } from './report.ts';
import { isEnoughScans } from './scan-facts.ts';

export interface InsightsSession extends SweepSession<InsightsInputs> {
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
  const show = async (fault: Unverified): Promise<Unverified> => await session.discloser.show(fault, repository);
  const unread = async (fault: Unverified): Promise<UnreadRepository> => ({
    repository: fullName,
    fault: await show(fault),
  });
  if (isUnverified(id)) return await unread(id);
  const reading = orUnverified(fetchFromService({ ...session, service }, id));
  const [read, found] = await Promise.all([reading, fetchGates(session, repository, reading)]);
  session.signal.throwIfAborted();
  if (isUnverified(read)) return await unread(read);
  const evidence = { repository: fullName, disclosure, ...read };
  if (isUnverified(found)) return { ...evidence, gates: await show(found), branchScan: null };
  const branchScan = await askForBranchScan({ ...session, service }, repository, { repositoryId: id, ...read });
  session.signal.throwIfAborted();
  if (!isUnverified(branchScan)) return { ...evidence, gates: found, branchScan };
  // The branch scan needs both APIs: a fault of GitHub counts as one of the gates.
  if (branchScan.reason !== 'github-error') return await unread(branchScan);
  return { ...evidence, gates: await show(branchScan), branchScan: null };
}

type ServiceEvidence = Pick<RepositoryEvidence, 'bugs' | 'scans'>;

/** Runs behind the reading of the bugs, which says whether people have marked any as resolved. */
async function askForBranchScan(
  session: InsightsSession,
  repository: SweptRepository,
  { repositoryId, bugs, scans }: ServiceEvidence & { readonly repositoryId: RepoId },
): Promise<BranchScan | null | Unverified> {
  const question = { doing: `read the default branch of ${repository.fullName}`, permission: 'contents: read' };
  const since = selectMarkedAt(bugs).toSorted((a, b) => a - b)[0] ?? null;
  const find = () => fetchBranchScan(session, repository, { repositoryId, scans, since });
  return await orUnverified(askGitHub(session.signal, question, find));
}

/** Runs beside the reading of the bugs, which says what further pull requests to ask for. */
async function fetchGates(
  { github, inputs, now, signal }: InsightsSession,
  repository: SweptRepository,
  reading: Promise<ServiceEvidence | Unverified>,
): Promise<GateFacts | Unverified> {
  const question = { doing: `read the pull requests of ${repository.fullName}`, permission: 'pull-requests: read' };
  const period = toPeriod(now, inputs.days);
  const introduced = reading.then(
    (read) => (isUnverified(read) ? [] : selectIntroduced(read.bugs, period, now)),
    // After a cancellation the reading itself ends the run.
    () => [],
  );
  const readInputs: GateQuery['readInputs'] = (texts) =>
    readDecidingInputs(texts, { repository: repository.fullName, now });
  return await orUnverified(
    askGitHub(signal, question, () => fetchGateFacts(github, repository, { period, introduced, readInputs })),
  );
}

/** Reads the scans of the period and of the one before it, and a full one from before both. */
async function fetchFromService(
  { service, inputs, now, signal }: InsightsSession,
  repositoryId: RepoId,
): Promise<ServiceEvidence> {
  const { scanTypes: types, days } = inputs;
  const period = toPeriod(now, 2 * days);
  const source = { service, repositoryId, isIdGiven: inputs.repositoryId !== null, signal };
  const { scans } = await fetchScanHistory(source, (some) => isEnoughScans({ scans: some, types, period, now }));
  return { bugs: await fetchReviewedBugs(service, repositoryId), scans };
}
