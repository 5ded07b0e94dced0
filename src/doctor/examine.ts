// The examination of one repository reads everything, replays the last pull requests, and concludes.
import { toAddress } from '../github/event.ts';
import { type Disclosure, toShownFault } from '../judgement/disclosure.ts';
import type { RepoId } from '../judgement/identifiers.ts';
import { isUnverified, type Unverified } from '../judgement/unverified.ts';
import { orUnverified } from '../service/to-unverified.ts';
import {
  type DoctorEvidence,
  type GitHubEvidence,
  type Maybe,
  type Replay,
  selectUsableScans,
  toKnown,
} from './evidence.ts';
import {
  type KeyAnswers,
  type DoctorSession,
  fetchBranchCommits,
  type GatheredGitHub,
  type GatheredService,
  gatherGitHub,
  gatherService,
} from './gather.ts';
import { toOwnSetUp } from './own-set-ups.ts';
import { decideListsAgain, fetchRelisting, type Relisting, selectRelisted } from './relisting.ts';
import { replayPulls } from './replay.ts';
import { decideDoctorReport, type DoctorReport } from './report.ts';
import { decideScanStatistics } from './scan-statistics.ts';
import { toEachSetUp } from './set-ups.ts';

/** Rejects only when cancelled. */
export async function examineRepository(
  session: DoctorSession,
  asked: KeyAnswers,
  id: RepoId | Unverified,
): Promise<DoctorReport> {
  const { inputs, event, clock, signal } = session;
  const [said, gathered] = await Promise.all([gatherService(session, asked, id), gatherGitHub(session)]);
  const { disclosure } = gathered;
  const service = toShown(said, disclosure);
  const branchCommits = await fetchBranchCommits(session, gathered, service.history);
  const github = toShown({ ...gathered, branchCommits }, disclosure);
  const relisting = await measureRelisting(session, service, github);
  const replay = await replayAll(session, { service, github, relisting });
  signal.throwIfAborted();
  return decideDoctorReport({
    settings: inputs,
    disclosure,
    address: toAddress(event),
    service,
    github,
    relisting,
    replay,
    readAt: clock.now(),
  });
}

/** Leaves out the words of others on what failed, unless everything may be shown. */
function toShown<Read extends object>(read: Read, disclosure: Disclosure): Read {
  const shown = Object.entries(read).map(([name, each]: [string, unknown]) => [
    name,
    isUnverified(each) ? toShownFault(each, disclosure) : each,
  ]);
  return Object.fromEntries(shown) as Read;
}

type KnownGitHub = GatheredGitHub & Pick<GitHubEvidence, 'branchCommits'>;

/** The lists of more pending bugs have so many pages that the requests are better spent on the replay. */
const MAX_PENDING = 2_000;

/** Gives null where there are no two scans to compare, or something that it depends on is not known. */
async function measureRelisting(
  { service: client, inputs, clock, signal }: DoctorSession,
  { history: read, bugs }: GatheredService,
  { branchCommits }: KnownGitHub,
): Promise<Maybe<Relisting>> {
  const history = toKnown(read);
  const commits = toKnown(branchCommits);
  const pending = toKnown(bugs)?.findings.length ?? Infinity;
  if (client === null || history === null || commits === null || pending > MAX_PENDING) return null;
  const scans = selectRelisted(selectUsableScans(history.scans, inputs.scanTypes, clock.now()).usable, commits);
  if (scans.length < 2) return null;
  const relisting = await orUnverified(fetchRelisting(client, history.repositoryId, scans));
  signal.throwIfAborted();
  return relisting;
}

type ReplayEvidence = Pick<DoctorEvidence, 'relisting'> & {
  readonly service: GatheredService;
  readonly github: KnownGitHub;
};

/** Gives null where something is not known that every verdict depends on. */
async function replayAll(
  session: DoctorSession,
  { service, github, relisting }: ReplayEvidence,
): Promise<Replay | null> {
  const { github: octokit, service: client, inputs, clock } = session;
  const history = toKnown(service.history);
  const bugs = toKnown(service.bugs);
  const pulls = toKnown(github.pulls);
  if (octokit === null || client === null || history === null || bugs === null || pulls === null) return null;
  const { usable: scans } = selectUsableScans(history.scans, inputs.scanTypes, clock.now());
  const own = {
    settings: inputs,
    visibility: github.visibility,
    hasForks: false,
    scans: decideScanStatistics({ scans, branchCommits: toKnown(github.branchCommits), heads: [] }),
    listsAgain: decideListsAgain({
      ...{ settings: inputs, history, pulls, relisting: toKnown(relisting) },
      lists: toKnown(service.lists),
    }),
  };
  const setUps = toEachSetUp((name) => toOwnSetUp(name, own));
  const { disclosure } = github;
  return await replayPulls(session, { history, bugs, pulls, disclosure, setUps, service: client, github: octokit });
}
