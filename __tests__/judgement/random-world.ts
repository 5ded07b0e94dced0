// Random worlds as plain facts: what the service and GitHub know, what they refuse to say, and what is asked of the judge.
import type { Finding } from '../../src/judgement/finding.ts';
import type { BugId, CommitSha, EpochMs, ScanId } from '../../src/judgement/identifiers.ts';
import { toPathFilter } from '../../src/judgement/path-filter.ts';
import type { JudgementInputs, Question } from '../../src/judgement/question.ts';
import { readScanState, type Scan } from '../../src/judgement/scan.ts';
import { Unverified } from '../../src/judgement/unverified.ts';
import type { Author, BugList, ChangedFile, OpenPull, World } from '../../src/judgement/world.ts';
import { fc } from '../harness/random.ts';
import { anOutage, detailsOf } from './fixtures.ts';

export const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
export const nowMs = Date.parse('2026-11-21T12:00:00Z');

const sha = (digit: string): string => digit.repeat(40);
export const headSha = sha('a');
export const parentSha = sha('b');
export const grandparentSha = sha('c');
/** Of another branch. */
export const foreignSha = sha('d');
/** On the default branch. */
export const mainSha = sha('9');
/** Where pull request 7 is once somebody has pushed to it. */
export const movedSha = sha('e');

/** A commit that a pull request had before somebody rebased it. */
export const formerSha = sha('8');

/** A scan as the service describes it. */
export interface ScanFact {
  readonly id: string | null;
  readonly status: string | null;
  readonly type: string | null;
  readonly initiator: string;
  readonly sha: string | null;
  readonly createdAt: number;
  readonly completedAt: number | null;
  readonly counts: CountsFact;
}

/** What a scan's `bugCounts` say: all, nothing, the total alone, all but the total, or one bug more than there is. */
export type CountsFact = 'whole' | 'none' | 'total alone' | 'no total' | 'one too many';

/** A bug as the service describes it, and which lists show it. */
export interface BugFact {
  readonly id: string;
  readonly isSecurity: boolean | null;
  readonly path: string | null;
  readonly createdAt: number;
  readonly review: { readonly state: 'pending' | 'resolved' | 'dismissed'; readonly createdAt: number } | null;
  readonly commitSha: string | null;
  readonly introducedIn: { readonly sha: string; readonly prNumber?: number } | null;
  /** Ids of scans. */
  readonly listedIn: readonly string[];
  readonly isInRepository: boolean;
}

export interface FileFact {
  readonly path: string;
  readonly previousPath: string | null;
  /** Whether a pull request adds it. */
  readonly isAdded?: boolean;
}

/** A pull request as GitHub describes it. */
export interface PullFact {
  readonly number: number;
  readonly isOpen: boolean;
  readonly head: string;
  /** Null: GitHub names nobody. */
  readonly author: string | null;
  readonly files: readonly FileFact[];
  /** GitHub's own count of its files; null: it does not say. */
  readonly fileCount: number | null;
  /** And of its commits. */
  readonly commitCount: number | null;
  /** Oldest first. */
  readonly commits: readonly string[];
  /** Commits of its former heads; whether there are more than GitHub lists. */
  readonly former: { readonly commits: readonly string[]; readonly hasMore: boolean };
  /** Whether it is open and GitHub lists so many others before it that it is not read. */
  readonly isUnlisted: boolean;
}

/** What is not answered: a question and what it is about; `gone wr_1`: the service has that list no more; `emptied wr_1`: it shows nothing of it; `branch`: whether there is an open pull request of the branch. */
export type Refusal = string;

export interface RandomInputs extends Omit<JudgementInputs, 'isInPaths' | 'waitForScanMs' | 'waitTimeoutMs'> {
  readonly paths: readonly string[];
}

/** What is judged; a pull request is `unknown` where GitHub did not say whether there is one. */
export interface RandomSubject {
  readonly name: string;
  readonly sha: string;
  readonly pull: number | 'unknown' | null;
  readonly isHead: boolean;
  readonly isQueued: boolean;
  readonly pushedTo: string | null;
}

export interface Facts {
  /** Newest first. */
  readonly scans: readonly ScanFact[];
  readonly bugs: readonly BugFact[];
  readonly pulls: readonly PullFact[];
  readonly refused: readonly Refusal[];
}

export interface RandomCase {
  readonly facts: Facts;
  readonly inputs: RandomInputs;
  readonly subject: RandomSubject;
  readonly waits: Question['waits'];
}

const file = (path: string, previousPath: string | null = null): FileFact => ({ path, previousPath });
const usualFiles = [
  ...[file('src/a.ts'), file('src/new.ts', 'src/b.ts'), file('src/own.ts', 'lib/foreign.ts')],
  ...[file('docs/\u00e9.md'), file('vendor/lib'), { ...file('src/added.ts'), isAdded: true }],
];
/** As many as GitHub lists. */
const thousands = [
  ...usualFiles,
  ...Array.from({ length: 3_000 - usualFiles.length }, (_, index) => file(`many/${index}.ts`)),
];
const hundreds = [headSha, ...Array.from({ length: 249 }, (_, index) => `7${String(index).padStart(39, '0')}`)];

const paths = [
  ...['src/a.ts', 'src/a.ts', './src/a.ts', 'SRC/a.ts', 'src/b.ts', 'src/b.ts', 'src/z.ts', 'src/z.ts'],
  ...['docs/c.md', 'docs/e\u0301.md', 'vendor/lib/x.c', 'lib/foreign.ts', '../x.ts', 'c:/x.ts', 'src\\a.ts', '', null],
  ...['src/added.ts', 'src/added.ts'],
  ...['src/a.ts:12', 'src/z.ts:3', 'src/\u200bb.ts', 'docs/c\u200b.md:1', 'file:///x/a.ts', '/home/runner/x/src/z.ts'],
];

const hoursAgo = (...hours: readonly number[]): fc.Arbitrary<number> =>
  fc.constantFrom(...hours).map((each) => nowMs - Math.round(each * hourMs));

const often = <Value>(value: Value, count: number): Value[] => Array<Value>(count).fill(value);

const bug: fc.Arbitrary<BugFact> = fc.record({
  id: fc.nat(9_999).map((number) => `bug_${number}`),
  isSecurity: fc.constantFrom(true, true, false, null),
  path: fc.constantFrom(...paths),
  createdAt: hoursAgo(0.2, 2.3, 4.7, 6.1, 11.3, 30.3, 200.3),
  review: fc.oneof(
    { weight: 3, arbitrary: fc.constant(null) },
    {
      weight: 1,
      arbitrary: fc.record({
        state: fc.constantFrom('pending' as const, 'resolved' as const, 'dismissed' as const),
        createdAt: hoursAgo(1.1, 25.3),
      }),
    },
  ),
  commitSha: fc.constantFrom<(string | null)[]>(
    ...often<string | null>(null, 3),
    ...[headSha, headSha, headSha, parentSha, parentSha.toUpperCase(), parentSha.slice(0, 9)],
    ...[foreignSha, foreignSha, mainSha, grandparentSha],
    ...[formerSha, formerSha.toUpperCase(), '', 'main'],
  ),
  introducedIn: fc.constantFrom(
    ...[null, null, { sha: foreignSha }, { sha: foreignSha, prNumber: 0 }, { sha: foreignSha, prNumber: -1 }],
    ...[
      { sha: foreignSha, prNumber: 7 },
      { sha: foreignSha, prNumber: 8 },
      { sha: sha('5'), prNumber: 8 },
    ],
    ...[
      { sha: parentSha, prNumber: 8 },
      { sha: sha('5'), prNumber: 9 },
      { sha: sha('5'), prNumber: 20 },
    ],
    ...[
      { sha: headSha.toUpperCase() },
      { sha: parentSha.slice(0, 9) },
      { sha: formerSha },
      { sha: formerSha, prNumber: 8 },
    ],
  ),
  listedIn: fc.subarray(['wr_0', 'wr_1', 'wr_2', 'wr_3', 'wr_4'], { maxLength: 4 }),
  isInRepository: fc.constantFrom(...often(true, 6), false),
});

/** Hours since the scan before, and how long this one took. */
interface DrawnScan extends Omit<ScanFact, 'id' | 'createdAt' | 'completedAt'> {
  readonly hasId: boolean;
  readonly apart: number;
  readonly lasts: number | 'for ever' | 'until tomorrow';
}

const scan: fc.Arbitrary<DrawnScan> = fc.record({
  hasId: fc.constantFrom(...often(true, 9), false),
  status: fc.constantFrom(...often('complete', 14), null, 'in_progress', 'queued', 'failed', 'dlq'),
  type: fc.constantFrom(...often<string | null>('default', 5), 'recentChanges', 'recentChanges', 'deepDive', null),
  initiator: fc.constantFrom(...often('scheduler', 4), 'scanNow', 'webhook'),
  sha: fc.constantFrom(
    ...often<string | null>(headSha, 9),
    ...[headSha.toUpperCase(), parentSha, parentSha, grandparentSha, foreignSha, foreignSha, mainSha, mainSha, null],
  ),
  apart: fc.constantFrom(0.4, 0.4, 0.4, 3.6, 3.6, 9.1, 26.1),
  lasts: fc.constantFrom<(number | 'for ever' | 'until tomorrow')[]>(
    ...often<number>(0.3, 8),
    'for ever',
    'until tomorrow',
  ),
  counts: fc.constantFrom<CountsFact[]>(
    ...often<CountsFact>('whole', 6),
    ...(['none', 'total alone', 'no total', 'one too many'] as const),
  ),
});

function toScans(drawn: readonly DrawnScan[]): readonly ScanFact[] {
  let createdAt = nowMs;
  return drawn.map(({ hasId, apart, lasts, ...rest }, at) => {
    createdAt -= Math.round(apart * hourMs);
    const isRunning = lasts === 'for ever' || rest.status === 'in_progress' || rest.status === 'queued';
    const ended = lasts === 'until tomorrow' ? nowMs + dayMs : createdAt + Math.round(Number(lasts) * hourMs);
    return { ...rest, id: hasId ? `wr_${at}` : null, createdAt, completedAt: isRunning ? null : ended };
  });
}

const scans = fc
  .oneof(
    { weight: 30, arbitrary: fc.array(scan, { minLength: 1, maxLength: 5 }) },
    // More scans of one commit than whose lists are read.
    { weight: 1, arbitrary: scan.map((each) => often({ ...each, sha: headSha }, 11)) },
  )
  .map(toScans);

const people = ['mara', 'jonas', 'jonas', 'renovate[bot]', null];

/** A list of files, and by how much GitHub's own count differs. */
const files = fc
  .record({
    list: fc.oneof(
      { weight: 60, arbitrary: fc.constantFrom(usualFiles, usualFiles, [file('docs/c.md')], []) },
      { weight: 1, arbitrary: fc.constant(thousands) },
    ),
    more: fc.constantFrom(...often<number | null>(0, 18), 1, null),
  })
  .map(({ list, more }) => ({ files: list, fileCount: more === null ? null : list.length + more }));

const pullOf = (number: number, head: fc.Arbitrary<string>): fc.Arbitrary<PullFact> =>
  fc
    .record({
      head,
      changed: files,
      author: fc.constantFrom(...people),
      isOpen: number === 9 ? fc.constant(false) : fc.constantFrom(...often(true, 12), number !== 8),
      older: fc.constantFrom<string[][]>([parentSha], [parentSha], [], [sha('5')]),
      former: fc.constantFrom<PullFact['former'][]>(
        ...often({ commits: [], hasMore: false }, 5),
        ...[
          { commits: [formerSha], hasMore: false },
          { commits: [foreignSha, formerSha], hasMore: false },
        ],
        { commits: [], hasMore: true },
      ),
      isUnlisted: number === 8 ? fc.constantFrom(...often(false, 9), true) : fc.constant(false),
      moreCommits: fc.constantFrom(...often<number | null>(0, 18), 1, -1, null),
    })
    .map(({ changed, older, head: at, isUnlisted, moreCommits, ...rest }) => ({
      // Those with the judged head are always asked for.
      isUnlisted: isUnlisted && rest.isOpen && at !== headSha,
      number,
      head: at,
      ...rest,
      ...changed,
      commits: [...older, at],
      commitCount: moreCommits === null ? null : older.length + 1 + moreCommits,
    }));

const own: fc.Arbitrary<PullFact> = fc
  .record({
    pull: pullOf(7, fc.constantFrom(...often(headSha, 9), movedSha)),
    commits: fc.oneof(
      { weight: 30, arbitrary: fc.constant<readonly string[] | null>(null) },
      { weight: 1, arbitrary: fc.constantFrom<(readonly string[])[]>([], [parentSha], hundreds) },
    ),
  })
  .map(({ pull, commits }) => (commits === null ? pull : { ...pull, commits, commitCount: commits.length }));

const pulls: fc.Arbitrary<readonly PullFact[]> = fc
  .record({
    own,
    others: fc.tuple(pullOf(8, fc.constantFrom(foreignSha, foreignSha, headSha)), pullOf(9, fc.constant(foreignSha))),
    twins: fc.tuple(...Array.from({ length: 6 }, (_, at) => pullOf(20 + at, fc.constant(headSha)))),
    count: fc.constantFrom(...often(0, 12), 1, 1, 2, 5, 6),
  })
  .map(({ own: seven, others, twins, count }) => [seven, ...others, ...twins.slice(0, count)]);

const refused: fc.Arbitrary<readonly Refusal[]> = fc
  .record({
    drawn: fc.subarray(
      [
        ...['scans', 'bugs repository', 'bugs wr_0', 'bugs wr_1', 'ancestors', 'openPulls', 'repository'],
        ...['gone wr_0', 'gone wr_1', 'gone wr_1', 'reaches', 'former 7', 'former 7', 'first 8', 'first 8', 'open 8'],
        ...['former 8', 'former 20', 'emptied wr_0', 'emptied wr_1', 'emptied wr_2'],
        ...['files 7', 'files 7', 'commits 7', 'commits 7', 'head 7', 'files 20', 'commits 20', 'head 20', 'files 8'],
        'branch',
      ],
      { minLength: 1, maxLength: 2 },
    ),
    isAny: fc.constantFrom(true, false, false),
  })
  .map(({ drawn, isAny }) => (isAny ? drawn : []));

const inputs: fc.Arbitrary<RandomInputs> = fc.record({
  scanMatch: fc.constantFrom<RandomInputs['scanMatch'][]>(
    ...often<RandomInputs['scanMatch']>(['exact'], 2),
    ...often<RandomInputs['scanMatch']>(['exact', 'ancestor'], 3),
    ...([['ancestor'], ['latest'], ['latest', 'ancestor'], ['exact', 'ancestor', 'latest']] as const),
  ),
  scanTypes: fc.constantFrom<RandomInputs['scanTypes'][]>(
    ...often<RandomInputs['scanTypes']>([], 14),
    ['default'],
    ['default', 'recentChanges'],
    ['recentChanges'],
  ),
  maxScanAgeMs: fc.constantFrom<RandomInputs['maxScanAgeMs'][]>(null, null, null, null, 2 * dayMs, 8 * hourMs, hourMs),
  countFrom: fc.constantFrom<RandomInputs['countFrom'][]>(...often<'auto'>('auto', 6), 'scan', 'repository'),
  gateOn: fc.constantFrom<RandomInputs['gateOn'][]>(
    ...often<RandomInputs['gateOn']>('all', 4),
    ['introduced'],
    ['touched'],
    ['introduced', 'touched'],
  ),
  paths: fc.constantFrom<RandomInputs['paths'][]>(
    ...often<RandomInputs['paths']>([], 6),
    ...[['src/**'], ['!src/a.ts'], ['docs/', '!docs/c.md'], ['/src/?.TS'], ['*.md', '**/x.c']],
  ),
  foundSince: fc.constantFrom<RandomInputs['foundSince'][]>(
    ...[null, null, null, null, Date.parse('2026-11-21'), Date.parse('2026-11-20')].map((at) => at as EpochMs | null),
  ),
  maxSecurityBugs: fc.constantFrom<RandomInputs['maxSecurityBugs'][]>(0, 0, 0, 1, 2, 'off'),
  maxBugs: fc.constantFrom<RandomInputs['maxBugs'][]>('off', 'off', 0, 1, 3),
  countUnclassified: fc.boolean(),
});

const common = { isHead: true, isQueued: false, pushedTo: null } as const;
const subjects: readonly RandomSubject[] = [
  ...often<RandomSubject>({ name: 'pull request', sha: headSha, pull: 7, ...common }, 6),
  { name: 'a given commit of a pull request', sha: parentSha, pull: 7, ...common, isHead: false },
  { name: 'push to its branch', sha: headSha, pull: 7, ...common, pushedTo: 'topic' },
  { name: 'push to a branch without one', sha: headSha, pull: null, ...common, pushedTo: 'release' },
  { name: 'push to the default branch', sha: headSha, pull: null, ...common, pushedTo: 'main' },
  { name: 'push to the default branch with pr-number', sha: headSha, pull: 7, ...common, pushedTo: 'main' },
  { name: 'push, GitHub does not say which', sha: headSha, pull: 'unknown', ...common, pushedTo: 'topic' },
  { name: 'merge queue', sha: headSha, pull: 7, ...common, isHead: false, isQueued: true },
  { name: 'schedule', sha: headSha, pull: null, ...common, isHead: false },
  { name: 'schedule on the default branch', sha: mainSha, pull: null, ...common, isHead: false },
];

export const randomFacts: fc.Arbitrary<Facts> = fc.record({
  scans,
  bugs: fc.uniqueArray(bug, { minLength: 0, maxLength: 6, selector: ({ id }) => id }),
  pulls,
  refused,
});

export const randomInputs = inputs;

export const randomCase: fc.Arbitrary<RandomCase> = fc.record({
  facts: randomFacts,
  inputs,
  subject: fc.constantFrom(...subjects),
  waits: fc.constantFrom(
    ...often({ forStart: false, forEnd: false }, 8),
    { forStart: true, forEnd: true },
    { forStart: false, forEnd: true },
  ),
});

/** The commit and those that are reachable from it, nearest first. */
export function historyOf(commit: string): readonly string[] {
  const line = commit === foreignSha ? [foreignSha, mainSha] : [headSha, parentSha, grandparentSha];
  return line.includes(commit) ? line.slice(line.indexOf(commit)) : [commit];
}

/** What a list holds, whatever the reviews. */
export function listOf({ bugs }: Pick<Facts, 'bugs'>, list: string): readonly BugFact[] {
  return bugs.filter(({ listedIn, isInRepository }) =>
    list === 'repository' ? isInRepository : listedIn.includes(list),
  );
}

export interface BugCountsFact {
  readonly total?: number;
  readonly open?: number;
  readonly resolved?: number;
  readonly dismissed?: number;
}

/** A scan's `bugCounts`; null: it has none. */
export function countsOf(facts: Pick<Facts, 'bugs'>, { id, status, counts }: ScanFact): BugCountsFact | null {
  if (counts === 'none' || id === null || !['complete', null].includes(status)) return null;
  const found = listOf(facts, id);
  const count = (state: string): number => found.filter(({ review }) => (review?.state ?? 'pending') === state).length;
  const parts = { open: count('pending'), resolved: count('resolved'), dismissed: count('dismissed') };
  const total = found.length;
  if (counts === 'total alone') return { total };
  if (counts === 'no total') return parts;
  return { total: counts === 'one too many' ? total + 1 : total, ...parts };
}

function toScan(facts: Facts, fact: ScanFact): Scan {
  const counts = countsOf(facts, fact);
  const { total, open, resolved, dismissed } = counts ?? {};
  const isWhole = open !== undefined && resolved !== undefined && dismissed !== undefined;
  return {
    id: fact.id as ScanId | null,
    state: readScanState(fact.status, fact.completedAt !== null),
    status: fact.status,
    type: fact.type,
    initiator: fact.initiator,
    sha: fact.sha === null ? null : (fact.sha.toLowerCase() as CommitSha),
    startedAt: fact.createdAt as EpochMs,
    endedAt: fact.completedAt as EpochMs | null,
    counts: isWhole ? { open, resolved, dismissed } : null,
    bugTotal: total ?? (isWhole ? open + resolved + dismissed : null),
  };
}

function toFinding({ id, isSecurity, path, createdAt, review, commitSha, introducedIn }: BugFact): Finding {
  const prNumber = introducedIn?.prNumber ?? 0;
  return {
    id: id as BugId,
    kind: isSecurity === null ? 'unclassified' : isSecurity ? 'security' : 'bug',
    foundAt: createdAt as EpochMs,
    reopenedAt: review?.state === 'pending' ? (review.createdAt as EpochMs) : null,
    details: detailsOf({
      title: id,
      summary: '',
      path: (path ?? '').replace(/^\.\//u, '') || null,
      commitSha: commitSha === '' ? null : commitSha,
      introducedBy: introducedIn && {
        sha: introducedIn.sha,
        date: '2026-01-02',
        author: null,
        pullRequest: prNumber < 1 ? null : prNumber,
      },
    }),
  };
}

/** Whether a person has that name. */
export const isBot = (author: string): boolean => author.endsWith('[bot]');

export const toAuthor = (login: string | null): Author | null =>
  login === null ? null : { id: null, login, isUser: !isBot(login) };

const toChangedFile = ({ path, previousPath, isAdded }: FileFact): ChangedFile => ({
  path,
  previousPath,
  change: isAdded === true ? 'added' : undefined,
  firstChangedLine: 1,
});

/** A world that answers with the facts. */
export function toWorld(facts: Facts, { sha: commit }: RandomSubject): World {
  const answer = <Answer>(question: string, value: () => Answer): Promise<Answer | Unverified> => {
    const who = /^(?:scans|bugs|totals)/u.test(question) ? 'service' : 'github';
    return Promise.resolve(facts.refused.includes(question) ? anOutage(who, `No ${question}.`) : value());
  };
  const pullOfNumber = (number: number): PullFact => {
    const found = facts.pulls.find((each) => each.number === number);
    if (found === undefined) throw new Error(`nobody may ask for pull request ${number}`);
    return found;
  };
  const nameOf = (list: BugList): string => (list === 'repository' ? list : list.id);
  const shownIn = (list: BugList): readonly BugFact[] =>
    facts.refused.includes(`emptied ${nameOf(list)}`) ? [] : listOf(facts, nameOf(list));
  const ofList = <Answer>(question: string, list: BugList, value: () => Answer): Promise<Answer | Unverified> =>
    facts.refused.includes(`gone ${nameOf(list)}`)
      ? Promise.resolve(new Unverified({ kind: 'list-gone', who: 'service', task: null, said: 'Gone.' }))
      : answer(`${question} ${nameOf(list)}`, value);
  const toOpen = ({ number, head, author }: PullFact): OpenPull => ({
    number,
    headSha: head,
    author: toAuthor(author),
  });
  return {
    scans: () =>
      answer('scans', () => ({
        repositoryId: 'repo_1',
        scans: facts.scans.map((each) => toScan(facts, each)),
        foreignRepositoryIds: [],
        isWhole: true,
      })),
    bugs: (list) =>
      ofList('bugs', list, () => {
        const findings = shownIn(list).filter(isPending).map(toFinding);
        return { findings, total: findings.length, readAt: nowMs as EpochMs };
      }),
    reaches: (each) => answer('reaches', () => historyOf(commit).some((known) => known.startsWith(each))),
    totals: (list) =>
      ofList('totals', list, () => {
        const all = shownIn(list);
        const count = (state: string): number => all.filter(({ review }) => review?.state === state).length;
        return { pending: all.filter(isPending).length, resolved: count('resolved'), dismissed: count('dismissed') };
      }),
    ancestors: () => answer('ancestors', () => historyOf(commit) as readonly CommitSha[]),
    changes: async (number) => {
      const { files: changed, commits } = pullOfNumber(number);
      return {
        files: await answer(`files ${number}`, () => changed.map(toChangedFile)),
        commits: await answer(`commits ${number}`, () => commits.map((each) => ({ sha: each, committedAt: null }))),
      };
    },
    openPulls: () =>
      answer('openPulls', () => ({
        pulls: facts.pulls.filter(({ isOpen, isUnlisted }) => isOpen && !isUnlisted).map(toOpen),
        isWhole: !facts.pulls.some(({ isUnlisted }) => isUnlisted),
      })),
    openPull: (number) =>
      answer(`open ${number}`, () => {
        const found = facts.pulls.find((each) => each.number === number);
        return found?.isOpen === true ? toOpen(found) : null;
      }),
    firstCommit: (number) => answer(`first ${number}`, () => pullOfNumber(number).commits[0] ?? ''),
    formerCommits: (number) =>
      answer(`former ${number}`, () => {
        const { commits, hasMore } = pullOfNumber(number).former;
        return { commits, firsts: commits.slice(0, 1), isWhole: !hasMore, lost: 0 };
      }),
    head: (number) =>
      answer(`head ${number}`, () => {
        const { head, fileCount, commits, commitCount } = pullOfNumber(number);
        const isCut = commits.length === hundreds.length;
        return { sha: head as CommitSha, fileCount, commitCount: isCut ? 300 : commitCount };
      }),
    repository: () => answer('repository', () => ({ defaultBranch: 'main', visibility: 'private' as const })),
  };
}

/** The review decides. */
export function isPending({ review }: BugFact): boolean {
  return (review?.state ?? 'pending') === 'pending';
}

/** The question to the judge. */
export function toQuestion({ inputs: { paths: patterns, ...rest }, subject, waits }: RandomCase): Question {
  const { sha: commit, pull, isHead, isQueued, pushedTo } = subject;
  return {
    sha: commit as CommitSha,
    pullRequest: pull === 'unknown' ? anOutage('github', 'No pull request.') : pull,
    isHead,
    isQueued,
    pushedTo,
    inputs: { ...rest, isInPaths: toPathFilter(patterns), waitForScanMs: 0, waitTimeoutMs: 0 },
    now: nowMs as EpochMs,
    asOf: nowMs as EpochMs,
    wants: 'report',
    waits,
    judgesUncounted: true,
    waitedMs: 0,
  };
}
