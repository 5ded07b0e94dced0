// What pull requests have to do with a judgement: the judged one, others with the same head, and those that bugs belong to.
import type { Comparison, OtherPullRequest } from './assessment.ts';
import { compact } from './lists.ts';
import type { Question } from './question.ts';
import { headNotListedFault, supersededFault } from './reasons.ts';
import {
  type GateOn,
  isOfHead,
  type PullRequestChanges,
  toChanges,
  toUnknownChanges,
  UNKNOWN_TWIN,
} from './relevance.ts';
import { isUnverified, type Unverified } from './unverified.ts';
import type { Author, ChangeLists, OpenPull, PullHead, World } from './world.ts';

/** What the judged pull request changes. */
export interface OwnChanges {
  /** Null: there is no pull request. */
  readonly changes: PullRequestChanges | null;
  /** Why something of it is not known; null: all is. */
  readonly fault: Unverified | null;
  /** The lists of the judged head, as GitHub gave them; null where there are none. */
  readonly lists: ChangeLists | null;
}

const NO_PULL_REQUEST: OwnChanges = { changes: null, fault: null, lists: null };

/** Asks for files and commits, and after those for the head that they are of. */
export async function findOwnChanges(world: World, question: Question): Promise<OwnChanges> {
  const { pullRequest, inputs } = question;
  if (pullRequest === null) return NO_PULL_REQUEST;
  if (isUnverified(pullRequest)) return { ...NO_PULL_REQUEST, changes: toUnknownChanges(null), fault: pullRequest };
  const [lists, head] = await Promise.all([world.changes(pullRequest), world.head(pullRequest)]);
  const changes = toChanges(pullRequest, lists, head);
  const fault = question.isHead ? findHeadFault(question, { changes, head }) : null;
  if (fault === null) return { changes, fault: findRefusal({ ...lists, head }, inputs.gateOn), lists };
  return { changes: { ...toUnknownChanges(pullRequest), openedAt: changes.openedAt }, fault, lists: null };
}

/** Rule 40: why the lists are not those of the judged head; null if they are. */
function findHeadFault(
  { sha }: Question,
  { changes, head }: { readonly changes: PullRequestChanges; readonly head: PullHead | Unverified },
): Unverified | null {
  if (isUnverified(head)) return head;
  if (head.sha !== sha) return supersededFault(sha);
  // Null in a remembered world, whose lists may be a moment older.
  return head.commitCount === null || isOfHead(changes, sha) ? null : headNotListedFault();
}

interface Answers extends ChangeLists {
  readonly head: PullHead | Unverified;
}

/** Why something was refused, first something that `gate-on` needs. */
function findRefusal({ files, commits, head }: Answers, gateOn: GateOn): Unverified | null {
  const isIntroducedAlone = gateOn !== 'all' && !gateOn.includes('touched');
  const answers = isIntroducedAlone ? [commits, files, head] : [files, head, commits];
  return answers.find(isUnverified) ?? null;
}

/** Other open pull requests with the same head: a check belongs to the commit. */
export interface Twins {
  /** Those that it is compared with. */
  readonly numbers: readonly number[];
  /** Where the open pull requests are not known, one of which nothing is known. */
  readonly changes: readonly PullRequestChanges[];
  /** How many there are where they are too many to be compared with; else 0. */
  readonly uncompared: number;
  /** Why something of them is not known; null: all is. */
  readonly fault: Unverified | null;
}

/** Nothing was asked. */
export const NO_TWINS: Twins = { numbers: [], changes: [], uncompared: 0, fault: null };

/** Ours: anybody can open pull requests with this head, and the lists of each may take sixty requests. */
const MAX_TWINS = 5;

/** Rules 37 and 38. */
export async function findTwins(world: World, { sha, pullRequest, inputs }: Question): Promise<Twins> {
  const open = await world.openPulls();
  if (isUnverified(open)) return { ...NO_TWINS, changes: [UNKNOWN_TWIN], fault: open };
  const numbers = open
    .filter(({ number, headSha }) => headSha === sha && number !== pullRequest)
    .map(({ number }) => number);
  if (numbers.length > MAX_TWINS) return { ...NO_TWINS, uncompared: numbers.length };
  const twins = await Promise.all(
    numbers.map(async (number) => {
      const [lists, head] = await Promise.all([world.changes(number), world.head(number)]);
      return { changes: toChanges(number, lists, head), fault: findRefusal({ ...lists, head }, inputs.gateOn) };
    }),
  );
  return {
    ...NO_TWINS,
    numbers,
    changes: twins.map(({ changes }) => changes),
    fault: twins.find(({ fault }) => fault !== null)?.fault ?? null,
  };
}

interface OthersQuery {
  /** The pull requests that the service names for bugs. */
  readonly numbers: readonly number[];
  readonly comparison: Comparison;
  /** Whether a full scan of this very commit is judged, which would list what is in it. */
  readonly isFullOfCommit: boolean;
}

const NO_OTHERS: Comparison['others'] = new Map();

/** Rules 41 to 43: the open ones among them; none where the commit may hold what they bring in, or why that is not known. */
export async function findOthers(
  world: World,
  { pullRequest, isQueued, pushedTo }: Question,
  { numbers, comparison: { twins }, isFullOfCommit }: OthersQuery,
): Promise<Comparison['others'] | Unverified> {
  // Without a pull request or a branch nothing says what else the commit holds.
  if (pullRequest === null && pushedTo === null) return NO_OTHERS;
  const own = typeof pullRequest === 'number' ? [pullRequest] : [];
  const judged = compact([...own, ...twins.map(({ number }) => number)]);
  const foreign = numbers.filter((number) => !judged.includes(number));
  if (foreign.length === 0 || isQueued) return NO_OTHERS;
  if (pushedTo !== null) {
    const repository = await world.repository();
    if (isUnverified(repository)) return repository;
    if (repository.defaultBranch === pushedTo) return NO_OTHERS;
  }
  const open = await world.openPulls();
  if (isUnverified(open)) return open;
  const authors = judged.map((number) => open.find((pull) => pull.number === number)?.author ?? null);
  const toOther = ({ number, author }: OpenPull): readonly [number, OtherPullRequest] => [
    number,
    { isOfAnotherPerson: isFullOfCommit && authors.every((each) => areTwoPeople(each, author)) },
  ];
  return new Map(open.filter(({ number }) => foreign.includes(number)).map(toOther));
}

/** Whether two different people opened two pull requests: for certain, and no bots. */
function areTwoPeople(one: Author | null, other: Author | null): boolean {
  if (one?.isUser !== true || other?.isUser !== true) return false;
  if (one.id !== null && other.id !== null) return one.id !== other.id;
  return one.login !== null && other.login !== null && one.login.toLowerCase() !== other.login.toLowerCase();
}
