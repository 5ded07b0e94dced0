// The reference judgement: what the gate must say of a random world, written from the contract apart from the code.
import type { FileData } from '../../sandbox/github/data.ts';
import type { ScanData } from '../../sandbox/service/data.ts';
import {
  commitsOfEight,
  filesOfEight,
  filesOfSeven,
  goodKey,
  grandparentSha,
  headSha,
  hourMs,
  invalidInputs,
  nowMs,
  ours,
  parentSha,
  type GitHubPart,
  type RandomWorld,
  type SurfacedBug,
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

const always = ['no-credentials', 'invalid-input', 'unauthorized', 'repository-not-found'];

/** Contract 1.3: the verdict, and what it makes of the job. */
export function judge(world: RandomWorld): Expected {
  const empty = Object.fromEntries(comparedOutputs.map((name) => [name, '']));
  const end = (
    job: Expected['job'],
    outputs: Known,
    { gated, isHidden }: Pick<Expected, 'gated' | 'isHidden'> = { gated: null, isHidden: null },
  ): Expected => ({
    ...{ job, gated, isHidden },
    outputs: { ...(empty as Expected['outputs']), ...outputs },
  });
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
    const isSoft = input(world, 'on-unverified') === 'warn' && !always.includes(reason);
    return end(isSoft ? 'warning' : 'red', { verdict: 'unverified', reason, ...known });
  }
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

/** Contract 1.1 to 1.6 in their order. */
function judgeBugs(world: RandomWorld) {
  if (Object.entries(invalidInputs).some(([name, bad]) => bad.includes(input(world, name)))) {
    throw new Unverified('invalid-input');
  }
  const subject = resolveSubject(world);
  findRepository(world);
  const scan = findScan(world, subject);
  const { pending, resolved, dismissed, missing } = readBugs(world, scan);
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
  const alone = selectCounted(world, { scan, subject, changes, twins: [] });
  const couldFail = !exceeds(alone) && exceeds((bug) => isInPaths(world, bug));
  const twins = couldFail && changes.isJudged ? readTwins(world, subject) : [];
  const known = twins === 'unknown' ? [] : twins;
  const isGated = selectCounted(world, { scan, subject, changes, twins: known });
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
    isHidden: knownBugs(world, scan).some(
      (bug) => isPending(bug) && isGated(bug) && isSecurity(bug),
    ),
  };
}

function isOver(
  world: RandomWorld,
  counts: { readonly all: number; readonly security: number },
): boolean {
  const exceeds = (number: number, name: string, usual: string): boolean => {
    const limit = input(world, name) || usual;
    return limit !== 'off' && number > Number(limit);
  };
  return (
    exceeds(counts.security, 'max-security-bugs', '0') || exceeds(counts.all, 'max-bugs', 'off')
  );
}

function isNarrowed(world: RandomWorld): boolean {
  const gateOn = words(world, 'gate-on');
  return gateOn.length > 0 && gateOn[0] !== 'all';
}

interface Subject {
  readonly sha: string;
  /** Null: there is none; `unknown`: GitHub did not tell. */
  readonly pull: 7 | 8 | 'unknown' | null;
  /** Whether the commit is judged as the head of its pull request, so that a newer head overtakes the run. */
  readonly isHead: boolean;
}

/** Contract 1.4: commit and pull request. */
function resolveSubject(world: RandomWorld): Subject {
  const { event, pullHead } = world;
  const given = input(world, 'sha').toLowerCase();
  const number = input(world, 'pr-number');
  const asked = number === '' ? null : (Number(number) as 7 | 8);
  if (event.commit === 'nothing' && given === '') throw new Unverified('nothing-to-judge');
  const cannotTell = (): never => {
    throw new Unverified(input(world, 'api-key') === '' ? 'no-credentials' : 'github-error');
  };
  if (event.commit === 'unknown' && given === '') cannotTell();
  const isHeadOf = event.commit === 'head of 7';
  if (isHeadOf && given === '' && isRefused(world, 'head')) cannotTell();
  const sha = given || (isHeadOf ? pullHead : event.commit);
  if (input(world, 'api-key') === '') throw new Unverified('no-credentials');
  const named = event.pull === 'by head' ? findPullByHead(world, sha) : event.pull;
  const pull = asked ?? named;
  // The merge queue tests a commit of its own: nothing overtakes it, unless the pull request is named.
  const follows = event.pull === 'by head' ? asked === null : pull === event.pull && pull !== null;
  const isHead = given === '' && follows && (event.comments !== false || asked !== null);
  return { sha, pull, isHead };
}

function findPullByHead(world: RandomWorld, sha: string): Subject['pull'] {
  if (isRefused(world, 'pulls of a branch')) return 'unknown';
  return sha === world.pullHead ? 7 : null;
}

/** An error of a list of the service; 404 says of the list of scans that there is no such repository. */
function ask({ trouble, inputs }: RandomWorld, list: string, known: Known = {}): void {
  if (trouble !== null && 'list' in trouble && trouble.list === list) {
    // Who answers with an error does not look at the key.
    if ([401, 403].includes(trouble.status)) throw new Unverified('unauthorized', known);
    const isMissing = trouble.status === 404 && list === 'scans';
    throw new Unverified(isMissing ? 'repository-not-found' : 'service-error', known);
  }
  if (inputs['api-key']?.trim() !== goodKey) throw new Unverified('unauthorized', known);
}

/** What the service says against the truth. */
function lieOf({ trouble }: RandomWorld): string | null {
  return trouble !== null && 'lie' in trouble ? trouble.lie : null;
}

function findRepository(world: RandomWorld): void {
  if (input(world, 'repository-id') !== '') return;
  ask(world, 'repos');
  const isNamed = input(world, 'repository').toLowerCase() === 'acme/storefront';
  if (!isNamed || !world.isKnown) throw new Unverified('repository-not-found');
}

interface Selected {
  readonly scan: ScanData;
  readonly judged: readonly ScanData[];
  readonly match: string;
  readonly behind: number | null;
  readonly standsIn: boolean;
}

type Found = Selected | { readonly ends: 'running' | 'failed'; readonly scan: ScanData } | 'none';

function toScanOutputs({ scan, match, behind }: Omit<Selected, 'judged' | 'standsIn'>): Known {
  const commitsBehind = behind === null ? '' : String(behind);
  const id = scan.workflowRequestId ?? '';
  return { 'scan-id': id, 'scan-match': match, 'commits-behind': commitsBehind };
}

/** Contract 1.4: `complete`, `failed` and `dlq`; null is complete when the scan has ended; anything else runs. */
function stateOf({ workflowStatus, completedAt }: ScanData): 'complete' | 'failed' | 'running' {
  if (workflowStatus === 'complete') return 'complete';
  if (workflowStatus === 'failed' || workflowStatus === 'dlq') return 'failed';
  return workflowStatus === null && completedAt !== null ? 'complete' : 'running';
}

/** Commit and ancestors, nearest first. */
function historyOf(sha: string): readonly string[] {
  const line = [headSha, parentSha, grandparentSha];
  return line.includes(sha) ? line.slice(line.indexOf(sha)) : [sha];
}

/** Contract 1.4: the scan to judge, waited for. */
function findScan(world: RandomWorld, subject: Subject): Selected {
  const matches = words(world, 'scan-match');
  const wanted = matches.length === 0 ? ['exact'] : matches;
  const needsAncestors = wanted.includes('ancestor');
  const isBlind = needsAncestors && isRefused(world, 'ancestors');
  const tried = isBlind ? wanted.slice(0, wanted.indexOf('ancestor')) : wanted;
  if (tried.length === 0) throw new Unverified('github-error');
  ask(world, 'scans');
  if (!world.isKnown) throw new Unverified('repository-not-found');
  const found = selectScan(world, subject.sha, { matches: tried, needsAncestors });
  const first = selectScan(world, subject.sha, { matches: tried.slice(0, 1), needsAncestors });
  const awaitsStart = first === 'none' && input(world, 'wait-for-scan') !== '';
  const isRunning = found !== 'none' && 'ends' in found && found.ends === 'running';
  const waits = awaitsStart || (isRunning && input(world, 'wait-timeout') !== '0');
  const isNamed = typeof subject.pull === 'number';
  const follows = subject.isHead && isNamed && !isRefused(world, 'head');
  if (waits && follows && world.pullHead !== subject.sha) throw new Unverified('superseded');
  if (found === 'none') throw new Unverified(isBlind ? 'github-error' : 'no-scan');
  if ('ends' in found) {
    const reason = found.ends === 'running' ? 'scan-timeout' : 'scan-failed';
    throw new Unverified(reason, toScanOutputs({ ...found, match: 'exact', behind: 0 }));
  }
  checkAge(world, found);
  return found;
}

function isFull({ scanType }: ScanData): boolean {
  return (scanType ?? 'default') === 'default';
}

function usableScans(world: RandomWorld): readonly ScanData[] {
  const types = words(world, 'scan-types');
  const lie = lieOf(world);
  const listed = world.scans.filter(({ repoId }) => repoId === ours);
  return (lie === 'scan of others' ? listed.slice(1) : listed)
    .map((scan, at) =>
      at === 0 && lie === 'scan queued' ? { ...scan, workflowStatus: 'queued' } : scan,
    )
    .filter(({ scanType }) => types.length === 0 || types.includes(scanType ?? 'default'));
}

/** Contract 1.4: strategies and kinds of scan. */
function selectScan(
  world: RandomWorld,
  sha: string,
  { matches, needsAncestors }: { matches: readonly string[]; needsAncestors: boolean },
): Found {
  const types = words(world, 'scan-types');
  const usable = usableScans(world);
  const history = needsAncestors && !isRefused(world, 'ancestors') ? historyOf(sha) : [];
  const commitOf = (scan: ScanData): string => scan.commitSha?.toLowerCase() ?? '';
  const own = usable.filter((scan) => commitOf(scan) === sha);
  const others = usable.filter(
    (scan) =>
      stateOf(scan) === 'complete' &&
      isFull(scan) === (types.length === 0 || types.includes('default')),
  );
  const toFound = (match: string, scan: ScanData, judged: readonly ScanData[]): Selected => {
    const at = history.indexOf(commitOf(scan));
    const standsIn = commitOf(scan) !== sha;
    const behind = at === -1 ? null : at;
    return { scan, judged, match, behind: standsIn ? behind : 0, standsIn };
  };
  for (const match of matches) {
    const found = match === 'exact' ? selectExact(own) : 'none';
    if (found !== 'none' && 'ends' in found) return found;
    if (found !== 'none') return toFound(match, found.scan, found.judged);
    if (match === 'exact') continue;
    // A commit that the scanner failed on is judged by nothing else.
    const failures = own.filter((scan) => stateOf(scan) === 'failed');
    const failed = failures.find(isFull) ?? failures[0];
    const isScanned = own.some((scan) => stateOf(scan) === 'complete');
    if (failed !== undefined && !isScanned) return { ends: 'failed', scan: failed };
    const nearest = others
      .filter((scan) => history.includes(commitOf(scan)))
      .toSorted((a, b) => history.indexOf(commitOf(a)) - history.indexOf(commitOf(b)));
    const [best] = match === 'ancestor' ? nearest : others;
    if (best !== undefined) return toFound(match, best, [best]);
  }
  return 'none';
}

/** Contract 1.4, `exact`: of the usable scans of the commit, newest first. */
function selectExact(
  own: readonly ScanData[],
):
  | { readonly scan: ScanData; readonly judged: readonly ScanData[] }
  | Extract<Found, { readonly ends: string }>
  | 'none' {
  const full = own.find((scan) => stateOf(scan) === 'complete' && isFull(scan));
  const newer = full === undefined ? own : own.slice(0, own.indexOf(full));
  const running = newer.find((scan) => stateOf(scan) === 'running');
  if (running !== undefined) return { ends: 'running', scan: running };
  const partial = newer.filter((scan) => stateOf(scan) === 'complete');
  if (full !== undefined) return { scan: full, judged: [...partial, full] };
  const failed = own.find((scan) => isFull(scan) && stateOf(scan) === 'failed');
  if (failed !== undefined) return { ends: 'failed', scan: failed };
  const [scan] = partial;
  if (scan !== undefined) return { scan, judged: partial };
  const [failedPartial] = own;
  return failedPartial === undefined ? 'none' : { ends: 'failed', scan: failedPartial };
}

function checkAge(world: RandomWorld, found: Selected): void {
  const [, amount, unit] = /^(\d+)([dh])$/u.exec(input(world, 'max-scan-age')) ?? [];
  if (amount === undefined) return;
  const mostMs = Number(amount) * (unit === 'd' ? 24 : 1) * hourMs;
  const { createdAt, completedAt } = found.scan;
  if (nowMs - (completedAt ?? createdAt) > mostMs) {
    throw new Unverified('stale-scan', toScanOutputs(found));
  }
}

/** Contract 1.5, `auto`. */
function isFromRepository(world: RandomWorld, { standsIn }: Selected): boolean {
  const countFrom = input(world, 'count-from');
  if (countFrom === 'scan' || countFrom === 'repository') return countFrom === 'repository';
  return standsIn || isNarrowed(world);
}

/** Whatever their review: those that the scan surfaced; where the service lists bugs once, that none before it did. */
function surfacedBy(world: RandomWorld, scan: ScanData): readonly SurfacedBug[] {
  const ids = world.scans.map(({ workflowRequestId }) => workflowRequestId ?? '');
  const id = scan.workflowRequestId ?? '';
  return world.bugs.filter(({ scans }) => {
    // Newest first, so the last one is the first that found it.
    const first = ids.filter((each) => scans.includes(each)).at(-1);
    return world.listsBugsOnce ? first === id : scans.includes(id);
  });
}

/** What the service knows, listed or not. Of a scan without counts nobody can tell that its list is short. */
function knownBugs(world: RandomWorld, scan: Selected): readonly SurfacedBug[] {
  if (isFromRepository(world, scan)) return world.bugs;
  const counted = scan.judged.filter(({ bugCounts }) => (bugCounts ?? null) !== null);
  return world.bugs.filter((bug) => counted.some((each) => surfacedBy(world, each).includes(bug)));
}

/** Contract 1.5: the review decides; a state that nobody knows leaves the bug pending. */
function isPending({ review }: SurfacedBug): boolean {
  return (review?.state ?? 'pending') === 'pending';
}

interface BugsRead {
  readonly pending: readonly SurfacedBug[];
  readonly resolved: number;
  readonly dismissed: number;
  /** How many the scans count that no list shows. */
  readonly missing: number;
}

const mostRereads = 3;

/** Contract 1.5: the lists of the repository, or of each judged scan, read again while they fall short. */
function readBugs(world: RandomWorld, scan: Selected): BugsRead {
  ask(world, 'bugs', toScanOutputs(scan));
  const isWhole = isFromRepository(world, scan);
  const missingOf = (each: ScanData, rereads: number): readonly SurfacedBug[] => {
    const late = world.late.find((list) => list.scan === each.workflowRequestId);
    if (late === undefined || rereads >= (late.afterLooks ?? Infinity)) return [];
    return surfacedBy(world, each).filter(({ id }) => late.missing.includes(id));
  };
  const missingAt = (rereads: number): number =>
    isWhole
      ? 0
      : scan.judged
          .filter(isCounted)
          .reduce((sum, each) => sum + missingOf(each, rereads).length, 0);
  const rereads = [0, 1, 2].find((each) => missingAt(each) === 0) ?? mostRereads;
  const lists = isWhole
    ? [{ counted: world.bugs, shown: world.bugs }]
    : scan.judged.map((each) => {
        const all = surfacedBy(world, each);
        const missing = missingOf(each, rereads);
        const shown = all.filter((bug) => !missing.includes(bug));
        return { counted: isCounted(each) ? all : shown, shown };
      });
  const settled = (state: string): number =>
    lists.reduce(
      (sum, { counted }) => sum + counted.filter(({ review }) => review?.state === state).length,
      0,
    );
  const lie = lieOf(world);
  const pending = lists.map(({ shown }) => shown.filter(isPending));
  if (lie === 'bug of others' && pending.some((list) => list.length > 0)) {
    throw new Unverified('service-error', toScanOutputs(scan));
  }
  const believed = pending.flatMap((list) => (lie === 'bug reviewed' ? list.slice(1) : list));
  return {
    pending: world.bugs.filter((bug) => believed.includes(bug)),
    resolved: settled('resolved'),
    dismissed: settled('dismissed'),
    missing: missingAt(rereads),
  };
}

/** Whether the service says how many bugs the scan found. */
function isCounted({ workflowStatus, bugCounts }: ScanData): boolean {
  return workflowStatus === 'complete' && bugCounts !== null;
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

function changesOf(world: RandomWorld, number: 7 | 8): Changes {
  const [commits, files] =
    number === 7
      ? [world.commits, filesOfSeven(world)]
      : [commitsOfEight(world), filesOfEight(world)];
  return {
    number,
    commits: isRefused(world, 'commits') ? null : commits,
    files: isRefused(world, 'files') ? null : files,
  };
}

/** Contract 1.3 and 1.6: GitHub's silence matters only where it is needed. */
function readChanges(world: RandomWorld, { sha, pull, isHead }: Subject): OwnChanges {
  if (pull === null) return { own: null, isJudged: true, fault: null };
  if (pull === 'unknown' || !hasToken(world)) {
    return { own: null, isJudged: false, fault: 'unknown' };
  }
  const own = changesOf(world, pull);
  const mayStandIn = words(world, 'scan-match').some((match) => match !== 'exact');
  const decides = isNarrowed(world) || mayStandIn || input(world, 'count-from') === 'repository';
  if (isHead && decides) {
    if (isRefused(world, 'head')) return { own: null, isJudged: false, fault: 'unknown' };
    if (world.pullHead !== sha) return { own: null, isJudged: false, fault: 'superseded' };
    const isListed = own.commits === null || own.commits.includes(sha);
    if (!isListed) return { own: null, isJudged: false, fault: 'unknown' };
  }
  const gateOn = words(world, 'gate-on');
  const isSilent =
    (gateOn.includes('touched') && own.files === null) ||
    (gateOn.includes('introduced') && own.commits === null);
  return { own, isJudged: true, fault: isSilent ? 'unknown' : null };
}

/** Contract 1.6: `introduced` alone says nothing about a scan that is of none of the pull request's commits. */
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

/** Contract 1.6, twins: other open pull requests with the judged commit as their head. */
function readTwins(world: RandomWorld, { sha, pull }: Subject): readonly Changes[] | 'unknown' {
  // Without a token nothing is let off but by `paths`.
  if (!hasToken(world)) return [];
  if (isRefused(world, 'open pulls')) return 'unknown';
  const heads = [
    ...(world.pullHead === sha ? [7 as const] : []),
    ...(world.eight.state === 'open' && headOfEight(world) === sha ? [8 as const] : []),
  ];
  const twins = heads.filter((number) => number !== pull).map((each) => changesOf(world, each));
  return twins.some(({ commits, files }) => commits === null || files === null) ? 'unknown' : twins;
}

function headOfEight(world: RandomWorld): string | undefined {
  return commitsOfEight(world).at(-1);
}

interface Counting {
  readonly scan: Selected;
  readonly subject: Subject;
  readonly changes: OwnChanges;
  readonly twins: readonly Changes[];
}

/** Contract 1.5 and 1.6: what counts. */
function selectCounted(
  world: RandomWorld,
  { scan, subject, changes: { own, isJudged }, twins }: Counting,
): (bug: SurfacedBug) => boolean {
  const gateOn = words(world, 'gate-on');
  const all = own === null ? twins : [own, ...twins];
  const isOfOthers = (bug: SurfacedBug): boolean => {
    const number = bug.introducedIn?.prNumber;
    return (
      number !== undefined &&
      isJudged &&
      isFromRepository(world, scan) &&
      number !== subject.pull &&
      isUnmerged(world, number) &&
      !all.some((each) => mayIntroduce(each, bug))
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

/** Whether GitHub says that it is not merged. */
function isUnmerged(world: RandomWorld, number: number): boolean {
  if (isRefused(world, 'head') || (number === 8 && isRefused(world, 'pull request 8')))
    return false;
  return number === 7 || (number === 8 && world.eight.state !== 'merged');
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

function removes({ files }: Changes, bug: SurfacedBug): boolean {
  const found = files?.find(({ filename }) => filename === pathOf(bug));
  return found?.status === 'removed';
}

function pathOf({ filePath }: SurfacedBug): string | null {
  const path = filePath?.replace(/^\.\//u, '') ?? '';
  return path === '' ? null : path;
}

/** Contract 1.1: a bug without a file passes only where no pattern is given. */
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
    (included.length === 0 ||
      included.some((pattern) => fits(pattern.toLowerCase(), path.toLowerCase()))) &&
    !excluded.some((pattern) => fits(pattern.slice(1)))
  );
}
