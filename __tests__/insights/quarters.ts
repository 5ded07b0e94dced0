// Quarters in which bugs got through by a way that is known each: what the service and GitHub would say of them, made from a seed.
import { createHash } from 'node:crypto';
import type { CommentData, CommitData, PullData } from '../../sandbox/github/data.ts';
import { commitSha, dateText, dayMs, hourMs, identifier, timeText } from '../../sandbox/scenarios/identity.ts';
import type { ScenarioWorld } from '../../sandbox/scenarios/scenario.ts';
import { storefrontGitHub } from '../../sandbox/scenarios/storefront/github.ts';
import { storefront } from '../../sandbox/scenarios/storefront/names.ts';
import { makeScan, storefrontRepo, storefrontService } from '../../sandbox/scenarios/storefront/service.ts';
import { storefrontWorld } from '../../sandbox/scenarios/storefront/world.ts';
import type { BugData, BugReviewData, ScanData } from '../../sandbox/service/data.ts';
import { type Marker, toMarkerLine } from '../../src/documents/marker.ts';
import { toDecidingInputs } from '../../src/inputs/gate.ts';
import type { CommitSha, EpochMs } from '../../src/judgement/identifiers.ts';
import { aServiceBug } from '../harness/service-data.ts';
import { nowMs } from './harness.ts';

export const DAYS = 30;

export const ways = [
  'no-gate',
  'could-not-judge',
  'seen',
  'no-full-scan',
  'found-later',
  'paths',
  'gate-on',
  'found-since',
  'limit',
  'unknown',
] as const;
type Way = (typeof ways)[number];

export interface Counted {
  readonly ways: { readonly way: Way; bugs: number; security: number; pendingSecurity: number }[];
  bugs: number;
  readonly held: Record<'fixed' | 'marked' | 'dismissed', number>;
  escaped: number;
}

/** Small, and the same everywhere: the next number below `bound`. */
type Dice = (bound: number) => number;

function createDice(seed: number): Dice {
  let state = seed;
  return (bound) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}

interface Case {
  readonly bug: BugData;
  readonly pull: PullData | null;
  readonly comments: readonly CommentData[];
  readonly scans: readonly ScanData[];
  readonly way: Way | 'held' | null;
}

/** How a marker names a bug. */
export const markOf = (id: string): string => createHash('sha256').update(id).digest('hex').slice(0, 6);
const home = `${storefront.owner}/${storefront.name}`;

/** A bug that a merged pull request brought in, and how it got past the gate. */
function makeCase(way: Way | 'held', number: number, dice: Dice): Case {
  const id = identifier('bug_', `quarter ${number}`);
  const head = commitSha(`quarter head ${number}`);
  const foundMs = nowMs - dice(2 * DAYS) * dayMs - 9 * hourMs;
  const isOld = way === 'found-later' && dice(2) === 0;
  const mergedMs = way === 'found-later' ? foundMs - (isOld ? 200 * dayMs : 2 * hourMs) : foundMs + 3 * hourMs;
  const readMs = mergedMs - hourMs;
  const isSecurity = way === 'limit' ? dice(2) === 0 : dice(3) > 0;
  // What was held was settled before the merge; of the others one in three was settled after it.
  const review =
    way === 'held' || dice(3) === 0 ? settle(way === 'held' ? mergedMs - 2 * hourMs : mergedMs + hourMs, dice) : null;
  // The day leaves out only what the service puts down to no commit of the pull request, such as one that squashes it.
  const squashed = way === 'found-since' ? commitSha(`quarter squashed ${number}`) : null;
  const introduced = { date: dateText(mergedMs), author: 'priya-raman', sha: squashed ?? head };
  const bug = aServiceBug(String(number), {
    ...{ id, repoId: storefront.repoId, createdAt: foundMs, filePath: 'lib/a.ts', isSecurityVulnerability: isSecurity },
    introducedIn: squashed !== null || dice(3) === 0 ? introduced : { ...introduced, prNumber: number },
    ...(review !== null && { review: { id: `bfrv_${number}`, ...review } }),
  });
  const inputs = {
    ...toDecidingInputs(() => ''),
    ...(isSecurity ? {} : { 'max-bugs': '0' }),
    ...inputsOf(way, foundMs, isSecurity),
  };
  const kind = way === 'seen' ? 'failed' : way === 'could-not-judge' ? 'unverified' : 'passed';
  const marker: Marker = {
    ...{ key: 'Scan Gate/gate', runId: number, runAttempt: 1, sha: head as CommitSha, readAt: readMs as EpochMs },
    verdict: { kind, reason: kind === 'unverified' ? 'no-scan' : 'within-threshold' },
    reds: way === 'held' ? 1 + dice(3) : undefined,
    counted: countedOf(way, markOf(id), isSecurity),
    inputs,
  };
  return {
    bug,
    pull: { ...aMergedPull(number, head, mergedMs), ...(squashed !== null && { mergeCommitSha: squashed }) },
    comments: commentsOf(way, { marker, dice }).map((line, at) => aComment(number, at, `${line}\n### Scan Gate`)),
    scans: scansOf(way, { head, number, atMs: readMs - hourMs, dice }),
    way,
  };
}

/** How a bug may have been settled, with what is said of that later. */
function settle(createdAt: number, dice: Dice): Omit<BugReviewData, 'id'> {
  const reviews: readonly Omit<BugReviewData, 'id' | 'createdAt'>[] = [
    { state: 'resolved', source: 'bug_fix_check' },
    { state: 'resolved', source: 'review' },
    { state: 'resolved', source: 'jira' },
    { state: 'resolved' },
    { state: 'dismissed', source: 'review', dismissalReason: 'other' },
    { state: 'dismissed', source: 'linear', dismissalReason: 'wont_fix', notes: 'Known.' },
  ];
  return { createdAt, ...(reviews[dice(reviews.length)] ?? { state: 'resolved' }) };
}

function inputsOf(way: Case['way'], foundMs: number, isSecurity: boolean): Readonly<Record<string, string>> {
  switch (way) {
    case 'paths':
      return { paths: 'src/**, !src/b/**' };
    case 'gate-on':
      return { 'gate-on': 'touched' };
    case 'found-since':
      return { 'found-since': dateText(foundMs + dayMs) };
    case 'limit':
      // A security bug is within its limit; of others there is none.
      return isSecurity ? { 'max-security-bugs': '3' } : { 'max-bugs': 'off' };
    default:
      return {};
  }
}

function countedOf(way: Case['way'], own: string, isSecurity: boolean): string | undefined {
  const isHeld = way === 'seen' || (way === 'limit' && isSecurity);
  const isSilent = way === 'unknown' || way === 'could-not-judge';
  return isSilent ? undefined : [...(isHeld ? [own] : []), '000000', 'ffffff'].toSorted().join('');
}

/** Without a gate there is no comment, or one about another head, or one that was written after the merge. */
function commentsOf(
  way: Case['way'],
  { marker, dice }: { readonly marker: Marker; readonly dice: Dice },
): readonly string[] {
  if (way !== 'no-gate') return [toMarkerLine(marker)];
  const others: readonly (readonly string[])[] = [
    [],
    ['Nice.'],
    [toMarkerLine({ ...marker, sha: commitSha('another head') as CommitSha })],
    [toMarkerLine({ ...marker, readAt: (marker.readAt + 2 * hourMs) as EpochMs })],
  ];
  return others[dice(others.length)] ?? [];
}

interface ScanSource {
  readonly head: string;
  readonly number: number;
  readonly atMs: number;
  readonly dice: Dice;
}

/** Without a full scan there is none, or a partial one, or a full one that failed or has no id. */
function scansOf(way: Case['way'], { head, number, atMs, dice }: ScanSource): readonly ScanData[] {
  const scan = makeScan({
    workflowRequestId: identifier('wr_', `quarter scan ${number}`),
    commitSha: head,
    createdAt: atMs,
  });
  if (way !== 'no-full-scan') return [scan];
  const others: readonly (readonly ScanData[])[] = [
    [],
    [{ ...scan, scanType: 'recentChanges' }],
    [{ ...scan, workflowStatus: 'failed', completedAt: null }],
    [{ ...scan, workflowRequestId: null }],
  ];
  return others[dice(others.length)] ?? [];
}

/** A bug that no merged pull request brought in, as far as anybody can tell. */
function makeDecoy(number: number, dice: Dice): Case {
  const head = commitSha(`quarter head ${number}`);
  const introduced = { sha: head, date: '2026-10-01', prNumber: number };
  const open: PullData = { ...aMergedPull(number, head, nowMs), state: 'open', merged: false };
  const others: readonly (readonly [
    introducedIn: NonNullable<BugData['introducedIn']> | null,
    pull: PullData | null,
  ])[] = [
    [null, null],
    [introduced, null],
    [{ ...introduced, prNumber: 0, sha: 'not a commit' }, null],
    [{ ...introduced, prNumber: 3_000_000_000 }, null],
    [introduced, open],
    [introduced, { ...open, state: 'closed', closedAt: timeText(nowMs - hourMs) }],
  ];
  const [introducedIn, pull] = others[dice(others.length)] ?? [null, null];
  const bug = aServiceBug(String(number), {
    ...{ repoId: storefront.repoId, createdAt: nowMs - dice(2 * DAYS) * dayMs - 9 * hourMs },
    ...{ isSecurityVulnerability: true, introducedIn },
  });
  return { bug, pull, comments: [], scans: [], way: null };
}

function aMergedPull(number: number, sha: string, mergedMs: number): PullData {
  return {
    ...{ number, title: `Change ${number}`, state: 'closed', merged: true, closedAt: timeText(mergedMs), draft: false },
    ...{ user: 'mara-lindqvist', commits: [sha], files: [] },
    head: { sha, ref: `branch-${number}`, repository: home },
    base: { sha: storefront.baseSha, ref: 'main' },
    createdAt: timeText(mergedMs - dayMs),
    updatedAt: timeText(mergedMs),
  };
}

function aComment(number: number, at: number, body: string): CommentData {
  const written = timeText(nowMs - hourMs);
  return {
    ...{ id: 1_000_000 + number * 10 + at, issue: number, user: 'github-actions[bot]', body },
    ...{ createdAt: written, updatedAt: written },
  };
}

function aCommit(sha: string): CommitData {
  return {
    ...{ sha, parents: [storefront.baseSha], message: 'A change', authorName: 'Mara Lindqvist' },
    ...{ author: 'mara-lindqvist', date: timeText(nowMs - 90 * dayMs) },
  };
}

export interface Quarter {
  readonly world: ScenarioWorld;
  readonly now: Counted;
  /** Null: the scans do not reach back to its start. */
  readonly before: Counted | null;
  /** As the table has them. */
  readonly settled: readonly { readonly id: string; readonly state: string; readonly lookAgain: string | null }[];
  readonly notInSettled: Readonly<Record<'unconfirmedBefore' | 'unattributed' | 'unattributedSecurity', number>>;
  /** Of each pending security bug why it was not stopped. */
  readonly why: readonly (readonly [id: string, why: string | null])[];
}

/** In the period before, but not on its first day. */
const YOUNG_MS = nowMs - (2 * DAYS - 2) * dayMs;
/** When the scan of the default branch began that confirms what was fixed by then. */
const CONFIRMED_MS = nowMs - 6 * dayMs;

/** Two periods of thirty days each. `isYoung`: no scan is older than the second day of the first of them. */
export function makeQuarter(seed: number, isYoung = false): Quarter {
  const dice = createDice(seed);
  const cases = Array.from({ length: 70 }, (_, at): Case => {
    const number = 1_000 + at;
    const way = [...ways, 'held' as const][dice(ways.length + 1)];
    return way === undefined || dice(8) === 0 ? makeDecoy(number, dice) : makeCase(way, number, dice);
  });
  const base = storefrontGitHub(nowMs);
  const pulls = cases.flatMap(({ pull }) => pull ?? []);
  const old = makeScan({ workflowRequestId: 'wr_old', commitSha: commitSha('old'), createdAt: nowMs - 400 * dayMs });
  const confirming = { workflowRequestId: 'wr_confirms', commitSha: storefront.baseSha, createdAt: CONFIRMED_MS };
  // Of one that lists nothing older, and one of another branch, both later, nothing follows.
  const silent = { workflowRequestId: 'wr_silent', commitSha: storefront.baseSha, createdAt: nowMs - 5 * dayMs };
  const elsewhere = {
    workflowRequestId: 'wr_elsewhere',
    commitSha: commitSha('elsewhere'),
    createdAt: nowMs - 4 * dayMs,
  };
  const isStillThere = dice(2) === 0;
  const bugs = cases.map(({ bug }) => bug);
  const listed = bugs.filter(
    (bug, at) => bug.createdAt < CONFIRMED_MS && (isPendingData(bug) || (isStillThere && at % 2 === 0)),
  );
  const all = [...cases.flatMap((each) => each.scans), old, ...[confirming, silent, elsewhere].map(makeScan)];
  const scans = all.map((scan) => (isYoung && scan.createdAt < YOUNG_MS ? { ...scan, createdAt: YOUNG_MS } : scan));
  const service = {
    ...storefrontService(nowMs, []),
    ...{ repos: [storefrontRepo()], bugs },
    scans: scans.toSorted((a, b) => b.createdAt - a.createdAt),
    surfaced: {
      wr_confirms: listed.map(({ id }) => id),
      wr_silent: [],
      wr_elsewhere: bugs.filter(isPendingData).map(({ id }) => id),
    },
  };
  const github = {
    ...base,
    pulls,
    comments: cases.flatMap(({ comments }) => comments),
    commits: [
      ...base.commits,
      ...pulls.flatMap(({ head, mergeCommitSha = head.sha }) => [...new Set([head.sha, mergeCommitSha])].map(aCommit)),
    ],
    runs: [],
  };
  const today = Math.floor(nowMs / dayMs);
  const isNow = ({ bug }: Case): boolean => Math.floor(bug.createdAt / dayMs) > today - DAYS;
  return {
    world: storefrontWorld(service, github),
    now: count(cases.filter(isNow)),
    before: isYoung ? null : count(cases.filter((each) => !isNow(each))),
    ...settledOf(bugs, listed),
    why: cases.flatMap(({ bug, way, pull }) =>
      bug.isSecurityVulnerability === true && isPendingData(bug)
        ? [[bug.id, pull?.state === 'open' ? 'open' : way] as const]
        : [],
    ),
  };
}

const isPendingData = ({ review }: BugData): boolean => review === undefined || review === null;

const PEOPLE = ['review', 'linear', 'jira', 'asana', 'github_issue'];

/** Read off the bugs one by one: what people settled in the last thirty days, look-again first, then the newest. */
function settledOf(bugs: readonly BugData[], listed: readonly BugData[]): Pick<Quarter, 'settled' | 'notInSettled'> {
  const rows = [];
  const notInSettled = { unconfirmedBefore: 0, unattributed: 0, unattributedSecurity: 0 };
  for (const { id, review, isSecurityVulnerability } of bugs) {
    if (!review) continue;
    const { state, source, notes = '', createdAt } = review;
    const isOld = Math.floor(createdAt / dayMs) <= Math.floor(nowMs / dayMs) - DAYS;
    const isSecurity = isSecurityVulnerability === true;
    if (source === 'bug_fix_check') continue;
    if (!PEOPLE.includes(source ?? '') && state === 'resolved') {
      notInSettled.unattributed += isOld ? 0 : 1;
      notInSettled.unattributedSecurity += isSecurity && !isOld ? 1 : 0;
      continue;
    }
    const isGone = createdAt <= CONFIRMED_MS && listed.length > 0 && listed.every((bug) => bug.id !== id);
    const again = state === 'dismissed' ? (notes === '' ? 'no-note' : null) : isGone ? null : 'not-confirmed';
    if (!isOld) rows.push({ id, state, createdAt, lookAgain: isSecurity ? again : null });
    else if (isSecurity && again === 'not-confirmed') notInSettled.unconfirmedBefore += 1;
  }
  const rank = ({ lookAgain }: { lookAgain: string | null }): number => (lookAgain === null ? 1 : 0);
  rows.sort((a, b) => rank(a) - rank(b) || b.createdAt - a.createdAt || (a.id < b.id ? -1 : 1));
  return { settled: rows.map(({ id, state, lookAgain }) => ({ id, state, lookAgain })), notInSettled };
}

function count(cases: readonly Case[]): Counted {
  const counted: Counted = {
    ways: ways.map((way) => ({ way, bugs: 0, security: 0, pendingSecurity: 0 })),
    ...{ bugs: 0, held: { fixed: 0, marked: 0, dismissed: 0 }, escaped: 0 },
  };
  for (const { way, bug } of cases) {
    if (way === 'held') {
      const { state, source } = bug.review ?? {};
      counted.held[state === 'dismissed' ? 'dismissed' : source === 'bug_fix_check' ? 'fixed' : 'marked'] += 1;
    }
    const of = counted.ways.find((each) => each.way === way);
    if (of === undefined) continue;
    of.bugs += 1;
    counted.bugs += 1;
    if (bug.isSecurityVulnerability !== true) continue;
    of.security += 1;
    if (!isPendingData(bug)) continue;
    of.pendingSecurity += 1;
    if (way !== 'seen') counted.escaped += 1;
  }
  return counted;
}
