// The doctor's questions to the service and to GitHub before it replays anything. It only reads.
import type { ServiceClient } from '../client/index.ts';
import { fetchAncestorsUntil, fetchIsOnBranch } from '../github/commits.ts';
import { gitHubFault } from '../github/fault.ts';
import type { PullRequestRef } from '../github/pull-request.ts';
import { fetchRepository } from '../github/repository.ts';
import { decideDisclosure, type Disclosure, toStricter, type Visibility } from '../judgement/disclosure.ts';
import { type CommitSha, isSameFullName, type RepoId } from '../judgement/identifiers.ts';
import { noCredentialsFault } from '../judgement/reasons.ts';
import type { Scan, ScanHistory } from '../judgement/scan.ts';
import { isUnverified, Unverified } from '../judgement/unverified.ts';
import type { ListedBugs } from '../judgement/world.ts';
import { capture } from '../net/abort.ts';
import type { Session } from '../runner/session.ts';
import { fetchListedBugs } from '../service/bug-lists.ts';
import { fetchListedCount } from '../service/fetch-list-totals.ts';
import { fetchVisibleRepositories, type VisibleRepository } from '../service/find-repository.ts';
import { fetchSettledBugs } from '../service/reviewed-bugs.ts';
import { fetchScanHistory } from '../service/scan-history.ts';
import { orUnverified } from '../service/to-unverified.ts';
import {
  type GitHubEvidence,
  type KnownRepository,
  type Maybe,
  selectUsableScans,
  type ServiceEvidence,
  toKnown,
} from './evidence.ts';
import type { ExaminationInputs } from './inputs.ts';
import { fetchRecentPulls } from './recent-pulls.ts';
import { fetchRequired } from './required.ts';
import { isCompleteFull } from './scan-statistics.ts';

export interface DoctorSession extends Session<ExaminationInputs> {
  /** Tells whether a pull request has taken more requests to GitHub than one may. */
  readonly isTooLarge: (pull: PullRequestRef) => boolean;
  /** It is true if there is one repository, whose checks are told one by one. */
  readonly isAlone: boolean;
  /** Every reader of the log may see so much of any repository. */
  readonly shown: Disclosure;
}

export interface GatheredService extends ServiceEvidence {
  readonly bugs: Maybe<ListedBugs>;
}

/** The service said this of the key, before it was asked about any repository. */
export interface KeyAnswers {
  /** It has no e-mail address, which is nobody's business. */
  readonly account: ServiceEvidence['account'];
  readonly visible: Maybe<readonly VisibleRepository[]>;
}

/** Asks nothing more where the key is refused. In somebody's own fork no key is missing. */
export async function askService({ service, event }: Pick<Session<unknown>, 'service' | 'event'>): Promise<KeyAnswers> {
  if (service === null) return { account: event.isInFork ? noCredentialsFault('own-fork') : null, visible: null };
  const user = await orUnverified(service.user.get());
  const account = isUnverified(user) ? user : { organizations: user.orgs.map(({ name }) => name) };
  if (isUnverified(account) && account.reason === 'unauthorized') return { account, visible: null };
  return { account, visible: await orUnverified(fetchVisibleRepositories(service)) };
}

/** Asks one thing after the other, since most depends on what came before. */
export async function gatherService(
  session: DoctorSession,
  asked: KeyAnswers,
  id: RepoId | Unverified,
): Promise<GatheredService> {
  const { service, inputs } = session;
  const repository = selectKnown(inputs, asked.visible, id);
  const known = { account: asked.account, repository, history: null, lists: null, bugs: null, settled: null };
  if (service === null || repository === null || isUnverified(repository)) return known;
  const source = { ...session, service, repositoryId: repository.id, isIdGiven: inputs.repositoryId !== null };
  const history = await orUnverified(fetchScanHistory(source));
  if (isUnverified(history)) return { ...known, history };
  const lists = await fetchCountedLists(service, repository, selectCounted(session, history));
  const bugs = await orUnverified(fetchListedBugs(service, { ...source, list: 'repository' }));
  const settled = await orUnverified(fetchSettledBugs(service, repository.id));
  return { ...known, history, lists, bugs, settled };
}

function selectKnown(
  { repository, repositoryId }: ExaminationInputs,
  visible: KeyAnswers['visible'],
  id: RepoId | Unverified,
): ServiceEvidence['repository'] {
  if (visible === null) return null;
  if (isUnverified(id)) return id;
  const named = isUnverified(visible) ? undefined : visible.find((each) => each.id === repositoryId);
  if (repositoryId === null || isUnverified(visible)) return { id, isOtherName: false };
  if (named === undefined) return new Unverified({ kind: 'wrong-repository-id', repositoryId });
  return { id, isOtherName: !isSameFullName(named.fullName, repository) };
}

const MAX_COUNTED = 3;

function selectCounted({ inputs, clock }: DoctorSession, { scans }: ScanHistory): readonly Scan[] {
  return selectUsableScans(scans, inputs.scanTypes, clock.now())
    .usable.filter(({ state }) => state === 'complete')
    .slice(0, MAX_COUNTED);
}

async function fetchCountedLists(
  service: ServiceClient,
  { id }: KnownRepository,
  scans: readonly Scan[],
): Promise<ServiceEvidence['lists']> {
  if (scans.length === 0) return null;
  const counting = scans.flatMap(({ id: scanId, bugTotal: counted }) =>
    scanId === null || counted === null ? [] : [{ scanId, counted }],
  );
  const totals = counting.map(async (scan) => ({ ...scan, listed: await fetchListedCount(service, id, scan.scanId) }));
  return await orUnverified(Promise.all(totals));
}

export interface GatheredGitHub extends Omit<GitHubEvidence, 'branchCommits'> {
  readonly disclosure: Disclosure;
  /** It is null if the repository was read, and without a token. */
  readonly fault: Unverified | null;
}

/** Asks for the repository and its last pull requests. Rejects only when cancelled. */
export async function gatherGitHub(session: DoctorSession): Promise<GatheredGitHub> {
  const { github, event, inputs, signal, shown } = session;
  const toGathered = (visibility: Visibility, read: Partial<GatheredGitHub> = {}): GatheredGitHub => ({
    visibility,
    disclosure: toStricter(shown, decideDisclosure('auto', visibility)),
    ...{ required: null, defaultBranch: null, pulls: null, fault: null, ...read },
  });
  if (github === null) return toGathered(event.visibility);
  const [repository, pulls] = await Promise.all([
    capture(fetchRepository(github, event.repository)),
    capture(fetchRecentPulls(github, event.repository, inputs.pullRequests)),
  ]);
  signal.throwIfAborted();
  const question = { doing: 'read the pull requests', permission: 'pull-requests: read' };
  const listed = pulls.status === 'fulfilled' ? pulls.value : gitHubFault(pulls.reason, question);
  if (repository.status === 'rejected') {
    const fault = contentsFault(repository.reason, 'read the repository');
    return toGathered(event.visibility, { pulls: listed, fault });
  }
  const { visibility, defaultBranch } = repository.value;
  const known = visibility === 'unknown' ? event.visibility : visibility;
  const required = session.isAlone ? await fetchRequired(github, event, defaultBranch) : null;
  signal.throwIfAborted();
  return toGathered(known, { required, defaultBranch, pulls: listed });
}

function contentsFault(error: unknown, doing: string): Unverified {
  return gitHubFault(error, { doing, permission: 'contents: read' });
}

/** So many scans' commits are compared with the branch one by one, where they are not among its newest. */
const MAX_COMPARED = 5;

/** Finds the newest commits of the default branch, as far back as scans need, and older ones with a scan. Null without a token. */
export async function fetchBranchCommits(
  { github, event, inputs, clock, signal }: DoctorSession,
  { defaultBranch, fault }: GatheredGitHub,
  history: Maybe<ScanHistory>,
): Promise<GitHubEvidence['branchCommits']> {
  if (github === null) return null;
  if (defaultBranch === null) return fault;
  const scans = toKnown(history)?.scans ?? [];
  const { usable } = selectUsableScans(scans, inputs.scanTypes, clock.now());
  const wanted = new Set(usable.flatMap(({ sha }) => sha ?? []));
  const isEnough = (nearest: readonly CommitSha[]): boolean => {
    const near = new Set(nearest);
    return [...wanted].every((sha) => near.has(sha));
  };
  try {
    const { repository } = event;
    // With the name alone a tag of the same name would take the branch's place.
    const ref = `refs/heads/${defaultBranch}`;
    const newest = await fetchAncestorsUntil(github, repository, { ref, isEnough });
    const branch = new Set(newest);
    const full = usable.filter(isCompleteFull).flatMap(({ sha }) => sha ?? []);
    // The recommendation needs no more than one such scan.
    if (full.some((sha) => branch.has(sha))) return branch;
    const older = [...new Set(full)].slice(0, MAX_COMPARED);
    const areOnBranch = await Promise.all(
      older.map((sha) => fetchIsOnBranch(github, repository, { branch: ref, sha })),
    );
    return new Set([...branch, ...older.filter((_, index) => areOnBranch[index])]);
  } catch (error) {
    signal.throwIfAborted();
    return contentsFault(error, `read the commits of ${defaultBranch}`);
  }
}
