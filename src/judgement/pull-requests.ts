// What pull requests have to do with a judgement: the judged one, others with the same head, and those that bugs belong to.
import type { AssessedCandidate } from './assessment.ts';
import type { Finding } from './finding.ts';
import { parseSomeSha } from './identifiers.ts';
import { compact } from './lists.ts';
import type { Question } from './question.ts';
import { headNotListedFault, supersededFault } from './reasons.ts';
import { isOfHead, type PullRequestChanges, toChanges, toUnknownChanges } from './relevance.ts';
import type { JudgedScan } from './selection.ts';
import type { CountFrom } from './tally.ts';
import { isUnverified, type Unverified } from './unverified.ts';
import type { Author, ChangeLists, OpenPull, PullHead, World } from './world.ts';

export interface OwnChanges {
  /** Null: there is no pull request. */
  readonly changes: PullRequestChanges | null;
  /** The lists of the judged head, as GitHub gave them; null where there are none. */
  readonly lists: ChangeLists | null;
}

/** Asks for files and commits, and after those for the head that they are of. */
export async function findOwnChanges(world: World, question: Question): Promise<OwnChanges> {
  const { pullRequest } = question;
  if (pullRequest === null) return { changes: null, lists: null };
  if (isUnverified(pullRequest)) return { changes: toUnknownChanges(pullRequest, pullRequest), lists: null };
  const [lists, head] = await Promise.all([world.changes(pullRequest), world.head(pullRequest)]);
  const changes = toChanges(pullRequest, lists, head);
  const fault = question.isHead ? findHeadFault(question, { changes, head }) : null;
  return fault === null ? { changes, lists } : { changes: toUnknownChanges(pullRequest, fault), lists: null };
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
}

/** Nothing was asked. */
export const NO_TWINS: Twins = { numbers: [], changes: [], uncompared: 0 };

/** Ours: anybody can open pull requests with this head, and the lists of each may take sixty requests. */
const MAX_TWINS = 5;

/** Rules `twins-decide` and `too-many-twins`. */
export async function findTwins(world: World, { sha, pullRequest }: Question): Promise<Twins> {
  const open = await world.openPulls();
  if (isUnverified(open)) return { ...NO_TWINS, changes: [toUnknownChanges(open, open)] };
  const numbers = open
    .filter(({ number, headSha }) => headSha === sha && number !== pullRequest)
    .map(({ number }) => number);
  if (numbers.length > MAX_TWINS) return { ...NO_TWINS, uncompared: numbers.length };
  const changes = await Promise.all(
    numbers.map(async (number) => {
      const [lists, head] = await Promise.all([world.changes(number), world.head(number)]);
      const changes = toChanges(number, lists, head);
      // Rule `lists-of-the-head`, of a twin too: for a moment after a push its lists are those of the head before.
      const isStale = !isUnverified(head) && head.sha === sha && head.commitCount !== null && !isOfHead(changes, sha);
      return isStale ? toUnknownChanges(number, headNotListedFault()) : changes;
    }),
  );
  return { ...NO_TWINS, numbers, changes };
}

export interface OthersQuery {
  readonly assessed: readonly AssessedCandidate[];
  readonly selected: JudgedScan;
  readonly countedFrom: CountFrom;
  readonly twins: Pick<Twins, 'numbers'>;
}

export interface WithoutOthers {
  readonly assessed: readonly AssessedCandidate[];
  /** Why it is not known what belongs to other pull requests, where some bug may; null otherwise. */
  readonly othersFault: Unverified | null;
}

/** Leaves out what belongs to other open pull requests. Whatever cannot be told belongs to this one. Asks only where it matters. */
export async function leaveOutOthers(
  world: World,
  question: Question,
  { assessed, twins, ...source }: OthersQuery,
): Promise<WithoutOthers> {
  const { pullRequest } = question;
  const judged = [...(typeof pullRequest === 'number' ? [pullRequest] : []), ...twins.numbers];
  const foreign = assessed.filter((each) => isForeign(each, judged));
  const others = await findOthers(world, question, { ...source, foreign, judged });
  if (isUnverified(others)) return { assessed, othersFault: others };
  const { left, fault } = others;
  const leave = (each: AssessedCandidate): AssessedCandidate =>
    left.has(each) ? { ...each, counts: 'no', exclusion: 'other-pull-request' } : each;
  return { assessed: left.size === 0 ? assessed : assessed.map(leave), othersFault: fault };
}

/** The pull request to which the service attributes a bug; null: to none. */
export function toAttributed({ details }: Pick<Finding, 'details'>): number | null {
  return details.introducedBy?.pullRequest ?? null;
}

/** Rule `other-pull-request`: whether a bug that counts may be another's. */
function isForeign(each: AssessedCandidate, judged: readonly number[]): boolean {
  const number = toAttributed(each);
  if (number === null || judged.includes(number) || each.isListed || each.counts === 'no') return false;
  return each.relations.introduced === 'no' && each.relations.found === 'no';
}

interface ForeignQuery extends Omit<OthersQuery, 'assessed' | 'twins'> {
  readonly foreign: readonly AssessedCandidate[];
  /** The judged pull request and its twins. */
  readonly judged: readonly number[];
}

interface LeftOut {
  readonly left: ReadonlySet<AssessedCandidate>;
  /** Why it is not known of some. */
  readonly fault: Unverified | null;
}

const NOTHING_LEFT_OUT: LeftOut = { left: new Set(), fault: null };

async function findOthers(
  world: World,
  { pullRequest, isQueued, pushedTo }: Question,
  { foreign, judged, selected, countedFrom }: ForeignQuery,
): Promise<LeftOut | Unverified> {
  // Rule `merge-group-holds-others`. Without a pull request or a branch nothing says what else the commit holds either.
  if (foreign.length === 0 || isQueued || (pullRequest === null && pushedTo === null)) return NOTHING_LEFT_OUT;
  if (pushedTo !== null) {
    const repository = await world.repository();
    if (isUnverified(repository)) return repository;
    // Rule `default-branch-holds-others`.
    if (repository.defaultBranch === pushedTo) return NOTHING_LEFT_OUT;
  }
  const open = await world.openPulls();
  if (isUnverified(open)) return open;
  const isFullOfCommit = !selected.standsIn && !selected.isPartial;
  const byNumber = new Map(open.map((pull) => [pull.number, pull]));
  const others = foreign.filter((each) => {
    const other = byNumber.get(toAttributed(each) ?? 0);
    if (other === undefined) return false;
    // Rule `touched-by-two-people`.
    return each.relations.touched === 'no' || (isFullOfCommit && isOfAnotherPerson(other, open, judged));
  });
  if (others.length === 0) return NOTHING_LEFT_OUT;
  // A scan that stands in is not counted from, so its list has not been read yet.
  const list = selected.standsIn && countedFrom === 'repository' ? await world.bugs(selected.scan) : null;
  if (isUnverified(list)) return list;
  const listed = new Set(list?.findings.map(({ id }) => id));
  const unlisted = others.filter(({ id }) => !listed.has(id));
  return pushedTo === null ? { left: new Set(unlisted), fault: null } : await findUnreached(world, unlisted);
}

function isOfAnotherPerson({ author }: OpenPull, open: readonly OpenPull[], judged: readonly number[]): boolean {
  const authors = judged.map((number) => open.find((pull) => pull.number === number)?.author ?? null);
  return authors.every((each) => areTwoPeople(each, author));
}

/** Whether two different people opened two pull requests: for certain, and no bots. */
function areTwoPeople(one: Author | null, other: Author | null): boolean {
  if (one?.isUser !== true || other?.isUser !== true) return false;
  if (one.id !== null && other.id !== null) return one.id !== other.id;
  return one.login !== null && other.login !== null && one.login.toLowerCase() !== other.login.toLowerCase();
}

/** Ours: how many commits the pushed one is compared with. */
const MAX_COMPARED = 10;

/** Rule `push-reaches-others`: what the pushed commit does not reach. Whatever is not compared counts. */
async function findUnreached(world: World, others: readonly AssessedCandidate[]): Promise<LeftOut> {
  const named = new Set(others.flatMap((each) => toCommits(each).map(parseSomeSha)));
  // In an order that does not depend on that of the list.
  const compared = compact([...named])
    .toSorted()
    .slice(0, MAX_COMPARED);
  const answers = await Promise.all(compared.map(async (sha) => [sha, await world.reaches(sha)] as const));
  const unreached = new Set<string | null>(answers.filter(([, is]) => is === false).map(([sha]) => sha));
  return {
    left: new Set(others.filter((each) => toCommits(each).every((commit) => unreached.has(parseSomeSha(commit))))),
    fault: answers.map(([, is]) => is).find(isUnverified) ?? null,
  };
}

/** As the service writes them. */
function toCommits({ details: { introducedBy, commitSha } }: Pick<Finding, 'details'>): readonly string[] {
  return compact([introducedBy?.sha, commitSha]);
}
