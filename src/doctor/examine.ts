// The examination of one repository: everything is read, the last pull requests are replayed, and the report says what it means.
import { toAddress } from '../github/event.ts';
import { type Disclosure, toShownFault } from '../judgement/disclosure.ts';
import type { RepoId } from '../judgement/identifiers.ts';
import { isUnverified, type Unverified } from '../judgement/unverified.ts';
import { type GitHubEvidence, type Maybe, type Replay, selectUsableScans, toKnown } from './evidence.ts';
import {
  type Asked,
  type DoctorSession,
  findBranchCommits,
  type GatheredGitHub,
  type GatheredService,
  gatherGitHub,
  gatherService,
} from './gather.ts';
import { toMaxAgeDays } from './own-set-ups.ts';
import { replayPulls } from './replay.ts';
import { decideDoctorReport, type DoctorReport } from './report.ts';
import { decideScanStatistics } from './scan-statistics.ts';

/** Examines one repository, with what the service was asked before, and its id there. Rejects only when cancelled. */
export async function examineRepository(
  session: DoctorSession,
  asked: Asked,
  id: RepoId | Unverified,
): Promise<DoctorReport> {
  const { inputs, event, clock, signal } = session;
  const [said, gathered] = await Promise.all([gatherService(session, asked, id), gatherGitHub(session)]);
  const service = toShownService(said, gathered.disclosure);
  const branchCommits = await findBranchCommits(session, gathered, service.history);
  const github = toShownGitHub({ ...gathered, branchCommits });
  const replay = await replayAll(session, service, github);
  signal.throwIfAborted();
  return decideDoctorReport({
    settings: inputs,
    disclosure: gathered.disclosure,
    address: toAddress(event),
    service,
    github,
    replay,
    readAt: clock.now(),
  });
}

/** The words of others on what failed only where everything may be shown. */
function createShowing(disclosure: Disclosure): <Value extends object>(read: Maybe<Value>) => Maybe<Value> {
  return (read) => (read !== null && isUnverified(read) ? toShownFault(read, disclosure) : read);
}

function toShownGitHub(github: KnownGitHub): KnownGitHub {
  const { pulls, branchCommits, fault, disclosure } = github;
  const toShown = createShowing(disclosure);
  return {
    ...github,
    pulls: toShown(pulls),
    branchCommits: toShown(branchCommits),
    fault: fault && toShownFault(fault, disclosure),
  };
}

function toShownService(said: GatheredService, disclosure: Disclosure): GatheredService {
  const toShown = createShowing(disclosure);
  return {
    account: toShown(said.account),
    repository: toShown(said.repository),
    history: toShown(said.history),
    lists: toShown(said.lists),
    bugs: toShown(said.bugs),
    settled: toShown(said.settled),
  };
}

type KnownGitHub = GatheredGitHub & Pick<GitHubEvidence, 'branchCommits'>;

/** Null: something is not known that every verdict depends on. */
async function replayAll(
  session: DoctorSession,
  service: GatheredService,
  { pulls: read, branchCommits, disclosure, visibility }: KnownGitHub,
): Promise<Replay | null> {
  const { github, service: client, inputs, clock } = session;
  const history = toKnown(service.history);
  const bugs = toKnown(service.bugs);
  const pulls = toKnown(read);
  if (github === null || client === null || history === null || bugs === null || pulls === null) return null;
  const { usable: scans } = selectUsableScans(history.scans, inputs.scanTypes, clock.now());
  const rhythm = decideScanStatistics({ scans, branchCommits: toKnown(branchCommits), heads: [] });
  const known = { history, bugs, pulls, disclosure, visibility };
  return await replayPulls(session, { ...known, service: client, github, maxAgeDays: toMaxAgeDays(rhythm) });
}
