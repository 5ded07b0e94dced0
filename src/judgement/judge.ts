// The judge: from a question and a world to a verdict, in the order in which one judges.
import { isCertain } from './answer.ts';
import { assess, type AssessedCandidate, type Candidate, mayCount } from './assessment.ts';
import { isGone as isGoneBy } from './cause.ts';
import { type AssessedFinding, compareFindings } from './finding.ts';
import { type EpochMs, parseSomeSha } from './identifiers.ts';
import { decideThresholds, isAnyExceeded, isExceeded } from './limits.ts';
import { sum } from './lists.ts';
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
import type { JudgementInputs, Question } from './question.ts';
import {
  noScanFault,
  oldScanFault,
  scanDatedAheadFault,
  scanFailedFault,
  scanTimeoutFault,
  shortListsFault,
  unscannedFault,
} from './reasons.ts';
import { toUnknownChanges } from './relevance.ts';
import { countMissing, type Scan, type ScanHistory, type UsableScan } from './scan.ts';
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
import { isUnverified, Unverified } from './unverified.ts';
import { toVerdict, type Verdict } from './verdict.ts';
import type { BugList, ListedBugs, ListTotals, World } from './world.ts';

/** There is no answer yet, and the asker would rather wait. */
export interface Waiting {
  readonly kind: 'waiting';
  /** The scan that is in progress; null: none has started. */
  readonly running: Scan | null;
  readonly history: ScanHistory;
}

/** The answer, and what it was made from. */
export interface Judgement {
  readonly kind: 'judged';
  readonly verdict: Verdict;
  /** Why nothing could be judged; null where it could. */
  readonly fault: Unverified | null;
  /** Null where the scans could not be read. */
  readonly history: ScanHistory | null;
  /** What was judged, or could not be: too old, in progress, failed. Null: there is no scan. */
  readonly selected: SelectedScan | null;
  /** Null where nothing was counted. */
  readonly counted: Counted | null;
}

/** The pending bugs, and what is known of them. */
export interface Counted {
  /** Sorted as they are shown. */
  readonly findings: readonly AssessedFinding[];
  /** Settled bugs are 0 where no report was wanted. */
  readonly tally: Tally;
  readonly countedFrom: CountFrom;
  /** How many bugs the judged scans count that no list shows. */
  readonly missing: number;
  readonly own: OwnChanges;
  /** Other open pull requests with the same head, where they decide. */
  readonly twins: Twins;
  /** Why it is not known what belongs to other pull requests, where some bug may; null otherwise. */
  readonly othersFault: Unverified | null;
  /** The time just before the first list was read. */
  readonly readAt: EpochMs;
}

/** Judges. Rejects only for a cancelled run or a defect. */
export async function judge(world: World, question: Question): Promise<Judgement | Waiting> {
  const found = await findScans(world, question);
  if (found.kind !== 'found') return found;
  try {
    const countedFrom = decideCountedFrom(question.inputs, found.selected);
    requireAge(question, found, countedFrom);
    const source = await findSource(world, { selected: found.selected, countedFrom });
    const [pending, missing, settled] = await Promise.all([
      fetchPending(world, source),
      fetchMissing(world, question, source),
      fetchSettled(world, question, source),
    ]);
    return await judgePending(world, question, { ...source, ...pending, history: found.history, missing, settled });
  } catch (error) {
    if (!isUnverified(error)) throw error;
    return toUnjudged(error, found);
  }
}

/** What was found before it turned out that nothing can be judged. */
type Known = Partial<Pick<Judgement, 'history' | 'selected' | 'counted'>>;

/** The judgement where there is no verdict. */
export function toUnjudged(
  fault: Unverified,
  { history = null, selected = null, counted = null }: Known = {},
): Judgement {
  const { kind, reason } = fault;
  return { kind: 'judged', verdict: { kind, reason }, fault, history, selected, counted };
}

/**
 * The answer.
 * @throws {Unverified} If there is none.
 */
function requireKnown<Answer>(answer: Answer | Unverified): Answer {
  if (isUnverified(answer)) throw answer;
  return answer;
}

// --- Which scans?

export interface Found {
  readonly kind: 'found';
  readonly history: ScanHistory;
  /** Ours, without those that are as if they were not there; newest first. */
  readonly usable: readonly Scan[];
  readonly selected: JudgedScan;
}

/** The first question: what can be judged, why nothing can, or that the asker would rather wait. */
export async function findScans(world: World, question: Question): Promise<Found | Judgement | Waiting> {
  const { inputs, waits } = question;
  const history = await world.scans();
  if (isUnverified(history)) return toUnjudged(history);
  const usable = selectUsable(history.scans, { ...question, now: question.asOf, scanTypes: inputs.scanTypes });
  const isAsItIs = question.judgesUncounted && !waits.forEnd;
  const own = selectOwn(isAsItIs ? usable : toAwaited(usable, question), question);
  switch (own?.kind) {
    case 'selected':
      return { kind: 'found', history, usable, selected: own.selected };
    case 'running':
      if (waits.forEnd) return { kind: 'waiting', running: own.scan, history };
      return toUnjudged(scanTimeoutFault(question, own.scan), { history, selected: selectAlone(own.scan) });
    case 'failed':
      return toUnjudged(scanFailedFault(question, own.scan), { history, selected: selectAlone(own.scan) });
    case undefined:
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
  // Elsewhere they only say how far behind a scan is, where they are asked for anyway.
  const ancestors = scanMatch.includes('ancestor') ? await world.ancestors() : [];
  if (isUnverified(ancestors) && match === 'ancestor') return ancestors;
  return selectStandIn(standIns, { match, ancestors: isUnverified(ancestors) ? [] : ancestors });
}

/** @throws {Unverified} If scanning has stopped. */
function requireAge(question: Question, { usable, selected }: Found, countedFrom: CountFrom): void {
  const { maxScanAgeMs } = question.inputs;
  const age = decideAge(usable, selected, {
    ...question,
    maxScanAgeMs,
    isRepositoryCounted: countedFrom === 'repository',
  });
  if (age.kind === 'future') throw scanDatedAheadFault(question, selected.scan);
  if (age.kind === 'old') throw oldScanFault(question, selected, age.newest);
}

// --- What is pending?

/** The scans that were judged, and from where bugs are counted. */
interface Source extends Pick<Found, 'selected'> {
  readonly countedFrom: CountFrom;
  /** The judged scans whose lists are read and compared with what the scans count. */
  readonly listed: readonly UsableScan[];
  /** Those whose list the service no longer has. */
  readonly purged: readonly UsableScan[];
}

/** Rule `purged-list`: of the newest full scan of the commit a list that is gone is a fault, of any other the repository's bugs stand in. */
async function findSource(world: World, source: Pick<Source, 'selected' | 'countedFrom'>): Promise<Source> {
  const { selected } = source;
  const { scan, judged, isPartial } = selected;
  const others = readsScans(source) && !areTooMany(selected) ? judged.filter((each) => isPartial || each !== scan) : [];
  const lists = await Promise.all(others.map(async (each) => ({ each, list: await world.bugs(each) })));
  const purged = lists.filter(({ list }) => isGone(list)).map(({ each }) => each);
  return { ...source, listed: judged.filter((each) => !purged.includes(each)), purged };
}

function readsScans({ selected, countedFrom }: Pick<Source, 'selected' | 'countedFrom'>): boolean {
  return countedFrom !== 'repository' || !selected.standsIn;
}

function isGone(answer: unknown): boolean {
  return isUnverified(answer) && isGoneBy(answer.cause);
}

function decideCountedFrom({ countFrom, gateOn }: JudgementInputs, { standsIn, isPartial }: JudgedScan): CountFrom {
  // Rules `count-from-scan` and `count-from-repository`.
  if (countFrom !== 'auto') return countFrom;
  // Rule `repository-otherwise`.
  return standsIn || isPartial || gateOn !== 'all' ? 'repository' : 'both';
}

interface Pending {
  /** What may count; each bug once. */
  readonly candidates: readonly Candidate[];
  /** The time just before the first list was read. */
  readonly readAt: EpochMs;
}

/** @throws {Unverified} If a list cannot be read whole. */
async function fetchPending(world: World, source: Source): Promise<Pending> {
  const { selected, countedFrom, purged } = source;
  const scansLists: readonly BugList[] = areTooMany(selected) ? ['repository'] : source.listed;
  const [scans, repository, standing] = await Promise.all([
    readsScans(source) ? fetchLists(world, scansLists) : [],
    countedFrom === 'scan' ? [] : fetchLists(world, ['repository']),
    purged.length === 0 ? [] : fetchLists(world, ['repository']),
  ]);
  const unlisted = repository.flatMap(({ findings }) => findings);
  const listed = [
    ...standing
      .flatMap(({ findings }) => findings)
      .filter((finding) => purged.some((scan) => isFoundBy(finding, scan))),
    ...scans.flatMap(({ findings }) => findings),
  ];
  // Rule `one-bug-of-several-lists`. What a scan lists is the later word on a bug that both list.
  const candidates = new Map<string, Candidate>([
    ...unlisted.map((finding) => [finding.id, { finding, isListed: false }] as const),
    ...listed.map((finding) => [finding.id, { finding, isListed: true }] as const),
  ]);
  const readAt = Math.min(...[...scans, ...repository, ...standing].map((list) => list.readAt)) as EpochMs;
  return { candidates: [...candidates.values()], readAt };
}

/** Whether a bug was found at the commit of a scan; what is no SHA may be any. */
function isFoundBy({ details: { commitSha } }: Candidate['finding'], { sha }: Scan): boolean {
  if (commitSha === null) return false;
  const known = parseSomeSha(commitSha);
  return known === null || sha?.startsWith(known) === true;
}

/** Scans whose own lists are read, ours: of more the repository's list shows what is pending, too. */
const MAX_SCAN_LISTS = 10;

/** Rule `ten-scan-lists`. */
function areTooMany({ judged }: SelectedScan): boolean {
  return judged.length > MAX_SCAN_LISTS;
}

/** Rule `whole-lists`. */
async function fetchLists(world: World, lists: readonly BugList[]): Promise<readonly ListedBugs[]> {
  const read = await Promise.all(lists.map((list) => world.bugs(list)));
  return read.map(requireKnown);
}

/** Null where the service no longer has the list. */
async function fetchTotals(world: World, list: BugList): Promise<ListTotals | null> {
  const totals = await world.totals(list);
  return isGone(totals) ? null : requireKnown(totals);
}

type Settled = Pick<Tally, 'resolved' | 'dismissed'>;

const NONE_SETTLED: Settled = { resolved: 0, dismissed: 0 };

/** Rule `settled-of-the-source`. Those of several scans add up, and may count a bug twice. */
async function fetchSettled(world: World, { wants }: Question, { listed, countedFrom }: Source): Promise<Settled> {
  if (wants !== 'report') return NONE_SETTLED;
  const lists: readonly BugList[] = countedFrom === 'repository' ? ['repository'] : listed;
  const settled = await Promise.all(
    lists.map(async (list) => {
      const counts = list === 'repository' ? null : list.counts;
      return counts ?? (await fetchTotals(world, list)) ?? NONE_SETTLED;
    }),
  );
  return {
    resolved: sum(settled.map(({ resolved }) => resolved)),
    dismissed: sum(settled.map(({ dismissed }) => dismissed)),
  };
}

// --- Do the lists show all that was found?

/**
 * Rule `counts-against-lists`: how many bugs the scans count that their lists do not show.
 * @throws {Unverified} If the service does not say how many it lists.
 */
async function fetchMissing(world: World, { inputs, wants }: Question, source: Source): Promise<number> {
  if (inputs.countFrom === 'repository' || !readsScans(source)) return 0;
  const isReadAnyway = wants !== 'report' && !areTooMany(source.selected);
  const missing = source.listed.map(async (scan) => {
    // What is pending is often all. For a report, which waits for both, they are asked for together.
    const shown = isReadAnyway ? requireKnown(await world.bugs(scan)).total : 0;
    if (countMissing(scan, shown) === 0) return 0;
    const totals = await fetchTotals(world, scan);
    return totals === null ? 0 : countMissing(scan, totals.pending + totals.resolved + totals.dismissed);
  });
  return sum(await Promise.all(missing));
}

// --- What is it to this pull request, and does it belong to somebody else? Which limits?

/** What the service says, all that a judgement needs of it. */
interface Material extends Source, Pending {
  readonly history: ScanHistory;
  readonly missing: number;
  readonly settled: Settled;
}

async function judgePending(world: World, question: Question, material: Material): Promise<Judgement> {
  const { history, selected, countedFrom, readAt, missing, settled } = material;
  const early = decideEarly(question, material);
  if (early !== null) return { kind: 'judged', verdict: early, fault: null, history, selected, counted: null };
  const now = await findOwnChanges(world, question);
  const alone = await compare(world, question, { material, own: now, twins: NO_TWINS });
  const [twins, own] = await Promise.all([
    isDecidedByTwins(alone.assessed, question.inputs) ? findTwins(world, question) : NO_TWINS,
    isDecidedByFormer(alone.assessed, question.inputs) ? findFormer(world, now) : now,
  ]);
  const isSame = twins === NO_TWINS && own === now;
  const together = isSame ? alone : await compare(world, question, { material, own, twins });
  const assessed = together.assessed.toSorted(compareFindings);
  const findings = assessed.flatMap(toFindings);
  const counted: Counted = {
    findings,
    tally: decideTally(findings, settled),
    ...{ countedFrom, missing, own, twins, readAt },
    othersFault: together.othersFault,
  };
  const end = decideEnd(question, { material, own, assessed });
  if (isUnverified(end)) return toUnjudged(end, { history, selected, counted });
  return { kind: 'judged', verdict: end, fault: null, history, selected, counted };
}

const NOT_ASKED = new Unverified({ kind: 'not-asked' });

/** For whoever wants only a verdict: the one that nothing can change which GitHub could still say; null where something can. */
function decideEarly(question: Question, material: Material): Verdict | null {
  const { wants, inputs, pullRequest } = question;
  const { countedFrom, candidates, missing } = material;
  if (wants !== 'verdict' || missing > 0 || needsCommits(question, material)) return null;
  const own = pullRequest === null ? null : toUnknownChanges(pullRequest, NOT_ASKED);
  const assessed = candidates.map((each) => assess(each, { inputs, countedFrom, own, twins: [] }));
  const most = decideThresholds(assessed.filter(mayCount), inputs);
  if (!isAnyExceeded(most)) {
    // A pull request may also give a file a name that `paths` selects.
    const isOpen = pullRequest === null ? isDecidedByTwins(assessed, inputs) : isExceeded(assessed, inputs);
    return isOpen ? null : toVerdict(most);
  }
  const isNobodyElses = (each: AssessedCandidate): boolean =>
    each.isListed || [null, pullRequest].includes(toAttributed(each));
  const least = assessed.filter((each) => isCertain(each.counts) && isNobodyElses(each));
  return isExceeded(least, inputs) ? toVerdict(most) : null;
}

interface Comparison {
  readonly material: Material;
  readonly own: OwnChanges;
  readonly twins: Twins;
}

/** What counts for this pull request and its twins, and for no other. */
async function compare(world: World, question: Question, comparison: Comparison): Promise<WithoutOthers> {
  const { material, own, twins } = comparison;
  const areTooMany = twins.uncompared > 0;
  const changes = { own: own.changes, twins: twins.changes };
  const { countedFrom } = material;
  const query = { ...changes, inputs: question.inputs, countedFrom, ...(areTooMany && { twins: null }) };
  const assessed = material.candidates.map((each) => assess(each, query));
  if (areTooMany) return { assessed, othersFault: null };
  return await leaveOutOthers(world, question, { ...material, ...changes, assessed });
}

/** Rule `twins-decide`: whether what is left out for this pull request decides, so that it must be left out for every twin of it. */
function isDecidedByTwins(assessed: readonly AssessedCandidate[], inputs: JudgementInputs): boolean {
  const all = assessed.filter(({ isInPaths }) => isInPaths);
  return isDecidedBy(assessed.filter(mayCount), all, inputs);
}

/** Rule `former-heads`: whether what is left out decides, and names a commit that may be one of a former head. */
function isDecidedByFormer(assessed: readonly AssessedCandidate[], inputs: JudgementInputs): boolean {
  const asksWho = inputs.gateOn !== 'all' && inputs.gateOn.includes('introduced');
  const mayBecomeOwn = ({ exclusion, isInPaths, details: { introducedBy, commitSha } }: AssessedCandidate): boolean =>
    isInPaths &&
    (exclusion === 'gate-on' ? asksWho && introducedBy !== null : introducedBy !== null || commitSha !== null);
  const all = assessed.filter((each) => mayCount(each) || mayBecomeOwn(each));
  return isDecidedBy(assessed.filter(mayCount), all, inputs);
}

interface Ending extends Pick<Comparison, 'material' | 'own'> {
  /** Security bugs first. */
  readonly assessed: readonly AssessedCandidate[];
}

/** The verdict, or why there is none although the bugs are known. */
function decideEnd(question: Question, { material, own, assessed }: Ending): Verdict | Unverified {
  const { inputs, sha } = question;
  const { commits } = own.changes ?? {};
  if (commits !== undefined && isUnverified(commits.rest)) {
    // Rule `lists-of-the-head`.
    const isOvertaken = commits.rest.reason === 'superseded' && inputs.gateOn !== 'all';
    if (isOvertaken || needsCommits(question, material)) return commits.rest;
  }
  const { scan } = material.selected;
  if (needsCommits(question, material) && commits?.value.has(scan.sha ?? '') !== true) return unscannedFault(scan, sha);
  const most = decideThresholds(assessed.filter(mayCount), inputs);
  // Rule `short-lists-are-no-pass`.
  if (!isAnyExceeded(most)) return material.missing > 0 ? shortListsFault(material.missing) : toVerdict(most);
  // Rule `refused-counts`: what fails without what GitHub refused has failed.
  const [refused] = assessed.map(({ counts }) => counts).filter(isUnverified);
  const isFailed = isExceeded(
    assessed.filter(({ counts }) => isCertain(counts)),
    inputs,
  );
  return refused === undefined || isFailed ? toVerdict(most) : refused;
}

/** Rule `introduced-needs-own-scan`: a scan knows nothing of commits newer than itself. */
function needsCommits({ inputs, pullRequest }: Question, { selected }: Source): boolean {
  const isIntroducedAlone = inputs.gateOn !== 'all' && !inputs.gateOn.includes('touched');
  return selected.standsIn && isIntroducedAlone && pullRequest !== null;
}

function toFindings(each: AssessedCandidate): readonly AssessedFinding[] {
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
