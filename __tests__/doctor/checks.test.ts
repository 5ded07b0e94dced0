// What each check says of what the doctor found out, as far as that depends on it.
import type { Check, CheckId, CheckStatus } from '../../src/doctor/check.ts';
import type {
  DoctorEvidence,
  DoctorSettings,
  GitHubEvidence,
  ReplayedPull,
  Required,
  ServiceEvidence,
} from '../../src/doctor/evidence.ts';
import type { RecentChecks } from '../../src/doctor/recent-checks.ts';
import type { RecentPull } from '../../src/doctor/recent-pulls.ts';
import { decideDoctorReport } from '../../src/doctor/report.ts';
import { toEachSetUp, toTrigger } from '../../src/doctor/set-ups.ts';
import { toNoReplaySentence, toTrustSentence, toUnjudgedSentences } from '../../src/doctor/wording.ts';
import type { BranchRequirements } from '../../src/github/branch-requirements.ts';
import type { Disclosure } from '../../src/judgement/disclosure.ts';
import type { Scan } from '../../src/judgement/scan.ts';
import { DAY_MS } from '../../src/judgement/time.ts';
import type { Unverified } from '../../src/judgement/unverified.ts';
import { FAULTS } from '../documents/faults.ts';
import { expectGolden } from '../documents/golden.ts';
import { expect, test } from '../jest.ts';
import { aFinding, anOutage, aScan, at, scanId, shaOf } from '../judgement/fixtures.ts';

const now = at(200 * DAY_MS);
const daysAgo = (days: number) => at(now - days * DAY_MS);

/** Of the default branch; without a duration. */
const scan = (days: number, parts: Partial<Scan> = {}): Scan =>
  aScan({ startedAt: daysAgo(days), endedAt: daysAgo(days), ...parts });
const failed = scan(2, { state: 'failed' });
const running = scan(0.5, { state: 'running' });
const stuck = scan(2, { state: 'running' });
const ofHead = scan(0.5, { sha: shaOf('c') });
const partial = { type: 'recentChanges' };

const pull = (parts: Partial<RecentPull> = {}): RecentPull => ({
  ...{ number: 7, title: 'Change', state: 'open', headSha: shaOf('c'), base: 'main', author: null },
  closedAt: null,
  ...{ isFork: false, isDependabot: false },
  ...parts,
});
const fork = pull({ isFork: true });
const dependabot = pull({ isDependabot: true });
const replayed: ReplayedPull = {
  ...{ pull: pull(), committedAt: daysAgo(1) },
  verdicts: toEachSetUp(() => ({ kind: 'unverified', reason: 'no-scan' })),
};
const heads = { scans: [scan(1), ofHead], pulls: [pull()] };
const again = (listedTwice: number, missed: number) => ({ relisting: { scans: 20, listedTwice, missed } });

interface Found extends Partial<ServiceEvidence>, Partial<GitHubEvidence> {
  readonly scans?: readonly Scan[];
  readonly replayed?: readonly ReplayedPull[];
  /** Why, for each pull request that could not be read; the last one is 1. */
  readonly unread?: readonly Unverified[];
  readonly settings?: Partial<DoctorSettings>;
  readonly disclosure?: Disclosure;
  readonly relisting?: DoctorEvidence['relisting'];
}

/** All is well, but for what a row is about. */
function checksOf({ scans = [scan(1)], settings, disclosure = 'full', ...found }: Found): readonly Check[] {
  const limits = { maxSecurityBugs: null, maxBugs: null, repositories: ['acme/shop'] };
  return decideDoctorReport({
    settings: { apiUrl: '', repository: 'acme/shop', repositoryId: null, scanTypes: [], ...limits, ...settings },
    address: { owner: 'acme', repo: 'shop', serverUrl: 'https://github.com', runId: 0 },
    service: {
      account: { organizations: ['Acme'] },
      repository: { id: 'repo_1', isOtherName: false },
      history: { repositoryId: 'repo_1', scans, foreignRepositoryIds: [], isWhole: true },
      ...{ lists: [], bugs: { findings: [] }, settled: [], ...found },
    },
    github: {
      ...{
        visibility: 'private',
        defaultBranch: 'main',
        branchCommits: new Set([shaOf('a')]),
        pulls: [],
        required: null,
        ...found,
      },
    },
    relisting: found.relisting ?? null,
    replay: {
      ...{ pulls: found.replayed ?? [], foundSince: new Map(), tooLarge: [], leftOut: 0 },
      unread: found.unread?.map((fault, index, { length }) => ({ number: length - index, fault })) ?? [],
    },
    disclosure,
    readAt: now,
  }).checks;
}

const fault = anOutage('service');
const silent = anOutage('github');
const lasting = FAULTS['a refusal of its own']();
const ofWorkflow = FAULTS['a permission that the workflow lacks']();
const ofToken = FAULTS["a permission that a person's token lacks"]();
const unauthorized = FAULTS['a revoked key']();
const unknown = FAULTS['an unknown name']();

const noRepository = { repository: null, history: null, lists: null, bugs: null, settled: null };
const noKey = { ...noRepository, account: null };
const badKey = { ...noRepository, account: fault };
const organizations = (count: number) => ({
  organizations: Array.from({ length: count }, (_, index) => `Org${index}`),
});
const lists = (...listed: number[]) => ({
  lists: listed.map((each) => ({ scanId: scanId('9'), counted: 3, listed: each })),
});
const bugs = (security: number) => ({
  bugs: { findings: [aFinding(), ...Array.from({ length: security }, () => aFinding('1', { kind: 'security' }))] },
});
const recent = (pulls: number, ...names: string[]): RecentChecks => ({ pulls, names: new Set(names) });
const workflow = (path: string, repositoryId: number) => ({ path, repositoryId });
const required = (requirements: Partial<BranchRequirements> = {}, parts: Partial<Required> = {}): Found => ({
  required: {
    ...{ branch: 'main', requirements: { contexts: [], workflows: [], isWhole: true, ...requirements } },
    ...{ isGateRequired: 'not-required', recent: null, ...parts },
  },
});
const permissions = 'permissions: { contents: read, pull-requests: read }';
const keyLine = 'api-key: ${{ secrets.SCAN_API_KEY }}';
const target = toTrigger('pull_request_target');

/** What was found, the status, and the line to add, if there is one. What it says is in the golden file. */
type Row = readonly [found: Found, status: CheckStatus, line?: string];

const rows: Readonly<Record<CheckId, readonly Row[]>> = {
  'api-key': [
    [noKey, 'blocked', keyLine],
    [badKey, 'blocked'],
    [{ account: unauthorized }, 'blocked', keyLine],
    [{ account: organizations(0) }, 'ok'],
    [{ account: organizations(1) }, 'ok'],
    [{ account: organizations(20) }, 'ok'],
    [{ account: organizations(22) }, 'ok'],
    [{ account: organizations(2), disclosure: 'counts' }, 'ok'],
  ],
  repository: [
    [noKey, 'warning'],
    [badKey, 'warning'],
    [{ ...noRepository, repository: fault }, 'blocked'],
    [{ repository: unknown }, 'blocked', 'repository-id: repo_…'],
    [{ repository: unknown, settings: { repositoryId: 'repo_2' } }, 'blocked'],
    // An ID is refused beside other repositories.
    [{ repository: unknown, settings: { repositories: 'all' } }, 'blocked'],
    [{ repository: unknown, settings: { repositories: ['acme/shop', 'acme/till'] } }, 'blocked'],
    [{ repository: { id: 'repo_2', isOtherName: true } }, 'warning'],
    [{}, 'ok'],
  ],
  scans: [
    [noKey, 'warning'],
    [{ ...noRepository, repository: unknown }, 'warning'],
    [{ ...noRepository, repository: fault }, 'warning'],
    [{ ...noRepository, account: fault, repository: fault }, 'warning'],
    [{ history: fault }, 'blocked'],
    [{ scans: [] }, 'blocked'],
    [{ settings: { scanTypes: ['deep', 'deeper'] } }, 'blocked', 'scan-types: default'],
    [{ scans: [scan(1, { id: null })] }, 'blocked'],
    [{ scans: [failed] }, 'blocked'],
    [{ scans: [failed, failed] }, 'blocked'],
    [{ scans: [failed, stuck] }, 'blocked'],
    [{ scans: [running, failed] }, 'blocked'],
    [{ scans: [ofHead] }, 'blocked'],
    [{ scans: [ofHead], branchCommits: null }, 'warning'],
    [{ scans: [scan(1), failed, failed] }, 'warning'],
    [{ scans: [scan(1), failed] }, 'ok'],
    [{ scans: [scan(1), { ...ofHead, ...partial }, stuck] }, 'ok'],
    [{ scans: [scan(7)] }, 'ok'],
    [{ scans: [scan(7.1)] }, 'warning'],
    [{ scans: [scan(1), scan(4.5)] }, 'ok'],
    [{ scans: [scan(8), scan(12)] }, 'ok'],
    [{ scans: [scan(8.1), scan(12.1)] }, 'warning'],
    [{ scans: [...Array<Scan>(99).fill(scan(0)), failed, failed] }, 'ok'],
    [{ scans: [ofHead, scan(9), scan(19)], pulls: [pull()], replayed: [replayed] }, 'ok'],
    // What could not be replayed changes no recommendation.
    [{ scans: [ofHead, scan(9)], pulls: [pull()], unread: [fault] }, 'ok'],
    [{ scans: [ofHead], pulls: [pull()], bugs: fault }, 'ok'],
    [{ scans: [ofHead], pulls: fault }, 'warning'],
    [{ scans: [ofHead], branchCommits: null, pulls: [pull()], replayed: [replayed] }, 'ok'],
    [{ defaultBranch: null }, 'ok'],
  ],
  'scan-lists': [
    [noKey, 'warning'],
    [badKey, 'warning'],
    [{ ...noRepository, repository: unknown }, 'warning'],
    [{ ...noRepository, repository: fault }, 'warning'],
    [{ history: fault, lists: null }, 'warning'],
    [{ account: fault, history: fault, lists: null }, 'warning'],
    [{ lists: null }, 'warning'],
    [{ lists: fault }, 'blocked'],
    [lists(), 'ok'],
    [lists(3, 4), 'ok'],
    [lists(3, 1), 'warning', 'count-from: repository'],
  ],
  'lists-again': [
    [{ relisting: null }, 'ok'],
    [{ relisting: fault }, 'warning'],
    [{ ...heads, ...again(20, 1) }, 'ok'],
    [{ ...heads, ...again(19, 0) }, 'ok'],
    [{ ...heads, ...again(1, 0) }, 'ok'],
    [{ ...heads, ...again(20, 0) }, 'ok', 'count-from: scan'],
    [{ ...heads, ...again(20, 0), ...lists(3) }, 'ok', 'count-from: scan'],
    [{ ...heads, ...again(20, 0), ...lists(3, 2) }, 'ok'],
    [{ ...heads, ...again(20, 0), settings: { scanTypes: ['default'] } }, 'ok', 'count-from: scan'],
    // A full scan of its own is what a partial one, or one that stands in, is not.
    [{ ...heads, ...again(20, 0), settings: { scanTypes: ['default', 'deep'] } }, 'ok'],
    [{ ...heads, ...again(20, 0), scans: [scan(1), { ...ofHead, ...partial }] }, 'ok'],
    [{ ...heads, ...again(20, 0), pulls: [pull(), pull({ headSha: shaOf('d') })] }, 'ok', 'count-from: scan'],
    [{ ...heads, ...again(20, 0), pulls: ['c', 'd', 'e'].map((head) => pull({ headSha: shaOf(head) })) }, 'ok'],
    [{ ...heads, ...again(20, 0), pulls: [] }, 'ok'],
  ],
  bugs: [
    [noKey, 'warning'],
    [{ ...noRepository, repository: fault }, 'warning'],
    [{ history: fault, lists: null, bugs: null }, 'warning'],
    [{ bugs: fault }, 'blocked'],
    [bugs(0), 'ok'],
    [bugs(1), 'ok'],
    [bugs(2), 'ok'],
  ],
  'pull-requests': [
    [{ pulls: null }, 'blocked', permissions],
    [{ pulls: fault }, 'blocked'],
    [{ pulls: ofWorkflow }, 'blocked', permissions],
    [{}, 'ok'],
    [{ pulls: [pull()] }, 'ok'],
    [{ pulls: [pull()], replayed: [replayed], unread: [silent, silent, anOutage('service', 'No.')] }, 'warning'],
    [{ pulls: [pull()], replayed: [replayed], unread: [lasting] }, 'warning'],
    [{ pulls: [pull()], unread: [fault] }, 'blocked'],
    [{ pulls: [pull()], unread: [lasting, silent] }, 'blocked'],
    [{ pulls: [pull()], unread: [FAULTS['too many files']()] }, 'warning'],
    [{ pulls: [pull()], unread: Array.from({ length: 22 }, () => lasting) }, 'blocked'],
  ],
  contents: [
    [{ branchCommits: null }, 'blocked', permissions],
    [{ branchCommits: fault }, 'blocked'],
    [{ branchCommits: ofWorkflow }, 'blocked', permissions],
    // No line of the workflow changes a person's own token.
    [{ branchCommits: ofToken }, 'blocked'],
    [{}, 'ok'],
    [{ defaultBranch: null }, 'ok'],
  ],
  forks: [
    [{ pulls: fault }, 'warning'],
    [{}, 'ok'],
    [{ pulls: [pull()] }, 'ok'],
    [{ pulls: [pull()], visibility: 'public' }, 'ok'],
    [{ visibility: 'public', ...heads }, 'ok'],
    [{ pulls: [pull(), fork] }, 'warning', target],
    [{ pulls: [fork, { ...fork, isDependabot: true }], visibility: 'public' }, 'warning'],
    [{ pulls: [fork], visibility: 'public', scans: [] }, 'warning'],
    [{ ...heads, pulls: [fork], visibility: 'public' }, 'warning', target],
    [{ pulls: [fork, dependabot] }, 'warning', target],
    [{ pulls: [dependabot], visibility: 'public' }, 'warning'],
  ],
  required: [
    [{ required: null }, 'warning'],
    [required(), 'ok'],
    [required({ isWhole: false }), 'ok'],
    [required({ contexts: ['build'] }), 'ok'],
    [required({ contexts: ['build'] }, { recent: recent(5, 'lint', 'build') }), 'ok'],
    [required({ contexts: ['build'] }, { recent: recent(5, 'lint') }), 'warning'],
    [required({ contexts: ['a', 'b', 'c'] }, { recent: recent(1, 'b') }), 'warning'],
    [required({ contexts: ['build'] }, { recent: recent(0) }), 'ok'],
    [
      required({ contexts: ['build', 'scan-gate'] }, { recent: recent(2, 'build'), isGateRequired: 'required' }),
      'warning',
    ],
    [required({ contexts: ['scan-gate'] }, { recent: recent(2, 'scan-gate'), isGateRequired: 'required' }), 'ok'],
    [required({ contexts: ['a'], isWhole: false }, { recent: recent(2, 'a'), isGateRequired: 'unknown' }), 'ok'],
    [required({ workflows: [workflow('a.yml', 1), workflow('a.yml', 2)] }, { isGateRequired: 'unknown' }), 'ok'],
    [
      required({ contexts: Array.from({ length: 22 }, (_, index) => `c${index}`), workflows: [workflow('b.yml', 1)] }),
      'ok',
    ],
  ],
  public: [
    [{ visibility: 'public' }, 'warning'],
    [{ visibility: 'public', ...heads }, 'warning', 'gate-on: introduced'],
  ],
};

const all = Object.entries(rows).flatMap(([id, each]) =>
  each.map(([found, status, line = null]) => ({
    id,
    status,
    line,
    check: checksOf(found).find((one) => one.id === id),
  })),
);

test.each(all)('$id: $status, $check.what', ({ check, status, line }) => {
  expect(check).toMatchObject({ status, line });
});

test('what the checks say', () => {
  const said = all.map(({ id, status, check }) => [`${id}, ${status}: ${check?.what}`, ...(check?.advice ?? [])]);
  expectGolden('doctor-checks.txt', `${said.map((lines) => lines.join('\n  ')).join('\n')}\n`);
});

test('what is said of pull requests without a verdict, and of trust', () => {
  const nothing = { tooLarge: [], unread: [], leftOut: 0 };
  const unread = [8, 7].map((number) => ({ number, fault: silent }));
  const unjudged = [
    nothing,
    { ...nothing, leftOut: 1 },
    { ...nothing, leftOut: 3, tooLarge: [9] },
    { ...nothing, tooLarge: [9, 6] },
    { ...nothing, unread },
    { ...nothing, unread: unread.slice(1) },
  ];
  const lines = [
    ...unjudged.flatMap((each) => [...toUnjudgedSentences(each), toNoReplaySentence({ ...each, results: [] })]),
    ...(['unread', null, fault] as const).map(toTrustSentence),
  ];
  expectGolden('doctor-sentences.txt', `${lines.map((line) => line ?? '(nothing)').join('\n')}\n`);
});

test.each(['private', 'internal', 'unknown', 'public'] as const)(
  'the check of a public repository: %s',
  (visibility) => {
    const ids = checksOf({ visibility }).map(({ id }) => id);
    expect(ids.includes('public')).toBe(visibility === 'public');
  },
);
