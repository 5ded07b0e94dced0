// The judge: from a question and a world to a verdict, in the order in which one judges. The numbers are those of the rules.
import {
  assess,
  type AssessedCandidate,
  type AssessmentQuery,
  type Candidate,
  type Comparison,
  NOTHING_COMPARED,
} from './assessment.ts';
import { type AssessedFinding, compareFindings } from './finding.ts';
import type { EpochMs } from './identifiers.ts';
import { decideThresholds, isAnyExceeded, isExceeded } from './limits.ts';
import { compact, sum } from './lists.ts';
import { findOthers, findOwnChanges, findTwins, NO_TWINS, type OwnChanges, type Twins } from './pull-requests.ts';
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
import { countMissing, type Scan, type ScanHistory } from './scan.ts';
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
} from './selection.ts';
import { type CountFrom, decideTally, type Tally } from './tally.ts';
import { HOUR_MS } from './time.ts';
import { isUnverified, type Unverified } from './unverified.ts';
import { toVerdict, type Verdict } from './verdict.ts';
import type { BugList, ListedBugs, World } from './world.ts';

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
    const counting = await findCounting(world, question, found);
    requireAge(question, found, counting);
    const [pending, missing, settled] = await Promise.all([
      fetchPending(world, { ...found, counting }),
      fetchMissing(world, question, { ...found, counting }),
      fetchSettled(world, question, { ...found, counting }),
    ]);
    return await judgePending(world, question, { ...found, ...pending, counting, missing, settled });
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

// --- Which scans? Rules 1 to 19.

/** Scans that can be judged. */
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
  const own = selectOwn(usable, question);
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
    // Rule 16: only the first entry is waited for.
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
function requireAge(question: Question, { usable, selected }: Found, counting: CountFrom): void {
  const { maxScanAgeMs } = question.inputs;
  const age = decideAge(usable, selected, {
    ...question,
    maxScanAgeMs,
    isRepositoryCounted: counting === 'repository',
  });
  if (age.kind === 'future') throw scanDatedAheadFault(question, selected.scan);
  if (age.kind === 'old') throw oldScanFault(question, selected, age.newest);
}

// --- What is pending? Rules 20 to 28.

interface Counting extends Found {
  readonly counting: CountFrom;
}

/** A service whose newest full scan lists a bug this much older than itself lists bugs again. */
const LISTED_AGAIN_MS = HOUR_MS;

/** @throws {Unverified} If the list that decides cannot be read. */
async function findCounting(world: World, { inputs }: Question, { selected }: Found): Promise<CountFrom> {
  const { countFrom, gateOn } = inputs;
  // Rules 22 and 23.
  if (countFrom !== 'auto') return countFrom;
  if (selected.standsIn || selected.isPartial) return 'repository';
  const { findings } = requireKnown(await world.bugs(selected.scan));
  // Rule 25.
  if (findings.some(({ foundAt }) => selected.scan.startedAt - foundAt > LISTED_AGAIN_MS)) return 'scan';
  // Rules 26 and 27.
  return gateOn === 'all' ? 'both' : 'repository';
}

interface Pending {
  /** What may count; each bug once. */
  readonly candidates: readonly Candidate[];
  /** The time just before the first list was read. */
  readonly readAt: EpochMs;
}

/** @throws {Unverified} If a list cannot be read whole. */
async function fetchPending(world: World, { selected, counting }: Counting): Promise<Pending> {
  const readsScans = counting !== 'repository' || !selected.standsIn;
  const readsRepository = counting !== 'scan';
  const [scans, repository] = await Promise.all([
    readsScans ? fetchLists(world, toScanLists(selected)) : [],
    readsRepository ? fetchLists(world, ['repository']) : [],
  ]);
  const listed = scans.flatMap(({ findings }) => findings);
  const others = repository.flatMap(({ findings }) => findings);
  // Rule 21. What a scan lists is the later word on a bug that both list.
  const candidates = new Map<string, Candidate>([
    ...others.map((finding) => [finding.id, { finding, isListed: false }] as const),
    ...listed.map((finding) => [finding.id, { finding, isListed: true }] as const),
  ]);
  const readAt = Math.min(...[...scans, ...repository].map((list) => list.readAt)) as EpochMs;
  return { candidates: [...candidates.values()], readAt };
}

/** Scans whose own lists are read, ours: of more the repository's list shows what is pending, too. */
const MAX_SCAN_LISTS = 10;

/** Rule 24. */
function toScanLists({ judged }: SelectedScan): readonly BugList[] {
  return judged.length > MAX_SCAN_LISTS ? ['repository'] : judged;
}

async function fetchLists(world: World, lists: readonly BugList[]): Promise<readonly ListedBugs[]> {
  const read = await Promise.all(lists.map((list) => world.bugs(list)));
  return read.map(requireKnown);
}

type Settled = Pick<Tally, 'resolved' | 'dismissed'>;

/** Rule 28. Those of several scans add up, and may count a bug twice. */
async function fetchSettled(world: World, { wants }: Question, { selected, counting }: Counting): Promise<Settled> {
  if (wants !== 'report') return { resolved: 0, dismissed: 0 };
  const lists: readonly BugList[] = counting === 'repository' ? ['repository'] : selected.judged;
  const settled = await Promise.all(
    lists.map(async (list) => {
      const counts = list === 'repository' ? null : list.counts;
      return counts ?? requireKnown(await world.totals(list));
    }),
  );
  return {
    resolved: sum(settled.map(({ resolved }) => resolved)),
    dismissed: sum(settled.map(({ dismissed }) => dismissed)),
  };
}

// --- Do the lists show all that was found? Rules 29 and 30.

/**
 * How many bugs the scans count that their lists do not show.
 * @throws {Unverified} If the service does not say how many it lists.
 */
async function fetchMissing(
  world: World,
  { inputs, wants }: Question,
  { selected, counting }: Counting,
): Promise<number> {
  if (inputs.countFrom === 'repository' || (selected.standsIn && counting === 'repository')) return 0;
  const isReadAnyway = wants !== 'report' && toScanLists(selected) === selected.judged;
  const missing = selected.judged.map(async (scan) => {
    // What is pending is often all. For a report, which waits for both, they are asked for together.
    const shown = isReadAnyway ? requireKnown(await world.bugs(scan)).total : 0;
    if (countMissing(scan, shown) === 0) return 0;
    const { pending, resolved, dismissed } = requireKnown(await world.totals(scan));
    return countMissing(scan, pending + resolved + dismissed);
  });
  return sum(await Promise.all(missing));
}

// --- What is it to this pull request, and does it belong to somebody else? Rules 31 to 43. Which limits? Rules 44 to 46.

interface Material extends Counting, Pending {
  readonly missing: number;
  readonly settled: Settled;
}

async function judgePending(world: World, question: Question, material: Material): Promise<Judgement> {
  const { history, selected, counting, missing } = material;
  const early = decideEarly(question, material);
  if (early !== null) return { kind: 'judged', verdict: early, fault: null, history, selected, counted: null };
  const own = await findOwnChanges(world, question);
  const query = toQuery(question, material);
  const alone = { ...NOTHING_COMPARED, own: own.changes };
  let compared = await compare(world, question, { material, query, comparison: alone });
  let twins: Twins = NO_TWINS;
  if (isDecidedByTwins(compared.assessed, question.inputs)) {
    twins = await findTwins(world, question);
    const comparison = { ...alone, twins: twins.changes, areTwinsTooMany: twins.uncompared > 0 };
    compared = await compare(world, question, { material, query, comparison });
  }
  const { assessed, othersFault } = compared;
  const findings = toFindings(assessed);
  const counted: Counted = {
    findings,
    tally: decideTally(findings, material.settled),
    countedFrom: counting,
    missing,
    own,
    twins,
    othersFault,
    readAt: material.readAt,
  };
  const end = decideEnd(question, { ...material, own, twins, assessed });
  if (isUnverified(end)) return toUnjudged(end, { history, selected, counted });
  return { kind: 'judged', verdict: end, fault: null, history, selected, counted };
}

function toQuery({ inputs }: Question, { counting }: Material): AssessmentQuery {
  return { inputs, isOnlyOwn: counting === 'both' };
}

/** For whoever wants only a verdict: the one that nothing can change which GitHub could still say; null where something can. */
function decideEarly(question: Question, material: Material): Verdict | null {
  const { wants, inputs, pullRequest } = question;
  const { counting } = material;
  if (wants !== 'verdict' || material.missing > 0 || needsCommits(question, material)) return null;
  const number = isUnverified(pullRequest) ? null : pullRequest;
  const comparison = { ...NOTHING_COMPARED, own: pullRequest === null ? null : toUnknownChanges(number) };
  const assessed = assessAll(material.candidates, toQuery(question, material), comparison);
  const most = decideThresholds(assessed.filter(mayCount), inputs);
  if (!isAnyExceeded(most)) return isDecidedByTwins(assessed, inputs) ? null : toVerdict(most);
  // When the pull request was opened has not been asked either.
  const certain = assessed.filter((each) => {
    const isSurelyAsked = counting !== 'both' || each.isListed || each.relevance === 'introduced';
    return each.counts === 'yes' && isSurelyAsked && [null, number].includes(toAttributed(each));
  });
  return isExceeded(certain, inputs) ? toVerdict(most) : null;
}

function assessAll(
  candidates: readonly Candidate[],
  query: AssessmentQuery,
  comparison: Comparison,
): readonly AssessedCandidate[] {
  return candidates.map((candidate) => assess(candidate, query, comparison));
}

interface Comparing {
  readonly material: Material;
  readonly query: AssessmentQuery;
  readonly comparison: Comparison;
}

interface Compared {
  readonly assessed: readonly AssessedCandidate[];
  readonly othersFault: Unverified | null;
}

/** Rules 41 to 43. Asks about other pull requests only where a bug that counts is from one. */
async function compare(
  world: World,
  question: Question,
  { material, query, comparison }: Comparing,
): Promise<Compared> {
  const { candidates, counting, selected } = material;
  const assessed = assessAll(candidates, query, comparison);
  const isFullOfCommit = !selected.standsIn && !selected.isPartial;
  const numbers = counting === 'scan' || comparison.areTwinsTooMany ? [] : selectOtherNumbers(assessed);
  const others = await findOthers(world, question, { numbers, comparison, isFullOfCommit });
  if (isUnverified(others)) return { assessed, othersFault: others };
  if (others.size === 0) return { assessed, othersFault: null };
  // A scan that stands in is not counted from, so its list has not been read yet.
  const list = selected.standsIn && counting === 'repository' ? await world.bugs(selected.scan) : null;
  if (isUnverified(list)) return { assessed, othersFault: list };
  const listed = new Set(list?.findings.map(({ id }) => id));
  const marked = candidates.map((each) => ({ ...each, isListed: each.isListed || listed.has(each.finding.id) }));
  return { assessed: assessAll(marked, query, { ...comparison, others }), othersFault: null };
}

/** The other pull requests that bugs which count are from; each once. */
function selectOtherNumbers(assessed: readonly AssessedCandidate[]): readonly number[] {
  const named = assessed.filter((each) => mayCount(each) && each.relevance !== 'introduced');
  return [...new Set(compact(named.map(toAttributed)))];
}

function toAttributed({ finding }: Candidate): number | null {
  return finding.details.introducedBy?.pullRequest ?? null;
}

/** Rule 37: whether what is left out for this pull request decides, so that it must be left out for every twin of it. */
function isDecidedByTwins(assessed: readonly AssessedCandidate[], inputs: JudgementInputs): boolean {
  const all = assessed.filter(({ finding }) => inputs.isInPaths(finding.details.path));
  return !isExceeded(assessed.filter(mayCount), inputs) && isExceeded(all, inputs);
}

/** What GitHub did not say counts, too. */
function mayCount({ counts }: AssessedCandidate): boolean {
  return counts !== 'no';
}

interface Ending extends Material, Pick<Counted, 'own' | 'twins'> {
  readonly assessed: readonly AssessedCandidate[];
}

/** The verdict, or why there is none although the bugs are known. */
function decideEnd(question: Question, { assessed, own, twins, missing, selected }: Ending): Verdict | Unverified {
  const { inputs, sha } = question;
  // Rule 40.
  if (inputs.gateOn !== 'all' && own.fault?.reason === 'superseded') return own.fault;
  if (needsCommits(question, { selected })) {
    const { value, rest } = own.changes?.commits ?? { value: new Set(), rest: 'refused' };
    if (rest === 'refused') return requireFault(own);
    if (!value.has(selected.scan.sha ?? '')) return unscannedFault(selected.scan, sha);
  }
  const most = decideThresholds(assessed.filter(mayCount), inputs);
  if (isAnyExceeded(most)) {
    // Rule 36.
    const least = assessed.filter(({ counts }) => counts === 'yes');
    return isExceeded(least, inputs) ? toVerdict(most) : requireFault(own, twins);
  }
  // Rule 30.
  return missing > 0 ? shortListsFault(missing) : toVerdict(most);
}

/** What is refused has a reason. */
function requireFault(...asked: readonly Pick<OwnChanges, 'fault'>[]): Unverified {
  const [fault = null] = compact(asked.map((each) => each.fault));
  if (fault === null) throw new Error('a list was refused without a reason');
  return fault;
}

/** Rule 39: a scan knows nothing of commits newer than itself, so it must be one of the pull request's own to say what they introduce. */
function needsCommits({ inputs, pullRequest }: Question, { selected }: Pick<Found, 'selected'>): boolean {
  const isIntroducedAlone = inputs.gateOn !== 'all' && !inputs.gateOn.includes('touched');
  return selected.standsIn && isIntroducedAlone && pullRequest !== null;
}

function toFindings(assessed: readonly AssessedCandidate[]): readonly AssessedFinding[] {
  return assessed
    .flatMap(({ finding, relevance, countsAsSecurity, exclusion, counts }): readonly AssessedFinding[] => {
      if (exclusion === 'not-listed') return [];
      return [{ ...finding, relevance, countsAsSecurity, exclusion, counted: counts !== 'no' }];
    })
    .sort(compareFindings);
}
