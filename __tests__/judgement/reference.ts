// The reference judgement: the contract's "Which scans" and "Which bugs count", computed naively and apart from src.
import {
  type BugFact,
  countsOf,
  historyOf,
  hourMs,
  isBot,
  isPending,
  listOf,
  nowMs,
  type PullFact,
  type RandomCase,
  type ScanFact,
} from './random-world.ts';

/** What must come out. */
export interface Expected {
  readonly reason: string;
  /** Null where no scan is named for certain. */
  readonly scan: ExpectedScan | null;
  /** Null where nothing was counted, or where it is not known for certain. */
  readonly bugs: ExpectedBugs | null;
}

export interface ExpectedScan {
  readonly id: string | null;
  readonly judged: readonly (string | null)[];
  readonly match: string;
  /** Undefined where the contract leaves open whether it is known. */
  readonly behind: number | undefined;
}

export interface ExpectedBugs {
  /** Sorted ids. */
  readonly counted: readonly string[];
  /** Sorted ids of all that are pending; null where the contract does not say whether those that do not count are among them. */
  readonly pending: readonly string[] | null;
  readonly resolved: number;
  readonly dismissed: number;
  readonly missing: number;
}

/** The end of the judgement without a verdict. */
class Ending extends Error {
  readonly reason: string;

  constructor(reason: string) {
    super(reason);
    this.reason = reason;
  }
}

/** What may not be known. */
type Answer = 'yes' | 'no' | 'unknown';

const not = (answer: Answer): Answer => (answer === 'unknown' ? answer : answer === 'yes' ? 'no' : 'yes');
const or = (...answers: readonly Answer[]): Answer =>
  answers.includes('yes') ? 'yes' : answers.includes('unknown') ? 'unknown' : 'no';
const and = (...answers: readonly Answer[]): Answer => not(or(...answers.map(not)));
const whether = (is: boolean): Answer => (is ? 'yes' : 'no');

export function judge(given: RandomCase): Expected {
  let scan: ExpectedScan | null = null;
  try {
    const selected = selectScans(given);
    scan = toExpectedScan(selected);
    checkAge(given, selected);
    return { ...decide(given, selected), scan };
  } catch (error) {
    if (error instanceof Ending) return { reason: error.reason, scan, bugs: null };
    throw error;
  }
}

function isRefused({ facts }: RandomCase, question: string): boolean {
  return facts.refused.includes(question);
}

// --- 1.5 Which scans

interface Selected {
  readonly scan: ScanFact;
  readonly judged: readonly ScanFact[];
  readonly match: string;
  readonly standsIn: boolean;
  readonly behind: number | undefined;
}

function toExpectedScan({ scan, judged, match, behind }: Selected): ExpectedScan {
  return { id: scan.id, judged: judged.map(({ id }) => id).toSorted(), match, behind };
}

const isFull = ({ type }: ScanFact): boolean => type === 'default' || type === null;

function stateOf({ status, completedAt }: ScanFact): 'complete' | 'failed' | 'running' {
  if (status === 'complete') return 'complete';
  if (status === 'failed' || status === 'dlq') return 'failed';
  return status === null && completedAt !== null ? 'complete' : 'running';
}

/** Ours, without those that are as if absent. */
function selectOurs({ facts, inputs: { scanTypes } }: RandomCase): readonly ScanFact[] {
  return facts.scans
    .filter(({ type }) => scanTypes.length === 0 || scanTypes.includes(type ?? 'default'))
    .filter((scan) => !(stateOf(scan) === 'running' && nowMs - scan.createdAt > 24 * hourMs))
    .filter((scan) => !(stateOf(scan) === 'complete' && scan.id === null));
}

function selectScans(given: RandomCase): Selected {
  if (isRefused(given, 'scans')) throw new Ending('service-error');
  const own = selectOurs(given).filter(({ sha }) => sha?.toLowerCase() === given.subject.sha);
  if (own.length > 0) return selectOwn(given, own);
  const { scanMatch } = given.inputs;
  const isFound = selectElsewhere(given, scanMatch.slice(0, 1)) !== null;
  if (!isFound && given.waits.forStart) throw new Ending('waiting');
  const found = selectElsewhere(given, scanMatch);
  if (found === null) throw new Ending('no-scan');
  return found;
}

/** Whether the service has not counted the bugs of a scan that has just ended, although it counts those of others of its type. */
export function isUncounted(given: RandomCase, scan: ScanFact): boolean {
  const hasCounts = (each: ScanFact): boolean => countsOf(given.facts, each) !== null;
  const kind = ({ type }: ScanFact): string => type ?? 'default';
  const isNew = scan.completedAt !== null && nowMs - scan.completedAt < hourMs / 6;
  return (
    stateOf(scan) === 'complete' &&
    scan.sha?.toLowerCase() === given.subject.sha &&
    isNew &&
    !hasCounts(scan) &&
    selectOurs(given).some((each) => stateOf(each) === 'complete' && kind(each) === kind(scan) && hasCounts(each))
  );
}

/** 1. Scans of the commit itself. Where nobody waits any more, what is not counted yet is judged as it is. */
function selectOwn(given: RandomCase, own: readonly ScanFact[]): Selected {
  const { waits } = given;
  const isEnded = (scan: ScanFact): boolean => !(waits.forEnd && isUncounted(given, scan));
  const complete = own.filter((scan) => stateOf(scan) === 'complete' && isEnded(scan));
  const full = complete.filter(isFull);
  const failed = own.filter((scan) => stateOf(scan) === 'failed');
  const isAwaited = (scan: ScanFact): boolean => !full.some(({ createdAt }) => createdAt > scan.createdAt);
  const running = own.filter((scan) => stateOf(scan) === 'running' || !isEnded(scan));
  if (running.some(isAwaited)) throw new Ending(waits.forEnd ? 'waiting' : 'scan-timeout');
  if (full.length === 0 && failed.some(isFull)) throw new Ending('scan-failed');
  const scan = full[0] ?? complete[0];
  if (scan === undefined) throw new Ending('scan-failed');
  return { scan, judged: complete, match: 'exact', standsIn: false, behind: 0 };
}

/** 2. Elsewhere; null: there is none. */
function selectElsewhere(given: RandomCase, entries: readonly string[]): Selected | null {
  const { scanTypes } = given.inputs;
  const namesNoFull = scanTypes.length > 0 && !scanTypes.includes('default');
  const usable = selectOurs(given).filter((scan) => stateOf(scan) === 'complete' && (isFull(scan) || namesNoFull));
  const standIn = { match: 'latest', standsIn: true, behind: undefined } as const;
  // Where no scan could be of an ancestor, no decision needs to know them.
  if (usable.length === 0) return null;
  for (const match of entries) {
    if (match === 'latest' && usable[0]) return { ...standIn, scan: usable[0], judged: [usable[0]] };
    if (match === 'ancestor') {
      if (isRefused(given, 'ancestors')) throw new Ending('github-error');
      for (const [behind, commit] of historyOf(given.subject.sha).entries()) {
        const scan = usable.find(({ sha }) => sha?.toLowerCase() === commit);
        if (scan) return { scan, judged: [scan], match, standsIn: true, behind };
      }
    }
  }
  return null;
}

const ageMs = ({ createdAt, completedAt }: ScanFact): number => nowMs - (completedAt ?? createdAt);

/** Whether the judged scan is too old, or from the future, and nothing makes up for it. */
function checkAge(given: RandomCase, selected: Selected): void {
  const { maxScanAgeMs } = given.inputs;
  const { scan } = selected;
  if (maxScanAgeMs === null) return;
  const isFromFuture = (each: ScanFact): boolean => ageMs(each) < -hourMs;
  const isOld = (each: ScanFact): boolean => ageMs(each) > maxScanAgeMs;
  // The contract does not say whether the age or the lists come first where both fail: from where bugs are counted decides about the age.
  const from = whatCounts(given, selected);
  if (isFromFuture(scan)) throw new Ending('stale-scan');
  if (!isOld(scan)) return;
  const goesOn = selectOurs(given).some(
    (each) =>
      each.createdAt > scan.createdAt &&
      stateOf(each) === 'complete' &&
      isFull(each) &&
      each.initiator === scan.initiator &&
      // The service documents these two.
      ['scheduler', 'scanNow'].includes(each.initiator) &&
      !isFromFuture(each) &&
      !isOld(each),
  );
  if (!goesOn || from !== 'repository') throw new Ending('stale-scan');
}

// --- 1.6 Which bugs count

const mostLists = 10;

/** The pending bugs of a list, whole or not at all. */
function readList(given: RandomCase, list: string | null): readonly BugFact[] {
  if (isRefused(given, `bugs ${list}`) || isRefused(given, `gone ${list}`)) throw new Ending('service-error');
  return readAll(given, String(list)).filter(isPending);
}

/** What a list shows, whatever the reviews: nothing where the service has emptied it. */
function readAll(given: RandomCase, list: string): readonly BugFact[] {
  return isRefused(given, `emptied ${list}`) ? [] : listOf(given.facts, list);
}

/** The scans' lists, of more than ten scans the repository's instead. */
function readScansLists(given: RandomCase, selected: Selected): readonly BugFact[] {
  const { judged } = selected;
  if (judged.length > mostLists) return readList(given, 'repository');
  const lists = judged.map((scan) =>
    isPurged(given, selected, scan) ? readFoundAt(given, scan) : readList(given, scan.id),
  );
  return [...new Set(lists.flat())];
}

/** Whether the service no longer has the list of a scan, and another one is the newest full one. */
function isPurged(given: RandomCase, selected: Selected, scan: ScanFact): boolean {
  if (isFull(scan) && scan === selected.scan) return false;
  return isRefused(given, `gone ${scan.id}`);
}

/** How many bugs a scan counts. */
function countFound(given: RandomCase, scan: ScanFact): number {
  const { total, ...others } = countsOf(given.facts, scan) ?? {};
  return total ?? Object.values(others).reduce((sum, count) => sum + count, 0);
}

/** What the repository has with the commit of a scan; what cannot be told counts. */
function readFoundAt(given: RandomCase, { sha }: ScanFact): readonly BugFact[] {
  const isAt = (commit: string): boolean =>
    !isSha(commit) || sha?.toLowerCase().startsWith(commit.toLowerCase()) === true;
  return readList(given, 'repository').filter(({ commitSha }) => (commitSha ?? '') !== '' && isAt(commitSha ?? ''));
}

/** 1. From where bugs are counted: from the scans' lists, the repository's, or both. */
function whatCounts(
  { inputs: { countFrom, gateOn } }: RandomCase,
  { scan, standsIn }: Selected,
): 'scan' | 'repository' | 'both' {
  if (countFrom !== 'auto') return countFrom;
  return !standsIn && isFull(scan) && gateOn === 'all' ? 'both' : 'repository';
}

/** 2. How many bugs the scans count that their lists do not show. */
function countMissing(given: RandomCase, selected: Selected, from: string): number {
  const { judged, standsIn } = selected;
  if (given.inputs.countFrom === 'repository' || (standsIn && from !== 'scan')) return 0;
  return judged
    .map((scan) => {
      const found = countFound(given, scan);
      if (found === 0 || isPurged(given, selected, scan)) return 0;
      if (isRefused(given, `gone ${scan.id}`)) throw new Ending('service-error');
      return Math.max(0, found - readAll(given, String(scan.id)).length);
    })
    .reduce((sum, count) => sum + count, 0);
}

/** How many are settled: by the scans' counts, else by the lists. */
function countSettled(
  given: RandomCase,
  selected: Selected,
  from: string,
): Pick<ExpectedBugs, 'resolved' | 'dismissed'> {
  const lists =
    from === 'repository'
      ? [{ counts: null, bugs: listOf(given.facts, 'repository') }]
      : selected.judged
          .filter((scan) => !isPurged(given, selected, scan))
          .map((scan) => ({
            counts: countsOf(given.facts, scan),
            bugs: isRefused(given, `gone ${scan.id}`) ? [] : readAll(given, String(scan.id)),
          }));
  const count = (state: 'resolved' | 'dismissed'): number =>
    lists
      .map(({ counts, bugs }) => counts?.[state] ?? bugs.filter(({ review }) => review?.state === state).length)
      .reduce((sum, each) => sum + each, 0);
  return { resolved: count('resolved'), dismissed: count('dismissed') };
}

/** A pull request as far as it is known. */
interface Pull {
  /** Null: there may be one, and nobody says which. */
  readonly number: number | null;
  readonly files: readonly string[] | null;
  readonly renames: readonly PullFact['files'][number][];
  /** Whether files may be missing from the list. */
  readonly hasMoreFiles: Answer;
  readonly commits: readonly string[] | null;
  /** Whether commits may be missing from the list. */
  readonly hasMoreCommits: Answer;
  /** Of its former heads, as far as anybody asked; null: GitHub did not say. */
  readonly former: { readonly commits: readonly string[]; readonly hasMore: boolean } | null;
  /** The files that it adds. */
  readonly added: readonly string[];
  /** Why not all is known; null: it is. */
  readonly fault: string | null;
}

const notAsked = { commits: [], hasMore: false };

const unknownPull: Pull = {
  number: null,
  former: notAsked,
  added: [],
  files: null,
  renames: [],
  hasMoreFiles: 'unknown',
  commits: null,
  hasMoreCommits: 'unknown',
  fault: 'github-error',
};

/** Where there is no pull request. */
const noPull: Pull = { ...unknownPull, files: [], hasMoreFiles: 'no', commits: [], hasMoreCommits: 'no', fault: null };

const mostFiles = 3_000;
const mostCommits = 250;

function findPull({ facts }: RandomCase, number: number): PullFact {
  const found = facts.pulls.find((each) => each.number === number);
  if (found === undefined) throw new Error(`there is no pull request ${number}`);
  return found;
}

/** What GitHub says of a pull request; `head`: the commit that its lists have to be of. */
function readPull(given: RandomCase, number: number, head: string | null): Pull {
  const pull = findPull(given, number);
  const isHeadKnown = !isRefused(given, `head ${number}`);
  if (head !== null && !isHeadKnown) return { ...unknownPull, number };
  if (head !== null && pull.head !== head) return { ...unknownPull, number, fault: 'superseded' };
  const commits = isRefused(given, `commits ${number}`) ? null : pull.commits;
  // Without the judged commit the lists are those of another head, which says nothing about this one.
  if (head !== null && commits !== null && commits.length < mostCommits && !commits.includes(head)) {
    return { ...unknownPull, number };
  }
  const files = isRefused(given, `files ${number}`) ? null : pull.files;
  // GitHub always sends its count: without one the contract has nothing to compare the list with.
  const toMore = (isMore: boolean): Answer => (isHeadKnown ? whether(isMore) : 'unknown');
  const isAll = files !== null && commits !== null && isHeadKnown;
  return {
    number,
    files: files?.flatMap(({ path, previousPath }) => [path, previousPath ?? path]) ?? null,
    renames: files?.filter(({ previousPath }) => previousPath !== null) ?? [],
    hasMoreFiles: toMore(pull.files.length >= mostFiles || (pull.fileCount ?? pull.files.length) !== pull.files.length),
    commits,
    hasMoreCommits: toMore(pull.commits.length >= mostCommits || (pull.commitCount ?? 0) > pull.commits.length),
    former: notAsked,
    added: files?.filter(({ isAdded }) => isAdded).map(({ path }) => path) ?? [],
    fault: isAll ? null : 'github-error',
  };
}

/** What is no SHA may be any commit's. */
const isSha = (text: string): boolean => /^[0-9a-f]{7,64}$/iu.test(text);

/** A shortened SHA may be any commit that begins so. */
const isOneOf = (commits: readonly string[], sha: string): boolean =>
  commits.some((commit) => commit.startsWith(sha.toLowerCase()));

/** 3. Whether a SHA that a bug names is of a former head. */
function isFormer({ former }: Pull, sha: string): Answer {
  if (former === null) return 'unknown';
  return whether(former.hasMore || isOneOf(former.commits, sha));
}

/** 3. Whether a pull request introduces a bug. */
function isIntroducedBy(pull: Pull, { introducedIn }: BugFact): Answer {
  const number = introducedIn?.prNumber ?? 0;
  if (number >= 1 && number === pull.number) return 'yes';
  const former = introducedIn === null ? 'no' : isFormer(pull, introducedIn.sha);
  if (pull.commits === null) return or(former, 'unknown');
  // What cannot be told counts.
  return or(whether(isOneOf(pull.commits, introducedIn?.sha ?? 'none')), pull.hasMoreCommits, former);
}

/** 1. Whether a bug was found at one of a pull request's commits. */
function isFoundIn(pull: Pull, { commitSha }: BugFact): Answer {
  if (commitSha === null || commitSha === '') return 'no';
  const former = isFormer(pull, commitSha);
  if (pull.commits === null) return or(former, 'unknown');
  return or(whether(!isSha(commitSha) || isOneOf(pull.commits, commitSha)), pull.hasMoreCommits, former);
}

/** Null where it cannot be compared. */
function toComparable(path: string): string | null {
  const relative = path.replace(/^(?:\.\/|\/)/u, '').normalize('NFC');
  const isOdd =
    /^(?:file:|\/home\/runner\/)/u.test(path) ||
    relative.split('/').includes('..') ||
    /^[a-z]:/iu.test(relative) ||
    /[\\\p{Cc}\p{Cs}\ufffd]/u.test(relative);
  return isOdd || relative.length > 1_024 ? null : relative;
}

/** Without what nobody sees. */
const toSeen = (name: string): string => name.replaceAll('\u200b', '');

/** What the service may mean: a file as it is written, or without a line. Null: not to be compared. */
function toMeant(path: string): readonly string[] | null {
  if (toComparable(toSeen(path)) === null) return null;
  const meant = [path, path.replace(/:\d+$/u, '')].map(toComparable);
  const known = meant.filter((each) => each !== null);
  return known.length < meant.length ? null : known;
}

const toLikeness = (name: string): string | undefined => toComparable(toSeen(name))?.toLowerCase();

/** 3. Whether a pull request touches a bug's file. */
function isTouchedBy(pull: Pull, { path }: BugFact): Answer {
  if (path === null || path === '') return 'no';
  // Whatever the files are, it may be one of them.
  if (toMeant(path) === null) return 'yes';
  if (pull.files === null) return 'unknown';
  return or(whether(isAtOrBelow(path, pull.files)), pull.hasMoreFiles);
}

/** Whether the service may mean a file, or one below it. */
function isAtOrBelow(path: string, files: readonly string[]): boolean {
  const names = toMeant(path)?.map(toLikeness) ?? [];
  return files.some((file) => names.some((name) => `${name}/`.startsWith(`${toLikeness(file)}/`)));
}

/** 5. Whether a pull request adds a bug's file. */
function isAddedBy(pull: Pull, { path }: BugFact): Answer {
  if (path === null || path === '') return 'no';
  if (pull.files === null) return 'unknown';
  // One that cannot be compared may be any of them.
  const isOdd = toMeant(path) === null && pull.added.length > 0;
  return or(whether(isOdd || isAtOrBelow(path, pull.added)), pull.hasMoreFiles);
}

/** What is the same for every bug. */
interface Circumstances {
  readonly given: RandomCase;
  readonly selected: Selected;
  readonly from: 'scan' | 'repository' | 'both';
  /** Those that the judged scans list. */
  readonly listed: readonly BugFact[];
  /**
   * The judged pull request and its twins. Of each question the contract does not say whether one of them has to answer
   * them all: each may be answered by another, so that more counts.
   */
  readonly pulls: readonly Pull[];
}

const isIntroduced = (pulls: readonly Pull[], bug: BugFact): Answer =>
  or(...pulls.map((pull) => isIntroducedBy(pull, bug)));
const isTouched = (pulls: readonly Pull[], bug: BugFact): Answer => or(...pulls.map((pull) => isTouchedBy(pull, bug)));
const isFound = (pulls: readonly Pull[], bug: BugFact): Answer => or(...pulls.map((pull) => isFoundIn(pull, bug)));

/** 1. Whether a bug is among the pending ones that are counted. */
function isAmongPending({ from, listed, pulls }: Circumstances, bug: BugFact): Answer {
  if (from !== 'both' || listed.includes(bug)) return 'yes';
  // Of a pull request that there may not be nothing is certain.
  const touched = pulls.map((pull) => and(isTouchedBy(pull, bug), pull.number === null ? 'unknown' : 'yes'));
  return or(isIntroduced(pulls, bug), isFound(pulls, bug), ...touched);
}

/** 3. Whether `gate-on` selects a bug. */
function isSelected({ given, pulls }: Circumstances, bug: BugFact): Answer {
  const { gateOn } = given.inputs;
  if (gateOn === 'all' || given.subject.pull === null) return 'yes';
  const answer = or(
    and(whether(gateOn.includes('introduced')), isIntroduced(pulls, bug)),
    and(whether(gateOn.includes('touched')), isTouched(pulls, bug)),
  );
  // Without a pull request it is selected, whatever the files and commits.
  return given.subject.pull === 'unknown' ? or(answer, 'unknown') : answer;
}

/** 4. Whether a bug may belong to another open pull request, whoever holds the commits of that one. */
function isOthers({ given, selected, from, listed, pulls }: Circumstances, bug: BugFact): boolean {
  const number = bug.introducedIn?.prNumber ?? 0;
  const { isQueued, pushedTo, pull: subject } = given.subject;
  if (from === 'scan' || listed.includes(bug) || number < 1) return false;
  // The contract says "on other pushes": where there is neither a push nor a pull request nothing is left out.
  if (isQueued || (subject === null && pushedTo === null)) return false;
  // Where it is not known whether it is the default branch, or whether that one is open, it counts.
  if (pushedTo !== null && (pushedTo === 'main' || isRefused(given, 'repository'))) return false;
  const other = given.facts.pulls.find((each) => each.number === number);
  if (isRefused(given, 'openPulls') || other?.isOpen !== true) return false;
  if (other.isUnlisted && isRefused(given, `open ${number}`)) return false;
  const isOfTwo = pulls.every((pull) => pull.number !== null && areTwoPeople(other, findPull(given, pull.number)));
  const isFullOfCommit = !selected.standsIn && isFull(selected.scan);
  const isOfThis = or(isIntroduced(pulls, bug), isFound(pulls, bug));
  // Unlike for `gate-on` the contract names no other verdict here: what cannot be told counts.
  return or(isOfThis, and(isTouched(pulls, bug), whether(!(isFullOfCommit && isOfTwo)))) === 'no';
}

/**
 * 4. Whether this pull request or a twin holds another one's head or first commit, now or before a rebase, or a push reaches
 * that or what the bug names; also where that is not told. (Here are never more than ten pull requests.)
 */
function isHeld({ given, pulls }: Circumstances, { introducedIn, commitSha }: BugFact): boolean {
  const number = introducedIn?.prNumber ?? 0;
  const other = findPull(given, number);
  const held = pulls.flatMap(({ commits, former }) => [...(commits ?? []), ...(former?.commits ?? [])]);
  if (held.includes(other.head) || isRefused(given, `first ${number}`) || isRefused(given, `former ${number}`))
    return true;
  const [first = ''] = other.commits;
  // Its former heads are its own, too.
  const { commits: former, hasMore } = other.former;
  if (hasMore || [first, ...former].some((each) => held.includes(each))) return true;
  if (given.subject.pushedTo === null) return false;
  if (isRefused(given, 'reaches')) return true;
  const named = [introducedIn?.sha ?? '', commitSha ?? ''].filter((commit) => commit !== '');
  const history = historyOf(given.subject.sha);
  return [...named, first, ...former.slice(0, 1)].some((each) => !isSha(each) || isOneOf(history, each));
}

/** Authors are read from the list of open pull requests. */
function areTwoPeople(one: PullFact, other: PullFact): boolean {
  if (!one.isOpen || !other.isOpen || one.author === null || other.author === null) return false;
  return !isBot(one.author) && !isBot(other.author) && one.author !== other.author;
}

/** 5. `paths`: by the service's name of the file, or by the one that a pull request gives it. */
function isSelectedByPaths({ paths }: RandomCase['inputs'], { path }: BugFact, pulls: readonly Pull[]): Answer {
  if (paths.length === 0) return 'yes';
  if (path === null || path === '') return 'no';
  const names = toMeant(path)?.map(toLikeness);
  const isOldName = (name: string): boolean => names?.includes(toLikeness(name)) === true;
  const renames = pulls.flatMap((pull) => pull.renames.filter(({ previousPath }) => isOldName(previousPath ?? '')));
  const isNamed = [path, ...renames.map((file) => file.path)].some((name) => isInPaths(paths, name));
  // Where its files are not all known, one may get such a name.
  return or(whether(isNamed), ...pulls.map(({ files, hasMoreFiles }) => (files === null ? 'unknown' : hasMoreFiles)));
}

function isInPaths(paths: RandomCase['inputs']['paths'], path: string): boolean {
  const included = paths.filter((pattern) => !pattern.startsWith('!'));
  const excluded = paths.filter((pattern) => pattern.startsWith('!')).map((pattern) => pattern.slice(1));
  const isIn = (name: string): boolean => {
    const isIncluded =
      included.length === 0 ||
      included.some((pattern) => [name, toSeen(name)].some((each) => toExpression(pattern, 'iu').test(each)));
    return isIncluded && !excluded.some((pattern) => toExpression(pattern, 'u').test(name));
  };
  return toMeant(path)?.some(isIn) ?? true;
}

function toExpression(pattern: string, flags: string): RegExp {
  const parts = pattern
    .replace(/^(?:\.\/|\/)/u, '')
    .replace(/\/$/u, '/**')
    .split(/(\*\*\/|\*\*|\*|\?)/u);
  const special: Readonly<Record<string, string>> = { '**/': '(?:.*/)?', '**': '.*', '*': '[^/]*', '?': '[^/]' };
  const source = parts.map((part) => special[part] ?? part.replaceAll(/[.[\](){}+^$|]/gu, String.raw`\$&`)).join('');
  return new RegExp(`^${source}$`, flags);
}

/** 5. `found-since`. */
function isFoundSince({ given, pulls }: Circumstances, bug: BugFact): Answer {
  const { foundSince } = given.inputs;
  const reviewed = bug.review?.state === 'pending' ? bug.review.createdAt : -Infinity;
  if (foundSince === null || Math.max(bug.createdAt, reviewed) >= foundSince) return 'yes';
  return or(isIntroduced(pulls, bug), isFound(pulls, bug), ...pulls.map((pull) => isAddedBy(pull, bug)));
}

/** Whether a bug counts, as far as it is not another pull request's. */
function doesCount(all: Circumstances, bug: BugFact): Answer {
  const questions = [isAmongPending, isSelected, isFoundSince];
  return and(isSelectedByPaths(all.given.inputs, bug, all.pulls), ...questions.map((question) => question(all, bug)));
}

/** 5. The limits. */
function isExceeded(
  { maxSecurityBugs, maxBugs, countUnclassified }: RandomCase['inputs'],
  bugs: readonly BugFact[],
): boolean {
  const security = bugs.filter(({ isSecurity }) => isSecurity ?? countUnclassified);
  return (
    (maxSecurityBugs !== 'off' && security.length > maxSecurityBugs) || (maxBugs !== 'off' && bugs.length > maxBugs)
  );
}

/** The judged pull request; null: there is none. */
function readOwn(given: RandomCase): Pull | null {
  const { pull, isHead, sha } = given.subject;
  if (pull === null) return null;
  return pull === 'unknown' ? unknownPull : readPull(given, pull, isHead ? sha : null);
}

/** `introduced` alone says nothing about a scan that is of none of the pull request's own commits. */
function checkKnowledge(given: RandomCase, { scan, standsIn }: Selected, own: Pull | null): void {
  const { gateOn } = given.inputs;
  if (own === null || gateOn === 'all') return;
  // The contract does not say when a run that nobody waits for is overtaken: where `gate-on` needs the head's lists, always.
  if (own.fault === 'superseded') throw new Ending('superseded');
  if (!standsIn || gateOn.includes('touched')) return;
  // Of a list that GitHub cuts off nobody can tell, so that it is as if of none.
  if (own.commits?.includes(scan.sha?.toLowerCase() ?? 'none') === true) return;
  // Whether GitHub lists them all is not known without its count.
  const isUnknown = own.commits === null || own.hasMoreCommits === 'unknown';
  throw new Ending(isUnknown ? (own.fault ?? 'github-error') : 'no-scan');
}

/** 3. The same with the commits of its former heads. */
function readFormer(given: RandomCase, own: Pull): Pull {
  if (own.number === null) return own;
  const isTold = !isRefused(given, `former ${own.number}`);
  return { ...own, former: isTold ? findPull(given, own.number).former : null };
}

const mostTwins = 5;

/** Other open pull requests with the same head; where they are refused, one of which nothing is known. */
function readTwins(given: RandomCase): readonly Pull[] | 'too many' {
  const { sha, pull } = given.subject;
  if (isRefused(given, 'openPulls')) return [unknownPull];
  const twins = given.facts.pulls.filter(({ isOpen, head, number }) => isOpen && head === sha && number !== pull);
  return twins.length > mostTwins ? 'too many' : twins.map(({ number }) => readTwin(given, number, sha));
}

/** Its lists may be those of another head, too. */
function readTwin(given: RandomCase, number: number, head: string): Pull {
  const pull = readPull(given, number, null);
  const isStale = pull.commits !== null && pull.commits.length < mostCommits && !pull.commits.includes(head);
  return isStale && !isRefused(given, `head ${number}`) ? { ...unknownPull, number } : pull;
}

function decide(given: RandomCase, selected: Selected): Omit<Expected, 'scan'> {
  const from = whatCounts(given, selected);
  const { pool, listed } = readPool(given, selected, from);
  const missing = countMissing(given, selected, from);
  const own = readOwn(given);
  checkKnowledge(given, selected, own);
  const exceeds = (bugs: readonly BugFact[]): boolean => isExceeded(given.inputs, bugs);
  const end = (reason: string, counted: readonly BugFact[] | null): Omit<Expected, 'scan'> => ({
    reason,
    bugs: counted && {
      counted: toIds(counted),
      pending: from === 'both' ? null : toIds(pool),
      ...countSettled(given, selected, from),
      missing,
    },
  });
  /** What counts for these pull requests: for certain, and perhaps. */
  const select = (pulls: readonly Pull[]) => {
    const all: Circumstances = { given, selected, from, listed, pulls };
    const answers = pool.map((bug) => [bug, doesCount(all, bug)] as const);
    const perhaps = answers.filter(([, answer]) => answer !== 'no').map(([bug]) => bug);
    const others = perhaps.filter((bug) => isOthers(all, bug));
    // Who holds the other one's commits is only asked where it decides.
    const isAsked = !exceeds(perhaps.filter((bug) => !others.includes(bug))) && exceeds(perhaps);
    const left = others.filter((bug) => !(isAsked && isHeld(all, bug)));
    const certain = answers.filter(([, answer]) => answer === 'yes').map(([bug]) => bug);
    const isKept = (bug: BugFact): boolean => !left.includes(bug);
    return { certain: certain.filter(isKept), perhaps: perhaps.filter(isKept) };
  };
  /** Whether what is left out would break a limit if these were former commits, and names a SHA. */
  const dependsOnFormer = ({ perhaps }: ReturnType<typeof select>, pull: Pull): boolean => {
    const pulls = [{ ...pull, former: { commits: [], hasMore: true } }];
    const all: Circumstances = { given, selected, from, listed, pulls };
    const would = pool.filter((bug) => !perhaps.includes(bug) && doesCount(all, bug) !== 'no');
    const names = would.filter(({ introducedIn, commitSha }) => introducedIn !== null || (commitSha ?? '') !== '');
    return !exceeds(perhaps) && exceeds([...perhaps, ...names]);
  };
  const toVerdict = ({ certain, perhaps }: ReturnType<typeof select>, fault: string): Omit<Expected, 'scan'> => {
    // What counts perhaps is shown as counted.
    if (exceeds(certain)) return end('threshold-exceeded', perhaps);
    if (exceeds(perhaps)) return end(fault, perhaps);
    return end(missing > 0 ? 'service-error' : 'within-threshold', perhaps);
  };
  const pulls = own === null ? [] : [own];
  const alone = select(pulls);
  // A twin may give any file a name that `paths` selects.
  const isNarrowed = !exceeds(alone.perhaps) && exceeds(pool);
  if (!isNarrowed) return toVerdict(alone, own?.fault ?? 'github-error');
  const twins = readTwins(given);
  if (twins === 'too many') return end('threshold-exceeded', pool);
  const all = [...pulls, ...twins];
  const known = dependsOnFormer(alone, own ?? noPull) ? all.map((pull) => readFormer(given, pull)) : all;
  return toVerdict(select(known), 'github-error');
}

/** 1. The lists that are counted from, and what the judged scans list of them. */
function readPool(given: RandomCase, selected: Selected, from: Circumstances['from']) {
  const isRead = from === 'scan' || !selected.standsIn;
  const scans = isRead ? readScansLists(given, selected) : [];
  const repository = from === 'scan' ? [] : readList(given, 'repository');
  // Of a list that only says whose a bug is, and is refused, nothing can be told, so that it may list them all.
  const { id } = selected.scan;
  const isUnknown = !isRead && (isRefused(given, `bugs ${id}`) || isRefused(given, `gone ${id}`));
  const listed = isRead ? scans : isUnknown ? repository : readScansLists(given, selected);
  return { pool: [...new Set([...scans, ...repository])], listed };
}

const toIds = (bugs: readonly BugFact[]): readonly string[] => bugs.map(({ id }) => id).toSorted();
