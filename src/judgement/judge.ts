// The judge goes from a question and a world to a verdict, in the order in which one judges.
import { isCertain } from './answer.ts';
import { assess, type WeighedFinding, mayCount } from './assessment.ts';
import { type AssessedFinding, compareFindings } from './finding.ts';
import type { EpochMs } from './identifiers.ts';
import { decideThresholds, isAnyExceeded, isExceeded } from './limits.ts';
import { decideCountedFrom, fetchPendingBugs, type PendingBugs } from './pending.ts';
import {
  findFormer,
  findOwnChanges,
  findTwins,
  isDecidedBy,
  leaveOutOthers,
  NO_TWINS,
  type OwnChanges,
  toAttributed,
  type Twins,
  type WithoutOthers,
} from './pull-requests.ts';
import { type JudgementInputs, type Question, toServiceTime } from './question.ts';
import { noScanFault } from './reasons.ts';
import { toUnknownChanges } from './relevance.ts';
import { type Scan, scanAheadMs, type ScanHistory } from './scan.ts';
import {
  decideAge,
  type JudgedScan,
  type ScanMatch,
  type SelectedScan,
  selectAlone,
  selectOwn,
  selectStandIn,
  selectStandIns,
  selectUsable,
  toAwaited,
} from './selection.ts';
import { type CountFrom, decideTally, type Tally } from './tally.ts';
import { MAX_SKEW_MS } from './time.ts';
import { isUnverified, Unverified } from './unverified.ts';
import { toVerdict, type Verdict } from './verdict.ts';
import type { World } from './world.ts';

/** There is no answer yet, and the asker would rather wait. */
export interface Waiting {
  readonly kind: 'waiting';
  /** The scan that is in progress; null: none has started. */
  readonly running: Scan | null;
  readonly history: ScanHistory;
}

export interface Judgement {
  readonly kind: 'judged';
  readonly verdict: Verdict;
  /** Null: there is a verdict. */
  readonly fault: Unverified | null;
  /** Null: the scans could not be read. */
  readonly history: ScanHistory | null;
  /** The scan may be one that could not be judged: too old, in progress, failed. Null: there is none. */
  readonly selected: SelectedScan | null;
  /** Null: nothing was counted. */
  readonly counted: Counted | null;
}

export interface Counted {
  /** The findings are sorted as they are shown. */
  readonly findings: readonly AssessedFinding[];
  /** Settled bugs are 0 if no report was wanted. */
  readonly tally: Tally;
  readonly countedFrom: CountFrom;
  /** The judged scans count so many bugs that no list shows. */
  readonly missing: number;
  readonly own: OwnChanges;
  readonly twins: Twins;
  /** Null: it is known what belongs to other pull requests. */
  readonly othersFault: Unverified | null;
  /** The time just before the first list was read. */
  readonly readAt: EpochMs;
}

/**
 * Judges. Rejects only for a cancelled run or a defect.
 *
 * Rule `wrong-clock`: the time is the service's, as far as it says it. If this machine's clock is over an hour off, nobody knows
 * which one is right: then both times must give the same verdict.
 */
export async function judge(world: World, question: Question): Promise<Judgement | Waiting> {
  const history = await world.scans();
  if (isUnverified(history)) return toUnjudged(history);
  const answer = await judgeAt(world, toServiceTime(question, history), history);
  const { clockAheadMs = 0 } = history;
  // By any clock it is right to wait, and what fails has failed.
  if (answer.kind === 'waiting' || answer.verdict.kind === 'failed') return answer;
  if (Math.abs(clockAheadMs) <= MAX_SKEW_MS) return answer;
  const other = await judgeAt(world, question, history);
  if (other.kind === 'waiting') return other;
  return other.verdict.reason === answer.verdict.reason
    ? answer
    : toUnjudged(new Unverified({ kind: 'clock', aheadMs: clockAheadMs }), answer);
}

/** Judges as if the question's time were right. */
async function judgeAt(world: World, question: Question, history: ScanHistory): Promise<Judgement | Waiting> {
  const found = await findScansAt(world, question, history);
  if (found.kind !== 'found') return found;
  try {
    const countedFrom = decideCountedFrom(question.inputs, found.selected);
    requireAge(question, found, countedFrom);
    const pending = await fetchPendingBugs(world, question, { selected: found.selected, countedFrom });
    return await judgePending(world, question, { ...pending, history });
  } catch (error) {
    if (!isUnverified(error)) throw error;
    return toUnjudged(error, found);
  }
}

/** These parts were known before it turned out that nothing can be judged. */
type KnownParts = Partial<Pick<Judgement, 'history' | 'selected' | 'counted'>>;

export function toUnjudged(
  fault: Unverified,
  { history = null, selected = null, counted = null }: KnownParts = {},
): Judgement {
  const { kind, reason } = fault;
  return { kind: 'judged', verdict: { kind, reason }, fault, history, selected, counted };
}

// --- Which scans?

export interface Found {
  readonly kind: 'found';
  readonly history: ScanHistory;
  /** The scans that count, newest first. */
  readonly usable: readonly Scan[];
  readonly selected: JudgedScan;
}

/** Finds by the service's time what can be judged, why nothing can, or that the asker would rather wait. */
export async function findScans(world: World, question: Question): Promise<Found | Judgement | Waiting> {
  const history = await world.scans();
  if (isUnverified(history)) return toUnjudged(history);
  return await findScansAt(world, toServiceTime(question, history), history);
}

async function findScansAt(
  world: World,
  question: Question,
  history: ScanHistory,
): Promise<Found | Judgement | Waiting> {
  const { sha, inputs, waits, waitedMs } = question;
  const { waitTimeoutMs } = inputs;
  const usable = selectUsable(history.scans, { ...question, now: question.asOf, scanTypes: inputs.scanTypes });
  const isAsItIs = question.judgesUncounted && !waits.forEnd;
  const own = selectOwn(isAsItIs ? usable : toAwaited(usable, question), question);
  if (own?.kind === 'selected') return { kind: 'found', history, usable, selected: own.selected };
  if (own !== null) {
    const { scan } = own;
    const isRunning = own.kind === 'running';
    if (isRunning && waits.forEnd) return { kind: 'waiting', running: scan, history };
    const fault = new Unverified(
      isRunning ? { kind: 'scan-running', scan, sha, waitedMs, waitTimeoutMs } : { kind: 'scan-failed', scan, sha },
    );
    return toUnjudged(fault, { history, selected: selectAlone(scan) });
  }
  for (const match of inputs.scanMatch) {
    const selected = await findStandIn(world, inputs, { usable, match });
    if (isUnverified(selected)) return toUnjudged(selected, { history });
    if (selected !== null) return { kind: 'found', history, usable, selected };
    // Rule `first-entry-awaited`.
    if (match === inputs.scanMatch[0] && waits.forStart) return { kind: 'waiting', running: null, history };
  }
  return toUnjudged(noScanFault(question, history), { history });
}

async function findStandIn(
  world: World,
  { scanMatch, scanTypes }: JudgementInputs,
  { usable, match }: { readonly usable: readonly Scan[]; readonly match: ScanMatch },
): Promise<JudgedScan | Unverified | null> {
  const standIns = selectStandIns(usable, { scanTypes });
  if (match === 'exact' || standIns.length === 0) return null;
  // For `latest` they only say how far behind the scan is, if they are asked for anyway.
  const ancestors = scanMatch.includes('ancestor') ? await world.ancestors() : [];
  if (isUnverified(ancestors) && match === 'ancestor') return ancestors;
  return selectStandIn(standIns, { match, ancestors: isUnverified(ancestors) ? [] : ancestors });
}

/** @throws {Unverified} If scanning has stopped. */
function requireAge(question: Question, { usable, selected }: Found, countedFrom: CountFrom): void {
  const { now, inputs } = question;
  const { maxScanAgeMs } = inputs;
  if (maxScanAgeMs === null) return;
  const { scan, standsIn } = selected;
  const age = decideAge(usable, selected, {
    ...question,
    maxScanAgeMs,
    isRepositoryCounted: countedFrom === 'repository',
  });
  if (age.kind === 'future') throw new Unverified({ kind: 'scan-ahead', scan, aheadMs: scanAheadMs(scan, now) });
  if (age.kind === 'old') {
    throw new Unverified({ kind: 'scanning-stopped', scan, standsIn, newest: age.newest, maxScanAgeMs, now });
  }
}

// --- What is it to this pull request, and does it belong to somebody else? Which limits?

async function judgePending(
  world: World,
  question: Question,
  pending: PendingBugs & { readonly history: ScanHistory },
): Promise<Judgement> {
  const { history, selected, countedFrom, readAt, missing, settled } = pending;
  const early = decideEarly(question, pending);
  if (early !== null) return { kind: 'judged', verdict: early, fault: null, history, selected, counted: null };
  const now = await findOwnChanges(world, question);
  const alone = await compare(world, question, { pending, own: now, twins: NO_TWINS });
  const isByFormer = isDecidedByFormer(alone.assessed, question.inputs);
  const [twins, own] = await Promise.all([
    isDecidedByTwins(alone.assessed, question.inputs) ? findTwins(world, question, isByFormer) : NO_TWINS,
    isByFormer ? findFormer(world, now) : now,
  ]);
  const isSame = twins === NO_TWINS && own === now;
  const together = isSame ? alone : await compare(world, question, { pending, own, twins });
  const assessed = together.assessed.toSorted(compareFindings);
  const findings = assessed.flatMap(toFindings);
  const counted: Counted = {
    findings,
    tally: decideTally(findings, settled),
    ...{ countedFrom, missing, own, twins, readAt },
    othersFault: together.othersFault,
  };
  const end = decideEnd(question, { pending, own, assessed });
  if (isUnverified(end)) return toUnjudged(end, { history, selected, counted });
  return { kind: 'judged', verdict: end, fault: null, history, selected, counted };
}

const NOT_ASKED = new Unverified({ kind: 'not-asked' });

/** Gives a verdict early if nobody wants more, and nothing that GitHub could still say can change it. */
function decideEarly(question: Question, pending: PendingBugs): Verdict | null {
  const { wants, inputs, pullRequest } = question;
  const { countedFrom, findings, listed, missing } = pending;
  if (wants !== 'verdict' || missing > 0 || needsCommits(question, pending)) return null;
  const own = pullRequest === null ? null : toUnknownChanges(pullRequest, NOT_ASKED);
  const assessed = findings.map((each) => assess(each, { inputs, countedFrom, listed, own, twins: [] }));
  const most = decideThresholds(assessed.filter(mayCount), inputs);
  // A twin may change the files of those that are left out.
  if (!isAnyExceeded(most)) return isExceeded(assessed, inputs) ? null : toVerdict(most);
  const isNobodyElses = (each: WeighedFinding): boolean =>
    each.isListed || [null, pullRequest].includes(toAttributed(each));
  const least = assessed.filter((each) => isCertain(each.counts) && isNobodyElses(each));
  return isExceeded(least, inputs) ? toVerdict(most) : null;
}

interface Comparison {
  readonly pending: PendingBugs;
  readonly own: OwnChanges;
  readonly twins: Twins;
}

async function compare(world: World, question: Question, comparison: Comparison): Promise<WithoutOthers> {
  const { pending, own, twins } = comparison;
  const areTooMany = twins.uncompared > 0;
  const changes = { own: own.changes, twins: twins.changes };
  const { countedFrom, listed } = pending;
  const query = { ...changes, inputs: question.inputs, countedFrom, listed, ...(areTooMany && { twins: null }) };
  const assessed = pending.findings.map((each) => assess(each, query));
  if (areTooMany) return { assessed, othersFault: null };
  return await leaveOutOthers(world, question, { ...pending, ...changes, assessed });
}

/** Rule `twins-decide`: what is left out for this pull request decides, so that it must be left out for every twin of it. */
function isDecidedByTwins(assessed: readonly WeighedFinding[], inputs: JudgementInputs): boolean {
  return isDecidedBy(assessed.filter(mayCount), assessed, inputs);
}

/** Rule `former-heads`: what is left out decides, and names a commit that may be of a former head. */
function isDecidedByFormer(assessed: readonly WeighedFinding[], inputs: JudgementInputs): boolean {
  const asksWho = inputs.gateOn !== 'all' && inputs.gateOn.includes('introduced');
  const mayBecomeOwn = ({ exclusion, isInPaths, details: { introducedBy, commitSha } }: WeighedFinding): boolean =>
    isInPaths !== 'no' &&
    (exclusion === 'gate-on' ? asksWho && introducedBy !== null : introducedBy !== null || commitSha !== null);
  const all = assessed.filter((each) => mayCount(each) || mayBecomeOwn(each));
  return isDecidedBy(assessed.filter(mayCount), all, inputs);
}

interface Compared extends Pick<Comparison, 'pending' | 'own'> {
  /** Security bugs come first. */
  readonly assessed: readonly WeighedFinding[];
}

function decideEnd(question: Question, { pending, own, assessed }: Compared): Verdict | Unverified {
  const { inputs, sha } = question;
  const { commits } = own.changes ?? {};
  const unread = isUnverified(commits?.rest) ? commits.rest : null;
  // Rule `lists-of-the-head`.
  if (unread?.reason === 'superseded' && inputs.gateOn !== 'all') return unread;
  const { scan } = pending.selected;
  const isOfOwn = commits?.value.has(scan.sha ?? '') === true;
  if (needsCommits(question, pending) && !isOfOwn) return unread ?? new Unverified({ kind: 'unscanned', scan, sha });
  const most = decideThresholds(assessed.filter(mayCount), inputs);
  // Rule `short-lists-are-no-pass`.
  const { missing } = pending;
  if (!isAnyExceeded(most)) {
    return missing > 0 ? new Unverified({ kind: 'short-lists', missing, of: 'judged' }) : toVerdict(most);
  }
  // Rule `refused-counts`: what fails without what GitHub refused has failed.
  const [refused] = assessed.map(({ counts }) => counts).filter(isUnverified);
  const isFailed = isExceeded(
    assessed.filter(({ counts }) => isCertain(counts)),
    inputs,
  );
  return refused === undefined || isFailed ? toVerdict(most) : refused;
}

/** Rule `introduced-needs-own-scan`: a scan knows nothing of commits newer than itself. */
function needsCommits({ inputs, pullRequest }: Question, { selected }: Pick<PendingBugs, 'selected'>): boolean {
  const isIntroducedAlone = inputs.gateOn !== 'all' && !inputs.gateOn.includes('touched');
  return selected.standsIn && isIntroducedAlone && pullRequest !== null;
}

function toFindings(each: WeighedFinding): readonly AssessedFinding[] {
  const { id, kind, foundAt, reopenedAt, details, exclusion, counts } = each;
  const { relevance, isFoundHere, isInAddedFile, isListed, countsAsSecurity, sharedWith } = each;
  if (exclusion === 'not-listed') return [];
  const assessment = {
    relevance,
    isFoundHere,
    isInAddedFile,
    isListed,
    countsAsSecurity,
    exclusion,
    counted: counts !== 'no',
    ...(sharedWith !== undefined && { sharedWith }),
  };
  return [{ id, kind, foundAt, reopenedAt, details, ...assessment }];
}
