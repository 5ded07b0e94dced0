// Random worlds of the gate: any inputs, any event, anything that the service and GitHub know, and one thing that goes wrong.
import type { FaultRule } from '../../sandbox/faults.ts';
import type { CommitData, FileData, GitHubData, PullData } from '../../sandbox/github/data.ts';
import { storefrontGitHub } from '../../sandbox/scenarios/storefront/github.ts';
import { storefront } from '../../sandbox/scenarios/storefront/names.ts';
import { countBugs } from '../../sandbox/service/counts.ts';
import type { BugData, LateList, ScanData, ServiceData } from '../../sandbox/service/data.ts';
import { makeRepo } from '../../sandbox/service/small-world.ts';
import { fc } from '../harness/random.ts';

export const nowMs = Date.parse('2026-11-21T12:00:00Z');
export const hourMs = 3_600_000;
export const ours = 'repo_ours';
const theirs = 'repo_theirs';
export const goodKey = 'svc_test_random-worlds';

const sha = (digit: string): string => digit.repeat(40);
export const headSha = sha('a');
export const parentSha = sha('b');
export const grandparentSha = sha('c');
/** Of no branch that matters but `release`. */
const foreignSha = sha('d');
/** On the base branch, which topics have not merged. */
const mainSha = sha('9');
/** What GITHUB_SHA is: on a pull request the merge commit, which nobody may judge. */
export const workflowSha = sha('f');

/** What an event says of what is to be judged. */
export interface EventCase {
  readonly name: string;
  readonly payload: unknown;
  /** The SHA to judge; or `head of 7`: GitHub must tell it; `nothing`: a deletion; `unknown`: the event should have named it. */
  readonly commit: string;
  /** The pull request to report on; `by head`: the open one with that head. */
  readonly pull: 7 | 'by head' | null;
  /** A branch that is the head of no pull request. */
  readonly branch?: 'main';
  /** False in a merge queue. */
  readonly comments?: false;
}

/** What GitHub refuses to tell, with 403. */
const gitHubParts = [
  ...(['head', 'files', 'commits', 'ancestors', 'pulls of a branch'] as const),
  ...(['open pulls', 'pull request 8', 'comparison', 'repository'] as const),
] as const;
export type GitHubPart = (typeof gitHubParts)[number];

/** An error of one list of the service, or a list that cannot be true. */
export type Trouble =
  { readonly list: 'repos' | 'scans' | 'bugs'; readonly status: number } | { readonly lie: keyof typeof lies };

/** A bug, and the scans that surfaced it. */
export interface SurfacedBug extends BugData {
  readonly scans: readonly string[];
}

/** The files of pull request 7: a usual list, one that removes `src/a.ts`, one that adds or copies a file besides, one of thousands; or the list of none. */
export type FilesOfSeven = 'usual' | 'removes' | 'moves' | 'copies' | 'thousands' | 'none';

/** Who opened a pull request; null: GitHub names no user. */
export type Author = (typeof people)[number] | 'renovate[bot]' | null;
const people = ['mara-lindqvist', 'jonas-weber'] as const;

/** A pull request besides 7, perhaps with the head of 7. It changes `docs/c.md`; some remove `src/a.ts`, or move it, as well. */
export interface OtherPull {
  readonly number: number;
  readonly author: Author;
  readonly state: 'open' | 'closed' | 'merged';
  readonly isTwin: boolean;
  readonly files: 'usual' | 'removes' | 'moves';
}

/** What a scan's `bugCounts` say: all, nothing at all, some counts, or more bugs than there are. */
export type Counts = 'whole' | 'null' | 'empty' | 'total alone' | 'no total' | 'one too many';

export interface RandomScan extends ScanData {
  readonly counts: Counts;
}

export interface RandomWorld {
  readonly inputs: Readonly<Record<string, string>>;
  readonly event: EventCase;
  /** Whether the service knows the repository. */
  readonly isKnown: boolean;
  /** Newest first; of ours and of another repository. */
  readonly scans: readonly RandomScan[];
  readonly bugs: readonly SurfacedBug[];
  /** Whether the service lists a bug only in the scan that found it first. */
  readonly listsBugsOnce: boolean;
  /** Lists that fall short, for a while or for good. */
  readonly late: readonly LateList[];
  readonly trouble: Trouble | null;
  /** Where pull request 7 is by now. */
  readonly pullHead: string;
  /** The commits of pull request 7 by GitHub's list. */
  readonly commits: readonly string[];
  readonly files: FilesOfSeven;
  readonly author: Author;
  /** What pull request 7 is to be merged into. */
  readonly base: 'main' | 'release';
  /** Number 8, unless it is missing, and any number of twins. */
  readonly others: readonly OtherPull[];
  readonly refused: GitHubPart | null;
}

/** Values that no input of that name may have. */
export const invalidInputs: Readonly<Record<string, readonly string[]>> = {
  'api-key': ['two words'],
  repository: ['nowhere'],
  sha: ['abc'],
  'pr-number': ['0'],
  'scan-match': ['newest'],
  'max-scan-age': ['old'],
  'count-from': ['everywhere'],
  'gate-on': ['all, touched'],
  paths: ['src/['],
  'max-security-bugs': ['-1', 'many'],
  'max-bugs': ['1.5'],
};

/** As a workflow may write it: mostly legal. */
function input(name: string, ...legal: readonly string[]): fc.Arbitrary<string> {
  const illegal = invalidInputs[name] ?? legal;
  return fc.oneof(
    { weight: 150, arbitrary: fc.constantFrom(...legal) },
    { weight: 1, arbitrary: fc.constantFrom(...illegal) },
  );
}

const inputs = fc.record({
  'api-key': fc.oneof(
    { weight: 40, arbitrary: input('api-key', goodKey, ` ${goodKey}\n`) },
    { weight: 1, arbitrary: fc.constantFrom('', 'svc_test_of-somebody-else') },
  ),
  'github-token': fc.constantFrom(...Array<string>(9).fill(storefront.githubToken), ''),
  repository: fc.oneof(
    { weight: 30, arbitrary: input('repository', 'acme/storefront', 'ACME/Storefront') },
    { weight: 1, arbitrary: fc.constant('acme/unknown') },
  ),
  'repository-id': fc.constantFrom('', '', ours),
  sha: input('sha', '', '', '', '', headSha.toUpperCase(), parentSha),
  'pr-number': input('pr-number', '', '', '', '7', '8'),
  'scan-match': input(
    ...(['scan-match', '', 'exact', 'exact, ancestor', 'exact,ancestor,latest'] as const),
    ...['ancestor', 'latest', 'latest, exact'],
  ),
  'scan-types': fc.constantFrom('', '', '', '', '', 'default', 'default, recentChanges', 'recentChanges'),
  'max-scan-age': input('max-scan-age', '', '', '', '2d', ' 9h '),
  'wait-for-scan': fc.constantFrom('', '', '1m'),
  'wait-timeout': fc.constantFrom('0', '2m'),
  'count-from': input('count-from', '', '', 'auto', 'scan', 'repository'),
  'gate-on': input(...(['gate-on', '', 'all', 'introduced', 'touched', 'touched', 'introduced, touched'] as const)),
  paths: input('paths', '', '', '', '', 'src/**', '!src/a.ts', 'docs/**\n!docs/c.md'),
  'max-security-bugs': input('max-security-bugs', '', '', '0', '0', '1', '2', 'off'),
  'max-bugs': input('max-bugs', '', 'off', '0', '2', '4'),
  unclassified: fc.constantFrom('', 'ignore', 'count'),
  mode: fc.constantFrom('', 'enforce', 'enforce', 'warn'),
  'on-unverified': fc.constantFrom('', 'fail', 'warn'),
  comment: fc.constantFrom('never', 'always', 'on-failure'),
  annotations: fc.constantFrom('', 'off', 'check-run'),
  disclosure: fc.constantFrom('', 'full', 'counts'),
  'report-file': fc.constant('report.json'),
});

const pull = { number: 7, head: { sha: headSha } };
const queueRef = `refs/heads/gh-readonly-queue/main/pr-7-${headSha}`;
const run = { head_sha: headSha, head_branch: 'topic' };
const head = { commit: headSha, pull: 7 } as const;
const byHead = { commit: headSha, pull: 'by head' } as const;
const byWorkflow = { commit: workflowSha, pull: null } as const;
const events: readonly EventCase[] = [
  { name: 'pull_request', payload: { pull_request: pull }, ...head },
  { name: 'pull_request_target', payload: { pull_request: pull }, ...head },
  {
    name: 'workflow_run',
    payload: { workflow_run: { ...run, head_repository: { full_name: 'acme/storefront' } } },
    ...byHead,
  },
  { name: 'push', payload: { ref: 'refs/heads/topic', after: headSha }, ...byHead },
  {
    name: 'push',
    payload: { ref: 'refs/heads/main', after: workflowSha },
    commit: workflowSha,
    pull: 'by head',
    branch: 'main',
  },
  {
    name: 'merge_group',
    payload: { merge_group: { head_sha: workflowSha, head_ref: queueRef } },
    commit: 'head of 7',
    pull: 7,
    comments: false,
  },
  {
    name: 'issue_comment',
    payload: { issue: { number: 7, pull_request: { url: 'https://x.example' } } },
    commit: 'head of 7',
    pull: 7,
  },
  { name: 'issue_comment', payload: { issue: { number: 9 } }, ...byWorkflow },
  { name: 'workflow_dispatch', payload: {}, ...byWorkflow },
  { name: 'schedule', payload: { schedule: '0 5 * * *' }, ...byWorkflow },
  { name: 'of_tomorrow', payload: { after: headSha }, ...byWorkflow },
  { name: 'push', payload: { deleted: true, after: sha('0') }, commit: 'nothing', pull: null },
  { name: 'pull_request', payload: { pull_request: 'of another shape' }, commit: 'unknown', pull: null },
];

interface DrawnScan extends Omit<RandomScan, 'completedAt'> {
  readonly ended: (nowMs: number, createdAt: number) => number | null;
}

const scan: fc.Arbitrary<DrawnScan> = fc
  .record({
    status: fc.oneof(
      { weight: 5, arbitrary: fc.constant('complete') },
      { weight: 2, arbitrary: fc.constantFrom(null, 'in_progress', 'failed', 'dlq') },
    ),
    commitSha: fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(headSha, headSha.toUpperCase()) },
      { weight: 1, arbitrary: fc.constant(workflowSha) },
      {
        weight: 3,
        arbitrary: fc.constantFrom(
          ...[parentSha, parentSha, grandparentSha, foreignSha, mainSha, mainSha, headSha.slice(0, 7), null],
        ),
      },
    ),
    scanType: fc.oneof(
      { weight: 20, arbitrary: fc.constantFrom('default', 'default', 'recentChanges') },
      { weight: 3, arbitrary: fc.constantFrom(null, 'deepDive') },
    ),
    hasId: fc.constantFrom(...Array<boolean>(7).fill(true), false),
    isOurs: fc.constantFrom(...Array<boolean>(6).fill(true), false),
    hours: fc.integer({ min: 1, max: 5 }),
    end: fc.constantFrom('later', 'later', 'just now', 'never'),
    counts: fc.constantFrom<Counts[]>(
      ...(['whole', 'whole', 'whole', 'null', 'empty'] as const),
      ...(['total alone', 'no total', 'one too many'] as const),
    ),
  })
  .map(({ status, commitSha, scanType, hasId, isOurs, hours, end, counts }) => ({
    workflowRequestId: hasId ? '' : null,
    repoId: isOurs ? ours : theirs,
    repoName: 'storefront',
    ownerName: 'acme',
    initiator: 'scheduler',
    workflowStatus: status,
    commitSha,
    scanType,
    createdAt: 0,
    counts,
    ended: (now, createdAt) => {
      if (end === 'never' || status === 'in_progress') return null;
      return end === 'just now' ? now - hourMs / 2 : createdAt + hours * hourMs;
    },
  }));

const fewScans: fc.Arbitrary<readonly DrawnScan[]> = fc.oneof(
  { weight: 12, arbitrary: fc.array(scan, { minLength: 2, maxLength: 5 }) },
  { weight: 1, arbitrary: fc.constant([]) },
);
/** Newest first, so many hours apart that none is as old as `max-scan-age`, or as a day or an hour, to the minute. */
const scans = fc.record({ all: fewScans, hoursApart: fc.constantFrom(3.6, 3.6, 9.1) }).map(({ all, hoursApart }) =>
  all.map(({ ended, ...each }, at): RandomScan => {
    const createdAt = nowMs - (at + 2) * hoursApart * hourMs;
    const workflowRequestId = each.workflowRequestId === null ? null : `wr_${at}`;
    return { ...each, workflowRequestId, createdAt, completedAt: ended(nowMs, createdAt) };
  }),
);

const bug: fc.Arbitrary<SurfacedBug> = fc
  .record({
    id: fc.nat(9_999).map((number) => `bug_${number}`),
    state: fc.constantFrom(null, null, null, 'pending', 'resolved', 'dismissed' as const),
    isSecurityVulnerability: fc.constantFrom(true, false, false, null),
    filePath: fc.constantFrom(
      ...['src/a.ts', 'src/a.ts', './src/a.ts', 'SRC/a.ts', 'src/b.ts', 'src/b.ts'],
      ...['docs/c.md', 'docs/c.md', 'docs/e\u0301.md', 'vendor/lib/x.c', '../x.ts', '', null],
    ),
    hours: fc.nat(3),
    introducedBy: fc.constantFrom(
      null,
      { sha: foreignSha, prNumber: 7 },
      { sha: foreignSha, prNumber: 8 },
      { sha: sha('e'), prNumber: 8 },
      { sha: parentSha, prNumber: 8 },
      { sha: sha('e'), prNumber: 20 },
      { sha: sha('e'), prNumber: 404 },
      { sha: headSha.toUpperCase() },
      // Abbreviated, against the service's promise: it must not be let off.
      { sha: parentSha.slice(0, 9) },
      { sha: foreignSha },
    ),
    scans: fc.constantFrom(
      ...[['wr_0', 'wr_1', 'wr_2', 'wr_3', 'wr_4'], ['wr_0', 'wr_2'], ['wr_1'], ['wr_3', 'wr_4']],
      [],
    ),
  })
  .map(({ state, hours, introducedBy, ...fields }) => ({
    ...fields,
    title: `Title of ${fields.id}`,
    summary: `Summary of ${fields.id}`,
    repoId: ours,
    linkedIssues: [],
    createdAt: nowMs - hours * hourMs,
    review: state === null ? null : { state, createdAt: nowMs },
    introducedIn: introducedBy && { date: '2026-01-02', ...introducedBy },
  }));

const trouble: fc.Arbitrary<Trouble | null> = fc.oneof(
  { weight: 8, arbitrary: fc.constant(null) },
  {
    weight: 1,
    arbitrary: fc.record({
      list: fc.constantFrom('repos' as const, 'scans' as const, 'bugs' as const),
      status: fc.constantFrom(400, 401, 403, 404, 429, 500),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      lie: fc.constantFrom(
        ...(['bug reviewed', 'bug postponed', 'bug of others'] as const),
        ...(['scan of others', 'scan queued'] as const),
      ),
    }),
  },
);

const late: fc.Arbitrary<readonly LateList[]> = fc
  .record({
    scan: fc.constantFrom('wr_0', 'wr_1', 'wr_2'),
    afterLooks: fc.constantFrom(1, 2, 3, 4, null),
    isLate: fc.integer({ min: 0, max: 3 }).map((dice) => dice === 0),
    // Of the eight bugs at most, whichever these are.
    turns: fc.uniqueArray(fc.nat(7), { minLength: 1, maxLength: 4 }),
  })
  .map(({ scan: name, afterLooks, isLate, turns }) => {
    const looks = afterLooks === null ? {} : { afterLooks };
    return isLate ? [{ scan: name, missing: turns.map(String), ...looks }] : [];
  });

const author = fc.constantFrom<Author[]>(
  ...[...people, 'jonas-weber' as const, 'jonas-weber' as const],
  ...(['renovate[bot]', null] as const),
);
const otherFiles = fc.constantFrom('usual' as const, 'removes' as const, 'moves' as const);

const eight: fc.Arbitrary<OtherPull> = fc
  .record({
    number: fc.constant(8),
    author,
    state: fc.constantFrom('open', 'open', 'open', 'closed', 'merged'),
    isTwin: fc.boolean(),
    files: otherFiles,
  })
  .map((pull) => ({ ...pull, isTwin: pull.isTwin && pull.state === 'open' }));

const twins: fc.Arbitrary<readonly OtherPull[]> = fc
  .record({
    count: fc.constantFrom(...Array<number>(12).fill(0), 1, 2, 4, 5, 6, 7),
    drawn: fc.array(fc.record({ author, files: otherFiles }), { minLength: 7, maxLength: 7 }),
  })
  .map(({ count, drawn }) =>
    drawn.slice(0, count).map((each, at) => ({ ...each, number: 20 + at, state: 'open', isTwin: true })),
  );

const others: fc.Arbitrary<readonly OtherPull[]> = fc
  .record({
    eights: fc.oneof({ weight: 6, arbitrary: fc.tuple(eight) }, { weight: 1, arbitrary: fc.constant([]) }),
    twins,
  })
  .map(({ eights, twins: more }) => [...eights, ...more]);

/**
 * The ids of missing bugs are drawn as places in the list of bugs. How often a list is looked at is the gate's affair
 * unless the scan is counted from: elsewhere a list that becomes whole does so in time or never, and what it leaves
 * out until then is put down to nobody, so that no verdict hangs on the moment of a look. Nor may a lie about whichever
 * bug the list begins with at that moment.
 */
function settle({ bugs, ...world }: RandomWorld): RandomWorld {
  const isCounted = world.inputs['count-from'] === 'scan';
  const late = world.late.map(({ missing, afterLooks, ...list }) => {
    const named = missing.flatMap((turn) => bugs[Number(turn)] ?? []);
    const isFixed = isCounted || afterLooks === undefined;
    const isLie = world.trouble !== null && 'lie' in world.trouble;
    const kept = isFixed ? named : named.filter(({ introducedIn }) => !isLie && !introducedIn?.prNumber);
    const looks = isFixed || afterLooks <= 3 ? afterLooks : 12;
    return { ...list, missing: kept.map(({ id }) => id), ...(looks === undefined ? {} : { afterLooks: looks }) };
  });
  // Whoever asks for one pull request is told of its author.
  const asked = Number(world.inputs['pr-number']);
  const others = world.others.map((other) =>
    other.number === asked ? { ...other, author: other.author ?? people[0] } : other,
  );
  return { ...world, bugs, late, others };
}

/** What the base branch of a pull request is. */
export function baseOf({ base }: RandomWorld, number: number): 'main' | 'release' {
  return number === 7 ? base : 'main';
}

/** The commits of a branch. */
export function branchOf(base: 'main' | 'release'): readonly string[] {
  return base === 'main' ? [mainSha, grandparentSha] : [foreignSha];
}

/** With two more as many as GitHub lists. */
const manyCommits = Array.from({ length: 248 }, (_, index) => `7${String(index).padStart(39, '0')}`);

const drawn: fc.Arbitrary<RandomWorld> = fc.record({
  inputs,
  event: fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...events.slice(0, 5)) },
    { weight: 1, arbitrary: fc.constantFrom(...events) },
  ),
  isKnown: fc.constantFrom(...Array<boolean>(30).fill(true), false),
  scans,
  bugs: fc.uniqueArray(bug, { minLength: 1, maxLength: 8, selector: ({ id }) => id }),
  listsBugsOnce: fc.boolean(),
  late,
  trouble,
  pullHead: fc.constantFrom(...Array<string>(12).fill(headSha), foreignSha),
  commits: fc.oneof(
    { weight: 30, arbitrary: fc.constantFrom(...Array<string[]>(12).fill([parentSha, headSha]), [headSha], []) },
    { weight: 1, arbitrary: fc.constant([...manyCommits, parentSha, headSha]) },
  ),
  files: fc.oneof(
    { weight: 40, arbitrary: fc.constantFrom('usual', 'usual', 'removes', 'removes', 'moves', 'copies', 'none') },
    { weight: 1, arbitrary: fc.constant('thousands') },
  ),
  author: fc.constantFrom<Author[]>(...people, people[0], people[0], 'renovate[bot]'),
  base: fc.constantFrom('main', 'main', 'main', 'release'),
  others,
  refused: fc.oneof(
    { weight: 9, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.constantFrom(...gitHubParts) },
  ),
});

export const randomWorld: fc.Arbitrary<RandomWorld> = drawn.map(settle);

const set = (path: string, field: string, value: unknown): FaultRule => ({
  path,
  effect: { kind: 'set', field, value },
});
const pendingPath = '/public/v1/bugs?*status=pending*';

const lies = {
  'bug reviewed': set(pendingPath, 'bugs.0.review', { state: 'resolved', createdAt: nowMs }),
  'bug postponed': set(pendingPath, 'bugs.0.review', { state: 'postponed', createdAt: nowMs }),
  'bug of others': set(pendingPath, 'bugs.0.repoId', theirs),
  'scan queued': set('/public/v1/scans', 'scans.0.workflowStatus', 'queued'),
  'scan of others': set('/public/v1/scans', 'scans.0.repoId', theirs),
} as const;

const refusedPaths: Readonly<Record<GitHubPart, string>> = {
  head: '/pulls/\\d+$',
  files: '/pulls/\\d+/files$',
  commits: '/pulls/\\d+/commits$',
  ancestors: '/storefront/commits$',
  'pulls of a branch': '/pulls\\?.*head=',
  'open pulls': '/pulls\\?(?!.*head=)',
  'pull request 8': '/pulls/8$',
  comparison: '/compare/',
  repository: '/acme/storefront$',
};

export function toFaults({ trouble: now, refused }: RandomWorld): readonly FaultRule[] {
  const refusal: FaultRule[] =
    refused === null ? [] : [{ path: { regex: refusedPaths[refused] }, effect: { kind: 'status', status: 403 } }];
  if (now === null) return refusal;
  if ('lie' in now) return [lies[now.lie], ...refusal];
  const effect = { kind: 'status', status: now.status } as const;
  return [{ path: `/public/v1/${now.list}`, effect }, ...refusal];
}

/** Whatever their review: those that the scan's lists hold; where the service lists bugs once, that none before it did. */
export function surfacedBy(world: RandomWorld, id: string | null): readonly SurfacedBug[] {
  const ids = world.scans.map(({ workflowRequestId }) => workflowRequestId);
  return world.bugs.filter(({ scans: named }) => {
    // Newest first, so the last one is the first that found it.
    const first = ids.filter((each) => each !== null && named.includes(each)).at(-1);
    return id !== null && (world.listsBugsOnce ? first === id : named.includes(id));
  });
}

/** What the service tells of the number of a scan's bugs; null: nothing. */
export function countsOf(
  world: RandomWorld,
  { workflowRequestId, workflowStatus, counts }: RandomScan,
): Partial<NonNullable<ScanData['bugCounts']>> | null {
  if (workflowStatus !== 'complete' || counts === 'null') return null;
  const { total, ...rest } = countBugs([...surfacedBy(world, workflowRequestId)]);
  switch (counts) {
    case 'empty':
      return {};
    case 'total alone':
      return { total };
    case 'no total':
      return rest;
    case 'one too many':
      return { total: total + 1, ...rest };
    case 'whole':
      return { total, ...rest };
  }
}

export function toServiceData(world: RandomWorld): ServiceData {
  const { isKnown, scans: all, bugs, listsBugsOnce, late: lateLists } = world;
  return {
    keys: [goodKey],
    readOnlyKeys: [],
    rules: [],
    ruleRequests: [],
    runningScans: [],
    user: { email: 'ada@example.com', orgs: [] },
    repos: [makeRepo('other', theirs), ...(isKnown ? [makeRepo('storefront', ours)] : [])],
    // A real service may leave a count out; this one never would.
    scans: all.map(({ counts, ...each }) => ({
      ...each,
      bugCounts: countsOf(world, { ...each, counts }) as ScanData['bugCounts'] & object,
    })),
    listsBugsOnce,
    lateLists: lateLists.filter(({ scan: id }) => all.some((each) => each.workflowRequestId === id)),
    bugs: bugs.map((each) => ({ ...each, scans: undefined })),
    surfaced: Object.fromEntries(
      all.flatMap(({ workflowRequestId: id }) =>
        id === null ? [] : [[id, bugs.filter((each) => each.scans.includes(id)).map((each) => each.id)]],
      ),
    ),
  };
}

const change = (filename: string, status: FileData['status'] = 'modified'): FileData => ({
  filename,
  status,
  additions: 1,
  deletions: 0,
});

/** What pull request 7 changes. */
export function filesOfSeven({ files }: RandomWorld): readonly FileData[] {
  if (files === 'none') return [];
  if (files === 'thousands') {
    const many = Array.from({ length: 2_999 }, (_, index) => change(`many/${index}.ts`));
    return [change('src/a.ts', 'removed'), ...many];
  }
  return [
    change('src/a.ts', files === 'usual' ? 'modified' : 'removed'),
    { ...change('src/new.ts', 'renamed'), previousFilename: 'src/b.ts' },
    change('docs/\u00e9.md'),
    change('vendor/lib'),
    ...(files === 'moves' ? [change('src/moved.ts', 'added')] : []),
    ...(files === 'copies' ? [{ ...change('src/copy.ts', 'copied'), previousFilename: 'docs/d.md' }] : []),
  ];
}

/** What another pull request changes. */
export function filesOfOther({ files }: OtherPull): readonly FileData[] {
  return [
    change('docs/c.md'),
    ...(files === 'usual' ? [] : [change('src/a.ts', 'removed')]),
    ...(files === 'moves' ? [change('src/moved.ts', 'added')] : []),
  ];
}

/** The commits of another pull request, the last its head. */
export function commitsOfOther({ number, isTwin }: OtherPull): readonly string[] {
  return [...(number === 8 ? [foreignSha] : []), ...(isTwin ? [headSha] : [])];
}

/** Pull request 7 is ours; the others are of other branches, perhaps with the same head. */
export function toGitHubData(world: RandomWorld): GitHubData {
  const { pullHead, commits } = world;
  const usual = storefrontGitHub(nowMs);
  const commit = (id: string, parents: string[], hours: number): CommitData => ({
    sha: id,
    parents,
    message: 'A commit',
    authorName: 'Ada',
    date: new Date(nowMs - hours * hourMs).toISOString(),
  });
  const [first] = usual.pulls;
  if (first === undefined) throw new Error('the storefront has a pull request');
  const opened = (login: Author): Pick<PullData, 'user' | 'isUserGone'> => ({
    user: login ?? 'ghost',
    isUserGone: login === null,
  });
  const toPull = (other: OtherPull): PullData => ({
    ...first,
    number: other.number,
    ...opened(other.author),
    commits: [...commitsOfOther(other)],
    files: [...filesOfOther(other)],
    state: other.state === 'open' ? 'open' : 'closed',
    merged: other.state === 'merged',
    head: { ...first.head, ref: `other-${other.number}`, sha: commitsOfOther(other).at(-1) ?? headSha },
  });
  const mine: PullData = {
    ...first,
    number: 7,
    ...opened(world.author),
    commits: [...commits],
    head: { ...first.head, ref: 'topic', sha: pullHead },
    base: { ...first.base, ref: world.base },
    files: [...filesOfSeven(world)],
  };
  return {
    ...usual,
    comments: [],
    branches: { main: mainSha, release: foreignSha },
    pulls: [mine, ...world.others.map(toPull)],
    commits: [
      commit(headSha, [parentSha], 1),
      commit(parentSha, [grandparentSha], 2),
      commit(grandparentSha, [], 3),
      commit(mainSha, [grandparentSha], 1),
      commit(foreignSha, [], 4),
      commit(workflowSha, [], 5),
      ...manyCommits.map((id) => commit(id, [], 6)),
    ],
  };
}
