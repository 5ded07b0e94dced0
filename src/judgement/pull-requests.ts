// Pull requests in a judgement: the judged one, others with the same head, and those that bugs belong to.
import { and } from './answer.ts';
import { type WeighedFinding, mayCount } from './assessment.ts';
import { isGivenUp } from './cause.ts';
import type { Finding } from './finding.ts';
import { parseSomeSha } from './identifiers.ts';
import { isExceeded, type Limits } from './limits.ts';
import { compact } from './lists.ts';
import type { Question } from './question.ts';
import { hasCommit, isOfHead, type PullRequestChanges, toChanges, toUnknownChanges, withFormer } from './relevance.ts';
import type { JudgedScan } from './selection.ts';
import type { CountFrom } from './tally.ts';
import { isUnverified, Unverified } from './unverified.ts';
import type { Author, ChangeLists, OpenPull, PullHead, World } from './world.ts';

export interface OwnChanges {
  /** Null: there is no pull request. */
  readonly changes: PullRequestChanges | null;
  /** The lists of the judged head, as GitHub gave them; null where there are none. */
  readonly lists: ChangeLists | null;
  /** GitHub no longer has so many former heads. */
  readonly lostHeads: number;
}

/** Asks for files and commits, and then for the head that they are of. */
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

/** Rule `former-heads`: GitHub is asked for the commits that the pull request had before somebody rebased it. */
export async function findFormer(world: World, own: OwnChanges): Promise<OwnChanges> {
  const { changes } = own;
  if (changes === null || isUnverified(changes.number)) return own;
  const former = await world.formerCommits(changes.number);
  return { ...own, changes: withFormer(changes, former), lostHeads: isUnverified(former) ? 0 : former.lost };
}

/** GitHub's API lags behind: what it shows, or one of its lists, is of an earlier head. */
const NOT_YET = { kind: 'not-yet-shown', isShown: true } as const;

/** Rule `lists-of-the-head`: null if the lists are of the judged head. */
function findHeadFault(
  { sha }: Question,
  { changes, head }: { readonly changes: PullRequestChanges; readonly head: PullHead | Unverified },
): Unverified | null {
  if (isUnverified(head)) return head;
  if (head.sha !== sha) return new Unverified({ kind: 'superseded', sha, meanwhile: '' });
  // A remembered world does not count commits, and its lists may be a moment older.
  return head.commitCount === null || isOfHead(changes, sha) ? null : new Unverified(NOT_YET);
}

/** Twins are other open pull requests with the same head: a check belongs to the commit. */
export interface Twins {
  readonly numbers: readonly number[];
  /** Where the open pull requests are not known, there is one of which nothing is known. */
  readonly changes: readonly PullRequestChanges[];
  /** How many there are if they are too many to compare with; else 0. */
  readonly uncompared: number;
  /** True: more pull requests are open than were searched. */
  readonly areMoreOpen: boolean;
}

export const NO_TWINS: Twins = { numbers: [], changes: [], uncompared: 0, areMoreOpen: false };

/** Our own limit: anybody can open pull requests with this head, and the lists of each may take sixty requests. */
const MAX_TWINS = 5;

/** Rules `twins-decide` and `too-many-twins`. */
export async function findTwins(world: World, { sha, pullRequest }: Question, asksFormer: boolean): Promise<Twins> {
  const open = await world.openPulls(isUnverified(pullRequest) ? null : pullRequest);
  if (isUnverified(open)) return { ...NO_TWINS, changes: [toUnknownChanges(open, open)] };
  const areMoreOpen = !open.isWhole;
  const numbers = open.pulls
    .filter(({ number, headSha }) => headSha === sha && number !== pullRequest)
    .map(({ number }) => number);
  if (numbers.length > MAX_TWINS) return { ...NO_TWINS, areMoreOpen, uncompared: numbers.length };
  const changes = await Promise.all(
    numbers.map(async (number) => {
      const [lists, head, former] = await Promise.all([
        world.changes(number),
        world.head(number),
        asksFormer ? world.formerCommits(number) : null,
      ]);
      const changes = toChanges(number, lists, head);
      // Rule `lists-of-the-head`, for a twin too.
      const isStale = !isUnverified(head) && head.sha === sha && head.commitCount !== null && !isOfHead(changes, sha);
      const known = isStale ? toUnknownChanges(number, new Unverified(NOT_YET)) : changes;
      return former === null ? known : withFormer(known, former);
    }),
  );
  return { ...NO_TWINS, areMoreOpen, numbers, changes };
}

export interface OthersQuery {
  readonly assessed: readonly WeighedFinding[];
  readonly selected: JudgedScan;
  readonly countedFrom: CountFrom;
  readonly own: PullRequestChanges | null;
  readonly twins: readonly PullRequestChanges[];
}

export interface WithoutOthers {
  readonly assessed: readonly WeighedFinding[];
  /** Why it is not known what belongs to other pull requests, where some bug may; null otherwise. */
  readonly othersFault: Unverified | null;
}

/** Leaves out what belongs to other open pull requests. Whatever cannot be told belongs to this one. */
export async function leaveOutOthers(world: World, question: Question, query: OthersQuery): Promise<WithoutOthers> {
  const { assessed, own, twins } = query;
  const judged = compact([own, ...twins]);
  const foreign = assessed.filter((each) => isForeign(each, judged));
  if (foreign.length === 0) return { assessed, othersFault: null };
  const owners = await findOwners(world, question, { ...query, foreign, judged });
  const counted = assessed.filter(mayCount);
  const kept = counted.filter((each) => !owners.has(each) || isUnverified(owners.get(each)));
  const isAsked = isDecidedBy(kept, counted, question.inputs);
  const shared = isAsked ? await keepHeld(world, question, { owners, judged }) : new Map<WeighedFinding, number>();
  const leave = (each: WeighedFinding): WeighedFinding => {
    const owner = owners.get(each);
    const sharedWith = shared.get(each);
    if (sharedWith !== undefined) return { ...each, sharedWith };
    if (owner === undefined) return each;
    if (!isUnverified(owner)) return { ...each, counts: 'no', exclusion: 'other-pull-request' };
    // What GitHub refuses counts. What nobody asked has no answer.
    return isGivenUp(owner.cause) ? { ...each, counts: and(each.counts, owner) } : each;
  };
  const othersFault = [...owners.values()].find(isUnverified) ?? null;
  return { assessed: owners.size + shared.size === 0 ? assessed : assessed.map(leave), othersFault };
}

/** True: bugs pass the limits only if some of them are left out. */
export function isDecidedBy(
  without: readonly WeighedFinding[],
  all: readonly WeighedFinding[],
  limits: Limits,
): boolean {
  return !isExceeded(without, limits) && isExceeded(all, limits);
}

/** The service attributes the bug to this pull request; null: to none. */
export function toAttributed({ details }: Pick<Finding, 'details'>): number | null {
  return details.introducedBy?.pullRequest ?? null;
}

/** Rule `other-pull-request`: a bug that counts may be another's. */
function isForeign(each: WeighedFinding, judged: readonly PullRequestChanges[]): boolean {
  const number = toAttributed(each);
  if (number === null || each.isListed || each.counts === 'no') return false;
  if (judged.some((pull) => pull.number === number)) return false;
  return each.relations.introduced === 'no' && each.relations.found === 'no';
}

/** Each bug has the other open pull request that it belongs to, or the reason why that is not known. */
type Owners = Map<WeighedFinding, OpenPull | Unverified>;

interface ForeignQuery extends Pick<OthersQuery, 'selected' | 'countedFrom'> {
  readonly foreign: readonly WeighedFinding[];
  /** The judged pull request and its twins. */
  readonly judged: readonly PullRequestChanges[];
}

/** Finds the owners as far as the lists say. */
async function findOwners(
  world: World,
  { pullRequest, isQueued, pushedTo }: Question,
  { foreign, judged, selected, countedFrom }: ForeignQuery,
): Promise<Owners> {
  const unknown = (why: Unverified): Owners => new Map(foreign.map((each) => [each, why]));
  // Rule `merge-group-holds-others`. Without a pull request or a branch nothing says what else the commit holds either.
  if (isQueued || (pullRequest === null && pushedTo === null)) return new Map();
  if (pushedTo !== null) {
    const repository = await world.repository();
    if (isUnverified(repository)) return unknown(repository);
    // Rule `default-branch-holds-others`.
    if (repository.defaultBranch === pushedTo) return new Map();
  }
  const open = await world.openPulls(isUnverified(pullRequest) ? null : pullRequest);
  if (isUnverified(open)) return unknown(open);
  const pulls = new Map<number | null, OpenPull | Unverified | null>(open.pulls.map((pull) => [pull.number, pull]));
  // Rule `asked-singly`.
  const unlisted = open.isWhole ? [] : compact(foreign.map(toAttributed)).filter((number) => !pulls.has(number));
  const asked = [...new Set(unlisted)].sort(newestFirst).slice(0, MAX_ASKED);
  await Promise.all(asked.map(async (number) => pulls.set(number, await world.openPull(number))));
  const isFullOfCommit = !selected.standsIn && !selected.isPartial;
  const owned = foreign.flatMap((each) => {
    const owner = pulls.get(toAttributed(each)) ?? null;
    // Rule `touched-by-two-people`.
    const isTheirs =
      each.relations.touched === 'no' ||
      isUnverified(owner) ||
      (owner !== null && isFullOfCommit && isOfAnotherPerson(owner, open.pulls, judged));
    return owner !== null && isTheirs ? [[each, owner] as const] : [];
  });
  // A scan that stands in is not counted from, so its list has not been read yet.
  const isUnread = owned.length > 0 && selected.standsIn && countedFrom === 'repository';
  const list = isUnread ? await world.bugs(selected.scan) : null;
  if (isUnverified(list)) return unknown(list);
  const listed = new Set(list?.findings.map(({ id }) => id));
  return new Map(owned.filter(([{ id }]) => !listed.has(id)));
}

/** Our own limit: so many pull requests are asked about singly. */
const MAX_ASKED = 10;

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

/** True: it is certain that two different people opened the two, and no bots. */
function areTwoPeople(one: Author | null, other: Author | null): boolean {
  if (one?.isUser !== true || other?.isUser !== true) return false;
  if (one.id !== null && other.id !== null) return one.id !== other.id;
  return one.login !== null && other.login !== null && one.login.toLowerCase() !== other.login.toLowerCase();
}

/**
 * Rules `holder-of-commits` and `push-reaches-others`: whoever holds the head or the first commit of an open pull request, now or
 * before a rebase, holds its bugs. Whatever is not asked counts. Takes out the owners of bugs that are held, and gives their
 * numbers.
 */
async function keepHeld(
  world: World,
  { pushedTo }: Question,
  { owners, judged }: Pick<ForeignQuery, 'judged'> & { readonly owners: Owners },
): Promise<ReadonlyMap<WeighedFinding, number>> {
  const held = new Map<WeighedFinding, number>();
  const isHeld = (sha: string): boolean => judged.some((changes) => hasCommit(changes, sha));
  const unheld = [...owners.values()].flatMap((owner) => (isUnverified(owner) || isHeld(owner.headSha) ? [] : owner));
  const asked = [...new Set(unheld)].sort((a, b) => newestFirst(a.number, b.number)).slice(0, MAX_ASKED);
  const findIsTheirs = async (bug: WeighedFinding, owner: OpenPull): Promise<boolean | Unverified> => {
    if (!asked.includes(owner)) return false;
    const { number } = owner;
    const [first, former] = await Promise.all([world.firstCommit(number), world.formerCommits(number)]);
    if (isUnverified(first)) return first;
    if (isUnverified(former)) return former;
    const isOurs = !former.isWhole || [first, ...former.commits].some(isHeld);
    if (isOurs || pushedTo === null) return !isOurs;
    const commits = [first, ...former.firsts, ...toCommits(bug)].map(parseSomeSha);
    const reached = await Promise.all(commits.map(async (sha) => sha === null || (await world.reaches(sha))));
    return !reached.includes(true) && (reached.find(isUnverified) ?? true);
  };
  const answers = [...owners].map(async ([bug, owner]) => {
    if (isUnverified(owner)) return;
    const answer = await findIsTheirs(bug, owner);
    if (answer === false) {
      owners.delete(bug);
      // It is not known of one that was not asked.
      if (isHeld(owner.headSha) || asked.includes(owner)) held.set(bug, owner.number);
    }
    if (isUnverified(answer)) owners.set(bug, answer);
  });
  await Promise.all(answers);
  return held;
}

function toCommits({ details: { introducedBy, commitSha } }: Pick<Finding, 'details'>): readonly string[] {
  return compact([introducedBy?.sha, commitSha]);
}
