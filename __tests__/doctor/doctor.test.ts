// The doctor in the sandbox: what it recommends, what its checks say, what it asks, and what it never says.
import { parse } from 'yaml';
import type { FaultRule } from '../../sandbox/faults.ts';
import { hostileTexts } from '../../sandbox/scenarios/hostile.ts';
import { commitSha, dateText, dayMs, timeText } from '../../sandbox/scenarios/identity.ts';
import type { ScenarioWorld } from '../../sandbox/scenarios/scenario.ts';
import { setUpInputs } from '../../sandbox/scenarios/set-ups.ts';
import type { BugData, ScanData } from '../../sandbox/service/data.ts';
import { toWorkflow } from '../../src/doctor/documents/workflow.ts';
import { SET_UP_NAMES, SET_UPS, toTrigger } from '../../src/doctor/set-ups.ts';
import { readSetUps } from '../docs/pages.ts';
import { doctorCheck } from '../harness/schemas.ts';
import { changeGitHub, changeService, withPermissions } from '../harness/worlds.ts';
import { describe, expect, it } from '../jest.ts';
import {
  checkOf,
  type Examination,
  type ExaminationOptions,
  examine,
  headsWorld,
  nightlyWorld,
  nowMs,
} from './harness.ts';

const withScans = (change: (scans: readonly ScanData[]) => ScanData[]): ScenarioWorld =>
  changeService(nightlyWorld(), ({ scans }) => ({ scans: change(scans) }));

/** How many pull requests each set-up gives each verdict, such as `17 passed, 3 failed`. */
function tallyOf({ report }: Examination): Readonly<Record<string, string>> {
  return Object.fromEntries(
    SET_UP_NAMES.map((name) => {
      const said = report.pullRequests.map(({ verdicts }) => verdicts[name]);
      const kinds = Map.groupBy(said, (each) => (each?.verdict === 'unverified' ? each.reason : each?.verdict));
      return [name, [...kinds].map(([kind, each]) => `${each.length} ${kind}`).join(', ')];
    }),
  );
}

describe('what it recommends', () => {
  it.each<[string, () => ScenarioWorld, string, readonly [heads: string, nightly: string, release: string]]>([
    ['nightly scans', nightlyWorld, 'nightly-scans', ['20 no-scan', '3 failed, 17 passed', '20 failed']],
    [
      'scans of heads',
      headsWorld,
      'pull-request-scans',
      ['3 failed, 14 passed, 3 no-scan', '3 failed, 17 passed', '20 failed'],
    ],
    ['no scan at all', () => withScans(() => []), 'none', ['20 no-scan', '20 no-scan', '20 no-scan']],
  ])('%s', async (_, world, recommendation, tallies) => {
    const healthy = String(recommendation !== 'none');
    const run = await examine(world());
    expect(run.outputs).toMatchObject({ recommendation, healthy });
    expect(run.result.conclusion).toBe(healthy === 'true' ? 'success' : 'failure');
    for (const { sentence } of run.report.setUps) expect(run.result.summary).toContain(sentence);
    expect(doctorCheck()(run.report)).toEqual([]);
    // Nothing is red for age alone: where there are scans, scanning goes on.
    const verdicts = run.report.pullRequests.flatMap((pull) => Object.values(pull.verdicts));
    expect(verdicts.map(({ reason }) => reason)).not.toContain('stale-scan');
    // A line for each pull request, so that a long run is seen to go on.
    expect(run.result.log.match(/^Pull request \d+ \(\d+ of 20\): /gmu)).toHaveLength(20);
    expect(run.report.workflow === null).toBe(recommendation === 'none');
    expect(run.report.pullRequests).toHaveLength(20);
    const sorted = Object.values(tallyOf(run)).map((tally) => tally.split(', ').toSorted().join(', '));
    expect(sorted).toEqual(tallies.map((tally) => tally.split(', ').toSorted().join(', ')));
    // As its page says. None of them writes.
    const requests = [...run.service, ...run.github];
    expect(requests.length).toBeLessThanOrEqual(180);
    const written = requests.filter(({ method, body }) => method !== 'GET' && !body.startsWith('{"query":"query '));
    expect(written).toEqual([]);
  });

  it('a default branch whose scans are older than its last 250 commits', async () => {
    const world = changeGitHub(nightlyWorld(), ({ commits, branches }) => {
      const more = Array.from({ length: 260 }, (_, index) => ({
        sha: commitSha(`later ${index}`),
        message: 'Change',
        authorName: 'Ada',
        parents: [index === 0 ? (branches?.['main'] ?? '') : commitSha(`later ${index - 1}`)],
        date: timeText(nowMs - dayMs + index * 60_000),
      }));
      return { commits: [...commits, ...more], branches: { main: commitSha('later 259') } };
    });
    const { outputs, github } = await examine(world, { inputs: { 'pull-requests': '1' } });
    expect(outputs['recommendation']).toBe('nightly-scans');
    expect(github.filter(({ url }) => url.includes('/compare/'))).toHaveLength(5);
  });

  it('the workflow has the values of the repository', async () => {
    const { report, service } = await examine(headsWorld(), {
      inputs: { 'max-bugs': '7', 'scan-types': 'default', 'pull-requests': '7' },
    });
    expect(service.length).toBeGreaterThan(0);
    expect(parse(report.workflow ?? '')).toMatchObject({
      // One of the last pull requests is from Dependabot, which needs no other event.
      on: { pull_request: { types: expect.arrayContaining(['edited']) as unknown } },
      jobs: {
        'scan-gate': {
          steps: [
            {
              with: {
                'api-url': expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/u),
                'api-key': '${{ secrets.SCAN_API_KEY }}',
                'wait-for-scan': '5m',
                // Three of four scans of heads take up to 14 minutes.
                'wait-timeout': '15m',
                'max-bugs': 7,
                'scan-types': 'default',
              },
            },
          ],
        },
      },
    });
  });
});

describe('the set-ups are those of the pages', () => {
  it('and of the demo', () => {
    const ours = SET_UP_NAMES.map((name) =>
      Object.fromEntries(SET_UPS[name].inputs.map((input) => [input.name, input.value])),
    );
    expect(setUpInputs).toEqual(ours);
  });

  it.each(SET_UP_NAMES.map((name, index) => [name, index] as const))('%s', (name, index) => {
    const lines = toWorkflow(SET_UPS[name], 'https://api.example.com');
    expect(readSetUps()[index]).toBe(`${lines.join('\n')}\n`);
  });
});

const refuse = (path: string, status: number): FaultRule => ({
  path: { regex: path },
  effect: { kind: 'status', status, body: { message: 'No', type: 'X', statusCode: status } },
});

const tooMany = (path: string, message: string): FaultRule => ({
  path: { regex: path },
  effect: { kind: 'status', status: 422, body: { message } },
});
const addsShort = ({ world }: { world: ScenarioWorld }): ScenarioWorld =>
  changeService(world, ({ scans, surfaced }) => {
    const [newest] = scans.toSorted((a, b) => b.createdAt - a.createdAt);
    const scan = newest?.workflowRequestId ?? '';
    return { lateLists: [{ scan, missing: (surfaced[scan] ?? []).slice(0, 2) }] };
  });
const oneCounts = (scans: readonly ScanData[]): ScanData[] => {
  const complete = scans.filter(({ workflowStatus }) => workflowStatus === 'complete');
  const newestMs = Math.max(...complete.map(({ createdAt }) => createdAt));
  return scans.map((scan) => (scan.createdAt === newestMs ? scan : { ...scan, bugCounts: null }));
};
const permissions = 'permissions: { contents: read, pull-requests: read }';
const keyLine = 'api-key: ${{ secrets.SCAN_API_KEY }}';
const huge = 'Sorry, there was a problem generating this diff. It has too many files changed.';

interface CheckRow extends ExaminationOptions {
  readonly world?: () => ScenarioWorld;
  readonly recommends?: string;
}

/** What is wrong, the check that says so and how, and the line to add. What it says is held by `checks.test.ts`. */
const checkRows: readonly (readonly [string, CheckRow, check: string, line?: string])[] = [
  ['no key', { inputs: { 'api-key': '' } }, 'api-key blocked', keyLine],
  ['a wrong key', { inputs: { 'api-key': 'svc_test_wrong' } }, 'api-key blocked', keyLine],
  ['no such repository', { inputs: { repository: 'acme/nothing' } }, 'repository blocked', 'repository-id: repo_…'],
  ["another's ID", { inputs: { 'repository-id': nightlyWorld().service.repos[1]?.id ?? '' } }, 'repository warning'],
  [
    'scans of neither heads nor the default branch',
    {
      world: () => withScans((scans) => scans.map((s) => ({ ...s, commitSha: commitSha('lost') }))),
      recommends: 'none',
    },
    'scans blocked',
  ],
  [
    'lists that fall short',
    { world: () => addsShort({ world: nightlyWorld() }) },
    'scan-lists warning',
    'count-from: repository',
  ],
  ['lists of the one scan that counts its bugs', { world: () => withScans(oneCounts) }, 'scan-lists ok'],
  ['lists that cannot be read', { faults: [refuse('/bugs', 500)] }, 'scan-lists blocked'],
  [
    'a token without pull-requests: read',
    { world: () => withPermissions(nightlyWorld(), { 'pull-requests': 'none' }), recommends: 'nightly-scans' },
    'pull-requests blocked',
    permissions,
  ],
  [
    'a token without contents: read',
    { world: () => withPermissions(nightlyWorld(), { contents: 'none' }) },
    'contents blocked',
    permissions,
  ],
  [
    'a sign-on before pull requests',
    { faults: [refuse('/pulls$', 403)], recommends: 'nightly-scans' },
    'pull-requests blocked',
  ],
  ['files that GitHub does not give for now', { faults: [refuse('/481/files', 500)] }, 'pull-requests warning'],
  ['files that are too many for GitHub', { faults: [tooMany('/481/files', huge)] }, 'pull-requests warning'],
  [
    'no pull request yet',
    { world: () => changeGitHub(nightlyWorld(), () => ({ pulls: [] })), recommends: 'nightly-scans' },
    'pull-requests ok',
  ],
];

describe('a check stands alone, and says what to do', () => {
  const all = checkRows.map(([name, row, expected, line = null]) => [name, row, expected, line] as const);
  it.each(all)('%s', async (_, { world = nightlyWorld, ...row }, expected, line) => {
    const inputs = { 'pull-requests': '2', ...row.inputs };
    const run = await examine(world(), { ...row, inputs });
    const [id = '', status] = expected.split(' ');
    const check = checkOf(run, id);
    expect(check).toMatchObject({ status, line });
    // To split the pull request would, another run would not.
    if (row.faults?.some(({ effect }) => JSON.stringify(effect).includes('Sorry'))) {
      expect(check.advice.join(' ')).not.toContain('Run this job again');
    }
    if (row.recommends !== undefined) expect(run.outputs['recommendation']).toBe(row.recommends);
    const isBlocked = run.report.checks.some((each) => each.status === 'blocked');
    expect(run.outputs['healthy']).toBe(String(!isBlocked));
    expect(run.result.conclusion).toBe(isBlocked ? 'failure' : 'success');
    expect(run.report.checks.map((each) => each.id)).toHaveLength(10);
    expect(doctorCheck()(run.report)).toEqual([]);
    expect(run.shown).not.toContain('ci@acme.example');
  });
});

describe('what the default branch requires', () => {
  const [head] = nightlyWorld().github.pulls.toSorted((a, b) => b.number - a.number);
  const requires = (...contexts: string[]): ScenarioWorld =>
    withPermissions(
      changeGitHub(nightlyWorld(), () => ({
        requirements: { main: { rules: [{ type: 'required_status_checks', contexts }], classic: { contexts: [] } } },
        statuses: { [head?.head.sha ?? '']: ['ci/build'] },
      })),
      { checks: 'read', statuses: 'read' },
    );
  const noStatuses = withPermissions(requires('ci/build'), { statuses: 'none' });

  it.each<[string, ScenarioWorld, string, RegExp, number]>([
    ['nothing', changeGitHub(nightlyWorld(), () => ({ requirements: {} })), 'ok', /^`main` requires no check/, 2],
    ['a check that there is', requires('ci/build'), 'ok', /requires the check `ci\/build`\. .* is not required/, 3],
    ['a check that nothing makes', requires('old'), 'warning', /None of the last 5 .* has the check `old`\.$/, 3],
    ['the gate, before it is there', requires('scan-gate'), 'warning', / is required\. .*`scan-gate`\.$/, 3],
    ['a check, where the token reads no statuses', noStatuses, 'ok', /requires the check `ci\/build`/, 3],
  ])('%s', async (_, world, status, what, asked) => {
    const run = await examine(world, { inputs: { 'pull-requests': '1' } });
    const check = checkOf(run, 'required');
    expect(check).toMatchObject({ status, what: expect.stringMatching(what) });
    const questions = run.github.filter(
      ({ url, body }) => /\/rules\/branches\/|\/branches\//.test(url) || body.includes('statusCheckRollup'),
    );
    expect(questions).toHaveLength(asked);
    expect(run.result.summary).toContain('**Required checks:**');
    expect([run.result.conclusion, doctorCheck()(run.report)]).toEqual(['success', []]);
  });

  it.each([
    ['is not known, which is no fault', ['rules/branches/', 'storefront/branches/'], 'ok', 'GitHub does not show what'],
    ['is known in part', ['rules/branches/'], 'ok', 'GitHub does not show what'],
    ['is known to the end', [], 'ok', 'requires the check'],
  ])('%s', async (_, paths, status, what) => {
    const faults = paths.map((path) => refuse(path, 403));
    const run = await examine(nightlyWorld(), { faults, inputs: { 'pull-requests': '1' } });
    expect(checkOf(run, 'required')).toMatchObject({ status, what: expect.stringContaining(what) });
    expect(run.result.conclusion).toBe('success');
  });
});

describe('what it costs', () => {
  const file = (index: number) => ({
    filename: `src/${index}.ts`,
    status: 'modified' as const,
    additions: 1,
    deletions: 1,
  });
  const many = (count: number, files: number): ScenarioWorld =>
    changeGitHub(nightlyWorld(), ({ pulls: [own], commits }) => {
      if (own === undefined) throw new Error('the world has a pull request');
      const pulls = Array.from({ length: count }, (_, index) => {
        const sha = commitSha(`many ${index}`);
        return {
          ...own,
          number: 1_000 + index,
          commits: [sha],
          head: { ...own.head, sha, ref: `m${index}` },
          files: Array.from({ length: files }, (__, at) => file(at)),
          createdAt: timeText(nowMs - dayMs + index * 1_000),
        };
      });
      const heads = pulls.map(({ head: { sha } }) => ({
        sha,
        parents: [own.base.sha],
        message: 'Change',
        authorName: 'Ada',
        date: timeText(nowMs - dayMs),
      }));
      return { pulls: [own, ...pulls], commits: [...commits, ...heads] };
    });

  it('20 large ones stay within 140 requests, and the rest is said to be left out', async () => {
    const { report, github, service } = await examine(many(20, 450));
    expect(github.length + service.length).toBeLessThanOrEqual(140);
    const { length } = report.pullRequests;
    expect(length).toBeGreaterThan(5);
    expect(length + report.notReplayed).toBe(20);
    // None of them is judged by what could not be asked for.
    expect(report.pullRequests.map(({ verdicts }) => verdicts['nightly-scans']?.reason)).toEqual(
      report.pullRequests.map(() => 'within-threshold'),
    );
  });

  it.each([
    ['three of 3,000 files are named, and in no share', 2_999, [1_002, 1_001, 1_000], 18],
    ['three of 600 files, which take seven requests each, are judged', 600, [], 21],
  ])('%s', async (_, files, named, judged) => {
    const world = changeGitHub(many(20, 1), ({ pulls }) => ({
      pulls: pulls.map((pull) => {
        const isLarge = pull.number >= 1_000 && pull.number <= 1_002;
        return isLarge ? { ...pull, files: Array.from({ length: files }, (__, at) => file(at)) } : pull;
      }),
    }));
    const { report, outputs } = await examine(world, { inputs: { 'pull-requests': '21' } });
    expect(report.pullRequests.map(({ number }) => number).filter((number) => named.includes(number))).toEqual([]);
    expect([report.pullRequests.length, report.notReplayed]).toEqual([judged, named.length]);
    expect(report.setUps.map(({ sentence }) => / of your last (\d+) /.exec(sentence)?.[1])).toEqual(
      report.setUps.map(() => String(judged)),
    );
    expect(outputs['recommendation']).toBe('nightly-scans');
  });
});

describe('what could not be read', () => {
  const resetS = 60 * (Math.ceil(nowMs / 60_000) + 150);
  const limited: FaultRule = {
    path: { regex: '/pulls/[0-9]+/(files|commits)' },
    effect: {
      ...{ kind: 'status', status: 403, body: { message: 'API rate limit exceeded for installation ID 1.' } },
      headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(resetS) },
    },
  };
  const until = `${timeText(resetS * 1_000)
    .slice(0, 16)
    .replace('T', ' ')} UTC`;
  const all = nightlyWorld()
    .github.pulls.map(({ number }) => number)
    .toSorted((a, b) => b - a)
    .slice(0, 20);
  const [head] = nightlyWorld().github.pulls.filter(({ number }) => number === 482);
  const scanOf = (number: number): string => {
    const { github, service } = headsWorld();
    const sha = github.pulls.find((pull) => pull.number === number)?.head.sha;
    return service.scans.find(({ commitSha: scanned }) => scanned === sha)?.workflowRequestId ?? '';
  };
  const other = { message: 'Resource protected by organization SAML enforcement.' };

  it.each<[string, () => ScenarioWorld, readonly FaultRule[], readonly number[], string]>([
    ['nothing', nightlyWorld, [], [], ' 20.'],
    ['the limit of an hour', nightlyWorld, [limited], all, until],
    ['the limit of an hour, scans of heads', headsWorld, [limited], all, until],
    ['a token that ends', nightlyWorld, [refuse('/pulls/[0-9]+/', 401)], all, ' 401 '],
    ['files', nightlyWorld, [refuse('/482/files', 502)], [482], ' 502'],
    [
      'commits, of two for two reasons',
      nightlyWorld,
      [
        refuse('/482/commits', 502),
        { path: { regex: '/474/commits' }, effect: { kind: 'status', status: 403, body: other } },
      ],
      [482, 474],
      ' 403 ',
    ],
    ['ancestors', nightlyWorld, [refuse(`sha=${head?.head.sha}`, 502)], [482], ' 502'],
    ['bugs of a scan', headsWorld, [refuse(scanOf(474), 503)], [474], ' 503'],
  ])('%s is named, and in no share', async (_, world, faults, unread, words) => {
    const control = await examine(world());
    const run = await examine(world(), { faults });
    const { report, result } = run;
    const isRead = ({ number }: { readonly number: number }): boolean => !unread.includes(number);
    const read = control.report.pullRequests.filter(isRead);
    expect(report.pullRequests).toEqual(read);
    expect(report.notReplayed).toBe(unread.length);
    const red = ({ name }: { readonly name: string }): number =>
      read.filter(({ verdicts }) => verdicts[name]?.verdict !== 'passed').length;
    const shares = control.report.setUps.map((each) => [each.name, red(each), read.length]);
    expect(report.setUps.map(({ name, red: count, replayed }) => [name, count, replayed])).toEqual(
      read.length === 0 ? [] : shares,
    );
    expect(`${result.summary}\n${result.log}`).not.toMatch(/github-error|service-error/);
    const check = checkOf(run, 'pull-requests');
    expect([check.status, `${check.what} ${check.advice.join(' ')}`]).toEqual([
      unread.length === 0 ? 'ok' : read.length === 0 ? 'blocked' : 'warning',
      expect.stringContaining(words),
    ]);
    for (const number of unread)
      expect(result.log).toMatch(new RegExp(`^Pull request ${number} .*: not judged\\. `, 'mu'));
    // What could not be replayed is no word on where the service scans.
    expect(run.outputs['recommendation']).toBe(control.outputs['recommendation']);
    expect(checkOf(run, 'scans').what.includes('of heads of')).toBe(true);
    const [conclusion, failed] = read.length === 0 ? ['failure', '["acme/storefront"]'] : ['success', '[]'];
    expect([result.conclusion, run.outputs['failed']]).toEqual([conclusion, failed]);
    expect(doctorCheck()(report)).toEqual([]);
  });
});

describe('what it never says', () => {
  const publicWorld = (): ScenarioWorld => {
    const world = changeGitHub(headsWorld(), () => ({ visibility: 'public' }));
    return changeService(world, ({ repos }) => ({
      repos: repos.map((repo, index) =>
        index === 0 ? { ...repo, visibility: 'public' } : { ...repo, visibility: 'private' },
      ),
    }));
  };
  const event = { name: 'workflow_dispatch', payload: {} };

  it('on a public repository: which pull request has to do with a bug, or names that are not public', async () => {
    const world = publicWorld();
    const { shown, outputs, report, result } = await examine(world, { event, inputs: { 'pull-requests': '9' } });
    for (const { title, filePath, id } of world.service.bugs) {
      for (const text of [title, filePath, id]) expect(shown).not.toContain(text ?? title);
    }
    expect(outputs['repositories']).toBe('["acme/storefront"]');
    expect(shown).not.toContain('mobile-app');
    const kinds = report.pullRequests.flatMap(({ verdicts }) => Object.values(verdicts));
    expect(new Set(kinds.map(({ verdict }) => verdict))).toEqual(new Set(['judged', 'unverified']));
    expect(kinds.every(({ bugs, securityBugs }) => bugs === null && securityBugs === null)).toBe(true);
    expect(result.log).toMatch(/^Pull request 481 .* pull-request-scans judged/mu);
    expect(result.summary).not.toMatch(/❌ \d/u);
    // The sum is no secret: it says nothing about any of them.
    expect(result.summary).toContain('3 of your last 9 pull requests');
    expect(doctorCheck()(report)).toEqual([]);
  });

  it.each<[string, ScenarioWorld, readonly string[], string | null, string | null]>([
    [
      'heads are',
      headsWorld(),
      [toTrigger('pull_request_target'), 'gate-on: introduced'],
      toTrigger('pull_request_target'),
      'gate-on: introduced',
    ],
    ['the default branch is', nightlyWorld(), [toTrigger('pull_request'), 'gate-on: touched'], null, null],
  ])(
    'to strangers where the bugs are, where %s scanned: workflow and checks agree',
    async (_, world, expected, ...advised) => {
      const inPublic = changeGitHub(world, () => ({ visibility: 'public' }));
      const examination = await examine(inPublic, { event, inputs: { 'pull-requests': '20' } });
      const lines = [...(examination.report.workflow ?? '').matchAll(/^ *(?:on|if|gate-on): .*$/gmu)];
      expect(lines.map(([line]) => line.trim())).toEqual(expected);
      expect(['forks', 'public'].map((id) => checkOf(examination, id).line)).toEqual(advised);
      // GitHub blocks that event there.
      expect(examination.result.summary.includes('Settings → Actions → Policies')).toBe(advised[0] !== null);
    },
  );

  it.each([
    ['public', '/public/v1/user', false],
    ['public', '/public/v1/scans', false],
    ['private', '/public/v1/user', true],
  ] as const)('on a %s repository the words of an error of the service, of %s: %s', async (visibility, path, told) => {
    const world = changeGitHub(headsWorld(), () => ({ visibility }));
    const body = { message: 'Words on src/a.ts', type: 'INTERNAL_ERROR', statusCode: 500 };
    const faults: readonly FaultRule[] = [{ path, effect: { kind: 'status', status: 500, body } }];
    const { shown } = await examine(world, { event, faults });
    expect(shown.includes('Words on src/a.ts')).toBe(told);
    expect(shown).toContain(`GET ${path} answered 500`);
  });

  it('nothing that somebody without rights wrote is markup, a command or part of the workflow', async () => {
    const [first = ''] = hostileTexts;
    const evil = `main'"]}}\n::error::x\n\`\`\`\n<img src=x onerror=alert(1)> @octocat #1 ${first}`;
    const world = changeGitHub(headsWorld(), ({ pulls, branches }) => ({
      pulls: pulls.map((pull) => ({ ...pull, title: `${evil}|${hostileTexts.join(' ')}` })),
      defaultBranch: evil,
      branches: { ...branches, [evil]: branches?.['main'] ?? '' },
      requirements: {
        [evil]: { rules: [{ type: 'required_status_checks', contexts: [`${evil}|${hostileTexts.join(' ')}`] }] },
      },
    }));
    const hostile = changeService(world, ({ repos, user }) => ({
      user: { ...user, orgs: [{ id: 'org_x', name: evil }] },
      repos: [...repos, ...repos.slice(0, 1).map((repo) => ({ ...repo, id: 'repo_x', name: evil }))],
    }));
    const { result, outputs, report } = await examine(hostile, { inputs: { 'pull-requests': '7' } });
    expect(outputs['recommendation']).toBe('pull-request-scans');
    expect(result.unexpected).toEqual([]);
    expect(report.checks.find(({ id }) => id === 'required')?.what).toContain('octocat');
    expect(result.annotations.every(({ level }) => level !== 'error')).toBe(true);
    expect(result.summary).not.toMatch(/(?<!\\)<img|@octocat|#1\b|^::/mu);
    // The frame of the document is ours: one block of YAML, whatever the names are.
    expect(result.summary.match(/^```/gmu)).toHaveLength(2);
    expect(result.summary.match(/^#### /gmu)).toHaveLength(4);
    for (const row of result.summary.match(/^\| \[.*$/gmu) ?? ['no row']) {
      expect(row.replaceAll('\\|', '').split('|')).toHaveLength(6);
    }
    expect(parse(report.workflow ?? '')).toMatchObject({ on: { pull_request: {} } });
    expect(outputs['repositories']).not.toContain('img');
    expect(doctorCheck()(report)).toEqual([]);
  });
});

describe('inputs that are wrong', () => {
  it('are all named in one error, before the first request', async () => {
    const { result, outputs, service, github } = await examine(nightlyWorld(), {
      inputs: { 'pull-requests': '0', 'max-bugs': 'none', 'max-security-bugs': '-1', repository: 'storefront' },
    });
    expect(result.conclusion).toBe('failure');
    for (const name of ['pull-requests', 'max-bugs', 'max-security-bugs', 'repository']) {
      expect(result.log).toContain(`${name} is `);
    }
    const nothing = { healthy: 'false', recommendation: 'none', report: '', repositories: '[]', failed: '[]' };
    expect(outputs).toEqual({ ...nothing, 'csv-file': '' });
    expect([...service, ...github]).toEqual([]);
  });
});

describe('what is red today', () => {
  const [own] = nightlyWorld().service.repos;
  const isPending = ({ repoId, review }: BugData): boolean =>
    repoId === own?.id && (!review || review.state === 'pending');

  it('proposes the day that leaves out what is pending, and says what is left', async () => {
    const { report, result } = await examine(nightlyWorld());
    const [nightly, heads] = ['nightly-scans', 'pull-request-scans'].map((name) =>
      report.setUps.find((each) => each.name === name),
    );
    const newestMs = Math.max(
      ...nightlyWorld()
        .service.bugs.filter(isPending)
        .map(({ createdAt }) => createdAt),
    );
    const day = dateText(newestMs + dayMs);
    expect(nightly).toMatchObject({ red: 3, foundSince: { day, red: 0 } });
    const line = `\n          found-since: ${day} # `;
    expect([report.workflow, result.summary].map((text) => text?.includes(line))).toEqual([true, true]);
    // Red without a verdict: a day would change nothing.
    expect(heads).toMatchObject({ red: 20, foundSince: null });
    expect(heads?.sentence).not.toContain('found-since');
  });
});

describe('a service that lists every bug again', () => {
  /** Each nightly scan lists these, but for one on one night; each head is scanned fully, and lists none. */
  const relisting = (missed: boolean): ScenarioWorld =>
    changeService(headsWorld(), ({ scans, bugs: [first, ...bugs], surfaced }) => {
      if (first === undefined) throw new Error('the world has bugs');
      const heads = new Set(headsWorld().github.pulls.map(({ head }) => head.sha));
      const ids = Array.from({ length: 20 }, (_, index) => `bug_again${index}`);
      const added = ids.map((id) => ({ ...first, id, createdAt: nowMs - 90 * dayMs }));
      const nights = scans.filter(({ commitSha: sha }) => !heads.has(sha ?? ''));
      const lists = nights.map(({ workflowRequestId: id }, index): [string, string[]] => [
        id ?? '',
        ids.slice(missed && index === 14 ? 1 : 0),
      ]);
      const uncounted = scans.map((scan) => ({ ...scan, bugCounts: null }));
      return {
        scans: uncounted,
        bugs: [first, ...bugs, ...added],
        surfaced: { ...surfaced, ...Object.fromEntries(lists) },
      };
    });

  it.each([
    ['is replayed and handed out with count-from: scan', false, ['count-from', 'scan-match', 'scan-types'], 'scan'],
    ['is not where one scan has missed a bug', true, [], 'auto'],
  ])('%s', async (_, missed, names) => {
    const run = await examine(relisting(missed));
    expect(run.outputs['recommendation']).toBe('pull-request-scans');
    const [line] = checkOf(run, 'lists-again').line === null ? [] : ['count-from: scan'];
    expect(line).toBe(missed ? undefined : 'count-from: scan');
    const found = [...(run.report.workflow ?? '').matchAll(/^ +(count-from|scan-match|scan-types): /gmu)];
    expect(found.map(([, name]) => name)).toEqual(names);
  });
});

describe('how old a scan may be', () => {
  it('is in the replay what the workflow to paste says', async () => {
    // Once a week: the workflow allows two.
    const world = withScans((scans) => scans.filter((_, index) => index % 7 === 6));
    const { report } = await examine(world);
    expect(report.workflow).toContain('max-scan-age: 14d # twice the time between your scans');
    const reasons = report.pullRequests.map(({ verdicts }) => verdicts['nightly-scans']?.reason);
    expect(reasons).toContain('within-threshold');
    expect(reasons).not.toContain('stale-scan');
  });
});

describe('can we trust the findings', () => {
  const reviewed = (count: number): ScenarioWorld =>
    changeService(nightlyWorld(), ({ bugs: [first, ...bugs] }) => {
      if (first === undefined) throw new Error('the world has bugs');
      const more = Array.from({ length: count }, (_, index): typeof first => {
        const review = { createdAt: nowMs - dayMs, source: 'review' };
        const isFalse = index % 4 === 0;
        return {
          ...{ ...first, id: `bug_reviewed${index}`, filePath: `src/part-${index % 2}/${index}.ts` },
          review: isFalse
            ? { ...review, state: 'dismissed', dismissalReason: 'not_a_bug' }
            : { ...review, state: 'resolved' },
        };
      });
      return { bugs: [first, ...bugs.filter(({ review }) => !review || review.state === 'pending'), ...more] };
    });

  it('gives the share of what was no bug, and the folders with the most', async () => {
    const { report, result } = await examine(reviewed(24), { inputs: { 'pull-requests': '1' } });
    expect(report.trust).toEqual({
      ...{ notABug: 6, reviewed: 24 },
      folders: [{ folder: 'src/part-0', notABug: 6, reviewed: 12 }],
    });
    expect(result.summary).toContain('6 of 24: 25 %');
    expect(result.summary).toContain('`src/part-0`: 6 of 12: 50 %');
  });
});
