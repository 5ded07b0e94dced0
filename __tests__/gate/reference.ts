// The reference judgement: what the gate must say of a random world, written from the contract apart from the code.
import type { ScanData } from '../../sandbox/service/data.ts';
import {
  goodKey,
  grandparentSha,
  headSha,
  hourMs,
  invalidInputs,
  nowMs,
  ours,
  parentSha,
  foreignSha,
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
    gated: Expected['gated'] = null,
  ): Expected => ({
    ...{ job, gated },
    outputs: { ...(empty as Expected['outputs']), ...outputs },
  });
  try {
    const { isExceeded, gated, ...judged } = judgeBugs(world);
    if (!isExceeded) {
      return end(
        'green',
        { verdict: 'passed', reason: 'within-threshold', ...judged.outputs },
        gated,
      );
    }
    const job = input(world, 'mode') === 'warn' ? 'warning' : 'red';
    return end(job, { verdict: 'failed', reason: 'threshold-exceeded', ...judged.outputs }, gated);
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
  const pending = readPending(world, scan);
  const settled = (state: string): string =>
    String(bugsOf(world, scan).filter(({ review }) => review?.state === state).length);
  const kind = (bug: SurfacedBug): boolean | null => bug.isSecurityVulnerability ?? null;
  const count = (is: (bug: SurfacedBug) => boolean): string => String(pending.filter(is).length);
  const counted: Known = {
    ...toScanOutputs(scan),
    pending: String(pending.length),
    'pending-security': count((bug) => kind(bug) === true),
    'pending-unclassified': count((bug) => kind(bug) === null),
    resolved: settled('resolved'),
    dismissed: settled('dismissed'),
  };
  const isRelevant = selectRelevant(world, subject, counted);
  const isGated = (bug: SurfacedBug): boolean => isRelevant(bug) && isInPaths(world, bug);
  const isSecurity = (bug: SurfacedBug): boolean =>
    kind(bug) === true || (kind(bug) === null && input(world, 'unclassified') === 'count');
  const gated = count(isGated);
  const gatedSecurity = count((bug) => isGated(bug) && isSecurity(bug));
  const exceeds = (number: string, name: string, usual: string): boolean => {
    const limit = input(world, name) || usual;
    return limit !== 'off' && Number(number) > Number(limit);
  };
  return {
    isExceeded:
      exceeds(gatedSecurity, 'max-security-bugs', '0') || exceeds(gated, 'max-bugs', 'off'),
    gated: Object.fromEntries(pending.map((bug) => [bug.id, isGated(bug)])),
    outputs: { ...counted, gated, 'gated-security': gatedSecurity },
  };
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
  if (isRefused(world, 'pull of a commit')) return 'unknown';
  return sha === world.pullHead ? 7 : null;
}

/** An error of a list of the service; 404 says of the list of scans that there is no such repository. */
function ask({ trouble, inputs }: RandomWorld, list: string, known: Known = {}): void {
  if (inputs['api-key']?.trim() !== goodKey) throw new Unverified('unauthorized', known);
  if (trouble === null || !('list' in trouble) || trouble.list !== list) return;
  if ([401, 403].includes(trouble.status)) throw new Unverified('unauthorized', known);
  const isMissing = trouble.status === 404 && list === 'scans';
  throw new Unverified(isMissing ? 'repository-not-found' : 'service-error', known);
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
  readonly match: string;
  readonly behind: number | null;
}

function toScanOutputs({ scan, match, behind }: Selected): Known {
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
  const isRunning = found !== 'none' && stateOf(found.scan) === 'running';
  const waits = awaitsStart || (isRunning && input(world, 'wait-timeout') !== '0');
  const isNamed = typeof subject.pull === 'number';
  const follows = subject.isHead && isNamed && !isRefused(world, 'head');
  if (waits && follows && world.pullHead !== subject.sha) throw new Unverified('superseded');
  if (found === 'none') throw new Unverified(isBlind ? 'github-error' : 'no-scan');
  switch (stateOf(found.scan)) {
    case 'running':
      throw new Unverified('scan-timeout', toScanOutputs(found));
    case 'failed':
      if (isBlind) throw new Unverified('github-error');
      throw new Unverified('scan-failed', toScanOutputs(found));
    case 'complete':
      checkAge(world, found);
      return found;
  }
}

function selectScan(
  world: RandomWorld,
  sha: string,
  { matches, needsAncestors }: { matches: readonly string[]; needsAncestors: boolean },
): Selected | 'none' {
  const types = words(world, 'scan-types');
  const lie = lieOf(world);
  const listed = world.scans.filter(({ repoId }) => repoId === ours);
  const believed = lie === 'scan of others' ? listed.slice(1) : listed;
  const usable = believed
    .map((scan, at) =>
      at === 0 && lie === 'scan queued' ? { ...scan, workflowStatus: 'queued' } : scan,
    )
    .filter(({ scanType }) => types.length === 0 || types.includes(scanType ?? ''));
  const history = needsAncestors && !isRefused(world, 'ancestors') ? historyOf(sha) : [];
  const commitOf = (scan: ScanData): string => scan.commitSha?.toLowerCase() ?? '';
  const behind = (scan: ScanData): number | null => {
    const at = history.indexOf(commitOf(scan));
    if (commitOf(scan) === sha) return 0;
    return at === -1 ? null : at;
  };
  const complete = usable.filter((scan) => stateOf(scan) === 'complete');
  let failed: Selected | 'none' = 'none';
  for (const match of matches) {
    const own = usable.filter((scan) => commitOf(scan) === sha);
    const [newest] = own;
    if (match === 'exact' && newest !== undefined) {
      const best =
        stateOf(newest) === 'running' ? newest : own.find((scan) => complete.includes(scan));
      if (best !== undefined) return { scan: best, match, behind: 0 };
      failed = { scan: newest, match, behind: 0 };
    }
    const nearest = complete
      .filter((scan) => history.includes(commitOf(scan)))
      .toSorted((a, b) => history.indexOf(commitOf(a)) - history.indexOf(commitOf(b)))[0];
    if (match === 'ancestor' && nearest) return { scan: nearest, match, behind: behind(nearest) };
    const [latest] = complete;
    if (match === 'latest' && latest) return { scan: latest, match, behind: behind(latest) };
  }
  return failed;
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

/** Contract 1.5: of the scan, or of the repository, whatever their review. */
function bugsOf(world: RandomWorld, { scan }: Selected): readonly SurfacedBug[] {
  const isEverywhere = input(world, 'count-from') === 'repository';
  const id = scan.workflowRequestId ?? '';
  return world.bugs.filter(({ scans }) => isEverywhere || scans.includes(id));
}

/** Contract 1.5: the review decides; a state that nobody knows leaves the bug pending. */
function readPending(world: RandomWorld, scan: Selected): readonly SurfacedBug[] {
  ask(world, 'bugs', toScanOutputs(scan));
  const listed = bugsOf(world, scan).filter(
    ({ review }) => (review?.state ?? 'pending') === 'pending',
  );
  const lie = lieOf(world);
  if (lie === 'bug of others' && listed.length > 0) {
    throw new Unverified('service-error', toScanOutputs(scan));
  }
  return lie === 'bug reviewed' ? listed.slice(1) : listed;
}

/** Contract 1.6: what `gate-on` selects; GitHub's silence is an error only where it is needed. */
function selectRelevant(
  world: RandomWorld,
  { sha, pull, isHead }: Subject,
  counted: Known,
): (bug: SurfacedBug) => boolean {
  const gateOn = words(world, 'gate-on');
  if (pull === null || gateOn.length === 0 || gateOn[0] === 'all') return () => true;
  const isSilent =
    pull === 'unknown' ||
    !hasToken(world) ||
    (gateOn.includes('touched') && isRefused(world, 'files')) ||
    (gateOn.includes('introduced') && isRefused(world, 'commits')) ||
    (isHead && isRefused(world, 'head'));
  if (isSilent) throw new Unverified('github-error', counted);
  if (isHead && world.pullHead !== sha) throw new Unverified('superseded', counted);
  const isListed = world.commits.includes(sha) || isRefused(world, 'commits');
  if (isHead && !isListed) throw new Unverified('github-error', counted);
  const changes =
    pull === 7
      ? { commits: world.commits, paths: ['src/a.ts', 'src/new.ts', 'src/b.ts'] }
      : { commits: [foreignSha], paths: ['docs/c.md'] };
  const isIntroduced = ({ introducedIn }: SurfacedBug): boolean =>
    introducedIn?.prNumber === pull ||
    // A shortened SHA counts for every commit that it may mean.
    changes.commits.some((each) => each.startsWith(introducedIn?.sha.toLowerCase() ?? 'none'));
  const isTouched = (bug: SurfacedBug): boolean => changes.paths.includes(pathOf(bug) ?? '');
  return (bug) =>
    (gateOn.includes('introduced') && isIntroduced(bug)) ||
    (gateOn.includes('touched') && isTouched(bug));
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
  const fits = (pattern: string): boolean =>
    pattern.endsWith('/**') ? path.startsWith(pattern.slice(0, -2)) : path === pattern;
  const included = patterns.filter((pattern) => !pattern.startsWith('!'));
  const excluded = patterns.filter((pattern) => pattern.startsWith('!'));
  return (
    (included.length === 0 || included.some(fits)) &&
    !excluded.some((pattern) => fits(pattern.slice(1)))
  );
}
