// What each check says of what the doctor found out, as far as that depends on it.
import type { Check, CheckId, CheckStatus } from '../../src/doctor/check.ts';
import type {
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
import type { BranchRequirements } from '../../src/github/branch-requirements.ts';
import type { Disclosure } from '../../src/judgement/disclosure.ts';
import { unverified } from '../../src/judgement/reasons.ts';
import type { Scan } from '../../src/judgement/scan.ts';
import { DAY_MS } from '../../src/judgement/time.ts';
import type { Unverified } from '../../src/judgement/unverified.ts';
import { expect, test } from '../jest.ts';
import { aFinding, aScan, at, scanId, shaOf } from '../judgement/fixtures.ts';

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
const toLeaveOut = 'if: github.event.pull_request.head.repo.full_name == github.repository';
const replayed: ReplayedPull = {
  ...{ pull: pull(), committedAt: daysAgo(1) },
  verdicts: toEachSetUp(() => ({ kind: 'unverified', reason: 'no-scan' })),
};
const heads = { scans: [scan(1), ofHead] };

interface Found extends Partial<ServiceEvidence>, Partial<GitHubEvidence> {
  readonly scans?: readonly Scan[];
  readonly foreignRepositoryIds?: readonly string[];
  readonly replayed?: readonly ReplayedPull[];
  /** Why, for each pull request that could not be read; the last one is 1. */
  readonly unread?: readonly Unverified[];
  readonly settings?: Partial<DoctorSettings>;
  readonly disclosure?: Disclosure;
}

/** All is well, but for what a row is about. */
function checksOf({
  scans = [scan(1)],
  foreignRepositoryIds = [],
  settings,
  disclosure = 'full',
  ...found
}: Found): readonly Check[] {
  const limits = { maxSecurityBugs: null, maxBugs: null, repositories: ['acme/shop'] };
  return decideDoctorReport({
    settings: { apiUrl: '', repository: 'acme/shop', repositoryId: null, scanTypes: [], ...limits, ...settings },
    address: { owner: 'acme', repo: 'shop', serverUrl: 'https://github.com', runId: 0 },
    service: {
      account: { organizations: ['Acme'] },
      repository: { id: 'repo_1', isOtherName: false },
      history: { repositoryId: 'repo_1', scans, foreignRepositoryIds, isWhole: true },
      ...{ lists: [], bugs: { findings: [] }, settled: [], ...found },
    },
    github: {
      ...{
        visibility: 'private',
        defaultBranch: 'main',
        branchCommits: new Set([shaOf('a')]),
        pulls: [],
        hasTargetGate: false,
        required: null,
        ...found,
      },
    },
    replay: {
      ...{ pulls: found.replayed ?? [], foundSince: new Map(), tooLarge: [], leftOut: 0 },
      unread: found.unread?.map((fault, index, { length }) => ({ number: length - index, fault })) ?? [],
    },
    disclosure,
    readAt: now,
  }).checks;
}

const fault = unverified('service-error', 'It broke.', ['Wait.']);
const silent = unverified('github-error', 'It broke.');
const lasting = silent.with({ isLasting: true });
const unauthorized = unverified('unauthorized', 'Who?');
const unknown = unverified('repository-not-found', 'Where?');
const broken = [/^It broke\.$/, /^Wait\.$/] as const;

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
const toRequire = /^To let the gate block, require the check `scan-gate` .*\.$/;
const permissions = 'permissions: { contents: read, pull-requests: read }';
const keyLine = 'api-key: ${{ secrets.SCAN_API_KEY }}';
const target = toTrigger('pull_request_target');

/** What was found, the status, a part of what it says and of its advice, and the line; without them there is none. */
type Row = readonly [found: Found, status: CheckStatus, what: RegExp, advice?: RegExp, line?: string];

const rows: Readonly<Record<CheckId, readonly Row[]>> = {
  'api-key': [
    [noKey, 'blocked', /is empty/, /SCAN_API_KEY/, keyLine],
    [badKey, 'blocked', ...broken],
    [{ account: unauthorized }, 'blocked', /^Who\?$/, /^$/, keyLine],
    [{ account: organizations(0) }, 'ok', /no organization\.$/],
    [{ account: organizations(1) }, 'ok', /Its organization: Org0\.$/],
    [{ account: organizations(20) }, 'ok', /Its organizations: Org0, .*, Org19\.$/],
    [{ account: organizations(22) }, 'ok', /, Org19, 2 more\.$/],
    [{ account: organizations(2), disclosure: 'counts' }, 'ok', /^The key works\. It belongs to 2 organizations\.$/],
  ],
  repository: [
    [noKey, 'warning', /there is no key/],
    [badKey, 'warning', /the key could not be checked/],
    [{ ...noRepository, repository: fault }, 'blocked', ...broken],
    [{ repository: unknown }, 'blocked', /^Where\?$/, /^$/, 'repository-id: repo_…'],
    [{ repository: unknown, settings: { repositoryId: 'repo_2' } }, 'blocked', /^Where\?$/],
    // An ID is refused beside other repositories.
    [{ repository: unknown, settings: { repositories: 'all' } }, 'blocked', /^Where\?$/],
    [{ repository: unknown, settings: { repositories: ['acme/shop', 'acme/till'] } }, 'blocked', /^Where\?$/],
    [{ repository: { id: 'repo_2', isOtherName: true } }, 'warning', /`repo_2` has another/, /leave it out/],
    [{}, 'ok', /knows acme\/shop as `repo_1`/],
  ],
  scans: [
    [noKey, 'warning', /there is no key/],
    [{ ...noRepository, repository: unknown }, 'warning', /the repository is not known/],
    [{ ...noRepository, repository: fault }, 'warning', /the repository could not be looked up/],
    [{ ...noRepository, account: fault, repository: fault }, 'warning', /the repository could not be looked up/],
    [{ history: fault }, 'blocked', ...broken],
    [{ scans: [] }, 'blocked', /has no scan/, /Start a scan/],
    [{ scans: [], foreignRepositoryIds: ['repo_9'] }, 'blocked', /of another repository/, /^Tell the people who run/],
    [
      { scans: [], foreignRepositoryIds: ['repo_9'], settings: { repositoryId: 'repo_1' } },
      ...(['blocked', /of another repository/, /`repository-id`/] as const),
    ],
    [{ foreignRepositoryIds: ['repo_9'] }, 'ok', /^The last 1 scan:/],
    [
      { settings: { scanTypes: ['deep', 'deeper'] } },
      ...(['blocked', /of 1 scan can be used\.$/, /^Only .*: deep, deeper\.$/, 'scan-types: default'] as const),
    ],
    [
      { scans: [scan(1, { id: null })] },
      'blocked',
      /used\. 1 scan is complete, but/,
      /^Look at them in the service\.$/,
    ],
    [{ scans: [failed] }, 'blocked', /^The only scan has failed\.$/, /Look at the failed/],
    [{ scans: [failed, failed] }, 'blocked', /^All 2 scans failed\.$/, /Look at the failed/],
    [{ scans: [failed, stuck] }, 'blocked', /^No scan can be used: 1 failed\. 1 scan has/, /Look at/],
    [{ scans: [running, failed] }, 'blocked', /^The last 2 scans: 0 complete, 1 failed, 1 running; .*None is/, /again/],
    [{ scans: [ofHead] }, 'blocked', /0 are of `main`, 0 of heads .* Fewer than half/, /every night/],
    [{ scans: [ofHead], branchCommits: null }, 'warning', /full\. GitHub did not say/],
    [{ scans: [scan(1), failed, failed] }, 'warning', /More scans fail/, /failed scans/],
    [{ scans: [scan(1), failed] }, 'ok', /full\. 2 are of .* requests\. The newest full .* 1970-07-19 00:00 UTC\.$/],
    [
      { scans: [scan(1), { ...ofHead, ...partial }, stuck] },
      'ok',
      /: 2 complete; 1 full, 1 partial\. .* 1 scan has been/,
    ],
    [{ scans: [scan(3)] }, 'ok', /: 1 complete; 1 full\. 1 is of `main`/],
    [{ scans: [scan(3.1)] }, 'warning', /stale-scan/, /every night/],
    [{ scans: [scan(1), scan(2.5)] }, 'ok', /They are 36 h apart \(median\)\.$/],
    [{ scans: [scan(1), scan(3)] }, 'warning', /apart .*stale-scan/, /allow/, 'max-scan-age: 4d'],
    [
      { scans: [...Array<Scan>(99).fill(scan(0)), failed, failed] },
      'ok',
      /^The last 100 scans: 99 complete, 1 failed;/,
    ],
    [
      { scans: [ofHead, scan(9), scan(19)], pulls: [pull()], replayed: [replayed] },
      ...(['ok', /, 1 of heads .* finished .* apart .* 12 h/] as const),
    ],
    // What could not be replayed changes no recommendation.
    [{ scans: [ofHead, scan(9)], pulls: [pull()], unread: [fault] }, 'ok', /, 1 of heads .* UTC\.$/],
    [{ scans: [ofHead], pulls: [pull()], bugs: fault }, 'ok', /, 1 of heads/],
    [{ scans: [ofHead], pulls: fault }, 'warning', /^[^,]* 0 are of `main`\. GitHub did not say .* heads/],
    [
      { scans: [ofHead], branchCommits: null, pulls: [pull()], replayed: [replayed] },
      ...(['ok', /full\. A head's scan ends 12 h after its commit \(median\)\.$/] as const),
    ],
    [{ defaultBranch: null }, 'ok', /1 is of the default branch, .* full scan of the default branch/],
  ],
  'scan-lists': [
    [noKey, 'warning', /there is no key/],
    [badKey, 'warning', /the key could not be checked/],
    [{ ...noRepository, repository: unknown }, 'warning', /the repository is not known/],
    [{ ...noRepository, repository: fault }, 'warning', /the repository could not be looked up/],
    [{ history: fault, lists: null }, 'warning', /the scans could not be read/],
    [{ account: fault, history: fault, lists: null }, 'warning', /the scans could not be read/],
    [{ lists: null }, 'warning', /no scan is complete/],
    [{ lists: fault }, 'blocked', ...broken],
    [lists(), 'ok', /do not say how many/],
    [lists(3, 4), 'ok', /newest 2 complete scans have every bug/],
    [lists(3, 1), 'warning', /^Scan `wr_9` counts 3 bugs, its lists have 1\.$/, /pass/, 'count-from: repository'],
  ],
  bugs: [
    [noKey, 'warning', /there is no key/],
    [{ ...noRepository, repository: fault }, 'warning', /the repository could not be looked up/],
    [{ history: fault, lists: null, bugs: null }, 'warning', /the scans could not be read/],
    [{ bugs: fault }, 'blocked', ...broken],
    [bugs(0), 'ok', /1 pending bug, none of them/],
    [bugs(1), 'ok', /2 pending bugs, 1 of them a security bug\.$/],
    [bugs(2), 'ok', /, 2 of them security bugs\.$/],
  ],
  'pull-requests': [
    [{ pulls: null }, 'blocked', /`github-token` is empty/, /Leave/, permissions],
    [{ pulls: fault }, 'blocked', ...broken],
    [{ pulls: fault.with({ needsPermission: 'workflow' }) }, 'blocked', ...broken, permissions],
    [{}, 'ok', /There is none yet/],
    [{ pulls: [pull()] }, 'ok', /read the last 1\.$/],
    [
      { pulls: [pull()], replayed: [replayed], unread: [silent, silent, fault.with({ what: 'No.' })] },
      'warning',
      /^3 of the last 1 pull request could not be replayed\.$/,
      /^Pull requests 3, 2: It broke\. Pull request 1: No\. Run this job again when that is over\.$/,
    ],
    [
      { pulls: [pull()], replayed: [replayed], unread: [lasting] },
      ...(['warning', /^1 of the last/, /^Pull request 1: It broke\.$/] as const),
    ],
    [{ pulls: [pull()], unread: [fault] }, 'blocked', /^1 of the last/, /^Pull request 1: It broke\.$/],
    [{ pulls: [pull()], unread: [lasting, silent] }, 'blocked', /^2 of the last/, /^Pull requests 2, 1: .* again/],
    [{ pulls: [pull()], unread: [lasting.with({ isTooMuch: true })] }, 'warning', /^1 of/, /^Pull request 1: It/],
    [
      { pulls: [pull()], unread: Array.from({ length: 22 }, () => lasting) },
      ...(['blocked', /^22 of/, /^Pull requests 22, 21, .*, 3 and 2 more: It broke\.$/] as const),
    ],
  ],
  contents: [
    [{ branchCommits: null }, 'blocked', /`github-token` is empty/, /Leave/, permissions],
    [{ branchCommits: fault }, 'blocked', ...broken],
    [{ branchCommits: fault.with({ needsPermission: 'workflow' }) }, 'blocked', ...broken, permissions],
    // No line of the workflow changes a person's own token.
    [{ branchCommits: fault.with({ needsPermission: 'token' }) }, 'blocked', ...broken],
    [{}, 'ok', /of `main`/],
    [{ defaultBranch: null }, 'ok', /of `HEAD`/],
  ],
  forks: [
    [{ pulls: fault }, 'warning', /the pull requests could not be read/],
    [{}, 'ok', /no pull request yet/],
    [{ pulls: [pull()] }, 'ok', /^None .*\(1\) is from a fork/],
    [{ pulls: [pull()], visibility: 'public' }, 'ok', /^None/, /^Anybody .*: leave out the job/, toLeaveOut],
    [{ pulls: [pull()], visibility: 'public', ...heads }, 'ok', /^None/, /^Anybody .* too\. GitHub blocks/],
    [{ pulls: [pull(), fork] }, 'warning', /2 pull requests: 1 from a fork\. On/, /^For forks[^.]*\.$/, target],
    [{ pulls: [pull(), fork], hasTargetGate: true }, 'ok', /2 pull requests: 1 from a fork\. A workflow/, /^$/],
    [
      { pulls: [fork, { ...fork, isDependabot: true }], visibility: 'public' },
      ...(['warning', /: 2 from forks\. On/, /^For forks, leave out the job, as[^.]*\.$/, toLeaveOut] as const),
    ],
    [
      { pulls: [fork], visibility: 'public', scans: [] },
      ...(['warning', /: 1 from a fork\. On/, /^For forks, leave out the job, because[^.]*\.$/, toLeaveOut] as const),
    ],
    [
      { pulls: [fork], visibility: 'public', ...heads },
      ...(['warning', /: 1 from a fork\. On/, /^For forks[^.]*\. GitHub blocks/, target] as const),
    ],
    [{ pulls: [fork, dependabot] }, 'warning', /: 1 from a fork, 1 from D/, /^For Dependabot.* For forks/, target],
    [{ pulls: [dependabot], visibility: 'public' }, 'warning', /: 1 from Dependabot\. On/, /^For Dependabot[^.]*\.$/],
  ],
  required: [
    [{ required: null }, 'warning', /the repository could not be read/],
    [required(), 'ok', /^`main` requires no check before a merge, so a red gate would block nothing\.$/, toRequire],
    [required({ isWhole: false }), 'ok', /^GitHub does not show what `main` requires\.$/],
    [
      required({ contexts: ['build'] }),
      'ok',
      /^`main` requires the check `build`\. The gate.s job, `scan-gate` in .*, is not required, so it would block nothing\.$/,
      /^To let .* With `checks: read` and `statuses: read`/,
    ],
    [
      required({ contexts: ['build'] }, { recent: recent(5, 'lint', 'build') }),
      'ok',
      /would block nothing\.$/,
      toRequire,
    ],
    [
      required({ contexts: ['build'] }, { recent: recent(5, 'lint') }),
      'warning',
      /None of the last 5 pull requests into `main` has the check `build`\.$/,
      /no longer require it\.$/,
    ],
    [
      required({ contexts: ['a', 'b', 'c'] }, { recent: recent(1, 'b') }),
      'warning',
      /The last pull request into `main` does not have the checks `a`, `c`\.$/,
      /no longer require it\.$/,
    ],
    [required({ contexts: ['build'] }, { recent: recent(0) }), 'ok', /would block nothing\.$/, toRequire],
    [
      required({ contexts: ['build', 'scan-gate'] }, { recent: recent(2, 'build'), isGateRequired: 'required' }),
      'warning',
      /`build`, `scan-gate`\. The gate.* is required\. .* has the check `scan-gate`\.$/,
      /every pull request has it/,
    ],
    [
      required({ contexts: ['scan-gate'] }, { recent: recent(2, 'scan-gate'), isGateRequired: 'required' }),
      ...(['ok', /the check `scan-gate`\. The gate.s job, .* is required\.$/] as const),
    ],
    [
      required({ contexts: ['a'], isWhole: false }, { recent: recent(2, 'a'), isGateRequired: 'unknown' }),
      ...(['ok', /the check `a`\. GitHub may not show everything that it requires\. Whether the gate/] as const),
    ],
    [
      required({ workflows: [workflow('a.yml', 1), workflow('a.yml', 2)] }, { isGateRequired: 'unknown' }),
      ...(['ok', /requires the workflow `a\.yml`\. Whether/] as const),
    ],
    [
      required({ contexts: Array.from({ length: 22 }, (_, index) => `c${index}`), workflows: [workflow('b.yml', 1)] }),
      ...(['ok', /the checks `c0`, .*`c19`, 2 more and the workflow `b\.yml`\./, /^To let/] as const),
    ],
  ],
  public: [
    [
      { visibility: 'public' },
      'warning',
      /public\. With anything but `gate-on: introduced`.* which files have/,
      /^Do not run.* `watch`/,
      toLeaveOut,
    ],
    [
      { visibility: 'public', pulls: [pull()], ...heads },
      ...([
        'warning',
        /public\. With anything but `gate-on: introduced`/,
        /heads of pull requests/,
        'gate-on: introduced',
      ] as const),
    ],
  ],
};

test.each(
  Object.entries(rows).flatMap(([id, each]) => each.map(([found, status, ...says]) => ({ id, found, status, says }))),
)('$id: $status, $says.0', ({ id, found, status, says: [what, advice = /^$/, line = null] }) => {
  const check = checksOf(found).find((each) => each.id === id);
  expect(check).toMatchObject({ status, what: expect.stringMatching(what), line });
  expect(check?.advice.join(' ')).toMatch(advice);
});

test.each(['private', 'internal', 'unknown', 'public'] as const)(
  'the check of a public repository: %s',
  (visibility) => {
    const ids = checksOf({ visibility }).map(({ id }) => id);
    expect(ids.includes('public')).toBe(visibility === 'public');
  },
);
