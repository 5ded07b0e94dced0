// What pull requests have to do with a judgement: the judged one, others with the same head, and those that bugs belong to.
import { and } from './answer.ts';
import { type AssessedCandidate, mayCount } from './assessment.ts';
import type { Finding } from './finding.ts';
import { parseSomeSha } from './identifiers.ts';
import { isExceeded, type Limits } from './limits.ts';
import { compact } from './lists.ts';
import type { Question } from './question.ts';
import { headNotListedFault, supersededFault } from './reasons.ts';
import { hasCommit, isOfHead, type PullRequestChanges, toChanges, toUnknownChanges, withFormer } from './relevance.ts';
import type { JudgedScan } from './selection.ts';
import type { CountFrom } from './tally.ts';
import { isUnverified, type Unverified } from './unverified.ts';
import type { Author, ChangeLists, OpenPull, OpenPulls, PullHead, World } from './world.ts';

export interface OwnChanges {
  /** Null: there is no pull request. */
  readonly changes: PullRequestChanges | null;
  /** The lists of the judged head, as GitHub gave them; null where there are none. */
  readonly lists: ChangeLists | null;
  /** How many former heads GitHub no longer has, of which nothing is known. */
  readonly lostHeads: number;
}

/** Asks for files and commits, and after those for the head that they are of. */
export async function findOwnChanges(world: World, question: Question): Promise<OwnChanges> {
  const { pullRequest } = question;
  const nothing = { lists: null, lostHeads: 0 };
  if (pullRequest === null) return { ...nothing, changes: null };
  if (isUnverified(pullRequest)) return { ...nothing, changes: toUnknownChanges(pullRequest, pullRequest) };
  const [lists, head] = await Promise.all([world.changes(pullRequest), world.head(pullRequest)]);
  const changes = toChanges(pullRequest, lists, head);
  const fault = question.isHead ? findHeadFault(question, { changes, head }) : null;
  return fault === null
    ? { ...nothing, changes, lists }
    : { ...nothing, changes: toUnknownChanges(pullRequest, fault) };
}

/** Rule `former-heads`: what it changes, with the commits that it had before somebody rebased it. */
export async function findFormer(world: World, own: OwnChanges): Promise<OwnChanges> {
  const { changes } = own;
  if (changes === null || isUnverified(changes.number)) return own;
  const former = await world.formerCommits(changes.number);
  return { ...own, changes: withFormer(changes, former), lostHeads: isUnverified(former) ? 0 : former.lost };
}

/** Rule `lists-of-the-head`: why the lists are not those of the judged head; null if they are. */
function findHeadFault(
  { sha }: Question,
  { changes, head }: { readonly changes: PullRequestChanges; readonly head: PullHead | Unverified },
): Unverified | null {
  if (isUnverified(head)) return head;
  if (head.sha !== sha) return supersededFault(sha);
  // Null in a remembered world, whose lists may be a moment older.
  return head.commitCount === null || isOfHead(changes, sha) ? null : headNotListedFault();
}

/** Other open pull requests with the same head: a check belongs to the commit. */
export interface Twins {
  /** Those that it is compared with. */
  readonly numbers: readonly number[];
  /** What they change; where the open pull requests are not known, one of which nothing is known. */
  readonly changes: readonly PullRequestChanges[];
  /** How many there are where they are too many to be compared with; else 0. */
  readonly uncompared: number;
  /** Whether more pull requests are open than were searched for them. */
  readonly areMoreOpen: boolean;
}

/** Nothing was asked. */
export const NO_TWINS: Twins = { numbers: [], changes: [], uncompared: 0, areMoreOpen: false };

/** Ours: anybody can open pull requests with this head, and the lists of each may take sixty requests. */
const MAX_TWINS = 5;

/** Rules `twins-decide` and `too-many-twins`. */
export async function findTwins(world: World, { sha, pullRequest }: Question): Promise<Twins> {
  const open = await world.openPulls(isUnverified(pullRequest) ? null : pullRequest);
  if (isUnverified(open)) return { ...NO_TWINS, changes: [toUnknownChanges(open, open)] };
  const areMoreOpen = !open.isWhole;
  const numbers = open.pulls
    .filter(({ number, headSha }) => headSha === sha && number !== pullRequest)
    .map(({ number }) => number);
  if (numbers.length > MAX_TWINS) return { ...NO_TWINS, areMoreOpen, uncompared: numbers.length };
  const changes = await Promise.all(
    numbers.map(async (number) => {
      const [lists, head] = await Promise.all([world.changes(number), world.head(number)]);
      const changes = toChanges(number, lists, head);
      // Rule `lists-of-the-head`, of a twin too: for a moment after a push its lists are those of the head before.
      const isStale = !isUnverified(head) && head.sha === sha && head.commitCount !== null && !isOfHead(changes, sha);
      return isStale ? toUnknownChanges(number, headNotListedFault()) : changes;
    }),
  );
  return { ...NO_TWINS, areMoreOpen, numbers, changes };
}

export interface OthersQuery {
  readonly assessed: readonly AssessedCandidate[];
  readonly selected: JudgedScan;
  readonly countedFrom: CountFrom;
  readonly own: PullRequestChanges | null;
  readonly twins: readonly PullRequestChanges[];
}

export interface WithoutOthers {
  readonly assessed: readonly AssessedCandidate[];
  /** Why it is not known what belongs to other pull requests, where some bug may; null otherwise. */
  readonly othersFault: Unverified | null;
}

/** A bug, and the other open pull request that it belongs to, or why that is not known. */
type Owned = readonly [bug: AssessedCandidate, owner: OpenPull | Unverified];

/** Leaves out what belongs to other open pull requests. Whatever cannot be told belongs to this one. Asks only where it matters. */
export async function leaveOutOthers(world: World, question: Question, query: OthersQuery): Promise<WithoutOthers> {
  const { assessed, own, twins } = query;
  const judged = compact([own, ...twins]);
  const foreign = assessed.filter((each) => isForeign(each, judged));
  const owned = foreign.length === 0 ? [] : await findOwned(world, question, { ...query, foreign, judged });
  const theirs = owned.filter((each): each is readonly [AssessedCandidate, OpenPull] => !isUnverified(each[1]));
  const left = new Set(theirs.map(([bug]) => bug));
  const unknown = new Map(owned.flatMap(([bug, owner]) => (isUnverified(owner) ? [[bug, owner] as const] : [])));
  const counted = assessed.filter(mayCount);
  if (
    left.size > 0 &&
    isDecidedBy(
      counted.filter((each) => !left.has(each)),
      counted,
      question.inputs,
    )
  ) {
    for (const [bug, why] of await findHeld(world, question, { theirs, judged })) {
      left.delete(bug);
      if (why !== null) unknown.set(bug, why);
    }
  }
  if (left.size === 0 && unknown.size === 0) return { assessed, othersFault: null };
  const leave = (each: AssessedCandidate): AssessedCandidate => {
    if (left.has(each)) return { ...each, counts: 'no', exclusion: 'other-pull-request' };
    const why = unknown.get(each);
    // What GitHub refuses counts; of what nobody asked there is no answer.
    return why?.isGivenUp === true ? { ...each, counts: and(each.counts, why) } : each;
  };
  return { assessed: assessed.map(leave), othersFault: [...unknown.values()][0] ?? null };
}

/** Whether bugs pass a limit only without some of them. */
export function isDecidedBy(
  without: readonly AssessedCandidate[],
  all: readonly AssessedCandidate[],
  limits: Limits,
): boolean {
  return !isExceeded(without, limits) && isExceeded(all, limits);
}

/** The pull request to which the service attributes a bug; null: to none. */
export function toAttributed({ details }: Pick<Finding, 'details'>): number | null {
  return details.introducedBy?.pullRequest ?? null;
}

/** Rule `other-pull-request`: whether a bug that counts may be another's. */
function isForeign(each: AssessedCandidate, judged: readonly PullRequestChanges[]): boolean {
  const number = toAttributed(each);
  if (number === null || each.isListed || each.counts === 'no') return false;
  if (judged.some((pull) => pull.number === number)) return false;
  return each.relations.introduced === 'no' && each.relations.found === 'no';
}

interface ForeignQuery extends Pick<OthersQuery, 'selected' | 'countedFrom'> {
  readonly foreign: readonly AssessedCandidate[];
  /** The judged pull request and its twins. */
  readonly judged: readonly PullRequestChanges[];
}

/** Those that belong to another open pull request, as far as the lists say. */
async function findOwned(
  world: World,
  { pullRequest, isQueued, pushedTo }: Question,
  { foreign, judged, selected, countedFrom }: ForeignQuery,
): Promise<readonly Owned[]> {
  const isUnknown = (why: Unverified): readonly Owned[] => foreign.map((each) => [each, why]);
  // Rule `merge-group-holds-others`. Without a pull request or a branch nothing says what else the commit holds either.
  if (isQueued || (pullRequest === null && pushedTo === null)) return [];
  if (pushedTo !== null) {
    const repository = await world.repository();
    if (isUnverified(repository)) return isUnknown(repository);
    // Rule `default-branch-holds-others`.
    if (repository.defaultBranch === pushedTo) return [];
  }
  const open = await world.openPulls(isUnverified(pullRequest) ? null : pullRequest);
  if (isUnverified(open)) return isUnknown(open);
  const owners = await findOwners(world, open, foreign);
  const isFullOfCommit = !selected.standsIn && !selected.isPartial;
  const owned = foreign.flatMap((each): readonly Owned[] => {
    const owner = owners.get(toAttributed(each) ?? 0) ?? null;
    if (owner === null) return [];
    // Rule `touched-by-two-people`.
    const isTheirs =
      each.relations.touched === 'no' ||
      isUnverified(owner) ||
      (isFullOfCommit && isOfAnotherPerson(owner, open.pulls, judged));
    return isTheirs ? [[each, owner]] : [];
  });
  if (owned.length === 0) return [];
  // A scan that stands in is not counted from, so its list has not been read yet.
  const list = selected.standsIn && countedFrom === 'repository' ? await world.bugs(selected.scan) : null;
  if (isUnverified(list)) return isUnknown(list);
  const listed = new Set(list?.findings.map(({ id }) => id));
  return owned.filter(([{ id }]) => !listed.has(id));
}

/** Ours: pull requests that are asked about singly, each by a request or two. */
const MAX_ASKED = 10;

/** Rule `asked-singly`: the open pull requests by number, of those that GitHub does not list as many as may be asked for. */
async function findOwners(
  world: World,
  { pulls, isWhole }: OpenPulls,
  foreign: readonly AssessedCandidate[],
): Promise<ReadonlyMap<number, OpenPull | Unverified | null>> {
  const listed = new Map(pulls.map((pull) => [pull.number, pull]));
  if (isWhole) return listed;
  const others = new Set(compact(foreign.map(toAttributed)).filter((number) => !listed.has(number)));
  const asked = [...others].sort(newestFirst).slice(0, MAX_ASKED);
  const answers = await Promise.all(asked.map(async (number) => [number, await world.openPull(number)] as const));
  return new Map([...listed, ...answers]);
}

function newestFirst(one: number, other: number): number {
  return other - one;
}

function isOfAnotherPerson(
  { author }: OpenPull,
  open: readonly OpenPull[],
  judged: readonly PullRequestChanges[],
): boolean {
  return judged.every((changes) =>
    areTwoPeople(open.find(({ number }) => number === changes.number)?.author ?? null, author),
  );
}

/** Whether two different people opened two pull requests: for certain, and no bots. */
function areTwoPeople(one: Author | null, other: Author | null): boolean {
  if (one?.isUser !== true || other?.isUser !== true) return false;
  if (one.id !== null && other.id !== null) return one.id !== other.id;
  return one.login !== null && other.login !== null && one.login.toLowerCase() !== other.login.toLowerCase();
}

interface HeldQuery extends Pick<ForeignQuery, 'judged'> {
  readonly theirs: readonly (readonly [bug: AssessedCandidate, owner: OpenPull])[];
}

/** A bug that counts although it belongs to another pull request; null, or why that is not known. */
type Held = readonly [bug: AssessedCandidate, why: Unverified | null];

/**
 * Rules `holder-of-commits` and `push-reaches-others`: whoever holds the head or the first commit of an open pull request holds
 * its bugs. Whatever is not asked counts.
 */
async function findHeld(world: World, { pushedTo }: Question, { theirs, judged }: HeldQuery): Promise<readonly Held[]> {
  const isHeld = (sha: string): boolean => judged.some((changes) => hasCommit(changes, sha));
  const reaches = async (sha: string | null): Promise<boolean | Unverified> =>
    pushedTo !== null && (sha === null || (await world.reaches(sha)));
  const byOwner = [...Map.groupBy(theirs, ([, owner]) => owner)].toSorted(([a], [b]) =>
    newestFirst(a.number, b.number),
  );
  let asked = 0;
  const held = byOwner.map(async ([{ number, headSha }, owned]): Promise<readonly Held[]> => {
    const bugs = owned.map(([bug]) => bug);
    const all = (why: Unverified | null): readonly Held[] => bugs.map((bug) => [bug, why]);
    if (isHeld(headSha) || asked === MAX_ASKED) return all(null);
    asked += 1;
    const first = await world.firstCommit(number);
    if (isUnverified(first)) return all(first);
    const isReached = isHeld(first) || (await reaches(first));
    if (isReached !== false) return all(isUnverified(isReached) ? isReached : null);
    const each = bugs.map(async (bug): Promise<readonly Held[]> => {
      const answers = await Promise.all(toCommits(bug).map(async (sha) => await reaches(parseSomeSha(sha))));
      if (answers.every((is) => is === false)) return [];
      return [[bug, answers.includes(true) ? null : (answers.find(isUnverified) ?? null)]];
    });
    return (await Promise.all(each)).flat();
  });
  return (await Promise.all(held)).flat();
}

/** As the service writes them. */
function toCommits({ details: { introducedBy, commitSha } }: Pick<Finding, 'details'>): readonly string[] {
  return compact([introducedBy?.sha, commitSha]);
}
