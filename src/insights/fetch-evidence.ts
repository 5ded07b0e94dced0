// The reading of one repository: its bugs and its scans in the service, and its gates on GitHub, at the same time.
import { askGitHub } from '../github/failure.ts';
import { readDecidingInputs } from '../inputs/gate.ts';
import { toPeriod } from '../judgement/day.ts';
import type { EpochMs, RepoId } from '../judgement/identifiers.ts';
import { isUnverified, type Unverified } from '../judgement/unverified.ts';
import { fetchReviewedBugs } from '../service/reviewed-bugs.ts';
import { fetchScanHistory } from '../service/scan-history.ts';
import { orUnverified } from '../service/to-unverified.ts';
import type { Discloser } from '../sweep/disclosure.ts';
import type { SweepSession, SweptRepository, Visit } from '../sweep/sweep.ts';
import { findGateFacts } from './find-gate-facts.ts';
import type { CountingInputs, GateFacts } from './gate-facts.ts';
import type { InsightsInputs } from './inputs.ts';
import { selectIntroduced } from './introductions.ts';
import type { RepositoryEvidence, UnreadRepository } from './report.ts';
import { isEnoughScans } from './scan-facts.ts';

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
  const show = async (fault: Unverified): Promise<Unverified> => await session.discloser.show(fault, repository);
  const unread = async (fault: Unverified): Promise<UnreadRepository> => ({
    repository: fullName,
    fault: await show(fault),
  });
  if (isUnverified(id)) return await unread(id);
  const reading = orUnverified(fetchFromService({ ...session, service }, id));
  const [read, found] = await Promise.all([reading, fetchGates(session, repository, reading)]);
  session.signal.throwIfAborted();
  const gates = isUnverified(found) ? await show(found) : found;
  return isUnverified(read) ? await unread(read) : { repository: fullName, disclosure, ...read, gates };
}

type ServiceEvidence = Pick<RepositoryEvidence, 'bugs' | 'scans'>;

/** Beside the reading of the bugs, by which further pull requests are asked for. */
async function fetchGates(
  { github, inputs, now, signal }: InsightsSession,
  repository: SweptRepository,
  reading: Promise<ServiceEvidence | Unverified>,
): Promise<GateFacts | Unverified> {
  const question = { doing: `read the pull requests of ${repository.fullName}`, permission: 'pull-requests: read' };
  const period = toPeriod(now, inputs.days);
  const introduced = reading.then(
    (read) => (isUnverified(read) ? [] : selectIntroduced(read.bugs, period, now)),
    // Cancelled: whoever waits for the reading itself ends the run.
    () => [],
  );
  const readInputs = createInputReader(repository.fullName, now);
  return await orUnverified(
    askGitHub(signal, question, () => findGateFacts(github, repository, { period, introduced, readInputs })),
  );
}

/** Reads inputs in markers, each text once; null where no gate would take them. */
function createInputReader(
  repository: string,
  now: EpochMs,
): (texts: Readonly<Record<string, string>>) => CountingInputs | null {
  const known = new Map<string, CountingInputs | null>();
  return (texts) => {
    const text = JSON.stringify(texts);
    if (!known.has(text)) known.set(text, readDecidingInputs(texts, { repository, now }));
    return known.get(text) ?? null;
  };
}

/** The scans of the period and of the one before it, and a full one from before both. */
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
