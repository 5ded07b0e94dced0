// The reference judgement: what the gate must say of a random world, written from the contract apart from the code.
import type { FileData } from '../../sandbox/github/data.ts';
import {
  type Author,
  baseOf,
  branchOf,
  commitsOfOther,
  countsOf,
  filesOfOther,
  filesOfSeven,
  type GitHubPart,
  goodKey,
  grandparentSha,
  headSha,
  hourMs,
  invalidInputs,
  nowMs,
  type OtherPull,
  ours,
  parentSha,
  type RandomScan,
  type RandomWorld,
  type SurfacedBug,
  surfacedBy,
} from './random-world.ts';

/** The outputs that a run must have, and what its job must be. */
export interface Expected {
  readonly job: 'green' | 'warning' | 'red';
  readonly outputs: Readonly<Record<(typeof comparedOutputs)[number], string>>;
  /** Ids of the pending bugs, and whether the thresholds count each; null where nothing was judged. */
  readonly gated: Readonly<Record<string, boolean>> | null;
  /** Whether the service has told of a pending security bug that the inputs select, in a list or by a count; null where nothing was judged. */
  readonly isHidden: boolean | null;
}

export const comparedOutputs = [
  ...(['verdict', 'reason', 'scan-id', 'scan-match', 'commits-behind'] as const),
  ...(['pending', 'pending-security', 'pending-unclassified', 'resolved', 'dismissed'] as const),
  ...(['gated', 'gated-security'] as const),
] as const;

type Known = Partial<Expected['outputs']>;

/** The end of a run without a verdict; `known` is what was found out before. */
class Unverified extends Error {
  readonly reason: string;
  readonly known: Known;

  constructor(reason: string, known: Known = {}) {
    super(reason);
    this.reason = reason;
    this.known = known;
  }
}

const misconfigured = ['no-credentials', 'unauthorized', 'repository-not-found'];

/** The verdict, and what it makes of the job. */
export function judge(world: RandomWorld): Expected {
  const empty = Object.fromEntries(comparedOutputs.map((name) => [name, '']));
  const end = (
    job: Expected['job'],
    outputs: Known,
    { gated, isHidden }: Pick<Expected, 'gated' | 'isHidden'> = { gated: null, isHidden: null },
  ): Expected => ({ job, gated, isHidden, outputs: { ...(empty as Expected['outputs']), ...outputs } });
  try {
    const { isExceeded, outputs, ...judged } = judgeBugs(world);
    if (!isExceeded) {
      return end('green', { verdict: 'passed', reason: 'within-threshold', ...outputs }, judged);
    }
    const job = input(world, 'mode') === 'warn' ? 'warning' : 'red';
    return end(job, { verdict: 'failed', reason: 'threshold-exceeded', ...outputs }, judged);
  } catch (error) {
    if (!(error instanceof Unverified)) throw error;
    const { reason, known } = error;
    if (reason === 'nothing-to-judge') return end('green', { verdict: 'skipped', reason });
    return end(isRedUnverified(world, reason) ? 'red' : 'warning', { verdict: 'unverified', reason, ...known });
  }
}

/** The job without a verdict; `on-unverified` follows the mode where it is not given. */
function isRedUnverified(world: RandomWorld, reason: string): boolean {
  const onlyWarns = input(world, 'mode') === 'warn';
  if (reason === 'invalid-input' || (misconfigured.includes(reason) && !onlyWarns)) return true;
  return (input(world, 'on-unverified') || (onlyWarns ? 'warn' : 'fail')) === 'fail';
}

function input({ inputs }: RandomWorld, name: string): string {
  return (inputs[name] ?? '').trim();
}

function words(world: RandomWorld, name: string): readonly string[] {
  const text = input(world, name);
  return text === '' ? [] : text.split(/\s*[,\n]\s*/u);
}

function hasToken(world: RandomWorld): boolean {
  return input(world, 'github-token') !== '';
}

function isRefused(world: RandomWorld, part: GitHubPart): boolean {
  return world.refused === part || !hasToken(world);
}

/** */
function judgeBugs(world: RandomWorld) {
  if (Object.entries(invalidInputs).some(([name, bad]) => bad.includes(input(world, name)))) {
    throw new Unverified('invalid-input');
  }
  const subject = resolveSubject(world);
  findRepository(world, subject);
  const scan = findScan(world, subject);
  const { pending, listed, resolved, dismissed, missing } = readBugs(world, scan, subject);
  const kind = (bug: SurfacedBug): boolean | null => bug.isSecurityVulnerability ?? null;
  const count = (is: (bug: SurfacedBug) => boolean): number => pending.filter(is).length;
  const counted: Known = {
    ...toScanOutputs(scan),
    pending: String(pending.length),
    'pending-security': String(count((bug) => kind(bug) === true)),
    'pending-unclassified': String(count((bug) => kind(bug) === null)),
    resolved: String(resolved),
    dismissed: String(dismissed),
  };
  const end = (reason: string): never => {
    throw new Unverified(reason, counted);
  };
  const changes = readChanges(world, subject);
  if (isNarrowed(world) && changes.fault === 'superseded') end('superseded');
  checkKnowledge(world, { scan, changes, end });
  const isSecurity = (bug: SurfacedBug): boolean =>
    kind(bug) === true || (kind(bug) === null && input(world, 'unclassified') === 'count');
  const exceeds = (is: (bug: SurfacedBug) => boolean): boolean =>
    isOver(world, { all: count(is), security: count((bug) => is(bug) && isSecurity(bug)) });
  const counting = { scan, subject, changes, listed };
  const alone = selectCounted(world, { ...counting, twins: [] });
  const couldFail = !exceeds(alone) && exceeds((bug) => isInPaths(world, bug));
  const twins = couldFail && changes.isJudged ? readTwins(world, subject) : [];
  const known = twins === 'unknown' ? [] : twins;
  const isGated = selectCounted(world, { ...counting, twins: known });
  const isExceeded = exceeds(isGated);
  if (isExceeded && isNarrowed(world) && changes.fault === 'unknown') end('github-error');
  if (!isExceeded && twins === 'unknown') end('github-error');
  if (!isExceeded && missing > 0) end('service-error');
  return {
    isExceeded,
    gated: Object.fromEntries(pending.map((bug) => [bug.id, isGated(bug)])),
    outputs: {
      ...counted,
      gated: String(count(isGated)),
      'gated-security': String(count((bug) => isGated(bug) && isSecurity(bug))),
    },
    /** Whether a bug that counts escaped the lists. */
    isHidden: knownBugs(world, scan).some((bug) => isPending(bug) && isGated(bug) && isSecurity(bug)),
  };
}

function isOver(world: RandomWorld, counts: { readonly all: number; readonly security: number }): boolean {
  const exceeds = (number: number, name: string, usual: string): boolean => {
    const limit = input(world, name) || usual;
    return limit !== 'off' && number > Number(limit);
  };
  return exceeds(counts.security, 'max-security-bugs', '0') || exceeds(counts.all, 'max-bugs', 'off');
}

function isNarrowed(world: RandomWorld): boolean {
  const gateOn = words(world, 'gate-on');
  return gateOn.length > 0 && gateOn[0] !== 'all';
}

interface Subject {
  readonly sha: string;
  /** Null: there is none; `unknown`: GitHub did not tell. */
  readonly pull: number | 'unknown' | null;
  /** Whether the commit is judged as the head of its pull request, so that a newer head overtakes the run. */
  readonly isHead: boolean;
}

/** Commit and pull request. */
function resolveSubject(world: RandomWorld): Subject {
  const { event } = world;
  const given = input(world, 'sha').toLowerCase();
  const number = input(world, 'pr-number');
  const asked = number === '' ? null : Number(number);
  const byEvent = given === '' && asked === null;
  if (event.commit === 'nothing' && byEvent) throw new Unverified('nothing-to-judge');
  const cannotTell = (): never => {
    throw new Unverified(input(world, 'api-key') === '' ? 'no-credentials' : 'github-error');
  };
  if (event.commit === 'unknown' && byEvent) cannotTell();
  const headOfAsked = asked ?? (event.commit === 'head of 7' ? 7 : null);
  const sha = given || (headOfAsked === null ? event.commit : (readHead(world, headOfAsked) ?? cannotTell()));
  if (input(world, 'api-key') === '') throw new Unverified('no-credentials');
  const named = event.pull === 'by head' ? findPullByHead(world, sha) : event.pull;
  // The merge queue tests a commit of its own: nothing overtakes it, unless the pull request is named.
  const isHead = given === '' && (asked !== null || event.comments !== false);
  return { sha, pull: asked ?? named, isHead };
}

function findOther({ others }: RandomWorld, number: number): OtherPull | undefined {
  return others.find((each) => each.number === number);
}

/** Whether GitHub tells of one pull request by its number. */
function isReadable(world: RandomWorld, number: number): boolean {
  if (isRefused(world, 'head') || (number === 8 && isRefused(world, 'pull request 8'))) return false;
  return number === 7 || findOther(world, number) !== undefined;
}

/** Null: GitHub does not tell. */
function readHead(world: RandomWorld, number: number): string | null {
  if (!isReadable(world, number)) return null;
  const other = findOther(world, number);
  return other === undefined ? world.pullHead : (commitsOfOther(other).at(-1) ?? null);
}

function findPullByHead(world: RandomWorld, sha: string): Subject['pull'] {
  if (isRefused(world, 'pulls of a branch')) return 'unknown';
  return sha === world.pullHead && world.event.branch !== 'main' ? 7 : null;
}

interface Asking {
  readonly subject: Subject;
  readonly known?: Known;
}

/** An error of a list of the service; 404 says of the list of scans that there is no such repository. */
function ask(world: RandomWorld, list: string, { subject, known = {} }: Asking): void {
  const { trouble, inputs } = world;
  if (trouble !== null && 'list' in trouble && trouble.list === list) {
    // What may pass is waited for, and whoever waits sees that the head moves.
    if ([429, 500].includes(trouble.status) && input(world, 'wait-for-scan') !== '' && hasMoved(world, subject)) {
      throw new Unverified('superseded', known);
    }
    // Who answers with an error does not look at the key.
    if ([401, 403].includes(trouble.status)) throw new Unverified('unauthorized', known);
    const isMissing = trouble.status === 404 && list === 'scans';
    throw new Unverified(isMissing ? 'repository-not-found' : 'service-error', known);
  }
  if (inputs['api-key']?.trim() !== goodKey) throw new Unverified('unauthorized', known);
}

function hasMoved(world: RandomWorld, { sha, pull, isHead }: Subject): boolean {
  const head = isHead && typeof pull === 'number' ? readHead(world, pull) : null;
  return head !== null && head !== sha;
}

/** What the service says against the truth. */
function lieOf({ trouble }: RandomWorld): string | null {
  return trouble !== null && 'lie' in trouble ? trouble.lie : null;
}

function findRepository(world: RandomWorld, subject: Subject): void {
  if (input(world, 'repository-id') !== '') return;
  ask(world, 'repos', { subject });
  const isNamed = input(world, 'repository').toLowerCase() === 'acme/storefront';
  if (!isNamed || !world.isKnown) throw new Unverified('repository-not-found');
}

interface Selected {
  readonly scan: RandomScan;
  readonly judged: readonly RandomScan[];
  readonly match: string;
  readonly behind: number | null;
  readonly standsIn: boolean;
}

/** A scan of the commit that has not come to a good end. */
interface Ended {
  readonly ends: 'running' | 'failed';
  readonly scan: RandomScan;
}

function toScanOutputs({ scan, match, behind }: Omit<Selected, 'judged' | 'standsIn'>): Known {
  const commitsBehind = behind === null ? '' : String(behind);
  const id = scan.workflowRequestId ?? '';
  return { 'scan-id': id, 'scan-match': match, 'commits-behind': commitsBehind };
}

/** `complete`, `failed` and `dlq`; null is complete when the scan has ended; anything else runs. */
function stateOf({ workflowStatus, completedAt }: RandomScan): 'complete' | 'failed' | 'running' {
  if (workflowStatus === 'complete') return 'complete';
  if (workflowStatus === 'failed' || workflowStatus === 'dlq') return 'failed';
  return workflowStatus === null && completedAt !== null ? 'complete' : 'running';
}

/** Commit and ancestors, nearest first. */
function historyOf(sha: string): readonly string[] {
  const line = [headSha, parentSha, grandparentSha];
  return line.includes(sha) ? line.slice(line.indexOf(sha)) : [sha];
}

/** The scan to judge, waited for. */
function findScan(world: RandomWorld, subject: Subject): Selected {
  ask(world, 'scans', { subject });
  if (!world.isKnown) throw new Unverified('repository-not-found');
  const listed = words(world, 'scan-match');
  const matches = listed.length === 0 ? ['exact'] : listed;
  const own = usableScans(world).filter((scan) => commitOf(scan) === subject.sha);
  // Whatever `scan-match` lists, scans of the commit itself come first.
  const select = (some: readonly string[]): Selected | Ended | 'none' | 'unknown' =>
    own.length > 0 ? selectExact(own) : selectElsewhere(world, subject.sha, some);
  const found = select(matches);
  const awaitsStart = select(matches.slice(0, 1)) === 'none' && input(world, 'wait-for-scan') !== '';
  const isRunning = typeof found === 'object' && 'ends' in found && found.ends === 'running';
  const waits = awaitsStart || (isRunning && input(world, 'wait-timeout') !== '0');
  if (waits && hasMoved(world, subject)) throw new Unverified('superseded');
  if (found === 'unknown') throw new Unverified('github-error');
  if (found === 'none') throw new Unverified('no-scan');
  if ('ends' in found) {
    const reason = found.ends === 'running' ? 'scan-timeout' : 'scan-failed';
    throw new Unverified(reason, toScanOutputs({ ...found, match: 'exact', behind: 0 }));
  }
  if (isStale(world, found, subject)) throw new Unverified('stale-scan', toScanOutputs(found));
  return found;
}

function isFull({ scanType }: RandomScan): boolean {
  return (scanType ?? 'default') === 'default';
}

function commitOf({ commitSha }: RandomScan): string {
  return commitSha?.toLowerCase() ?? '';
}

const stuckMs = 24 * hourMs;

/** Newest first; without those that are as if absent. */
function usableScans(world: RandomWorld): readonly RandomScan[] {
  const types = words(world, 'scan-types');
  const lie = lieOf(world);
  const listed = world.scans.filter(({ repoId }) => repoId === ours);
  const told = (lie === 'scan of others' ? listed.slice(1) : listed).map((scan, at) =>
    at === 0 && lie === 'scan queued' ? { ...scan, workflowStatus: 'queued' } : scan,
  );
  const isAbsent = (scan: RandomScan): boolean => {
    const state = stateOf(scan);
    const isStuck = state === 'running' && nowMs - scan.createdAt > stuckMs;
    return isStuck || (state === 'complete' && scan.workflowRequestId === null);
  };
  return told.filter((scan) => !isAbsent(scan) && (types.length === 0 || types.includes(scan.scanType ?? 'default')));
}

/** Of the usable scans of the commit, newest first. */
function selectExact(own: readonly RandomScan[]): Selected | Ended {
  const toSelected = (scan: RandomScan, judged: readonly RandomScan[]): Selected => ({
    scan,
    judged,
    match: 'exact',
    behind: 0,
    standsIn: false,
  });
  const full = own.find((scan) => stateOf(scan) === 'complete' && isFull(scan));
  const newer = full === undefined ? own : own.slice(0, own.indexOf(full));
  const running = newer.find((scan) => stateOf(scan) === 'running');
  if (running !== undefined) return { ends: 'running', scan: running };
  const partial = newer.filter((scan) => stateOf(scan) === 'complete');
  if (full !== undefined) return toSelected(full, [...partial, full]);
  const failures = own.filter((scan) => stateOf(scan) === 'failed');
  const failed = failures.find(isFull);
  if (failed !== undefined) return { ends: 'failed', scan: failed };
  const [scan] = partial;
  if (scan !== undefined) return toSelected(scan, partial);
  const [failedPartial] = failures;
  if (failedPartial === undefined) throw new Error('the commit has scans of its own');
  return { ends: 'failed', scan: failedPartial };
}

/** What stands in for a commit without scans; `unknown`: GitHub did not name its ancestors. */
function selectElsewhere(world: RandomWorld, sha: string, matches: readonly string[]): Selected | 'none' | 'unknown' {
  const types = words(world, 'scan-types');
  const wantsFull = types.length === 0 || types.includes('default');
  const complete = usableScans(world).filter((scan) => stateOf(scan) === 'complete' && isFull(scan) === wantsFull);
  const isBlind = isRefused(world, 'ancestors') || !words(world, 'scan-match').includes('ancestor');
  const history = isBlind ? [] : historyOf(sha);
  const distanceOf = (scan: RandomScan): number => history.indexOf(commitOf(scan));
  for (const match of matches.filter((each) => each !== 'exact')) {
    if (match === 'ancestor' && isBlind) return 'unknown';
    const [scan] =
      match === 'latest'
        ? complete
        : complete.filter((each) => distanceOf(each) !== -1).toSorted((a, b) => distanceOf(a) - distanceOf(b));
    if (scan === undefined) continue;
    const behind = distanceOf(scan) === -1 ? null : distanceOf(scan);
    return { scan, judged: [scan], match, behind, standsIn: true };
  }
  return 'none';
}

/** Whether scanning goes on, where bugs are counted from the repository. */
function isStale(world: RandomWorld, selected: Selected, subject: Subject): boolean {
  if (!isTooOld(world, selected.scan)) return false;
  if (!isFromRepository(world, selected)) return true;
  const usable = usableScans(world);
  const newer = usable.slice(0, usable.indexOf(selected.scan));
  const young = newer.filter((scan) => stateOf(scan) === 'complete' && isFull(scan) && !isTooOld(world, scan));
  const commits = young.filter((scan) => ageMs(scan) >= -hourMs).map(commitOf);
  // GitHub is not asked about what is no full commit SHA.
  const comparable = commits.filter((commit) => /^[0-9a-f]{40}$/u.test(commit));
  return comparable.length === 0 || !comparable.some((commit) => readIsOnBase(world, commit, { selected, subject }));
}

function isTooOld(world: RandomWorld, scan: RandomScan): boolean {
  const [, amount, unit] = /^(\d+)([dh])$/u.exec(input(world, 'max-scan-age')) ?? [];
  if (amount === undefined) return false;
  return ageMs(scan) > Number(amount) * (unit === 'd' ? 24 : 1) * hourMs;
}

/** On the pull request's base, without one on the default branch; asked of GitHub. */
function readIsOnBase(
  world: RandomWorld,
  commit: string,
  { selected, subject }: { readonly selected: Selected; readonly subject: Subject },
): boolean {
  const cannotTell = (): never => {
    throw new Unverified('github-error', toScanOutputs(selected));
  };
  const { pull } = subject;
  if (!hasToken(world) || pull === 'unknown' || isRefused(world, 'comparison')) return cannotTell();
  if (pull === null && isRefused(world, 'repository')) return cannotTell();
  if (pull !== null && !isReadable(world, pull)) return cannotTell();
  return branchOf(pull === null ? 'main' : baseOf(world, pull)).includes(commit);
}

function ageMs({ createdAt, completedAt }: RandomScan): number {
  return nowMs - (completedAt ?? createdAt);
}

/** Only where a full scan of the commit is judged, and nothing narrows, its own list is enough. */
function isFromRepository(world: RandomWorld, { scan, standsIn }: Selected): boolean {
  const countFrom = input(world, 'count-from');
  if (countFrom === 'scan' || countFrom === 'repository') return countFrom === 'repository';
  return standsIn || isNarrowed(world) || !isFull(scan);
}

/** What the service knows, listed or not. Of a scan without counts nobody can tell that its list is short. */
function knownBugs(world: RandomWorld, scan: Selected): readonly SurfacedBug[] {
  if (isFromRepository(world, scan)) return world.bugs;
  const counted = scan.judged.filter((each) => foundIn(world, each) !== null);
  return world.bugs.filter((bug) => counted.some((each) => surfacedBy(world, each.workflowRequestId).includes(bug)));
}

/** How many bugs the scan found by its counts; null: it does not say. */
function foundIn(world: RandomWorld, scan: RandomScan): number | null {
  const counts = countsOf(world, scan);
  const { total, ...others } = counts ?? {};
  const known = Object.values(others);
  if (total === undefined && known.length === 0) return null;
  return total ?? known.reduce((sum, each) => sum + each, 0);
}

/** The review decides; a state that nobody knows leaves the bug pending. */
function isPending({ review }: SurfacedBug): boolean {
  return (review?.state ?? 'pending') === 'pending';
}

interface BugsRead {
  readonly pending: readonly SurfacedBug[];
  /** Those that some judged scan lists as pending. */
  readonly listed: readonly SurfacedBug[];
  readonly resolved: number;
  readonly dismissed: number;
  /** How many the scans count that no list shows. */
  readonly missing: number;
}

const mostRereads = 3;

/** The lists of the repository, or of each judged scan, read again while they fall short. */
function readBugs(world: RandomWorld, selected: Selected, subject: Subject): BugsRead {
  ask(world, 'bugs', { subject, known: toScanOutputs(selected) });
  const isWhole = isFromRepository(world, selected);
  const shownBy = ({ workflowRequestId: id }: RandomScan, rereads: number) => {
    const late = world.late.find(({ scan }) => scan === id);
    const isLate = late !== undefined && rereads < (late.afterLooks ?? Infinity);
    return surfacedBy(world, id).filter((bug) => !isLate || !late.missing.includes(bug.id));
  };
  const compared = selected.judged.filter((scan) => isCompared(world, selected, scan));
  const missingAt = (rereads: number): number =>
    compared
      .map((scan) => (foundIn(world, scan) ?? 0) - shownBy(scan, rereads).length)
      .reduce((sum, more) => sum + Math.max(0, more), 0);
  const rereads = [0, 1, 2].find((each) => missingAt(each) === 0) ?? mostRereads;
  const lists = selected.judged.map((scan) => ({ counts: countsOf(world, scan), shown: shownBy(scan, rereads) }));
  const counted = isWhole ? [{ counts: null, shown: world.bugs }] : lists;
  const settled = (state: 'resolved' | 'dismissed'): number =>
    counted
      .map(({ counts, shown }) => counts?.[state] ?? shown.filter(({ review }) => review?.state === state).length)
      .reduce((sum, each) => sum + each, 0);
  const lie = lieOf(world);
  const pendingLists = (all: typeof counted) => all.map(({ shown }) => shown.filter(isPending));
  const believed = pendingLists(counted).flatMap((list) => (lie === 'bug reviewed' ? list.slice(1) : list));
  const pending = world.bugs.filter((bug) => believed.includes(bug));
  // Where a scan lists a bug as pending and says there that it is reviewed, nobody can tell: it is listed.
  const listed = pendingLists(lists).flat();
  if (lie === 'bug of others' && pending.length > 0) {
    throw new Unverified('service-error', toScanOutputs(selected));
  }
  return {
    pending,
    listed,
    missing: missingAt(rereads),
    resolved: settled('resolved'),
    dismissed: settled('dismissed'),
  };
}

/** Whether a list that falls short of the scan's counts keeps the verdict from being `passed`. */
function isCompared(world: RandomWorld, selected: Selected, scan: RandomScan): boolean {
  if (!isFromRepository(world, selected)) return true;
  const isAuto = input(world, 'count-from') !== 'repository';
  // Of a scan that does not say when it ended nobody can tell that the hour is over.
  const isRecent = scan.completedAt === null || ageMs(scan) <= hourMs;
  return isAuto && !selected.standsIn && isRecent;
}

/** What a pull request changes; null for a list that is not known. */
interface Changes {
  readonly number: number;
  readonly commits: readonly string[] | null;
  readonly files: readonly FileData[] | null;
}

interface OwnChanges {
  /** Null: there is none, or nothing is known of it. */
  readonly own: Changes | null;
  /** Whether it is known what there is to leave out. */
  readonly isJudged: boolean;
  /** `unknown`: GitHub did not say what `gate-on` needs. */
  readonly fault: 'superseded' | 'unknown' | null;
}

function changesOf(world: RandomWorld, number: number): Changes {
  const other = findOther(world, number);
  const [commits, files] =
    number === 7
      ? [world.commits, filesOfSeven(world)]
      : other === undefined
        ? [null, null]
        : [commitsOfOther(other), filesOfOther(other)];
  return {
    number,
    commits: isRefused(world, 'commits') ? null : commits,
    files: isRefused(world, 'files') ? null : files,
  };
}

/** 3 and 1.6: GitHub's silence matters only where it is needed. */
function readChanges(world: RandomWorld, { sha, pull, isHead }: Subject): OwnChanges {
  if (pull === null) return { own: null, isJudged: true, fault: null };
  if (pull === 'unknown' || !hasToken(world)) {
    return { own: null, isJudged: false, fault: 'unknown' };
  }
  const own = changesOf(world, pull);
  if (isHead) {
    const head = readHead(world, pull);
    if (head === null) return { own: null, isJudged: false, fault: 'unknown' };
    if (head !== sha) return { own: null, isJudged: false, fault: 'superseded' };
    // Of more than 250 commits GitHub lists the first alone, so that the head need not be among them.
    const isListed = own.commits === null || own.commits.length >= mostCommits || own.commits.includes(sha);
    if (!isListed) return { own: null, isJudged: false, fault: 'unknown' };
  }
  const gateOn = words(world, 'gate-on');
  const isSilent =
    (gateOn.includes('touched') && own.files === null) || (gateOn.includes('introduced') && own.commits === null);
  return { own, isJudged: true, fault: isSilent ? 'unknown' : null };
}

/** `introduced` alone says nothing about a scan that is of none of the pull request's commits. */
function checkKnowledge(
  world: RandomWorld,
  {
    scan: { scan, standsIn },
    changes: { own, fault },
    end,
  }: {
    readonly scan: Selected;
    readonly changes: OwnChanges;
    readonly end: (reason: string) => never;
  },
): void {
  if (!standsIn || words(world, 'gate-on').join() !== 'introduced') return;
  if (own === null && fault === null) return;
  if (own === null && isPullUnknown(world)) return;
  const commits = own?.commits ?? null;
  if (commits === null) return end('github-error');
  if (!commits.includes(scan.commitSha?.toLowerCase() ?? '')) end('no-scan');
}

function isPullUnknown(world: RandomWorld): boolean {
  return resolveSubject(world).pull === 'unknown';
}

/** GitHub's list of open pull requests; null where it does not give it. */
function listOpen(
  world: RandomWorld,
): readonly { readonly number: number; readonly head: string; readonly author: Author }[] | null {
  if (isRefused(world, 'open pulls')) return null;
  return [
    { number: 7, head: world.pullHead, author: world.author },
    ...world.others
      .filter(({ state }) => state === 'open')
      .map((other) => ({ ...other, head: commitsOfOther(other).at(-1) ?? '' })),
  ];
}

const mostTwins = 5;

/** 6, twins: other open pull requests with the judged commit as their head. */
function readTwins(world: RandomWorld, { sha, pull }: Subject): readonly Changes[] | 'too many' | 'unknown' {
  // Without a token nothing is let off but by `paths`.
  if (!hasToken(world)) return [];
  const open = listOpen(world);
  if (open === null) return 'unknown';
  const numbers = open.filter(({ number, head }) => head === sha && number !== pull).map(({ number }) => number);
  if (numbers.length > mostTwins) return 'too many';
  const twins = numbers.map((number) => changesOf(world, number));
  return twins.some(({ commits, files }) => commits === null || files === null) ? 'unknown' : twins;
}

interface Counting {
  readonly scan: Selected;
  readonly subject: Subject;
  readonly changes: OwnChanges;
  /** Pending bugs in the lists of the judged scans. */
  readonly listed: readonly SurfacedBug[];
  readonly twins: readonly Changes[] | 'too many';
}

/** 5 and 1.6: what counts. */
function selectCounted(
  world: RandomWorld,
  { scan, subject, changes: { own, isJudged }, listed, twins }: Counting,
): (bug: SurfacedBug) => boolean {
  if (twins === 'too many') return (bug) => isInPaths(world, bug);
  const gateOn = words(world, 'gate-on');
  const all = own === null ? twins : [own, ...twins];
  const isOfOthers = (bug: SurfacedBug): boolean => {
    const number = bug.introducedIn?.prNumber;
    return (
      number !== undefined &&
      isJudged &&
      isFromRepository(world, scan) &&
      number !== subject.pull &&
      !all.some((each) => mayIntroduce(each, bug)) &&
      !listed.includes(bug) &&
      isOfAnotherPerson(world, { number, than: all.map((each) => each.number) })
    );
  };
  const isGone = (bug: SurfacedBug): boolean =>
    scan.standsIn && own !== null && all.every((each) => removes(each, bug));
  const isSelected = (bug: SurfacedBug): boolean =>
    own === null ||
    !isNarrowed(world) ||
    (gateOn.includes('introduced') && all.some((each) => mayIntroduce(each, bug))) ||
    (gateOn.includes('touched') && all.some((each) => mayTouch(each, bug)));
  return (bug) => isInPaths(world, bug) && !isGone(bug) && !isOfOthers(bug) && isSelected(bug);
}

/** Whether it is known that the pull request is open, and that a person opened it who opened none of the others; where there are none, whoever it was. */
function isOfAnotherPerson(
  world: RandomWorld,
  { number, than }: { readonly number: number; readonly than: readonly number[] },
): boolean {
  const opened = listOpen(world)?.find((each) => each.number === number);
  if (opened === undefined) return false;
  const { author } = opened;
  const isPerson = author !== null && !author.endsWith('[bot]');
  const isAnother = than.every((each) => ![null, author].includes(readAuthor(world, each)));
  return than.length === 0 || (isPerson && isAnother);
}

/** Authors come from the list of open pull requests. Null: it does not name one. */
function readAuthor(world: RandomWorld, number: number): Author {
  return listOpen(world)?.find((each) => each.number === number)?.author ?? null;
}

const mostCommits = 250;
const mostFiles = 3_000;

function mayIntroduce({ number, commits }: Changes, { introducedIn }: SurfacedBug): boolean {
  if (commits === null || commits.length >= mostCommits) return true;
  const sha = introducedIn?.sha.toLowerCase() ?? 'none';
  // A shortened SHA counts for every commit that it may mean.
  return introducedIn?.prNumber === number || commits.some((each) => each.startsWith(sha));
}

function mayTouch({ files }: Changes, bug: SurfacedBug): boolean {
  const path = pathOf(bug);
  if (path === null) return false;
  if (files === null || files.length >= mostFiles || path.startsWith('../')) return true;
  const plain = (text: string): string => text.normalize('NFC').toLowerCase();
  return files
    .flatMap(({ filename, previousFilename }) => [filename, previousFilename ?? filename])
    .some((changed) => `${plain(path)}/`.startsWith(`${plain(changed)}/`));
}

/** Moved and reformatted looks like removed and added. */
function removes({ files }: Changes, bug: SurfacedBug): boolean {
  if (files === null || files.length >= mostFiles) return false;
  if (files.some(({ status }) => status === 'added' || status === 'copied')) return false;
  return files.find(({ filename }) => filename === pathOf(bug))?.status === 'removed';
}

function pathOf({ filePath }: SurfacedBug): string | null {
  const path = filePath?.replace(/^\.\//u, '') ?? '';
  return path === '' ? null : path;
}

/** A bug without a file passes only where no pattern is given. */
function isInPaths(world: RandomWorld, bug: SurfacedBug): boolean {
  const patterns = words(world, 'paths');
  const path = pathOf(bug);
  if (patterns.length === 0) return true;
  if (path === null) return false;
  // It may lead anywhere.
  if (path.startsWith('../')) return true;
  const fits = (pattern: string, name = path): boolean =>
    pattern.endsWith('/**') ? name.startsWith(pattern.slice(0, -2)) : name === pattern;
  const included = patterns.filter((pattern) => !pattern.startsWith('!'));
  const excluded = patterns.filter((pattern) => pattern.startsWith('!'));
  return (
    (included.length === 0 || included.some((pattern) => fits(pattern.toLowerCase(), path.toLowerCase()))) &&
    !excluded.some((pattern) => fits(pattern.slice(1)))
  );
}
